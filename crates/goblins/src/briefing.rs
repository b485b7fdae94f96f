//! What never changes in a game.

use crate::kinds::Stage;
use crate::mistakes::Slip;
use crate::state::StateOf;
use game::mistakes::Rules;

/// What a player is told once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Briefing {
    /// How much of the game exists.
    pub stage: Stage,
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub cols: u8,
}

impl<R: Rules<Slip>> StateOf<R> {
    pub(crate) fn brief(&self) -> Briefing {
        let size = self.map.size;
        Briefing { stage: self.map.stage, rows: size.rows, cols: size.cols }
    }
}
