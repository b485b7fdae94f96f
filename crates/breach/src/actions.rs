//! Orders as numbers: for each player unit, by its place among them row by row, 64 cells to go to
//! and 64 to attack.

use crate::kinds::{Kind, Side};
use crate::legal::Choices;
use crate::map::Setup;
use crate::mistakes::MistakeKind;
use crate::order::Order;
use crate::state::{Phase, SIZE, StateOf};
use board::{Cell, Mask8};
use game::mistakes::Adherence;
use game::{Actions, Numbering, Seat, actions::put_bits};

/// Cells of the board.
const CELLS: u32 = 64;

impl<R: Adherence<MistakeKind>> Actions for StateOf<R> {
    /// No unit ever joins: a game has as many actors as the map has player units.
    fn numbering(setup: &Setup) -> Numbering {
        let own = Kind::ALL.into_iter().filter(|kind| kind.side() == Side::Player);
        let actors = own.map(|kind| setup.units[kind as usize].count()).sum();
        Numbering { actors, each: 2 * CELLS, others: 0 }
    }

    #[inline]
    fn number(&self, numbering: Numbering, _: Seat, order: Order) -> Option<u32> {
        let (inner, cell) = match order {
            Order::Move { to, .. } => (0, to),
            Order::Attack { target, .. } => (CELLS, target),
        };
        let unit = order.unit();
        let own = self.side(Side::Player);
        if !(SIZE.contains(unit) && SIZE.contains(cell) && own.has(unit)) {
            return None;
        }
        let rank = (own.0 & ((1 << Mask8::bit(unit)) - 1)).count_ones();
        (rank < numbering.actors).then(|| rank * numbering.each + inner + Mask8::bit(cell) as u32)
    }

    #[inline]
    fn numbered(&self, numbering: Numbering, _: Seat, number: u32) -> Option<Order> {
        let (rank, inner) = numbering.split(number)?;
        let unit = self.side(Side::Player).nth(rank as u32)?;
        let cell = Cell::new((inner % CELLS / 8) as u8, (inner % 8) as u8);
        Some(if inner < CELLS {
            Order::Move { unit, to: cell }
        } else {
            Order::Attack { unit, target: cell }
        })
    }

    #[inline]
    fn mask(&self, numbering: Numbering, seat: Seat, into: &mut [u64]) {
        let into = &mut into[..numbering.words()];
        into.fill(0);
        if self.phase != Phase::Playing || seat != Seat::ONLY {
            return;
        }
        // A unit's moves are a word and its attacks are the next.
        for (unit, words) in self.side(Side::Player).cells().zip(into.chunks_exact_mut(2)) {
            let Choices { moves, attacks } = self.choices(unit);
            (words[0], words[1]) = (moves.0, attacks.0);
        }
        put_bits(into, numbering.end_of_turn(), 1);
    }
}
