// Puts the page together.

import { Board } from './board.js';
import { Charts } from './charts.js';
import { byId, chip, make } from './dom.js';
import { EventList, FILTERS } from './events.js';
import { unpackFilm } from './film.js';
import { PlayersPanel, cellCard, unitCard } from './panels.js';
import { Player, SPEEDS } from './player.js';
import { pieceName, sentence, sideName, stampOf } from './sentence.js';
import { SKINS } from './skins.js';
import { Timeline } from './timeline.js';
import { say, speak, spoken, told } from './words.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./film.js').FilmEvent} FilmEvent */

/** How far one press of a key moves the board, in pixels, and zooms it. */
const PAN = 60;
const ZOOM = 1.25;

/** The signs on the button that plays and pauses. */
const PLAY = 'M4 2v12l10-6z';
const PAUSE = 'M3 2h4v12H3zM9 2h4v12H9z';

class Page {
  /** @param {Film} film */
  constructor(film) {
    this.film = film;
    this.seat = -1;
    this.selected = -1;
    this.hovered = -1;
    this.player = new Player(film.frames, (frame, progress) => this.show(frame, progress), (playing) => this.showPlaying(playing));
    this.timeline = new Timeline(film, (frame) => this.seek(frame));
    this.charts = new Charts(byId('charts', HTMLElement), film, (frame) => this.seek(frame));
    this.players = new PlayersPanel(byId('players', HTMLTableElement), byId('reports', HTMLElement), film);
    this.events = new EventList(byId('events', HTMLElement), film, (event) => this.goTo(event));
    this.shown = -1;
    this.board = new Board(byId('board', HTMLCanvasElement), film, SKINS[film.cast.game], {
      redraw: () => this.player.redraw(),
      point: (piece, cell, x, y) => this.point(piece, cell, x, y),
      choose: (piece) => this.choose(piece),
    });
    this.keys = this.keyTable();
    this.wire();
    this.relabel();
    this.seekHash();
  }

  // What is shown.

  /** @param {number} frame @param {number} progress */
  show(frame, progress) {
    const { seat, selected, hovered } = this;
    this.board.show({ frame, progress, seat, selected, hovered });
    if (this.shown === frame) return;
    this.shown = frame;
    const label = stampOf(this.film, frame);
    const mover = this.film.mover[frame];
    byId('stamp', HTMLElement).replaceChildren(label, ...(mover >= 0 ? [' ', chip(mover), sideName(this.film, mover)] : []));
    this.timeline.show(frame, label);
    this.players.show(frame);
    this.charts.show(frame);
    this.events.show(frame);
    this.showUnit();
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    const button = byId('play', HTMLButtonElement);
    button.dataset.label = playing ? 'pause' : 'play';
    button.setAttribute('aria-label', say(button.dataset.label));
    button.title = say(button.dataset.label);
    button.querySelector('path')?.setAttribute('d', playing ? PAUSE : PLAY);
  }

  /** The chosen unit, or the one pointed at. */
  showUnit() {
    const piece = this.hovered >= 0 ? this.hovered : this.selected;
    const host = byId('unit', HTMLElement);
    host.hidden = piece < 0;
    // Read out what was chosen, but not every change while the match plays.
    host.setAttribute('aria-live', this.player.playing ? 'off' : 'polite');
    host.replaceChildren(...(piece < 0 ? [] : unitCard(this.film, this.player.frame, piece, this.seat)));
  }

  /** Writes everything anew in the language of the page. */
  relabel() {
    const { film } = this;
    document.documentElement.lang = spoken() === 'zh' ? 'zh-CN' : 'en';
    for (const element of document.querySelectorAll('[data-say]')) {
      if (element instanceof HTMLElement) element.textContent = say(element.dataset.say ?? '');
    }
    for (const element of document.querySelectorAll('[data-label]')) {
      if (!(element instanceof HTMLElement)) continue;
      element.setAttribute('aria-label', say(element.dataset.label ?? ''));
      if (element instanceof HTMLButtonElement) element.title = say(element.dataset.label ?? '');
    }
    byId('language', HTMLElement).textContent = spoken() === 'zh' ? 'English' : '中文';
    const seats = film.cast.sides.slice(0, film.cast.seats).map((_, seat) => sideName(film, seat));
    const title = `${told(film.cast.title)} · ${seats.join(' – ')}`;
    document.title = title;
    byId('title', HTMLElement).textContent = title;
    byId('facts', HTMLElement).textContent = film.cast.facts.map(([name, value]) => `${told(name)} ${value}`).join(' · ');
    this.fillChoices();
    this.fillHelp();
    this.showResult();
    this.timeline.relabel();
    this.charts.relabel();
    this.players.relabel();
    this.events.choose(this.events.filter, this.seat);
    this.shown = -1;
    this.player.redraw();
  }

  showResult() {
    const { film } = this;
    const host = byId('result', HTMLElement);
    const verdict = [...film.eventsOf(film.frames - 1)].reverse().find((event) => film.kindOf(event).mark === 'decision');
    if (!verdict) return host.replaceChildren(say('unfinished'));
    host.replaceChildren();
    for (const part of sentence(film, verdict)) {
      if (part.side >= 0) host.append(chip(part.side), make('b', '', part.text));
      else host.append(part.text);
    }
  }

  fillChoices() {
    const { film } = this;
    const option = (/** @type {string} */ label, /** @type {number} */ value, /** @type {number} */ chosen) => {
      const made = make('option', '', label);
      made.value = String(value);
      made.selected = value === chosen;
      return made;
    };
    byId('speed', HTMLSelectElement).replaceChildren(...SPEEDS.map((speed, at) => option(`${speed}×`, at, this.player.speed)));
    byId('filter', HTMLSelectElement).replaceChildren(...FILTERS.map(([name], at) => option(say(name), at, this.events.filter)));
    const seats = film.cast.sides.slice(0, film.cast.seats).map((_, seat) => option(sideName(film, seat), seat, this.seat));
    byId('fog', HTMLSelectElement).replaceChildren(option(say('everybody'), -1, this.seat), ...seats);
    byId('fog-choice', HTMLElement).hidden = !film.cast.fog;
    byId('bots', HTMLElement).hidden = !film.reports.some((reports) => reports.length > 0);
  }

  fillHelp() {
    const rows = this.keys.filter((key) => key.label !== '').flatMap((key) => [make('dt', '', make('kbd', '', key.shown)), make('dd', '', say(key.label))]);
    byId('keys', HTMLElement).replaceChildren(...rows);
    const drawn = this.film.cast.kinds.map((kind, at) => {
      const picture = make('span', 'sprite');
      const sprite = this.board.scene.sprite(at, 0, 64);
      const copy = make('canvas');
      copy.width = sprite.width;
      copy.height = sprite.height;
      copy.getContext('2d')?.drawImage(sprite, 0, 0);
      picture.append(copy);
      return make('li', '', picture, make('span', '', make('b', '', told(kind.name)), ` ${told(kind.about)}`));
    });
    byId('kinds', HTMLElement).replaceChildren(...drawn);
  }

  // What can be done.

  /** @param {number} frame */
  seek(frame) {
    this.player.seek(frame);
  }

  /** The frame that the address names, as in `#120`. */
  seekHash() {
    const frame = Number(location.hash.slice(1));
    if (Number.isInteger(frame)) this.seek(frame);
  }

  /** @param {FilmEvent} event */
  goTo(event) {
    if (this.player.playing) this.player.pause();
    this.seek(event.frame);
    if (event.cells.length > 0) this.board.reveal(event.cells[event.cells.length - 1]);
  }

  /** @param {number} piece @param {number} cell @param {number} x @param {number} y */
  point(piece, cell, x, y) {
    const tip = byId('tip', HTMLElement);
    tip.hidden = cell < 0;
    if (cell >= 0) {
      const text = piece >= 0 ? `${pieceName(this.film, piece)} · ` : '';
      tip.textContent = text + cellCard(this.film, this.player.frame, cell);
      const left = Math.min(x + 14, this.board.view.width - tip.offsetWidth - 4);
      tip.style.transform = `translate(${Math.max(0, left)}px, ${Math.max(0, y - 34)}px)`;
    }
    if (piece === this.hovered) return;
    this.hovered = piece;
    this.showUnit();
    this.player.redraw();
  }

  /** @param {number} piece */
  choose(piece) {
    this.selected = piece === this.selected ? -1 : piece;
    this.hovered = -1;
    this.showUnit();
    this.player.redraw();
  }

  /** Chooses the next piece on the board. @param {number} way */
  chooseNext(way) {
    const { film } = this;
    const { frame } = this.player;
    const pieces = [...film.rowPiece.subarray(film.rowStart[frame], film.rowStart[frame + 1])].filter((piece) => film.known(film.row(frame, piece), this.seat) > 0);
    if (pieces.length === 0) return;
    const at = pieces.indexOf(this.selected);
    this.selected = -1;
    this.choose(pieces[(at + way + pieces.length) % pieces.length]);
    this.board.reveal(film.rowCell[film.row(frame, this.selected)]);
  }

  /** @param {number} seat */
  look(seat) {
    this.seat = seat;
    byId('fog', HTMLSelectElement).value = String(seat);
    this.events.choose(this.events.filter, seat);
    this.showUnit();
    this.player.redraw();
  }

  lookOn() {
    if (this.film.cast.fog) this.look(((this.seat + 2) % (this.film.cast.seats + 1)) - 1);
  }

  switchTheme() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : window.matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    this.timeline.draw();
  }

  switchLanguage() {
    speak(spoken() === 'zh' ? 'en' : 'zh');
    this.relabel();
    this.showPlaying(this.player.playing);
  }

  /** @param {number} change */
  changeSpeed(change) {
    this.player.setSpeed(this.player.speed + change);
    byId('speed', HTMLSelectElement).value = String(this.player.speed);
  }

  openHelp() {
    byId('help', HTMLDialogElement).showModal();
  }

  /** The keys, with what they do. A key without a label belongs to the row before it. */
  keyTable() {
    const { player } = this;
    const key = (/** @type {string} */ shown, /** @type {string[]} */ keys, /** @type {string} */ label, /** @type {() => void} */ run) => ({ shown, keys, label, run });
    return [
      key('Space', [' ', 'k'], 'play', () => player.toggle()),
      key('→', ['ArrowRight'], 'forward', () => player.step(1)),
      key('←', ['ArrowLeft'], 'back', () => player.step(-1)),
      key('PageDown', ['PageDown'], 'ten_forward', () => player.step(10)),
      key('PageUp', ['PageUp'], 'ten_back', () => player.step(-10)),
      key('Home', ['Home'], 'first', () => this.seek(0)),
      key('End', ['End'], 'last', () => this.seek(this.film.frames - 1)),
      key('N', ['n'], 'mark_forward', () => this.seek(this.timeline.nextKey(player.frame, 1))),
      key('P', ['p'], 'mark_back', () => this.seek(this.timeline.nextKey(player.frame, -1))),
      key(']', [']'], 'faster', () => this.changeSpeed(1)),
      key('[', ['['], 'slower', () => this.changeSpeed(-1)),
      key('F', ['f'], 'fog_cycle', () => this.lookOn()),
      key('+ −', ['+', '='], 'zoom', () => this.board.zoom(ZOOM)),
      key('', ['-'], '', () => this.board.zoom(1 / ZOOM)),
      key('0', ['0'], 'zoom_fit', () => this.board.fit()),
      key('W A S D', ['w'], 'pan', () => this.board.pan(0, PAN)),
      key('', ['s'], '', () => this.board.pan(0, -PAN)),
      key('', ['a'], '', () => this.board.pan(PAN, 0)),
      key('', ['d'], '', () => this.board.pan(-PAN, 0)),
      key(', .', ['.'], 'units_cycle', () => this.chooseNext(1)),
      key('', [','], '', () => this.chooseNext(-1)),
      key('L', ['l'], 'language', () => this.switchLanguage()),
      key('T', ['t'], 'theme', () => this.switchTheme()),
      key('?', ['?', 'h'], 'help', () => this.openHelp()),
    ];
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || byId('help', HTMLDialogElement).open) return;
    const { target } = event;
    // Fields keep their own keys, and a button is pressed by the space bar.
    if (target instanceof HTMLSelectElement || (target instanceof HTMLButtonElement && event.key === ' ')) return;
    if (target instanceof HTMLInputElement && (event.key.startsWith('Arrow') || event.key.startsWith('Page') || event.key === 'Home' || event.key === 'End')) return;
    const key = this.keys.find((one) => one.keys.includes(event.key.length === 1 ? event.key.toLowerCase() : event.key));
    if (!key) return;
    event.preventDefault();
    key.run();
  }

  wire() {
    const click = (/** @type {string} */ id, /** @type {() => void} */ run) => byId(id, HTMLButtonElement).addEventListener('click', run);
    const { player, board } = this;
    click('play', () => player.toggle());
    click('first', () => this.seek(0));
    click('last', () => this.seek(this.film.frames - 1));
    click('back', () => player.step(-1));
    click('forward', () => player.step(1));
    click('mark-back', () => this.seek(this.timeline.nextKey(player.frame, -1)));
    click('mark-forward', () => this.seek(this.timeline.nextKey(player.frame, 1)));
    click('zoom-in', () => board.zoom(ZOOM));
    click('zoom-out', () => board.zoom(1 / ZOOM));
    click('zoom-fit', () => board.fit());
    click('language', () => this.switchLanguage());
    click('theme', () => this.switchTheme());
    click('help-open', () => this.openHelp());
    const change = (/** @type {string} */ id, /** @type {(value: number) => void} */ run) => {
      const select = byId(id, HTMLSelectElement);
      select.addEventListener('change', () => run(Number(select.value)));
    };
    change('speed', (place) => player.setSpeed(place));
    change('fog', (seat) => this.look(seat));
    change('filter', (filter) => this.events.choose(filter, this.seat));
    document.addEventListener('keydown', (event) => this.press(event));
    window.addEventListener('hashchange', () => this.seekHash());
  }
}

/** Opens the film that the page carries. */
async function open() {
  speak(navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');
  try {
    const page = new Page(await unpackFilm(byId('film', HTMLScriptElement).textContent ?? ''));
    // For tests and for the curious: the page from the browser's console.
    Object.assign(window, { sandtable: page });
    document.documentElement.dataset.ready = 'true';
  } catch (error) {
    byId('result', HTMLElement).textContent = say('broken') + String(error);
    throw error;
  }
}

open();
