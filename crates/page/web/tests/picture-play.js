// A picture of a game in the browser: `node picture-play.js FOLDER LANGUAGE PICTURE.png`, where FOLDER holds `program.txt` with the path of the program. Shows the last lesson of breach, near its beginning.

import { writeFileSync } from 'node:fs';
import { choose, playing, screen, told } from './hands.js';
import { Pages, pixels, settled } from './harness.js';
import { indexedPng } from './png.js';

const [, lang, picture] = process.argv.slice(2);
const pages = await Pages.launch('.');
await playing(pages, ['breach', '--lang', lang], { viewport: { width: 1200, height: 760 } }, async (tab) => {
  const hand = { tab, finger: false };
  await told(tab, () => tab.locator('.lesson .card').last().click());
  await told(tab, () => tab.locator('#play').click());
  // The tank in hand, and its goal pointed at.
  await choose(hand, (await screen(tab)).lesson.cells[0]);
  await settled(tab);
  const taken = await tab.screenshot();
  // The page of a game may ask for nothing, not even for its own picture.
  const reader = await pages.browser.newPage();
  const { width, height, data } = await pixels(reader, taken);
  writeFileSync(picture, indexedPng(width, height, data));
});
await pages.browser.close();
