//! States that a seat can imagine.

use crate::{Game, Seat};
use board::SplitMix64;
use core::fmt::Debug;

/// A game in which a seat can imagine a whole state from what it has seen: what a search under fog
/// starts from.
///
/// What an implementation guarantees:
///
/// - An imagined state looks to the seat like the true one: the same view, the same answers.
/// - It depends on the memory and on the numbers drawn, and the memory on what the seat was shown
///   and told: two histories that the seat cannot tell apart give equal memories, and so the same
///   states with the same probabilities.
/// - The dice of an imagined state are drawn, not those of the game.
/// - Without fog it is the state itself.
pub trait Imagine: Game {
    /// What a seat has seen, as far as it matters; owned by whoever plays the seat.
    type Memory: Clone + Debug;

    /// The memory of somebody who sits down at this map and has seen nothing.
    #[must_use]
    fn memory(setup: &Self::Setup, seat: Seat) -> Self::Memory;

    /// Brings a memory up to date with what its seat sees now and was told since the last time.
    ///
    /// To be called whenever the seat's orders are awaited, before it gives any.
    fn remember(&self, told: &[Self::Event], memory: &mut Self::Memory);

    /// A state that the seat cannot tell from the true one, as likely as what it has seen makes it.
    #[must_use]
    fn imagine(memory: &Self::Memory, random: &mut SplitMix64) -> Self;
}

/// A game in which every seat sees everything: what it remembers is the state, and what it
/// imagines, too.
pub trait WithoutFog: Game + Debug {}

impl<G: WithoutFog> Imagine for G {
    type Memory = Self;

    fn memory(setup: &G::Setup, _: Seat) -> Self {
        G::start(setup, 0)
    }

    fn remember(&self, _: &[G::Event], memory: &mut Self) {
        memory.clone_from(self);
    }

    fn imagine(memory: &Self, _: &mut SplitMix64) -> Self {
        memory.clone()
    }
}
