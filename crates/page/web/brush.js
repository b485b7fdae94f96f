// What skins draw with: shapes in a square from (0, 0) to (1, 1), and figures that several skins share.

/** @typedef {{ main: string, dark: string, light: string }} Tint */
/** @typedef {[number, number][]} Points */
/**
 * What a skin knows of a cell when it draws the ground.
 * @typedef {Object} Ground
 * @property {number} noise a number from 0 to 1 that belongs to the cell
 * @property {(right: number, down: number) => string} near the key of a neighbouring cell's terrain, or ''
 */
/**
 * @typedef {Object} Skin
 * @property {string} backdrop the colour behind the board
 * @property {Record<string, (pen: Pen, ground: Ground) => void>} terrain
 * @property {Record<string, (pen: Pen, tint: Tint) => void>} pieces
 * @property {string[]} low kinds that stand on the ground and fill their cell
 * @property {Record<string, number>} lift how far kinds are drawn above (or below) the middle of their cell
 */

/** The colours of the sides: distinguishable also without seeing red and green apart. */
const TINTS = [
  { main: '#2f7de1', dark: '#174a94', light: '#a9cdfb' },
  { main: '#e4572e', dark: '#96300f', light: '#ffc6b0' },
  { main: '#129467', dark: '#0a5a3f', light: '#a3e6cd' },
  { main: '#c4559c', dark: '#7a2a5e', light: '#f3c6e0' },
];
const NEUTRAL = { main: '#9aa3ad', dark: '#5b646e', light: '#e0e4e8' };
const INK = '#1b2330';
/** The emblems of the sides in a square of 16: a disc, a square, a triangle, a diamond. Sides are told apart without their colours. */
const EMBLEMS = ['M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z', 'M2 2h12v12H2z', 'M8 1l7 13.5H1z', 'M8 .5l7.5 7.5-7.5 7.5L.5 8z'];

/** @param {number} side @returns {Tint} */
export function tintOf(side) {
  return TINTS[side] ?? NEUTRAL;
}

/** The emblem of a side as a path in a square of 16, or nothing. @param {number} side */
export function emblemOf(side) {
  return EMBLEMS[side] ?? '';
}

/** Draws the emblem of a side around a point. @param {CanvasRenderingContext2D} ctx @param {number} side @param {number} x @param {number} y @param {number} radius */
export function drawEmblem(ctx, side, x, y, radius) {
  const path = emblemOf(side);
  if (!path) return;
  ctx.save();
  ctx.translate(x - radius, y - radius);
  ctx.scale(radius / 8, radius / 8);
  const shape = new Path2D(path);
  ctx.lineWidth = 4;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = '#ffffff';
  ctx.stroke(shape);
  ctx.fillStyle = tintOf(side).dark;
  ctx.fill(shape);
  ctx.restore();
}

/** Draws in a square from (0, 0) to (1, 1). */
export class Pen {
  /** @param {CanvasRenderingContext2D} ctx */
  constructor(ctx) {
    this.ctx = ctx;
  }

  /** A filled shape with an outline. @param {Points} points @param {string} fill @param {string} [outline] */
  poly(points, fill, outline = INK) {
    this.ctx.beginPath();
    points.forEach(([x, y]) => this.ctx.lineTo(x, y));
    this.ctx.closePath();
    this.finish(fill, outline);
  }

  /** A filled shape with round corners between the middles of its sides. @param {Points} points @param {string} fill @param {string} [outline] */
  blob(points, fill, outline = INK) {
    const middle = (/** @type {number} */ at) => {
      const [a, b] = [points[at % points.length], points[(at + 1) % points.length]];
      return /** @type {[number, number]} */ ([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]);
    };
    this.ctx.beginPath();
    this.ctx.moveTo(...middle(0));
    points.forEach((_, at) => this.ctx.quadraticCurveTo(...points[(at + 1) % points.length], ...middle(at + 1)));
    this.finish(fill, outline);
  }

  /** @param {number} x @param {number} y @param {number} radius @param {string} fill @param {string} [outline] */
  disc(x, y, radius, fill, outline = INK) {
    this.oval(x, y, radius, radius, fill, outline);
  }

  /** @param {number} x @param {number} y @param {number} wide @param {number} high @param {string} fill @param {string} [outline] */
  oval(x, y, wide, high, fill, outline = INK) {
    this.ctx.beginPath();
    this.ctx.ellipse(x, y, wide, high, 0, 0, 2 * Math.PI);
    this.finish(fill, outline);
  }

  /** @param {number} x @param {number} y @param {number} wide @param {number} high @param {string} fill @param {string} [outline] */
  box(x, y, wide, high, fill, outline = INK) {
    this.ctx.beginPath();
    this.ctx.rect(x, y, wide, high);
    this.finish(fill, outline);
  }

  /** @param {Points} points @param {number} width @param {string} colour */
  line(points, width, colour) {
    this.ctx.beginPath();
    points.forEach(([x, y]) => this.ctx.lineTo(x, y));
    this.ctx.lineWidth = width;
    this.ctx.strokeStyle = colour;
    this.ctx.lineCap = 'round';
    this.ctx.lineJoin = 'round';
    this.ctx.stroke();
  }

  /** Fills the whole square. @param {string} colour */
  wash(colour) {
    this.ctx.fillStyle = colour;
    // A little more than the square, so that no seam shows between neighbours.
    this.ctx.fillRect(-0.01, -0.01, 1.02, 1.02);
  }

  /** @param {string} fill @param {string} outline */
  finish(fill, outline) {
    this.ctx.fillStyle = fill;
    this.ctx.fill();
    if (outline === 'none') return;
    this.ctx.lineWidth = 0.035;
    this.ctx.lineJoin = 'round';
    this.ctx.strokeStyle = outline;
    this.ctx.stroke();
  }
}

/** A colour between two, given as `#rrggbb`. @param {string} from @param {string} to @param {number} share */
export function mix(from, to, share) {
  const part = (/** @type {string} */ colour, /** @type {number} */ at) => parseInt(colour.slice(at, at + 2), 16);
  const channels = [1, 3, 5].map((at) => Math.round(part(from, at) * (1 - share) + part(to, at) * share));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** @param {Pen} pen @param {number} noise */
export function drawTrees(pen, noise) {
  const shift = noise * 0.08;
  for (const [x, y, size] of [[0.3 + shift, 0.42, 0.2], [0.7 - shift, 0.36, 0.19], [0.5 + shift / 2, 0.7, 0.23]]) {
    pen.box(x - 0.03, y + size * 0.7, 0.06, size * 0.6, '#6b4a2b', 'none');
    pen.poly([[x, y - size], [x + size * 0.8, y + size * 0.8], [x - size * 0.8, y + size * 0.8]], '#2c7a3d', '#1b5229');
  }
}

/** @param {Pen} pen @param {number} noise */
export function drawPeaks(pen, noise) {
  const tip = 0.4 + noise * 0.2;
  pen.poly([[0.52, 0.88], [0.76, 0.34], [0.98, 0.88]], '#7d7468', '#544c42');
  pen.poly([[0.03, 0.88], [tip, 0.14], [0.8, 0.88]], '#938979', '#544c42');
  pen.poly([[tip - 0.1, 0.34], [tip, 0.14], [tip + 0.11, 0.34], [tip + 0.03, 0.29], [tip - 0.03, 0.36]], '#f7f7f5', 'none');
}

/** @param {Pen} pen @param {number} noise @param {string} colour */
export function drawWaves(pen, noise, colour) {
  const x = 0.12 + noise * 0.4;
  const y = 0.25 + ((noise * 7) % 1) * 0.5;
  pen.line([[x, y], [x + 0.09, y - 0.05], [x + 0.18, y], [x + 0.27, y - 0.05], [x + 0.36, y]], 0.03, colour);
}

/** A jet seen from above, flying up. @param {Pen} pen @param {Tint} tint */
export function drawJet(pen, tint) {
  pen.poly([[0.5, 0.06], [0.57, 0.3], [0.58, 0.44], [0.93, 0.64], [0.93, 0.73], [0.58, 0.66], [0.56, 0.8], [0.7, 0.9], [0.7, 0.96], [0.5, 0.91], [0.3, 0.96], [0.3, 0.9], [0.44, 0.8], [0.42, 0.66], [0.07, 0.73], [0.07, 0.64], [0.42, 0.44], [0.43, 0.3]], tint.main);
  pen.oval(0.5, 0.36, 0.035, 0.09, tint.light, 'none');
}

/** A wizard with a pointed hat. @param {Pen} pen @param {Tint} tint */
export function drawWizard(pen, tint) {
  pen.line([[0.8, 0.3], [0.74, 0.92]], 0.05, '#6b4a2b');
  pen.disc(0.81, 0.25, 0.08, '#ffe37a');
  pen.poly([[0.36, 0.48], [0.62, 0.48], [0.74, 0.93], [0.22, 0.93]], tint.main);
  pen.disc(0.49, 0.43, 0.13, '#f3cfa8');
  pen.poly([[0.5, 0.04], [0.7, 0.38], [0.27, 0.38]], tint.dark);
  pen.oval(0.485, 0.385, 0.27, 0.05, tint.dark);
}
