// Draws a match while it is played, with the board of the replay page. Frames come as server-sent events: each holds
// a film with the newest frames, so that whoever comes late or falls behind misses nothing that still matters.

import { Film, unpackPart } from './page/film.js';
import { Scene } from './page/scene.js';
import { stampOf } from './page/sentence.js';
import { SKINS } from './page/skins.js';
import { speak } from './page/words.js';

/** How long the frames of one film are shown, in milliseconds, all together. */
const CLIP = 200;
/** How soon the page is loaded again when the match has ended or has not begun. */
const AGAIN = 1500;
/** Room around the board, in pixels. */
const MARGIN = 20;

const host = /** @type {HTMLElement} */ (document.getElementById('live'));
const canvas = /** @type {HTMLCanvasElement} */ (document.getElementById('board'));
const stamp = /** @type {HTMLElement} */ (document.getElementById('stamp'));
const { match = '', game = '', lang = 'en', live } = host.dataset;

/** Draws what was shown last again; nothing before the first film. */
let redraw = () => {};
let showing = 0;

/** The whole board in the middle of the canvas. @param {Film} film @returns {import('./page/scene.js').View} */
function fitted(film) {
  const { rows, cols } = film.cast;
  const [width, height] = [Math.max(1, canvas.clientWidth), Math.max(1, canvas.clientHeight)];
  const ratio = Math.min(2, window.devicePixelRatio || 1);
  const scale = Math.max(1, Math.min((width - 2 * MARGIN) / cols, (height - 2 * MARGIN) / rows));
  return { scale, x: (width - cols * scale) / 2, y: (height - rows * scale) / 2, width, height, ratio };
}

/** @param {Film} film */
function show(film) {
  const scene = new Scene(film, SKINS[game]);
  let frame = 0;
  redraw = () => {
    const view = fitted(film);
    [canvas.width, canvas.height] = [Math.round(view.width * view.ratio), Math.round(view.height * view.ratio)];
    const ctx = canvas.getContext('2d');
    if (ctx) scene.draw(ctx, view, { frame, progress: 1, seat: -1, selected: -1, hovered: -1 });
    stamp.textContent = stampOf(film, frame);
  };
  clearInterval(showing);
  const step = () => {
    redraw();
    if (frame + 1 >= film.frames) clearInterval(showing);
    else frame += 1;
  };
  step();
  showing = setInterval(step, CLIP / Math.max(1, film.frames));
  document.documentElement.dataset.frames = String(Number(document.documentElement.dataset.frames ?? 0) + film.frames);
}

async function follow() {
  speak(lang === 'zh' ? 'zh' : 'en');
  await import(`./page/skins/${game}.js`);
  new ResizeObserver(() => redraw()).observe(canvas);
  const events = new EventSource(`/matches/${match}/live`);
  let last = Promise.resolve();
  events.addEventListener('frames', (event) => {
    last = last.then(async () => show(new Film(await unpackPart(event.data))));
  });
  events.addEventListener('end', () => {
    events.close();
    setTimeout(() => location.reload(), AGAIN);
  });
}

if (live === 'true') follow();
else setTimeout(() => location.reload(), AGAIN);
