// Where the points come from: in words, as stacked areas over time, and in numbers for the shown turn.

import { MOST_POINTS, brief } from './charts.js';
import { chip, make, svg } from './dom.js';
import { sideName } from './sentence.js';
import { told } from './words.js';

/** @typedef {import('./film.js').Film} Film */

const AREA_WIDE = 200;
const AREA_HIGH = 60;
/** The colours of the sources, from dark to light so that neighbours differ without them. */
const SOURCE_COLOURS = ['#23395d', '#c8553d', '#e0a030', '#3f8f6b', '#8d6fb0', '#7a8ca3', '#b04a6e'];

export class SourcesPanel {
  /** @param {HTMLElement} host @param {Film} film @param {(frame: number) => void} seek */
  constructor(host, film, seek) {
    this.host = host;
    this.film = film;
    this.seek = seek;
    /** The sources that gave points to anybody. @type {number[]} */
    this.used = [];
    this.read();
    /** @type {SVGLineElement[]} */
    this.cursors = [];
    /** @type {HTMLElement[][]} */
    this.cells = [];
  }

  /** Takes the numbers from the film, which may have grown. */
  read() {
    const { sources, cast } = this.film;
    this.used = cast.sources.map((_, at) => at).filter((source) => sources[source].some((series) => series.some((value) => value !== 0)));
  }

  relabel() {
    const { film, used } = this;
    const seats = Array.from({ length: film.cast.seats }, (_, seat) => seat);
    this.cursors = [];
    const top = this.highest(seats, used);
    const areas = seats.map((seat) => this.areas(seat, used, top));
    this.cells = used.map(() => seats.map(() => make('td')));
    const head = make('tr', '', make('td'), ...seats.map((seat) => this.head(seat)));
    const rows = used.map((source, at) => {
      const { name, about } = film.cast.sources[source];
      const key = make('i', 'source');
      key.style.background = colourOf(source);
      const label = make('th', 'side', key, told(name));
      label.scope = 'row';
      label.title = told(about);
      return make('tr', '', label, ...this.cells[at]);
    });
    const reasons = make('ul', 'reasons', ...film.reasons.map((reason) => make('li', '', told(reason))));
    const table = make('div', 'wide', make('table', '', make('thead', '', head), make('tbody', '', ...rows)));
    this.host.replaceChildren(reasons, make('div', 'areas', ...areas), table);
  }

  /** The emblem of a seat, for its name would be too long here. @param {number} seat */
  head(seat) {
    const head = make('th', '', chip(seat));
    head.scope = 'col';
    head.title = sideName(this.film, seat);
    head.setAttribute('aria-label', head.title);
    return head;
  }

  /** The highest sum of all points. @param {number[]} seats @param {number[]} used */
  highest(seats, used) {
    let most = 1;
    for (const seat of seats) {
      for (let frame = 0; frame < this.film.frames; frame++) {
        most = Math.max(most, used.reduce((sum, source) => sum + Math.max(0, this.film.sources[source][seat][frame]), 0));
      }
    }
    return most;
  }

  /** The points of one seat over time, one source upon the other. @param {number} seat @param {number[]} used @param {number} top */
  areas(seat, used, top) {
    const { film } = this;
    const picture = svg('svg', { viewBox: `0 0 ${AREA_WIDE} ${AREA_HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': sideName(film, seat) });
    const step = Math.max(1, Math.ceil(film.frames / MOST_POINTS));
    /** @type {number[]} */
    const frames = [];
    for (let frame = 0; frame < film.frames; frame += step) frames.push(frame);
    frames.push(film.frames - 1);
    let below = frames.map(() => 0);
    for (const source of used) {
      const above = frames.map((frame, at) => below[at] + Math.max(0, film.sources[source][seat][frame]));
      const point = (/** @type {number} */ at, /** @type {number} */ value) =>
        `${((frames[at] / Math.max(1, film.frames - 1)) * AREA_WIDE).toFixed(1)},${(AREA_HIGH * (1 - value / top)).toFixed(1)}`;
      const edge = [...above.map((value, at) => point(at, value)), ...below.map((value, at) => point(at, value)).reverse()];
      const area = svg('polygon', { points: edge.join(' ') });
      area.style.fill = colourOf(source);
      picture.append(area);
      below = above;
    }
    const cursor = svg('line', { y1: 0, y2: AREA_HIGH, class: 'cursor', 'vector-effect': 'non-scaling-stroke' });
    this.cursors.push(cursor);
    picture.append(cursor);
    const seekAt = (/** @type {PointerEvent} */ event) => {
      const box = picture.getBoundingClientRect();
      this.seek(Math.round(((event.clientX - box.left) / box.width) * (film.frames - 1)));
    };
    picture.addEventListener('pointerdown', seekAt);
    picture.addEventListener('pointermove', (event) => event.buttons === 1 && seekAt(event));
    const name = make('figcaption', '', chip(seat), sideName(film, seat));
    return make('figure', 'chart', name, make('div', 'plot', make('span', 'top-value', brief(top)), picture));
  }

  /** @param {number} frame */
  show(frame) {
    const x = String((frame / Math.max(1, this.film.frames - 1)) * AREA_WIDE);
    for (const cursor of this.cursors) {
      cursor.setAttribute('x1', x);
      cursor.setAttribute('x2', x);
    }
    this.used.forEach((source, at) => {
      this.cells[at]?.forEach((cell, seat) => (cell.textContent = String(this.film.sources[source][seat][frame])));
    });
  }
}

/** @param {number} source */
function colourOf(source) {
  return SOURCE_COLOURS[source % SOURCE_COLOURS.length];
}
