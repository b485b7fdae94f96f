//! What a player remembers: the state itself, since there is no fog.

use crate::event::Event;
use crate::map::Setup;
use crate::mistakes::MistakeKind;
use crate::state::StateOf;
use board::SplitMix64;
use game::mistakes::Adherence;
use game::{Imagine, Seat};

impl<R: Adherence<MistakeKind>> Imagine for StateOf<R> {
    type Memory = Self;

    fn memory(setup: &Setup, _: Seat) -> Self {
        Self::new(setup)
    }

    fn remember(&self, _: &[Event], memory: &mut Self) {
        *memory = *self;
    }

    fn imagine(memory: &Self, _: &mut SplitMix64) -> Self {
        *memory
    }
}
