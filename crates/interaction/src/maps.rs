//! The maps of a game to choose from.

use crate::open::saved_table;
use crate::options::Options;
use crate::{shown, words};
use face::MapInfo;
use game::Lang;

/// A bundled map, with what the player has done on it.
#[derive(Clone, Debug)]
pub struct MapEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its text.
    pub map: &'static str,
    /// What is said of it.
    pub info: Option<MapInfo>,
    /// The best number of turns in which it was won.
    pub best: Option<u32>,
    /// Whether there is a game to go on with.
    pub in_progress: bool,
}

impl MapEntry {
    /// The maps of a game, then its puzzles.
    #[must_use]
    pub fn all(options: &Options) -> Vec<Self> {
        let (game, store) = (options.entry, &options.store);
        let entry = |(name, map): &(&'static str, &'static str)| Self {
            name,
            map,
            info: shown::of_game(game.name()).map(name),
            best: store.best(game.name(), name),
            in_progress: options.file_for(name).is_some_and(|file| saved_table(game, &file).is_some()),
        };
        game.maps().iter().chain(game.puzzles()).map(entry).collect()
    }

    /// The place of the map of this name, or of the first that is not solved.
    #[must_use]
    pub fn first(entries: &[Self], name: Option<&str>) -> usize {
        let wanted = entries.iter().position(|entry| match name {
            Some(name) => entry.name == name,
            None => entry.best.is_none(),
        });
        wanted.unwrap_or(0)
    }

    /// What it is called.
    #[must_use]
    pub fn title(&self, lang: Lang) -> &'static str {
        self.info.map_or(self.name, |info| lang.pick(info.title))
    }

    /// How hard it is; empty in games against others.
    #[must_use]
    pub fn difficulty(&self, lang: Lang) -> &'static str {
        let puzzle = self.info.and_then(|info| info.puzzle);
        puzzle.map_or("", |puzzle| lang.pick(words::DIFFICULTY[usize::from(puzzle.difficulty.min(3))]))
    }

    /// The fewest turns in which it can be won, if that is known.
    #[must_use]
    pub fn par(&self) -> Option<u8> {
        self.info.and_then(|info| info.puzzle).map(|puzzle| puzzle.par)
    }

    /// How far the player has come with it.
    #[must_use]
    pub fn progress(&self, lang: Lang) -> String {
        match (self.in_progress, self.best) {
            (true, _) => lang.pick(words::IN_PROGRESS).into(),
            (false, Some(best)) => format!("{} {best}", lang.pick(words::SOLVED_IN)),
            (false, None) if self.par().is_some() => lang.pick(words::UNSOLVED).into(),
            (false, None) => String::new(),
        }
    }
}
