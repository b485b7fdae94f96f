// The list of events: the part around the shown frame, because a match has tens of thousands.

import { chip, make } from './dom.js';
import { sentence, stampOf } from './sentence.js';
import { MARKS } from './timeline.js';
import { say } from './words.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').FilmEvent} FilmEvent */

/** What can be shown: the name, and the least mark of an event that belongs to it. */
export const FILTERS = /** @type {[string, import('./film.js').Mark][]} */ ([
  ['key_events', 'loss'],
  ['news', 'news'],
  ['everything', 'routine'],
]);
/** Rows before and after the shown frame. */
const BEFORE = 20;
const AFTER = 40;

export class EventList {
  /** @param {HTMLElement} host @param {Film} film @param {(event: FilmEvent) => void} go */
  constructor(host, film, go) {
    this.host = host;
    this.film = film;
    this.go = go;
    this.filter = 0;
    this.seat = -1;
    this.frame = 0;
    /** @type {FilmEvent[]} */
    this.chosen = [];
    this.from = 0;
    this.to = 0;
    /** @type {HTMLElement[]} */
    this.rows = [];
  }

  /** Chooses anew what is listed. @param {number} filter @param {number} seat */
  choose(filter, seat) {
    this.filter = filter;
    this.seat = this.film.cast.fog ? seat : -1;
    const least = MARKS.indexOf(FILTERS[filter][1]);
    const isKnown = (/** @type {FilmEvent} */ event) => this.seat < 0 || ((event.known >> this.seat) & 1) === 1;
    this.chosen = this.film.events.filter((event) => MARKS.indexOf(this.film.kindOf(event).mark) >= least && isKnown(event));
    this.render(this.firstAt(this.frame));
  }

  /** The place of the first listed event of a frame or later. @param {number} frame */
  firstAt(frame) {
    let [low, high] = [0, this.chosen.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.chosen[middle].frame < frame) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** @param {number} frame */
  show(frame) {
    this.frame = frame;
    const place = this.firstAt(frame);
    const near = place >= this.from && (place + 10 < this.to || this.to === this.chosen.length);
    if (near) this.point();
    else this.render(place);
  }

  /** Lists the events around a place. @param {number} place */
  render(place) {
    this.from = Math.max(0, place - BEFORE);
    this.to = Math.min(this.chosen.length, place + AFTER);
    this.rows = this.chosen.slice(this.from, this.to).map((event) => this.row(event));
    const items = [...this.rows];
    if (this.from > 0) items.unshift(this.more(`▲ ${this.from} ${say('earlier')}`, this.from - BEFORE));
    const later = this.chosen.length - this.to;
    if (later > 0) items.push(this.more(`▼ ${later} ${say('later')}`, this.to + BEFORE));
    if (items.length === 0) items.push(make('li', 'none', say('no_events')));
    this.host.replaceChildren(...items);
    this.point();
  }

  /** @param {string} label @param {number} place */
  more(label, place) {
    const button = make('button', 'more', label);
    button.type = 'button';
    button.addEventListener('click', () => this.render(Math.max(0, place)));
    return make('li', '', button);
  }

  /** @param {FilmEvent} event */
  row(event) {
    const { mark } = this.film.kindOf(event);
    const words = sentence(this.film, event).flatMap((part) => (part.side >= 0 ? [chip(part.side), part.text] : [part.text]));
    const when = make('span', 'when', String(this.film.stampA[event.frame]));
    when.title = stampOf(this.film, event.frame);
    const button = make('button', 'event', when, make('i', `mark mark-${mark}`), make('span', 'what', ...words));
    button.type = 'button';
    button.addEventListener('click', () => this.go(event));
    const item = make('li', '', button);
    item.dataset.frame = String(event.frame);
    return item;
  }

  /** Points out the rows of the shown frame and scrolls to them. */
  point() {
    let first = null;
    for (const row of this.rows) {
      const now = Number(row.dataset.frame) === this.frame;
      row.classList.toggle('now', now);
      if (now && !first) first = row;
    }
    const target = first ?? this.rows[Math.min(this.rows.length - 1, this.firstAt(this.frame) - this.from)];
    if (target) this.host.scrollTop = target.offsetTop - this.host.clientHeight / 3;
  }
}
