// The gallery of a series: a card for every match with its last board, its players and its outcome.

import { byId, chip, make } from './dom.js';
import { Film, unpackPart } from './film.js';
import { Scene } from './scene.js';
import { plainSentence, sideName, stampOf, verdictOf } from './sentence.js';
import { SKINS } from './skins.js';
import { relabelWords, say, speak, spoken, switchTheme, told } from './words.js';

/** A match: its page, its last frame, and how many frames it has. */
/** @typedef {{ page: string, film: Film }} Shown */
/** A file that could not be shown, and why. */
/** @typedef {{ file: string, why: string }} Broken */

/** The longest side of a card's board, in pixels. */
const CARD = 260;

class Gallery {
  /** @param {Shown[]} matches @param {Broken[]} broken */
  constructor(matches, broken) {
    this.matches = matches;
    this.broken = broken;
    // Boards are drawn when they come into sight: a series may have hundreds.
    this.watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting && target instanceof HTMLCanvasElement) this.draw(target);
      }
    });
    const search = byId('search', HTMLInputElement);
    search.addEventListener('input', () => this.fill());
    byId('language', HTMLElement).addEventListener('click', () => {
      speak(spoken() === 'zh' ? 'en' : 'zh');
      this.relabel();
    });
    byId('theme', HTMLElement).addEventListener('click', () => switchTheme());
    this.relabel();
  }

  relabel() {
    relabelWords();
    document.title = say('gallery');
    byId('search', HTMLInputElement).placeholder = say('search');
    this.fillWinners();
    this.fill();
    const items = this.broken.map(({ file, why }) => make('li', '', make('b', '', file), ` ${why}`));
    byId('broken', HTMLElement).replaceChildren(...items);
  }

  /** How many matches each player won, where players play against each other. */
  fillWinners() {
    /** @type {Map<string, { won: number, played: number }>} */
    const counts = new Map();
    for (const { film } of this.matches.filter((match) => match.film.cast.seats > 1)) {
      film.standings.forEach(([place], seat) => {
        // Seats of one bot are numbered; here they are one.
        const name = sideName(film, seat).replace(/#\d+$| \(\d+\)$/, '');
        const count = counts.get(name) ?? { won: 0, played: 0 };
        counts.set(name, { won: count.won + Number(place === 1), played: count.played + 1 });
      });
    }
    const sorted = [...counts].sort(([, one], [, other]) => other.won / other.played - one.won / one.played);
    const rows = sorted.map(([name, { won, played }]) => make('tr', '', make('th', 'side', name), make('td', '', `${say('won')} ${won} ${say('of_played')} ${played}`)));
    const table = byId('winners', HTMLTableElement);
    table.replaceChildren(make('tbody', '', ...rows));
    table.hidden = rows.length === 0;
  }

  /** Lists the matches that are asked for. */
  fill() {
    const words = byId('search', HTMLInputElement).value.toLowerCase().split(/\s+/);
    const wanted = this.matches.filter(({ film, page }) => {
      const { cast } = film;
      const names = [cast.title.en, cast.title.zh, ...cast.sides.flatMap((side) => [side.en, side.zh]), ...cast.facts.map(([, value]) => value), page];
      const all = names.join(' ').toLowerCase();
      return words.every((word) => all.includes(word));
    });
    byId('count', HTMLElement).textContent = `${wanted.length} ${say('matches')}`;
    const cards = wanted.map((match) => this.card(match));
    byId('cards', HTMLElement).replaceChildren(...(cards.length > 0 ? cards : [make('li', 'none', say('no_match'))]));
  }

  /** @param {Shown} match */
  card(match) {
    const { film, page } = match;
    const { cast } = film;
    const board = make('canvas', 'still');
    const scale = CARD / Math.max(cast.rows, cast.cols);
    board.style.aspectRatio = `${cast.cols} / ${cast.rows}`;
    board.style.width = `${Math.round(cast.cols * scale)}px`;
    board.dataset.match = String(this.matches.indexOf(match));
    board.setAttribute('aria-hidden', 'true');
    this.watcher.observe(board);
    const seats = Array.from({ length: cast.seats }, (_, seat) => seat);
    const place = (/** @type {number} */ seat) => film.standings[seat]?.[0] ?? 0;
    seats.sort((one, other) => place(one) - place(other));
    const players = seats.map((seat) => {
      const standing = film.standings[seat];
      const score = standing ? ` · ${standing[0] === 1 ? '★ ' : ''}${standing[0]} · ${standing[1]}` : '';
      return make('li', '', chip(seat), sideName(film, seat), make('span', 'place', score));
    });
    const verdict = verdictOf(film);
    const link = make(
      'a',
      'card',
      board,
      make('h2', '', `${told(cast.title)} · ${cast.facts[0]?.[1] ?? ''}`),
      make('ul', 'seats', ...players),
      make('p', 'what', verdict ? plainSentence(film, verdict) : say('unfinished')),
      make('p', 'facts', `${stampOf(film, 0)} · ${page}`),
    );
    link.href = encodeURIComponent(page);
    return make('li', '', link);
  }

  /** @param {HTMLCanvasElement} canvas */
  draw(canvas) {
    this.watcher.unobserve(canvas);
    const { film } = this.matches[Number(canvas.dataset.match)];
    const { rows, cols, game } = film.cast;
    const ratio = Math.min(2, window.devicePixelRatio || 1);
    const scale = CARD / Math.max(rows, cols);
    const [width, height] = [Math.round(cols * scale), Math.round(rows * scale)];
    [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
    const ctx = canvas.getContext('2d');
    const moment = { frame: 0, progress: 1, seat: -1, selected: -1, hovered: -1 };
    if (ctx) new Scene(film, SKINS[game]).draw(ctx, { scale, x: 0, y: 0, width, height, ratio }, moment);
  }
}

/** Opens the series that the page carries: a list in JSON, then a film of one frame for each match. */
async function openGallery() {
  speak(navigator.language.toLowerCase().startsWith('zh') ? 'zh' : 'en');
  const bytes = await unpackPart(byId('matches', HTMLScriptElement).textContent ?? '');
  let at = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const list = JSON.parse(new TextDecoder().decode(bytes.subarray(4, at)));
  const matches = list.matches.map((/** @type {{ page: string, length: number }} */ { page, length }) => {
    at += length;
    return { page, film: new Film(bytes.subarray(at - length, at)) };
  });
  Object.assign(window, { sandtable: new Gallery(matches, list.broken) });
  document.documentElement.dataset.ready = 'true';
}

openGallery();
