// A table with several people in real browsers: `node table.js FOLDER`, where FOLDER holds `program.txt` with the path of the program.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reconnected, seated, told } from './hands.js';
import { Pages, newTab, poorContrast, runAll } from './harness.js';

/** @typedef {import('playwright-core').Page} Tab */
/** @typedef {{ links: string[], kill: (signal: NodeJS.Signals) => void, ended: Promise<number | null> }} Server */

const folder = process.argv[2];
const program = readFileSync(join(folder, 'program.txt'), 'utf8').trim();

/** @type {[string, (pages: Pages) => Promise<void>][]} */
const TESTS = [
  ['two browsers play deepblue over links, a third watches, and nothing is lost', twoPlay],
];

/** Starts a table, and reads its links. @param {string[]} options @returns {Promise<Server>} */
async function serve(...options) {
  const child = spawn(program, ['play', ...options, '--web', '--no-open'], {
    env: { ...process.env, XDG_DATA_HOME: join(folder, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((/** @type {(code: number | null) => void} */ done) => child.on('exit', done));
  const links = await new Promise((/** @type {(links: string[]) => void} */ done, failed) => {
    let said = '';
    child.stdout.on('data', (bytes) => {
      said += bytes;
      if (said.includes('Ctrl-C')) done(said.match(/http:\S+/g) ?? []);
    });
    child.on('exit', (code) => failed(new Error(`the program ended with ${code}: ${said}`)));
  });
  // A test that fails leaves nothing running.
  process.on('exit', () => child.kill('SIGKILL'));
  return { links, kill: (signal) => child.kill(signal), ended };
}

/** Opens a link in a browser of its own. @param {Pages} pages @param {string} link @param {string[]} complaints */
async function opened(pages, link, complaints) {
  const tab = await newTab(pages.browser);
  // A connection that the server's end has cut is complained of by the browser itself.
  tab.on('console', (message) => ['error', 'warning'].includes(message.type()) && !/WebSocket/.test(message.text()) && complaints.push(message.text()));
  tab.on('pageerror', (error) => complaints.push(String(error)));
  await tab.goto(link);
  await seated(tab);
  return tab;
}

/** @param {Tab} tab @param {string} name */
async function shot(tab, name) {
  writeFileSync(join(folder, `${name}.png`), await tab.screenshot());
}

/** Presses a key on the board until the page says something. @param {Tab} tab @param {string} key @param {string} selector @param {RegExp} expected */
async function until(tab, key, selector, expected) {
  await tab.locator('#board').focus();
  for (let tries = 0; tries < 3; tries++) {
    await told(tab, () => tab.keyboard.press(key));
    if (expected.test((await tab.locator(selector).textContent()) ?? '')) return;
  }
  assert.fail(`${key} never led to ${expected}`);
}

/** Ends a turn: asked about what waits, it is meant. @param {Tab} tab @param {number} round */
async function endTurn(tab, round) {
  await until(tab, 'e', 'body', new RegExp(`your turn has ended|round ${round + 1} of`));
}

/** @param {Tab} tab @param {string} text */
async function reads(tab, text) {
  await tab.waitForFunction((/** @type {string} */ wanted) => document.body.textContent?.includes(wanted), text);
}

/** @param {Pages} pages */
async function twoPlay(pages) {
  const options = ['deepblue', '--map', 'training', '--seed', '5', '--seats', 'person,person', '--late', '0'];
  const first = await serve(...options, '--new');
  const [hostLink, guestLink, watchLink] = first.links;
  /** @type {string[]} */
  const complaints = [];
  const host = await opened(pages, hostLink, complaints);
  assert.match((await host.locator('#seats').textContent()) ?? '', /Seat 1: a person.*away/);
  const invited = await host.locator('#seats input.link').first().inputValue();
  assert.equal(invited, guestLink, 'the host is shown the link of the other seat');
  let guest = await opened(pages, invited, complaints);
  const watcher = await opened(pages, watchLink, complaints);
  assert.equal(await guest.locator('#seats input.link').count(), 0, 'only the host invites');
  await until(host, 'p', 'dialog', /produce|Produce/);
  await told(host, () => host.locator('.entries button').first().click());
  await endTurn(host, 1);
  await reads(host, 'your turn has ended');
  await shot(host, 'table-waits');
  assert.match((await guest.locator('#headline').textContent()) ?? '', /round 1 of/, 'the round waits for both');
  await until(guest, 'p', 'dialog', /produce|Produce/);
  await told(guest, () => guest.locator('.entries button').first().click());
  // Leaving in the middle of a turn loses nothing of it.
  const described = await guest.locator('#described').textContent();
  await guest.context().close();
  await host.waitForFunction(() => /away/.test(document.getElementById('seats')?.textContent ?? ''));
  guest = await opened(pages, guestLink, complaints);
  assert.equal(await guest.locator('#described').textContent(), described);
  await endTurn(guest, 1);
  for (const tab of [host, guest, watcher]) await reads(tab, 'round 2 of');
  await shot(watcher, 'table-watched');
  for (const tab of [host, watcher]) assert.deepEqual(await tab.evaluate(poorContrast), []);
  // So does killing the program: the same command goes on, under the same links.
  await endTurn(host, 2);
  const second = await reconnected(guest, async () => {
    first.kill('SIGKILL');
    await first.ended;
    return serve(...options);
  });
  assert.deepEqual(second.links, first.links);
  await endTurn(guest, 2);
  for (const tab of [host, guest, watcher]) await reads(tab, 'round 3 of');
  // A seat that was left is played by a bot, if the host wants it, until its person comes back.
  await guest.context().close();
  await host.waitForFunction(() => /away/.test(document.getElementById('seats')?.textContent ?? ''));
  await told(host, () => host.locator('#seats select').selectOption('greedy'));
  await endTurn(host, 3);
  await reads(host, 'round 4 of');
  guest = await opened(pages, guestLink, complaints);
  await told(guest, () => guest.getByRole('button', { name: 'Play here again' }).click());
  await reads(guest, 'Seat 1: you');
  await shot(host, 'table-host');
  assert.deepEqual(complaints, [], 'the console stays empty');
  second.kill('SIGINT');
  assert.equal(await second.ended, 130);
}

await runAll(folder, TESTS);
