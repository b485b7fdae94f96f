//! What a game provides so that it can be solved.

use game::Game;
use std::ops::ControlFlow;

/// A game for one against fixed rules, without chance, that is won when the last foe is gone.
///
/// Only the player's own orders remove the last foe: a turn in which a foe is left when the player
/// ends it is not the last.
pub trait Puzzle: Game {
    /// A hash of all that matters for what can still happen, in 128 bits: proofs rest on it.
    fn wide_key(&self) -> u128;

    /// Whether turns are played at all.
    fn has_turns(&self) -> bool;

    /// The player's units on the board.
    fn own(&self) -> u32;

    /// The foes on the board.
    fn foes(&self) -> u32;

    /// False only if the game is certainly not won within so many turns, of which this one, with
    /// what is left of it, is the first.
    fn may_win(&self, turns: u32) -> bool;

    /// How good the state looks; more is better. It decides what is tried first, and nothing else.
    fn worth(&self) -> i64;

    /// Appends what a player of the graded dialogue types to give these orders in this turn, which
    /// begins now, and to end it.
    fn answers(&self, turn: &[Self::Order], into: &mut String);

    /// Hands over what can be done next in the turn, and the state after it, until told to stop.
    ///
    /// Whatever state can be at the end of a turn can be reached by these, but for what makes no
    /// difference to anything.
    fn options<B>(&self, each: impl FnMut(Steps<Self::Order>, Self) -> ControlFlow<B>) -> ControlFlow<B>;
}

/// A few orders in a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps<O> {
    orders: [Option<O>; 4],
}

impl<O: Copy> Steps<O> {
    /// One order.
    #[must_use]
    pub const fn one(order: O) -> Self {
        Self { orders: [Some(order), None, None, None] }
    }

    /// These orders, of which there are at most four.
    pub fn all(orders: impl IntoIterator<Item = O>) -> Self {
        let mut orders = orders.into_iter();
        Self { orders: std::array::from_fn(|_| orders.next()) }
    }

    /// The orders, the last first.
    pub fn reversed(self) -> impl Iterator<Item = O> {
        self.orders.into_iter().rev().flatten()
    }

    /// The orders.
    pub fn orders(self) -> impl Iterator<Item = O> {
        self.orders.into_iter().flatten()
    }
}
