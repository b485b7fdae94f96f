// Everything around the board: what is in hand, what would follow, what happened, buttons.

import { Pen, tintOf } from '../web/brush.js';
import { byId, chip, make } from '../web/dom.js';
import { SKINS } from '../web/skins.js';
import { say } from '../web/words.js';
import { drawCurve } from './curve.js';
import { renew } from './renew.js';
import { sounds } from './sounds.js';

/** @typedef {{ key: string, shown: string, label: string }} Key */
/**
 * @typedef {Object} Around
 * @property {string} map
 * @property {string} headline
 * @property {{ side: number | null, text: string }[]} scores
 * @property {string | null} hand
 * @property {{ heading: string, lines: string[] }[]} sections
 * @property {{ text: string, warning: boolean } | null} notice
 * @property {Key[]} keys
 * @property {Key[]} tools
 * @property {any} overlay
 * @property {number} waiting
 * @property {boolean} over
 * @property {{ title: string, say: string, number: number, of: number, cells: number[], key: string }} [lesson]
 * @property {{ turn: number, side?: number, text: string }[]} [log]
 */

/** @typedef {Around & import('./overlay.js').Shown} Screen */

/** How the names of keys are written for the server: as browsers do. */
const NAMES = /** @type {Record<string, string>} */ ({ Esc: 'Escape' });
/** What covers the board when nothing does. */
const NOTHING = 'null';

export class Beside {
  /** @param {string} title @param {string} game @param {(deed: object) => void} send */
  constructor(title, game, send) {
    this.title = title;
    this.game = game;
    this.send = send;
    /** What the dialog shows, so that it is made anew only if it changes. */
    this.covering = '';
  }

  /** @param {Screen} screen */
  show(screen) {
    byId('title', HTMLElement).textContent = `${this.title} · ${screen.map}`;
    document.title = `${screen.map} · ${this.title} · Sandtable`;
    byId('headline', HTMLElement).textContent = screen.headline;
    byId('scores', HTMLElement).replaceChildren(...screen.scores.map(({ side, text }) => make('li', '', ...(side === null ? [] : [chip(side)]), text)));
    const hand = byId('hand', HTMLElement);
    hand.hidden = screen.hand === null;
    hand.textContent = screen.hand ?? '';
    const sections = screen.sections.map(({ heading, lines }) => make('section', '', make('h2', '', heading), ...lines.map((line) => make('p', '', line))));
    byId('sections', HTMLElement).replaceChildren(...sections);
    this.notify(screen.notice);
    this.buttons(screen);
    this.teach(screen.lesson ?? null);
    if (screen.log) this.log(screen.log);
    this.cover(screen.overlay);
    const first = screen.sections[0]?.lines.join('; ') ?? '';
    const follows = screen.sections.slice(1).map(({ heading, lines }) => `${heading}: ${lines.join('; ')}`);
    byId('spoken', HTMLElement).textContent = [screen.lesson?.say, screen.notice?.text, screen.hand, first, ...follows].filter(Boolean).join('. ');
  }

  /** @param {{ text: string, warning: boolean } | null} notice */
  notify(notice) {
    const element = byId('notice', HTMLElement);
    element.hidden = notice === null;
    element.classList.toggle('warning', notice?.warning ?? false);
    element.textContent = notice?.text ?? '';
  }

  /** What to do next in a lesson. @param {NonNullable<Screen['lesson']> | null} lesson */
  teach(lesson) {
    const box = byId('lesson', HTMLElement);
    box.hidden = lesson === null;
    for (const button of document.querySelectorAll('.beside button[data-key]')) {
      button.classList.toggle('wanted', lesson !== null && button.getAttribute('data-key') === lesson.key);
    }
    if (!lesson) return;
    const head = `${say('lesson')} · ${lesson.title} · ${say('step')} ${lesson.number}/${lesson.of}`;
    box.replaceChildren(make('b', '', head), make('p', '', lesson.say));
  }

  /** @param {Screen} screen */
  buttons(screen) {
    const [end, ...others] = screen.tools;
    const tools = others.filter(({ key }) => !screen.keys.some((own) => own.key === key));
    const first = screen.over || !end ? [] : [this.endTurn(end, screen.waiting)];
    const own = screen.over ? [] : screen.keys.filter(({ key }) => key !== 'Enter').map((key) => this.button(key));
    const undo = tools.filter(({ key }) => key === 'u' || key === 'r').map((key) => this.button(key));
    // A button that is being pressed is not taken away, and the focus stays where it is.
    renew(byId('actions', HTMLElement), [...first, ...undo, ...own]);
    renew(byId('tools', HTMLElement), tools.filter(({ key }) => key !== 'u' && key !== 'r').map((key) => this.button(key)));
  }

  /** @param {Key} end @param {number} waiting */
  endTurn(end, waiting) {
    const button = this.button(end);
    button.classList.add('main');
    if (waiting > 0) button.append(` (${waiting} ${say('waiting')})`);
    return button;
  }

  /** @param {Key} key */
  button({ key, shown, label }) {
    const button = make('button', '', make('kbd', '', shown), label);
    button.type = 'button';
    button.dataset.key = key;
    button.disabled = key === '';
    button.addEventListener('click', () => this.send({ do: 'key', key: NAMES[key] ?? key }));
    return button;
  }

  /** @param {{ turn: number, side?: number, text: string }[]} lines */
  log(lines) {
    const list = byId('log', HTMLElement);
    list.replaceChildren(...lines.map((line) => this.line(line)));
    list.scrollTop = list.scrollHeight;
  }

  /** Something that happened, with the emblem of whose doing it was. @param {{ turn: number, side?: number, text: string }} line */
  line({ turn, side, text }) {
    const item = make('li', '', make('span', '', String(turn)), ...(side === undefined ? [make('i')] : [chip(side)]), make('div', '', text));
    if (side !== undefined) item.style.borderColor = tintOf(side).main;
    return item;
  }

  /** Whether the browser has closed by itself what the server believes to be open. */
  wasClosed() {
    return !['', NOTHING].includes(this.covering) && !byId('overlay', HTMLDialogElement).open;
  }

  /** What covers the board, if anything does. @param {any} overlay */
  cover(overlay) {
    const dialog = byId('overlay', HTMLDialogElement);
    const now = JSON.stringify(overlay);
    if (now === this.covering) return;
    this.covering = now;
    if (overlay === null) {
      dialog.close();
      byId('board', HTMLElement).focus({ preventScroll: true });
      return;
    }
    byId('overlay-title', HTMLElement).textContent = overlay.title;
    const body = byId('overlay-body', HTMLElement);
    const actions = byId('overlay-actions', HTMLElement);
    dialog.className = overlay.result ?? '';
    if (overlay.kind === 'list') {
      body.replaceChildren(this.entries(overlay));
      actions.replaceChildren(this.closing());
    } else {
      body.replaceChildren(...overlay.lines.map((/** @type {string} */ line) => make('p', '', line)), ...this.pieces(overlay.pieces ?? []), ...this.ending(overlay), this.table(overlay.rows ?? []));
      if (overlay.result) sounds.play(overlay.result === 'won' ? 'won' : 'lost');
      actions.replaceChildren(...(overlay.keys ?? []).map((/** @type {Key} */ key) => this.button(key)), ...(overlay.keys ? [] : [this.closing()]));
    }
    if (!dialog.open) dialog.showModal();
    const marked = dialog.querySelector('.marked') ?? actions.querySelector('button');
    if (marked instanceof HTMLElement) marked.focus();
  }

  /** The pieces with what they are for. @param {{ key: string, side: number, name: string, about: string }[]} pieces */
  pieces(pieces) {
    const rows = pieces.map(({ key, side, name, about }) => {
      const canvas = make('canvas', 'icon');
      canvas.width = canvas.height = 72;
      canvas.setAttribute('aria-hidden', 'true');
      const ctx = canvas.getContext('2d');
      ctx?.setTransform(72, 0, 0, 72, 0, 0);
      if (ctx) SKINS[this.game].pieces[key]?.(new Pen(ctx), tintOf(side));
      return make('li', '', canvas, make('div', '', make('b', '', name), ` ${about}`));
    });
    return rows.length > 0 ? [make('ul', 'pieces', ...rows)] : [];
  }

  /** Why a game ended so, how it went, and the way to its replay. @param {{ result?: string, why?: string[], chart?: import('./curve.js').Curve | null }} overlay */
  ending({ result, why, chart }) {
    if (!result) return [];
    const parts = [];
    if (why && why.length > 0) parts.push(make('h3', '', say('why')), make('ul', 'why', ...why.map((line) => make('li', '', line))));
    if (chart) parts.push(drawCurve(chart));
    const replay = make('a', 'button', say('replay'));
    replay.href = 'replay.html';
    replay.target = '_blank';
    const { home } = document.body.dataset;
    const next = make('a', 'button', say('next'));
    next.href = home ?? '';
    parts.push(make('p', 'actions', replay, ...(home ? [next] : [])));
    return parts;
  }

  closing() {
    return this.button({ key: 'Esc', shown: 'Esc', label: say('close') });
  }

  /** @param {{ entries: string[], marked: number }} overlay */
  entries({ entries, marked }) {
    const buttons = entries.map((label, number) => {
      const button = make('button', number === marked ? 'marked' : '', make('kbd', '', String(number + 1)), label);
      button.type = 'button';
      button.addEventListener('click', () => this.send({ do: 'entry', number }));
      return button;
    });
    return make('div', 'entries', ...buttons);
  }

  /** @param {[string, string][]} rows */
  table(rows) {
    return make('table', '', ...rows.map(([key, what]) => make('tr', '', make('td', '', make('kbd', '', key)), make('td', '', what))));
  }
}
