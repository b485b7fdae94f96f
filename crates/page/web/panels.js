// The panels about the players and about one unit.

import { chip, make } from './dom.js';
import { ENDLESS, KNOWN, NONE } from './film.js';
import { cellName, pieceName, sideName, stampOf } from './sentence.js';
import { say, told } from './words.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').Report} Report */

/** Whether there is anything to tell of what the seats' programs did. @param {Film} film */
export function hasReports(film) {
  return film.reports.some((reports) => reports.some((report) => report.refused > 0 || report.note !== '' || report.used > 0));
}

/** The table of what is counted for every side now. */
export class PlayersPanel {
  /** @param {HTMLTableElement} table @param {HTMLElement} reports @param {Film} film */
  constructor(table, reports, film) {
    this.table = table;
    this.reportHost = reports;
    this.film = film;
    /** @type {HTMLElement[][]} */
    this.cells = [];
    /** @type {HTMLElement[]} */
    this.names = [];
    /** @type {SeatHistory[]} */
    this.history = [];
    this.read();
    this.shown = '';
  }

  /** Takes the reports from the film, which may have grown. */
  read() {
    this.history = historyOf(this.film);
  }

  relabel() {
    const { cast, standings } = this.film;
    const heads = cast.measures.map((measure) => {
      const head = make('th', '', told(measure.name));
      head.scope = 'col';
      head.title = told(measure.about);
      return head;
    });
    const corner = make('td');
    this.cells = cast.sides.map(() => cast.measures.map(() => make('td')));
    this.names = cast.sides.map((_, side) => {
      const place = standings[side]?.[0];
      const medal = place ? ` · ${place === 1 ? '★ ' : ''}${place}` : '';
      const name = make('th', 'side', chip(side), sideName(this.film, side), make('span', 'place', medal));
      name.scope = 'row';
      if (place) name.title = `${say('place')} ${place}`;
      return name;
    });
    const rows = this.names.map((name, side) => make('tr', '', name, ...this.cells[side]));
    this.table.replaceChildren(make('thead', '', make('tr', '', corner, ...heads)), make('tbody', '', ...rows));
    this.shown = '';
  }

  /** @param {number} frame */
  show(frame) {
    const mover = this.film.mover[frame];
    this.cells.forEach((cells, side) => {
      cells.forEach((cell, measure) => (cell.textContent = String(this.film.measures[measure][side][frame])));
      this.names[side].classList.toggle('moving', side === mover);
    });
    const key = this.history.map((seat) => `${seat.report[frame]}/${seat.note[frame]}`).join();
    if (key === this.shown) return;
    this.shown = key;
    this.reportHost.replaceChildren(...this.history.flatMap((seat, number) => this.report(seat, number, frame)));
  }

  /** What a seat did in its last turn. @param {SeatHistory} seat @param {number} number @param {number} frame */
  report(seat, number, frame) {
    const at = seat.report[frame];
    if (at < 0) return [];
    const report = this.film.reports[at].find((one) => one.seat === number);
    if (!report) return [];
    const counts = `${report.accepted + report.refused} ${say('orders')}, ${report.refused} ${say('refused')}`;
    const line = make('p', '', chip(number), make('b', '', sideName(this.film, number)), ` ${counts}${this.clock(report, seat, frame)}`);
    /** @type {HTMLElement[]} */
    const parts = [line];
    if (report.reasons.length > 0) parts.push(this.reasons(report));
    const note = seat.note[frame];
    if (note >= 0) {
      const text = this.film.reports[note].find((one) => one.seat === number)?.note ?? '';
      parts.push(make('p', 'note', make('span', 'when', stampOf(this.film, note)), ` ${text}`));
    }
    return [make('div', 'report', ...parts)];
  }

  /** @param {Report} report @param {SeatHistory} seat @param {number} frame */
  clock(report, seat, frame) {
    // Programs inside this one are not measured.
    if (report.used <= 0 && seat.used[frame] <= 0) return '';
    const time = (/** @type {number} */ micros) => (micros >= 1e6 ? `${(micros / 1e6).toFixed(2)} s` : `${(micros / 1e3).toFixed(1)} ms`);
    return ` · ${say('cpu')} ${time(report.used)} (${time(seat.used[frame])} ${say('cpu_total')})`;
  }

  /** @param {Report} report */
  reasons(report) {
    const items = report.reasons.map(({ reason, order, times }) =>
      make('li', '', make('code', '', order), ` ${reason}${times > 1 ? ` ×${times}` : ''}`),
    );
    return make('details', '', make('summary', '', `${report.refused} ${say('refused')}`), make('ul', '', ...items));
  }
}

/** For every frame, where the last report and the last note of a seat are (-1: none yet), and the CPU time it has used. */
/** @typedef {{ report: Int32Array, note: Int32Array, used: Float64Array }} SeatHistory */

/** @param {Film} film @returns {SeatHistory[]} */
function historyOf(film) {
  const seats = Array.from({ length: film.cast.seats }, () => ({
    report: new Int32Array(film.frames).fill(-1),
    note: new Int32Array(film.frames).fill(-1),
    used: new Float64Array(film.frames),
  }));
  film.reports.forEach((reports, frame) => {
    for (const report of reports) {
      const seat = seats[report.seat];
      if (!seat) continue;
      seat.report.fill(frame, frame);
      if (report.note) seat.note.fill(frame, frame);
      if (report.used > 0) seat.used.fill(seat.used[frame] + report.used, frame);
    }
  });
  return seats;
}

/** What is known of a piece in a frame, as lines of a list. @param {Film} film @param {number} frame @param {number} piece @param {number} seat */
export function unitCard(film, frame, piece, seat) {
  const kind = film.cast.kinds[film.pieceKind[piece]];
  const row = film.row(frame, piece);
  const title = make('p', 'unit-name', make('b', '', pieceName(film, piece)));
  const about = make('p', 'about', told(kind.about));
  if (row < 0) return [title, about, make('p', 'none', say('gone'))];
  const known = film.known(row, seat);
  if (known === KNOWN.hidden) return [title, about, make('p', 'none', say('unknown'))];
  if (known >= KNOWN.owner) title.append(' ', chip(film.rowSide[row]), sideName(film, film.rowSide[row]));
  const list = make('dl', 'figures');
  const add = (/** @type {string} */ name, /** @type {string} */ value) => list.append(make('dt', '', name), make('dd', '', value));
  if (known === KNOWN.seen) figuresOf(film, row, add);
  const cell = film.rowCell[row];
  add(say('cell'), cellName(film, cell));
  add(say('ground'), told(film.cast.terrains[film.terrain.at(frame)[cell]].name));
  return [title, about, list];
}

/** @param {Film} film @param {number} row @param {(name: string, value: string) => void} add */
function figuresOf(film, row, add) {
  if (film.rowHealth[row] !== NONE) add(say('health'), `${Math.max(0, film.rowHealth[row])} / ${film.rowFull[row]}`);
  if (film.rowLevel[row] !== NONE) add(say('level'), String(film.rowLevel[row]));
  film.cast.figures.forEach((figure, at) => {
    const value = film.rowFigures[at][row];
    if (value === NONE) return;
    if (figure.form === 'cell') add(told(figure.name), cellName(film, value));
    else if (figure.form === 'word' || figure.form === 'direction') add(told(figure.name), told(film.cast.words[value]));
    else add(told(figure.name), value === ENDLESS ? '∞' : String(value));
  });
}

/** What can be said of a cell without a unit. @param {Film} film @param {number} frame @param {number} cell */
export function cellCard(film, frame, cell) {
  const terrain = film.cast.terrains[film.terrain.at(frame)[cell]];
  const parts = [`${told(terrain.name)} ${cellName(film, cell)}`];
  const owner = film.owners ? film.owners.at(frame)[cell] : 0;
  if (owner === 1) parts.push(say('disputed'));
  if (owner > 1) parts.push(`${say('land_of')} ${sideName(film, owner - 2)}`);
  return parts.join(' · ');
}
