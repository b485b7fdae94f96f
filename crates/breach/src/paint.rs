//! The board as an array of numbers.

use crate::event::Event;
use crate::kinds::Side;
use crate::map::Setup;
use crate::mistakes::MistakeKind;
use crate::state::{SIZE, StateOf};
use board::{Mask8, bits};
use game::mistakes::Adherence;
use game::{Layout, Log, Paint, Picture, Seat};

/// What is said of each cell: kinds, terrains (nothing for plain) and marks are 0 or 1; `hp` is cut
/// to 255, `rank` is the place of a player unit among its own, row by row, from 1.
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

/// What a picture shows: the mountains, which can be flattened, and the units.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Whether it shows anything.
    painted: bool,
    mountains: Mask8,
    units: Mask8,
    /// What is said of the unit on each cell, see [`StateOf::unit_look`].
    looks: [u64; 64],
}

impl Default for Shown {
    fn default() -> Self {
        Self { painted: false, mountains: Mask8::EMPTY, units: Mask8::EMPTY, looks: [0; 64] }
    }
}

/// It is compared with the state, and listens to nothing.
impl Log<Event> for Shown {
    const ON: bool = false;

    fn tell(&mut self, _: Event) {}
}

/// The channels of a cell.
type CellChannels = [u8; CHANNELS.len()];

impl<R: Adherence<MistakeKind>> Paint for StateOf<R> {
    type Shown = Shown;

    fn layout(_: &Setup) -> Layout {
        let (height, width) = (SIZE.rows.into(), SIZE.cols.into());
        Layout { height, width, channels: CHANNELS, rows: 0, columns: &[], scalars: &[] }
    }

    #[inline]
    fn paint(&self, seat: Seat, into: &mut Picture<'_>) {
        self.repaint(seat, &mut Shown::default(), into);
    }

    #[inline]
    fn repaint(&self, _: Seat, shown: &mut Shown, into: &mut Picture<'_>) {
        let (cells, _) = into.planes[..64 * CHANNELS.len()].as_chunks_mut::<{ CHANNELS.len() }>();
        if !core::mem::replace(&mut shown.painted, true) {
            cells.fill([0; CHANNELS.len()]);
            bits(self.oceans.0).for_each(|bit| cells[bit][OCEAN] = 1);
            bits(self.forests.0).for_each(|bit| cells[bit][FOREST] = 1);
        }
        for bit in bits(shown.mountains.0 ^ self.mountains.0) {
            cells[bit][MOUNTAIN] ^= 1;
        }
        shown.mountains = self.mountains;
        let units = self.occupied();
        for bit in bits((shown.units - units).0) {
            paint_unit(&mut cells[bit], 0);
            shown.looks[bit] = 0;
        }
        shown.units = units;
        let mut show = |bit: usize, rank| {
            let look = self.unit_look(bit, rank);
            if shown.looks[bit] != look {
                shown.looks[bit] = look;
                paint_unit(&mut cells[bit], look);
            }
        };
        bits(self.side(Side::Enemy).0).for_each(|bit| show(bit, 0));
        bits(self.side(Side::Player).0).zip(1..).for_each(|(bit, rank)| show(bit, rank));
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// What is said of the unit on a cell, as bytes of a number: its kind, counted from 1, and from
    /// the fifth byte on the channels from [`MOVED`] to [`RANK`]. No unit is 0.
    #[inline]
    fn unit_look(&self, bit: usize, rank: u8) -> u64 {
        let kind = self.kinds[bit].map_or(0, |kind| kind as u8 + 1);
        let mark = |set: Mask8| (set.0 >> bit & 1) as u8;
        let hp = self.hp[bit].clamp(0, 255) as u8;
        u64::from_le_bytes([kind, 0, 0, 0, mark(self.moved), mark(self.attacked), hp, rank])
    }
}

/// Paints the unit of this look, or that there is none; what the cell is made of stays.
#[inline]
fn paint_unit(cell: &mut CellChannels, look: u64) {
    let kind = look as u8;
    let kinds = if kind == 0 { 0 } else { 1u64 << (8 * (kind - 1)) };
    cell[..MOUNTAIN].copy_from_slice(&kinds.to_le_bytes()[..MOUNTAIN]);
    cell[MOVED..].copy_from_slice(&look.to_le_bytes()[4..]);
}

const _: () =
    assert!(MOVED + 4 == CHANNELS.len() && ATTACKED == MOVED + 1 && HP == MOVED + 2 && RANK == MOVED + 3);
