// A picture of a page: `node picture.js PAGE.html PICTURE.png`. Shows the liveliest moment of the match's second half.

import { writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { Pages, ask, pixels, settled } from './harness.js';
import { indexedPng } from './png.js';

const [page, picture] = process.argv.slice(2);
const pages = await Pages.launch(dirname(page));
await pages.with(basename(page, '.html'), { viewport: { width: 1200, height: 760 } }, async (tab) => {
  await ask(tab, (open) => {
    const { film, timeline } = open;
    const lively = (/** @type {number} */ frame) =>
      timeline.counts.get('battle')[frame] + 4 * timeline.counts.get('loss')[frame] + 8 * timeline.counts.get('capture')[frame];
    let best = Math.floor(film.frames / 2);
    for (let frame = best; frame < film.frames * 0.9; frame++) {
      if (lively(frame) > lively(best)) best = frame;
    }
    open.seek(best);
  });
  await settled(tab);
  const { width, height, data } = await pixels(tab, await tab.screenshot());
  writeFileSync(picture, indexedPng(width, height, data));
});
await pages.browser.close();
