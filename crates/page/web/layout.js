// Where pieces are drawn: side by side where several share a cell, on their way between two frames.

import { Sequence } from './sequence.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./brush.js').Skin} Skin */

/** The place of one drawn piece: the middle in cells, the size in cells, how much of it shows. */
/** @typedef {{ x: number, y: number, size: number, alpha: number }} Spot */
/** A drawn piece: its row, and where it is. */
/** @typedef {{ row: number, spot: Spot }} Drawn */

const ALONE = 0.86;
const BESIDE_LOW = 0.56;
/** How many layouts are kept: the frames between which pieces are on their way, and those of a short step back. */
const KEPT = 6;

/** Works out the places of the pieces of a film. */
export class Layout {
  /** @param {Film} film @param {Skin} skin */
  constructor(film, skin) {
    this.film = film;
    this.low = film.cast.kinds.map((kind) => skin.low.includes(kind.key));
    this.lift = film.cast.kinds.map((kind) => skin.lift[kind.key] ?? 0);
    this.lifts = Object.keys(skin.lift).length > 0;
    /** @type {Map<number, Spot[]>} */
    this.kept = new Map();
    /** @type {Sequence | null} */
    this.played = null;
  }

  /** How a frame is played. @param {number} frame */
  sequence(frame) {
    if (this.played?.frame !== frame) this.played = new Sequence(this.film, frame);
    return /** @type {Sequence} */ (this.played);
  }

  /** The spots of a frame's rows, at rest. @param {number} frame @returns {Spot[]} */
  rest(frame) {
    const known = this.kept.get(frame);
    if (known) return known;
    const spots = this.place(frame);
    if (this.kept.size >= KEPT) this.kept.delete(this.kept.keys().next().value ?? -1);
    this.kept.set(frame, spots);
    return spots;
  }

  /** @param {number} frame @returns {Spot[]} */
  place(frame) {
    const { film } = this;
    /** @type {Map<number, number[]>} */
    const sharing = new Map();
    /** @type {Set<number>} */
    const lows = new Set();
    const [from, to] = [film.rowStart[frame], film.rowStart[frame + 1]];
    for (let row = from; row < to; row++) {
      const cell = film.rowCell[row];
      if (this.low[film.pieceKind[film.rowPiece[row]]]) lows.add(cell);
      else sharing.set(cell, [...(sharing.get(cell) ?? []), row]);
    }
    const spots = [];
    for (let row = from; row < to; row++) {
      const kind = film.pieceKind[film.rowPiece[row]];
      const span = film.pieceSpan[film.rowPiece[row]];
      const cell = film.rowCell[row];
      const [x, y] = [(cell % film.cast.cols) + span / 2, Math.floor(cell / film.cast.cols) + span / 2];
      const share = this.low[kind] ? { dx: 0, dy: 0, size: span } : this.share(row, sharing.get(cell) ?? [], lows.has(cell));
      spots.push({ x: x + share.dx, y: y + share.dy, size: share.size, alpha: 1 });
    }
    return spots;
  }

  /** The part of a cell that one of those who share it gets. @param {number} row @param {number[]} rows @param {boolean} beside */
  share(row, rows, beside) {
    const { film } = this;
    if (this.lifts) return { dx: 0, dy: this.lift[film.pieceKind[film.rowPiece[row]]], size: ALONE };
    if (rows.length === 1) return beside ? { dx: 0.22, dy: 0.22, size: BESIDE_LOW } : { dx: 0, dy: 0, size: ALONE };
    const side = Math.ceil(Math.sqrt(rows.length));
    const at = rows.indexOf(row);
    const step = 1 / side;
    const lines = Math.ceil(rows.length / side);
    return {
      dx: ((at % side) + 0.5) * step - 0.5,
      dy: (Math.floor(at / side) + 0.5) * step - 0.5 + ((side - lines) * step) / 2,
      size: step * 0.96,
    };
  }

  /** The spots of a frame's rows when it has come this far. @param {number} frame @param {number} progress @returns {Spot[]} */
  under(frame, progress) {
    const rest = this.rest(frame);
    if (progress >= 1 || frame === 0) return rest;
    const before = this.rest(frame - 1);
    const [from, old] = [this.film.rowStart[frame], this.film.rowStart[frame - 1]];
    return rest.map((spot, at) => {
      const piece = this.film.rowPiece[from + at];
      const row = this.film.row(frame - 1, piece);
      if (row < 0) return this.arriving(frame, piece, spot, progress);
      return this.between(frame, piece, before[row - old], spot, progress);
    });
  }

  /** A piece that was not there before: it appears when it is first named. @param {number} frame @param {number} piece @param {Spot} spot @param {number} progress */
  arriving(frame, piece, spot, progress) {
    const sequence = this.sequence(frame);
    const step = sequence.firstStep.get(piece) ?? sequence.steps - 1;
    return { ...this.between(frame, piece, spot, spot, progress), alpha: smooth(sequence.share(step, progress)) };
  }

  /** The pieces that were there before a frame and are not any more: they go when they are last named. @param {number} frame @param {number} progress */
  leaving(frame, progress) {
    /** @type {Drawn[]} */
    const gone = [];
    if (progress >= 1 || frame === 0) return gone;
    const sequence = this.sequence(frame);
    const start = this.film.rowStart[frame - 1];
    this.rest(frame - 1).forEach((spot, at) => {
      const piece = this.film.rowPiece[start + at];
      if (this.film.row(frame, piece) >= 0) return;
      const step = sequence.lastStep.get(piece) ?? sequence.steps - 1;
      const alpha = 1 - smooth(sequence.share(step, progress));
      if (alpha > 0) gone.push({ row: start + at, spot: { ...this.between(frame, piece, spot, spot, progress), alpha } });
    });
    return gone;
  }

  /** A piece between two spots, along the ways that it goes or is moved. @param {number} frame @param {number} piece @param {Spot} from @param {Spot} to @param {number} progress @returns {Spot} */
  between(frame, piece, from, to, progress) {
    const sequence = this.sequence(frame);
    const legs = sequence.legs.get(piece);
    const first = legs?.[0].step ?? 0;
    const last = legs?.[legs.length - 1].step ?? sequence.steps - 1;
    const moved = smooth((progress * sequence.steps - first) / (last + 1 - first));
    const mixed = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * moved;
    const size = mixed(from.size, to.size);
    if (!legs) return { x: mixed(from.x, to.x), y: mixed(from.y, to.y), size, alpha: 1 };
    // On the way a piece is in the middle of cells; at both ends it has its share of the cell.
    const way = this.along(legs, sequence, progress);
    const [dx, dy] = [mixed(from.x - Math.floor(from.x), to.x - Math.floor(to.x)), mixed(from.y - Math.floor(from.y), to.y - Math.floor(to.y))];
    return { x: way.x + dx, y: way.y + dy, size, alpha: 1 };
  }

  /** The corner of the cell that a piece has reached on its legs. @param {import('./sequence.js').Leg[]} legs @param {Sequence} sequence @param {number} progress */
  along(legs, sequence, progress) {
    const { cols } = this.film.cast;
    const corner = (/** @type {number} */ cell) => ({ x: cell % cols, y: Math.floor(cell / cols) });
    let at = corner(legs[0].cells[0]);
    for (const { step, cells } of legs) {
      const share = sequence.share(step, progress);
      if (share <= 0) break;
      const place = smooth(share) * (cells.length - 1);
      const [here, next] = [corner(cells[Math.floor(place)]), corner(cells[Math.ceil(place)])];
      const part = place - Math.floor(place);
      at = { x: here.x + (next.x - here.x) * part, y: here.y + (next.y - here.y) * part };
    }
    return at;
  }

  /** Where a piece is when its frame has come this far; null if it is nowhere. @param {number} frame @param {number} piece @param {number} progress @returns {Spot | null} */
  spotOf(frame, piece, progress) {
    const { film } = this;
    const [now, old] = [film.row(frame, piece), frame > 0 ? film.row(frame - 1, piece) : -1];
    if (now < 0 && old < 0) return null;
    const rest = now < 0 ? null : this.rest(frame)[now - film.rowStart[frame]];
    const before = old < 0 ? null : this.rest(frame - 1)[old - film.rowStart[frame - 1]];
    // Who is gone stays where its way ended.
    const [from, to] = [before ?? rest, rest ?? before];
    if (!from || !to) return null;
    return progress >= 1 && rest ? rest : this.between(frame, piece, from, to, progress);
  }
}

/** A share that starts and ends slowly, cut to 0 and 1. @param {number} share */
export function smooth(share) {
  const cut = Math.min(1, Math.max(0, share));
  return cut * cut * (3 - 2 * cut);
}
