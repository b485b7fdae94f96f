//! The board as an array of numbers.

use crate::kinds::Side;
use crate::map::Setup;
use crate::mistakes::MistakeKind;
use crate::state::{SIZE, StateOf};
use board::{Cell, Mask8};
use game::mistakes::Adherence;
use game::{Layout, Paint, Picture, Seat, Silent};

/// What is said of each cell: kinds, terrains (nothing for plain) and marks are 0 or 1; `hp` is cut to 255, `rank` is the place of a
/// player unit among its own, row by row, from 1.
const CHANNELS: &[&str] = &[
    "soldier",
    "tank",
    "fighter",
    "bee",
    "hydralisk",
    "mountain",
    "ocean",
    "forest",
    "moved",
    "attacked",
    "hp",
    "rank",
];

/// The first channel of each sort; kinds come first, in their own order.
const MOUNTAIN: usize = 5;
const OCEAN: usize = 6;
const FOREST: usize = 7;
const MOVED: usize = 8;
const ATTACKED: usize = 9;
const HP: usize = 10;
const RANK: usize = 11;

impl<R: Adherence<MistakeKind>> Paint for StateOf<R> {
    /// Painting everything is cheap: nothing need be remembered.
    type Shown = Silent;

    fn layout(_: &Setup) -> Layout {
        let (height, width) = (SIZE.rows.into(), SIZE.cols.into());
        Layout { height, width, channels: CHANNELS, rows: 0, columns: &[], scalars: &[] }
    }

    #[inline]
    fn paint(&self, _: Seat, into: &mut Picture<'_>) {
        let planes = &mut into.planes[..64 * CHANNELS.len()];
        planes.fill(0);
        let mut mark = |set: Mask8, channel| {
            set.cells().for_each(|cell| planes[Mask8::bit(cell) * CHANNELS.len() + channel] = 1);
        };
        mark(self.mountains, MOUNTAIN);
        mark(self.oceans, OCEAN);
        mark(self.forests, FOREST);
        mark(self.moved, MOVED);
        mark(self.attacked, ATTACKED);
        self.side(Side::Enemy).cells().for_each(|cell| self.paint_unit(cell, 0, planes));
        (1..)
            .zip(self.side(Side::Player).cells())
            .for_each(|(rank, cell)| self.paint_unit(cell, rank, planes));
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    #[inline]
    fn paint_unit(&self, cell: Cell, rank: u8, planes: &mut [u8]) {
        let Some(kind) = self.kind(cell) else { return };
        let channels = &mut planes[Mask8::bit(cell) * CHANNELS.len()..][..CHANNELS.len()];
        channels[kind as usize] = 1;
        channels[HP] = self.hp[Mask8::bit(cell)].clamp(0, 255) as u8;
        channels[RANK] = rank;
    }
}
