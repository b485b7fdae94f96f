//! What is shown of a game before it is known which one it is.

use crate::save::SavedSetup;
use face::{Lesson, MapInfo};
use game::{GameEntry, Lang, Words};
use games::{HostedGame, Visitor};
use std::ops::ControlFlow;

/// The name of a game, and its maps.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The name.
    pub title: Words,
    /// The bundled maps.
    pub maps: &'static [MapInfo],
    /// The bundled puzzles.
    pub puzzles: &'static [MapInfo],
    /// Guided games.
    pub lessons: &'static [Lesson],
}

impl Shown {
    /// What is said of the map or puzzle of this name.
    #[must_use]
    pub fn map(&self, name: &str) -> Option<MapInfo> {
        self.maps.iter().chain(self.puzzles).find(|info| info.name == name).copied()
    }
}

/// What is shown of a game.
#[must_use]
pub fn of_game(name: &str) -> Shown {
    struct Find<'a>(&'a str);

    impl Visitor for Find<'_> {
        type Found = Shown;

        fn visit<G: HostedGame>(&mut self, _: &'static dyn GameEntry) -> ControlFlow<Shown> {
            if self.0 == G::NAME {
                let (maps, puzzles, lessons) = (G::MAPS, G::PUZZLES, G::LESSONS);
                return ControlFlow::Break(Shown { title: G::TITLE, maps, puzzles, lessons });
            }
            ControlFlow::Continue(())
        }
    }

    let unknown = Shown { title: Words("Sandtable", "沙盘"), maps: &[], puzzles: &[], lessons: &[] };
    games::visit(&mut Find(name)).unwrap_or(unknown)
}

/// The title of a bundled map, or the name of another.
#[must_use]
pub fn map_title(game: &str, name: &str, lang: Lang) -> String {
    of_game(game).map(name).map_or_else(|| name.to_string(), |info| lang.pick(info.title).to_string())
}

/// Whether a game is played on a bundled map with the usual rules.
pub(crate) fn is_bundled(table: &SavedSetup, entry: &dyn GameEntry) -> bool {
    entry.bundled(&table.map_name) == Some(table.map.as_str()) && table.rules == entry.profiles()[0]
}

/// The fewest turns in which a game can be won, where that is known.
pub(crate) fn par(table: &SavedSetup, entry: &dyn GameEntry) -> Option<u32> {
    let info = of_game(entry.name()).map(&table.map_name).filter(|_| is_bundled(table, entry))?;
    info.puzzle.map(|puzzle| puzzle.par.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::console::{DialogueOptions, RemarkDetail, Transcript};

    #[test]
    fn every_bundled_map_has_a_title_and_nothing_else_has() {
        for entry in games::ALL {
            let shown = of_game(entry.name());
            let mut bundled: Vec<_> =
                entry.maps().iter().chain(entry.puzzles()).map(|(name, _)| *name).collect();
            let mut described: Vec<_> =
                shown.maps.iter().chain(shown.puzzles).map(|info| info.name).collect();
            bundled.sort_unstable();
            described.sort_unstable();
            assert_eq!(described, bundled);
        }
    }

    /// That par is right the solver's tests say; here that the recorded lines do not beat it.
    #[test]
    fn no_recorded_line_takes_fewer_turns_than_par() {
        for entry in games::ALL {
            let Some(console) = entry.console() else { continue };
            for (name, map) in entry.maps() {
                let path =
                    format!("{}/../../maps/{}/wins/{name}.in", env!("CARGO_MANIFEST_DIR"), entry.name());
                let answers = std::fs::read(path).unwrap();
                let mut port = Transcript::new(&answers);
                let options = DialogueOptions {
                    map: Some(map.as_bytes()),
                    detail: RemarkDetail::Events,
                    ..DialogueOptions::default()
                };
                console.run(&mut port, options);
                let turns = port.remarks.iter().filter(|remark| is_end_of_turn(remark)).count();
                let info = of_game(entry.name()).maps.iter().find(|info| info.name == *name).unwrap();
                assert!(usize::from(info.puzzle.unwrap().par) <= turns, "{name}");
            }
        }
    }

    fn is_end_of_turn(remark: &str) -> bool {
        remark.ends_with("ends; the enemy acts") || remark.ends_with(": the goblins act")
    }
}
