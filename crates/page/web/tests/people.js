// People at an arena, each with a browser of their own. The scripts that use it are told in `arena.json` of their folder
// where the arena is.

import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newTab, pixels, poorContrast } from './harness.js';
import { indexedPng } from './png.js';

/** @typedef {import('playwright-core').Page} Tab */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */
/** @typedef {{ address: string, welcome: string, long: boolean, pictures: string | null }} Settings */

export const PASSWORD = 'correct horse battery';
/** How long building, checking, playing and grading may take, in milliseconds. */
export const PATIENCE = 420_000;
/** How people look at a page on a phone. */
const PHONES = /** @type {const} */ ([['en', 'light'], ['zh', 'dark'], ['zh', 'light'], ['en', 'dark']]);
const PHONE = { width: 390, height: 800 };
const PICTURE = { width: 900, height: 620 };

/** An arena that runs, with a folder for what is seen of it. */
export class Arena {
  /** @param {import('./harness.js').Pages} pages @param {string} folder */
  constructor(pages, folder) {
    this.pages = pages;
    this.folder = folder;
    /** @type {Settings} */
    this.settings = JSON.parse(readFileSync(join(folder, 'arena.json'), 'utf8'));
    this.address = this.settings.address;
    /** @type {Person[]} */
    this.people = [];
  }

  /** @param {string} name */
  file(name) {
    return join(this.folder, name);
  }

  /** Somebody who has no account. @param {Options} options */
  async somebody(options = {}) {
    const tab = await newTab(this.pages.browser, options);
    const person = new Person(this, tab.context(), tab);
    this.people.push(person);
    return person;
  }

  /** Somebody with a new account. @param {string} name */
  async player(name) {
    const person = await this.somebody();
    person.name = name;
    await person.open('/sign-up');
    await person.account(name, 'Sign up');
    await person.tab.waitForURL('**/account');
    return person;
  }

  /** Whoever opens the link that the arena printed first. */
  async administrator() {
    const person = await this.somebody();
    await person.open(this.settings.welcome);
    await person.tab.getByLabel('Name').fill('root');
    await person.tab.getByLabel('Password').fill(PASSWORD);
    await person.tab.locator('main button.main').click();
    await person.tab.waitForURL((url) => !url.pathname.startsWith('/welcome'));
    return person;
  }

  /** Somebody whom an administrator makes an organiser. @param {Person} administrator @param {string} name */
  async organiser(administrator, name) {
    const person = await this.player(name);
    await administrator.open('/admin');
    const row = administrator.tab.locator('tr', { hasText: name }).first();
    await row.getByLabel('Role').selectOption('organiser');
    await row.getByRole('button', { name: 'Set' }).click();
    await administrator.tab.waitForURL('**/admin');
    return person;
  }

  /** Nobody's console complained of anything. */
  isQuiet() {
    for (const person of this.people) assert.deepEqual(person.complaints, [], 'the console stays empty');
  }
}

/** Somebody with a tab. */
export class Person {
  /** @param {Arena} arena @param {import('playwright-core').BrowserContext} context @param {Tab} tab */
  constructor(arena, context, tab) {
    this.arena = arena;
    this.context = context;
    this.tab = tab;
    this.name = '';
    /** @type {string[]} */
    this.complaints = [];
    /** Everything that was answered, as text. @type {Promise<{ url: string, text: string }>[]} */
    this.answers = [];
    /** Statuses that the person means to see. @type {Set<number>} */
    this.expected = new Set();
    tab.on('console', (message) => this.#heard(message));
    tab.on('pageerror', (error) => this.complaints.push(String(error)));
    tab.on('request', (request) => this.#sees(request.url()));
    tab.on('response', (response) => {
      const text = response.text().catch(() => '');
      this.answers.push(text.then((text) => ({ url: response.url(), text })));
    });
  }

  /** @param {import('playwright-core').ConsoleMessage} message */
  #heard(message) {
    if (!['error', 'warning'].includes(message.type())) return;
    const status = Number(/status of (\d+)/.exec(message.text())?.[1] ?? 0);
    if (!this.expected.has(status)) this.complaints.push(`${message.text()} ${message.location().url}`);
  }

  /** @param {string} url */
  #sees(url) {
    if (!url.startsWith(this.arena.address) && !/^(data|blob):/.test(url)) this.complaints.push(`asks for ${url}`);
  }

  /** @param {string} path */
  async open(path) {
    return this.tab.goto(this.arena.address + path);
  }

  /** Fills in name and password. @param {string} name @param {string} button */
  async account(name, button) {
    await this.tab.getByLabel('Name').fill(name);
    await this.tab.getByLabel('Password').fill(PASSWORD);
    await this.tab.getByRole('button', { name: button }).click();
  }

  /** A page that says why something was not done. @param {number} status @param {RegExp} why @param {() => Promise<void>} act */
  async refused(status, why, act) {
    this.expected.add(status);
    const [answer] = await Promise.all([this.tab.waitForResponse((response) => response.request().method() === 'POST'), act()]);
    assert.equal(answer.status(), status);
    await this.tab.getByText(why).first().waitFor();
  }

  /** Asks as a program of the page's own site would, with the session of the browser. @param {string} path */
  async ask(path) {
    const answer = await this.context.request.get(this.arena.address + path, { failOnStatusCode: false });
    return { status: answer.status(), text: await answer.text() };
  }

  /** The whole page as a picture among what is seen. @param {string} name */
  async shot(name) {
    writeFileSync(this.arena.file(`${name}.png`), await this.tab.screenshot({ fullPage: true }));
  }

  /** A picture for the book, in both languages, if pictures are wanted. @param {string} path @param {string} name @param {string} [at] what stands at the top of it */
  async picture(path, name, at) {
    const { pictures } = this.arena.settings;
    if (!pictures) return;
    const before = this.tab.viewportSize() ?? PICTURE;
    await this.tab.setViewportSize(PICTURE);
    for (const [lang, book] of [['en', 'src'], ['zh', 'zh-CN/src']]) {
      await this.#prefers(lang, 'light');
      await this.open(path);
      if (at) await this.tab.locator(at).first().evaluate((element) => element.scrollIntoView({ block: 'start' }));
      // The arena's pages may fetch nothing but what is the arena's: a page of our own reads it.
      const reader = await this.arena.pages.browser.newPage();
      const { width, height, data } = await pixels(reader, await this.tab.screenshot());
      await reader.close();
      writeFileSync(join(pictures, book, 'pictures', `${name}.png`), indexedPng(width, height, data));
    }
    await this.#prefers('en', 'light');
    await this.open(path);
    await this.tab.setViewportSize(before);
  }

  /** @param {string} lang @param {string} theme */
  async #prefers(lang, theme) {
    const cookie = (/** @type {string} */ name, /** @type {string} */ value) => ({ name, value, url: this.arena.address });
    await this.context.addCookies([cookie('lang', lang), cookie('theme', theme)]);
  }

  /** Pages fit a phone and can be read, in both languages, light and dark. @param {[string, string][]} paths each with what its pictures are called */
  async fits(paths) {
    const before = this.tab.viewportSize() ?? PICTURE;
    await this.tab.setViewportSize(PHONE);
    for (const [path, name] of paths) {
      for (const [lang, theme] of PHONES) {
        await this.#prefers(lang, theme);
        await this.open(path);
        // What is folded away is a part of the page, too.
        await this.tab.evaluate(() => document.querySelectorAll('details').forEach((part) => (part.open = true)));
        await this.shot(`phone-${name}-${lang}-${theme}`);
        const wide = await this.tab.evaluate(() => document.documentElement.scrollWidth);
        assert.ok(wide <= PHONE.width, `${path} in ${lang} is ${wide} pixels wide: ${await this.tab.evaluate(tooWide)}`);
        assert.deepEqual(await this.tab.evaluate(poorContrast), [], `${path} in ${theme}`);
        const missing = await this.tab.evaluate(unnamed);
        assert.deepEqual(missing, [], `${path}: fields and buttons without a name`);
      }
    }
    await this.#prefers('en', 'light');
    await this.tab.setViewportSize(before);
  }
}

/** Tests that build on one another: after the first that fails none is tried. @template T @param {[string, (of: T) => Promise<void>][]} tests @returns {[string, (of: T) => Promise<void>][]} */
export function inTurn(tests) {
  let failed = '';
  return tests.map(([name, test]) => [
    name,
    async (of) => {
      assert.equal(failed, '', 'what comes before');
      failed = name;
      await test(of);
      failed = '';
    },
  ]);
}

/** What reaches out of the page. Runs in the page. */
function tooWide() {
  const wide = [...document.querySelectorAll('main *, header *')].filter((part) => part.getBoundingClientRect().right > innerWidth + 1 && !part.closest('.wide'));
  return wide.map((part) => `${part.tagName.toLowerCase()}.${part.className} ${part.textContent?.trim().slice(0, 30)}`).slice(0, 5).join('; ');
}

/** Fields and buttons that nobody can tell by a name. Runs in the page. */
function unnamed() {
  const parts = /** @type {(HTMLInputElement | HTMLButtonElement)[]} */ ([...document.querySelectorAll('input:not([type=hidden]), select, textarea, button')]);
  const hasName = (/** @type {HTMLInputElement | HTMLButtonElement} */ part) =>
    Boolean(part.labels?.length && part.labels[0].textContent?.trim()) || Boolean(part.getAttribute('aria-label')) || Boolean(part.textContent?.trim());
  return parts.filter((part) => !hasName(part)).map((part) => part.outerHTML.slice(0, 80));
}
