// Playing with mouse and finger: what the tests of the playing page share. The program's path is in `program.txt` in the folder of the test.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newTab, settled } from './harness.js';

/** @typedef {import('playwright-core').Page} Tab */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */
/** @typedef {import('./harness.js').Pages} Pages */
/** @typedef {{ address: string, kill: (signal: NodeJS.Signals) => void, ended: Promise<number | null> }} Server */
/** @typedef {{ tab: Tab, finger: boolean }} Hand */

export const folder = process.argv[2];
export const program = readFileSync(join(folder, 'program.txt'), 'utf8').trim();
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Starts the program. @param {string[]} options @returns {Promise<Server>} */
export async function serve(...options) {
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
export async function playing(pages, arguments_, options, test) {
  const server = await serve(...arguments_);
  try {
    await at(pages, server, options, (tab) => test(tab, server));
  } finally {
    server.kill('SIGTERM');
    await server.ended;
  }
}

/** @param {Pages} pages @param {Server} server @param {Options} options @param {(tab: Tab) => Promise<void>} test */
export async function at(pages, server, options, test) {
  const tab = await newTab(pages.browser, options);
  /** @type {string[]} */
  const complaints = [];
  tab.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
  tab.on('pageerror', (error) => complaints.push(String(error)));
  tab.on('request', (request) => !request.url().startsWith(server.address) && !request.url().startsWith('data:') && complaints.push(`asks for ${request.url()}`));
  try {
    await tab.goto(server.address);
    await seated(tab);
    await test(tab);
    assert.deepEqual(complaints, [], 'the console stays empty');
  } finally {
    await tab.context().close();
  }
}

/** Waits until a page shows everything that there is, and has it show at once what comes. @param {Tab} tab */
export async function seated(tab) {
  await tab.waitForSelector('html[data-page]');
  await tab.selectOption('#speed', '0');
  await idle(tab);
}

/** Waits until everything is shown that the server says to what was done. @param {Tab} tab */
export async function idle(tab) {
  await answered(tab, -1);
}

/** Does something that is sent to the server, and waits until everything is shown that the server says to it. @param {Tab} tab @param {() => Promise<unknown>} deed */
export async function told(tab, deed) {
  const before = /** @type {number} */ (await tab.evaluate('window.sandtable.sent'));
  await deed();
  await answered(tab, before);
}

/** Waits until more was sent than this, and all of it is answered and drawn. @param {Tab} tab @param {number} before */
async function answered(tab, before) {
  await tab.waitForFunction((before) => {
    const { sent, heard, queue, showing } = /** @type {any} */ (window).sandtable;
    return sent > before && heard >= sent && queue.length === 0 && !showing;
  }, before);
  await settled(tab);
}

/** Has the server be started anew, and waits until a page has found it again and shows everything. @template T @param {Tab} tab @param {() => Promise<T>} restart @returns {Promise<T>} */
export async function reconnected(tab, restart) {
  await tab.evaluate('window.earlier = window.sandtable.socket');
  const server = await restart();
  // The page may not have noticed yet that the old connection is gone.
  await tab.waitForFunction(() => {
    const { earlier, sandtable } = /** @type {any} */ (window);
    return sandtable.socket !== earlier && sandtable.socket.readyState === WebSocket.OPEN && sandtable.heard >= 0;
  });
  await idle(tab);
  return server;
}

/** What the page has last been told of the screen. @param {Tab} tab @returns {Promise<any>} */
export async function screen(tab) {
  return tab.evaluate('window.sandtable.stage?.shown ?? null');
}

/** Points at a cell and clicks, or touches it until that is an order. @param {Hand} hand @param {number} cell */
export async function choose({ tab, finger }, cell) {
  const { x, y, inSight } = await tab.evaluate(
    ([cell, block]) => {
      const board = /** @type {HTMLElement} */ (document.getElementById('board'));
      board.scrollIntoView({ block: /** @type {ScrollLogicalPosition} */ (block) });
      const box = board.getBoundingClientRect();
      const { x, y } = /** @type {any} */ (window).sandtable.stage.placeOf(cell);
      return { x: box.x + x, y: box.y + y, inSight: x > 0 && y > 0 && x < box.width && y < box.height };
    },
    /** @type {const} */ ([cell, finger ? 'start' : 'nearest']),
  );
  assert.ok(inSight, `the cell ${cell} is on the screen`);
  if (!finger) {
    await tab.mouse.move(x, y);
    return told(tab, () => tab.mouse.click(x, y));
  }
  await told(tab, () => tab.touchscreen.tap(x, y));
  if ((await screen(tab)).notice?.text === 'touch again to do this') await told(tab, () => tab.touchscreen.tap(x, y));
}

/** Presses the button of a key. @param {Hand} hand @param {string} key */
export async function button({ tab, finger }, key) {
  const found = tab.locator(`.beside button[data-key="${key}"]`);
  await told(tab, () => (finger ? found.tap() : found.click()));
}

/** @param {Tab} tab @param {string} name */
export async function shot(tab, name) {
  writeFileSync(join(folder, `${name}.png`), await tab.screenshot());
}

/** Sends the next unit that waits for orders as far as it can go, if it can go. @param {Hand} hand */
export async function goSomewhere(hand) {
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
