//! Other bots in the seats of an old game.

use crate::Stop;
use crate::recording::Recording;
use crate::referee::GameReport;
use crate::series::{Series, SeriesError, Unobserved};
use game::most_turns;
use game::replay::{Header, Rerun, Turn};
use std::cmp::Ordering;

impl Series {
    /// Runs a replay up to a turn, puts this series' bots in the seats, and plays on.
    ///
    /// The new game's replay begins with the old turns, so that it verifies like any other.
    ///
    /// # Errors
    /// If the replay does not reach that turn or does not verify up to it, or the game could not be played.
    pub fn branch(&self, of: &Recording, at: u32, stop: &Stop) -> Result<Option<GameReport>, SeriesError> {
        let mut rerun = Rerun::new(self.entry, &of.header).map_err(SeriesError::Setup)?;
        // What happened before is not news to whoever sits down now.
        rerun.table_mut().listen(false);
        let mut before = Vec::new();
        for turn in of.turns.iter().take_while(|turn| turn.turn < at) {
            rerun.turn(turn).map_err(|difference| SeriesError::Setup(difference.to_string()))?;
            before.push(bare(turn));
        }
        is_to_be_played(&rerun, at).map_err(SeriesError::Setup)?;
        let header =
            Header { seed: of.header.seed, branched_after: Some(before.len() as u32), ..self.header(1) };
        self.referee(1, &header, (rerun.into_table(), before), None, (&Unobserved, stop))
    }
}

/// Whether it is now this turn.
fn is_to_be_played(rerun: &Rerun, at: u32) -> Result<(), String> {
    let (table, reached) = (rerun.table(), rerun.table().turn());
    let none = |why: &str| Err(format!("there is no turn {at} to play: {why}"));
    if table.to_move().is_empty() || rerun.turns() >= most_turns(table.seats()) {
        return none(&format!("the game is over before it, in turn {reached}"));
    }
    match reached.cmp(&at) {
        Ordering::Equal => Ok(()),
        Ordering::Less => none(&format!("the replay goes up to turn {reached}")),
        // Whose seat is lost has no turns any more.
        Ordering::Greater => none(&format!("the next one in this game is turn {reached}")),
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
