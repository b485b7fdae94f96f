// Reads what `crates/page/src/pack.rs` writes, once, into typed arrays: every frame is then found without searching.

/** @typedef {import('./words.js').Text} Text */
/** @typedef {{ key: string, name: Text, about: Text }} Kind */
/** @typedef {{ text: Text, mark: Mark, trace: Trace }} EventKind */
/** @typedef {'routine' | 'news' | 'battle' | 'loss' | 'capture' | 'decision'} Mark */
/** @typedef {'none' | 'way' | 'slide' | 'shot' | 'gift' | 'burst' | 'glow'} Trace */
/** @typedef {{ name: Text, form: 'number' | 'cell' | 'word' | 'direction', badge: boolean }} Figure */
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
 * @property {Measure[]} sources what the score is made of
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
/** What happened on the way to a frame. Events of one step are played at once, steps one after the other. */
/** @typedef {{ frame: number, kind: number, known: number, step: number, args: number[], cells: number[] }} FilmEvent */
/** An event that a reader should see, and why: a place among `momentKinds`. */
/** @typedef {FilmEvent & { why: number }} KeyMoment */

/** A figure that a piece does not have. */
export const NONE = -2147483648;
/** A figure without limit. */
export const ENDLESS = 2147483647;
/** Must match the number in `pack.rs`. */
const VERSION = 2;
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
  /** @param {number} area */
  constructor(area) {
    this.versions = [new Uint8Array(area)];
    this.version = new Int32Array(0);
  }

  /** Reads what more frames show. @param {number} frames @param {Columns} column @param {string} name */
  append(frames, column, name) {
    const [changes, cells, values] = ['changes', 'cell', 'value'].map((part) => column(`${name}.${part}`));
    const version = new Int32Array(frames);
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
      version[frame] = this.versions.length - 1;
    }
    this.version = joined(this.version, version);
  }

  /** @param {number} frame */
  at(frame) {
    return this.versions[this.version[frame]];
  }
}

/** A match, ready to be shown. It may grow: whoever sends it appends part after part. */
export class Film {
  /** @param {Uint8Array} bytes the first part */
  constructor(bytes) {
    /** @type {Cast} */
    this.cast = headerOf(bytes).cast;
    const { rows, cols, figures, measures, sources, sides, seats, fog, events } = this.cast;
    this.frames = 0;
    this.pieces = 0;
    /** Place and score of every seat. @type {[number, number][]} */
    this.standings = [];
    /** Why it ended so, in sentences. @type {Text[]} */
    this.reasons = [];
    /** @type {KeyMoment[]} */
    this.moments = [];
    /** What the kinds of key moments are called. @type {Text[]} */
    this.momentKinds = [];
    this.pieceId = new Int32Array(0);
    this.pieceKind = new Uint8Array(0);
    this.pieceSpan = new Uint8Array(0);
    this.stampA = new Int32Array(0);
    this.stampB = new Int32Array(0);
    this.mover = new Int8Array(0);
    /** Rows of placed pieces: those of a frame are `rowStart[frame]` to `rowStart[frame + 1]`. */
    this.rowStart = new Int32Array(1);
    this.rowPiece = new Int32Array(0);
    this.rowCell = new Int32Array(0);
    /** What belongs to nobody has no side: -1. */
    this.rowSide = new Int32Array(0);
    this.rowLevel = new Int32Array(0);
    this.rowHealth = new Int32Array(0);
    this.rowFull = new Int32Array(0);
    this.rowKnown = new Int32Array(0);
    this.rowFigures = figures.map(() => new Int32Array(0));
    this.terrain = new Layer(rows * cols);
    /** @type {Layer | null} */
    this.owners = null;
    this.seen = Array.from({ length: fog ? seats : 0 }, () => new Layer(rows * cols));
    /** @type {FilmEvent[]} */
    this.events = [];
    this.eventStart = new Int32Array(1);
    /** For every frame, how many steps its events are played in. */
    this.steps = new Uint16Array(0);
    /** `measures[measure][side][frame]`, and the same for what the score is made of. @type {Float64Array[][]} */
    this.measures = measures.map(() => sides.map(() => new Float64Array(0)));
    /** @type {Float64Array[][]} */
    this.sources = sources.map(() => sides.map(() => new Float64Array(0)));
    /** @type {Report[][]} */
    this.reports = [];
    /** @type {string[]} */
    this.texts = [];
    /** Which arguments of each kind of event are pieces. */
    this.pieceSlots = events.map((kind) => Array.from(kind.text.en.matchAll(/\{(\d)p\}/g), (slot) => Number(slot[1])));
    /** What is on the board in the last frame, by piece. */
    this.last = { here: new Uint8Array(0), fields: [...PLACED, ...figures].map(() => new Int32Array(0)) };
    this.append(bytes);
  }

  /** Adds the frames of one more part. @param {Uint8Array} bytes */
  append(bytes) {
    const header = headerOf(bytes);
    const column = columnsOf(header.columns, bytes.subarray(header.end));
    const { frames, pieces } = header;
    Object.assign(this, { standings: header.standings, reasons: header.reasons, momentKinds: header.moment_kinds });
    this.moments = header.moments.map((/** @type {any} */ moment) => ({ ...moment, step: 0 }));
    this.texts.push(...header.texts);
    this.pieceId = joined(this.pieceId, fill(new Int32Array(pieces), column('piece.id')));
    this.pieceKind = joined(this.pieceKind, fill(new Uint8Array(pieces), column('piece.kind')));
    this.pieceSpan = joined(this.pieceSpan, fill(new Uint8Array(pieces), column('piece.span')));
    this.stampA = summed(this.stampA, frames, column('frame.a'));
    this.stampB = summed(this.stampB, frames, column('frame.b'));
    this.mover = joined(this.mover, fill(new Int8Array(frames), column('frame.mover')));
    this.pieces += pieces;
    this.appendPlaced(frames, column);
    this.terrain.append(frames, column, 'terrain');
    const area = this.cast.rows * this.cast.cols;
    if (column('owners.changes').bytes.length > 0) (this.owners ??= new Layer(area)).append(frames, column, 'owners');
    this.seen.forEach((layer) => layer.append(frames, column, 'seen'));
    this.appendEvents(frames, column);
    const grow = (/** @type {Float64Array[][]} */ rows, /** @type {string} */ name) =>
      rows.map((sides) => sides.map((series) => summed(series, frames, column(name))));
    this.measures = grow(this.measures, 'measure.value');
    this.sources = grow(this.sources, 'source.value');
    this.reports.push(...readReports(column, frames, this.texts));
    this.frames += frames;
  }

  /** @param {number} frames @param {Columns} column */
  appendPlaced(frames, column) {
    const { last } = this;
    last.here = joined(last.here, new Uint8Array(this.pieces - last.here.length));
    last.fields = last.fields.map((field) => joined(field, new Int32Array(this.pieces - field.length)));
    const more = readPlaced(column, frames, last, this.rowPiece.length);
    this.rowStart = joined(this.rowStart, more.start);
    this.rowPiece = joined(this.rowPiece, more.piece);
    const [cell, side, level, health, full, known, ...figures] = more.fields;
    this.rowCell = joined(this.rowCell, cell);
    this.rowSide = joined(this.rowSide, side.map((one) => (one < this.cast.sides.length ? one : -1)));
    this.rowLevel = joined(this.rowLevel, level);
    this.rowHealth = joined(this.rowHealth, health);
    this.rowFull = joined(this.rowFull, full);
    this.rowKnown = joined(this.rowKnown, known);
    this.rowFigures = this.rowFigures.map((column, at) => joined(column, figures[at]));
  }

  /** @param {number} frames @param {Columns} column */
  appendEvents(frames, column) {
    const more = readEvents(column, frames, this.frames, this.events.length);
    this.events.push(...more.list);
    this.eventStart = joined(this.eventStart, more.start);
    const steps = new Uint16Array(frames).fill(1);
    for (const event of more.list) {
      const at = event.frame - this.frames;
      if (this.kindOf(event).trace !== 'none') steps[at] = Math.max(steps[at], event.step + 1);
    }
    this.steps = joined(this.steps, steps);
  }

  /** The number of the turn that a frame belongs to: the last number of its stamp. @param {number} frame */
  turn(frame) {
    return (this.cast.stamp.en.includes('{b}') ? this.stampB : this.stampA)[frame];
  }

  /** The pieces that an event names. @param {FilmEvent} event */
  piecesOf(event) {
    return this.pieceSlots[event.kind].map((slot) => event.args[slot]);
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

/** The columns of a placed piece, before its figures. */
const PLACED = ['cell', 'side', 'level', 'health', 'full', 'known'];

/** @param {Columns} column @param {number} frames @param {{ here: Uint8Array, fields: Int32Array[] }} last @param {number} before rows of earlier parts */
function readPlaced(column, frames, last, before) {
  const { here, fields: now } = last;
  const fields = now.map((_, at) => column(`placed.${PLACED[at] ?? `figure${at - PLACED.length}`}`));
  const [changes, piece, mask] = ['changes', 'piece', 'mask'].map((name) => column(`placed.${name}`));
  /** @type {number[]} */
  const rows = [];
  /** @type {number[][]} */
  const values = fields.map(() => []);
  const start = new Int32Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    const count = changes.next();
    for (let change = 0, at = 0; change < count; change++) {
      at += piece.next();
      const bits = mask.next();
      if (bits & 1) here[at] ^= 1;
      for (let field = 0; field < fields.length; field++) {
        if (bits & (2 << field)) now[field][at] += fields[field].next();
      }
    }
    for (let at = 0; at < here.length; at++) {
      if (!here[at]) continue;
      rows.push(at);
      for (let field = 0; field < fields.length; field++) values[field].push(now[field][at]);
    }
    start[frame] = before + rows.length;
  }
  return { start, piece: Int32Array.from(rows), fields: values.map((list) => Int32Array.from(list)) };
}

/** @param {Columns} column @param {number} frames @param {number} first the first frame of the part @param {number} before events of earlier parts */
function readEvents(column, frames, first, before) {
  const names = ['count', 'kind', 'known', 'step', 'arity', 'args', 'length', 'cells'];
  const [count, kind, known, step, arity, args, length, cells] = names.map((name) => column(`event.${name}`));
  /** @type {FilmEvent[]} */
  const list = [];
  const start = new Int32Array(frames);
  for (let frame = 0; frame < frames; frame++) {
    for (let left = count.next(); left > 0; left--) {
      list.push({
        frame: first + frame,
        kind: kind.next(),
        known: known.next(),
        step: step.next(),
        args: Array.from({ length: arity.next() }, () => args.next()),
        cells: sums(Array.from({ length: length.next() }, () => cells.next())),
      });
    }
    start[frame] = before + list.length;
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

/** Unpacks a part of a film that a page carries. @param {string} base64 */
export async function unpackPart(base64) {
  const packed = Uint8Array.from(atob(base64.trim()), (letter) => letter.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
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

/** Running sums that go on where a series ends. @template {Int32Array | Float64Array} T @param {T} series @param {number} count @param {Column} column @returns {T} */
function summed(series, count, column) {
  const more = joined(series, /** @type {T} */ (new /** @type {any} */ (series.constructor)(count)));
  for (let at = series.length, sum = series[at - 1] ?? 0; at < more.length; at++) {
    sum += column.next();
    more[at] = sum;
  }
  return more;
}

/** @param {number[]} differences */
function sums(differences) {
  let sum = 0;
  return differences.map((difference) => (sum += difference));
}

/** One array after the other. @template {Int32Array | Uint8Array | Uint16Array | Int8Array | Float64Array} T @param {T} one @param {T} other @returns {T} */
function joined(one, other) {
  const both = new /** @type {any} */ (one.constructor)(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}

/** The header of a part, and where it ends. @param {Uint8Array} bytes */
function headerOf(bytes) {
  const end = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(4, end)));
  if (header.version !== VERSION) throw new Error(`format ${header.version}`);
  return { ...header, end };
}
