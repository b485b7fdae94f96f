//! The greedy bot for *deepblue*.

use deepblue::State;
use game::{Bot, Chair};

/// Rough for now: does nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Bot<State> for Greedy {
    fn play(&mut self, _: &mut Chair<'_, State>) {}
}
