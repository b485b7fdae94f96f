//! What bundled maps are called, and how hard they are.

use game::Words;

/// What is said of a bundled map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MapInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its title.
    pub title: Words,
    /// How hard it is; nothing in games against others.
    pub puzzle: Option<Puzzle>,
}

/// How hard a map is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Puzzle {
    /// From 0, first steps, to 3, hard.
    pub difficulty: u8,
    /// The fewest turns in which it can be won. A test of the solver proves it.
    pub par: u8,
}

impl MapInfo {
    /// A map of a game for one, with its difficulty and the fewest turns in which it can be won.
    #[must_use]
    pub const fn puzzle(name: &'static str, title: Words, difficulty: u8, par: u8) -> Self {
        Self { name, title, puzzle: Some(Puzzle { difficulty, par }) }
    }

    /// A map of a game against others.
    #[must_use]
    pub const fn battle(name: &'static str, title: Words) -> Self {
        Self { name, title, puzzle: None }
    }
}
