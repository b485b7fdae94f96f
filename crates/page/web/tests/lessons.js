// Lessons, drawn maps and endings in a real browser: `node lessons.js FOLDER`. Whoever follows the lessons knows nothing but what the screen shows.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { button, choose, folder, goSomewhere, idle, PHONE, playing, screen, shot, told } from './hands.js';
import { poorContrast, runAll } from './harness.js';

/** @typedef {import('playwright-core').BrowserContextOptions} Options */
/** @typedef {import('playwright-core').Page} Tab */
/** @typedef {import('./harness.js').Pages} Pages */
/** @typedef {import('./hands.js').Hand} Hand */

/** @type {[string, (pages: Pages) => Promise<void>][]} */
const TESTS = [
  ['the three lessons of breach are won by doing what the screen says', (pages) => learns(pages, 'breach', 3, {})],
  ['the lesson of goblins is won by doing what the screen says', (pages) => learns(pages, 'goblins', 1, {})],
  ['both with a finger on a phone', onPhone],
  ['a first game of fc18 against the easiest level is won', (pages) => learns(pages, 'fc18', 1, {})],
  ['and with a finger on a phone', (pages) => learns(pages, 'fc18', 1, PHONE)],
  ['the lesson of deepblue is played to its end', (pages) => learns(pages, 'deepblue', 1, {})],
  ['a map is drawn with the mouse, checked, played, saved and shared', draws],
  ['a map is drawn with a finger on a phone', drawsOnPhone],
];

/** Does what the lesson says next. @param {Hand} hand */
async function follow(hand) {
  const { tab } = hand;
  const entry = tab.locator('dialog[open] .entries button');
  const { lesson, notice } = await screen(tab);
  if (await entry.count()) {
    const wanted = tab.locator('dialog[open] .entries button', { hasText: /cargo|extender/i });
    return told(tab, () => ((/** @type {any} */ (wanted)).count().then((/** @type {number} */ count) => (count ? wanted : entry).first().click())));
  }
  if (lesson.key) return button(hand, lesson.key);
  if (lesson.cells.length > 0) return choose(hand, lesson.cells[0]);
  if (/go/.test(lesson.say)) return goSomewhere(hand);
  assert.fail(`nothing to do: ${lesson.say} ${notice?.text}`);
}

/** Begins a game's lessons from the choice of maps, one after the other, and wins each. @param {Pages} pages @param {string} game @param {number} lessons @param {Options} options */
async function learns(pages, game, lessons, options) {
  await playing(pages, [game, '--lang', 'en', '--seed', '7'], options, async (tab) => {
    const hand = { tab, finger: options.hasTouch ?? false };
    const name = `lesson-${game}${hand.finger ? '-phone' : ''}`;
    await shot(tab, `${name}-maps`);
    for (let lesson = 0; lesson < lessons; lesson++) {
      const cards = tab.locator('.lesson .card');
      assert.equal(await cards.count(), lessons);
      if ((await cards.nth(lesson).getAttribute('aria-pressed')) !== 'true') await told(tab, () => cards.nth(lesson).click());
      await told(tab, () => tab.locator('#play').click());
      await shot(tab, `${name}-${lesson + 1}`);
      for (let step = 0; step < 80; step++) {
        const now = await screen(tab);
        if (now.over || !now.lesson) break;
        if (now.busy) await tab.waitForFunction(() => !(/** @type {any} */ (window).sandtable.stage.shown.busy));
        else await follow(hand);
      }
      await tab.getByRole('dialog').waitFor();
      await idle(tab);
      await shot(tab, `${name}-${lesson + 1}-end`);
      const title = await tab.locator('#overlay-title').textContent();
      if (game !== 'deepblue') assert.equal(title, 'You win!', `lesson ${lesson + 1} of ${game}`);
      assert.equal(await tab.locator('.curve polyline').count() > 0, true, 'how it went is shown');
      const [replay] = await Promise.all([tab.context().waitForEvent('page'), tab.locator('dialog a.button').first().click()]);
      await replay.waitForSelector('html[data-ready]');
      await replay.close();
      await told(tab, () => tab.locator('dialog button[data-key="Enter"]').click());
    }
    if (game === 'breach') assert.match((await tab.locator('.lesson .card').first().textContent()) ?? '', /✓/);
  });
}

/** @param {Pages} pages */
async function onPhone(pages) {
  await learns(pages, 'breach', 3, PHONE);
  await learns(pages, 'goblins', 1, PHONE);
}

/** The middle of a cell of the map that is drawn, on the screen. @param {Tab} tab @param {number} cell */
async function spot(tab, cell) {
  await tab.locator('#drawing').evaluate((canvas) => canvas.scrollIntoView({ block: 'start' }));
  const box = await tab.locator('#drawing').boundingBox();
  const place = /** @type {{ x: number, y: number }} */ (await tab.evaluate(`window.sandtable.editor.gestures.placeOf(${cell})`));
  return { x: (box?.x ?? 0) + place.x, y: (box?.y ?? 0) + place.y };
}

/** @param {Tab} tab @param {string} name */
async function take(tab, name) {
  await tab.locator('#palette button', { hasText: name }).first().click();
}

/** @param {Pages} pages */
async function draws(pages) {
  for (const [game, own, foe, ground] of /** @type {const} */ ([['breach', 'tank', 'bee', 'ocean'], ['goblins', 'mage', 'tracking', 'water']])) {
    await playing(pages, [game, '--lang', 'en'], {}, async (tab, server) => {
      await told(tab, () => tab.locator('#draw-blank').click());
      await take(tab, ground);
      // A stroke with the mouse, copied to the other side.
      await tab.selectOption('#symmetry', { index: 1 });
      const [from, to] = [await spot(tab, 8), await spot(tab, 10)];
      await tab.mouse.move(from.x, from.y);
      await tab.mouse.down();
      await tab.mouse.move(to.x, to.y, { steps: 6 });
      await told(tab, () => tab.mouse.up());
      await tab.selectOption('#symmetry', { index: 0 });
      for (const [name, cell] of /** @type {[string, number][]} */ ([[own, 52], [foe, 20]])) {
        await take(tab, name);
        const { x, y } = await spot(tab, cell);
        await told(tab, () => tab.mouse.click(x, y));
      }
      await shot(tab, `draw-${game}`);
      assert.equal(await tab.locator('#verdict').getAttribute('class'), 'good');
      assert.deepEqual(await tab.evaluate(poorContrast), []);
      const text = /** @type {string} */ (await tab.evaluate('window.sandtable.editor.drawn.text'));
      assert.match(text, /\n1 0 [OW]\n/);
      assert.match(text, /\n1 7 [OW]\n/, 'the other side is the same');
      const [download] = await Promise.all([tab.waitForEvent('download'), tab.locator('#draw-save').click()]);
      assert.equal(readFileSync(await download.path(), 'utf8'), text);
      await tab.locator('#draw-share').click();
      await tab.waitForFunction(() => /** @type {HTMLInputElement} */ (document.getElementById('draw-link')).value !== '');
      const link = await tab.locator('#draw-link').inputValue();
      await told(tab, () => tab.locator('#draw-try').click());
      assert.equal(await tab.getAttribute('html', 'data-page'), 'game');
      await shot(tab, `draw-${game}-tried`);
      await told(tab, () => tab.keyboard.press('M'));
      assert.equal(await tab.getAttribute('html', 'data-page'), 'editor', 'back to drawing');
      await told(tab, () => tab.locator('#draw-undo').click());
      assert.notEqual(await tab.evaluate('window.sandtable.editor.drawn.text'), text);
      await told(tab, () => tab.locator('#draw-leave').click());
      assert.ok(link.startsWith(server.address));
      await tab.goto(link);
      await tab.reload();
      await tab.waitForSelector('html[data-page="editor"]');
      await tab.waitForFunction((/** @type {string} */ wanted) => /** @type {any} */ (window).sandtable.editor.drawn?.text === wanted, text);
      // What is wrong is shown at its square.
      writeFileSync(join(folder, 'broken.map'), 'nonsense');
      await told(tab, () => tab.locator('#draw-open').setInputFiles(join(folder, 'broken.map')));
      assert.equal(await tab.locator('#verdict').getAttribute('class'), 'wrong');
    });
  }
  for (const game of ['deepblue', 'fc18']) {
    await playing(pages, [game, '--lang', 'en'], {}, async (tab) => {
      await told(tab, () => tab.locator('#draw').click());
      await idle(tab);
      await shot(tab, `draw-${game}`);
      assert.equal(await tab.locator('#verdict').getAttribute('class'), 'good', 'a bundled map is a map');
      await tab.locator('#drawing').focus();
      await take(tab, game === 'fc18' ? 'tower of player 2' : 'mine');
      await tab.locator('#drawing').focus();
      await tab.keyboard.press('ArrowDown');
      await told(tab, () => tab.keyboard.press('Enter'));
      await shot(tab, `draw-${game}-changed`);
      assert.ok((await tab.locator('#problems li').count()) > 0, 'it is said what is odd now');
      await told(tab, () => tab.keyboard.press('Control+z'));
      assert.equal(await tab.locator('#verdict').getAttribute('class'), 'good');
    });
  }
}

/** @param {Pages} pages */
async function drawsOnPhone(pages) {
  await playing(pages, ['breach', '--lang', 'zh'], { ...PHONE, colorScheme: 'dark' }, async (tab) => {
    await told(tab, () => tab.locator('#draw-blank').click());
    await tab.locator('#palette button').nth(1).tap();
    const { x, y } = await spot(tab, 27);
    await told(tab, () => tab.touchscreen.tap(x, y));
    await shot(tab, 'draw-phone');
    assert.match(/** @type {string} */ (await tab.evaluate('window.sandtable.editor.drawn.text')), /3 3 M/);
    assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'it is no wider than the phone');
  });
}

await runAll(folder, TESTS);
