//! The entry in the list of games.

use crate::{Setup, State};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use game::schema::{self, SchemaPart};
use game::{DrawnAsText, DynSetup, Game, GameEntry, OpenSetup, SetupError, Viewer};

/// The game's entry in the list of games.
pub const ENTRY: &dyn GameEntry = &Hexapawn;

#[derive(Debug)]
struct Hexapawn;

impl GameEntry for Hexapawn {
    fn name(&self) -> &'static str {
        State::NAME
    }

    fn about(&self) -> &'static str {
        "two rows of pawns: get one through, or leave the other side without a move"
    }

    fn rules_version(&self) -> u32 {
        State::RULES_VERSION
    }

    fn profiles(&self) -> &'static [&'static str] {
        &["classic"]
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        &[("three", include_str!("../maps/three.map")), ("four", include_str!("../maps/four.map"))]
    }

    fn open(&self, map: &[u8], profile: &str) -> Result<Box<dyn DynSetup>, SetupError> {
        self.check_profile(profile)?;
        Ok(Box::new(OpenSetup::<State>(Setup::parse(map)?)))
    }

    fn schemas(&self) -> Vec<SchemaPart> {
        schema::of_game::<State>()
    }
}

impl DrawnAsText for State {
    fn draw(&self, _: Viewer) -> String {
        self.rows().join("\n") + "\n"
    }
}
