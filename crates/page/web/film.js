// Reads what `crates/page/src/pack.rs` writes, once, into typed arrays: every frame is then found without searching.

/** @typedef {import('./words.js').Text} Text */
/** @typedef {{ key: string, name: Text, about: Text }} Kind */
/** @typedef {{ text: Text, mark: Mark, trace: Trace }} EventKind */
/** @typedef {'routine' | 'news' | 'battle' | 'loss' | 'capture' | 'decision'} Mark */
/** @typedef {'none' | 'way' | 'shot' | 'gift' | 'burst' | 'glow'} Trace */
/** @typedef {{ name: Text, form: 'number' | 'cell' | 'word' }} Figure */
/** @typedef {{ name: Text, about: Text }} Measure */
/**
 * @typedef {Object} Cast
 * @property {string} game
 * @property {Text} title
 * @property {[Text, string][]} facts
 * @property {number} rows
 * @property {number} cols
 * @property {Text[]} sides
 * @property {number} seats
 * @property {boolean} fog
 * @property {Text} stamp
 * @property {Kind[]} terrains
 * @property {Kind[]} kinds
 * @property {Figure[]} figures
 * @property {Text[]} words
 * @property {EventKind[]} events
 * @property {Measure[]} measures
 */
/**
 * @typedef {Object} Report
 * @property {number} seat
 * @property {number} accepted
 * @property {number} refused
 * @property {string} note
 * @property {number} used CPU time in microseconds, or -1
 * @property {{ reason: string, order: string, times: number }[]} reasons
 */
/** @typedef {{ frame: number, kind: number, known: number, args: Int32Array, cells: Int32Array }} FilmEvent */

/** A figure that a piece does not have. */
export const NONE = -2147483648;
/** A figure without limit. */
export const ENDLESS = 2147483647;
/** Must match the number in `pack.rs`. */
const VERSION = 1;
/** What a seat knows of a piece, from nothing to everything. */
export const KNOWN = { hidden: 0, place: 1, owner: 2, seen: 3 };

/** The numbers of a column, one after the other. */
class Column {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  /** @returns {number} */
  next() {
    let byte = this.bytes[this.at++];
    let value = byte & 0x7f;
    let unit = 0x80;
    while (byte & 0x80) {
      byte = this.bytes[this.at++];
      value += (byte & 0x7f) * unit;
      unit *= 0x80;
    }
    return value % 2 === 1 ? -(value + 1) / 2 : value / 2;
  }
}

/** Versions of a layer of cells: one for every frame in which it changed. */
class Layer {
  /** @param {number} frames @param {number} area @param {(name: string) => Column} column @param {string} name */
  constructor(frames, area, column, name) {
    this.versions = [new Uint8Array(area)];
    this.version = new Int32Array(frames);
    const [changes, cells, values] = ['changes', 'cell', 'value'].map((part) => column(`${name}.${part}`));
    for (let frame = 0; frame < frames; frame++) {
      const count = changes.next();
      if (count > 0) {
        const now = this.versions[this.versions.length - 1].slice();
        for (let change = 0, cell = 0; change < count; change++) {
          cell += cells.next();
          now[cell] += values.next();
        }
        this.versions.push(now);
      }
      this.version[frame] = this.versions.length - 1;
    }
  }

  /** @param {number} frame */
  at(frame) {
    return this.versions[this.version[frame]];
  }
}

/** A match, ready to be shown. */
export class Film {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
    const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
    if (header.version !== VERSION) throw new Error(`format ${header.version}`);
    const column = columnsOf(header.columns, bytes.subarray(4 + length));
    /** @type {Cast} */
    this.cast = header.cast;
    /** Place and score of every seat. @type {[number, number][]} */
    this.standings = header.standings;
    /** @type {number} */
    this.frames = header.frames;
    /** @type {number} */
    this.pieces = header.pieces;
    this.pieceId = fill(new Int32Array(this.pieces), column('piece.id'));
    this.pieceKind = fill(new Uint8Array(this.pieces), column('piece.kind'));
    this.pieceSpan = fill(new Uint8Array(this.pieces), column('piece.span'));
    this.stampA = sums(new Int32Array(this.frames), column('frame.a'));
    this.stampB = sums(new Int32Array(this.frames), column('frame.b'));
    this.mover = fill(new Int8Array(this.frames), column('frame.mover'));

    const placed = readPlaced(column, this.frames, this.pieces, this.cast.figures.length);
    /** Rows of placed pieces: those of a frame are `rowStart[frame]` to `rowStart[frame + 1]`. */
    this.rowStart = placed.start;
    this.rowPiece = placed.piece;
    const [cell, side, level, health, full, known, ...figures] = placed.fields;
    this.rowCell = cell;
    // What belongs to nobody has no side.
    this.rowSide = side.map((one) => (one < this.cast.sides.length ? one : -1));
    this.rowLevel = level;
    this.rowHealth = health;
    this.rowFull = full;
    this.rowKnown = known;
    this.rowFigures = figures;

    const layer = (/** @type {string} */ name) => new Layer(this.frames, this.cast.rows * this.cast.cols, column, name);
    this.terrain = layer('terrain');
    this.owners = column('owners.changes').bytes.length > 0 ? layer('owners') : null;
    this.seen = Array.from({ length: this.cast.fog ? this.cast.seats : 0 }, () => layer('seen'));

    const events = readEvents(column, this.frames);
    this.events = events.list;
    this.eventStart = events.start;
    const values = column('measure.value');
    /** `measures[measure][side][frame]`. */
    this.measures = this.cast.measures.map(() => this.cast.sides.map(() => sums(new Float64Array(this.frames), values)));
    this.reports = readReports(column, this.frames, header.texts);
  }

  /** The row of a piece in a frame, or -1. @param {number} frame @param {number} piece */
  row(frame, piece) {
    let [low, high] = [this.rowStart[frame], this.rowStart[frame + 1]];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.rowPiece[middle] < piece) low = middle + 1;
      else high = middle;
    }
    return low < this.rowStart[frame + 1] && this.rowPiece[low] === piece ? low : -1;
  }

  /** The events that led to a frame. @param {number} frame */
  eventsOf(frame) {
    return this.events.slice(this.eventStart[frame], this.eventStart[frame + 1]);
  }

  /** What a seat knows of the piece in a row; everything, if no seat looks. @param {number} row @param {number} seat */
  known(row, seat) {
    if (seat < 0 || !this.cast.fog) return KNOWN.seen;
    return (this.rowKnown[row] >> (2 * seat)) & 3;
  }

  /** @param {FilmEvent} event @returns {EventKind} */
  kindOf(event) {
    return this.cast.events[event.kind];
  }
}

/** @typedef {(name: string) => Column} Columns */

/** @param {Columns} column @param {number} frames @param {number} pieces @param {number} figures */
function readPlaced(column, frames, pieces, figures) {
  const names = ['cell', 'side', 'level', 'health', 'full', 'known'];
  for (let figure = 0; figure < figures; figure++) names.push(`figure${figure}`);
  const fields = names.map((name) => column(`placed.${name}`));
  const [changes, piece, mask] = ['changes', 'piece', 'mask'].map((name) => column(`placed.${name}`));
  const here = new Uint8Array(pieces);
  const now = names.map(() => new Int32Array(pieces));
  /** @type {number[]} */
  const rows = [];
  /** @type {number[][]} */
  const values = names.map(() => []);
  const start = new Int32Array(frames + 1);
  for (let frame = 0; frame < frames; frame++) {
    const count = changes.next();
    for (let change = 0, at = 0; change < count; change++) {
      at += piece.next();
      const bits = mask.next();
      if (bits & 1) here[at] ^= 1;
      for (let field = 0; field < names.length; field++) {
        if (bits & (2 << field)) now[field][at] += fields[field].next();
      }
    }
    for (let at = 0; at < pieces; at++) {
      if (!here[at]) continue;
      rows.push(at);
      for (let field = 0; field < names.length; field++) values[field].push(now[field][at]);
    }
    start[frame + 1] = rows.length;
  }
  return { start, piece: Int32Array.from(rows), fields: values.map((list) => Int32Array.from(list)) };
}

/** @param {Columns} column @param {number} frames */
function readEvents(column, frames) {
  const names = ['count', 'kind', 'known', 'arity', 'args', 'length', 'cells'];
  const [count, kind, known, arity, args, length, cells] = names.map((name) => column(`event.${name}`));
  /** @type {FilmEvent[]} */
  const list = [];
  const start = new Int32Array(frames + 1);
  for (let frame = 0; frame < frames; frame++) {
    for (let left = count.next(); left > 0; left--) {
      list.push({
        frame,
        kind: kind.next(),
        known: known.next(),
        args: fill(new Int32Array(arity.next()), args),
        cells: sums(new Int32Array(length.next()), cells),
      });
    }
    start[frame + 1] = list.length;
  }
  return { list, start };
}

/** @param {Columns} column @param {number} frames @param {string[]} texts @returns {Report[][]} */
function readReports(column, frames, texts) {
  const names = ['count', 'seat', 'accepted', 'refused', 'note', 'used', 'reasons'];
  const [count, seat, accepted, refused, note, used, reasons] = names.map((name) => column(`report.${name}`));
  const [reason, order, times] = ['reason', 'order', 'times'].map((name) => column(`refusal.${name}`));
  const refusal = () => ({ reason: texts[reason.next()], order: texts[order.next()], times: times.next() });
  const report = () => ({
    seat: seat.next(),
    accepted: accepted.next(),
    refused: refused.next(),
    note: texts[note.next()] ?? '',
    used: used.next(),
    reasons: Array.from({ length: reasons.next() }, refusal),
  });
  return Array.from({ length: frames }, () => Array.from({ length: count.next() }, report));
}

/** Unpacks the film that a page carries. @param {string} base64 */
export async function unpackFilm(base64) {
  const packed = Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Film(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** @param {[string, number][]} list @param {Uint8Array} bytes */
function columnsOf(list, bytes) {
  /** @type {Map<string, Column>} */
  const columns = new Map();
  let at = 0;
  for (const [name, length] of list) {
    columns.set(name, new Column(bytes.subarray(at, at + length)));
    at += length;
  }
  const empty = new Uint8Array(0);
  return (/** @type {string} */ name) => columns.get(name) ?? new Column(empty);
}

/** @template {Int32Array | Uint8Array | Int8Array | Float64Array} T @param {T} array @param {Column} column @returns {T} */
function fill(array, column) {
  for (let at = 0; at < array.length; at++) array[at] = column.next();
  return array;
}

/** @template {Int32Array | Float64Array} T @param {T} array @param {Column} column @returns {T} */
function sums(array, column) {
  for (let at = 0, sum = 0; at < array.length; at++) {
    sum += column.next();
    array[at] = sum;
  }
  return array;
}
