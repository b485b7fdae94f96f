// The board: what is on it, how it comes to that, and where the player points.

import { Player, SPEEDS } from '../web/player.js';
import { Scene } from '../web/scene.js';
import { drawOver } from './overlay.js';

/** @typedef {import('../web/film.js').Film} Film */
/** @typedef {import('../web/brush.js').Skin} Skin */
/** @typedef {import('./overlay.js').Shown} Shown */

/** Room around the board for the numbers of rows and columns, in pixels. */
const MARGIN = 22;
/** A press that moves less than this is a click. */
const STEADY = 8;
const CLOSEST = 160;
/** Cells smaller than this are too small for a finger: a large board begins larger, around the player. */
const SMALLEST_CELL = 17;
const FIRST_CELL = 30;

export class Stage {
  /**
   * @param {HTMLCanvasElement} canvas @param {Skin} skin @param {number} seat
   * @param {{ hover: (cell: number) => void, click: (cell: number) => void, touch: (cell: number) => void, back: () => void, playing: (on: boolean) => void }} listener
   */
  constructor(canvas, skin, seat, listener) {
    this.canvas = canvas;
    this.skin = skin;
    this.seat = seat;
    this.listener = listener;
    this.view = { scale: 20, x: 0, y: 0, width: 1, height: 1, ratio: 1 };
    this.fitted = true;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {Player | null} */
    this.player = null;
    /** @type {Shown | null} */
    this.shown = null;
    /** Called when what is being shown has been shown. */
    this.done = () => {};
    this.speed = 2;
    this.hovered = -1;
    /** @type {Map<number, { x: number, y: number }>} */
    this.fingers = new Map();
    this.travelled = 0;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    this.stop = new AbortController();
    this.listen();
  }

  /** Shows what led to the last frame of a film, then that. @param {Film} film @returns {Promise<void>} */
  show(film) {
    const isFirst = this.scene === null;
    if (this.scene) this.scene.follow(film);
    else this.scene = new Scene(film, this.skin);
    this.player?.pause();
    const last = film.frames - 1;
    /** One that was replaced may still want to draw a frame of its own film. @type {Player} */
    const player = new Player(film, (frame, progress) => player === this.player && this.paint(frame, progress), () => {});
    this.player = player;
    if (isFirst) this.resize();
    if (last === 0 || this.speed === 0 || this.player.calm.matches) {
      this.player.seek(last);
      return Promise.resolve();
    }
    this.player.setSpeed(SPEEDS.indexOf(this.speed));
    this.listener.playing(true);
    return new Promise((done) => {
      this.done = () => {
        this.done = () => {};
        this.listener.playing(false);
        done();
      };
      this.player?.play();
    });
  }

  /** Shows at once what is still being shown. */
  skip() {
    if (!this.player) return;
    this.player.playing = false;
    this.player.seek(this.player.film.frames - 1);
    this.done();
  }

  isPlaying() {
    return this.player?.playing ?? false;
  }

  /** @param {Shown} shown */
  mark(shown) {
    this.shown = shown;
    this.player?.redraw();
  }

  /** @param {number} frame @param {number} progress */
  paint(frame, progress) {
    const ctx = this.canvas.getContext('2d');
    const { scene, player } = this;
    if (!ctx || !scene || !player) return;
    const { cast, frames } = scene.film;
    if (player.playing && frame >= frames - 1) return this.skip();
    scene.draw(ctx, this.view, { frame, progress, seat: cast.fog ? this.seat : -1, selected: -1, hovered: -1 });
    if (!player.playing && this.shown) drawOver(ctx, this.view, scene, this.shown);
  }

  listen() {
    const { canvas } = this;
    const { signal } = this.stop;
    canvas.addEventListener('pointerdown', (event) => this.press(event), { signal });
    canvas.addEventListener('pointermove', (event) => this.drag(event), { signal });
    canvas.addEventListener('pointerup', (event) => this.release(event), { signal });
    canvas.addEventListener('pointercancel', (event) => this.fingers.delete(event.pointerId), { signal });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
    canvas.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        this.zoom(Math.exp(-event.deltaY / 400), event.offsetX, event.offsetY);
      },
      { passive: false, signal },
    );
  }

  /** Leaves the canvas to another stage. */
  leave() {
    this.stop.abort();
    this.observer.disconnect();
    this.skip();
  }

  resize() {
    const { view, canvas } = this;
    view.width = Math.max(1, canvas.clientWidth);
    view.height = Math.max(1, canvas.clientHeight);
    view.ratio = Math.min(2, window.devicePixelRatio || 1);
    canvas.width = Math.round(view.width * view.ratio);
    canvas.height = Math.round(view.height * view.ratio);
    if (this.fitted) this.fit();
    this.player?.redraw();
  }

  fit() {
    if (!this.scene) return;
    const { view } = this;
    const { rows, cols } = this.scene.film.cast;
    view.scale = Math.max(1, Math.min((view.width - 2 * MARGIN) / cols, (view.height - 2 * MARGIN) / rows));
    view.x = (view.width - cols * view.scale) / 2 + MARGIN / 3;
    view.y = (view.height - rows * view.scale) / 2 + MARGIN / 3;
    this.fitted = true;
  }

  /** Zooms by a factor around a point of the canvas. @param {number} factor @param {number} [x] @param {number} [y] */
  zoom(factor, x = this.view.width / 2, y = this.view.height / 2) {
    const { view } = this;
    const scale = Math.min(CLOSEST, Math.max(4, view.scale * factor));
    view.x = x - ((x - view.x) / view.scale) * scale;
    view.y = y - ((y - view.y) / view.scale) * scale;
    view.scale = scale;
    this.fitted = false;
    this.pan(0, 0);
  }

  /** Moves the board, but never wholly out of sight. @param {number} right @param {number} down */
  pan(right, down) {
    if (!this.scene) return;
    const { view } = this;
    const { rows, cols } = this.scene.film.cast;
    const keep = (/** @type {number} */ at, /** @type {number} */ room, /** @type {number} */ length) =>
      Math.min(room - MARGIN * 2, Math.max(MARGIN * 2 - length, at));
    view.x = keep(view.x + right, view.width, cols * view.scale);
    view.y = keep(view.y + down, view.height, rows * view.scale);
    this.fitted = false;
    this.player?.redraw();
  }

  /** Brings a cell into sight, and makes cells large enough to be told apart. @param {number} cell @param {boolean} closer */
  reveal(cell, closer = false) {
    if (!this.scene) return;
    const { view } = this;
    const { cols } = this.scene.film.cast;
    if (closer && view.scale < SMALLEST_CELL) this.zoom(FIRST_CELL / view.scale);
    // Then everything is in sight.
    if (this.fitted) return;
    const [x, y] = [((cell % cols) + 0.5) * view.scale + view.x, (Math.floor(cell / cols) + 0.5) * view.scale + view.y];
    const edge = Math.min(view.scale, view.width / 4);
    if (x < edge || y < edge || x > view.width - edge || y > view.height - edge || closer) {
      this.pan(view.width / 2 - x, view.height / 2 - y);
    }
  }

  /** The cell under a point of the canvas, or -1. @param {number} x @param {number} y */
  cellAt(x, y) {
    if (!this.scene) return -1;
    const { rows, cols } = this.scene.film.cast;
    const [col, row] = [Math.floor((x - this.view.x) / this.view.scale), Math.floor((y - this.view.y) / this.view.scale)];
    return col >= 0 && row >= 0 && col < cols && row < rows ? row * cols + col : -1;
  }

  /** The middle of a cell on the canvas. @param {number} cell */
  placeOf(cell) {
    const { cols } = this.scene?.film.cast ?? { cols: 1 };
    const { x, y, scale } = this.view;
    return { x: x + ((cell % cols) + 0.5) * scale, y: y + (Math.floor(cell / cols) + 0.5) * scale };
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.canvas.focus({ preventScroll: true });
    this.canvas.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    this.travelled = 0;
  }

  /** @param {PointerEvent} event */
  drag(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return this.point(event);
    const [dx, dy] = [event.offsetX - finger.x, event.offsetY - finger.y];
    this.travelled += Math.abs(dx) + Math.abs(dy);
    const before = this.spread();
    this.fingers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    if (this.fingers.size === 1) {
      if (this.travelled >= STEADY) this.pan(dx, dy);
    } else if (before && this.fingers.size === 2) {
      const after = this.spread();
      if (after) this.zoom(after.distance / before.distance, after.x, after.y);
      this.pan(dx / 2, dy / 2);
    }
  }

  /** How far apart two fingers are, and the middle between them. */
  spread() {
    const [one, other] = [...this.fingers.values()];
    if (!one || !other) return null;
    return { distance: Math.max(1, Math.hypot(one.x - other.x, one.y - other.y)), x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 };
  }

  /** @param {PointerEvent} event */
  release(event) {
    const clicked = this.fingers.size === 1 && this.travelled < STEADY;
    this.fingers.delete(event.pointerId);
    if (!clicked) return;
    if (this.isPlaying()) return this.skip();
    if (event.button === 2) return this.listener.back();
    const cell = this.cellAt(event.offsetX, event.offsetY);
    if (cell < 0) return;
    this.hovered = cell;
    if (event.pointerType === 'touch') this.listener.touch(cell);
    else this.listener.click(cell);
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (event.pointerType === 'touch') return;
    const cell = this.cellAt(event.offsetX, event.offsetY);
    if (cell < 0 || cell === this.hovered) return;
    this.hovered = cell;
    this.listener.hover(cell);
  }
}
