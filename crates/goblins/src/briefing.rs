//! What never changes in a game.

use crate::kinds::Stage;
use crate::mistakes::MistakeKind;
use crate::state::{POINTS, StateOf};
use alloc::string::String;
use alloc::vec::Vec;
use board::Cell;
use game::mistakes::Adherence;

/// What a player is told once.
///
/// The figures of goblins differ from one to the next and stand in the rows of units.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Briefing {
    /// How much of the game exists.
    pub stage: Stage,
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub cols: u8,
    /// What the squares are made of: one text a row, one letter a square. P is plain, W water, M
    /// mountain.
    pub terrain: Vec<String>,
    /// Steps a mage can make in a turn.
    pub points: u8,
}

impl<R: Adherence<MistakeKind>> StateOf<R> {
    pub(crate) fn brief(&self) -> Briefing {
        let size = self.map.size;
        let letter = |row, col| char::from(self.terrain(Cell::new(row, col)).letter());
        let line = |row| (0..size.cols).map(|col| letter(row, col)).collect();
        let terrain = (0..size.rows).map(line).collect();
        Briefing { stage: self.map.stage, rows: size.rows, cols: size.cols, terrain, points: POINTS }
    }
}
