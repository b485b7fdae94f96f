// The whole board in a corner, while only a part of it is in sight.

import { tintOf } from './brush.js';
import { KNOWN } from './film.js';

/** @typedef {import('./board.js').Board} Board */

/** The longest side, in pixels, and the most of the board's height and width that it may take. */
const LONGEST = 132;
const MOST = 0.28;

export class Minimap {
  /** @param {HTMLCanvasElement} canvas @param {Board} board */
  constructor(canvas, board) {
    this.canvas = canvas;
    this.board = board;
    /** Pixels for each cell. */
    this.scale = 1;
    const look = (/** @type {PointerEvent} */ event) => board.look(event.offsetX / this.scale, event.offsetY / this.scale);
    canvas.addEventListener('pointerdown', (event) => {
      canvas.setPointerCapture(event.pointerId);
      look(event);
    });
    canvas.addEventListener('pointermove', (event) => event.buttons === 1 && look(event));
  }

  /** Draws what the board shows now, or nothing if all of it is in sight. */
  show() {
    const { canvas, board } = this;
    canvas.hidden = board.showsAll();
    if (canvas.hidden) return;
    this.resize();
    const { scale } = this;
    const { rows, cols } = board.film.cast;
    const ratio = board.view.ratio;
    canvas.width = Math.round(cols * scale * ratio);
    canvas.height = Math.round(rows * scale * ratio);
    const ctx = canvas.getContext('2d');
    if (!ctx) return;
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.drawImage(board.scene.ground.canvas, 0, 0, cols * scale, rows * scale);
    this.drawLand(ctx);
    this.drawPieces(ctx);
    const { view } = board;
    ctx.strokeStyle = '#ffffff';
    ctx.lineWidth = 2;
    const unit = scale / view.scale;
    ctx.strokeRect(-view.x * unit, -view.y * unit, view.width * unit, view.height * unit);
  }

  resize() {
    const { canvas, board } = this;
    const { rows, cols } = board.film.cast;
    const longest = Math.min(LONGEST, MOST * board.view.height, MOST * board.view.width);
    this.scale = longest / Math.max(rows, cols);
    canvas.style.width = `${Math.round(cols * this.scale)}px`;
    canvas.style.height = `${Math.round(rows * this.scale)}px`;
  }

  /** @param {CanvasRenderingContext2D} ctx */
  drawLand(ctx) {
    const { film, moment } = this.board;
    if (!film.owners) return;
    const owners = film.owners.at(moment.frame);
    ctx.globalAlpha = 0.45;
    for (let cell = 0; cell < owners.length; cell++) {
      if (owners[cell] < 2) continue;
      ctx.fillStyle = tintOf(owners[cell] - 2).main;
      ctx.fillRect((cell % film.cast.cols) * this.scale, Math.floor(cell / film.cast.cols) * this.scale, this.scale, this.scale);
    }
    ctx.globalAlpha = 1;
  }

  /** @param {CanvasRenderingContext2D} ctx */
  drawPieces(ctx) {
    const { film, moment, scene } = this.board;
    const start = film.rowStart[moment.frame];
    scene.layout.rest(moment.frame).forEach((spot, at) => {
      const known = film.known(start + at, moment.seat);
      if (known === KNOWN.hidden) return;
      const size = Math.max(3, spot.size * this.scale);
      ctx.fillStyle = tintOf(known === KNOWN.place ? -1 : film.rowSide[start + at]).main;
      ctx.fillRect(spot.x * this.scale - size / 2, spot.y * this.scale - size / 2, size, size);
    });
  }
}
