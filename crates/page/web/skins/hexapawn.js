// Hexapawn: a chessboard, and pawns.

import { SKINS } from '../skins.js';

SKINS.hexapawn = {
  backdrop: '#3d3328',
  low: [],
  lift: {},
  terrain: {
    plain(pen, { noise }) {
      pen.wash(noise > 0.5 ? '#e8d5b0' : '#dfc99f');
      pen.box(0, 0, 1, 1, 'transparent', '#a98b5d');
    },
  },
  pieces: {
    pawn(pen, tint) {
      pen.poly([[0.28, 0.9], [0.36, 0.5], [0.64, 0.5], [0.72, 0.9]], tint.main);
      pen.disc(0.5, 0.34, 0.18, tint.light);
    },
  },
};
