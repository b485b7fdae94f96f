//! What never changes in a game.

use crate::kinds::Stage;
use crate::state::State;

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

impl State {
    pub(crate) fn brief(&self) -> Briefing {
        let size = self.map.size;
        Briefing { stage: self.map.stage, rows: size.rows, cols: size.cols }
    }
}
