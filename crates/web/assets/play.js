// Playing in the browser: what the player does goes to the server, what is to be seen comes back. No rule stands here.

import { byId, make } from '../web/dom.js';
import { Film, unpackPart } from '../web/film.js';
import { Scene } from '../web/scene.js';
import { SKINS } from '../web/skins.js';
import { speak } from '../web/words.js';
import { Beside } from './beside.js';
import { languageNow, speakLanguage, word } from './say.js';
import { SeatList } from './seats.js';
import { Stage } from './stage.js';

/** @typedef {import('./beside.js').Screen} Screen */
/** @typedef {{ name: string, title: string, difficulty: string, progress: string, par: string, in_progress: boolean }} MapRow */
/** @typedef {{ heading: string, maps: MapRow[], marked: number, picture: string, notice: string | null }} Maps */

/** @typedef {{ game: string, title: string, lang: string, seat: number | null, shared: boolean, watches: boolean }} Hello */

/** Speeds of what is shown; 0 shows only what comes of it. */
const CHOICES = [0.5, 1, 2, 4, 8, 0];
/** How soon a lost connection is tried again, in milliseconds. */
const AGAIN = 1000;
const ZOOM = 1.25;
/** What a press of these keys means to the game; letters mean themselves. */
const NAMED = ['Enter', 'Escape', 'Backspace', ' ', 'Tab', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

class Play {
  constructor() {
    /** @type {Stage | null} */
    this.stage = null;
    /** @type {Beside | null} */
    this.beside = null;
    /** @type {Hello} */
    this.hello = { game: '', title: '', lang: 'en', seat: 0, shared: false, watches: false };
    this.seats = new SeatList((deed) => this.send(deed));
    /** Who sits at the table, as last told. @type {import('./seats.js').Seats | null} */
    this.seated = null;
    /** Messages that are still to be shown. @type {any[]} */
    this.queue = [];
    this.showing = false;
    /** Whether the last key was the one that lets the keyboard leave the board. */
    this.leaving = false;
    this.speed = Number(stored('speed') ?? 2);
    this.socket = this.connect();
    this.wire();
  }

  connect() {
    const socket = new WebSocket(new URL('socket', location.href.replace(/^http/, 'ws')));
    socket.addEventListener('open', () => {
      byId('lost', HTMLElement).hidden = true;
      this.queue = [];
    });
    socket.addEventListener('message', (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener('close', () => {
      const lost = byId('lost', HTMLElement);
      lost.textContent = word('lost');
      lost.hidden = false;
      setTimeout(() => (this.socket = this.connect()), AGAIN);
    });
    return socket;
  }

  /** @param {object} deed */
  send(deed) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(deed));
  }

  /** Messages are shown in their order, each when what came before it has been shown. @param {any} message */
  async receive(message) {
    const last = this.queue[this.queue.length - 1];
    // Of several in a row only the last is worth showing.
    if (message.is === 'screen' && last?.is === 'screen') this.queue[this.queue.length - 1] = { ...message, log: message.log ?? last.log };
    else this.queue.push(message);
    if (this.showing) return;
    this.showing = true;
    try {
      while (this.queue.length > 0) await this.show(this.queue.shift());
    } finally {
      this.showing = false;
    }
  }

  /** @param {any} message */
  async show(message) {
    if (message.is === 'hello') await this.greet(message);
    if (message.is === 'maps') await this.showMaps(message);
    if (message.is === 'clip') await this.showClip(message);
    if (message.is === 'screen') this.showScreen(message);
    if (message.is === 'seats') this.seats.show((this.seated = message));
    const { dataset } = document.documentElement;
    dataset.shown = String(Number(dataset.shown ?? 0) + 1);
  }

  /** @param {Hello} hello */
  async greet(hello) {
    this.hello = hello;
    await import(`../web/skins/${hello.game}.js`);
    speak(hello.lang === 'zh' ? 'zh' : 'en');
    speakLanguage(hello.lang);
    byId('language', HTMLElement).textContent = word('language');
    byId('title', HTMLElement).textContent = hello.title;
    document.title = `${hello.title} · Sandtable`;
    this.fillSpeeds();
    this.stage?.leave();
    this.stage = null;
    this.beside = new Beside(hello.title, (deed) => this.send(deed));
    this.seats.show(hello.shared ? this.seated : null);
    document.documentElement.dataset.watches = String(hello.watches);
  }

  /** @param {{ film: string, described: string[] }} clip */
  async showClip({ film, described }) {
    const unpacked = new Film(await unpackPart(film));
    this.open('game');
    this.stage ??= this.newStage();
    // Whoever falls behind is shown what there is now.
    const behind = this.queue.some((message) => message.is === 'clip');
    this.stage.speed = behind ? 0 : this.speed;
    await this.stage.show(unpacked);
    byId('described', HTMLElement).replaceChildren(...described.map((line) => make('li', '', line)));
  }

  newStage() {
    const stage = new Stage(byId('board', HTMLCanvasElement), SKINS[this.hello.game], this.hello.seat ?? -1, {
      hover: (cell) => this.send({ do: 'hover', cell }),
      click: (cell) => this.send({ do: 'click', cell }),
      touch: (cell) => this.send({ do: 'touch', cell }),
      back: () => this.send({ do: 'key', key: 'Escape' }),
      playing: (on) => (byId('skip', HTMLElement).hidden = !on),
    });
    this.fresh = true;
    return stage;
  }

  /** @param {Screen} screen */
  showScreen(screen) {
    const { stage } = this;
    if (!stage) return;
    const moved = stage.shown?.cursor !== screen.cursor;
    stage.mark(screen);
    if (screen.cursor !== null && this.fresh) stage.reveal(screen.cursor, true);
    else if (screen.cursor !== null && moved && stage.hovered !== screen.cursor) stage.reveal(screen.cursor);
    this.fresh = false;
    this.beside?.show(screen);
  }

  /** @param {Maps} maps */
  async showMaps(maps) {
    this.open('maps');
    this.stage?.leave();
    this.stage = null;
    this.beside?.cover(null);
    byId('title', HTMLElement).textContent = this.hello.title;
    byId('headline', HTMLElement).textContent = '';
    byId('maps-title', HTMLElement).textContent = maps.heading;
    const notice = byId('maps-notice', HTMLElement);
    notice.hidden = maps.notice === null;
    notice.textContent = maps.notice ?? '';
    const list = byId('map-list', HTMLElement);
    const had = list.contains(document.activeElement);
    list.replaceChildren(...maps.maps.map((map, number) => make('li', '', this.mapButton(map, number === maps.marked))));
    if (had) list.querySelector('button.marked')?.dispatchEvent(new CustomEvent('refocus'));
    const marked = maps.maps[maps.marked];
    byId('par', HTMLElement).textContent = marked?.par ?? '';
    byId('play', HTMLElement).textContent = word(marked?.in_progress ? 'go_on' : 'play');
    byId('play', HTMLElement).dataset.map = marked?.name ?? '';
    byId('anew', HTMLElement).hidden = !marked?.in_progress;
    byId('anew', HTMLElement).dataset.map = marked?.name ?? '';
    byId('anew', HTMLElement).textContent = word('anew');
    if (maps.picture) drawPicture(byId('picture', HTMLCanvasElement), new Film(await unpackPart(maps.picture)), this.hello);
  }

  /** @param {MapRow} map @param {boolean} marked */
  mapButton(map, marked) {
    const button = make('button', marked ? 'marked' : '', make('span', '', map.title), make('small', '', map.difficulty), make('small', '', map.progress));
    button.type = 'button';
    button.dataset.map = map.name;
    button.setAttribute('aria-pressed', String(marked));
    button.addEventListener('click', () => this.send(marked ? { do: 'play', map: map.name, anew: false } : { do: 'look', map: map.name }));
    button.addEventListener('refocus', () => button.focus());
    return button;
  }

  /** Shows one of the two pages. @param {'game' | 'maps'} which */
  open(which) {
    byId('game', HTMLElement).hidden = which !== 'game';
    byId('maps', HTMLElement).hidden = which !== 'maps';
    document.documentElement.dataset.page = which;
  }

  fillSpeeds() {
    const select = byId('speed', HTMLSelectElement);
    select.replaceChildren(...CHOICES.map((speed) => new Option(speed === 0 ? word('at_once') : `${speed}×`, String(speed), false, speed === this.speed)));
  }

  wire() {
    const click = (/** @type {string} */ id, /** @type {() => void} */ run) => byId(id, HTMLElement).addEventListener('click', run);
    click('zoom-in', () => this.stage?.zoom(ZOOM));
    click('zoom-out', () => this.stage?.zoom(1 / ZOOM));
    click('skip', () => this.stage?.skip());
    click('theme', switchTheme);
    click('language', () => this.send({ do: 'speak', lang: languageNow() === 'zh' ? 'en' : 'zh' }));
    click('play', () => this.send({ do: 'play', map: byId('play', HTMLElement).dataset.map, anew: false }));
    click('anew', () => this.startOver());
    byId('speed', HTMLSelectElement).addEventListener('change', (event) => {
      this.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
      store('speed', String(this.speed));
    });
    byId('overlay', HTMLDialogElement).addEventListener('cancel', (event) => {
      event.preventDefault();
      this.send({ do: 'key', key: 'Escape' });
    });
    document.addEventListener('keydown', (event) => this.press(event));
    const theme = stored('theme');
    if (theme) document.documentElement.dataset.theme = theme;
  }

  /** A game in progress is not given up by one click. */
  startOver() {
    const button = byId('anew', HTMLElement);
    if (button.textContent === word('anew')) button.textContent = word('anew_again');
    else this.send({ do: 'play', map: button.dataset.map, anew: true });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (byId('game', HTMLElement).hidden) return;
    const control = event.ctrlKey || event.metaKey;
    const [key, leaving] = [event.key, this.leaving];
    this.leaving = key === 'Escape' || (leaving && key === 'Shift');
    if (control && key.toLowerCase() === 'z') return this.pass(event, event.shiftKey ? 'r' : 'u');
    if (control && key.toLowerCase() === 'y') return this.pass(event, 'r');
    if (control || event.altKey || event.isComposing) return;
    const onBoard = document.activeElement === byId('board', HTMLElement) || document.activeElement === document.body;
    const dialog = byId('overlay', HTMLDialogElement);
    if (dialog.open) return this.pressInDialog(event, dialog);
    if (key === 'Escape' && this.stage?.isPlaying()) return this.stage.skip();
    // Buttons, fields and the way from one to the next keep their keys.
    if (!onBoard && (NAMED.includes(key) && key !== 'Escape' || event.target instanceof HTMLSelectElement)) return;
    if (key === 'Tab' && leaving) return;
    if (NAMED.includes(key) || [...key].length === 1) this.pass(event, event.shiftKey && NAMED.includes(key) ? `Shift+${key}` : key);
  }

  /** @param {KeyboardEvent} event @param {HTMLDialogElement} dialog */
  pressInDialog(event, dialog) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const entries = [...dialog.querySelectorAll('.entries button')];
    if (step !== 0 && entries.length > 0) {
      const at = entries.indexOf(/** @type {Element} */ (document.activeElement));
      const next = entries[Math.min(entries.length - 1, Math.max(0, at + step))];
      if (next instanceof HTMLElement) next.focus();
      return event.preventDefault();
    }
    if ([...event.key].length === 1 && event.key !== ' ') this.pass(event, event.key);
  }

  /** @param {KeyboardEvent} event @param {string} key */
  pass(event, key) {
    event.preventDefault();
    this.send({ do: 'key', key });
  }
}

/** A map as it begins. @param {HTMLCanvasElement} canvas @param {Film} film @param {Hello} hello */
function drawPicture(canvas, film, { game, seat }) {
  const { rows, cols, fog } = film.cast;
  const [width, height] = [Math.max(1, canvas.clientWidth), Math.max(1, canvas.clientHeight)];
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const scale = Math.max(1, Math.min((width - 40) / cols, (height - 40) / rows));
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const ctx = canvas.getContext('2d');
  const view = { scale, x: (width - cols * scale) / 2, y: (height - rows * scale) / 2, width, height, ratio };
  if (ctx) new Scene(film, SKINS[game]).draw(ctx, view, { frame: 0, progress: 1, seat: fog ? seat ?? -1 : -1, selected: -1, hovered: -1 });
}

function switchTheme() {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  dataset.theme = dark ? 'light' : 'dark';
  store('theme', dataset.theme);
}

/** What was chosen before; nothing where the browser keeps nothing. @param {string} name */
function stored(name) {
  try {
    return localStorage.getItem(`sandtable-${name}`);
  } catch {
    return null;
  }
}

/** @param {string} name @param {string} value */
function store(name, value) {
  try {
    localStorage.setItem(`sandtable-${name}`, value);
  } catch {
    // Then it is chosen again next time.
  }
}

// For tests and for the curious: the page from the browser's console.
Object.assign(window, { sandtable: new Play() });
