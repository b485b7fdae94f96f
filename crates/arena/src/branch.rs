//! Other bots in the seats of an old game.

use crate::Stop;
use crate::recording::Recording;
use crate::referee::GameReport;
use crate::series::{Series, SeriesError};
use game::replay::{Header, Rerun, Turn};

impl Series {
    /// Runs a replay up to a turn, puts this series' bots in the seats, and plays on.
    ///
    /// The new game's replay begins with the old turns, so that it verifies like any other.
    ///
    /// # Errors
    /// If the replay does not reach that turn or does not verify up to it, or the game could not be played.
    pub fn branch(&self, of: &Recording, at: u32, stop: &Stop) -> Result<Option<GameReport>, SeriesError> {
        let mut rerun = Rerun::new(self.title, &of.header).map_err(SeriesError::Setup)?;
        let mut before = Vec::new();
        for turn in of.turns.iter().take_while(|turn| turn.turn < at) {
            rerun.turn(turn).map_err(|difference| SeriesError::Setup(difference.to_string()))?;
            before.push(bare(turn));
        }
        let (reached, over) = (rerun.table().turn(), rerun.table().to_move().is_empty());
        if reached != at || over {
            return Err(SeriesError::Setup(format!(
                "there is no turn {at} to play: the replay reaches turn {reached}"
            )));
        }
        let header =
            Header { seed: of.header.seed, branched_after: Some(before.len() as u32), ..self.header(1) };
        self.referee(1, &header, (rerun.into_table(), before), None, stop)
    }
}

/// The orders of a turn are kept; what was measured, noted and done wrong belongs to the other bots.
fn bare(turn: &Turn) -> Turn {
    let mut turn = Turn { measured: Vec::new(), ..turn.clone() };
    for step in &mut turn.moves {
        step.note = None;
        step.faults.clear();
        step.out = false;
    }
    turn
}
