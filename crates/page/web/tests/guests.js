// Guests play in an arena in real browsers: `node guests.js FOLDER`, where FOLDER holds `program.txt` with the path of the program. With `figures` behind it what is measured is measured, too.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { button, choose, folder, idle, PHONE, program, reconnected, screen, seated, shot, told } from './hands.js';
import { newTab, PATIENCE, poorContrast, runAll } from './harness.js';

/** @typedef {import('playwright-core').Page} Tab */
/** @typedef {import('./harness.js').Pages} Pages */
/** @typedef {{ address: string, kill: (signal: NodeJS.Signals) => void, ended: Promise<unknown> }} Arena */

/** Tables at the same time, and what an answer may take in the 95th percentile, in milliseconds. */
const TABLES = 200;
const ANSWER = 50;
const CLICKS = 200;

/** @type {[string, (pages: Pages) => Promise<void>][]} */
const TESTS = [
  ['a guest takes the first lesson, and a killed arena loses nothing', guestPlays],
  ['two guests play deepblue over a link, a third watches', guestsPlay],
];
/** @type {[string, (pages: Pages) => Promise<void>][]} */
const FIGURES = [
  [`from click to drawn answer, with two matches running`, answers],
  [`${TABLES} tables at the same time`, crowd],
];

/** A port that nobody uses. @returns {Promise<number>} */
function freePort() {
  return new Promise((done) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Starts an arena. @param {string} name @param {number} port @param {number} jobs @returns {Promise<Arena>} */
async function serve(name, port, jobs) {
  const address = `http://127.0.0.1:${port}`;
  const options = ['serve', '--data', join(folder, name), '--listen', `127.0.0.1:${port}`, '--jobs', String(jobs), '--behind-proxy'];
  const child = spawn(program, options, { stdio: ['ignore', 'ignore', 'ignore'] });
  const ended = new Promise((done) => child.on('exit', done));
  process.on('exit', () => child.kill('SIGKILL'));
  for (const deadline = Date.now() + PATIENCE; Date.now() < deadline; ) {
    const answer = await fetch(`${address}/play/breach`).catch(() => null);
    if (answer?.ok) return { address, kill: (signal) => child.kill(signal), ended };
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('the arena does not answer');
}

/** A tab of somebody's own. @param {Pages} pages @param {string} link @param {import('playwright-core').BrowserContextOptions} options */
async function opened(pages, link, options = {}) {
  const tab = await newTab(pages.browser, options);
  await tab.goto(link);
  return tab;
}

/** @param {Tab} tab */
async function atTable(tab) {
  await tab.waitForSelector('html[data-page="game"]');
  await seated(tab);
}

/** @param {Pages} pages */
async function guestPlays(pages) {
  const port = await freePort();
  const first = await serve('arena', port, 1);
  const tab = await opened(pages, `${first.address}/play/breach`);
  await shot(tab, 'arena-choice');
  assert.deepEqual(await tab.evaluate(poorContrast), []);
  await tab.locator('button[value="lesson:overboard"]').click();
  await atTable(tab);
  const hand = { tab, finger: false };
  await choose(hand, (await screen(tab)).lesson.cells[0]);
  await choose(hand, (await screen(tab)).lesson.cells[0]);
  const { lesson } = await screen(tab);
  assert.equal(lesson.number, 3);
  await shot(tab, 'arena-lesson');
  const second = await reconnected(tab, async () => {
    first.kill('SIGKILL');
    await first.ended;
    return serve('arena', port, 1);
  });
  assert.equal((await screen(tab)).lesson.number, 3, 'the table goes on where it was');
  for (let step = 0; step < 20 && !(await screen(tab)).over; step++) {
    const next = (await screen(tab)).lesson;
    if (next.key) await button(hand, next.key);
    else await choose(hand, next.cells[0]);
  }
  await tab.getByRole('heading', { name: 'You win!' }).waitFor();
  await shot(tab, 'arena-won');
  const replay = await fetch(new URL('replay.html', tab.url()));
  assert.ok(replay.ok && (replay.headers.get('content-security-policy') ?? '').includes('sandbox'));
  await tab.locator('dialog a.button').nth(1).click();
  await tab.waitForURL('**/play/breach');
  const phone = await opened(pages, `${second.address}/play/fc18`, { ...PHONE, colorScheme: 'dark', locale: 'zh-CN' });
  await shot(phone, 'arena-choice-phone');
  assert.ok((await phone.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  for (const path of ['/tables/0/', '/tables/0/socket', '/tables/0/replay.html', '/play/chess']) assert.ok((await fetch(second.address + path)).status >= 400, path);
  const foreign = await fetch(`${second.address}/play/breach`, { method: 'POST', headers: { origin: 'http://elsewhere', 'content-type': 'application/x-www-form-urlencoded' }, body: 'map=harbour' });
  assert.equal(foreign.status, 403);
  const nonsense = await fetch(`${second.address}/play/deepblue`, { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'map=training&seat1=you&seat2=nobody' });
  assert.equal(nonsense.status, 400);
  second.kill('SIGTERM');
  await second.ended;
}

/** @param {Pages} pages */
async function guestsPlay(pages) {
  const arena = await serve('arena-two', await freePort(), 1);
  const host = await opened(pages, `${arena.address}/play/deepblue`);
  await host.locator('select[name="seat2"]').selectOption('person');
  await host.locator('button[value="training"]').click();
  await atTable(host);
  const links = await host.locator('#seats input.link').evaluateAll((fields) => fields.map((field) => /** @type {HTMLInputElement} */ (field).value));
  assert.equal(links.length, 2, 'a link for the other seat and one to watch');
  let guest = await opened(pages, links[0]);
  const watcher = await opened(pages, links[1]);
  for (const tab of [guest, watcher]) await atTable(tab);
  const endTurn = async (/** @type {Tab} */ tab) => {
    for (let tries = 0; tries < 2; tries++) await told(tab, () => tab.locator('.beside button[data-key="e"]').click());
  };
  await endTurn(host);
  await guest.context().close();
  guest = await opened(pages, links[0]);
  await atTable(guest);
  await endTurn(guest);
  for (const tab of [host, guest]) await tab.waitForFunction(() => /round 2/.test(document.getElementById('headline')?.textContent ?? ''));
  await shot(host, 'arena-table');
  arena.kill('SIGTERM');
  await arena.ended;
}

/** The number below which this share of them is. @param {number[]} numbers @param {number} share */
function percentile(numbers, share) {
  return [...numbers].sort((one, other) => one - other)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
}

/** Notes in the page how long its thread was blocked, and how long it took from each press and click until their answers were drawn. Runs before the page's own scripts. */
function measure() {
  const page = /** @type {any} */ (window);
  page.figures = { tasks: [], times: { pointermove: [], pointerup: [] } };
  new PerformanceObserver((list) => page.figures.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({ type: 'longtask', buffered: true });
  const drawn = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (const kind of ['pointermove', 'pointerup']) {
    document.addEventListener(kind, async (event) => {
      const { sandtable, figures } = page;
      // The board's own listeners are called before this one.
      if (!(event.target instanceof HTMLCanvasElement) || sandtable.heard >= sandtable.sent) return;
      while (sandtable.heard < sandtable.sent) await new Promise((done) => setTimeout(done));
      await drawn();
      figures.times[kind].push(performance.now() - event.timeStamp);
    });
  }
}

/** @param {Pages} pages */
async function answers(pages) {
  const arena = await serve('arena-answers', await freePort(), 2);
  for (const [game, map] of [['breach', 'harbour'], ['goblins', 'lake'], ['fc18', 'campus'], ['deepblue', 'fleet-action']]) {
    const tab = await newTab(pages.browser);
    await tab.addInitScript(measure);
    await tab.goto(`${arena.address}/play/${game}`);
    await tab.locator(`button[value="${map}"]`).click();
    await atTable(tab);
    const opening = /** @type {number[]} */ (await tab.evaluate('window.figures.tasks.splice(0)'));
    for (let click = 0; click < CLICKS; click++) {
      const box = await tab.locator('#board').boundingBox();
      const share = (/** @type {number} */ step) => 0.2 + (0.6 * ((click * step) % 100)) / 100;
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) * share(37), (box?.y ?? 0) + (box?.height ?? 0) * share(61)];
      await tab.mouse.move(x, y);
      await idle(tab);
      await tab.mouse.click(x, y);
      await idle(tab);
      // Now and then the turn ends, which is asked about if units wait for orders. A game that is over has no such button.
      const ending = tab.locator('.beside button[data-key="e"]');
      if (click % 40 === 39) for (let press = 0; press < 2; press++) if (await ending.isVisible()) await told(tab, () => ending.click());
    }
    const { tasks, times } = /** @type {{ tasks: number[], times: Record<string, number[]> }} */ (await tab.evaluate('window.figures'));
    for (const [kind, what] of [['pointermove', 'pointed at'], ['pointerup', 'clicked']]) {
      const shown = [0.5, 0.95, 0.99].map((share) => percentile(times[kind], share).toFixed(1));
      console.log(`${game} ${map} ${what}: p50 ${shown[0]} ms, p95 ${shown[1]} ms, p99 ${shown[2]} ms of ${times[kind].length}`);
    }
    for (const [what, blocked] of /** @type {const} */ ([['opening', opening], ['playing', tasks]])) {
      console.log(`${game} ${map} ${what}: ${blocked.length} tasks above 50 ms${blocked.length ? `, the longest ${Math.max(...blocked).toFixed(0)} ms` : ''}`);
    }
    await tab.context().close();
  }
  arena.kill('SIGTERM');
  await arena.ended;
  console.log(`asked for: p95 at most ${ANSWER} ms, no task above 50 ms`);
}

/** @param {Pages} pages */
async function crowd(pages) {
  const arena = await serve('arena-crowd', await freePort(), 1);
  const tab = await opened(pages, `${arena.address}/play/breach`);
  const result = await tab.evaluate(async (count) => {
    const games = [['breach', 'harbour'], ['goblins', 'lake'], ['fc18', 'campus'], ['deepblue', 'training']];
    const sockets = await Promise.all(
      Array.from({ length: count }, async (_, number) => {
        const [game, map] = games[number % games.length];
        const body = new URLSearchParams({ map, seat1: 'you', seat2: 'easy', seat3: 'easy', seat4: 'easy' });
        const answer = await fetch(`/play/${game}`, { method: 'POST', body, headers: { 'x-forwarded-for': `10.0.${number >> 8}.${number & 255}` } });
        const socket = new WebSocket(`${answer.url.replace('http', 'ws')}socket`);
        await new Promise((done, failed) => {
          socket.onmessage = done;
          socket.onerror = failed;
        });
        return socket;
      }),
    );
    await new Promise((done) => setTimeout(done, 2000));
    /** @type {number[]} */
    const times = [];
    const say = (/** @type {WebSocket} */ socket, /** @type {object} */ deed) =>
      new Promise((done) => {
        const begun = performance.now();
        socket.onmessage = () => {
          socket.onmessage = null;
          times.push(performance.now() - begun);
          done(null);
        };
        socket.send(JSON.stringify(deed));
      });
    // Everybody points and clicks twice a second, and ends a turn now and then.
    for (let round = 0; round < 10; round++) {
      await Promise.all(
        sockets.map(async (socket, number) => {
          await new Promise((done) => setTimeout(done, (number / sockets.length) * 1000));
          await say(socket, { do: 'hover', cell: (number * 7 + round * 13) % 60 });
          await say(socket, round % 5 === 4 ? { do: 'key', key: 'e' } : { do: 'click', cell: (number * 11 + round * 5) % 60 });
        }),
      );
    }
    return { open: sockets.filter((socket) => socket.readyState === 1).length, times };
  }, TABLES);
  const shown = [0.5, 0.95, 0.99].map((share) => percentile(result.times, share).toFixed(1));
  console.log(`${result.open} of ${TABLES} tables open; answers p50 ${shown[0]} ms, p95 ${shown[1]} ms, p99 ${shown[2]} ms of ${result.times.length}`);
  assert.equal(result.open, TABLES);
  arena.kill('SIGTERM');
  await arena.ended;
}

await runAll(folder, process.argv[3] === 'figures' ? FIGURES : TESTS);
