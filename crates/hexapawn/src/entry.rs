//! The entry in the list of games.

use crate::{Setup, State};
use alloc::string::String;
use game::{Calculators, DrawnAsText, GameEntry, SimpleEntry, Viewer};

/// The game's entry in the list of games.
pub const ENTRY: &dyn GameEntry = &SimpleEntry {
    about: "two rows of pawns: get one through, or leave the other side without a move",
    profiles: &["classic"],
    maps: &[("three", include_str!("../maps/three.map")), ("four", include_str!("../maps/four.map"))],
    read: Setup::parse,
} as &SimpleEntry<State>;

impl Calculators for State {}

impl DrawnAsText for State {
    fn draw(&self, _: Viewer) -> String {
        self.rows().join("\n") + "\n"
    }
}
