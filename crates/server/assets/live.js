// Draws matches while they are played, with the board of the replay page: one on the page of a match, a few on the first
// page. Frames come as server-sent events: each holds a film with the newest frames, so that whoever comes late or falls
// behind misses nothing that still matters.

import { Film, unpackPart } from './page/film.js';
import { Scene } from './page/scene.js';
import { stampOf } from './page/sentence.js';
import { SKINS } from './page/skins.js';
import { speak } from './page/words.js';

/** How long the frames of one film are shown, in milliseconds, all together. */
const CLIP = 200;
/** How soon the page is loaded again when the match has ended or has not begun. */
const AGAIN = 1500;
/** How soon it is looked again whether anything is being played, while nothing is. */
const LOOK = 5000;

/** A board that follows its match. Its element holds a canvas, and an element for the time. */
class Board {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    this.canvas = /** @type {HTMLCanvasElement} */ (host.querySelector('canvas'));
    this.stamp = /** @type {HTMLElement} */ (host.querySelector('.stamp'));
    /** Room around the board, in pixels. */
    this.margin = host.classList.contains('small') ? 6 : 20;
    this.showing = 0;
    /** @type {EventSource | null} */
    this.events = null;
    /** Draws what was shown last again; nothing before the first film. */
    this.redraw = () => {};
    this.last = Promise.resolve();
  }

  async begin() {
    const { game = '' } = this.host.dataset;
    await import(`./page/skins/${game}.js`);
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
    // A tab that nobody looks at keeps no connection: browsers have few of them for one site.
    document.addEventListener('visibilitychange', () => (document.hidden ? this.leave() : this.follow()));
    if (!document.hidden) this.follow();
  }

  leave() {
    this.events?.close();
    this.events = null;
  }

  follow() {
    if (this.events || !this.host.isConnected) return;
    this.events = new EventSource(`/matches/${this.host.dataset.match}/live`);
    this.events.addEventListener('frames', (event) => {
      this.last = this.last.then(async () => this.show(new Film(await unpackPart(event.data))));
    });
    const over = () => {
      this.leave();
      setTimeout(again, AGAIN);
    };
    this.events.addEventListener('end', over);
    // We are refused. What else goes wrong is tried again by the browser.
    this.events.addEventListener('error', () => this.events?.readyState === EventSource.CLOSED && over());
  }

  /** The whole board in the middle of the canvas. @param {Film} film @returns {import('./page/scene.js').View} */
  fitted(film) {
    const { rows, cols } = film.cast;
    const [width, height] = [Math.max(1, this.canvas.clientWidth), Math.max(1, this.canvas.clientHeight)];
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const scale = Math.max(1, Math.min((width - 2 * this.margin) / cols, (height - 2 * this.margin) / rows));
    return { scale, x: (width - cols * scale) / 2, y: (height - rows * scale) / 2, width, height, ratio };
  }

  /** @param {Film} film */
  show(film) {
    const { canvas } = this;
    const scene = new Scene(film, SKINS[this.host.dataset.game ?? '']);
    let frame = 0;
    this.redraw = () => {
      const view = this.fitted(film);
      [canvas.width, canvas.height] = [Math.round(view.width * view.ratio), Math.round(view.height * view.ratio)];
      const ctx = canvas.getContext('2d');
      if (ctx) scene.draw(ctx, view, { frame, progress: 1, seat: -1, selected: -1, hovered: -1 });
      this.stamp.textContent = stampOf(film, frame);
    };
    clearInterval(this.showing);
    const step = () => {
      this.redraw();
      if (frame + 1 >= film.frames) clearInterval(this.showing);
      else frame += 1;
    };
    step();
    this.showing = setInterval(step, CLIP / Math.max(1, film.frames));
    document.documentElement.dataset.frames = String(Number(document.documentElement.dataset.frames ?? 0) + film.frames);
  }
}

const now = document.getElementById('now');
/** The boards that are shown. @type {Board[]} */
let shown = [];

/** Loads what is shown again: the part of the page that changes if there is one, else all of it. */
async function again() {
  if (!now) return location.reload();
  if (document.hidden) return setTimeout(again, LOOK);
  const answer = await fetch(location.href).catch(() => null);
  const fresh = answer?.ok && new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('now');
  if (!fresh) return setTimeout(again, LOOK);
  for (const board of shown) board.leave();
  now.replaceChildren(...fresh.childNodes);
  boards();
}

function boards() {
  const hosts = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-match]')]);
  shown = hosts.filter((host) => host.dataset.live === 'true').map((host) => new Board(host));
  for (const board of shown) void board.begin();
  if (shown.length === 0) setTimeout(again, now ? LOOK : AGAIN);
}

speak(document.documentElement.lang.startsWith('zh') ? 'zh' : 'en');
boards();
