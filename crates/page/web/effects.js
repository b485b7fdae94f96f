// What is drawn of events besides the pieces: shots, bursts, glows; where they are, and how far they have come.

import { smooth } from './layout.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').FilmEvent} FilmEvent */
/** @typedef {import('./layout.js').Layout} Layout */
/** @typedef {import('./scene.js').Moment} Moment */
/** A point of the board, in cells. */
/** @typedef {{ x: number, y: number }} Point */
/**
 * @typedef {Object} Effect
 * @property {'shot' | 'gift' | 'burst' | 'glow'} trace
 * @property {number} side who does it, or -1
 * @property {boolean} deadly
 * @property {Point} from
 * @property {Point} to where it is, or how far it has flown
 * @property {number} share how far it has come, from 0 to 1
 * @property {number} alpha
 */

/** What is left of an effect when its frame is at rest. */
const FAINT = 0.4;
/** How many steps it takes an effect to become faint. */
const FADES = 1.5;

/** The effects to be seen at a moment. @param {Film} film @param {Layout} layout @param {Moment} moment @returns {Effect[]} */
export function effectsAt(film, layout, moment) {
  const sequence = layout.sequence(moment.frame);
  /** @type {Effect[]} */
  const effects = [];
  for (const event of sequence.events) {
    const { trace, mark } = film.kindOf(event);
    const share = sequence.share(event.step, moment.progress);
    if (trace === 'none' || trace === 'way' || trace === 'slide' || event.cells.length === 0 || share <= 0) continue;
    if (!isKnown(film, event, moment.seat)) continue;
    const [first, last] = [event.cells[0], event.cells[event.cells.length - 1]];
    const from = attached(film, layout, moment, event, first);
    const aim = attached(film, layout, moment, event, last);
    const flown = trace === 'shot' || trace === 'gift' ? smooth(share) : 1;
    const alpha = Math.max(FAINT, 1 - Math.max(0, sequence.age(event.step, moment.progress)) / FADES);
    effects.push({
      trace,
      side: sideOfDoer(film, event),
      deadly: mark === 'loss' || mark === 'decision',
      from,
      to: { x: from.x + (aim.x - from.x) * flown, y: from.y + (aim.y - from.y) * flown },
      share,
      alpha: moment.progress >= 1 ? FAINT : alpha,
    });
  }
  return effects;
}

/** Whether a seat knows of an event; nobody's eyes (-1) see everything. @param {Film} film @param {FilmEvent} event @param {number} seat */
export function isKnown(film, event, seat) {
  return seat < 0 || !film.cast.fog || ((event.known >> seat) & 1) === 1;
}

/** A cell of an event, or the piece that the event names on it, wherever that has come since. @param {Film} film @param {Layout} layout @param {Moment} moment @param {FilmEvent} event @param {number} cell @returns {Point} */
function attached(film, layout, moment, event, cell) {
  const { cols } = film.cast;
  const middle = { x: (cell % cols) + 0.5, y: Math.floor(cell / cols) + 0.5 };
  const begins = event.step / layout.sequence(event.frame).steps;
  for (const piece of film.piecesOf(event)) {
    const then = layout.spotOf(event.frame, piece, begins);
    const reach = Math.max(0.5, film.pieceSpan[piece] / 2);
    if (!then || Math.abs(then.x - middle.x) > reach || Math.abs(then.y - middle.y) > reach) continue;
    return layout.spotOf(event.frame, piece, moment.progress) ?? middle;
  }
  return middle;
}

/** The side of the piece that does what an event tells. @param {Film} film @param {FilmEvent} event */
function sideOfDoer(film, event) {
  const piece = film.piecesOf(event)[0];
  if (piece === undefined) return -1;
  for (const frame of [event.frame - 1, event.frame]) {
    const row = frame >= 0 ? film.row(frame, piece) : -1;
    if (row >= 0) return film.rowSide[row];
  }
  return -1;
}
