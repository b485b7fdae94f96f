// Puts the page together.

import { Board } from './board.js';
import { Charts } from './charts.js';
import { byId, chip, make } from './dom.js';
import { EventList } from './events.js';
import { Film, unpackPart } from './film.js';
import { PlayersPanel, cellCard, hasReports, unitCard } from './panels.js';
import { Player, SPEEDS } from './player.js';
import { pieceName, sentence, sideName, stampOf, verdictOf } from './sentence.js';
import { AnimationDialog, copyText, fileName, frameOfHash, hashOf, pictureOf, save, toast } from './share.js';
import { SKINS } from './skins.js';
import { SourcesPanel } from './sources.js';
import { Timeline } from './timeline.js';
import { relabelWords, say, speak, spoken, switchTheme, told } from './words.js';

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
    this.player = new Player(film, (frame, progress) => this.show(frame, progress), (playing) => this.showPlaying(playing));
    this.timeline = new Timeline(film, (frame) => this.seek(frame));
    this.charts = new Charts(byId('charts', HTMLElement), film, (frame) => this.seek(frame));
    this.sources = new SourcesPanel(byId('sources', HTMLElement), film, (frame) => this.seek(frame));
    this.players = new PlayersPanel(byId('players', HTMLTableElement), byId('reports', HTMLElement), film);
    this.events = new EventList(byId('events', HTMLElement), film, (event) => this.goTo(event));
    this.shown = -1;
    this.board = new Board(byId('board', HTMLCanvasElement), byId('minimap', HTMLCanvasElement), film, SKINS[film.cast.game], {
      redraw: () => this.player.redraw(),
      followed: (on) => byId('follow', HTMLElement).setAttribute('aria-pressed', String(on)),
      point: (piece, cell, x, y) => this.point(piece, cell, x, y),
      choose: (piece) => this.choose(piece),
    });
    this.animation = new AnimationDialog(film, this.board);
    this.keys = this.keyTable();
    this.wire();
    this.relabel();
    this.seekHash(location.href);
    if (this.board.isLarge() && !this.player.calm.matches) this.board.follow(true);
  }

  /** Adds the frames of one more part of a film that is still being made; who watches the end goes on watching it. @param {Uint8Array} bytes */
  append(bytes) {
    const { film, player } = this;
    const atEnd = player.frame === film.frames - 1;
    film.append(bytes);
    this.timeline.read();
    this.charts.read();
    this.sources.read();
    this.players.read();
    this.relabel();
    if (atEnd && !player.playing) player.play();
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
    this.sources.show(frame);
    this.events.show(frame);
    this.showUnit();
    if (!this.player.playing) this.writeHash();
  }

  /** Names the shown frame in the address, so that it can be copied from there, too. */
  writeHash() {
    const hash = hashOf(this.film, this.player.frame);
    if (hash !== location.hash && (location.hash !== '' || this.player.frame > 0)) history.replaceState(null, '', hash);
  }

  /** @param {boolean} playing */
  showPlaying(playing) {
    if (!playing) this.writeHash();
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
    relabelWords();
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
    this.sources.relabel();
    this.players.relabel();
    this.events.choose(this.events.filter, this.seat);
    this.shown = -1;
    this.player.redraw();
  }

  showResult() {
    const { film } = this;
    const host = byId('result', HTMLElement);
    const verdict = verdictOf(film);
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
    byId('filter', HTMLSelectElement).replaceChildren(...this.events.filters().map(([at, name]) => option(say(name), at, this.events.filter)));
    const seats = film.cast.sides.slice(0, film.cast.seats).map((_, seat) => option(sideName(film, seat), seat, this.seat));
    byId('fog', HTMLSelectElement).replaceChildren(option(say('everybody'), -1, this.seat), ...seats);
    byId('fog-choice', HTMLElement).hidden = !film.cast.fog;
    byId('bots', HTMLElement).hidden = !hasReports(film);
    byId('why', HTMLElement).hidden = this.sources.used.length === 0;
    byId('follow', HTMLElement).hidden = !this.board.isLarge();
    for (const id of ['mark-back', 'mark-forward']) byId(id, HTMLElement).hidden = this.timeline.keyFrames.length === 0;
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

  /** Goes to the frame that an address names, as in `#120` or `#12.3`. @param {string} address */
  seekHash(address) {
    const frame = frameOfHash(this.film, new URL(address).hash);
    if (frame >= 0) this.seek(frame);
  }

  async copyLink() {
    const address = location.href.replace(/#.*$/, '') + hashOf(this.film, this.player.frame);
    toast((await copyText(address)) ? 'copied' : 'not_copied');
  }

  async savePicture() {
    save(await pictureOf(this.film, this.board), `${fileName(this.film)}-${this.film.turn(this.player.frame)}.png`);
  }

  saveAnimation() {
    this.player.pause();
    this.animation.open(this.player.frame);
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

  changeTheme() {
    switchTheme();
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
      key('C', ['c'], 'follow', () => this.board.follow(!this.board.following)),
      key('Y', ['y'], 'copy_link', () => this.copyLink()),
      key('I', ['i'], 'save_picture', () => this.savePicture()),
      key('G', ['g'], 'save_animation', () => this.saveAnimation()),
      key('L', ['l'], 'language', () => this.switchLanguage()),
      key('T', ['t'], 'theme', () => this.changeTheme()),
      key('?', ['?', 'h'], 'help', () => this.openHelp()),
    ];
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
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
    click('theme', () => this.changeTheme());
    click('help-open', () => this.openHelp());
    click('follow', () => board.follow(!board.following));
    click('copy-link', () => this.copyLink());
    click('save-picture', () => this.savePicture());
    click('save-animation', () => this.saveAnimation());
    const change = (/** @type {string} */ id, /** @type {(value: number) => void} */ run) => {
      const select = byId(id, HTMLSelectElement);
      select.addEventListener('change', () => run(Number(select.value)));
    };
    change('speed', (place) => player.setSpeed(place));
    change('fog', (seat) => this.look(seat));
    change('filter', (filter) => this.events.choose(filter, this.seat));
    document.addEventListener('keydown', (event) => this.press(event));
    // By now the address may name another frame: the one that was shown meanwhile.
    window.addEventListener('hashchange', (event) => this.seekHash(event.newURL));
  }
}

/** Opens the film that the page carries. */
async function open() {
  speak(navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');
  try {
    const page = new Page(new Film(await unpackPart(byId('film', HTMLScriptElement).textContent ?? '')));
    // For tests and for the curious: the page from the browser's console.
    Object.assign(window, { sandtable: page });
    document.documentElement.dataset.ready = 'true';
  } catch (error) {
    byId('result', HTMLElement).textContent = say('broken') + String(error);
    throw error;
  }
}

open();
