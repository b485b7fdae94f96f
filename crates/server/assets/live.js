// Draws a match while it is played, with the board of the replay page. Frames come as server-sent events: each holds
// a film with the newest frames, so that whoever comes late or falls behind misses nothing that still matters.

import { Board } from './page/board.js';
import { unpackFilm } from './page/film.js';
import { stampOf } from './page/sentence.js';
import { SKINS } from './page/skins.js';
import { speak } from './page/words.js';

/** How long the frames of one film are shown, in milliseconds, all together. */
const CLIP = 200;
/** How soon the page is loaded again when the match has ended or has not begun. */
const AGAIN = 1500;

const host = /** @type {HTMLElement} */ (document.getElementById('live'));
const stamp = /** @type {HTMLElement} */ (document.getElementById('stamp'));
const { match = '', game = '', lang = 'en', live } = host.dataset;

/** @type {Board | undefined} */
let board;
let showing = 0;

/** @param {import('./page/film.js').Film} film */
function show(film) {
  // A board belongs to its film: a new film gets a new canvas, on which nobody listens yet.
  const canvas = /** @type {HTMLCanvasElement} */ (document.createElement('canvas'));
  const old = /** @type {HTMLCanvasElement} */ (document.getElementById('board'));
  canvas.className = 'live';
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', old.getAttribute('aria-label') ?? '');
  old.replaceWith(canvas);
  canvas.id = 'board';
  let frame = 0;
  const draw = () => board?.show({ frame, progress: 1, seat: -1, selected: -1, hovered: -1 });
  board = new Board(canvas, film, SKINS[game], { redraw: draw, point: () => {}, choose: () => {} });
  clearInterval(showing);
  const step = () => {
    draw();
    stamp.textContent = stampOf(film, frame);
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
  const events = new EventSource(`/matches/${match}/live`);
  let last = Promise.resolve();
  events.addEventListener('frames', (event) => {
    last = last.then(async () => show(await unpackFilm(event.data)));
  });
  events.addEventListener('end', () => {
    events.close();
    setTimeout(() => location.reload(), AGAIN);
  });
}

if (live === 'true') follow();
else setTimeout(() => location.reload(), AGAIN);
