// The choice of maps: lessons, maps and puzzles with small pictures, against whom, and with whom.

import { byId, make } from '../web/dom.js';
import { Film, unpackPart } from '../web/film.js';
import { Scene } from '../web/scene.js';
import { SKINS } from '../web/skins.js';
import { say } from '../web/words.js';
import { renew } from './renew.js';

/** @typedef {{ name: string, lesson: string | null, title: string, difficulty: string, progress: string, solved: boolean, par: string, size: string, seats: number, in_progress: boolean }} MapRow */
/** @typedef {{ name: string, label: string }} Opponent */
/** @typedef {{ heading: string, maps: MapRow[], marked: number, notice: string | null, opponents: Opponent[], against: string[], seat: number, invites: boolean, draws: boolean, tables: { title: string, to: string }[] }} Maps */

/** Who sits in a seat that somebody else is invited to. */
const PERSON = 'person';

export class Choice {
  /** @param {(deed: object) => void} send */
  constructor(send) {
    this.send = send;
    /** The films of maps by their names. @type {Map<string, Film>} */
    this.films = new Map();
    /** Small pictures that have been drawn. @type {WeakSet<HTMLCanvasElement>} */
    this.painted = new WeakSet();
    /** @type {Maps | null} */
    this.maps = null;
    this.game = '';
    this.seat = -1;
    byId('play', HTMLElement).addEventListener('click', () => this.play(false));
    byId('anew', HTMLElement).addEventListener('click', () => this.startOver());
    byId('draw', HTMLElement).addEventListener('click', () => this.send({ do: 'draw', map: this.marked()?.name ?? null }));
    byId('draw-blank', HTMLElement).addEventListener('click', () => this.send({ do: 'draw', map: null }));
    byId('map-list', HTMLElement).addEventListener('keydown', (event) => this.press(event));
  }

  /** @param {string} game @param {number} seat */
  greet(game, seat) {
    this.game = game;
    this.seat = seat;
  }

  /** @param {Record<string, string>} films */
  async learn(films) {
    const read = async (/** @type {[string, string]} */ [name, film]) => this.films.set(name, new Film(await unpackPart(film)));
    await Promise.all(Object.entries(films).map(read));
  }

  marked() {
    return this.maps?.maps[this.maps.marked];
  }

  /** @param {Maps} maps */
  show(maps) {
    const before = this.maps;
    this.maps = maps;
    byId('maps-title', HTMLElement).textContent = maps.heading;
    const notice = byId('maps-notice', HTMLElement);
    notice.hidden = maps.notice === null;
    notice.textContent = maps.notice ?? '';
    this.list(maps);
    const marked = this.marked();
    if (!marked) return;
    byId('picture-title', HTMLElement).textContent = marked.lesson ? `${say('lesson')} · ${marked.lesson}` : marked.title;
    byId('par', HTMLElement).textContent = [marked.size, marked.difficulty, marked.par].filter(Boolean).join(' · ');
    byId('play', HTMLElement).textContent = say(marked.lesson ? 'begin_lesson' : marked.in_progress ? 'go_on' : 'play');
    const anew = byId('anew', HTMLElement);
    anew.hidden = !marked.in_progress || marked.lesson !== null;
    anew.textContent = say('anew');
    byId('draw', HTMLElement).hidden = byId('draw-blank', HTMLElement).hidden = !maps.draws;
    if (!before || before.opponents.length !== maps.opponents.length || before.maps[before.marked]?.seats !== marked.seats) this.seats(maps, marked);
    byId('opponents', HTMLElement).hidden = maps.opponents.length === 0 || marked.lesson !== null;
    this.tables(maps);
    const film = this.films.get(marked.name);
    if (film) drawStill(byId('picture', HTMLCanvasElement), film, this.game, this.seat, 20);
  }

  /** @param {Maps} maps */
  list(maps) {
    const list = byId('map-list', HTMLElement);
    const had = list.contains(document.activeElement);
    renew(list, maps.maps.map((map, number) => this.card(map, number === maps.marked)));
    const marked = list.querySelector('button.marked');
    if (had && marked instanceof HTMLElement) marked.focus();
    this.thumbnails([...list.querySelectorAll('canvas')].filter((canvas) => !this.painted.has(canvas)));
  }

  /** A row of the list. @param {MapRow} map @param {boolean} marked */
  card(map, marked) {
    const canvas = make('canvas', 'thumb');
    canvas.dataset.map = map.name;
    canvas.setAttribute('aria-hidden', 'true');
    const title = map.lesson ? `${say('lesson')} · ${map.lesson}` : map.title;
    const state = map.lesson ? (map.solved ? say('done') : '') : map.progress;
    const facts = make('small', '', [map.difficulty, map.size].filter(Boolean).join(' · '));
    const button = make('button', `card${marked ? ' marked' : ''}`, canvas, make('span', 'name', `${map.solved ? '✓ ' : ''}${title}`), facts, make('small', '', map.lesson ? state : map.par || state));
    button.type = 'button';
    button.dataset.map = map.name;
    button.dataset.lesson = String(map.lesson !== null);
    button.setAttribute('aria-pressed', String(marked));
    button.addEventListener('click', () => {
      const now = this.marked();
      const isMarked = now?.name === map.name && (now.lesson === null) === (map.lesson === null);
      if (isMarked) this.play(false);
      else this.send({ do: 'look', map: map.name, lesson: map.lesson !== null });
    });
    const row = make('li', map.lesson ? 'lesson' : '', button);
    row.dataset.key = `${map.lesson === null ? 'map' : 'lesson'} ${map.name}`;
    return row;
  }

  /** Draws small pictures, one after the other, so that nothing else waits. @param {HTMLCanvasElement[]} canvases */
  thumbnails(canvases) {
    const next = () => {
      const canvas = canvases.shift();
      if (!canvas || !canvas.isConnected) return;
      const film = this.films.get(canvas.dataset.map ?? '');
      if (film) {
        drawStill(canvas, film, this.game, this.seat, 2);
        this.painted.add(canvas);
      }
      setTimeout(next);
    };
    setTimeout(next);
  }

  /** Who sits where. @param {Maps} maps @param {MapRow} marked */
  seats(maps, marked) {
    const rows = Array.from({ length: marked.seats }, (_, seat) => {
      const select = make('select');
      select.id = `seat-${seat}`;
      const you = new Option(say('you'), 'you');
      const person = maps.invites ? [new Option(say('a_person'), PERSON)] : [];
      select.append(you, ...maps.opponents.map(({ name, label }) => new Option(label, name)), ...person);
      const bot = maps.against[Math.max(0, seat > maps.seat ? seat - 1 : seat)] ?? '';
      const known = (maps.invites && bot === PERSON) || maps.opponents.some(({ name }) => name === bot);
      select.value = seat === maps.seat ? 'you' : known ? bot : (maps.opponents[0]?.name ?? '');
      select.addEventListener('change', () => this.oneOfThem(select));
      const label = make('label', 'choice', `${say('seat')} ${seat + 1} `, select);
      return make('li', '', label);
    });
    byId('seat-list', HTMLElement).replaceChildren(...rows);
    this.relabel();
  }

  selects() {
    return [...byId('seat-list', HTMLElement).querySelectorAll('select')];
  }

  /** There is one of the player: who takes another seat leaves the old one to whoever was there. @param {HTMLSelectElement} changed */
  oneOfThem(changed) {
    const all = this.selects();
    const mine = all.filter((select) => select.value === 'you');
    if (mine.length > 1) {
      const left = mine.find((select) => select !== changed);
      if (left) left.value = this.maps?.opponents[0]?.name ?? PERSON;
    }
    if (mine.length === 0) {
      const free = all.find((select) => select !== changed) ?? changed;
      free.value = 'you';
    }
    this.relabel();
  }

  /** With other people the button says so. */
  relabel() {
    const invites = this.selects().some((select) => select.value === PERSON);
    byId('table-options', HTMLElement).hidden = !invites;
    const play = byId('play', HTMLElement);
    if (invites) play.textContent = say('open_table');
    else if (this.marked() && play.textContent === say('open_table')) play.textContent = say(this.marked()?.in_progress ? 'go_on' : 'play');
  }

  /** @param {boolean} anew */
  play(anew) {
    const marked = this.marked();
    if (!marked) return;
    const seats = this.selects().map((select) => select.value);
    if (marked.lesson !== null) return this.send({ do: 'play', map: marked.name, anew: true, lesson: true, against: this.maps?.opponents.length ? ['easy'] : [], seat: 0 });
    if (seats.includes(PERSON)) {
      const clock = byId('with-clock', HTMLInputElement).checked;
      const watch = byId('with-watch', HTMLInputElement).checked;
      return this.send({ do: 'invite', map: marked.name, seats: seats.map((who) => (who === 'you' ? PERSON : who)), clock, watch });
    }
    const seat = Math.max(0, seats.indexOf('you'));
    this.send({ do: 'play', map: marked.name, anew, against: seats.filter((who) => who !== 'you'), seat });
  }

  /** A game in progress is not given up by one click. */
  startOver() {
    const button = byId('anew', HTMLElement);
    if (button.textContent === say('anew')) button.textContent = say('anew_again');
    else this.play(true);
  }

  /** Tables that are kept. @param {Maps} maps */
  tables(maps) {
    byId('kept-tables', HTMLElement).hidden = maps.tables.length === 0;
    const rows = maps.tables.map(({ title, to }) => {
      const link = make('a', '', title);
      link.href = `../${to}/`;
      return make('li', '', link);
    });
    renew(byId('table-list', HTMLElement), rows);
  }

  /** Arrows go from map to map. @param {KeyboardEvent} event */
  press(event) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    const cards = [...byId('map-list', HTMLElement).querySelectorAll('button')];
    const at = cards.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    const next = cards[at + step];
    if (step === 0 || at < 0 || !next) return;
    event.preventDefault();
    next.focus();
    this.send({ do: 'look', map: next.dataset.map, lesson: next.dataset.lesson === 'true' });
  }
}

/** A map as it begins. @param {HTMLCanvasElement} canvas @param {Film} film @param {string} game @param {number} seat @param {number} margin */
export function drawStill(canvas, film, game, seat, margin) {
  const { rows, cols, fog } = film.cast;
  const [width, height] = [Math.max(1, canvas.clientWidth), Math.max(1, canvas.clientHeight)];
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const scale = Math.max(1, Math.min((width - 2 * margin) / cols, (height - 2 * margin) / rows));
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const ctx = canvas.getContext('2d');
  const view = { scale, x: (width - cols * scale) / 2, y: (height - rows * scale) / 2, width, height, ratio };
  if (ctx) new Scene(film, SKINS[game]).draw(ctx, view, { frame: 0, progress: 1, seat: fog ? seat : -1, selected: -1, hovered: -1 });
}
