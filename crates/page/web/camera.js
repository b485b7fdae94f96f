// Where to look on a large board: a place for every frame, near most of what happens in it.

import { isKnown } from './effects.js';
import { smooth } from './layout.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').Mark} Mark */
/** @typedef {import('./effects.js').Point} Point */

/** How much an event draws the eye. */
const PULL = /** @type {Record<Mark, number>} */ ({ routine: 0.2, news: 1, battle: 3, loss: 6, capture: 8, decision: 10 });
/** The camera stays while what it shows draws the eye at least this much as the best place would. */
const STAYS = 0.6;
/** The part of the window, around its middle, in which something must happen for the camera to go there. */
const INNER = 0.8;
/** The camera arrives before its frame is over. */
const HASTE = 1.6;

export class ActionCamera {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    this.key = '';
    /** The places of the frames so far. @type {Point[]} */
    this.places = [];
  }

  /** Where the middle of a window of this size in cells is, seen by a seat, when a frame has come this far. @param {number} frame @param {number} progress @param {number} wide @param {number} high @param {number} seat @returns {Point} */
  at(frame, progress, wide, high, seat) {
    const key = `${Math.round(wide)}/${Math.round(high)}/${seat}`;
    if (this.key !== key) [this.key, this.places] = [key, []];
    while (this.places.length <= frame) this.places.push(this.next(this.places.length, wide, high, seat));
    const [from, to] = [this.places[Math.max(0, frame - 1)], this.places[frame]];
    const share = smooth(progress * HASTE);
    return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
  }

  /** @param {number} frame @param {number} wide @param {number} high @param {number} seat @returns {Point} */
  next(frame, wide, high, seat) {
    const before = this.places[frame - 1] ?? this.middleOfPieces();
    const pulls = this.pulls(frame, seat);
    if (pulls.length === 0) return before;
    const inside = (/** @type {Point} */ middle) =>
      pulls.filter((pull) => Math.abs(pull.x - middle.x) <= (wide * INNER) / 2 && Math.abs(pull.y - middle.y) <= (high * INNER) / 2);
    const worth = (/** @type {Point} */ middle) => inside(middle).reduce((sum, pull) => sum + pull.weight, 0);
    const best = pulls.reduce((one, other) => (worth(other) > worth(one) ? other : one));
    if (worth(before) >= STAYS * worth(best)) return before;
    const chosen = inside(best);
    const sum = chosen.reduce((total, pull) => total + pull.weight, 0);
    const mean = (/** @type {(pull: Point) => number} */ part) => chosen.reduce((total, pull) => total + pull.weight * part(pull), 0) / sum;
    return { x: mean((pull) => pull.x), y: mean((pull) => pull.y) };
  }

  /** What draws the eye in a frame, one entry a cell. @param {number} frame @param {number} seat @returns {(Point & { weight: number })[]} */
  pulls(frame, seat) {
    const { film } = this;
    const { cols } = film.cast;
    /** @type {Map<number, number>} */
    const weights = new Map();
    for (const event of film.eventsOf(frame)) {
      const cell = event.cells[event.cells.length - 1];
      if (cell === undefined || !isKnown(film, event, seat)) continue;
      weights.set(cell, (weights.get(cell) ?? 0) + PULL[film.kindOf(event).mark]);
    }
    return Array.from(weights, ([cell, weight]) => ({ x: (cell % cols) + 0.5, y: Math.floor(cell / cols) + 0.5, weight }));
  }

  /** Where the camera begins. @returns {Point} */
  middleOfPieces() {
    const { film } = this;
    const { rows, cols } = film.cast;
    const first = Array.from(film.rowCell.subarray(0, film.rowStart[1])).filter((_, row) => film.rowSide[row] === 0);
    if (first.length === 0) return { x: cols / 2, y: rows / 2 };
    const mean = (/** @type {(cell: number) => number} */ part) => first.reduce((sum, cell) => sum + part(cell), 0) / first.length;
    return { x: mean((cell) => cell % cols), y: mean((cell) => Math.floor(cell / cols)) };
  }
}
