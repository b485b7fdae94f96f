// The page in a real browser: `node browser.js FOLDER`, where FOLDER holds the pages that `tests/page/browser.rs` rendered.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pages, ask, frameOf, pixels, runAll, sameBoard, settled } from './harness.js';

/** @typedef {import('playwright-core').Page} Tab */

const folder = process.argv[2];
const GAMES = ['breach', 'goblins', 'deepblue', 'fc18'];
/** CPU time that drawing one frame may take, in milliseconds. */
const FLUID = 50;

/** @type {[string, (pages: Pages) => Promise<void>][]} */
const TESTS = [
  ['every game is drawn as on the pictures on file', drawsBoards],
  ['playback plays, pauses, steps, jumps and changes speed', playsBack],
  ['the events of an order are played in their order', playsInOrder],
  ['the scrub bar, its marks, charts and events lead to their frames', leadsToFrames],
  ['key moments are few, and the score is explained', explainsScores],
  ['a link leads to a turn', leadsToTurns],
  ['a picture and an animation can be saved', savesPictures],
  ['the camera follows what happens on a large board', followsAction],
  ['a film can grow while it is watched', grows],
  ['a gallery leads to the matches of a series', showsGallery],
  ['the board zooms, pans and tells about units', tellsAboutUnits],
  ['a seat in the fog is shown less', hidesInFog],
  ['notes, clocks and refusals are shown', showsReports],
  ['language, theme and help can be switched', switches],
  ['everything can be reached and seen with the keyboard', isReachable],
  ['colours have contrast in both themes', hasContrast],
  ['a window shows the board and its controls without scrolling', fitsWindow],
  ['a phone shows everything without scrolling sideways', fitsPhone],
  ['a phone on its side has everything in reach', fitsLandscape],
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

/** A shell flies, lands, bursts where it landed; then the unit that it hit slides away. The clock is moved by hand. @param {Pages} pages */
async function playsInOrder(pages) {
  await pages.with('breach-push', {}, async (tab) => {
    const seen = await ask(tab, (page) => {
      const { film, board, player } = page;
      const { layout } = board.scene;
      const trace = (/** @type {any} */ event) => film.kindOf(event).trace;
      // Somebody is hit, pushed, and lives.
      const frame = [...Array(film.frames).keys()].find((at) => {
        const events = film.eventsOf(at);
        return events.some((/** @type {any} */ event) => trace(event) === 'shot') && events.some((/** @type {any} */ event) => trace(event) === 'slide' && film.row(at, event.args[0]) >= 0);
      }) ?? 0;
      const shot = film.eventsOf(frame).find((/** @type {any} */ event) => trace(event) === 'shot');
      const slide = film.eventsOf(frame).find((/** @type {any} */ event) => trace(event) === 'slide');
      player.seek(frame);
      Object.assign(player, { progress: 0, stepping: true, playing: false });
      const middle = (/** @type {number} */ cell) => ({ x: (cell % film.cast.cols) + 0.5, y: Math.floor(cell / film.cast.cols) + 0.5 });
      const rows = [];
      for (let tick = 0; tick < 400 && player.stepping; tick++) {
        player.advance(10);
        const moment = { frame, progress: player.progress, seat: -1, selected: -1, hovered: -1 };
        board.show(moment);
        const effects = board.scene.effects(moment);
        const one = (/** @type {string} */ kind) => effects.find((/** @type {any} */ effect) => effect.trace === kind);
        rows.push({ shot: one('shot')?.to, burst: one('burst')?.from, unit: layout.spotOf(frame, slide.args[0], player.progress), rest: player.progress >= 1 });
      }
      return { rows, landing: middle(shot.cells[1]), from: middle(slide.cells[0]), to: middle(slide.cells[1]) };
    });
    const { rows, landing, from, to } = seen;
    const far = (/** @type {any} */ one, /** @type {any} */ other) => Math.hypot(one.x - other.x, one.y - other.y);
    const landed = rows.findIndex((/** @type {any} */ row) => row.shot && far(row.shot, landing) < 0.01);
    const burst = rows.findIndex((/** @type {any} */ row) => row.burst);
    const moving = rows.findIndex((/** @type {any} */ row) => far(row.unit, from) > 0.3);
    assert.ok(landed > 0 && rows[0].shot && far(rows[0].shot, landing) > 0.5, 'the shell flies');
    if (burst >= 0) assert.ok(burst >= landed, `the burst (${burst}) comes when the shell has landed (${landed})`);
    if (burst >= 0 && far(landing, from) < 0.1) assert.ok(far(rows[burst].burst, landing) < 0.2, 'where it has landed');
    assert.ok(moving > landed, `the unit slides (${moving}) when the shell has landed (${landed})`);
    const between = rows.filter((/** @type {any} */ row) => far(row.unit, from) > 0.2 && far(row.unit, to) > 0.2);
    assert.ok(between.length >= 3, `it is seen on its way (${between.length} times)`);
    assert.ok(far(rows[rows.length - 1].unit, to) < 0.3 && rows[rows.length - 1].rest, 'and comes to rest');
  });
}

/** @param {Pages} pages */
async function explainsScores(pages) {
  for (const game of GAMES) {
    await pages.with(game, {}, async (tab) => {
      const [moments, seats] = await ask(tab, (page) => [page.film.moments.length, page.film.cast.seats]);
      assert.ok(moments > 0 && moments <= 20, `${game} has ${moments} key moments`);
      assert.equal(await tab.locator('#events .why').count(), moments, 'each says why it is one');
      const explained = game === 'fc18' || game === 'deepblue';
      assert.equal(await tab.isVisible('#why'), explained, `${game}: the score is explained where there is one`);
      assert.equal(await tab.locator('#legend', { hasText: 'captures' }).count(), await ask(tab, (page) => Number(page.timeline.counts.get('capture').some((/** @type {number} */ count) => count > 0))), 'what does not happen is not in the legend');
      if (!explained) return;
      assert.ok((await tab.locator('#sources .reasons li').count()) >= seats);
      assert.equal(await tab.locator('#sources .areas .plot svg').count(), seats);
      assert.ok((await tab.locator('#sources polygon').count()) >= seats, 'everybody has an area');
      await tab.click('#last');
      await settled(tab);
      const column = await tab.locator('#sources tbody td:nth-child(2)').allTextContents();
      const score = await ask(tab, (page) => page.film.measures[0][0][page.film.frames - 1]);
      assert.equal(column.map(Number).reduce((sum, value) => sum + value, 0), score, 'the parts are the whole');
      await tab.locator('#sources svg[role=img]').first().click({ position: { x: 40, y: 20 } });
      assert.ok((await frameOf(tab)) < (await ask(tab, (page) => page.film.frames)) / 2, 'an area leads to its turn');
    });
  }
  await pages.with('breach-quiet', {}, async (tab) => {
    assert.equal(await tab.locator('#charts figure').count(), 3, 'bots inside the program have no clock');
    assert.ok(await tab.isHidden('#bots'), 'and nothing else to tell');
  });
}

/** @param {Pages} pages */
async function leadsToTurns(pages) {
  await pages.with('breach', {}, async (tab) => {
    const address = () => tab.evaluate(() => location.hash);
    const frames = await ask(tab, (page) => page.film.frames);
    for (let frame = frames - 1; frame >= 0; frame -= 1) {
      await tab.evaluate((to) => /** @type {any} */ (window).sandtable.seek(to), frame);
      await settled(tab);
      const hash = await address();
      await tab.evaluate(() => /** @type {any} */ (window).sandtable.seek(0));
      await settled(tab);
      await tab.evaluate((to) => (location.hash = to), hash);
      assert.equal(await frameOf(tab), frame, `${hash} names a frame`);
    }
    await tab.evaluate(() => (location.hash = '#nonsense'));
    assert.equal(await frameOf(tab), 0, 'nonsense leads nowhere');
    await tab.evaluate(() => (location.hash = '#99999'));
    assert.equal(await frameOf(tab), frames - 1, 'a turn after the end is the end');
    // It is shown for a moment only.
    await Promise.all([tab.waitForSelector('#toast.shown'), tab.click('#copy-link')]);
    await tab.evaluate(() => document.body.append(Object.assign(document.createElement('textarea'), { id: 'paste' })));
    await tab.focus('#paste');
    await tab.keyboard.press('Control+V');
    assert.equal(await tab.inputValue('#paste'), tab.url(), 'the link is on the clipboard');
  });
}

/** @param {Pages} pages */
async function savesPictures(pages) {
  await pages.with('goblins', { acceptDownloads: true }, async (tab) => {
    await tab.evaluate(() => /** @type {any} */ (window).sandtable.seek(5));
    const take = async (/** @type {() => Promise<void>} */ press) => {
      const [download] = await Promise.all([tab.waitForEvent('download'), press()]);
      return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
    };
    const picture = await take(() => tab.click('#save-picture'));
    assert.match(picture.name, /^goblins-hunt-\d+\.png$/);
    const { width, height, data } = await pixels(tab, picture.bytes);
    assert.ok(width >= 1600 && height >= 1600, `${width} × ${height}`);
    assert.ok(new Set(data.subarray(0, 400_000)).size > 20, 'something is drawn');
    await tab.click('#save-animation');
    await tab.fill('#animation-from', '1');
    await tab.fill('#animation-to', '2');
    const animation = await take(() => tab.click('#animation-start'));
    assert.match(animation.name, /^goblins-hunt-1-2\.gif$/);
    await readsAnimation(tab, animation.bytes);
    // A second one is given up half-way.
    await tab.click('#save-animation');
    await tab.evaluate(() => ['animation-start', 'animation-close'].forEach((id) => document.getElementById(id)?.click()));
    await tab.waitForFunction(() => !(/** @type {HTMLButtonElement} */ (document.getElementById('animation-start')).disabled));
  });
}

/** The browser's own decoder reads every picture of the animation, and the last is what the page shows. @param {Tab} tab @param {Buffer} gif */
async function readsAnimation(tab, gif) {
  const { count, wrong, size } = await tab.evaluate(async (base64) => {
    const { sandtable } = /** @type {any} */ (window);
    const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: 'image/gif' });
    await decoder.tracks.ready;
    await decoder.completed;
    const count = decoder.tracks.selectedTrack?.frameCount ?? 0;
    const { image } = await decoder.decode({ frameIndex: count - 1 });
    const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight);
    const ctx = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    ctx.drawImage(image, 0, 0);
    const shown = ctx.getImageData(0, 0, canvas.width, canvas.height).data;
    const [, to] = sandtable.animation.range();
    const truth = sandtable.animation.snapshot().pixels({ ...sandtable.board.moment, frame: to, progress: 1, hovered: -1 });
    let wrong = 0;
    for (let at = 0; at < truth.length; at += 4) {
      if ([0, 1, 2].some((channel) => Math.abs(truth[at + channel] - shown[at + channel]) > 40)) wrong += 1;
    }
    return { count, wrong: truth.length === shown.length ? wrong / (truth.length / 4) : 1, size: data.length };
  }, gif.toString('base64'));
  assert.ok(count > 20, `${count} pictures`);
  assert.ok(wrong < 0.02, `${(wrong * 100).toFixed(1)} % of the last picture is wrong`);
  assert.ok(size < 2_000_000, `${size} bytes`);
}

/** @param {Pages} pages */
async function followsAction(pages) {
  await pages.with('deepblue-large', {}, async (tab) => {
    assert.equal(await tab.getAttribute('#follow', 'aria-pressed'), 'true', 'the camera follows from the start');
    assert.ok(await tab.isVisible('#minimap'));
    const found = await ask(tab, (page) => {
      const { film, board } = page;
      let [inSight, fights] = [0, 0];
      for (let frame = 1; frame < film.frames; frame++) {
        const cells = film.eventsOf(frame).filter((/** @type {any} */ event) => film.kindOf(event).mark === 'battle').map((/** @type {any} */ event) => event.cells[event.cells.length - 1]);
        if (cells.length === 0) continue;
        fights += 1;
        board.show({ ...board.moment, frame, progress: 1 });
        const { view } = board;
        const isIn = (/** @type {number} */ cell) => {
          const [x, y] = [((cell % film.cast.cols) + 0.5) * view.scale + view.x, (Math.floor(cell / film.cast.cols) + 0.5) * view.scale + view.y];
          return x > 0 && y > 0 && x < view.width && y < view.height;
        };
        if (cells.some(isIn)) inSight += 1;
      }
      return { inSight, fights, scale: board.view.scale };
    });
    assert.ok(found.fights > 5 && found.inSight >= found.fights * 0.95, `${found.inSight} of ${found.fights} frames with battles show one`);
    assert.ok(found.scale >= 24, `ships are ${found.scale} pixels large`);
    await tab.locator('#minimap').click({ position: { x: 10, y: 10 } });
    assert.equal(await tab.getAttribute('#follow', 'aria-pressed'), 'false', 'who looks elsewhere is not led away');
    await tab.click('#zoom-fit');
    // The whole board needs no map; it is drawn with the next picture.
    await tab.locator('#minimap').waitFor({ state: 'hidden' });
    await tab.keyboard.press('c');
    assert.equal(await tab.getAttribute('#follow', 'aria-pressed'), 'true');
  });
  await pages.with('breach', {}, async (tab) => {
    assert.ok((await tab.isHidden('#follow')) && (await tab.isHidden('#minimap')), 'a small board needs no camera');
  });
}

/** @param {Pages} pages */
async function grows(pages) {
  for (const name of ['fc18', 'deepblue']) {
    const parts = JSON.parse(readFileSync(join(folder, `${name}.parts.json`), 'utf8'));
    await pages.with(name, {}, async (tab) => {
      const same = await tab.evaluate(async (list) => {
        const { sandtable } = /** @type {any} */ (window);
        const bytes = (/** @type {string} */ base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        const whole = sandtable.film;
        const grown = new whole.constructor(bytes(list[0]));
        list.slice(1).forEach((/** @type {string} */ part) => grown.append(bytes(part)));
        return Object.keys(whole).filter((key) => JSON.stringify(whole[key]) !== JSON.stringify(grown[key]));
      }, parts);
      assert.deepEqual(same, [], `${name}: a film in ${parts.length} parts is the film`);
    });
  }
  const parts = JSON.parse(readFileSync(join(folder, 'fc18.parts.json'), 'utf8'));
  await pages.with('fc18-live', {}, async (tab) => {
    const end = () => tab.getAttribute('#scrub', 'max').then(Number);
    const before = await end();
    await tab.click('#last');
    await tab.evaluate((part) => /** @type {any} */ (window).sandtable.append(Uint8Array.from(atob(part), (letter) => letter.charCodeAt(0))), parts[1]);
    assert.ok((await end()) > before, 'the scrub bar grows');
    assert.equal(await tab.getAttribute('#play', 'aria-label'), 'Pause', 'who watched the end goes on');
    await tab.click('#last');
    assert.equal(await frameOf(tab), await end());
  });
}

/** @param {Pages} pages */
async function showsGallery(pages) {
  await pages.with('gallery', {}, async (tab) => {
    assert.equal(await tab.locator('.card').count(), GAMES.length);
    await tab.locator('.still').last().scrollIntoViewIfNeeded();
    await settled(tab);
    const painted = await tab.evaluate(() => [...document.querySelectorAll('canvas')].filter((canvas) => canvas.width > 200).length);
    assert.equal(painted, GAMES.length, 'every board is drawn when it comes into sight');
    assert.match((await tab.textContent('#broken')) ?? '', /cut\.jsonl.*<b>no<\/b>/, 'what cannot be shown is named, as text');
    assert.match((await tab.locator('.card').nth(3).textContent()) ?? '', /FC18 Towers · campus.*(wins|share)/);
    await tab.fill('#search', 'campus');
    assert.equal(await tab.locator('.card').count(), 1);
    await tab.fill('#search', 'nothing like that');
    assert.equal(await tab.locator('.card').count(), 0);
    await tab.fill('#search', '');
    await tab.click('#language');
    assert.match((await tab.textContent('h1')) ?? '', /回放/);
    await tab.click('#theme');
    await tab.locator('.card').first().click();
    await tab.waitForSelector('html[data-ready] #board');
  });
  await pages.with('gallery', { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }, async (tab) => {
    const [content, screen] = await tab.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    assert.ok(content <= screen, `${content} pixels wide on a screen of ${screen}`);
  });
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
    assert.equal(await tab.locator('#charts figure').count(), 4 + (await ask(tab, (page) => page.film.reports.flat().some((/** @type {any} */ report) => report.used > 0) ? 1 : 0)));
    const event = tab.locator('#events li[data-frame]').nth(3);
    const wanted = Number(await event.getAttribute('data-frame'));
    await event.locator('button').click();
    assert.equal(await frameOf(tab), wanted, 'an event leads to its turn');
    const listed = await ask(tab, (page) => page.events.chosen.length);
    await tab.selectOption('#filter', { index: 2 });
    assert.ok((await ask(tab, (page) => page.events.chosen.length)) > listed, 'there is more than key moments');
    await tab.locator('#events .more').last().click();
    await tab.goto(tab.url().replace(/#.*$/, '#7'));
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
    await settled(tab);
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
        [...document.querySelectorAll('.transport button, .zoom button, header button')].filter((button) => button instanceof HTMLElement && !button.hidden && button.offsetHeight < 34).length,
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
async function fitsLandscape(pages) {
  for (const name of [...GAMES, 'deepblue-large']) {
    await pages.with(name, { viewport: { width: 844, height: 390 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }, async (tab) => {
      const outside = await tab.evaluate(() => {
        const controls = [...document.querySelectorAll('header button, .transport button, .transport select, .transport input, .zoom button, #board')];
        const shown = controls.filter((control) => control instanceof HTMLElement && control.offsetParent !== null);
        return shown.filter((control) => {
          const box = control.getBoundingClientRect();
          return box.left < 0 || box.top < 0 || box.right > window.innerWidth || box.bottom > window.innerHeight || box.height < 14;
        }).map((control) => control.id);
      });
      assert.deepEqual(outside, [], `${name}: within the screen`);
      const [wide, high] = await tab.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]);
      assert.ok(wide <= 844 && high <= 390, `${name}: ${wide} × ${high}`);
      const board = await tab.locator('#board').boundingBox();
      assert.ok(board && board.height >= 200, `${name}: the board is ${board?.height} pixels high`);
      await tab.tap('#play');
      await tab.tap('#play');
      await tab.tap('#help-open');
      await tab.tap('#help-close');
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
