// Drawing a map: strokes go to the server, which says what has become of the map and what is wrong with it.

import { chip, byId, make } from '../web/dom.js';
import { Film, unpackPart } from '../web/film.js';
import { Gestures } from '../web/gestures.js';
import { Pen, tintOf } from '../web/brush.js';
import { Scene } from '../web/scene.js';
import { SKINS } from '../web/skins.js';
import { say } from '../web/words.js';
import { Overlay } from './overlay.js';
import { renew } from './renew.js';

/** @typedef {{ name: string, ground: number | null, piece: [number, number] | null }} BrushRow */
/** @typedef {{ name: string, value: number, least: number, most: number }} NumberRow */
/** @typedef {{ text: string, cell: number | null, odd: boolean }} Problem */
/** @typedef {{ name: string, film: string, rows: number, cols: number, sides: [number, number], brushes: BrushRow[], numbers: NumberRow[], problems: Problem[], usable: boolean, verdict: string, text: string, can_undo: boolean, can_redo: boolean, notice: string | null, described: string[] }} Drawn */

const WRONG = '#ff4d38';
const ODD = '#ffe37a';
const SYMMETRIES = ['none', 'left_right', 'top_bottom', 'half_turn', 'quarter_turns'];
/** The longest map that fits into a link. */
const LONGEST_LINK = 16_000;
const ICON = 30;

export class Editor {
  /** @param {(deed: object) => void} send */
  constructor(send) {
    this.send = send;
    this.canvas = byId('drawing', HTMLCanvasElement);
    this.view = { scale: 20, x: 0, y: 0, width: 1, height: 1, ratio: 1 };
    /** @type {Drawn | null} */
    this.drawn = null;
    /** @type {Scene | null} */
    this.scene = null;
    this.game = '';
    this.brush = 0;
    this.cursor = 0;
    /** What is painted while a button or finger is down. @type {number[]} */
    this.stroke = [];
    this.pressed = false;
    this.gestures = new Gestures(this.canvas, this.view, {
      extent: () => this.scene?.film.cast ?? { rows: 1, cols: 1 },
      moved: () => this.paint(),
      clicked: () => {},
      pointed: () => {},
      dragged: (event) => this.drag(event),
    });
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.wire();
  }

  wire() {
    const click = (/** @type {string} */ id, /** @type {() => void} */ run) => byId(id, HTMLElement).addEventListener('click', run);
    const draft = (/** @type {object} */ deed) => this.send({ do: 'draft', ...deed });
    this.draft = draft;
    for (const end of ['pointerup', 'pointercancel']) this.canvas.addEventListener(end, () => this.finish());
    this.canvas.addEventListener('keydown', (event) => this.press(event));
    click('draw-undo', () => draft({ what: 'undo' }));
    click('draw-redo', () => draft({ what: 'redo' }));
    click('draw-try', () => draft({ what: 'try' }));
    click('draw-leave', () => draft({ what: 'leave' }));
    click('draw-save', () => this.save());
    click('draw-share', () => void this.share());
    byId('draw-open', HTMLInputElement).addEventListener('change', (event) => void this.open(/** @type {HTMLInputElement} */ (event.target)));
    byId('draw-name', HTMLInputElement).addEventListener('change', () => draft({ what: 'name', name: byId('draw-name', HTMLInputElement).value }));
    for (const id of ['draw-rows', 'draw-cols']) byId(id, HTMLInputElement).addEventListener('change', () => this.resized());
  }

  /** @param {Drawn} drawn @param {string} game */
  async show(drawn, game) {
    const film = new Film(await unpackPart(drawn.film));
    const other = !this.drawn || this.drawn.rows !== drawn.rows || this.drawn.cols !== drawn.cols || this.game !== game;
    this.drawn = drawn;
    this.game = game;
    // The next stroke may have begun before this one was answered.
    if (!this.pressed) this.stroke = [];
    if (this.scene && !other) this.scene.follow(film);
    else this.scene = new Scene(film, SKINS[game]);
    if (other) this.resize();
    this.fill(drawn);
    this.paint();
  }

  /** @param {Drawn} drawn */
  fill(drawn) {
    const input = (/** @type {string} */ id) => byId(id, HTMLInputElement);
    input('draw-name').value = drawn.name;
    const [least, most] = drawn.sides;
    for (const [id, value] of /** @type {[string, number][]} */ ([['draw-rows', drawn.rows], ['draw-cols', drawn.cols]])) {
      Object.assign(input(id), { value: String(value), min: String(least), max: String(most), disabled: least === most });
    }
    this.palette(drawn);
    this.numbers(drawn);
    byId('draw-undo', HTMLButtonElement).disabled = !drawn.can_undo;
    byId('draw-redo', HTMLButtonElement).disabled = !drawn.can_redo;
    byId('draw-try', HTMLButtonElement).disabled = !drawn.usable;
    const verdict = byId('verdict', HTMLElement);
    verdict.textContent = drawn.notice ?? drawn.verdict;
    verdict.className = drawn.usable && !drawn.notice ? 'good' : 'wrong';
    renew(byId('problems', HTMLElement), drawn.problems.map((problem) => this.problem(problem)));
    byId('draw-described', HTMLElement).replaceChildren(...drawn.described.map((line) => make('li', '', line)));
  }

  /** @param {Drawn} drawn */
  palette(drawn) {
    const holder = byId('palette', HTMLElement);
    const buttons = drawn.brushes.map((brush, number) => {
      const button = make('button', number === this.brush ? 'marked' : '', this.icon(brush), ...(brush.piece && brush.piece[1] < 4 ? [chip(brush.piece[1])] : []), brush.name);
      button.type = 'button';
      button.dataset.key = String(number);
      button.setAttribute('aria-pressed', String(number === this.brush));
      button.addEventListener('click', () => {
        this.brush = number;
        if (this.drawn) this.palette(this.drawn);
      });
      return button;
    });
    renew(holder, buttons);
  }

  /** A brush as it paints. @param {BrushRow} brush */
  icon({ ground, piece }) {
    const canvas = make('canvas', 'icon');
    canvas.width = canvas.height = ICON * 2;
    canvas.setAttribute('aria-hidden', 'true');
    const ctx = canvas.getContext('2d');
    const cast = this.scene?.film.cast;
    if (!ctx || !cast) return canvas;
    ctx.setTransform(ICON * 2, 0, 0, ICON * 2, 0, 0);
    const skin = SKINS[this.game];
    if (ground !== null) skin.terrain[cast.terrains[ground].key](new Pen(ctx), { noise: 0.4, near: () => '' });
    if (piece) skin.pieces[cast.kinds[piece[0]].key](new Pen(ctx), tintOf(piece[1]));
    return canvas;
  }

  /** @param {Drawn} drawn */
  numbers(drawn) {
    const holder = byId('numbers', HTMLElement);
    if (holder.contains(document.activeElement)) return;
    const rows = drawn.numbers.map(({ name, value, least, most }, which) => {
      const input = make('input');
      Object.assign(input, { type: 'number', value: String(value), min: String(least), max: String(most) });
      input.addEventListener('change', () => this.send({ do: 'draft', what: 'number', which, value: Math.round(Number(input.value)) || 0 }));
      return make('label', 'choice', name, input);
    });
    holder.replaceChildren(...rows);
  }

  /** @param {Problem} problem */
  problem({ text, cell, odd }) {
    const item = make('li', odd ? 'odd' : 'wrong');
    item.dataset.key = String(cell);
    if (cell === null) item.textContent = text;
    else {
      const button = make('button', '', text);
      button.type = 'button';
      button.addEventListener('click', () => {
        this.cursor = cell;
        this.reveal();
        this.canvas.focus();
      });
      item.append(button);
    }
    return item;
  }

  resize() {
    if (this.canvas.clientWidth === 0) return;
    this.gestures.measure();
    if (this.scene) this.gestures.fit();
    this.paint();
  }

  reveal() {
    const { x, y } = this.gestures.placeOf(this.cursor);
    const { width, height } = this.view;
    if (x < 0 || y < 0 || x > width || y > height) this.gestures.pan(width / 2 - x, height / 2 - y);
    this.paint();
  }

  /** Paints on. @param {PointerEvent} event */
  drag(event) {
    if (event.button === 1 || event.buttons === 4) return false;
    if (event.type === 'pointerdown') [this.pressed, this.stroke] = [true, []];
    if (!this.pressed) return false;
    const cell = this.gestures.cellAt(event.offsetX, event.offsetY);
    if (cell < 0) return this.stroke.length > 0;
    this.cursor = cell;
    if (!this.stroke.includes(cell)) this.stroke.push(cell);
    this.paint();
    return true;
  }

  finish() {
    if (!this.pressed) return;
    this.pressed = false;
    // Two fingers move the board.
    if (this.gestures.fingers.size > 0) this.stroke = [];
    if (this.stroke.length > 0) this.send({ do: 'draft', what: 'paint', cells: this.stroke, brush: this.brush, symmetry: SYMMETRIES[byId('symmetry', HTMLSelectElement).selectedIndex] ?? 'none' });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { rows, cols } = this.drawn ?? { rows: 1, cols: 1 };
    const control = event.ctrlKey || event.metaKey;
    const step = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] })[event.key];
    if (step) {
      const [row, col] = [Math.floor(this.cursor / cols) + step[0], (this.cursor % cols) + step[1]];
      if (row >= 0 && col >= 0 && row < rows && col < cols) this.cursor = row * cols + col;
      this.reveal();
    } else if (event.key === 'Enter' || event.key === ' ') {
      this.pressed = true;
      this.stroke = [this.cursor];
      this.finish();
    } else if (control && event.key.toLowerCase() === 'z') this.send({ do: 'draft', what: event.shiftKey ? 'redo' : 'undo' });
    else if (control && event.key.toLowerCase() === 'y') this.send({ do: 'draft', what: 'redo' });
    else return;
    event.preventDefault();
  }

  resized() {
    const [rows, cols] = ['draw-rows', 'draw-cols'].map((id) => Math.round(Number(byId(id, HTMLInputElement).value)) || 1);
    this.send({ do: 'draft', what: 'resize', rows: Math.min(255, Math.max(1, rows)), cols: Math.min(255, Math.max(1, cols)) });
  }

  paint() {
    const ctx = this.canvas.getContext('2d');
    const { scene, drawn } = this;
    if (!ctx || !scene || !drawn) return;
    scene.draw(ctx, this.view, { frame: 0, progress: 1, seat: -1, selected: -1, hovered: -1 });
    const pen = new Overlay(ctx, this.view, scene);
    for (const { cell, odd } of drawn.problems) if (cell !== null) pen.mark(cell, { rim: odd ? ODD : WRONG, sign: odd ? '?' : '!' });
    for (const cell of this.stroke) pen.mark(cell, { wash: '#ffe37a88' });
    if (document.activeElement === this.canvas) pen.cursor(this.cursor);
  }

  /** As a file, as `sandtable --map` takes it. */
  save() {
    if (!this.drawn) return;
    const link = make('a');
    link.href = URL.createObjectURL(new Blob([this.drawn.text], { type: 'text/plain' }));
    link.download = `${this.drawn.name}.map`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** @param {HTMLInputElement} input */
  async open(input) {
    const file = input.files?.[0];
    input.value = '';
    if (file) this.send({ do: 'draft', what: 'read', name: file.name.replace(/\.[^.]*$/, ''), text: await file.text() });
  }

  /** As a link that holds the map in itself. */
  async share() {
    if (!this.drawn) return;
    const packed = await packText(this.drawn.text);
    const field = byId('draw-link', HTMLInputElement);
    field.hidden = false;
    if (packed.length > LONGEST_LINK) {
      field.value = say('too_long');
      return;
    }
    const link = new URL(location.href);
    link.hash = `map=${encodeURIComponent(this.drawn.name)}:${packed}`;
    field.value = link.href;
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // The link is marked, for the keyboard to copy.
    }
  }
}

/** The map in the page's address, if there is one. @returns {Promise<{ name: string, text: string } | null>} */
export async function sharedMap() {
  const found = location.hash.match(/^#map=([^:]*):([\w-]+)$/);
  if (!found) return null;
  try {
    const bytes = Uint8Array.from(atob(found[2].replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
    const text = await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).text();
    return { name: decodeURIComponent(found[1]), text };
  } catch {
    return null;
  }
}

/** @param {string} text */
async function packText(text) {
  const packed = new Uint8Array(await new Response(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer());
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}
