// Writes PNG files with 256 colours: a screenshot needs no more, and becomes a third as large.

import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const COLOURS = 256;
/** Channels are rounded to multiples of this before colours are counted. */
const STEP = 4;

/** @param {number} width @param {number} height @param {Uint8Array} rgba */
export function indexedPng(width, height, rgba) {
  const rounded = Uint32Array.from({ length: width * height }, (_, at) => colourAt(rgba, 4 * at));
  const palette = commonest(rounded);
  const place = nearestIn(palette);
  const rows = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row++) {
    for (let col = 0; col < width; col++) rows[row * (width + 1) + col + 1] = place(rounded[row * width + col]);
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, by palette.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.from(palette.flatMap((colour) => channels(colour)));
  const parts = [chunk('IHDR', header), chunk('PLTE', colours), chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([SIGNATURE, ...parts]);
}

/** @param {Uint8Array} rgba @param {number} at */
function colourAt(rgba, at) {
  const round = (/** @type {number} */ channel) => Math.min(255, Math.round(channel / STEP) * STEP);
  return (round(rgba[at]) << 16) | (round(rgba[at + 1]) << 8) | round(rgba[at + 2]);
}

/** @param {number} colour */
function channels(colour) {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

/** The colours that are used most. @param {Uint32Array} pixels */
function commonest(pixels) {
  /** @type {Map<number, number>} */
  const counts = new Map();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, COLOURS).map(([colour]) => colour);
}

/** Finds the place of the colour in a palette that is nearest to a given one. @param {number[]} palette */
function nearestIn(palette) {
  /** @type {Map<number, number>} */
  const known = new Map(palette.map((colour, at) => [colour, at]));
  return (/** @type {number} */ colour) => {
    let place = known.get(colour);
    if (place === undefined) {
      const wanted = channels(colour);
      const far = palette.map((other) => channels(other).reduce((sum, channel, at) => sum + (channel - wanted[at]) ** 2, 0));
      place = far.indexOf(Math.min(...far));
      known.set(colour, place);
    }
    return place;
  };
}

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
