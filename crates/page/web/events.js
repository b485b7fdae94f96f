// The list of events: the part around the shown frame, because a match has tens of thousands.

import { chip, make } from './dom.js';
import { isKnown } from './effects.js';
import { sentence, stampOf } from './sentence.js';
import { MARKS } from './timeline.js';
import { say, told } from './words.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').FilmEvent} FilmEvent */

/** An event as it is listed; a key moment says why it is one. */
/** @typedef {FilmEvent & { why?: number }} Listed */

/** What can be shown: the name, and the least mark of an event that belongs to it; key moments are chosen by whoever made the film. */
const FILTERS = /** @type {[string, import('./film.js').Mark | null][]} */ ([
  ['key_events', null],
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
    /** @type {Listed[]} */
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
    this.chosen = this.listed(filter).filter((event) => isKnown(this.film, event, this.seat));
    this.render(this.firstAt(this.frame));
  }

  /** The events that a filter lets through, in order. @param {number} filter @returns {Listed[]} */
  listed(filter) {
    const { film } = this;
    const mark = FILTERS[filter][1];
    if (mark === null) return film.moments;
    const least = MARKS.indexOf(mark);
    // Who took the lead is told by no event.
    const told = new Set(film.events.map((event) => event.kind));
    const untold = film.moments.filter((moment) => !told.has(moment.kind));
    const events = film.events.filter((event) => MARKS.indexOf(film.kindOf(event).mark) >= least);
    return untold.length === 0 ? events : [...events, ...untold].sort((one, other) => one.frame - other.frame);
  }

  /** The filters that differ in what they show, by number and name. @returns {[number, string][]} */
  filters() {
    const lengths = FILTERS.map((_, filter) => this.listed(filter).length);
    const all = FILTERS.map(([name], filter) => /** @type {[number, string]} */ ([filter, name]));
    return all.filter(([filter]) => filter === FILTERS.length - 1 || (lengths[filter] > 0 && lengths[filter] !== lengths[filter + 1]));
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

  /** @param {Listed} event */
  row(event) {
    const { mark } = this.film.kindOf(event);
    const words = sentence(this.film, event).flatMap((part) => (part.side >= 0 ? [chip(part.side), part.text] : [part.text]));
    const when = make('span', 'when', String(this.film.stampA[event.frame]));
    when.title = stampOf(this.film, event.frame);
    const why = event.why === undefined ? [] : [make('span', 'why', told(this.film.momentKinds[event.why])), ' '];
    const sign = make('i', `mark mark-${event.why === undefined ? mark : 'key'}`);
    const button = make('button', 'event', when, sign, make('span', 'what', ...why, ...words));
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
