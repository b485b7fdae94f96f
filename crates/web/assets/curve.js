// How a game went, as a small chart for the end of it.

import { tintOf } from '../web/brush.js';
import { chip, make, svg } from '../web/dom.js';

const WIDE = 300;
const HIGH = 90;
/** Sides differ in their dashes too, not only in colour. */
const STROKES = ['', '6 3', '2 3', '8 3 2 3'];

/** @typedef {{ name: string, sides: string[], points: number[][] }} Curve */

/** @param {Curve} curve */
export function drawCurve({ name, sides, points }) {
  const all = points.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const picture = svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': name });
  points.forEach((series, side) => {
    const place = (/** @type {number} */ value, /** @type {number} */ at) =>
      `${((at / Math.max(1, series.length - 1)) * WIDE).toFixed(1)},${(HIGH - 5 - ((value - low) / (high - low)) * (HIGH - 10)).toFixed(1)}`;
    const line = svg('polyline', { points: series.map(place).join(' '), fill: 'none', 'vector-effect': 'non-scaling-stroke' });
    line.style.stroke = tintOf(side).main;
    line.style.strokeDasharray = STROKES[side] ?? '';
    picture.append(line);
  });
  const last = (/** @type {number} */ side) => String(points[side][points[side].length - 1]);
  const legend = sides.map((side, number) => make('span', 'value', chip(number), `${side}: ${last(number)}`));
  return make('figure', 'curve', make('figcaption', '', name), picture, make('div', 'values', ...legend));
}
