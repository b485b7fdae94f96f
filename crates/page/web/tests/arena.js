// The arena in a real browser: `node arena.js FOLDER`, where FOLDER holds `address.txt` with the address of one that runs.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newTab, Pages, poorContrast, runAll } from './harness.js';

/** @typedef {import('playwright-core').Page} Tab */

const folder = process.argv[2];
const address = readFileSync(join(folder, 'address.txt'), 'utf8').trim();
const PASSWORD = 'correct horse battery';
/** How long building, checking and playing may take, in milliseconds. */
const PATIENCE = 240_000;

/** @type {[string, (pages: Pages) => Promise<void>][]} */
const TESTS = [
  ['the first page shows what is being played, and goes on when it is over', follows],
  ['somebody signs up, uploads a start, watches its match, reads its replay and challenges', plays],
  ['every page fits a phone, in both languages, light and dark, and is readable', fits],
];

/** A tab that notes every complaint. @param {Pages} pages @param {import('playwright-core').BrowserContextOptions} options */
async function opened(pages, options = {}) {
  const tab = await newTab(pages.browser, options);
  /** @type {string[]} */
  const complaints = [];
  tab.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(`${message.text()} ${message.location().url}`));
  tab.on('pageerror', (error) => complaints.push(String(error)));
  tab.on('request', (request) => !request.url().startsWith(address) && !request.url().startsWith('data:') && !request.url().startsWith('blob:') && complaints.push(`asks for ${request.url()}`));
  return { tab, complaints, context: tab.context() };
}

/** @param {Tab} tab @param {string} name */
async function shot(tab, name) {
  writeFileSync(join(folder, `${name}.png`), await tab.screenshot({ fullPage: true }));
}

/** @param {Pages} pages */
async function follows(pages) {
  const { tab, complaints, context } = await opened(pages);
  await tab.goto(`${address}/`);
  const board = tab.locator('#now [data-match]').first();
  await board.waitFor({ timeout: PATIENCE });
  await tab.locator('html[data-frames]').waitFor({ state: 'attached', timeout: PATIENCE });
  await shot(tab, 'home-live');
  // The match ends, and the board of another takes its place without the page being loaded again.
  await tab.evaluate(() => Object.assign(window, { same: true }));
  const first = await board.getAttribute('data-match');
  await tab.waitForFunction((known) => ![...document.querySelectorAll('#now [data-match]')].some((one) => one.getAttribute('data-match') === known), first, { timeout: PATIENCE });
  assert.equal(await tab.evaluate(() => 'same' in window), true);
  assert.deepEqual(complaints, []);
  await context.close();
}

/** @param {Pages} pages */
async function plays(pages) {
  const { tab, complaints, context } = await opened(pages);
  await tab.goto(`${address}/`);
  await shot(tab, 'home');
  await tab.getByRole('link', { name: 'Sign in' }).click();
  await tab.getByRole('link', { name: 'Make an account' }).click();
  await tab.getByLabel('Name').fill('chromium');
  await tab.getByLabel('Password').fill(PASSWORD);
  await tab.getByRole('button', { name: 'Sign up' }).click();
  await tab.waitForURL('**/account');
  const start = await (await context.request.get(`${address}/games/fc18/start/python`)).body();
  await tab.goto(`${address}/upload?game=fc18`);
  await tab.getByLabel('Name of the bot').fill('from-chromium');
  await tab.getByLabel(/A file/).setInputFiles({ name: 'start.zip', mimeType: 'application/zip', buffer: start });
  await shot(tab, 'upload');
  await tab.getByRole('button', { name: 'Upload' }).click();
  await tab.waitForURL('**/bots/*');
  // The page loads itself again until the version is ready.
  await tab.locator('.state.ready').waitFor({ timeout: PATIENCE });
  await tab.getByText('What the check found').click();
  assert.ok((await tab.locator('.findings li').count()) > 5, 'the report is shown');
  await shot(tab, 'bot');
  const bot = tab.url();
  await liveMatch(tab, bot);
  await replay(tab, bot);
  await challenge(tab);
  assert.deepEqual(complaints, [], 'the console stays empty');
  await context.close();
}

/** Finds a match of the bot that is being played, and sees frames come. @param {Tab} tab @param {string} bot */
async function liveMatch(tab, bot) {
  const deadline = Date.now() + PATIENCE;
  while (Date.now() < deadline) {
    await tab.goto(bot);
    const running = tab.locator('tr', { hasText: 'being played' }).getByRole('link', { name: /^#/ }).first();
    if (await running.count()) {
      await running.click();
      const live = tab.locator('html[data-frames]');
      const over = tab.locator('iframe.replay');
      await live.or(over).first().waitFor({ state: 'attached', timeout: PATIENCE });
      if (await live.count()) {
        await shot(tab, 'live');
        // The page leads to the replay by itself.
        await over.waitFor({ timeout: PATIENCE });
        return;
      }
    }
    await tab.waitForTimeout(100);
  }
  assert.fail('no match of the bot could be watched live');
}

/** @param {Tab} tab @param {string} bot */
async function replay(tab, bot) {
  await tab.goto(bot);
  await tab.locator('tr', { hasText: 'done' }).getByRole('link', { name: /^#/ }).first().click();
  const frame = tab.frameLocator('iframe.replay');
  await frame.locator('html[data-ready]').waitFor({ state: 'attached', timeout: PATIENCE });
  await frame.locator('#play').click();
  await tab.getByRole('link', { name: 'what it was sent' }).first().waitFor();
  await shot(tab, 'match');
}

/** @param {Tab} tab */
async function challenge(tab) {
  await tab.getByRole('link', { name: 'Challenges' }).click();
  await tab.getByLabel('My bot').selectOption({ label: 'fc18: from-chromium' });
  await tab.locator('select[name=opponent]').selectOption({ label: 'fc18: greedy' });
  await tab.getByLabel(/Blocks/).fill('1');
  await tab.getByRole('button', { name: 'Challenge' }).click();
  await tab.waitForURL('**/challenges/*');
  await tab.getByText('1 / 1').waitFor({ timeout: PATIENCE });
  await shot(tab, 'challenge');
}

/** What everybody sees, and what needs an account: the paths, and what pictures of them are called. */
const OPEN = { '/': 'home', '/games/fc18': 'game', '/games/goblins': 'game-goblins', '/games/deepblue/ladder': 'ladder', '/bots/1': 'built-in', '/matches': 'matches', '/tournaments': 'tournaments', '/sign-in': 'sign-in', '/sign-up': 'sign-up', '/nothing-here': 'refused' };
const OWN = { '/upload': 'upload', '/challenges': 'challenges', '/courses': 'courses', '/notices': 'notices', '/account': 'account' };
/** Pages whose address is found on the account's page. */
const FOUND = { 'a[href^="/bots/"]': 'own-bot', 'a[href^="/challenges/"]': 'challenge' };

/** @param {Pages} pages */
async function fits(pages) {
  for (const [locale, colorScheme, width] of /** @type {const} */ ([['en-US', 'light', 390], ['zh-CN', 'dark', 390], ['zh-CN', 'light', 1100], ['en-US', 'dark', 1100]])) {
    const { tab, complaints, context } = await opened(pages, { viewport: { width, height: 800 }, locale, colorScheme });
    /** @param {string} path @param {string} name */
    const look = async (path, name) => {
      await tab.goto(address + path);
      await tab.locator('main').waitFor();
      const wide = await tab.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${path} is ${wide} pixels wide`);
      assert.deepEqual(await tab.evaluate(poorContrast), [], `${path} in ${colorScheme}`);
      const unnamed = await tab.evaluate(() => [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea')].filter((one) => !(one.textContent?.trim() || one.getAttribute('aria-label') || /** @type {HTMLInputElement} */ (one).labels?.length)).map((one) => one.outerHTML));
      assert.deepEqual(unnamed, [], `everything on ${path} has a name`);
      await shot(tab, `${name}-${locale}-${colorScheme}-${width}`);
    };
    for (const [path, name] of Object.entries(OPEN)) await look(path, name);
    // Everything is reached by keys, the way past the navigation first.
    await tab.goto(`${address}/`);
    await tab.keyboard.press('Tab');
    assert.equal(await tab.evaluate(() => document.activeElement?.className), 'skip');
    // A page that needs an account leads to it, and back; by keys alone.
    await tab.goto(`${address}/upload`);
    await tab.locator('[name=name]').focus();
    await tab.keyboard.type('chromium');
    await tab.keyboard.press('Tab');
    await tab.keyboard.type(PASSWORD);
    await tab.keyboard.press('Enter');
    await tab.waitForURL(`${address}/upload`);
    for (const [path, name] of Object.entries(OWN)) await look(path, name);
    for (const [link, name] of Object.entries(FOUND)) {
      await tab.goto(`${address}/account`);
      const path = await tab.locator(`main ${link}`).first().getAttribute('href');
      await look(path ?? '', name);
    }
    await tab.goto(`${address}/matches`);
    const path = await tab.locator('tr', { hasText: /done|已结束/ }).getByRole('link', { name: /^#/ }).first().getAttribute('href');
    await look(path ?? '', 'match');
    // The refused page is one on purpose.
    assert.deepEqual(complaints.filter((one) => !one.includes('nothing-here')), []);
    await context.close();
  }
}

await runAll(folder, TESTS);
