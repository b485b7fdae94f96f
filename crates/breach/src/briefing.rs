//! What never changes in a game.

use crate::kinds::{Figures, Kind, Stage};
use crate::mistakes::MistakeKind;
use crate::state::{SIZE, StateOf};
use game::mistakes::Adherence;

/// What a player is told once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Briefing {
    /// How much of the game exists.
    pub stage: Stage,
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub cols: u8,
    /// The numbers of all kinds of units, also of those that come with a later stage.
    pub kinds: &'static [Figures],
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    pub(crate) fn brief(&self) -> Briefing {
        Briefing { stage: self.stage, rows: SIZE.rows, cols: SIZE.cols, kinds: Kind::table() }
    }
}
