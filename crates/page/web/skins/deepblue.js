// Deepblue: ships seen from the side, planes from above.

import { drawJet, drawWaves } from '../brush.js';
import { SKINS } from '../skins.js';

/** @typedef {import('../brush.js').Pen} Pen */
/** @typedef {import('../brush.js').Tint} Tint */

SKINS.deepblue = {
  backdrop: '#123a63',
  low: ['base', 'fort', 'mine', 'oilfield'],
  lift: { submarine: 0.16, fighter: -0.2, scout: -0.2 },
  terrain: {
    ocean(pen, { noise }) {
      pen.wash(noise > 0.5 ? '#1f5c96' : '#215f9a');
      if (noise > 0.7) drawWaves(pen, (noise - 0.7) * 3, '#3f7fb8');
    },
    land(pen, { noise, near }) {
      pen.wash('#dcc78f');
      const edge = (/** @type {string} */ key) => (key === 'ocean' ? 0.14 : -0.02);
      const [left, top, right, bottom] = [edge(near(-1, 0)), edge(near(0, -1)), edge(near(1, 0)), edge(near(0, 1))];
      pen.box(left, top, 1 - left - right, 1 - top - bottom, noise > 0.5 ? '#8fae62' : '#88a85c', 'none');
    },
  },
  pieces: {
    base(pen, tint) {
      pen.box(0.06, 0.06, 0.88, 0.88, '#b9bec4');
      pen.box(0.14, 0.14, 0.72, 0.72, '#d7dbe0');
      for (const [x, y] of [[0.06, 0.06], [0.76, 0.06], [0.06, 0.76], [0.76, 0.76]]) pen.box(x, y, 0.18, 0.18, tint.main);
      pen.box(0.3, 0.42, 0.4, 0.34, tint.main);
      pen.poly([[0.26, 0.42], [0.5, 0.26], [0.74, 0.42]], tint.dark);
      pen.box(0.44, 0.58, 0.12, 0.18, tint.dark);
      pen.line([[0.5, 0.3], [0.5, 0.1]], 0.025, '#1b2330');
      pen.poly([[0.5, 0.1], [0.68, 0.15], [0.5, 0.2]], tint.main);
    },
    fort(pen, tint) {
      pen.poly([[0.5, 0.1], [0.62, 0.26], [0.86, 0.26], [0.78, 0.5], [0.9, 0.74], [0.62, 0.76], [0.5, 0.94], [0.38, 0.76], [0.1, 0.74], [0.22, 0.5], [0.14, 0.26], [0.38, 0.26]], '#c9ced4');
      pen.disc(0.5, 0.52, 0.22, tint.main);
      pen.disc(0.5, 0.52, 0.08, tint.light, 'none');
    },
    mine(pen) {
      pen.poly([[0.08, 0.84], [0.3, 0.4], [0.48, 0.24], [0.7, 0.42], [0.92, 0.84]], '#6d6257');
      pen.poly([[0.38, 0.84], [0.38, 0.6], [0.5, 0.5], [0.62, 0.6], [0.62, 0.84]], '#1b2330');
      for (const [x, y] of [[0.28, 0.66], [0.74, 0.62], [0.5, 0.38]]) pen.disc(x, y, 0.05, '#ffd24d');
    },
    oilfield(pen) {
      pen.line([[0.24, 0.86], [0.5, 0.16], [0.76, 0.86]], 0.07, '#3b3f46');
      pen.line([[0.36, 0.56], [0.64, 0.56]], 0.05, '#3b3f46');
      pen.line([[0.3, 0.72], [0.7, 0.72]], 0.05, '#3b3f46');
      pen.oval(0.5, 0.88, 0.3, 0.06, '#1b2330');
      pen.blob([[0.5, 0.02], [0.6, 0.16], [0.56, 0.26], [0.44, 0.26], [0.4, 0.16]], '#3b3f46');
    },
    submarine(pen, tint) {
      pen.box(0.42, 0.3, 0.18, 0.2, tint.dark);
      pen.line([[0.54, 0.3], [0.54, 0.18], [0.62, 0.18]], 0.04, '#1b2330');
      pen.oval(0.48, 0.58, 0.38, 0.15, tint.main);
      pen.poly([[0.84, 0.58], [0.96, 0.46], [0.96, 0.7]], tint.dark);
      pen.disc(0.3, 0.56, 0.04, tint.light, 'none');
      pen.disc(0.44, 0.56, 0.04, tint.light, 'none');
    },
    destroyer(pen, tint) {
      pen.poly([[0.34, 0.54], [0.34, 0.38], [0.5, 0.38], [0.5, 0.28], [0.6, 0.28], [0.6, 0.46], [0.72, 0.46], [0.72, 0.54]], tint.light);
      pen.line([[0.55, 0.28], [0.55, 0.1]], 0.035, '#1b2330');
      pen.line([[0.26, 0.47], [0.08, 0.4]], 0.05, '#1b2330');
      pen.box(0.22, 0.45, 0.1, 0.09, tint.dark);
      pen.poly([[0.02, 0.54], [0.98, 0.54], [0.86, 0.8], [0.16, 0.8]], tint.main);
    },
    carrier(pen, tint) {
      pen.box(0.6, 0.22, 0.16, 0.24, tint.light);
      pen.line([[0.68, 0.22], [0.68, 0.08]], 0.035, '#1b2330');
      pen.poly([[0.0, 0.44], [1.0, 0.44], [0.96, 0.56], [0.04, 0.56]], tint.light);
      pen.poly([[0.04, 0.56], [0.96, 0.56], [0.84, 0.86], [0.16, 0.86]], tint.main);
      pen.poly([[0.14, 0.42], [0.24, 0.34], [0.34, 0.42]], tint.dark);
      pen.poly([[0.38, 0.42], [0.46, 0.36], [0.54, 0.42]], tint.dark);
    },
    cargo(pen, tint) {
      pen.box(0.1, 0.34, 0.18, 0.24, tint.light);
      pen.box(0.34, 0.42, 0.18, 0.16, '#e8b04a');
      pen.box(0.54, 0.42, 0.18, 0.16, '#7fb069');
      pen.box(0.44, 0.28, 0.18, 0.14, '#d98e73');
      pen.poly([[0.02, 0.58], [0.98, 0.58], [0.88, 0.82], [0.1, 0.82]], tint.main);
    },
    fighter: drawJet,
    scout(pen, tint) {
      pen.oval(0.5, 0.42, 0.44, 0.09, tint.main);
      pen.blob([[0.42, 0.16], [0.58, 0.16], [0.56, 0.9], [0.44, 0.9]], tint.main);
      pen.oval(0.5, 0.86, 0.18, 0.05, tint.main);
      pen.oval(0.5, 0.36, 0.04, 0.08, tint.light, 'none');
      pen.disc(0.5, 0.6, 0.14, tint.light);
      pen.line([[0.4, 0.6], [0.6, 0.6]], 0.03, '#1b2330');
      pen.line([[0.32, 0.13], [0.68, 0.13]], 0.04, '#1b2330');
    },
  },
};
