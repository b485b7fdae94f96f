//! Par: the fewest turns in which a bundled map of a game for one can be won.
//!
//! It stands in the games' lists of maps; the solver's tests prove it.

use face::MapInfo;
use game::GameEntry;
use game::replay::Header;
use games::{HostedGame, Visitor};
use std::ops::ControlFlow;

/// Par of this map, if it is a bundled one of a game for one.
pub(crate) fn of_map(entry: &dyn GameEntry, text: &str) -> Option<u32> {
    let mut bundled = entry.maps().iter().chain(entry.puzzles());
    let (name, _) = bundled.find(|(_, other)| *other == text)?;
    let puzzle = info(entry.name(), name)?.puzzle?;
    Some(puzzle.par.into())
}

/// Par of what was played in a replay, under the rules that par is for.
pub(crate) fn of_replay(entry: &dyn GameEntry, header: &Header) -> Option<u32> {
    let is_usual = header.rules == entry.profiles()[0] && header.branched_after.is_none();
    of_map(entry, &header.map).filter(|_| is_usual)
}

/// How a game of so many turns compares with par.
pub(crate) fn compared(par: u32, turns: usize, is_won: bool) -> String {
    let plural = if turns == 1 { "" } else { "s" };
    let what = if is_won { "won" } else { "not won" };
    format!("{what} in {turns} turn{plural}, par {par}")
}

/// What is said of a bundled map or puzzle.
pub(crate) fn info(game: &str, name: &str) -> Option<MapInfo> {
    let mut all = all_infos(game).into_iter().flatten();
    all.find(|info| info.name == name).copied()
}

/// What is said of the maps of a game, and of its puzzles.
fn all_infos(game: &str) -> [&'static [MapInfo]; 2] {
    struct Find<'a>(&'a str);

    impl Visitor for Find<'_> {
        type Found = [&'static [MapInfo]; 2];

        fn visit<G: HostedGame>(&mut self, _: &'static dyn GameEntry) -> ControlFlow<Self::Found> {
            if self.0 == G::NAME {
                ControlFlow::Break([G::MAPS, G::PUZZLES])
            } else {
                ControlFlow::Continue(())
            }
        }
    }

    games::visit(&mut Find(game)).unwrap_or_default()
}
