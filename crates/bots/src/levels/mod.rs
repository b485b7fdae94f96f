//! The levels for people: `easy`, `medium`, `hard` and `strong`.
//!
//! In games for one they look further ahead the stronger they are ([`sight`]); the solver plays the
//! highest there ([`strong`](crate::strong)). In the others all of them play by the rules of thumb
//! that `greedy` has. `hard` and `strong` try plans by playing them forward on copies of the state,
//! with models of the opponents in the other seats ([`search`]). A plan is a style of the rules of
//! thumb, with errands for single units. Thinking is counted in simulated turns, so that a game
//! repeats on every machine.
//!
//! Reading order: `level` (who thinks how much), `search` (the same for both games), then a module
//! per game.

mod deepblue;
mod fc18;
#[cfg(test)]
mod league;
mod level;
mod pick;
#[cfg(test)]
#[path = "../../examples/strength/opponents/mod.rs"]
mod scripts;
mod search;
mod sight;

pub(crate) use level::{Level, Thinker};

use crate::player::{Player, Seated};
use game::{DynGame, Session};

/// The bot of this level for the game at this table, if the game has levels.
pub(crate) fn for_table(table: &dyn DynGame, thinker: Thinker, seed: u64) -> Option<Box<dyn Player>> {
    sight::for_table(table, thinker.level)
        .or_else(|| fc18_bot::<16>(table, thinker, seed))
        .or_else(|| fc18_bot::<32>(table, thinker, seed))
        .or_else(|| deepblue_bot(table, thinker, seed))
}

fn fc18_bot<const SIDE: usize>(table: &dyn DynGame, thinker: Thinker, seed: u64) -> Option<Box<dyn Player>> {
    let session = table.as_any().downcast_ref::<Session<::fc18::State<SIDE>>>()?;
    let bot = fc18::Strong::<SIDE>::new(thinker, session.game().size().area(), seed);
    Some(Box::new(Seated::<::fc18::State<SIDE>, _>::new(bot)))
}

fn deepblue_bot(table: &dyn DynGame, thinker: Thinker, seed: u64) -> Option<Box<dyn Player>> {
    let session = table.as_any().downcast_ref::<Session<::deepblue::State>>()?;
    let bot = deepblue::Strong::new(thinker, session.game().chart().size.area(), seed);
    Some(Box::new(Seated::<::deepblue::State, _>::new(bot)))
}
