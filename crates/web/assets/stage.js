// The board: what is on it, how it comes to that, and where the player points.

import { Gestures } from '../web/gestures.js';
import { Player, SPEEDS } from '../web/player.js';
import { Scene } from '../web/scene.js';
import { drawOver } from './overlay.js';
import { sounds } from './sounds.js';

/** @typedef {import('../web/film.js').Film} Film */
/** @typedef {import('../web/brush.js').Skin} Skin */
/** @typedef {import('./overlay.js').Shown} Shown */

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
    /** The cell that was under the pointer when it was pressed. */
    this.pressed = -1;
    /** The frame whose sounds were heard last. */
    this.heard = 0;
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas);
    this.stop = new AbortController();
    const { signal } = this.stop;
    this.gestures = new Gestures(
      canvas,
      this.view,
      {
        extent: () => this.scene?.film.cast ?? { rows: 1, cols: 1 },
        moved: () => this.moved(),
        clicked: (event) => this.release(event),
        pointed: (event) => this.point(event),
      },
      signal,
    );
    canvas.addEventListener('pointerdown', (event) => this.press(event), { signal });
    canvas.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
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
    this.heard = 0;
    if (last === 0 || this.speed === 0 || this.player.calm.matches) {
      sounds.hear(film, 1, last);
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
    if (player.playing && frame > this.heard) {
      sounds.hear(scene.film, frame, frame);
      this.heard = frame;
    }
    scene.draw(ctx, this.view, { frame, progress, seat: cast.fog ? this.seat : -1, selected: -1, hovered: -1 });
    if (!player.playing && this.shown) drawOver(ctx, this.view, scene, this.shown);
  }

  /** Leaves the canvas to another stage. */
  leave() {
    this.stop.abort();
    this.observer.disconnect();
    this.skip();
  }

  resize() {
    this.gestures.measure();
    if (this.fitted) this.fit();
    this.player?.redraw();
  }

  fit() {
    if (!this.scene) return;
    this.gestures.fit();
    this.fitted = true;
  }

  /** @param {number} factor */
  zoom(factor) {
    this.gestures.zoom(factor);
  }

  moved() {
    this.fitted = false;
    this.player?.redraw();
  }

  /** Brings a cell into sight, and makes cells large enough to be told apart. @param {number} cell @param {boolean} closer */
  reveal(cell, closer = false) {
    if (!this.scene) return;
    const { view } = this;
    const { cols } = this.scene.film.cast;
    if (closer && view.scale < SMALLEST_CELL) this.gestures.zoom(FIRST_CELL / view.scale);
    // Then everything is in sight.
    if (this.fitted) return;
    const [x, y] = [((cell % cols) + 0.5) * view.scale + view.x, (Math.floor(cell / cols) + 0.5) * view.scale + view.y];
    const edge = Math.min(view.scale, view.width / 4);
    if (x < edge || y < edge || x > view.width - edge || y > view.height - edge || closer) {
      this.gestures.pan(view.width / 2 - x, view.height / 2 - y);
    }
  }

  /** The middle of a cell on the canvas. @param {number} cell */
  placeOf(cell) {
    return this.gestures.placeOf(cell);
  }

  /** @param {PointerEvent} event */
  press(event) {
    this.canvas.focus({ preventScroll: true });
    this.pressed = this.gestures.cellAt(event.offsetX, event.offsetY);
  }

  /** @param {PointerEvent} event */
  release(event) {
    if (this.isPlaying()) return this.skip();
    if (event.button === 2) return this.listener.back();
    // What was pressed is meant, even if the board has moved since.
    const cell = this.pressed;
    if (cell < 0) return;
    this.hovered = cell;
    if (event.pointerType === 'touch') this.listener.touch(cell);
    else this.listener.click(cell);
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (event.pointerType === 'touch') return;
    const cell = this.gestures.cellAt(event.offsetX, event.offsetY);
    if (cell < 0 || cell === this.hovered) return;
    this.hovered = cell;
    this.listener.hover(cell);
  }
}
