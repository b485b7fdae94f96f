// Who sits at a table with several people: who is awaited, how long they may think, and the links that invite them.

import { byId, chip, make } from '../web/dom.js';
import { say } from '../web/words.js';
import { renew } from './renew.js';

/** @typedef {{ turn: number, bank: number, runs: boolean }} Clock */
/** @typedef {{ seat: number, name: string, own: boolean, person: boolean, here: boolean, awaited: boolean, stand_in: boolean, may_change: boolean, clock: Clock | null, trouble: string | null, link: string | null }} SeatRow */
/** @typedef {{ seats: SeatRow[], watch: string | null, bots: string[] }} Seats */

/** How often clocks are shown anew, in milliseconds. */
const BEAT = 1000;

export class SeatList {
  /** @param {(deed: object) => void} send */
  constructor(send) {
    this.send = send;
    /** The clocks by the numbers of their seats. @type {{ seat: number, clock: Clock, since: number }[]} */
    this.clocks = [];
    setInterval(() => this.tick(), BEAT);
  }

  /** @param {Seats | null} seats */
  show(seats) {
    const panel = byId('seats', HTMLElement);
    panel.hidden = seats === null;
    this.clocks = [];
    if (!seats) return;
    const rows = seats.seats.map((row) => this.row(row, seats.bots));
    const watch = seats.watch === null ? [] : [make('li', '', make('span', 'who', say('watch_link')), invitation(seats.watch, say('watch_link')))];
    // Others come and go at any time: what is being read, chosen or pressed is not taken away.
    renew(panel, [make('h2', '', say('seats')), make('ul', '', ...rows, ...watch)]);
    this.tick();
  }

  /** @param {SeatRow} row @param {string[]} bots */
  row(row, bots) {
    const name = row.own && row.person ? say('you') : row.person ? say('person') : row.name;
    const state = row.person && !row.here ? say('away') : row.awaited ? say('awaited') : '';
    const parts = [chip(row.seat), make('span', 'who', `${say('seat')} ${row.seat}: ${name}`), make('small', '', state)];
    if (row.clock && row.awaited) {
      this.clocks.push({ seat: row.seat, clock: row.clock, since: performance.now() });
      parts.push(make('small', 'clock'));
    }
    const line = make('li', row.awaited ? 'awaited' : '', make('div', 'seat', ...parts));
    line.dataset.key = String(row.seat);
    if (row.trouble) line.append(make('p', 'trouble', row.trouble));
    if (row.link && !row.own) line.append(invitation(row.link, `${say('seat')} ${row.seat}`));
    if (row.may_change) this.addChange(line, row, bots);
    return line;
  }

  /** What the host, or who comes back, may do with a seat. Listeners know the seat only: the rest may change. @param {HTMLElement} line @param {SeatRow} row @param {string[]} bots */
  addChange(line, row, bots) {
    if (row.stand_in) {
      const back = make('button', '', say(row.own ? 'take_seat' : 'give_back'));
      back.addEventListener('click', () => this.send({ do: 'seat', seat: row.seat, who: 'person' }));
      line.append(back);
    } else if (!row.own && !row.here && bots.length > 0) {
      const choice = make('select', '', new Option(say('stand_in'), ''), ...bots.map((bot) => new Option(bot, bot)));
      choice.setAttribute('aria-label', `${say('stand_in')} (${say('seat')} ${row.seat})`);
      choice.addEventListener('change', () => {
        choice.blur();
        if (choice.value) this.send({ do: 'seat', seat: row.seat, who: choice.value });
      });
      line.append(choice);
    }
  }

  tick() {
    for (const { seat, clock, since } of this.clocks) {
      const element = document.querySelector(`#seats li[data-key="${seat}"] .clock`);
      if (!element) continue;
      const passed = clock.runs ? performance.now() - since : 0;
      const beyond = Math.max(0, passed - clock.turn);
      element.textContent = `${time(clock.turn - passed)} + ${time(clock.bank - beyond)}`;
    }
  }
}

/** A link to be sent to somebody. @param {string} token @param {string} label */
function invitation(token, label) {
  const field = make('input', 'link');
  field.readOnly = true;
  field.value = new URL(`../${token}/`, location.href).href;
  field.setAttribute('aria-label', `${say('link')}: ${label}`);
  field.addEventListener('focus', () => field.select());
  const copy = make('button', '', say('copy'));
  copy.type = 'button';
  copy.addEventListener('click', async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      // Without a secure connection there is no clipboard: the link is marked, for the keyboard to copy.
      return;
    }
    copy.textContent = say('copied');
  });
  return make('div', 'invitation', field, copy);
}

/** @param {number} millis */
function time(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
