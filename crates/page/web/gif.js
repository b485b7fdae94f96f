// Writes animated GIF files: one palette for all pictures, and of each picture only what differs from the one before.

/** The most colours of a file, without the one that stands for *as before*. */
const COLOURS = 255;
/** Colours are looked up by the upper five bits of each channel. */
const KEPT_BITS = 3;
const LARGEST_CODE = 4096;

/** A list of bytes that grows. */
class Bytes {
  constructor() {
    this.array = new Uint8Array(1 << 16);
    this.length = 0;
  }

  /** @param {number} byte */
  push(byte) {
    if (this.length === this.array.length) {
      const larger = new Uint8Array(2 * this.array.length);
      larger.set(this.array);
      this.array = larger;
    }
    this.array[this.length++] = byte;
  }

  /** Two bytes, the lower first. @param {number} number */
  word(number) {
    this.push(number & 255);
    this.push((number >> 8) & 255);
  }

  /** @param {string} letters */
  text(letters) {
    for (const letter of letters) this.push(letter.charCodeAt(0));
  }

  done() {
    return this.array.slice(0, this.length);
  }
}

export class GifWriter {
  /** @param {number} width @param {number} height @param {Uint8ClampedArray[]} samples pictures from which the colours are chosen, four bytes a pixel */
  constructor(width, height, samples) {
    this.width = width;
    this.height = height;
    this.palette = paletteOf(samples);
    /** For each colour of fifteen bits its place in the palette, or -1. */
    this.places = new Int16Array(1 << 15).fill(-1);
    /** @type {Uint8Array | null} */
    this.before = null;
    this.bytes = new Bytes();
    this.head();
  }

  head() {
    const { bytes } = this;
    bytes.text('GIF89a');
    bytes.word(this.width);
    bytes.word(this.height);
    // A palette of 256 colours for all pictures.
    for (const byte of [0xf7, 0, 0]) bytes.push(byte);
    for (let at = 0; at < 256; at++) {
      for (const channel of this.palette[at] ?? [0, 0, 0]) bytes.push(channel);
    }
    bytes.text('\x21\xff\x0bNETSCAPE2.0');
    // For ever.
    for (const byte of [3, 1, 0, 0, 0]) bytes.push(byte);
  }

  /** Adds a picture, four bytes a pixel. @param {Uint8ClampedArray} pixels @param {number} delay in hundredths of a second */
  add(pixels, delay) {
    const { bytes, width, height } = this;
    const now = new Uint8Array(width * height);
    for (let at = 0; at < now.length; at++) now[at] = this.place(pixels[4 * at], pixels[4 * at + 1], pixels[4 * at + 2]);
    const area = this.changed(now);
    const part = new Uint8Array(area.width * area.height);
    for (let row = 0; row < area.height; row++) {
      for (let col = 0; col < area.width; col++) {
        const from = (area.top + row) * width + area.left + col;
        part[row * area.width + col] = this.before && this.before[from] === now[from] ? COLOURS : now[from];
      }
    }
    // The picture before stays; the last colour is transparent.
    for (const byte of [0x21, 0xf9, 4, 0x05]) bytes.push(byte);
    bytes.word(delay);
    bytes.push(COLOURS);
    bytes.push(0);
    bytes.push(0x2c);
    for (const number of [area.left, area.top, area.width, area.height]) bytes.word(number);
    bytes.push(0);
    compress(part, bytes);
    this.before = now;
  }

  /** The file. */
  finish() {
    this.bytes.push(0x3b);
    return this.bytes.done();
  }

  /** @param {number} red @param {number} green @param {number} blue */
  place(red, green, blue) {
    const key = ((red >> KEPT_BITS) << 10) | ((green >> KEPT_BITS) << 5) | (blue >> KEPT_BITS);
    if (this.places[key] < 0) this.places[key] = nearest(this.palette, red, green, blue);
    return this.places[key];
  }

  /** The smallest rectangle that holds what differs from the picture before. @param {Uint8Array} now */
  changed(now) {
    const { width, height, before } = this;
    if (!before) return { left: 0, top: 0, width, height };
    let [left, top, right, bottom] = [width, height, -1, -1];
    for (let at = 0; at < now.length; at++) {
      if (now[at] === before[at]) continue;
      const [row, col] = [Math.floor(at / width), at % width];
      [left, right] = [Math.min(left, col), Math.max(right, col)];
      [top, bottom] = [Math.min(top, row), Math.max(bottom, row)];
    }
    // A picture has at least one pixel.
    if (right < 0) return { left: 0, top: 0, width: 1, height: 1 };
    return { left, top, width: right - left + 1, height: bottom - top + 1 };
  }
}

/** @param {number[][]} palette @param {number} red @param {number} green @param {number} blue */
function nearest(palette, red, green, blue) {
  let [found, least] = [0, Infinity];
  palette.forEach(([r, g, b], at) => {
    const far = 2 * (r - red) ** 2 + 4 * (g - green) ** 2 + 3 * (b - blue) ** 2;
    if (far < least) [found, least] = [at, far];
  });
  return found;
}

/** Chooses colours by splitting the box of most pixels and widest range until there are enough. @param {Uint8ClampedArray[]} samples */
function paletteOf(samples) {
  const counts = new Map();
  for (const pixels of samples) {
    for (let at = 0; at < pixels.length; at += 4) {
      const key = ((pixels[at] >> KEPT_BITS) << 10) | ((pixels[at + 1] >> KEPT_BITS) << 5) | (pixels[at + 2] >> KEPT_BITS);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  const middle = (1 << KEPT_BITS) >> 1;
  const colours = Array.from(counts, ([key, count]) => ({
    channels: [10, 5, 0].map((shift) => (((key >> shift) & 31) << KEPT_BITS) + middle),
    count,
  }));
  let boxes = [boxOf(colours)];
  while (boxes.length < COLOURS) {
    const widest = boxes.reduce((one, other) => (other.worth > one.worth ? other : one));
    if (widest.colours.length < 2) break;
    boxes = boxes.filter((box) => box !== widest).concat(split(widest));
  }
  return boxes.map((box) => box.mean);
}

/** @typedef {{ channels: number[], count: number }} Counted */
/** @typedef {{ colours: Counted[], channel: number, worth: number, mean: number[] }} Box */

/** @param {Counted[]} colours @returns {Box} */
function boxOf(colours) {
  const sum = colours.reduce((total, colour) => total + colour.count, 0);
  const ranges = [0, 1, 2].map((channel) => {
    const values = colours.map((colour) => colour.channels[channel]);
    return values.reduce((most, value) => Math.max(most, value), 0) - values.reduce((least, value) => Math.min(least, value), 255);
  });
  const range = Math.max(...ranges);
  const mean = [0, 1, 2].map((channel) => Math.round(colours.reduce((total, colour) => total + colour.channels[channel] * colour.count, 0) / Math.max(1, sum)));
  return { colours, channel: ranges.indexOf(range), worth: colours.length < 2 ? -1 : Math.sqrt(sum) * range, mean };
}

/** @param {Box} box */
function split({ colours, channel }) {
  const sorted = [...colours].sort((one, other) => one.channels[channel] - other.channels[channel]);
  const half = sorted.reduce((total, colour) => total + colour.count, 0) / 2;
  let [at, sum] = [0, 0];
  while (at < sorted.length - 1 && sum + sorted[at].count <= half) sum += sorted[at++].count;
  const cut = Math.max(1, at);
  return [boxOf(sorted.slice(0, cut)), boxOf(sorted.slice(cut))];
}

/** The compression of GIF files (LZW with codes of growing width), in blocks of up to 255 bytes. @param {Uint8Array} pixels @param {Bytes} bytes */
function compress(pixels, bytes) {
  const [width, clear, end] = [8, 256, 257];
  bytes.push(width);
  const out = new BitWriter(bytes);
  // For each string and next pixel the code of the longer string; the whole table is forgotten when it is full.
  let table = new Map();
  let [next, size] = [end + 1, width + 1];
  out.write(clear, size);
  let string = pixels[0];
  for (let at = 1; at < pixels.length; at++) {
    const key = (string << 8) | pixels[at];
    const longer = table.get(key);
    if (longer !== undefined) {
      string = longer;
      continue;
    }
    out.write(string, size);
    string = pixels[at];
    if (next < LARGEST_CODE) {
      table.set(key, next);
      if (next === 1 << size) size += 1;
      next += 1;
    } else {
      out.write(clear, size);
      table = new Map();
      [next, size] = [end + 1, width + 1];
    }
  }
  out.write(string, size);
  // The reader may have one more code in its table than was needed so far.
  if (next === 1 << size && size < 12) size += 1;
  out.write(end, size);
  out.finish();
}

/** Writes codes of some bits each, the lowest bit first, in blocks. */
class BitWriter {
  /** @param {Bytes} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    /** @type {number[]} */
    this.block = [];
    this.bits = 0;
    this.held = 0;
  }

  /** @param {number} code @param {number} size */
  write(code, size) {
    this.held |= code << this.bits;
    this.bits += size;
    while (this.bits >= 8) {
      this.put(this.held & 255);
      this.held >>>= 8;
      this.bits -= 8;
    }
  }

  /** @param {number} byte */
  put(byte) {
    this.block.push(byte);
    if (this.block.length === 255) this.flush();
  }

  flush() {
    if (this.block.length === 0) return;
    this.bytes.push(this.block.length);
    this.block.forEach((byte) => this.bytes.push(byte));
    this.block = [];
  }

  finish() {
    if (this.bits > 0) this.put(this.held & 255);
    this.flush();
    this.bytes.push(0);
  }
}
