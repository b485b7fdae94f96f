// Playing in the browser: what the player does goes to the server, what is to be seen comes back. No rule stands here.

import { byId, make } from '../web/dom.js';
import { Film, unpackPart } from '../web/film.js';
import { SKINS } from '../web/skins.js';
import { relabelWords, say, speak, spoken } from '../web/words.js';
import { Beside } from './beside.js';
import { Choice } from './choice.js';
import { Editor, sharedMap } from './editor.js';
import './say.js';
import { SeatList } from './seats.js';
import { sounds } from './sounds.js';
import { Stage } from './stage.js';

/** @typedef {import('./beside.js').Screen} Screen */
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
    this.choice = new Choice((deed) => this.send(deed));
    this.editor = new Editor((deed) => this.send(deed));
    /** A map that came with the address, to be drawn on. */
    this.shared = sharedMap();
    /** Who sits at the table, as last told. @type {import('./seats.js').Seats | null} */
    this.seated = null;
    /** Messages that are still to be shown. @type {any[]} */
    this.queue = [];
    this.showing = false;
    /** How many deeds were sent over this connection, and how many of them have been answered and shown; less than 0 until all is shown that was there before. */
    this.sent = 0;
    this.heard = -1;
    /** Whether the player last pointed at the board: then it is in sight, and does not move away. */
    this.pointing = false;
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
      [this.sent, this.heard] = [0, -1];
    });
    socket.addEventListener('message', (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener('close', () => {
      const lost = byId('lost', HTMLElement);
      lost.textContent = say('lost');
      lost.hidden = false;
      setTimeout(() => (this.socket = this.connect()), AGAIN);
    });
    return socket;
  }

  /** @param {object} deed @param {boolean} [pointing] whether the player points at the board */
  send(deed, pointing = false) {
    if (this.socket.readyState !== WebSocket.OPEN) return;
    this.pointing = pointing;
    this.sent += 1;
    this.socket.send(JSON.stringify(deed));
  }

  /** Messages are shown in their order, each when what came before it has been shown. @param {any} message */
  async receive(message) {
    const last = this.queue[this.queue.length - 1];
    // Of several in a row only the last is worth showing.
    if (message.is === 'screen' && last?.is === 'screen') this.queue[this.queue.length - 1] = { ...message, log: message.log ?? last.log, heard: last.heard };
    else if (message.is === 'heard' && last) last.heard = message.heard;
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
    const { socket } = this;
    if (message.is === 'hello') await this.greet(message);
    if (message.is === 'maps') await this.showMaps(message);
    if (message.is === 'pictures') await this.choice.learn(message.films);
    if (message.is === 'editor') await this.showEditor(message);
    if (message.is === 'go') location.href = new URL(`../${message.to}/`, location.href).href;
    if (message.is === 'clip') await this.showClip(message);
    if (message.is === 'screen') this.showScreen(message);
    if (message.is === 'seats') this.seats.show((this.seated = message));
    // What an earlier connection answered says nothing of this one.
    if (socket === this.socket) this.heard = message.heard ?? this.heard;
  }

  /** @param {Hello} hello */
  async greet(hello) {
    this.hello = hello;
    await import(`../web/skins/${hello.game}.js`);
    speak(hello.lang === 'zh' ? 'zh' : 'en');
    relabelWords();
    byId('title', HTMLElement).textContent = hello.title;
    document.title = `${hello.title} · Sandtable`;
    this.fillSpeeds();
    this.stage?.leave();
    this.stage = null;
    this.beside = new Beside(hello.title, hello.game, (deed) => this.send(deed));
    this.choice.greet(hello.game, hello.seat ?? -1);
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
      hover: (cell) => this.send({ do: 'hover', cell }, true),
      click: (cell) => this.send({ do: 'click', cell }, true),
      touch: (cell) => this.send({ do: 'touch', cell }, true),
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
    const [before, taught] = [stage.shown, screen].map((shown) => shown?.lesson?.cells[0]);
    stage.mark(screen);
    if (screen.cursor !== null && this.fresh) stage.reveal(screen.cursor, true);
    else if (screen.cursor !== null && moved && !this.pointing) stage.reveal(screen.cursor);
    // What a lesson speaks of is in sight.
    if (taught !== undefined && taught !== before) stage.reveal(taught);
    this.fresh = false;
    this.beside?.show(screen);
  }

  /** @param {import('./choice.js').Maps} maps */
  async showMaps(maps) {
    this.open('maps');
    this.putAway();
    this.choice.show(maps);
    const shared = await this.shared;
    this.shared = Promise.resolve(null);
    if (!shared) return;
    this.send({ do: 'draw', map: null });
    this.send({ do: 'draft', what: 'read', ...shared });
  }

  /** @param {import('./editor.js').Drawn} drawn */
  async showEditor(drawn) {
    this.open('editor');
    this.putAway();
    await this.editor.show(drawn, this.hello.game);
  }

  /** No game is shown any more. */
  putAway() {
    this.stage?.leave();
    this.stage = null;
    this.beside?.cover(null);
    this.beside?.teach(null);
    byId('title', HTMLElement).textContent = this.hello.title;
    byId('headline', HTMLElement).textContent = '';
  }

  /** Shows one of the pages. @param {'game' | 'maps' | 'editor'} which */
  open(which) {
    for (const page of ['game', 'maps', 'editor']) byId(page, HTMLElement).hidden = which !== page;
    document.documentElement.dataset.page = which;
  }

  fillSpeeds() {
    const select = byId('speed', HTMLSelectElement);
    select.replaceChildren(...CHOICES.map((speed) => new Option(speed === 0 ? say('at_once') : `${speed}×`, String(speed), false, speed === this.speed)));
  }

  wire() {
    const click = (/** @type {string} */ id, /** @type {() => void} */ run) => byId(id, HTMLElement).addEventListener('click', run);
    click('zoom-in', () => this.stage?.zoom(ZOOM));
    click('zoom-out', () => this.stage?.zoom(1 / ZOOM));
    click('skip', () => this.stage?.skip());
    click('theme', switchTheme);
    click('language', () => this.send({ do: 'speak', lang: spoken() === 'zh' ? 'en' : 'zh' }));
    const home = byId('home', HTMLAnchorElement);
    home.hidden = document.body.dataset.home === undefined;
    home.href = document.body.dataset.home ?? '';
    click('sound', () => this.turnSound(!sounds.on));
    byId('speed', HTMLSelectElement).addEventListener('change', (event) => {
      this.speed = Number(/** @type {HTMLSelectElement} */ (event.target).value);
      store('speed', String(this.speed));
    });
    byId('overlay', HTMLDialogElement).addEventListener('cancel', (event) => {
      event.preventDefault();
      this.send({ do: 'key', key: 'Escape' });
    });
    // Browsers close a dialog without asking if Escape is all that is pressed.
    byId('overlay', HTMLDialogElement).addEventListener('close', () => {
      if (this.beside?.wasClosed()) this.send({ do: 'key', key: 'Escape' });
    });
    document.addEventListener('keydown', (event) => this.press(event));
    const theme = stored('theme');
    if (theme) document.documentElement.dataset.theme = theme;
    // Browsers want a gesture before anything is heard.
    if (stored('sound') === 'true') document.addEventListener('pointerdown', () => this.turnSound(true), { once: true });
  }

  /** @param {boolean} on */
  turnSound(on) {
    sounds.turn(on);
    store('sound', String(on));
    const button = byId('sound', HTMLElement);
    button.setAttribute('aria-pressed', String(on));
    button.textContent = on ? '♪' : '♪̸';
    if (on) sounds.play('glow');
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
