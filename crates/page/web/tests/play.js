// Playing in a real browser: `node play.js FOLDER`, where FOLDER holds `program.txt` with the path of the program.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pages, poorContrast, runAll } from './harness.js';

/** @typedef {import('playwright-core').Page} Tab */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */
/** @typedef {{ address: string, kill: (signal: NodeJS.Signals) => void, ended: Promise<number | null> }} Server */
/** @typedef {{ tab: Tab, finger: boolean }} Hand */

const folder = process.argv[2];
const program = readFileSync(join(folder, 'program.txt'), 'utf8').trim();
/** How long a bot or the coach may think, in milliseconds. */
const PATIENCE = 120_000;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** @type {[string, (pages: Pages) => Promise<void>][]} */
const TESTS = [
  ['the first map of breach is won with the mouse, by the hints', (pages) => wins(pages, 'breach', 'first-contact', {})],
  ['the first map of goblins is won with the mouse, by the hints', (pages) => wins(pages, 'goblins', 'first-spell', {})],
  ['both are won with a finger on a phone', onPhone],
  ['some rounds of fc18 are played', (pages) => battle(pages, 'fc18', 'campus', {})],
  ['some rounds of deepblue are played', (pages) => battle(pages, 'deepblue', 'training', {})],
  ['rounds are played with a finger on a phone', onPhoneInBattle],
  ['everything is done with keys', byKeys],
  ['what happens is shown, and can be skipped', animates],
  ['maps are chosen, in both languages, light and dark', choosesMaps],
  ['a killed server loses nothing, and one without tabs ends', survives],
];

/** Starts the program. @param {string[]} options @returns {Promise<Server>} */
async function serve(...options) {
  const child = spawn(program, ['play', ...options, '--web', '--no-open'], {
    env: { ...process.env, XDG_DATA_HOME: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((/** @type {(code: number | null) => void} */ done) => child.on('exit', done));
  const address = await new Promise((/** @type {(address: string) => void} */ done, failed) => {
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += bytes;
      const found = said.match(/http:\S+/);
      if (found) done(found[0]);
    });
    child.on('exit', (code) => failed(new Error(`the program ended with ${code}: ${said}`)));
  });
  return { address, kill: (signal) => child.kill(signal), ended };
}

/** Opens a page on a server of its own, runs the test on it, and fails if anything was complained of. @param {Pages} pages @param {string[]} arguments_ @param {Options} options @param {(tab: Tab, server: Server) => Promise<void>} test */
async function playing(pages, arguments_, options, test) {
  const server = await serve(...arguments_);
  try {
    await at(pages, server, options, (tab) => test(tab, server));
  } finally {
    server.kill('SIGTERM');
    await server.ended;
  }
}

/** @param {Pages} pages @param {Server} server @param {Options} options @param {(tab: Tab) => Promise<void>} test */
async function at(pages, server, options, test) {
  const context = await pages.browser.newContext({ viewport: { width: 1100, height: 760 }, locale: 'en-US', colorScheme: 'light', ...options });
  const tab = await context.newPage();
  /** @type {string[]} */
  const complaints = [];
  tab.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  tab.on('pageerror', (error) => complaints.push(String(error)));
  tab.on('request', (request) => !request.url().startsWith(server.address) && !request.url().startsWith('data:') && complaints.push(`asks for ${request.url()}`));
  await tab.goto(server.address);
  await tab.waitForSelector('html[data-page]');
  await tab.selectOption('#speed', '0');
  await idle(tab);
  await test(tab);
  assert.deepEqual(complaints, [], 'the console stays empty');
  await context.close();
}

/** Waits until everything that was told is shown. @param {Tab} tab */
async function idle(tab) {
  await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await tab.waitForFunction('window.sandtable.queue.length === 0 && !window.sandtable.showing');
}

/** Does something, and waits for what the server says to it. @param {Tab} tab @param {() => Promise<void>} deed */
async function told(tab, deed) {
  const before = await tab.evaluate(() => document.documentElement.dataset.shown);
  await deed();
  await tab.waitForFunction((/** @type {string | undefined} */ count) => document.documentElement.dataset.shown !== count, before);
  await idle(tab);
}

/** What the page has last been told of the screen. @param {Tab} tab @returns {Promise<any>} */
async function screen(tab) {
  return tab.evaluate('window.sandtable.stage?.shown ?? null');
}

/** Points at a cell and clicks, or touches it until that is an order. @param {Hand} hand @param {number} cell */
async function choose({ tab, finger }, cell) {
  if (finger) await tab.locator('#board').evaluate((board) => board.scrollIntoView({ block: 'start' }));
  const box = await tab.locator('#board').boundingBox();
  const place = /** @type {{ x: number, y: number }} */ (await tab.evaluate(`window.sandtable.stage.placeOf(${cell})`));
  const [x, y] = [(box?.x ?? 0) + place.x, (box?.y ?? 0) + place.y];
  if (!finger) {
    await tab.mouse.move(x, y);
    return told(tab, () => tab.mouse.click(x, y));
  }
  await told(tab, () => tab.touchscreen.tap(x, y));
  if ((await screen(tab)).notice?.text === 'touch again to do this') await told(tab, () => tab.touchscreen.tap(x, y));
}

/** Presses the button of a key. @param {Hand} hand @param {string} key */
async function button({ tab, finger }, key) {
  const found = tab.locator(`.beside button[data-key="${key}"]`);
  await told(tab, () => (finger ? found.tap() : found.click()));
}

/** @param {Tab} tab @param {string} name */
async function shot(tab, name) {
  writeFileSync(join(folder, `${name}.png`), await tab.screenshot());
}

/** What the coach would do next, in words. @param {Hand} hand */
async function hinted(hand) {
  await button(hand, 'H');
  await hand.tab.waitForFunction(() => /next: /.test(document.getElementById('sections')?.textContent ?? ''), undefined, { timeout: PATIENCE });
  await idle(hand.tab);
  const text = (await hand.tab.locator('#sections').textContent()) ?? '';
  return text.slice(text.indexOf('next: ') + 6);
}

/** Gives the order that the coach would give, with clicks on the board and on buttons. @param {Hand} hand */
async function followHint(hand) {
  const said = await hinted(hand);
  const { hint } = await screen(hand.tab);
  const [way] = hint.ways;
  const [shot] = hint.shots;
  if (said.startsWith('end the turn')) return button(hand, 'e');
  if (said.startsWith('nothing more')) return button(hand, '.');
  if (/tornado/.test(said)) return button(hand, 'y');
  if (shot) {
    const own = (await hand.tab.locator('.beside button[data-key="x"]').count()) > 0;
    if (own) await button(hand, 'x');
    else {
      await choose(hand, shot.cells[0]);
      const attack = hand.tab.locator('.beside button[data-key="a"]');
      if (await attack.count()) await button(hand, 'a');
    }
    return choose(hand, shot.cells[shot.cells.length - 1]);
  }
  assert.ok(way, `a hint that cannot be drawn: ${said}`);
  const mage = (await hand.tab.locator('.beside button[data-key="x"]').count()) > 0;
  if (!mage) await choose(hand, way.cells[0]);
  return choose(hand, way.cells[way.cells.length - 1]);
}

/** Wins a map by its hints. @param {Pages} pages @param {string} game @param {string} map @param {Options} options */
async function wins(pages, game, map, options) {
  await playing(pages, [game, '--map', map, '--new'], options, async (tab) => {
    const hand = { tab, finger: options.hasTouch ?? false };
    const name = `${game}${hand.finger ? '-phone' : ''}`;
    await shot(tab, `${name}-start`);
    if (hand.finger) assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= 390, 'it is no wider than the phone');
    for (let step = 0; step < 60 && !(await screen(tab)).over; step++) {
      if (step === 1) {
        await hinted(hand);
        await shot(tab, `${name}-hint`);
      }
      await followHint(hand);
    }
    await tab.getByRole('heading', { name: 'You win!' }).waitFor();
    await shot(tab, `${name}-won`);
  });
}

/** @param {Pages} pages */
async function onPhone(pages) {
  await wins(pages, 'breach', 'first-contact', PHONE);
  await wins(pages, 'goblins', 'first-spell', PHONE);
}

/** Plays some rounds against a bot: work for what can work, a way for what can go. @param {Pages} pages @param {string} game @param {string} map @param {Options} options */
async function battle(pages, game, map, options) {
  await playing(pages, [game, '--map', map, '--new', '--seed', '5', '--against', 'random'], options, async (tab) => {
    const hand = { tab, finger: options.hasTouch ?? false };
    const name = `${game}${hand.finger ? '-phone' : ''}`;
    const produce = tab.locator('.beside button[data-key="p"]');
    if ((await produce.count()) === 0) await choose(hand, (await screen(tab)).cursor);
    await button(hand, 'p');
    await shot(tab, `${name}-list`);
    await told(tab, () => tab.locator('.entries button').first().click());
    for (let round = 0; round < 6; round++) {
      await goSomewhere(hand);
      if (round === 4) await shot(tab, `${name}-ordered`);
      await endTurn(hand);
    }
    assert.match((await tab.locator('#headline').textContent()) ?? '', /round 7/);
    assert.ok((await tab.locator('#described li').count()) > 3, 'the board is there in words');
    await shot(tab, `${name}-rounds-later`);
  });
}

/** Sends the next unit that waits for orders as far as it can go, if it can go. @param {Hand} hand */
async function goSomewhere(hand) {
  const { tab } = hand;
  for (let tries = 0; tries < 3; tries++) {
    if ((await screen(tab)).waiting === 0) return;
    await button(hand, 'Tab');
    const reach = (await screen(tab)).marks.find((/** @type {any} */ marked) => marked.mark === 'reach')?.cells ?? [];
    const inSight = await tab.evaluate(
      `${JSON.stringify(reach)}.filter((cell) => { const at = sandtable.stage.placeOf(cell); const { width, height } = sandtable.stage.view; return at.x > 9 && at.y > 9 && at.x < width - 9 && at.y < height - 9 && cell !== sandtable.stage.shown.cursor; })`,
    );
    if (!(inSight instanceof Array) || inSight.length === 0) continue;
    return choose(hand, inSight[inSight.length - 1]);
  }
}

/** Ends the turn, and says yes if that is asked about. @param {Hand} hand */
async function endTurn(hand) {
  const headline = await hand.tab.locator('#headline').textContent();
  await button(hand, 'e');
  if ((await hand.tab.locator('#headline').textContent()) === headline) await button(hand, 'e');
  assert.notEqual(await hand.tab.locator('#headline').textContent(), headline);
}

/** @param {Pages} pages */
async function onPhoneInBattle(pages) {
  await battle(pages, 'fc18', 'campus', PHONE);
  await battle(pages, 'deepblue', 'training', PHONE);
}

/** @param {Pages} pages */
async function byKeys(pages) {
  await playing(pages, ['breach', '--map', 'first-contact', '--new'], {}, async (tab) => {
    await tab.locator('#board').focus();
    const key = (/** @type {string} */ name) => told(tab, () => tab.keyboard.press(name));
    await key('Tab');
    const { cursor } = await screen(tab);
    const named = (await tab.locator('#spoken').textContent()) ?? '';
    assert.match(named, /In hand: /, 'a screen reader is told what is in hand');
    await key('ArrowUp');
    assert.notEqual((await screen(tab)).cursor, cursor);
    await key('Enter');
    await key('Control+z');
    assert.match((await tab.locator('#notice').textContent()) ?? '', /taken back/);
    await key('Control+y');
    await key('?');
    assert.ok(await tab.getByRole('dialog').isVisible());
    await shot(tab, 'help');
    await key('Escape');
    assert.ok(!(await tab.getByRole('dialog').isVisible()));
    await key('Escape');
    // The keyboard is not caught on the board.
    await tab.keyboard.press('Escape');
    await tab.keyboard.press('Tab');
    assert.notEqual(await tab.evaluate(() => document.activeElement?.id), 'board');
    const focused = await tab.evaluate(() => document.activeElement?.getAttribute('data-key'));
    assert.equal(focused, 'e', 'the next stop is the button that ends the turn');
    await told(tab, () => tab.keyboard.press('Enter'));
    assert.match((await tab.locator('#headline').textContent()) ?? '', /turn 2/);
  });
}

/** @param {Pages} pages */
async function animates(pages) {
  await playing(pages, ['breach', '--map', 'first-contact', '--new'], {}, async (tab) => {
    await tab.selectOption('#speed', '0.5');
    await tab.locator('.beside button[data-key="e"]').click();
    await tab.locator('#skip').waitFor();
    await shot(tab, 'animation');
    await tab.locator('#skip').click();
    await idle(tab);
    assert.match((await tab.locator('#headline').textContent()) ?? '', /turn 2/);
  });
}

/** @param {Pages} pages */
async function choosesMaps(pages) {
  for (const [lang, colorScheme, options] of /** @type {const} */ ([['en', 'light', {}], ['zh', 'dark', PHONE]])) {
    await playing(pages, ['breach', '--lang', lang], { colorScheme, ...options }, async (tab) => {
      await shot(tab, `maps-${lang}`);
      assert.deepEqual(await tab.evaluate(poorContrast), [], `the maps in ${colorScheme}`);
      await told(tab, () => tab.locator('button[data-map="harbour"]').first().click());
      await told(tab, () => tab.locator('#play').click());
      await shot(tab, `harbour-${lang}`);
      assert.deepEqual(await tab.evaluate(poorContrast), [], `the game in ${colorScheme}`);
      assert.ok((await tab.evaluate(() => document.documentElement.scrollWidth)) <= (tab.viewportSize()?.width ?? 0));
      await told(tab, () => tab.locator('#language').click());
      assert.equal(await tab.getAttribute('html', 'lang'), lang === 'zh' ? 'en' : 'zh-CN');
    });
  }
}

/** @param {Pages} pages */
async function survives(pages) {
  const options = ['goblins', '--map', 'first-spell'];
  const first = await serve(...options, '--new');
  let headline = '';
  await at(pages, first, {}, async (tab) => {
    await followHint({ tab, finger: false });
    await told(tab, () => tab.keyboard.press('e'));
    headline = (await tab.locator('#headline').textContent()) ?? '';
  });
  first.kill('SIGKILL');
  await first.ended;
  const second = await serve(...options);
  await at(pages, second, {}, async (tab) => {
    assert.equal(await tab.locator('#headline').textContent(), headline);
    await button({ tab, finger: false }, 'u');
    assert.notEqual(await tab.locator('#headline').textContent(), headline, 'undo goes back beyond the restart');
    // Who has not got the link, or comes from elsewhere, gets nothing.
    const { origin } = new URL(second.address);
    for (const address of [`${origin}/`, `${origin}/0/`, `${origin}/socket`]) {
      assert.equal((await fetch(address)).status, 404, address);
    }
    assert.equal((await fetch(second.address, { headers: { origin: 'http://elsewhere' } })).status, 404);
  });
  second.kill('SIGINT');
  assert.equal(await second.ended, 130, 'Ctrl-C ends it');
}

await runAll(folder, TESTS);
