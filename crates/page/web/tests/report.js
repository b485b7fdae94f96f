// The report of a tournament and the page of a tuning in a real browser: `node report.js FOLDER`, where FOLDER holds the pages that
// `crates/cups/tests/site.rs` rendered.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Pages, runAll, settled } from './harness.js';

/** @typedef {import('playwright-core').Page} Tab */

const folder = process.argv[2];
const PAGES = ['four/index', 'four/index.zh', 'four/entrants/1', 'four/entrants/2.zh', 'two/index', 'bracket/index', 'tuning/index', 'tuning/index.zh'];

/** @type {[string, (pages: Pages) => Promise<void>][]} */
const TESTS = [
  ['a window and a phone show everything without scrolling sideways', fits],
  ['tooltips appear under the pointer and go away', tellsPointer],
  ['tooltips appear with the keyboard and go away with Escape', tellsKeyboard],
  ['tooltips stay on a phone\'s screen', tellsPhone],
  ['a table of two is not stretched', isCompact],
  ['both languages lead to each other', switches],
];

/** The tooltip's text; none if it is not shown. @param {Tab} tab */
async function tip(tab) {
  await settled(tab);
  return (await tab.locator('#tip').isVisible()) ? tab.textContent('#tip') : null;
}

/** @param {Pages} pages */
async function fits(pages) {
  for (const name of PAGES) {
    for (const [kind, width] of /** @type {[string, number][]} */ ([['window', 1100], ['phone', 390]])) {
      await pages.with(name, { viewport: { width, height: 800 } }, async (tab) => {
        const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= width, `${name} is ${wide} wide on a ${kind}`);
        await tab.screenshot({ path: join(folder, `${name.replaceAll('/', '-')}-${kind}.png`), fullPage: true });
      });
    }
  }
}

/** @param {Pages} pages */
async function tellsPointer(pages) {
  await pages.with('four/index', {}, async (tab) => {
    assert.equal(await tip(tab), null);
    const cell = tab.locator('.cross [data-tip]').first();
    await cell.hover();
    assert.equal(await tip(tab), await cell.getAttribute('data-tip'));
    await tab.locator('h1').hover();
    assert.equal(await tip(tab), null);
    await tab.locator('.interval').first().hover();
    assert.match((await tip(tab)) ?? '', /± \d/);
  });
}

/** @param {Pages} pages */
async function tellsKeyboard(pages) {
  await pages.with('four/index', {}, async (tab) => {
    const told = new Set();
    for (let presses = 0; presses < 80; presses += 1) {
      await tab.keyboard.press('Tab');
      const text = await tip(tab);
      const wanted = await tab.evaluate(() => document.activeElement?.getAttribute('data-tip') ?? null);
      assert.equal(text, wanted, 'what has the focus is told');
      if (text) told.add(text);
    }
    const all = await tab.locator('[data-tip]').count();
    assert.ok(told.size > 10 && told.size <= all, `${told.size} of ${all} were told`);
    await tab.locator('.cross [data-tip]').first().focus();
    assert.notEqual(await tip(tab), null);
    await tab.keyboard.press('Escape');
    assert.equal(await tip(tab), null);
  });
}

/** @param {Pages} pages */
async function tellsPhone(pages) {
  await pages.with('four/index', { viewport: { width: 390, height: 800 } }, async (tab) => {
    for (const cell of await tab.locator('[data-tip]').all()) {
      await cell.focus();
      if ((await tip(tab)) === null) continue;
      const box = await tab.locator('#tip').boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0, JSON.stringify(box));
    }
  });
}

/** @param {Pages} pages */
async function isCompact(pages) {
  await pages.with('two/index', {}, async (tab) => {
    for (const cell of await tab.locator('.cross tbody td').all()) {
      const box = await cell.boundingBox();
      assert.ok(box && box.width < 120, `a cell is ${box?.width} wide`);
    }
  });
}

/** @param {Pages} pages */
async function switches(pages) {
  for (const name of ['four/index', 'four/entrants/1', 'tuning/index']) {
    await pages.with(name, {}, async (tab) => {
      assert.equal(await tab.getAttribute('html', 'lang'), 'en');
      await tab.click('header a[lang="zh-CN"]');
      assert.equal(await tab.getAttribute('html', 'lang'), 'zh-CN');
      await tab.click('header a[lang="en"]');
      assert.equal(await tab.getAttribute('html', 'lang'), 'en');
    });
  }
}

await runAll(folder, TESTS);
