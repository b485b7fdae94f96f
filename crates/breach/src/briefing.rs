//! What never changes in a game.

use crate::kinds::Stage;
use crate::mistakes::Slip;
use crate::state::{SIZE, StateOf};
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
        Briefing { stage: self.stage, rows: SIZE.rows, cols: SIZE.cols }
    }
}
