// A contest in the arena, in real browsers: `node contest.js FOLDER`, where FOLDER holds `arena.json` (see people.js),
// `opened.sqlite` of a tournament that the command line has played, and `opened.json` with its table; for the long way
// also `bots.json`, which lists owners, bots and their zip files.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { runAll } from './harness.js';
import { Arena, PATIENCE, inTurn } from './people.js';

/** @typedef {import('./people.js').Person} Person */
/** @typedef {{ owner: string, bot: string, file: string }} Entered */

const folder = process.argv[2];
/** @type {Arena} */
let arena;
/** @type {{ root: Person, olga: Person, watcher: Person, way: string }} */
let stage;

/** @type {[string, (pages: import('./harness.js').Pages) => Promise<void>][]} */
const TESTS = [
  ['an organiser makes a tournament, people enter, and somebody watches it being played to its end', contest],
  ['a tournament of the command line opens with the same table', opened],
  ['news come as a page and as a feed that feed readers take', news],
  ['the pages fit a phone, with nothing and with much on them', fits],
];

/** A moment as a browser's field wants it, in UTC and in full minutes. @param {number} milliseconds */
const minute = (milliseconds) => new Date(milliseconds).toISOString().slice(0, 16);

/** @param {import('./harness.js').Pages} pages */
async function contest(pages) {
  arena = new Arena(pages, folder);
  const { long } = arena.settings;
  const root = await arena.administrator();
  const olga = await arena.organiser(root, 'olga');
  const watcher = await arena.somebody();
  await olga.open('/tournaments');
  await olga.tab.getByText('None yet.').waitFor();
  await olga.fits([['/tournaments', 'tournaments-empty'], ['/desk', 'desk-empty'], ['/notices', 'news-empty']]);
  const owners = long ? await owned() : new Map();
  await olga.open('/tournaments');
  // A deadline that has passed is refused, and says so.
  await filled(olga, minute(Date.now() - 3_600_000));
  await olga.refused(400, /deadline has passed/, () => make(olga));
  await olga.shot('tournament-refused');
  await olga.open('/tournaments');
  // Two whole minutes from the next one on, so that everybody can enter.
  const deadline = Math.ceil(Date.now() / 60_000 + (long ? 1.5 : 60)) * 60_000;
  await filled(olga, minute(deadline));
  await olga.shot('tournament-form');
  await make(olga);
  await olga.tab.waitForURL('**/tournaments/*');
  const way = new URL(olga.tab.url()).pathname;
  stage = { root, olga, watcher, way };
  await watcher.open(way);
  await watcher.tab.getByText('Nobody yet.').waitFor();
  await watcher.fits([[way, 'tournament-nobody']]);
  await watcher.open(way);
  /** What the watcher sees, one after the other. @type {string[]} */
  const seen = [];
  await watcher.tab.exposeFunction('changed', (/** @type {string} */ text) => seen.push(text));
  await watcher.tab.evaluate(() => {
    const part = /** @type {HTMLElement} */ (document.getElementById('following'));
    const say = () => /** @type {any} */ (window).changed(`${document.getElementById('state')?.innerText} | ${document.querySelector('.rounds')?.textContent ?? ''}`);
    new MutationObserver(say).observe(part, { childList: true, subtree: true });
  });
  await (long ? theyEnter(owners) : builtInsEnter());
  const entrants = watcher.tab.locator('.entrants li');
  await watcher.tab.waitForFunction((wanted) => document.querySelectorAll('.entrants li').length === wanted, long ? 8 : 4);
  assert.equal(await entrants.count(), long ? 8 : 4, 'who watches sees them come');
  await olga.picture(way, 'contest-entries');
  await (long ? late(owners, deadline) : startNow());
  await watcher.tab.locator('#state .finished').waitFor({ timeout: PATIENCE });
  const states = new Set(seen.map((text) => /\d+ \/ \d+/.exec(text)?.[0] ?? ''));
  // Games of built-in bots may be over between two looks.
  const most = long ? 3 : 1;
  assert.ok(states.size > most, `blocks finish one after the other before the watcher's eyes: ${[...states]}`);
  const brackets = new Set(seen.map((text) => text.split('|')[1]));
  assert.ok(brackets.size > most, 'and so do the pairings');
  await sameAsTheApi(watcher, way, long);
  await watcher.shot('tournament-finished');
  await olga.picture(way, 'contest-standings', '#standings');
  assert.ok(!(await olga.ask(`/tournaments/${way.split('/')[2]}`)).text.includes('Start it now'), 'nothing is to be decided any more');
}

/** Fills in the form of a tournament. @param {Person} olga @param {string} deadline */
async function filled({ tab }, deadline) {
  const form = tab.locator('form[action="/tournaments"]');
  const { long } = arena.settings;
  await form.getByLabel('Name', { exact: true }).fill('Spring cup');
  await form.getByLabel('Game').selectOption(long ? 'deepblue' : 'breach');
  await form.getByLabel('Format').selectOption({ label: 'Swiss' });
  await form.getByLabel(/Blocks of each pairing/).fill('1');
  await form.getByLabel(/Rounds/).fill(long ? '3' : '2');
  await form.getByLabel(/^Maps/).selectOption([long ? 'deepblue/training' : 'breach/first-contact']);
  await form.getByLabel(/Entries until/).fill(deadline);
}

/** @param {Person} olga */
const make = (olga) => olga.tab.getByRole('button', { name: 'Make it', exact: true }).click();

/** The bots of the long way. @returns {Entered[]} */
const entered = () => JSON.parse(readFileSync(arena.file('bots.json'), 'utf8'));

/** Four people who have uploaded two bots each. @returns {Promise<Map<string, Person>>} */
async function owned() {
  const owners = new Map();
  for (const { owner, bot, file } of entered()) {
    const person = owners.get(owner) ?? (await arena.player(owner));
    owners.set(owner, person);
    await person.open('/upload?game=deepblue');
    await person.tab.getByLabel('Name of the bot').fill(bot);
    await person.tab.getByLabel(/A file/).setInputFiles(arena.file(file));
    await person.tab.getByRole('button', { name: 'Upload' }).click();
    await person.tab.waitForURL('**/bots/*');
  }
  for (const { owner, bot } of entered()) {
    const { tab } = owners.get(owner);
    await tab.goto(`${arena.address}/account`);
    await tab.getByRole('link', { name: bot, exact: true }).first().click();
    await tab.locator('.state.ready').first().waitFor({ timeout: PATIENCE });
  }
  return owners;
}

/** Everybody enters; one takes an entry back and enters again. @param {Map<string, Person>} owners */
async function theyEnter(owners) {
  const { way } = stage;
  for (const { owner, bot } of entered()) {
    const person = /** @type {Person} */ (owners.get(owner));
    await person.open(way);
    await person.tab.getByLabel(/^Bot/).selectOption({ label: bot });
    await person.tab.getByRole('button', { name: 'Enter' }).click();
    await person.tab.locator('.entrants li', { hasText: bot }).waitFor();
  }
  const [{ owner, bot }] = entered();
  const { tab } = /** @type {Person} */ (owners.get(owner));
  await tab.locator('.entrants li', { hasText: bot }).getByRole('button', { name: 'Take back' }).click();
  await tab.locator('.entrants li', { hasText: bot }).waitFor({ state: 'detached' });
  await tab.getByLabel(/^Bot/).selectOption({ label: bot });
  await tab.getByRole('button', { name: 'Enter' }).click();
  await tab.locator('.entrants li', { hasText: bot }).waitFor();
}

async function builtInsEnter() {
  const { olga, way } = stage;
  for (const bot of ['idle', 'random', 'greedy', 'strong']) {
    await olga.open(way);
    await olga.tab.getByLabel(/^Bot/).selectOption({ label: bot });
    await olga.tab.getByRole('button', { name: 'Enter' }).click();
    await olga.tab.locator('.entrants li', { hasText: bot }).waitFor();
  }
}

async function startNow() {
  const { olga, way } = stage;
  await olga.open(way);
  await olga.tab.getByRole('button', { name: 'Start it now' }).click();
  await olga.tab.locator('#state').getByText(/being played|finished/).waitFor();
}

/** It starts by itself; who comes then is too late, with a form that was open already in a browser without scripts. @param {Map<string, Person>} owners @param {number} deadline */
async function late(owners, deadline) {
  const { watcher, way } = stage;
  const [{ owner, bot }] = entered();
  assert.ok(owners.has(owner));
  const person = await arena.somebody({ javaScriptEnabled: false });
  await person.open('/sign-in');
  await person.account(owner, 'Sign in');
  await person.tab.getByRole('link', { name: owner }).waitFor();
  await person.open(way);
  await watcher.tab.locator('#state .running').waitFor({ timeout: PATIENCE });
  assert.ok(Date.now() >= deadline, 'not before its deadline');
  await person.tab.getByLabel(/^Bot/).selectOption({ label: bot });
  await person.refused(409, /cannot enter any more/, () => person.tab.getByRole('button', { name: 'Enter' }).click());
  await person.shot('entry-refused');
}

/** The page shows the table that the API tells. @param {Person} watcher @param {string} way @param {boolean} long */
async function sameAsTheApi(watcher, way, long) {
  const told = JSON.parse((await watcher.ask(`/api/v1${way}`)).text);
  const rows = await watcher.tab.locator('#standings tbody tr').allInnerTexts();
  const names = rows.map((row) => row.split('\t')[1].trim());
  assert.deepEqual(names, told.standings.rows.map((/** @type {{ name: string }} */ row) => row.name));
  assert.equal(told.standings.rounds.length, long ? 3 : 2);
  assert.equal(await watcher.tab.locator('.rounds > div').count(), long ? 3 : 2);
  assert.equal(told.standings.played, told.standings.planned);
}

/** @param {import('./harness.js').Pages} _pages */
async function opened(_pages) {
  const { olga } = stage;
  const wanted = JSON.parse(readFileSync(arena.file('opened.json'), 'utf8'));
  await olga.open('/tournaments');
  const form = olga.tab.locator('form[action="/tournaments/import"]');
  await form.getByLabel('Name').fill('Played at home');
  await form.getByLabel(/cup\.sqlite/).setInputFiles({ name: 'cup.sqlite', mimeType: 'application/x-sqlite3', buffer: Buffer.from('no database') });
  await olga.refused(400, /./, () => form.getByRole('button', { name: 'Open it' }).click());
  await olga.shot('import-refused');
  await olga.open('/tournaments');
  await form.getByLabel('Name').fill('Played at home');
  await form.getByLabel(/cup\.sqlite/).setInputFiles(arena.file('opened.sqlite'));
  await form.getByRole('button', { name: 'Open it' }).click();
  await olga.tab.waitForURL('**/tournaments/*');
  const rows = (await olga.tab.locator('#standings tbody tr').allInnerTexts()).map((row) => row.split('\t'));
  const shown = rows.map(([place, name, elo]) => [Number(place), name, Number.parseInt(elo, 10)]);
  assert.deepEqual(shown, wanted, 'the same entrants in the same order with the same ratings');
  await olga.shot('tournament-opened');
}

/** @param {import('./harness.js').Pages} _pages */
async function news(_pages) {
  if (!arena.settings.long) return;
  const person = arena.people.find((one) => one.name === entered()[0].owner);
  assert.ok(person);
  await person.open('/');
  await person.tab.getByRole('link', { name: /News \(\d+\)/ }).click();
  for (const text of ['The tournament has begun:', 'The tournament is over:']) await person.tab.getByText(text).waitFor();
  await person.tab.getByRole('button', { name: 'Make a feed address' }).click();
  const feed = await person.tab.locator('#feed').innerText();
  const text = (await person.ask(new URL(feed).pathname)).text;
  const wrong = await person.tab.evaluate(wrongInAtom, text);
  assert.deepEqual(wrong, [], text);
  await person.shot('news');
  await person.tab.getByRole('button', { name: 'I have seen all of it' }).click();
  await person.tab.getByRole('link', { name: 'News', exact: true }).waitFor();
}

/** What of RFC 4287 a feed does not keep. Runs in the page. @param {string} text */
function wrongInAtom(text) {
  const atom = 'http://www.w3.org/2005/Atom';
  const parsed = new DOMParser().parseFromString(text, 'application/xml');
  const feed = parsed.documentElement;
  const wrong = [];
  const child = (/** @type {Element} */ of, /** @type {string} */ name) => [...of.children].filter((one) => one.namespaceURI === atom && one.localName === name);
  const one = (/** @type {Element} */ of, /** @type {string} */ name) => {
    const found = child(of, name);
    if (found.length !== 1) wrong.push(`${of.localName} has ${found.length} ${name}`);
    return found[0]?.textContent ?? '';
  };
  if (parsed.querySelector('parsererror') || feed.namespaceURI !== atom || feed.localName !== 'feed') return ['no feed'];
  if (child(feed, 'author').length === 0) wrong.push('nobody wrote it');
  if (!child(feed, 'link').some((link) => link.getAttribute('rel') === 'self')) wrong.push('it does not say where it is');
  const entries = child(feed, 'entry');
  if (entries.length === 0) wrong.push('it is empty');
  const ids = new Set();
  for (const part of [feed, ...entries]) {
    if (!one(part, 'title').trim()) wrong.push('an empty title');
    const id = one(part, 'id');
    if (ids.has(id) || !URL.canParse(id)) wrong.push(`id ${id}`);
    ids.add(id);
    const updated = one(part, 'updated');
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(updated) || Number.isNaN(Date.parse(updated))) wrong.push(`updated ${updated}`);
    if (child(part, 'link').some((link) => !URL.canParse(link.getAttribute('href') ?? ''))) wrong.push('a link that is none');
  }
  return wrong;
}

/** @param {import('./harness.js').Pages} _pages */
async function fits(_pages) {
  const { olga, root, watcher, way } = stage;
  const match = await matchOf(watcher, way);
  await watcher.fits([[way, 'tournament'], ['/tournaments', 'tournaments'], [match, 'match-of-tournament']]);
  await olga.fits([['/tournaments', 'tournaments-organiser'], ['/tournaments/2', 'tournament-opened'], ['/desk', 'desk'], ['/notices', 'news']]);
  await root.fits([['/desk', 'desk-administrator'], ['/admin', 'admin']]);
  await root.picture('/desk', 'contest-desk');
  await olga.picture('/tournaments', 'contest-form', 'form[action="/tournaments"]');
  arena.isQuiet();
}

/** The way to a match of a tournament. @param {Person} person @param {string} way */
async function matchOf(person, way) {
  await person.open(way);
  return (await person.tab.getByRole('link', { name: /^#\d+/ }).first().getAttribute('href')) ?? '';
}

await runAll(folder, inTurn(TESTS));
