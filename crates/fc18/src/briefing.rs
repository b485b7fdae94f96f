//! What never changes in a game.

use crate::profile::Rules;
use crate::state::State;
use board::Size;

/// What a player is told once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Briefing {
    /// The rule profile.
    pub rules: Rules,
    /// The size of the board.
    pub size: Size,
}

impl<const SIDE: usize> State<SIDE> {
    pub(crate) fn brief(&self) -> Briefing {
        Briefing { rules: *self.rules(), size: self.size() }
    }
}
