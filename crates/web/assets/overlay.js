// What is drawn over the board: marks, orders, what would happen. The server says where; this says how it looks.

import { tintOf } from '../web/brush.js';

/** @typedef {import('../web/scene.js').View} View */
/** @typedef {import('../web/scene.js').Scene} Scene */
/** @typedef {{ side: number | null, cells: number[] }} Way */
/**
 * @typedef {Object} Forecast
 * @property {Way[]} ways
 * @property {Way[]} shots
 * @property {{ kind: number, side: number, cell: number }[]} ghosts
 * @property {{ at: number, cell: number, health: number, gone: boolean }[]} changes
 */
/**
 * @typedef {Object} Shown
 * @property {number | null} cursor
 * @property {{ mark: string, cells: number[] }[]} marks
 * @property {{ kind: string, from: number, to: number }[]} orders
 * @property {Forecast} threat
 * @property {Forecast} considered
 * @property {Forecast} hint
 * @property {{ cells: number[] }} [lesson]
 */

/** How marks look: a wash over the cell, a rim, a sign; so that none is told by its colour alone. @type {Record<string, { wash?: string, rim?: string, sign?: string }>} */
const MARKS = {
  reach: { wash: '#4aa3ff66' },
  range: { rim: '#ffb45488' },
  target: { wash: '#ff4d3855', rim: '#ff4d38', sign: '×' },
  change: { rim: '#ffe37a' },
  danger: { sign: '!' },
  chosen: { wash: '#ffe37a55', rim: '#ffe37a' },
  waiting: { sign: '?' },
};
const ORDERS = /** @type {Record<string, string>} */ ({ go: '#d6ecff', attack: '#ff8a73', help: '#9ef0b4' });
const THREAT = '#ff6b57';
const CONSIDERED = '#ffe37a';
const HINT = '#8dffb0';

/** Draws everything over the board. @param {CanvasRenderingContext2D} ctx @param {View} view @param {Scene} scene @param {Shown} shown */
export function drawOver(ctx, view, scene, shown) {
  const pen = new Overlay(ctx, view, scene);
  for (const { mark, cells } of shown.marks) {
    const look = MARKS[mark];
    if (look) cells.forEach((cell) => pen.mark(cell, look));
  }
  for (const { kind, from, to } of shown.orders) pen.arrow([from, to], ORDERS[kind] ?? '#ffffff', kind !== 'go');
  pen.forecast(shown.threat, THREAT, 0.45);
  pen.forecast(shown.hint, HINT, 0.75);
  pen.forecast(shown.considered, CONSIDERED, 0.8);
  for (const cell of shown.lesson?.cells ?? []) pen.pointOut(cell);
  if (shown.cursor !== null) pen.cursor(shown.cursor);
}

export class Overlay {
  /** @param {CanvasRenderingContext2D} ctx @param {View} view @param {Scene} scene */
  constructor(ctx, view, scene) {
    this.ctx = ctx;
    this.scale = view.scale;
    this.ratio = view.ratio;
    this.scene = scene;
    this.cols = scene.film.cast.cols;
  }

  /** The upper-left corner of a cell. @param {number} cell */
  corner(cell) {
    return { x: (cell % this.cols) * this.scale, y: Math.floor(cell / this.cols) * this.scale };
  }

  /** @param {number} cell */
  middle(cell) {
    const { x, y } = this.corner(cell);
    return { x: x + this.scale / 2, y: y + this.scale / 2 };
  }

  /** @param {number} cell @param {{ wash?: string, rim?: string, sign?: string }} look */
  mark(cell, { wash, rim, sign }) {
    const { ctx, scale } = this;
    const { x, y } = this.corner(cell);
    if (wash) {
      ctx.fillStyle = wash;
      ctx.fillRect(x + 1, y + 1, scale - 2, scale - 2);
    }
    if (rim) {
      ctx.strokeStyle = rim;
      ctx.lineWidth = Math.max(1.5, scale * 0.05);
      ctx.strokeRect(x + ctx.lineWidth, y + ctx.lineWidth, scale - 2 * ctx.lineWidth, scale - 2 * ctx.lineWidth);
    }
    if (sign && scale >= 11) this.write(sign, x + scale * 0.14, y + scale * 0.3, scale * 0.32, '#ffffff');
  }

  /** @param {number} cell */
  cursor(cell) {
    const { ctx, scale } = this;
    const { x, y } = this.corner(cell);
    const arm = scale * 0.3;
    ctx.lineWidth = Math.max(2, scale * 0.06);
    for (const [stroke, width] of /** @type {[string, number][]} */ ([['#10161f', ctx.lineWidth + 2], ['#ffffff', ctx.lineWidth]])) {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = width;
      ctx.beginPath();
      for (const [cx, cy, dx, dy] of [[x, y, 1, 1], [x + scale, y, -1, 1], [x, y + scale, 1, -1], [x + scale, y + scale, -1, -1]]) {
        ctx.moveTo(cx + dx * arm, cy);
        ctx.lineTo(cx, cy);
        ctx.lineTo(cx, cy + dy * arm);
      }
      ctx.stroke();
    }
  }

  /** Where a lesson says to look. @param {number} cell */
  pointOut(cell) {
    const { ctx, scale } = this;
    const { x, y } = this.middle(cell);
    for (const [stroke, width] of /** @type {[string, number][]} */ ([['#10161f', 0.14], ['#ffe37a', 0.08]])) {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = Math.max(2, scale * width);
      ctx.beginPath();
      ctx.arc(x, y, Math.max(scale * 0.58, 16), 0, 2 * Math.PI);
      ctx.stroke();
    }
    ctx.fillStyle = '#ffe37a';
    ctx.strokeStyle = '#10161f';
    ctx.lineWidth = 2;
    const tip = y - Math.max(scale * 0.62, 18);
    const size = Math.max(10, scale * 0.24);
    ctx.beginPath();
    ctx.moveTo(x, tip);
    ctx.lineTo(x - size, tip - size * 1.3);
    ctx.lineTo(x + size, tip - size * 1.3);
    ctx.closePath();
    ctx.fill();
    ctx.stroke();
  }

  /** @param {Forecast} forecast @param {string} colour @param {number} alpha */
  forecast(forecast, colour, alpha) {
    const { ctx, scale, scene } = this;
    ctx.globalAlpha = alpha;
    for (const { kind, side, cell } of forecast.ghosts) {
      const { x, y } = this.corner(cell);
      ctx.drawImage(scene.sprite(kind, side, scale * this.ratio), x + scale * 0.07, y + scale * 0.07, scale * 0.86, scale * 0.86);
    }
    ctx.globalAlpha = 0.9;
    forecast.ways.forEach((way) => this.arrow(way.cells, way.side === null ? colour : tintOf(way.side).light, false));
    forecast.shots.forEach((way) => this.arrow([way.cells[0], way.cells[way.cells.length - 1]], colour, true));
    ctx.globalAlpha = 1;
    for (const { at, cell, health, gone } of forecast.changes) {
      if (gone) this.cross(at, colour);
      else this.badge(health > 0 ? `+${health}` : String(health), cell, colour);
    }
  }

  /** An arrow from cell to cell; what does harm is dashed. @param {number[]} cells @param {string} colour @param {boolean} dashed */
  arrow(cells, colour, dashed) {
    const { ctx, scale } = this;
    const points = cells.map((cell) => this.middle(cell));
    const [end, before] = [points[points.length - 1], points[points.length - 2]];
    if (!before || (end.x === before.x && end.y === before.y)) return;
    const angle = Math.atan2(end.y - before.y, end.x - before.x);
    const head = Math.max(6, scale * 0.24);
    ctx.lineCap = 'round';
    ctx.lineJoin = 'round';
    for (const [stroke, width] of /** @type {[string, number][]} */ ([['#10161f', 0.13], [colour, 0.07]])) {
      ctx.strokeStyle = ctx.fillStyle = stroke;
      ctx.lineWidth = Math.max(width > 0.1 ? 4 : 2, scale * width);
      ctx.setLineDash(dashed ? [scale * 0.16, scale * 0.16] : []);
      ctx.beginPath();
      points.forEach((point) => ctx.lineTo(point.x, point.y));
      ctx.stroke();
      ctx.setLineDash([]);
      ctx.beginPath();
      ctx.moveTo(end.x, end.y);
      for (const turn of [2.6, -2.6]) ctx.lineTo(end.x + head * Math.cos(angle + turn), end.y + head * Math.sin(angle + turn));
      ctx.closePath();
      ctx.fill();
      if (width > 0.1) ctx.stroke();
    }
  }

  /** Who would be gone. @param {number} cell @param {string} colour */
  cross(cell, colour) {
    const { ctx, scale } = this;
    const { x, y } = this.middle(cell);
    const arm = scale * 0.3;
    for (const [stroke, width] of /** @type {[string, number][]} */ ([['#10161f', 0.2], [colour, 0.11]])) {
      ctx.strokeStyle = stroke;
      ctx.lineWidth = Math.max(2, scale * width);
      ctx.beginPath();
      ctx.moveTo(x - arm, y - arm);
      ctx.lineTo(x + arm, y + arm);
      ctx.moveTo(x + arm, y - arm);
      ctx.lineTo(x - arm, y + arm);
      ctx.stroke();
    }
  }

  /** A number in the corner of a cell. @param {string} text @param {number} cell @param {string} colour */
  badge(text, cell, colour) {
    const { x, y } = this.corner(cell);
    this.write(text, x + this.scale * 0.74, y + this.scale * 0.36, Math.max(11, this.scale * 0.34), colour);
  }

  /** @param {string} text @param {number} x @param {number} y @param {number} size @param {string} colour */
  write(text, x, y, size, colour) {
    const { ctx } = this;
    ctx.font = `bold ${Math.round(size)}px system-ui, sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'alphabetic';
    ctx.lineWidth = Math.max(3, size * 0.22);
    ctx.lineJoin = 'round';
    ctx.strokeStyle = '#10161f';
    ctx.strokeText(text, x, y);
    ctx.fillStyle = colour;
    ctx.fillText(text, x, y);
  }
}
