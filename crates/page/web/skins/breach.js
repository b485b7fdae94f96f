// Breach: a board seen from above, units from the side.

import { drawJet, drawPeaks, drawTrees, drawWaves } from '../brush.js';
import { SKINS } from '../skins.js';

SKINS.breach = {
  backdrop: '#3c4a3a',
  low: [],
  lift: { fighter: -0.06, bee: -0.06 },
  terrain: {
    plain(pen, { noise }) {
      pen.wash(noise > 0.5 ? '#cfd8a4' : '#cad49e');
      pen.box(0, 0, 1, 1, 'transparent', '#b5c088');
    },
    mountain(pen, { noise }) {
      pen.wash('#c2bda2');
      drawPeaks(pen, noise);
    },
    ocean(pen, { noise }) {
      pen.wash('#3f86bd');
      drawWaves(pen, noise, '#8dc0e4');
      drawWaves(pen, (noise + 0.5) % 1, '#8dc0e4');
    },
    forest(pen, { noise }) {
      pen.wash('#b3ca8c');
      drawTrees(pen, noise);
    },
  },
  pieces: {
    soldier(pen, tint) {
      pen.box(0.34, 0.74, 0.12, 0.2, '#3b3f46');
      pen.box(0.54, 0.74, 0.12, 0.2, '#3b3f46');
      pen.blob([[0.26, 0.42], [0.5, 0.36], [0.74, 0.42], [0.72, 0.82], [0.28, 0.82]], tint.main);
      pen.disc(0.5, 0.28, 0.14, '#f3cfa8');
      pen.poly([[0.33, 0.28], [0.36, 0.14], [0.5, 0.09], [0.64, 0.14], [0.67, 0.28]], tint.dark);
      pen.line([[0.4, 0.62], [0.94, 0.46]], 0.06, '#1b2330');
      pen.line([[0.62, 0.56], [0.66, 0.68]], 0.05, '#1b2330');
    },
    tank(pen, tint) {
      pen.line([[0.5, 0.36], [0.98, 0.28]], 0.08, '#1b2330');
      pen.blob([[0.24, 0.26], [0.62, 0.24], [0.66, 0.5], [0.2, 0.5]], tint.dark);
      pen.poly([[0.08, 0.48], [0.84, 0.48], [0.94, 0.66], [0.04, 0.66]], tint.main);
      pen.blob([[0.02, 0.62], [0.98, 0.62], [0.96, 0.9], [0.04, 0.9]], '#3b3f46');
      for (const x of [0.2, 0.4, 0.6, 0.8]) pen.disc(x, 0.75, 0.075, '#9aa3ad');
    },
    fighter: drawJet,
    bee(pen, tint) {
      pen.oval(0.38, 0.26, 0.12, 0.2, '#eef4fb');
      pen.oval(0.62, 0.26, 0.12, 0.2, '#eef4fb');
      pen.oval(0.5, 0.58, 0.34, 0.24, '#ffc83d');
      for (const x of [0.42, 0.58, 0.72]) pen.line([[x, 0.37], [x, 0.79]], 0.07, '#1b2330');
      pen.poly([[0.82, 0.54], [0.98, 0.58], [0.82, 0.62]], '#1b2330');
      pen.disc(0.24, 0.5, 0.13, tint.main);
      pen.disc(0.21, 0.48, 0.035, '#fff', 'none');
      pen.line([[0.2, 0.38], [0.1, 0.26]], 0.03, '#1b2330');
    },
    hydralisk(pen, tint) {
      pen.line([[0.84, 0.92], [0.5, 0.9], [0.3, 0.74], [0.4, 0.56], [0.56, 0.46]], 0.18, tint.dark);
      pen.line([[0.84, 0.92], [0.5, 0.9], [0.3, 0.74], [0.4, 0.56], [0.56, 0.46]], 0.11, tint.main);
      pen.blob([[0.36, 0.14], [0.76, 0.08], [0.94, 0.3], [0.84, 0.52], [0.5, 0.5]], tint.main);
      pen.poly([[0.62, 0.42], [0.96, 0.42], [0.8, 0.54]], '#fff5e8');
      pen.disc(0.7, 0.27, 0.05, '#ffe37a');
      pen.line([[0.44, 0.62], [0.16, 0.44], [0.2, 0.3]], 0.06, tint.dark);
      pen.line([[0.5, 0.66], [0.84, 0.66], [0.92, 0.54]], 0.06, tint.dark);
    },
  },
};
