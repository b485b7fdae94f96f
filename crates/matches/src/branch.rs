//! Other bots in the seats of an old game.

use crate::Stop;
use crate::referee::GameReport;
use crate::series::{Series, SeriesError, Unobserved};
use game::most_turns;
use game::replay::{Header, ReplayLine, Rerun, Turn};
use replays::Replay;
use std::cmp::Ordering;

impl Series {
    /// Runs a replay up to a turn, puts this series' bots in the seats, and plays on.
    ///
    /// The new game's replay begins with the old turns, so that it verifies like any other.
    ///
    /// # Errors
    /// If the replay does not reach that turn or does not verify up to it, or the game could not be
    /// played.
    pub fn branch(&self, of: &mut Replay, at: u32, stop: &Stop) -> Result<Option<GameReport>, SeriesError> {
        let mut rerun = Rerun::new(self.entry, &of.header).map_err(SeriesError::Setup)?;
        // What happened before is not news to whoever sits down now.
        rerun.table_mut().listen(false);
        let mut before = Vec::new();
        let mut weight = 0;
        while let Some(ReplayLine::Turn(turn)) = of.next() {
            if turn.turn >= at {
                break;
            }
            rerun.turn(&turn).map_err(|difference| SeriesError::Setup(difference.to_string()))?;
            let turn = bare(turn);
            weight += weight_of(&turn);
            if weight > HEAVIEST {
                let most = HEAVIEST >> 20;
                return Err(SeriesError::Setup(format!(
                    "the turns before turn {at} take more than {most} MiB of memory; branch off earlier"
                )));
            }
            before.push(turn);
        }
        // Only who has read all of it knows whether it is damaged.
        of.for_each(drop);
        is_to_be_played(&rerun, at).map_err(SeriesError::Setup)?;
        let header =
            Header { seed: of.header.seed, branched_after: Some(before.len() as u32), ..self.header(1) };
        let replay = self.replays.path(1);
        self.referee(1, (&header, replay), (rerun.into_table(), before), None, (&Unobserved, stop))
    }
}

/// Whether it is now this turn.
fn is_to_be_played(rerun: &Rerun, at: u32) -> Result<(), String> {
    let (table, reached) = (rerun.table(), rerun.turn_number());
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

/// The most that the turns before a branch may take in memory, in bytes.
const HEAVIEST: usize = 48 << 20;

/// What a turn takes in memory, in bytes: its texts, and what it costs to keep each of them.
fn weight_of(turn: &Turn) -> usize {
    const EACH: usize = 48;
    let orders = turn.moves.iter().flat_map(|step| &step.orders).map(|order| order.get().len() + EACH);
    let answers = turn.moves.iter().flat_map(|step| &step.answers).map(|answer| answer.weight() + EACH);
    orders.chain(answers).sum::<usize>() + turn.moves.len() * 4 * EACH
}

/// The orders of a turn are kept; what was measured, noted and done wrong belongs to the other
/// bots.
fn bare(mut turn: Turn) -> Turn {
    turn.measured.clear();
    turn.first_format = None;
    for step in &mut turn.moves {
        step.note = None;
        step.faults.clear();
        step.out = false;
    }
    turn
}
