// Fc18: towers with their level, corps by what they carry.

import { drawPeaks, drawTrees, drawWizard } from '../brush.js';
import { SKINS } from '../skins.js';

/** @typedef {import('../brush.js').Pen} Pen */
/** @typedef {import('../brush.js').Tint} Tint */
/** @typedef {import('../brush.js').Ground} Ground */

/** The head and body that corps share. @param {Pen} pen @param {Tint} tint */
function drawCorps(pen, tint) {
  pen.blob([[0.26, 0.5], [0.5, 0.42], [0.74, 0.5], [0.76, 0.98], [0.24, 0.98]], tint.main);
  pen.disc(0.5, 0.34, 0.16, '#f3cfa8');
}

/** @param {string} wall @param {string} roof */
function building(wall, roof) {
  return (/** @type {Pen} */ pen) => {
    pen.wash('#c8ccc4');
    pen.box(0.12, 0.4, 0.76, 0.5, wall);
    pen.poly([[0.04, 0.42], [0.5, 0.12], [0.96, 0.42]], roof);
    for (const x of [0.22, 0.44, 0.66]) pen.box(x, 0.52, 0.12, 0.2, '#5b646e', 'none');
  };
}

SKINS.fc18 = {
  backdrop: '#54613f',
  low: ['tower'],
  lift: {},
  terrain: {
    tower_ground: (pen) => pen.wash('#b9b3a6'),
    plain(pen, { noise }) {
      pen.wash(noise > 0.5 ? '#c3d39b' : '#bfd097');
      if (noise > 0.6) pen.line([[noise * 0.6, 0.7], [noise * 0.6 + 0.04, 0.6]], 0.03, '#9db577');
    },
    mountain(pen, { noise }) {
      pen.wash('#c6bfa6');
      drawPeaks(pen, noise);
    },
    forest(pen, { noise }) {
      pen.wash('#aac687');
      drawTrees(pen, noise);
    },
    swamp(pen, { noise }) {
      pen.wash('#8d9a72');
      pen.oval(0.36 + noise * 0.2, 0.6, 0.3, 0.14, '#5f7f7a', '#4c6560');
      for (const x of [0.62, 0.7, 0.78]) pen.line([[x, 0.5], [x + 0.03, 0.24]], 0.035, '#4e5f34');
    },
    road(pen, { near }) {
      pen.wash('#bfd097');
      pen.disc(0.5, 0.5, 0.2, '#e6d3a3', 'none');
      for (const [right, down] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
        const next = near(right, down);
        if (next === 'road' || next === 'tower_ground') {
          pen.line([[0.5, 0.5], [0.5 + right * 0.5, 0.5 + down * 0.5]], 0.36, '#e6d3a3');
        }
      }
    },
    gate(pen) {
      pen.wash('#c8ccc4');
      pen.box(0.1, 0.24, 0.18, 0.66, '#efe9dc');
      pen.box(0.72, 0.24, 0.18, 0.66, '#efe9dc');
      pen.box(0.06, 0.14, 0.88, 0.16, '#efe9dc');
    },
    hall: building('#c97f5e', '#7c8f9c'),
    school: building('#d9c4a0', '#9c5f4d'),
    landmark(pen) {
      pen.wash('#c8ccc4');
      for (const at of [0.25, 0.5, 0.75]) {
        pen.line([[at, 0], [at, 1]], 0.02, '#aeb4aa');
        pen.line([[0, at], [1, at]], 0.02, '#aeb4aa');
      }
    },
  },
  pieces: {
    tower(pen, tint) {
      pen.poly([[0.22, 0.96], [0.28, 0.34], [0.72, 0.34], [0.78, 0.96]], tint.main);
      pen.poly([[0.18, 0.36], [0.18, 0.12], [0.3, 0.12], [0.3, 0.2], [0.43, 0.2], [0.43, 0.12], [0.57, 0.12], [0.57, 0.2], [0.7, 0.2], [0.7, 0.12], [0.82, 0.12], [0.82, 0.36]], tint.dark);
      pen.poly([[0.42, 0.96], [0.42, 0.8], [0.5, 0.74], [0.58, 0.8], [0.58, 0.96]], '#1b2330');
    },
    warrior(pen, tint) {
      drawCorps(pen, tint);
      pen.poly([[0.32, 0.3], [0.36, 0.16], [0.5, 0.1], [0.64, 0.16], [0.68, 0.3]], '#9aa3ad');
      pen.line([[0.86, 0.1], [0.8, 0.66]], 0.06, '#e0e4e8');
      pen.line([[0.7, 0.56], [0.94, 0.6]], 0.06, '#6b4a2b');
      pen.poly([[0.06, 0.5], [0.38, 0.5], [0.38, 0.72], [0.22, 0.9], [0.06, 0.72]], tint.light);
    },
    archer(pen, tint) {
      drawCorps(pen, tint);
      pen.poly([[0.3, 0.34], [0.34, 0.14], [0.6, 0.12], [0.72, 0.3]], tint.dark);
      pen.line([[0.72, 0.16], [0.92, 0.36], [0.96, 0.56], [0.92, 0.76], [0.72, 0.94]], 0.06, '#6b4a2b');
      pen.line([[0.72, 0.16], [0.72, 0.94]], 0.025, '#1b2330');
      pen.line([[0.46, 0.56], [0.98, 0.56]], 0.04, '#1b2330');
    },
    mage: drawWizard,
    builder(pen, tint) {
      drawCorps(pen, tint);
      pen.poly([[0.3, 0.3], [0.36, 0.16], [0.64, 0.16], [0.7, 0.3]], '#ffd24d');
      pen.line([[0.84, 0.34], [0.8, 0.9]], 0.06, '#6b4a2b');
      pen.box(0.7, 0.22, 0.28, 0.16, '#6d7680');
    },
    extender(pen, tint) {
      drawCorps(pen, tint);
      pen.line([[0.84, 0.06], [0.84, 0.96]], 0.06, '#6b4a2b');
      pen.poly([[0.84, 0.06], [0.84, 0.4], [0.5, 0.23]], tint.light);
      pen.oval(0.5, 0.26, 0.2, 0.06, '#6b4a2b');
    },
  },
};
