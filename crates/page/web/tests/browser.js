// The page in a real browser: `node browser.js FOLDER`, where FOLDER holds the pages that `tests/page/browser.rs` rendered.

import assert from 'node:assert/strict';
import { Pages, ask, frameOf, runAll, sameBoard, settled } from './harness.js';

/** @typedef {import('playwright-core').Page} Tab */

const folder = process.argv[2];
const GAMES = ['breach', 'goblins', 'deepblue', 'fc18'];
/** CPU time that drawing one frame may take, in milliseconds. */
const FLUID = 50;

/** @type {[string, (pages: Pages) => Promise<void>][]} */
const TESTS = [
  ['every game is drawn as on the pictures on file', drawsBoards],
  ['playback plays, pauses, steps, jumps and changes speed', playsBack],
  ['the scrub bar, its marks, charts and events lead to their frames', leadsToFrames],
  ['the board zooms, pans and tells about units', tellsAboutUnits],
  ['a seat in the fog is shown less', hidesInFog],
  ['notes, clocks and refusals are shown', showsReports],
  ['language, theme and help can be switched', switches],
  ['everything can be reached and seen with the keyboard', isReachable],
  ['colours have contrast in both themes', hasContrast],
  ['a window shows the board and its controls without scrolling', fitsWindow],
  ['a phone shows everything without scrolling sideways', fitsPhone],
  ['reduced motion is respected', staysCalm],
  ['scrubbing through the largest pages is fluid', isFluid],
];

/** @param {Pages} pages */
async function drawsBoards(pages) {
  for (const game of GAMES) {
    await pages.with(game, {}, async (tab) => {
      const frames = await ask(tab, (page) => page.film.frames);
      await ask(tab, (page) => page.seek(Math.floor(page.film.frames * 0.6)));
      await sameBoard(tab, game, folder);
      assert.ok(frames > 5, `${game} has frames`);
      assert.notEqual(await tab.textContent('#result'), '');
    });
  }
}

/** @param {Pages} pages */
async function playsBack(pages) {
  await pages.with('fc18', {}, async (tab) => {
    const last = Number(await tab.getAttribute('#scrub', 'max'));
    assert.equal(await frameOf(tab), 0);
    await tab.click('#forward');
    await tab.click('#forward');
    assert.equal(await frameOf(tab), 2);
    await tab.click('#back');
    assert.equal(await frameOf(tab), 1);
    await tab.click('#last');
    assert.equal(await frameOf(tab), last);
    await tab.click('#first');
    assert.equal(await frameOf(tab), 0);
    await tab.selectOption('#speed', { label: '32×' });
    await tab.click('#play');
    assert.equal(await tab.getAttribute('#play', 'aria-label'), 'Pause');
    await tab.waitForFunction(() => Number(/** @type {HTMLInputElement} */ (document.getElementById('scrub')).value) > 12);
    await tab.click('#play');
    assert.equal(await tab.getAttribute('#play', 'aria-label'), 'Play');
    const paused = await frameOf(tab);
    await settled(tab);
    assert.equal(await frameOf(tab), paused, 'a pause is a pause');
    await tab.click('#mark-forward');
    const marked = await frameOf(tab);
    assert.ok(marked > paused);
    await tab.click('#mark-back');
    assert.ok((await frameOf(tab)) < marked);
    await keys(tab, last);
    await playsToTheEnd(tab, last);
  });
}

/** @param {Tab} tab @param {number} last */
async function keys(tab, last) {
  await tab.focus('#board');
  const expected = { Home: 0, ArrowRight: 1, PageDown: 11, PageUp: 1, ArrowLeft: 0, End: last };
  for (const [key, frame] of Object.entries(expected)) {
    await tab.keyboard.press(key);
    assert.equal(await frameOf(tab), frame, key);
  }
  await tab.keyboard.press('p');
  assert.ok((await frameOf(tab)) < last, 'P goes to the key moment before');
  await tab.keyboard.press('n');
  const speed = await tab.inputValue('#speed');
  await tab.keyboard.press('[');
  assert.notEqual(await tab.inputValue('#speed'), speed, '[ is slower');
  await tab.keyboard.press(']');
  assert.equal(await tab.inputValue('#speed'), speed, '] is faster');
}

/** @param {Tab} tab @param {number} last */
async function playsToTheEnd(tab, last) {
  await ask(tab, (page) => page.seek(page.film.frames - 4));
  await tab.keyboard.press('Space');
  await tab.waitForFunction((end) => Number(/** @type {HTMLInputElement} */ (document.getElementById('scrub')).value) === end, last);
  await tab.waitForFunction(() => document.getElementById('play')?.dataset.label === 'play');
}

/** @param {Pages} pages */
async function leadsToFrames(pages) {
  await pages.with('fc18', {}, async (tab) => {
    const last = Number(await tab.getAttribute('#scrub', 'max'));
    await tab.focus('#scrub');
    await tab.keyboard.press('ArrowRight');
    assert.equal(await frameOf(tab), 1);
    assert.match((await tab.getAttribute('#scrub', 'aria-valuetext')) ?? '', /Round 1, turn 1/);
    await tab.locator('#marks').click({ position: { x: 2, y: 8 } });
    assert.ok((await frameOf(tab)) < last * 0.05);
    const chart = tab.locator('#charts svg').first();
    await chart.click({ position: { x: 80, y: 20 } });
    const charted = await frameOf(tab);
    assert.ok(charted > last * 0.2 && charted < last * 0.8);
    assert.equal(await tab.locator('#charts figure').count(), 4 + (await ask(tab, (page) => page.film.reports.flat().some((/** @type {any} */ report) => report.used >= 0) ? 1 : 0)));
    const event = tab.locator('#events li[data-frame]').nth(3);
    const wanted = Number(await event.getAttribute('data-frame'));
    await event.locator('button').click();
    assert.equal(await frameOf(tab), wanted, 'an event leads to its turn');
    const listed = await ask(tab, (page) => page.events.chosen.length);
    await tab.selectOption('#filter', { index: 2 });
    assert.ok((await ask(tab, (page) => page.events.chosen.length)) > listed, 'there is more than key moments');
    await tab.locator('#events .more').last().click();
    await tab.goto(`${tab.url()}#7`);
    assert.equal(await frameOf(tab), 7, 'the address names a frame');
  });
}

/** @param {Pages} pages */
async function tellsAboutUnits(pages) {
  await pages.with('deepblue', {}, async (tab) => {
    const scale = () => ask(tab, (page) => page.board.view.scale);
    const fitted = await scale();
    await tab.click('#zoom-in');
    assert.ok((await scale()) > fitted);
    await tab.click('#zoom-out');
    await tab.click('#zoom-fit');
    assert.equal(await scale(), fitted);
    const board = tab.locator('#board');
    await board.hover({ position: { x: 200, y: 200 } });
    await tab.mouse.wheel(0, -300);
    await settled(tab);
    assert.ok((await scale()) > fitted, 'the wheel zooms');
    const before = await ask(tab, (page) => page.board.view.x);
    await tab.mouse.down();
    await tab.mouse.move(380, 330, { steps: 4 });
    await tab.mouse.up();
    assert.notEqual(await ask(tab, (page) => page.board.view.x), before, 'dragging pans');
    await board.dblclick({ position: { x: 30, y: 300 } });
    assert.equal(await scale(), fitted, 'a double click shows the whole board');
    const base = await ask(tab, (page) => {
      const { film } = page;
      const row = film.rowHealth.findIndex((/** @type {number} */ health) => health > 0);
      const spot = page.board.scene.layout.rest(0)[row];
      return { x: spot.x * page.board.view.scale + page.board.view.x, y: spot.y * page.board.view.scale + page.board.view.y };
    });
    await board.hover({ position: base });
    assert.match((await tab.textContent('#tip')) ?? '', /\w+ \d+ · /);
    assert.match((await tab.textContent('#unit')) ?? '', /health\d+ \/ \d+/);
    await board.click({ position: base });
    await board.hover({ position: { x: 5, y: 300 } });
    assert.ok(await tab.isVisible('#unit'), 'a click keeps the figures');
    await board.click({ position: base });
    for (const key of ['w', 'a', 's', 'd', '+', '-', '0', '.', ',']) await tab.keyboard.press(key);
    assert.ok(await tab.isVisible('#unit'), 'a unit is chosen by key');
  });
}

/** @param {Pages} pages */
async function hidesInFog(pages) {
  await pages.with('deepblue', {}, async (tab) => {
    await tab.selectOption('#filter', { index: 2 });
    await tab.click('#last');
    const all = await ask(tab, (page) => page.events.chosen.length);
    await tab.selectOption('#fog', '0');
    assert.ok((await ask(tab, (page) => page.events.chosen.length)) < all, 'a seat is told less');
    await sameBoard(tab, 'deepblue-fog', folder);
    await tab.keyboard.press('Escape');
    await tab.focus('#board');
    await tab.keyboard.press('f');
    assert.equal(await tab.inputValue('#fog'), '1');
    await tab.keyboard.press('f');
    assert.equal(await tab.inputValue('#fog'), '-1');
  });
  await pages.with('fc18', {}, async (tab) => {
    assert.ok(await tab.isHidden('#fog-choice'), 'without fog there is no choice of eyes');
  });
}

/** @param {Pages} pages */
async function showsReports(pages) {
  await pages.with('deepblue', {}, async (tab) => {
    // The last frame with a refusal.
    await ask(tab, (page) => page.seek(page.film.reports.findLastIndex((/** @type {any[]} */ reports) => reports.some((report) => report.reasons.length > 0))));
    await settled(tab);
    const text = (await tab.textContent('#reports')) ?? '';
    assert.match(text, /orders, \d+ refused/);
    assert.match(text, /CPU \d/);
    assert.match(text, /thinking about turn \d+/);
    await tab.locator('#reports summary').first().click();
    assert.ok(await tab.locator('#reports details li').first().isVisible(), 'the reasons of refusals');
  });
}

/** @param {Pages} pages */
async function switches(pages) {
  await pages.with('goblins', {}, async (tab) => {
    assert.equal(await tab.getAttribute('html', 'lang'), 'en');
    await tab.click('#language');
    assert.equal(await tab.getAttribute('html', 'lang'), 'zh-CN');
    assert.match((await tab.textContent('#title')) ?? '', /法师/);
    assert.match((await tab.textContent('#players')) ?? '', /哥布林/);
    await tab.keyboard.press('l');
    assert.match((await tab.textContent('#title')) ?? '', /Mages/);
    const paper = () => tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await paper();
    await tab.click('#theme');
    assert.notEqual(await paper(), light);
    await tab.keyboard.press('t');
    assert.equal(await paper(), light);
    await tab.click('#help-open');
    assert.ok(await tab.isVisible('#help'));
    assert.ok((await tab.locator('#keys dt').count()) >= 15 && (await tab.locator('#kinds li').count()) === 3);
    await tab.click('#help-close');
    assert.ok(await tab.isHidden('#help'));
    await tab.keyboard.press('?');
    assert.ok(await tab.isVisible('#help'));
    await tab.keyboard.press('Escape');
    assert.ok(await tab.isHidden('#help'));
  });
  await pages.with('breach', { locale: 'zh-CN', colorScheme: 'dark' }, async (tab) => {
    assert.equal(await tab.getAttribute('html', 'lang'), 'zh-CN', 'the language is the reader’s');
    const paper = await tab.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.ok(luminance(paper) < 0.1, 'so is the theme');
  });
}

/** @param {Pages} pages */
async function isReachable(pages) {
  await pages.with('deepblue', {}, async (tab) => {
    const wanted = await tab.evaluate(() => {
      const all = [...document.querySelectorAll('main button[id], header button, main select, main input, main canvas[tabindex]')];
      return all.filter((element) => element instanceof HTMLElement && element.offsetParent !== null).map((element) => element.id);
    });
    assert.ok(wanted.length >= 18, `there are ${wanted.length} controls`);
    const unnamed = await tab.evaluate(() =>
      [...document.querySelectorAll('button, select, input, canvas[tabindex]')]
        .filter((element) => !element.getAttribute('aria-label') && !element.textContent?.trim() && !element.closest('label'))
        .map((element) => element.id),
    );
    assert.deepEqual(unnamed, [], 'every control has a name');
    const reached = new Set();
    for (let press = 0; press < wanted.length + 12; press++) {
      await tab.keyboard.press('Tab');
      const { id, ring } = await tab.evaluate(() => {
        const active = /** @type {HTMLElement} */ (document.activeElement);
        const style = getComputedStyle(active);
        return { id: active.id, ring: active === document.body || (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) };
      });
      assert.ok(ring, `#${id} shows that it has the focus`);
      reached.add(id);
    }
    assert.deepEqual(wanted.filter((id) => !reached.has(id)), [], 'the Tab key reaches everything');
  });
}

/** @param {Pages} pages */
async function hasContrast(pages) {
  for (const colorScheme of /** @type {('light' | 'dark')[]} */ (['light', 'dark'])) {
    await pages.with('fc18', { colorScheme }, async (tab) => {
      const colour = (/** @type {string} */ name) =>
        tab.evaluate((variable) => {
          const probe = document.body.appendChild(document.createElement('i'));
          probe.style.color = `var(${variable})`;
          const found = getComputedStyle(probe).color;
          probe.remove();
          return found;
        }, name);
      const atLeast = async (/** @type {number} */ least, /** @type {string} */ one, /** @type {string} */ other) => {
        const found = contrast(await colour(one), await colour(other));
        assert.ok(found >= least, `${colorScheme}: ${one} on ${other} has ${found.toFixed(2)}, and needs ${least}`);
      };
      for (const back of ['--paper', '--panel', '--now']) {
        await atLeast(4.5, '--ink', back);
        await atLeast(4.5, '--muted', back);
      }
      await atLeast(4.5, '--accent-ink', '--accent');
      for (const sign of ['--focus', '--mark-battle', '--mark-loss', '--mark-capture', '--mark-decision']) await atLeast(3, sign, '--paper');
      const paper = await colour('--paper');
      const lines = await tab.evaluate(() => [...document.querySelectorAll('#charts polyline')].map((line) => getComputedStyle(line).stroke));
      for (const line of new Set(lines)) assert.ok(contrast(line, paper) >= 3, `${colorScheme}: a chart line in ${line}`);
    });
  }
}

/** @param {string} colour as in `rgb(1, 2, 3)` */
function luminance(colour) {
  const [red, green, blue] = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map((channel) => {
    const share = Number(channel) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param {string} one @param {string} other */
function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** @param {Pages} pages */
async function fitsWindow(pages) {
  // With few controls and with many.
  for (const name of ['breach', 'deepblue']) {
    for (const viewport of [{ width: 1200, height: 800 }, { width: 1366, height: 600 }]) {
      await pages.with(name, { viewport }, async (tab) => {
        const content = await tab.evaluate(() => document.documentElement.scrollHeight);
        assert.ok(content <= viewport.height, `${name}: ${content} pixels high in a window of ${viewport.height}`);
      });
    }
  }
}

/** @param {Pages} pages */
async function fitsPhone(pages) {
  for (const name of GAMES) {
    await pages.with(name, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }, async (tab) => {
      const [content, screen] = await tab.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(content <= screen, `${name}: ${content} pixels wide on a screen of ${screen}`);
      const small = await tab.evaluate(() =>
        [...document.querySelectorAll('.transport button, .zoom button, header button')].filter((button) => button.getBoundingClientRect().height < 34).length,
      );
      assert.equal(small, 0, 'buttons are large enough for a finger');
      await tab.tap('#play');
      await tab.tap('#play');
      await tab.touchscreen.tap(200, 300);
      await settled(tab);
    });
  }
}

/** @param {Pages} pages */
async function staysCalm(pages) {
  await pages.with('breach', { reducedMotion: 'reduce' }, async (tab) => {
    await tab.click('#forward');
    assert.equal(await ask(tab, (page) => page.player.progress), 1, 'a step is done at once');
    await settled(tab);
    assert.equal(await ask(tab, (page) => page.board.moment.progress), 1);
  });
}

/** Draws every frame of the largest pages, and measures the CPU time of the page's thread, which a busy machine hardly changes. @param {Pages} pages */
async function isFluid(pages) {
  for (const name of ['fc18', 'deepblue-large']) {
    await pages.with(name, {}, async (tab) => {
      const cost = await costOfFrames(tab);
      const frames = await ask(tab, (page) => page.film.frames);
      let [sum, worst, at] = [0, 0, 0];
      for (let frame = 0; frame < frames; frame++) {
        let used = await cost(frame);
        sum += used;
        // What the browser tidies up now and then is not the frame's: such a frame is drawn once more.
        if (used > FLUID) {
          await cost(Math.max(0, frame - 1));
          used = Math.min(used, await cost(frame));
        }
        if (used > worst) [worst, at] = [used, frame];
      }
      console.log(`  ${name}: ${frames} frames, ${(sum / frames).toFixed(1)} ms of CPU time each, ${worst.toFixed(1)} ms at most (frame ${at})`);
      assert.ok(worst <= FLUID, `${name}: frame ${at} takes ${worst.toFixed(1)} ms`);
    });
  }
}

/** Measures the milliseconds of CPU time that it takes to show a frame. @param {Tab} tab */
async function costOfFrames(tab) {
  const session = await tab.context().newCDPSession(tab);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const used = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1000;
  };
  return async (/** @type {number} */ frame) => {
    const before = await used();
    await tab.evaluate((to) => {
      /** @type {any} */ (window).sandtable.seek(to);
      return new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }, frame);
    return (await used()) - before;
  };
}

await runAll(folder, TESTS);
