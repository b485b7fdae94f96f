// What can be taken away from the page: a link to a turn, a picture, an animation.

import { byId, make } from './dom.js';
import { GifWriter } from './gif.js';
import { sideName, stampOf } from './sentence.js';
import { say, told } from './words.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./scene.js').Moment} Moment */
/** @typedef {import('./scene.js').View} View */

/** The longest side of a picture and of an animation, in pixels. */
const PICTURE = 1600;
const ANIMATION = 640;
/** The room for the line below the board, in pixels. */
const CAPTION = 26;
/** Around a whole board, for the numbers of rows and columns. */
const EDGE = 24;
/** The most pictures of an animation, and how many there are for each step of a turn while there is room. */
const MOST_PICTURES = 400;
const PER_STEP = 4;
/** How long a turn of an animation is seen, in hundredths of a second. */
const TURN_TIME = 60;
const AT_REST = 30;

/** The part of an address that names a frame: the turn, and which frame of it. @param {Film} film @param {number} frame */
export function hashOf(film, frame) {
  const turn = film.turn(frame);
  let first = frame;
  while (first > 0 && film.turn(first - 1) === turn) first -= 1;
  return first === frame ? `#${turn}` : `#${turn}.${frame - first}`;
}

/** The frame that an address names, or -1. @param {Film} film @param {string} hash as in `#12` or `#12.3` */
export function frameOfHash(film, hash) {
  const named = /^#(\d+)(?:\.(\d+))?$/.exec(hash);
  if (!named) return -1;
  const [turn, more] = [Number(named[1]), Number(named[2] ?? 0)];
  for (let frame = 0; frame < film.frames; frame++) {
    if (film.turn(frame) >= turn) return Math.min(film.frames - 1, frame + more);
  }
  return film.frames - 1;
}

/** Puts a text on the clipboard; false if the browser does not let us. @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without the permission, the old way.
    const field = make('textarea');
    field.value = text;
    document.body.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
}

/** The board as it is shown, on a canvas of its own with a line below it. */
class Snapshot {
  /** @param {Film} film @param {Board} board @param {number} longest pixels */
  constructor(film, board, longest) {
    this.film = film;
    this.board = board;
    const { rows, cols } = film.cast;
    const { view } = board;
    // A board that is shown whole is drawn without the empty room around it.
    this.whole = board.fitted || board.showsAll();
    const [wide, high] = this.whole ? [cols * 100, rows * 100] : [view.width, view.height];
    const shrink = longest / Math.max(wide, high);
    this.width = Math.round(wide * shrink) + (this.whole ? 2 * EDGE : 0);
    this.height = Math.round(high * shrink) + (this.whole ? 2 * EDGE : 0);
    this.shrink = shrink;
    this.canvas = make('canvas');
    this.canvas.width = this.width;
    this.canvas.height = this.height + CAPTION;
  }

  /** Draws a moment. @param {Moment} moment */
  draw(moment) {
    const ctx = this.canvas.getContext('2d', { willReadFrequently: true });
    if (!ctx) throw new Error('the browser gives no canvas');
    this.board.scene.draw(ctx, this.viewOf(moment), { ...moment, hovered: -1 });
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = '#10161f';
    ctx.fillRect(0, this.height, this.width, CAPTION);
    ctx.fillStyle = '#f2f5f8';
    ctx.font = '14px system-ui, sans-serif';
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'left';
    const { film } = this;
    const names = film.cast.sides.slice(0, film.cast.seats).map((_, seat) => sideName(film, seat));
    const line = `${stampOf(film, moment.frame)} · ${told(film.cast.title)} · ${names.join(' – ')}`;
    ctx.fillText(line, 8, this.height + CAPTION / 2, this.width - 16);
    return ctx;
  }

  /** @param {Moment} moment @returns {View} */
  viewOf(moment) {
    const { board, shrink, width, height } = this;
    if (this.whole) return { scale: (width - 2 * EDGE) / this.film.cast.cols, x: EDGE, y: EDGE, width, height, ratio: 1 };
    const shown = board.following ? board.followed(moment, board.view) : board.view;
    return { scale: shown.scale * shrink, x: shown.x * shrink, y: shown.y * shrink, width, height, ratio: 1 };
  }

  /** @param {Moment} moment */
  pixels(moment) {
    return this.draw(moment).getImageData(0, 0, this.width, this.height + CAPTION).data;
  }
}

/** The board as a PNG file. @param {Film} film @param {Board} board @returns {Promise<Blob>} */
export function pictureOf(film, board) {
  const snapshot = new Snapshot(film, board, PICTURE);
  snapshot.draw(board.moment);
  return new Promise((done, failed) => snapshot.canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('no picture'))), 'image/png'));
}

/** The moments of an animation from one frame to another, each with the time that it is seen. @param {Film} film @param {number} from @param {number} to */
function momentsOf(film, from, to) {
  const frames = Math.max(1, to - from);
  let steps = 0;
  for (let frame = from + 1; frame <= to; frame++) steps += film.steps[frame];
  const perStep = Math.max(0, Math.min(PER_STEP, Math.floor((MOST_PICTURES - frames) / Math.max(1, steps))));
  // Of a long match only every so many turns can be shown.
  const every = Math.max(1, Math.ceil(frames / MOST_PICTURES));
  const moments = [{ frame: from, progress: 1, delay: AT_REST }];
  for (let frame = from + 1; frame <= to; frame++) {
    if (every > 1 && (frame - from) % every !== 0 && frame !== to) continue;
    const between = perStep * film.steps[frame];
    const delay = Math.max(4, Math.round(TURN_TIME / Math.max(1, between)));
    for (let at = 1; at < between; at++) moments.push({ frame, progress: at / between, delay });
    moments.push({ frame, progress: 1, delay: between > 0 ? AT_REST : Math.max(8, Math.round(TURN_TIME / 4)) });
  }
  moments[moments.length - 1].delay = 200;
  return moments;
}

/**
 * The turns from one frame to another as an animated GIF. @param {Snapshot} snapshot @param {number} from @param {number} to
 * @param {(share: number) => boolean} proceed told how much is done; says whether to go on @returns {Promise<Blob | null>}
 */
async function animationOf(snapshot, from, to, proceed) {
  const moments = momentsOf(snapshot.film, from, to);
  const { seat, selected } = snapshot.board.moment;
  const at = (/** @type {{ frame: number, progress: number }} */ { frame, progress }) => snapshot.pixels({ frame, progress, seat, selected, hovered: -1 });
  const samples = [0, 0.3, 0.5, 0.7, 1].map((share) => at(moments[Math.round(share * (moments.length - 1))]));
  const gif = new GifWriter(snapshot.width, snapshot.height + CAPTION, samples);
  for (let number = 0; number < moments.length; number++) {
    gif.add(at(moments[number]), moments[number].delay);
    if (!proceed((number + 1) / moments.length)) return null;
    // The page stays alive.
    await new Promise((done) => setTimeout(done));
  }
  return new Blob([gif.finish()], { type: 'image/gif' });
}

/** Hands a file to the reader. @param {Blob} blob @param {string} name */
export function save(blob, name) {
  const link = make('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** The dialog for saving an animation. */
export class AnimationDialog {
  /** @param {Film} film @param {Board} board */
  constructor(film, board) {
    this.film = film;
    this.board = board;
    this.dialog = byId('animation', HTMLDialogElement);
    this.from = byId('animation-from', HTMLInputElement);
    this.to = byId('animation-to', HTMLInputElement);
    this.bar = byId('animation-progress', HTMLProgressElement);
    this.start = byId('animation-start', HTMLButtonElement);
    this.running = false;
    this.start.addEventListener('click', () => this.run());
    this.dialog.addEventListener('close', () => (this.running = false));
  }

  /** Offers the turns around a frame, or all of a short match. @param {number} frame */
  open(frame) {
    const { film } = this;
    const last = film.frames - 1;
    const [from, to] = last <= 60 ? [0, last] : [Math.max(0, frame - 20), Math.min(last, frame + 20)];
    for (const [field, value] of /** @type {[HTMLInputElement, number][]} */ ([[this.from, from], [this.to, to]])) {
      field.min = String(film.turn(0));
      field.max = String(film.turn(last));
      field.value = String(film.turn(value));
    }
    this.idle();
    this.dialog.showModal();
  }

  idle() {
    this.running = false;
    this.bar.hidden = true;
    this.start.disabled = false;
  }

  /** The frames that the fields name: from the first of a turn to the last of a turn. */
  range() {
    const { film } = this;
    const from = Math.max(0, frameOfHash(film, `#${Number(this.from.value)}`));
    let to = Math.max(from, frameOfHash(film, `#${Number(this.to.value)}`));
    while (to < film.frames - 1 && film.turn(to + 1) === film.turn(to)) to += 1;
    return [from, to];
  }

  /** What the pictures of an animation are drawn on. */
  snapshot() {
    return new Snapshot(this.film, this.board, ANIMATION);
  }

  async run() {
    this.running = true;
    this.start.disabled = true;
    this.bar.hidden = false;
    this.bar.value = 0;
    const [from, to] = this.range();
    const blob = await animationOf(this.snapshot(), from, to, (share) => {
      this.bar.value = share;
      return this.running;
    });
    if (blob) save(blob, `${fileName(this.film)}-${this.film.turn(from)}-${this.film.turn(to)}.gif`);
    if (blob) this.dialog.close();
    this.idle();
  }
}

/** What files of a match are called. @param {Film} film */
export function fileName(film) {
  const map = film.cast.facts[0]?.[1] ?? '';
  return [film.cast.game, map].map((part) => part.replace(/[^\p{L}\p{N}_-]+/gu, '-')).filter((part) => part !== '').join('-');
}

/** Tells something for a moment. @param {string} key */
export function toast(key) {
  const host = byId('toast', HTMLElement);
  host.textContent = say(key);
  host.classList.add('shown');
  setTimeout(() => host.classList.remove('shown'), 2500);
}
