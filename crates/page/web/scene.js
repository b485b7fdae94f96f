// Draws one moment of a film: ground, land, pieces, what happens, fog.

import { Pen, drawEmblem, tintOf } from './brush.js';
import { effectsAt } from './effects.js';
import { ENDLESS, KNOWN, NONE } from './film.js';
import { Layout } from './layout.js';

/** @typedef {import('./film.js').Film} Film */
/** @typedef {import('./effects.js').Effect} Effect */
/** @typedef {import('./brush.js').Skin} Skin */
/** @typedef {import('./layout.js').Spot} Spot */

/** How the board lies on the canvas: pixels for each cell, and where its upper-left corner is. */
/** @typedef {{ scale: number, x: number, y: number, width: number, height: number, ratio: number }} View */
/** What is to be drawn: a frame, how far it has come, whose eyes (-1: everybody's), which pieces are pointed out. */
/** @typedef {{ frame: number, progress: number, seat: number, selected: number, hovered: number }} Moment */

/** The most pixels that the picture of the ground may have. */
const LARGEST_GROUND = 9_000_000;
/** Pieces are drawn at least this large, in pixels, even if they reach into the next cell. */
const SMALLEST_PIECE = 24;
const FOG = [8, 16, 30];
/** Pieces show their emblem, their health and the number of it from these sizes on, in pixels. */
const EMBLEM_FROM = 16;
const HEALTH_FROM = 12;
const NUMBER_FROM = 30;
/** One step up, down, left and right, as in `board::Direction`. */
const DIRECTIONS = [[0, -1], [0, 1], [-1, 0], [1, 0]];

export class Scene {
  /** @param {Film} film @param {Skin} skin */
  constructor(film, skin) {
    this.film = film;
    this.skin = skin;
    this.layout = new Layout(film, skin);
    /** @type {Map<string, HTMLCanvasElement>} */
    this.sprites = new Map();
    /** The picture of the ground, and what it shows. @type {{ canvas: HTMLCanvasElement, side: number, cells: Uint8Array | null }} */
    this.ground = { canvas: document.createElement('canvas'), side: 0, cells: null };
    this.mist = { canvas: document.createElement('canvas'), key: '' };
  }

  /** Draws another film of the same game on the same board from now on. @param {Film} film */
  follow(film) {
    this.film = film;
    this.layout = new Layout(film, this.skin);
    this.mist.key = '';
  }

  /** @param {CanvasRenderingContext2D} ctx @param {View} view @param {Moment} moment */
  draw(ctx, view, moment) {
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.fillStyle = this.skin.backdrop;
    ctx.fillRect(0, 0, view.width * view.ratio, view.height * view.ratio);
    ctx.setTransform(view.ratio, 0, 0, view.ratio, view.x * view.ratio, view.y * view.ratio);
    this.drawGround(ctx, view, this.layout.sequence(moment.frame).groundFrame(moment.progress));
    this.drawOwners(ctx, view, moment.frame);
    this.drawRulers(ctx, view);
    this.drawTrails(ctx, view, moment);
    this.drawPieces(ctx, view, moment);
    this.drawEvents(ctx, view, moment);
    this.drawFog(ctx, view, moment);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {View} view @param {number} frame */
  drawGround(ctx, view, frame) {
    const { rows, cols } = this.film.cast;
    const most = Math.floor(Math.sqrt(LARGEST_GROUND / (rows * cols)));
    const side = Math.max(2, Math.min(64, most, Math.ceil((view.scale * view.ratio) / 8) * 8));
    const { ground } = this;
    const now = this.film.terrain.at(frame);
    if (ground.side !== side || ground.cells !== now) this.paintGround(side, now);
    ctx.imageSmoothingEnabled = true;
    ctx.drawImage(ground.canvas, 0, 0, cols * view.scale, rows * view.scale);
  }

  /** Paints the picture of the ground anew, or only what differs from what it shows. @param {number} side @param {Uint8Array} now */
  paintGround(side, now) {
    const { ground, film } = this;
    const { rows, cols } = film.cast;
    const shown = ground.side === side ? ground.cells : null;
    if (!shown) {
      ground.canvas.width = cols * side;
      ground.canvas.height = rows * side;
    }
    const ctx = ground.canvas.getContext('2d');
    if (!ctx) return;
    for (let cell = 0; cell < now.length; cell++) {
      if (!shown || this.differsAround(now, shown, cell)) this.paintCell(ctx, now, cell, side);
    }
    Object.assign(ground, { side, cells: now });
  }

  /** @param {Uint8Array} now @param {Uint8Array} shown @param {number} cell */
  differsAround(now, shown, cell) {
    const { cols } = this.film.cast;
    return [0, 1, -1, cols, -cols].some((step) => now[cell + step] !== shown[cell + step]);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Uint8Array} now @param {number} cell @param {number} side */
  paintCell(ctx, now, cell, side) {
    const { rows, cols, terrains } = this.film.cast;
    const [row, col] = [Math.floor(cell / cols), cell % cols];
    const near = (/** @type {number} */ right, /** @type {number} */ down) => {
      const inside = col + right >= 0 && col + right < cols && row + down >= 0 && row + down < rows;
      return inside ? terrains[now[cell + right + down * cols]].key : '';
    };
    ctx.save();
    ctx.setTransform(side, 0, 0, side, col * side, row * side);
    ctx.beginPath();
    ctx.rect(0, 0, 1, 1);
    ctx.clip();
    this.skin.terrain[terrains[now[cell]].key](new Pen(ctx), { noise: noiseOf(cell), near });
    ctx.restore();
  }

  /** @param {CanvasRenderingContext2D} ctx @param {View} view @param {number} frame */
  drawOwners(ctx, view, frame) {
    if (!this.film.owners) return;
    const owners = this.film.owners.at(frame);
    const { cols } = this.film.cast;
    const { scale } = view;
    for (let cell = 0; cell < owners.length; cell++) {
      const owner = owners[cell];
      if (owner === 0) continue;
      const [x, y] = [(cell % cols) * scale, Math.floor(cell / cols) * scale];
      ctx.globalAlpha = owner === 1 ? 0.25 : 0.36;
      ctx.fillStyle = owner === 1 ? '#ffffff' : tintOf(owner - 2).main;
      ctx.fillRect(x, y, scale, scale);
      if (owner === 1) continue;
      ctx.globalAlpha = 1;
      ctx.fillStyle = tintOf(owner - 2).dark;
      const edge = Math.max(1, scale * 0.06);
      if (cell % cols === 0 || owners[cell - 1] !== owner) ctx.fillRect(x, y, edge, scale);
      if (cell % cols === cols - 1 || owners[cell + 1] !== owner) ctx.fillRect(x + scale - edge, y, edge, scale);
      if (owners[cell - cols] !== owner) ctx.fillRect(x, y, scale, edge);
      if (owners[cell + cols] !== owner) ctx.fillRect(x, y + scale - edge, scale, edge);
      if (scale >= 18) {
        ctx.globalAlpha = 0.45;
        drawEmblem(ctx, owner - 2, x + scale * 0.86, y + scale * 0.86, scale * 0.07);
      }
    }
    ctx.globalAlpha = 1;
  }

  /** Numbers of rows and columns along the edges. @param {CanvasRenderingContext2D} ctx @param {View} view */
  drawRulers(ctx, view) {
    const { rows, cols } = this.film.cast;
    const every = Math.max(1, Math.ceil(18 / view.scale));
    ctx.fillStyle = '#ffffffcc';
    ctx.font = '11px system-ui, sans-serif';
    ctx.textBaseline = 'middle';
    ctx.textAlign = 'center';
    for (let col = 0; col < cols; col += every) ctx.fillText(String(col), (col + 0.5) * view.scale, -9);
    ctx.textAlign = 'right';
    for (let row = 0; row < rows; row += every) ctx.fillText(String(row), -4, (row + 0.5) * view.scale);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {View} view @param {Moment} moment */
  drawPieces(ctx, view, moment) {
    const { film } = this;
    const start = film.rowStart[moment.frame];
    const spots = this.layout.under(moment.frame, moment.progress);
    const isLow = (/** @type {number} */ row) => this.layout.low[film.pieceKind[film.rowPiece[row]]];
    for (const low of [true, false]) {
      for (const { row, spot } of this.layout.leaving(moment.frame, moment.progress)) {
        if (isLow(row) === low) this.drawPiece(ctx, view, moment, row, spot);
      }
      spots.forEach((spot, at) => {
        if (isLow(start + at) === low) this.drawPiece(ctx, view, moment, start + at, spot);
      });
    }
    ctx.globalAlpha = 1;
    // Above everything that stands in the same cell.
    spots.forEach((spot, at) => {
      if (isLow(start + at)) this.drawLowHealth(ctx, view, moment, start + at, spot);
      this.drawLevel(ctx, view, moment, start + at, spot);
    });
  }

  /** @param {CanvasRenderingContext2D} ctx @param {View} view @param {Moment} moment @param {number} row @param {Spot} spot */
  drawLowHealth(ctx, view, moment, row, spot) {
    const size = spot.size * view.scale;
    if (size < HEALTH_FROM || this.film.known(row, moment.seat) !== KNOWN.seen) return;
    this.drawHealth(ctx, this.shownRow(moment, row), (spot.x - spot.size / 2) * view.scale, (spot.y - spot.size / 2) * view.scale, size, 0);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {View} view @param {Moment} moment @param {number} row @param {Spot} spot */
  drawPiece(ctx, view, moment, row, spot) {
    const { film } = this;
    const known = film.known(row, moment.seat);
    if (known === KNOWN.hidden) return;
    const piece = film.rowPiece[row];
    const least = Math.min(SMALLEST_PIECE, view.scale * 1.5) * Math.min(1, spot.size);
    const size = Math.max(spot.size * view.scale, least);
    const [x, y] = [spot.x * view.scale - size / 2, spot.y * view.scale - size / 2];
    if (!isOnCanvas(view, x, y, size)) return;
    const side = known === KNOWN.place ? -1 : film.rowSide[this.shownRow(moment, row)];
    ctx.globalAlpha = spot.alpha * (known === KNOWN.seen ? 1 : 0.6);
    if (piece === moment.selected || piece === moment.hovered) this.drawRing(ctx, spot, view.scale, piece === moment.selected);
    ctx.drawImage(this.sprite(film.pieceKind[piece], side, size * view.ratio), x, y, size, size);
    const low = this.layout.low[film.pieceKind[piece]];
    if (size >= EMBLEM_FROM) drawEmblem(ctx, side, x + size * (low ? 0.1 : 0.88), y + size * (low ? 0.88 : 0.12), Math.max(3.5, size * 0.1));
    if (known !== KNOWN.seen || size < HEALTH_FROM) return;
    // Of what fills its cell it is drawn above those who stand in front of it.
    if (!low) this.drawHealth(ctx, this.shownRow(moment, row), x, y, size, 0.91);
    this.drawBadges(ctx, row, x, y, size);
  }

  /** The row that says how a piece is at a moment: that of the frame before until something is done to it. @param {Moment} moment @param {number} row */
  shownRow(moment, row) {
    const { film } = this;
    if (moment.progress >= 1 || moment.frame === 0 || row < film.rowStart[moment.frame]) return row;
    const piece = film.rowPiece[row];
    if (!this.layout.sequence(moment.frame).isAsBefore(piece, moment.progress)) return row;
    const before = film.row(moment.frame - 1, piece);
    return before < 0 ? row : before;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {Spot} spot @param {number} scale @param {boolean} kept */
  drawRing(ctx, spot, scale, kept) {
    ctx.beginPath();
    ctx.arc(spot.x * scale, spot.y * scale, spot.size * scale * 0.58, 0, 2 * Math.PI);
    ctx.fillStyle = kept ? '#ffe37a66' : '#ffffff44';
    ctx.fill();
    ctx.lineWidth = 2;
    ctx.strokeStyle = kept ? '#ffe37a' : '#ffffff';
    ctx.stroke();
  }

  /** A bar with the share that is left, and the number where there is room; `place` is where the bar begins, from 0 at the top to 1. @param {CanvasRenderingContext2D} ctx @param {number} row @param {number} x @param {number} y @param {number} size @param {number} place */
  drawHealth(ctx, row, x, y, size, place) {
    const [health, full] = [this.film.rowHealth[row], this.film.rowFull[row]];
    if (health === NONE || health === ENDLESS || full <= 0) return;
    const share = Math.min(1, Math.max(0, health / full));
    const high = Math.max(3, size * 0.09);
    const top = y + Math.min(size * place, size - high);
    ctx.fillStyle = '#10161f';
    ctx.fillRect(x, top, size, high);
    ctx.fillStyle = share > 0.6 ? '#4cd07d' : share > 0.3 ? '#ffd24d' : '#ff6b57';
    ctx.fillRect(x + 1, top + 1, (size - 2) * share, high - 2);
    const letters = Math.min(15, size * 0.24);
    if (size >= NUMBER_FROM) writeOutlined(ctx, String(Math.max(0, health)), x + size * (place < 0.5 ? 0.68 : 0.5), place < 0.5 ? top + high + letters * 0.85 : top - 1, letters);
  }

  /** The figures of a piece that belong on the board: a direction as an arrow at its edge, a number in its corner. @param {CanvasRenderingContext2D} ctx @param {number} row @param {number} x @param {number} y @param {number} size */
  drawBadges(ctx, row, x, y, size) {
    let numbers = 0;
    this.film.cast.figures.forEach((figure, at) => {
      const value = this.film.rowFigures[at][row];
      if (!figure.badge || value === NONE) return;
      if (figure.form === 'direction') return drawArrow(ctx, x + size / 2, y + size / 2, size, DIRECTIONS[value] ?? [0, 0]);
      const text = value === ENDLESS ? '∞' : String(value);
      if (size >= 18) writeOutlined(ctx, text, x + size * (0.14 + 0.3 * numbers), y + size * 0.98, Math.min(16, size * 0.3));
      numbers += 1;
    });
  }

  /** @param {CanvasRenderingContext2D} ctx @param {View} view @param {Moment} moment @param {number} row @param {Spot} spot */
  drawLevel(ctx, view, moment, row, spot) {
    const level = this.film.rowLevel[row];
    if (level === NONE || this.film.known(row, moment.seat) !== KNOWN.seen) return;
    const radius = Math.max(5, spot.size * view.scale * 0.19);
    const [x, y] = [(spot.x - spot.size / 2) * view.scale + radius, (spot.y - spot.size / 2) * view.scale + radius];
    ctx.beginPath();
    ctx.arc(x, y, radius, 0, 2 * Math.PI);
    ctx.fillStyle = '#fffbe8';
    ctx.fill();
    ctx.fillStyle = '#1b2330';
    ctx.font = `bold ${Math.round(radius * 1.5)}px system-ui, sans-serif`;
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    ctx.fillText(String(level), x, y + radius * 0.08);
  }

  /** A picture of a kind of piece in the colours of a side. @param {number} kind @param {number} side @param {number} pixels */
  sprite(kind, side, pixels) {
    const size = Math.min(384, Math.max(16, Math.ceil(pixels / 16) * 16));
    const key = `${kind}/${side}/${size}`;
    const known = this.sprites.get(key);
    if (known) return known;
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = size;
    const ctx = canvas.getContext('2d');
    if (ctx) {
      ctx.setTransform(size, 0, 0, size, 0, 0);
      this.skin.pieces[this.film.cast.kinds[kind].key](new Pen(ctx), tintOf(side));
    }
    this.sprites.set(key, canvas);
    return canvas;
  }

  /** The ways that were gone to come to this frame. @param {CanvasRenderingContext2D} ctx @param {View} view @param {Moment} moment */
  drawTrails(ctx, view, moment) {
    const { legs } = this.layout.sequence(moment.frame);
    for (const [piece, ways] of legs) {
      const row = this.film.row(moment.frame, piece);
      if (row < 0 || this.film.known(row, moment.seat) !== KNOWN.seen) continue;
      ctx.globalAlpha = 0.5;
      ctx.strokeStyle = tintOf(this.film.rowSide[row]).light;
      ctx.lineWidth = Math.max(1, view.scale * 0.06);
      ctx.setLineDash([view.scale * 0.12, view.scale * 0.12]);
      ways.forEach((way) => this.strokeCells(ctx, view, way.cells));
    }
    ctx.setLineDash([]);
    ctx.globalAlpha = 1;
  }

  /** @param {CanvasRenderingContext2D} ctx @param {View} view @param {number[]} cells */
  strokeCells(ctx, view, cells) {
    ctx.beginPath();
    for (const cell of cells) ctx.lineTo(...this.middle(view, cell));
    ctx.stroke();
  }

  /** @param {View} view @param {number} cell @returns {[number, number]} */
  middle(view, cell) {
    const { cols } = this.film.cast;
    return [((cell % cols) + 0.5) * view.scale, (Math.floor(cell / cols) + 0.5) * view.scale];
  }

  /** What is drawn of events at a moment. @param {Moment} moment */
  effects(moment) {
    return effectsAt(this.film, this.layout, moment);
  }

  /** @param {CanvasRenderingContext2D} ctx @param {View} view @param {Moment} moment */
  drawEvents(ctx, view, moment) {
    for (const effect of this.effects(moment)) {
      ctx.globalAlpha = effect.alpha;
      if (effect.trace === 'shot') drawShot(ctx, view.scale, effect, tintOf(effect.side).light);
      if (effect.trace === 'gift') drawShot(ctx, view.scale, effect, '#9ef0b4');
      if (effect.trace === 'burst') drawBurst(ctx, view.scale, effect);
      if (effect.trace === 'glow') drawGlow(ctx, view.scale, effect);
    }
    ctx.globalAlpha = 1;
  }

  /** What the seat does not see is dimmed; the picture has one pixel a cell and is drawn with soft edges. @param {CanvasRenderingContext2D} ctx @param {View} view @param {Moment} moment */
  drawFog(ctx, view, moment) {
    if (moment.seat < 0 || !this.film.cast.fog) return;
    const { rows, cols } = this.film.cast;
    const layer = this.film.seen[moment.seat];
    const key = `${moment.seat}/${layer.version[moment.frame]}`;
    if (this.mist.key !== key) this.paintMist(layer.at(moment.frame), key);
    ctx.drawImage(this.mist.canvas, 0, 0, cols * view.scale, rows * view.scale);
  }

  /** @param {Uint8Array} seen @param {string} key */
  paintMist(seen, key) {
    const { rows, cols } = this.film.cast;
    const { canvas } = this.mist;
    canvas.width = cols;
    canvas.height = rows;
    const picture = new ImageData(cols, rows);
    for (let cell = 0; cell < seen.length; cell++) picture.data.set([...FOG, seen[cell] ? 0 : 175], 4 * cell);
    canvas.getContext('2d')?.putImageData(picture, 0, 0);
    this.mist.key = key;
  }
}

/** A line in the side's colours that flies to its aim, with a head. @param {CanvasRenderingContext2D} ctx @param {number} scale @param {Effect} effect @param {string} colour */
function drawShot(ctx, scale, effect, colour) {
  const { from, to } = effect;
  const rim = effect.trace === 'gift' ? '#10161f' : tintOf(effect.side).dark;
  ctx.lineCap = 'round';
  for (const [width, stroke] of /** @type {[number, string][]} */ ([[0.15, rim], [0.07, colour]])) {
    ctx.lineWidth = Math.max(1.5, scale * width);
    ctx.strokeStyle = stroke;
    ctx.beginPath();
    ctx.moveTo(from.x * scale, from.y * scale);
    ctx.lineTo(to.x * scale, to.y * scale);
    ctx.stroke();
  }
  ctx.beginPath();
  ctx.arc(to.x * scale, to.y * scale, Math.max(2, scale * 0.13), 0, 2 * Math.PI);
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.lineWidth = Math.max(1, scale * 0.03);
  ctx.strokeStyle = rim;
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} scale @param {Effect} effect */
function drawBurst(ctx, scale, { from, deadly, share }) {
  const radius = scale * (deadly ? 0.5 : 0.34) * (0.5 + 0.5 * share);
  ctx.beginPath();
  for (let ray = 0; ray < 16; ray++) {
    const far = ray % 2 === 0 ? radius : radius * 0.5;
    ctx.lineTo(from.x * scale + far * Math.cos((ray * Math.PI) / 8), from.y * scale + far * Math.sin((ray * Math.PI) / 8));
  }
  ctx.closePath();
  ctx.lineWidth = Math.max(1, scale * 0.04);
  ctx.fillStyle = deadly ? '#ff6b3d' : '#ffd24d55';
  ctx.fill();
  ctx.strokeStyle = deadly ? '#10161f' : '#ffd24d';
  ctx.stroke();
}

/** @param {CanvasRenderingContext2D} ctx @param {number} scale @param {Effect} effect */
function drawGlow(ctx, scale, { from, share }) {
  ctx.beginPath();
  ctx.arc(from.x * scale, from.y * scale, scale * (0.4 + 0.12 * share), 0, 2 * Math.PI);
  ctx.lineWidth = Math.max(1.5, scale * 0.07);
  ctx.strokeStyle = '#fff6c9';
  ctx.stroke();
}

/** An arrow at the edge of a square of this size. @param {CanvasRenderingContext2D} ctx @param {number} x @param {number} y @param {number} size @param {number[]} way */
function drawArrow(ctx, x, y, size, [right, down]) {
  const at = (/** @type {number} */ along, /** @type {number} */ across) =>
    ctx.lineTo(x + size * (right * along - down * across), y + size * (down * along + right * across));
  ctx.beginPath();
  at(0.58, 0);
  at(0.4, 0.15);
  at(0.4, -0.15);
  ctx.closePath();
  ctx.fillStyle = '#fffbe8';
  ctx.strokeStyle = '#10161f';
  ctx.lineWidth = Math.max(1, size * 0.03);
  ctx.fill();
  ctx.stroke();
}

/** White letters with a dark rim, standing on a line. @param {CanvasRenderingContext2D} ctx @param {string} text @param {number} x @param {number} y @param {number} size */
function writeOutlined(ctx, text, x, y, size) {
  ctx.font = `bold ${Math.round(Math.max(8, size))}px system-ui, sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'alphabetic';
  ctx.lineWidth = 3;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = '#10161f';
  ctx.strokeText(text, x, y);
  ctx.fillStyle = '#ffffff';
  ctx.fillText(text, x, y);
}

/** @param {View} view @param {number} x @param {number} y @param {number} size */
function isOnCanvas(view, x, y, size) {
  return x + view.x + size > 0 && y + view.y + size > 0 && x + view.x < view.width && y + view.y < view.height;
}

/** A number from 0 to 1 that belongs to a cell. @param {number} cell */
function noiseOf(cell) {
  const mixed = Math.imul(cell + 1, 0x9e3779b1);
  return ((mixed ^ (mixed >>> 15)) >>> 0) / 4294967296;
}
