// Where pieces are drawn: side by side where several share a cell, on their way between two frames.

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./brush.js').Skin} Skin */

/** The place of one drawn piece: the middle in cells, the size in cells, how much of it shows. */
/** @typedef {{ x: number, y: number, size: number, alpha: number }} Spot */

const ALONE = 0.86;
const BESIDE_LOW = 0.56;
/** How many layouts are kept: the frames between which pieces are on their way, and those of a short step back. */
const KEPT = 6;
/** The part of a frame's time in which shots are seen; after it pieces move. */
export const SHOTS_UNTIL = 0.4;

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
    /** @type {{ frame: number, ways: Map<number, Int32Array[]> }} */
    this.ways = { frame: -1, ways: new Map() };
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

  /** The ways that pieces take to a frame. @param {number} frame */
  waysTo(frame) {
    if (this.ways.frame !== frame) {
      /** @type {Map<number, Int32Array[]>} */
      const ways = new Map();
      for (const event of this.film.eventsOf(frame)) {
        if (this.film.kindOf(event).trace !== 'way' || event.cells.length < 2) continue;
        ways.set(event.args[0], [...(ways.get(event.args[0]) ?? []), event.cells]);
      }
      this.ways = { frame, ways };
    }
    return this.ways.ways;
  }

  /** The spots of a frame's rows when its pieces have come this far. @param {number} frame @param {number} progress @returns {Spot[]} */
  under(frame, progress) {
    const rest = this.rest(frame);
    if (progress >= 1 || frame === 0) return rest;
    const moved = smooth((progress - SHOTS_UNTIL) / (1 - SHOTS_UNTIL));
    const before = this.rest(frame - 1);
    const ways = this.waysTo(frame);
    const [from, old] = [this.film.rowStart[frame], this.film.rowStart[frame - 1]];
    return rest.map((spot, at) => {
      const piece = this.film.rowPiece[from + at];
      const row = this.film.row(frame - 1, piece);
      if (row < 0) return { ...spot, alpha: moved };
      return between(before[row - old], spot, moved, this.along(ways.get(piece), moved));
    });
  }

  /** The pieces that were there before a frame and are not any more, with their spots. @param {number} frame @param {number} progress */
  leaving(frame, progress) {
    /** @type {{ row: number, spot: Spot }[]} */
    const gone = [];
    if (progress >= 1 || frame === 0) return gone;
    const alpha = 1 - smooth((progress - SHOTS_UNTIL) / 0.3);
    const start = this.film.rowStart[frame - 1];
    this.rest(frame - 1).forEach((spot, at) => {
      if (this.film.row(frame, this.film.rowPiece[start + at]) < 0) gone.push({ row: start + at, spot: { ...spot, alpha } });
    });
    return gone;
  }

  /** The middle of the cell that a piece has reached on its way. @param {Int32Array[] | undefined} ways @param {number} share */
  along(ways, share) {
    if (!ways) return null;
    const cells = ways.flatMap((way) => Array.from(way));
    const place = share * (cells.length - 1);
    const [here, next] = [cells[Math.floor(place)], cells[Math.ceil(place)]];
    const part = place - Math.floor(place);
    const { cols } = this.film.cast;
    const mixed = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * part + 0.5;
    return { x: mixed(here % cols, next % cols), y: mixed(Math.floor(here / cols), Math.floor(next / cols)) };
  }
}

/** @param {Spot} from @param {Spot} to @param {number} share @param {{ x: number, y: number } | null} way @returns {Spot} */
function between(from, to, share, way) {
  const mixed = (/** @type {number} */ a, /** @type {number} */ b) => a + (b - a) * share;
  const size = mixed(from.size, to.size);
  if (!way) return { x: mixed(from.x, to.x), y: mixed(from.y, to.y), size, alpha: 1 };
  // On the way a piece is in the middle of cells; at both ends it has its share of the cell.
  const [dx, dy] = [mixed(from.x - Math.floor(from.x), to.x - Math.floor(to.x)), mixed(from.y - Math.floor(from.y), to.y - Math.floor(to.y))];
  return { x: way.x + dx - 0.5, y: way.y + dy - 0.5, size, alpha: 1 };
}

/** A share that starts and ends slowly, cut to 0 and 1. @param {number} share */
export function smooth(share) {
  const cut = Math.min(1, Math.max(0, share));
  return cut * cut * (3 - 2 * cut);
}
