// The scrub bar with its marks.

import { byId, make } from './dom.js';
import { say } from './words.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').Mark} Mark */

/** From what matters least to what matters most. */
export const MARKS = /** @type {Mark[]} */ (['routine', 'news', 'battle', 'loss', 'capture', 'decision']);
/** What is drawn above the scrub bar, the last on top. */
const SHOWN = /** @type {(Mark | 'key')[]} */ (['battle', 'loss', 'capture', 'decision', 'key']);

export class Timeline {
  /** @param {Film} film @param {(frame: number) => void} seek */
  constructor(film, seek) {
    this.film = film;
    this.canvas = byId('marks', HTMLCanvasElement);
    this.range = byId('scrub', HTMLInputElement);
    this.range.addEventListener('input', () => seek(Number(this.range.value)));
    this.canvas.addEventListener('pointerdown', (event) => seek(this.frameAt(event.offsetX)));
    /** For each mark, how many events of the kind led to each frame. @type {Map<Mark | 'key', Uint16Array>} */
    this.counts = new Map();
    /** @type {number[]} */
    this.keyFrames = [];
    this.read();
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  /** Counts the events of the film, which may have grown. */
  read() {
    const { film } = this;
    this.range.max = String(film.frames - 1);
    this.counts = new Map([...MARKS, 'key'].map((mark) => [/** @type {Mark | 'key'} */ (mark), new Uint16Array(film.frames)]));
    const count = (/** @type {Mark | 'key'} */ mark, /** @type {number} */ frame) => {
      const counts = this.counts.get(mark);
      if (counts) counts[frame] += 1;
    };
    film.events.forEach((event) => count(film.kindOf(event).mark, event.frame));
    film.moments.forEach((moment) => count('key', moment.frame));
    this.keyFrames = [...new Set(film.moments.map((moment) => moment.frame))];
  }

  /** The marks that occur in this match. */
  occurring() {
    return SHOWN.filter((mark) => this.counts.get(mark)?.some((count) => count > 0));
  }

  /** The key moment before (-1) or after (1) a frame; the start or the end if there is none. @param {number} frame @param {-1 | 1} way */
  nextKey(frame, way) {
    if (way > 0) return this.keyFrames.find((key) => key > frame) ?? this.film.frames - 1;
    return [...this.keyFrames].reverse().find((key) => key < frame) ?? 0;
  }

  /** @param {number} x */
  frameAt(x) {
    const share = Math.min(1, Math.max(0, x / Math.max(1, this.canvas.clientWidth)));
    return Math.round(share * (this.film.frames - 1));
  }

  /** @param {number} frame @param {string} label */
  show(frame, label) {
    this.range.value = String(frame);
    this.range.setAttribute('aria-valuetext', label);
  }

  relabel() {
    const entries = this.occurring().map((mark) => make('span', '', make('i', `mark mark-${mark}`), say(mark)));
    byId('legend', HTMLElement).replaceChildren(...entries);
    this.draw();
  }

  /** Draws the marks: battles as bars, the rest as signs above them. */
  draw() {
    const { canvas } = this;
    const ratio = window.devicePixelRatio || 1;
    const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = Math.max(1, Math.round(wide * ratio));
    canvas.height = Math.max(1, Math.round(high * ratio));
    const ctx = canvas.getContext('2d');
    if (!ctx) return;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(canvas);
    for (const mark of this.occurring()) {
      const counts = this.counts.get(mark) ?? new Uint16Array(0);
      const most = Math.max(1, ...counts);
      ctx.fillStyle = style.getPropertyValue(`--mark-${mark}`);
      counts.forEach((count, frame) => {
        if (count > 0) this.drawMark(ctx, mark, this.placeOf(frame, wide), high, count / most);
      });
    }
  }

  /** @param {number} frame @param {number} wide */
  placeOf(frame, wide) {
    return (frame / Math.max(1, this.film.frames - 1)) * wide;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Mark | 'key'} mark @param {number} x @param {number} high @param {number} share */
  drawMark(ctx, mark, x, high, share) {
    const thick = Math.max(1.5, Math.min(6, ctx.canvas.clientWidth / this.film.frames));
    if (mark === 'battle') {
      const tall = 3 + (high * 0.5 - 3) * share;
      ctx.fillRect(x - thick / 2, high - tall, thick, tall);
    } else if (mark === 'loss') {
      ctx.fillRect(x - 1, high * 0.3, 2, high * 0.26);
    } else if (mark === 'capture') {
      ctx.fillRect(x - 1, high * 0.12, 2, high * 0.16);
    } else if (mark === 'key') {
      diamond(ctx, x, 5, 4.5);
    } else {
      ctx.fillRect(x - 1.5, 0, 3, high);
    }
  }
}

/** @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} size */
function diamond(ctx, x, y, size) {
  ctx.beginPath();
  ctx.moveTo(x, y - size);
  ctx.lineTo(x + size, y);
  ctx.lineTo(x, y + size);
  ctx.lineTo(x - size, y);
  ctx.fill();
}
