//! What never changes in a game.

use crate::profile::Rules;
use crate::state::State;

/// What a player is told once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Briefing {
    /// The rule profile.
    pub rules: Rules,
    /// Number of columns.
    pub width: u8,
    /// Number of rows.
    pub height: u8,
}

impl<const SIDE: usize> State<SIDE> {
    pub(crate) fn brief(&self) -> Briefing {
        let extent = self.extent();
        Briefing { rules: *self.rules(), width: extent.width, height: extent.height }
    }
}
