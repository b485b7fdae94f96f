//! What never changes in a game.

use crate::kinds::Stage;
use crate::state::{SIZE, State};

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
    pub(crate) const fn brief(&self) -> Briefing {
        Briefing { stage: self.stage, rows: SIZE.rows, cols: SIZE.cols }
    }
}
