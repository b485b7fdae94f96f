//! What learners and searches need: orders as numbers, the board as an array, a state as bytes.

use crate::{Order, Setup, State};
use alloc::vec::Vec;
use board::Mask8;
use game::{Actions, Game, Layout, Numbering, Paint, Picture, Save, SavedBytes, Seat, Silent};

/// A pawn, by its cell, goes ahead to the left, straight, or to the right.
impl Actions for State {
    fn numbering(setup: &Setup) -> Numbering {
        Numbering { actors: setup.size.area() as u32, each: 3, others: 0 }
    }

    fn number(&self, _: Numbering, seat: Seat, order: Order) -> Option<u32> {
        let Order::Move { from, to } = order;
        if !self.size.contains(from) {
            return None;
        }
        let way = (0..3).find(|way| self.ahead(seat, from, *way as i8 - 1) == Some(to))?;
        Some(self.size.index(from) as u32 * 3 + way)
    }

    fn numbered(&self, numbering: Numbering, seat: Seat, number: u32) -> Option<Order> {
        let (actor, way) = numbering.split(number)?;
        let from = self.size.at_index(actor);
        Some(Order::Move { from, to: self.ahead(seat, from, way as i8 - 1)? })
    }
}

impl Paint for State {
    type Shown = Silent;

    fn layout(setup: &Setup) -> Layout {
        let (height, width) = (setup.size.rows.into(), setup.size.cols.into());
        Layout { height, width, channels: &["own", "other"], rows: 0, columns: &[], scalars: &["to_move"] }
    }

    fn paint(&self, seat: Seat, into: &mut Picture<'_>) {
        for (at, cell) in self.size.cells().enumerate() {
            let owner = self.owner(cell);
            into.planes[2 * at] = u8::from(owner == Some(seat));
            into.planes[2 * at + 1] = u8::from(owner.is_some_and(|owner| owner != seat));
        }
        into.scalars[0] = i32::from(self.to_move().has(seat));
    }
}

impl Save for State {
    fn save(&self, into: &mut Vec<u8>) {
        into.extend(self.turn.to_le_bytes());
        self.pawns.iter().for_each(|pawns| into.extend(pawns.0.to_le_bytes()));
        into.extend([self.mover.0, self.has_moved.into(), self.winner.map_or(2, |seat| seat.0)]);
    }

    fn load(setup: &Setup, bytes: &[u8]) -> Option<Self> {
        let mut saved = SavedBytes(bytes);
        let turn = saved.u32()?;
        let pawns = [Mask8(saved.u64()?), Mask8(saved.u64()?)];
        let [mover, has_moved, winner] = saved.bytes()?;
        let on_board = pawns.iter().flat_map(|pawns| pawns.cells()).all(|cell| setup.size.contains(cell));
        let valid = on_board
            && (pawns[0] & pawns[1]).is_empty()
            && saved.0.is_empty()
            && turn > 0
            && mover < 2
            && has_moved < 2
            && winner < 3;
        let winner = (winner < 2).then_some(Seat(winner));
        let (mover, has_moved) = (Seat(mover), has_moved == 1);
        valid.then_some(Self { size: setup.size, pawns, turn, mover, has_moved, winner })
    }
}
