// What the tests in a browser share: opening pages, comparing, counting.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

/** @typedef {import('playwright-core').Page} Tab */
/** @typedef {import('playwright-core').BrowserContextOptions} Options */

/** How long anything may take before something must be wrong, in milliseconds: a busy machine is slow, and nobody waits for what has happened. */
export const PATIENCE = 240_000;

/** Pixels may differ by this much in a channel before they count as different, and this share of them may be different. */
const SAME_CHANNEL = 40;
const SAME_PICTURE = 0.02;

/** Opens a tab in a browser of its own. @param {import('playwright-core').Browser} browser @param {Options} [options] */
export async function newTab(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1100, height: 760 }, locale: 'en-US', colorScheme: 'light', ...options });
  context.setDefaultTimeout(PATIENCE);
  return context.newPage();
}

/** A browser with the pages of a folder. */
export class Pages {
  /** @param {import('playwright-core').Browser} browser @param {string} folder */
  constructor(browser, folder) {
    this.browser = browser;
    this.folder = folder;
  }

  /** @param {string} folder */
  static async launch(folder) {
    const executablePath = browserPath();
    // A container has no room for the browser's own sandbox, and the pages are ours.
    return new Pages(await chromium.launch({ executablePath, args: ['--no-sandbox'] }), folder);
  }

  /** Opens a page, runs the test on it, and fails if anything was complained of. @param {string} name @param {Options} options @param {(tab: Tab) => Promise<void>} test */
  async with(name, options, test) {
    const tab = await newTab(this.browser, options);
    /** @type {string[]} */
    const complaints = [];
    tab.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()));
    tab.on('pageerror', (error) => complaints.push(String(error)));
    tab.on('request', (request) => !/^(file|data|blob):/.test(request.url()) && complaints.push(`asks for ${request.url()}`));
    try {
      await tab.goto(String(pathToFileURL(join(this.folder, `${name}.html`))));
      // A page of this player says when it is ready; reports are there at once.
      if (await tab.locator('#board, #cards').count()) await tab.waitForSelector('html[data-ready]');
      await settled(tab);
      await test(tab);
      assert.deepEqual(complaints, [], `${name}: the console stays empty`);
    } finally {
      await tab.context().close();
    }
  }
}

/** Where Chromium is: what CHROMIUM names, or `chromium`, looked for where programs are. */
function browserPath() {
  const wanted = process.env.CHROMIUM ?? 'chromium';
  const folders = wanted.includes('/') ? [''] : (process.env.PATH ?? '').split(':');
  return folders.map((folder) => join(folder, wanted)).find((path) => existsSync(path)) ?? wanted;
}

/** Waits until what was asked for is drawn. @param {Tab} tab */
export async function settled(tab) {
  await tab.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** The page's own object, for what cannot be read from the screen. @template T @param {Tab} tab @param {(page: any) => T} ask @returns {Promise<T>} */
export async function ask(tab, ask) {
  return tab.evaluate(`(${ask})(window.sandtable)`);
}

/** The number of the shown frame. @param {Tab} tab */
export async function frameOf(tab) {
  await settled(tab);
  return Number(await tab.inputValue('#scrub'));
}

/** Compares the board with the picture on file; writes it if UPDATE_PICTURES is set. @param {Tab} tab @param {string} name @param {string} folder */
export async function sameBoard(tab, name, folder) {
  await settled(tab);
  const shot = await tab.locator('#board').screenshot();
  const file = join(import.meta.dirname, 'pictures', `${name}.png`);
  writeFileSync(join(folder, `${name}.png`), shot);
  if (process.env.UPDATE_PICTURES || !existsSync(file)) {
    assert.ok(process.env.UPDATE_PICTURES, `${file} is missing; UPDATE_PICTURES=1 writes it`);
    writeFileSync(file, shot);
    return;
  }
  const share = await difference(tab, shot, readFileSync(file));
  assert.ok(share <= SAME_PICTURE, `${name}: ${(share * 100).toFixed(1)} % of the board differs from ${file}; see ${folder}/${name}.png`);
}

/** The share of pixels that differ. @param {Tab} tab @param {Buffer} one @param {Buffer} other */
async function difference(tab, one, other) {
  const [a, b] = [await pixels(tab, one), await pixels(tab, other)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  let differing = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > SAME_CHANNEL)) differing += 1;
  }
  return differing / (a.width * a.height);
}

/** The pixels of a picture, four bytes each; the browser reads the file. @param {Tab} tab @param {Buffer} png */
export async function pixels(tab, png) {
  const read = await tab.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const ctx = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    ctx?.drawImage(bitmap, 0, 0);
    const { data, width, height } = ctx?.getImageData(0, 0, bitmap.width, bitmap.height) ?? new ImageData(1, 1);
    let text = '';
    for (let at = 0; at < data.length; at += 32768) text += String.fromCharCode(...data.subarray(at, at + 32768));
    return { width, height, base64: btoa(text) };
  }, `data:image/png;base64,${png.toString('base64')}`);
  return { width: read.width, height: read.height, data: Buffer.from(read.base64, 'base64') };
}

/** Texts whose contrast is below 4.5 to 1. Runs in the page. */
export function poorContrast() {
  const numbers = (/** @type {string} */ color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const light = (/** @type {number[]} */ color) => {
    const [r, g, b] = color.slice(0, 3).map((part) => (part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (/** @type {Element | null} */ element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = numbers(getComputedStyle(at).backgroundColor);
      if (color.length === 3 || color[3] > 0) return color;
    }
    return [255, 255, 255];
  };
  const poor = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
    if (!own || !(element instanceof HTMLElement) || element.offsetParent === null) continue;
    const [one, other] = [light(numbers(getComputedStyle(element).color)), light(behind(element))];
    const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    if (ratio < 4.5) poor.push(`${element.textContent?.trim().slice(0, 30)}: ${ratio.toFixed(1)}`);
  }
  return poor;
}

/** Runs tests over the pages of a folder and leaves with their status. @param {string} folder @param {[string, (pages: Pages) => Promise<void>][]} tests */
export async function runAll(folder, tests) {
  const pages = await Pages.launch(folder);
  let failed = 0;
  for (const [name, test] of tests) {
    try {
      await test(pages);
      console.log(`ok: ${name}`);
    } catch (error) {
      failed += 1;
      console.log(`FAILED: ${name}\n${error instanceof Error ? error.stack : error}`);
    }
  }
  await pages.browser.close();
  console.log(`${tests.length - failed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}
