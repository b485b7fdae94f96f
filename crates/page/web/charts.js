// Charts of what is counted for every side, over the whole match.

import { tintOf } from './brush.js';
import { chip, make, svg } from './dom.js';
import { sideName } from './sentence.js';
import { told } from './words.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').Measure} Measure */

const WIDE = 300;
const HIGH = 84;
export const MOST_POINTS = 400;
/** Sides differ in their dashes too, not only in colour. */
const DASHES = ['', '6 3', '2 3', '8 3 2 3'];

/** @typedef {{ measure: Measure, series: Float64Array[], low: number, high: number, cursor: SVGLineElement | null, values: HTMLElement[] }} Chart */

export class Charts {
  /** @param {HTMLElement} host @param {Film} film @param {(frame: number) => void} seek */
  constructor(host, film, seek) {
    this.host = host;
    this.film = film;
    this.seek = seek;
    /** @type {Chart[]} */
    this.charts = [];
    this.read();
  }

  /** Takes the numbers from the film, which may have grown. */
  read() {
    const { film } = this;
    this.charts = film.cast.measures.map((measure, at) => chartOf(measure, film.measures[at]));
    const clock = clockSeries(film);
    if (clock) this.charts.push(chartOf({ name: { en: 'CPU time', zh: 'CPU 时间' }, about: { en: 'milliseconds a turn', zh: '每回合毫秒' } }, clock));
  }

  /** Draws everything anew, in the language of the page. */
  relabel() {
    this.host.replaceChildren(...this.charts.map((chart) => this.draw(chart)));
  }

  /** @param {Chart} chart */
  draw(chart) {
    const picture = svg('svg', { viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': told(chart.measure.name) });
    for (let side = chart.series.length - 1; side >= 0; side--) {
      const line = svg('polyline', { points: this.points(chart, side), fill: 'none', 'vector-effect': 'non-scaling-stroke' });
      line.style.stroke = tintOf(side).main;
      line.style.strokeDasharray = DASHES[side] ?? '';
      picture.append(line);
    }
    chart.cursor = svg('line', { y1: 0, y2: HIGH, class: 'cursor', 'vector-effect': 'non-scaling-stroke' });
    picture.append(chart.cursor);
    picture.addEventListener('pointerdown', (event) => this.seekAt(event, picture));
    picture.addEventListener('pointermove', (event) => event.buttons === 1 && this.seekAt(event, picture));
    chart.values = chart.series.map(() => make('b'));
    const legend = chart.values.map((value, side) => {
      const entry = make('span', 'value', chip(side), value);
      entry.title = sideName(this.film, side);
      return entry;
    });
    const head = make('figcaption', '', make('span', 'name', told(chart.measure.name)), make('span', 'about', told(chart.measure.about)));
    head.title = told(chart.measure.about);
    return make('figure', 'chart', head, make('div', 'plot', make('span', 'top-value', brief(chart.high)), picture), make('div', 'values', ...legend));
  }

  /** @param {PointerEvent} event @param {SVGSVGElement} picture */
  seekAt(event, picture) {
    const box = picture.getBoundingClientRect();
    this.seek(Math.round(((event.clientX - box.left) / box.width) * (this.film.frames - 1)));
  }

  /** @param {Chart} chart @param {number} side */
  points(chart, side) {
    const { frames } = this.film;
    const step = Math.max(1, Math.ceil(frames / MOST_POINTS));
    const points = [];
    for (let frame = 0; frame < frames; frame += step) points.push(this.point(chart, side, frame));
    points.push(this.point(chart, side, frames - 1));
    return points.join(' ');
  }

  /** @param {Chart} chart @param {number} side @param {number} frame */
  point(chart, side, frame) {
    const x = (frame / Math.max(1, this.film.frames - 1)) * WIDE;
    const y = HIGH - 4 - ((chart.series[side][frame] - chart.low) / Math.max(1, chart.high - chart.low)) * (HIGH - 8);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  }

  /** @param {number} frame */
  show(frame) {
    const x = String((frame / Math.max(1, this.film.frames - 1)) * WIDE);
    for (const chart of this.charts) {
      chart.cursor?.setAttribute('x1', x);
      chart.cursor?.setAttribute('x2', x);
      chart.values.forEach((value, side) => (value.textContent = brief(chart.series[side][frame])));
    }
  }
}

/** @param {Measure} measure @param {Float64Array[]} series @returns {Chart} */
function chartOf(measure, series) {
  let [low, high] = [0, 1];
  for (const line of series) {
    for (const value of line) [low, high] = [Math.min(low, value), Math.max(high, value)];
  }
  return { measure, series, low, high, cursor: null, values: [] };
}

/** CPU time of each seat in milliseconds; nothing if none was measured, as of bots inside this program. @param {Film} film */
function clockSeries(film) {
  const series = Array.from({ length: film.cast.seats }, () => new Float64Array(film.frames));
  let measured = false;
  film.reports.forEach((reports, frame) => {
    for (const report of reports) {
      if (report.used < 0 || report.seat >= series.length) continue;
      measured ||= report.used > 0;
      series[report.seat].fill(report.used / 1000, frame);
    }
  });
  return measured ? series : null;
}

/** A number short enough for a chart. @param {number} value */
export function brief(value) {
  if (Math.abs(value) >= 10000) return `${(value / 1000).toFixed(1)}k`;
  return Number.isInteger(value) ? String(value) : value.toFixed(1);
}
