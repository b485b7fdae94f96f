// Mages & Goblins: a board seen from above, faces from the front.

import { drawPeaks, drawWaves, drawWizard } from '../brush.js';
import { SKINS } from '../skins.js';

/** @typedef {import('../brush.js').Pen} Pen */
/** @typedef {import('../brush.js').Tint} Tint */

/** The head that goblins share. @param {Pen} pen @param {string} skin @param {string} eyes */
function drawGoblin(pen, skin, eyes) {
  pen.poly([[0.28, 0.4], [0.02, 0.22], [0.24, 0.56]], skin);
  pen.poly([[0.72, 0.4], [0.98, 0.22], [0.76, 0.56]], skin);
  pen.blob([[0.24, 0.2], [0.76, 0.2], [0.8, 0.6], [0.5, 0.82], [0.2, 0.6]], skin);
  pen.disc(0.39, 0.44, 0.07, eyes);
  pen.disc(0.61, 0.44, 0.07, eyes);
  pen.disc(0.4, 0.45, 0.025, '#1b2330', 'none');
  pen.disc(0.6, 0.45, 0.025, '#1b2330', 'none');
  pen.poly([[0.36, 0.6], [0.64, 0.6], [0.58, 0.68], [0.5, 0.63], [0.42, 0.68]], '#fff5e8');
}

SKINS.goblins = {
  backdrop: '#41503c',
  low: [],
  lift: {},
  terrain: {
    plain(pen, { noise }) {
      pen.wash(noise > 0.5 ? '#d2d7a8' : '#ccd2a1');
      pen.box(0, 0, 1, 1, 'transparent', '#b8bf8b');
    },
    water(pen, { noise }) {
      pen.wash('#33739f');
      drawWaves(pen, noise, '#7fb2d6');
      drawWaves(pen, (noise + 0.45) % 1, '#7fb2d6');
    },
    mountain(pen, { noise }) {
      pen.wash('#c2bda2');
      drawPeaks(pen, noise);
    },
  },
  pieces: {
    mage: drawWizard,
    patrol(pen, tint) {
      pen.line([[0.9, 0.98], [0.9, 0.1]], 0.05, '#6b4a2b');
      pen.poly([[0.9, 0.0], [0.98, 0.16], [0.82, 0.16]], '#e0e4e8');
      pen.blob([[0.3, 0.7], [0.7, 0.7], [0.76, 1.0], [0.24, 1.0]], tint.main);
      drawGoblin(pen, '#7fae4b', '#ffffff');
    },
    tracker(pen, tint) {
      pen.blob([[0.3, 0.7], [0.7, 0.7], [0.76, 1.0], [0.24, 1.0]], tint.main);
      drawGoblin(pen, '#5c8a3a', '#ff5a4d');
      pen.poly([[0.22, 0.3], [0.46, 0.36], [0.24, 0.38]], '#1b2330');
      pen.poly([[0.78, 0.3], [0.54, 0.36], [0.76, 0.38]], '#1b2330');
    },
  },
};
