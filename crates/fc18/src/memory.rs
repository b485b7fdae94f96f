//! What a player remembers: the state itself, since there is no fog.

use crate::event::Event;
use crate::map::Setup;
use crate::state::State;
use board::SplitMix64;
use game::{Game, Imagine, Seat};

impl<const SIDE: usize> Imagine for State<SIDE> {
    type Memory = Self;

    fn memory(setup: &Setup<SIDE>, _: Seat) -> Self {
        Self::start(setup, 0)
    }

    fn remember(&self, _: &[Event], memory: &mut Self) {
        memory.clone_from(self);
    }

    fn imagine(memory: &Self, _: &mut SplitMix64) -> Self {
        memory.clone()
    }
}
