// Playing in a real browser: `node play.js FOLDER`, where FOLDER holds `program.txt` with the path of the program.

import assert from 'node:assert/strict';
import { at, button, choose, folder, goSomewhere, idle, PHONE, playing, screen, serve, shot, told } from './hands.js';
import { poorContrast, runAll } from './harness.js';

/** @typedef {import('playwright-core').Page} Tab */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */
/** @typedef {import('./harness.js').Pages} Pages */
/** @typedef {import('./hands.js').Hand} Hand */

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
  ['a button that is being pressed is pressed, whatever is shown meanwhile', keepsPressed],
  ['a dialog that the browser closes by itself is closed', closesDialogs],
  ['maps are chosen, in both languages, light and dark', choosesMaps],
  ['a killed server loses nothing, and one without tabs ends', survives],
];

/** What the coach would do next, in words. @param {Hand} hand */
async function hinted(hand) {
  await button(hand, 'H');
  await hand.tab.waitForFunction(() => /next: /.test(document.getElementById('sections')?.textContent ?? ''));
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

/** The page's clock is moved by hand: what is shown neither ends too early nor takes long. @param {Pages} pages */
async function animates(pages) {
  await playing(pages, ['breach', '--map', 'first-contact', '--new'], {}, async (tab) => {
    await tab.selectOption('#speed', '0.5');
    await tab.clock.install();
    await tab.clock.pauseAt(Date.now() + 60_000);
    await tab.locator('.beside button[data-key="e"]').click();
    await tab.locator('#skip').waitFor();
    await tab.clock.runFor(1000);
    await shot(tab, 'animation');
    await tab.locator('#skip').click();
    await tab.clock.resume();
    await idle(tab);
    assert.match((await tab.locator('#headline').textContent()) ?? '', /turn 2/);
  });
}

/** The lesson points at a button; while it is pressed, the answer to something else arrives. @param {Pages} pages */
async function keepsPressed(pages) {
  await playing(pages, ['breach', '--lang', 'en'], {}, async (tab) => {
    const first = tab.locator('.lesson .card').first();
    if ((await first.getAttribute('aria-pressed')) !== 'true') await told(tab, () => first.click());
    await told(tab, () => tab.locator('#play').click());
    const hand = { tab, finger: false };
    for (let { lesson } = await screen(tab); lesson.key === ''; { lesson } = await screen(tab)) await choose(hand, lesson.cells[0]);
    await tab.locator('.beside button.wanted').hover();
    await tab.mouse.down();
    const { cursor } = await screen(tab);
    await told(tab, () => tab.evaluate((cell) => /** @type {any} */ (window).sandtable.send({ do: 'hover', cell }), cursor === 0 ? 1 : 0));
    await told(tab, () => tab.mouse.up());
  });
}

/** Escape alone makes a browser close a dialog without asking the page. @param {Pages} pages */
async function closesDialogs(pages) {
  await playing(pages, ['breach', '--map', 'first-contact', '--new'], {}, async (tab) => {
    await told(tab, () => tab.evaluate(() => /** @type {any} */ (window).sandtable.send({ do: 'key', key: '?' })));
    assert.ok(await tab.getByRole('dialog').isVisible());
    await told(tab, () => tab.keyboard.press('Escape'));
    assert.ok(!(await tab.getByRole('dialog').isVisible()));
    assert.equal((await screen(tab)).overlay, null);
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
