//! Orders as numbers: their places in [`Order::ALL`], all of the one mage whose turn it is.

use crate::map::Setup;
use crate::mistakes::MistakeKind;
use crate::order::Order;
use crate::state::{Phase, StateOf};
use board::Direction;
use game::mistakes::Adherence;
use game::{Actions, Numbering, Seat};

/// Fireballs in four directions, a tornado, done: always allowed.
const ALWAYS: u64 = 0b11_1111_0000;

impl<R: Adherence<MistakeKind>> Actions for StateOf<R> {
    fn numbering(_: &Setup) -> Numbering {
        Numbering { actors: 1, each: Order::ALL.len() as u32, others: 0 }
    }

    #[inline]
    fn number(&self, _: Numbering, _: Seat, order: Order) -> Option<u32> {
        Some(order.index() as u32)
    }

    #[inline]
    fn numbered(&self, _: Numbering, _: Seat, number: u32) -> Option<Order> {
        Order::ALL.get(number as usize).copied()
    }

    #[inline]
    fn mask(&self, numbering: Numbering, seat: Seat, into: &mut [u64]) {
        let is_awaited = self.phase == Phase::Playing && seat == Seat::ONLY;
        let end_of_turn = u64::from(is_awaited) << numbering.end_of_turn();
        into[0] = if is_awaited { end_of_turn | self.choices() } else { 0 };
    }
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// The orders that the mage to move may be given, as bits in the order of [`Order::ALL`].
    #[inline]
    fn choices(&self) -> u64 {
        let Some(mage) = self.mage_to_move() else { return 0 };
        if self.points == 0 {
            return ALWAYS;
        }
        let is_free =
            |way| self.size().step(mage, way).is_some_and(|to| self.map.plain.has(to) && !self.is_held(to));
        Direction::ALL.into_iter().fold(ALWAYS, |steps, way| steps | u64::from(is_free(way)) << way as u32)
    }
}
