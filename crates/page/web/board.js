// The board on the page: zoom, pan, and what the pointer is on.

import { ActionCamera } from './camera.js';
import { KNOWN } from './film.js';
import { Gestures, MARGIN } from './gestures.js';
import { Minimap } from './minimap.js';
import { Scene } from './scene.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./brush.js').Skin} Skin */
/** @typedef {import('./scene.js').Moment} Moment */
/** @typedef {import('./scene.js').View} View */

/** A cell of a board that the camera follows, in pixels; boards on which all cells are this large need no camera. */
const FOLLOWED = 30;
const LARGE_ENOUGH = 17;

export class Board {
  /**
   * @param {HTMLCanvasElement} canvas @param {HTMLCanvasElement} minimap @param {Film} film @param {Skin} skin
   * @param {{ redraw: () => void, followed: (on: boolean) => void, point: (piece: number, cell: number, x: number, y: number) => void, choose: (piece: number) => void }} listener
   */
  constructor(canvas, minimap, film, skin, listener) {
    this.canvas = canvas;
    this.film = film;
    this.listener = listener;
    this.scene = new Scene(film, skin);
    this.view = { scale: 20, x: 0, y: 0, width: 1, height: 1, ratio: 1 };
    this.fitted = true;
    this.camera = new ActionCamera(film);
    /** Whether the camera chooses what is in sight. */
    this.following = false;
    /** Pixels for each cell while it does. */
    this.followScale = FOLLOWED;
    this.minimap = new Minimap(minimap, this);
    /** @type {Moment} */
    this.moment = { frame: 0, progress: 1, seat: -1, selected: -1, hovered: -1 };
    this.gestures = new Gestures(canvas, this.view, {
      extent: () => film.cast,
      moved: (panned) => this.moved(panned),
      clicked: (event) => listener.choose(this.pick(event.offsetX, event.offsetY)),
      pointed: (event) => this.point(event),
    });
    new ResizeObserver(() => this.resize()).observe(canvas);
    this.listen();
    this.resize();
  }

  listen() {
    this.canvas.addEventListener('pointerleave', () => this.listener.point(-1, -1, 0, 0));
    this.canvas.addEventListener('dblclick', () => this.fit());
  }

  resize() {
    this.gestures.measure();
    if (this.fitted) this.fit();
    this.listener.redraw();
  }

  /** Whether the board is so large that it cannot be seen whole and well. */
  isLarge() {
    return this.smallest() < LARGE_ENOUGH;
  }

  /** Whether all of the board is in sight. */
  showsAll() {
    const { view } = this;
    const { rows, cols } = this.film.cast;
    return view.x >= 0 && view.y >= 0 && view.x + cols * view.scale <= view.width && view.y + rows * view.scale <= view.height;
  }

  /** Has the camera follow what happens, or not. @param {boolean} on */
  follow(on) {
    if (this.following === on) return;
    this.following = on;
    if (on) [this.fitted, this.followScale] = [false, Math.max(FOLLOWED, this.smallest())];
    this.listener.followed(on);
    this.listener.redraw();
  }

  /** Puts a point of the board, in cells, in the middle. @param {number} x @param {number} y */
  look(x, y) {
    this.follow(false);
    const { view } = this;
    this.pan(view.width / 2 - x * view.scale - view.x, view.height / 2 - y * view.scale - view.y);
  }

  /** How the board lies while the camera follows: what happens is in the middle, and no room is wasted beyond the edges. @param {Moment} moment @param {View} view @returns {View} */
  followed(moment, view) {
    const { rows, cols } = this.film.cast;
    const scale = this.followScale;
    const middle = this.camera.at(moment.frame, moment.progress, view.width / scale, view.height / scale, moment.seat);
    const place = (/** @type {number} */ room, /** @type {number} */ cells, /** @type {number} */ at) => {
      const length = cells * scale;
      if (length + 2 * MARGIN <= room) return (room - length) / 2;
      return Math.min(MARGIN, Math.max(room - length - MARGIN, room / 2 - at * scale));
    };
    return { ...view, scale, x: place(view.width, cols, middle.x), y: place(view.height, rows, middle.y) };
  }

  /** Shows the whole board. */
  fit() {
    this.follow(false);
    this.gestures.fit();
    this.fitted = true;
    this.listener.redraw();
  }

  smallest() {
    return this.gestures.whole();
  }

  /** Zooms by a factor around a point of the canvas. @param {number} factor */
  zoom(factor) {
    this.gestures.zoom(factor);
  }

  /** @param {number} right @param {number} down */
  pan(right, down) {
    this.gestures.pan(right, down);
  }

  /** The board lies otherwise than before. Who zooms still wants the camera to follow. @param {boolean} panned */
  moved(panned) {
    if (panned) this.follow(false);
    else this.followScale = this.view.scale;
    this.fitted = false;
    this.listener.redraw();
  }

  /** Brings a cell into sight if it is not. @param {number} cell */
  reveal(cell) {
    const { view } = this;
    const { cols } = this.film.cast;
    const [x, y] = [((cell % cols) + 0.5) * view.scale + view.x, (Math.floor(cell / cols) + 0.5) * view.scale + view.y];
    if (x < 0 || y < 0 || x > view.width || y > view.height) this.pan(view.width / 2 - x, view.height / 2 - y);
  }

  /** @param {PointerEvent} event */
  point(event) {
    this.listener.point(this.pick(event.offsetX, event.offsetY), this.gestures.cellAt(event.offsetX, event.offsetY), event.offsetX, event.offsetY);
  }

  /** The piece under a point of the canvas, the topmost first, or -1. @param {number} x @param {number} y */
  pick(x, y) {
    const { film, view, moment } = this;
    const start = film.rowStart[moment.frame];
    const [col, row] = [(x - view.x) / view.scale, (y - view.y) / view.scale];
    let [found, smallest] = [-1, Infinity];
    this.scene.layout.under(moment.frame, moment.progress).forEach((spot, at) => {
      const half = Math.max(spot.size / 2, 8 / view.scale);
      const hit = Math.abs(col - spot.x) <= half && Math.abs(row - spot.y) <= half;
      if (hit && spot.size <= smallest && film.known(start + at, moment.seat) !== KNOWN.hidden) {
        [found, smallest] = [film.rowPiece[start + at], spot.size];
      }
    });
    return found;
  }

  /** @param {Moment} moment */
  show(moment) {
    this.moment = moment;
    if (this.following) Object.assign(this.view, this.followed(moment, this.view));
    const ctx = this.canvas.getContext('2d');
    if (ctx) this.scene.draw(ctx, this.view, moment);
    this.minimap.show();
  }
}
