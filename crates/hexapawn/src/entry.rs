//! The entry in the list of games.

use crate::{Setup, State};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use board::Cell;
use game::conform::{CaseResult, ConformRequest, Folder};
use game::schema::{self, SchemaPart};
use game::{
    Diagnostics, DrawnAsText, DynSetup, Game, GameEntry, OpenSetup, SetupError, UnknownProfile, Viewer,
};

/// The game's entry in the list of games.
pub const ENTRY: &dyn GameEntry = &Hexapawn;

#[derive(Debug)]
struct Hexapawn;

/// There is one rule profile, so that its name is all there is to check.
const CLASSIC: &str = "classic";

impl Hexapawn {
    fn known(&self, profile: &str) -> Result<(), UnknownProfile> {
        if profile == CLASSIC { Ok(()) } else { Err(self.unknown_profile(profile)) }
    }
}

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
        &[CLASSIC]
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        &[("three", include_str!("../maps/three.map")), ("four", include_str!("../maps/four.map"))]
    }

    fn open(&self, map: &[u8], profile: &str) -> Result<Box<dyn DynSetup>, SetupError> {
        self.known(profile)?;
        Ok(Box::new(OpenSetup::<State>(Setup::parse(map)?)))
    }

    fn schemas(&self) -> Vec<SchemaPart> {
        schema::of_game::<State>()
    }

    fn check_map(&self, map: &[u8], profile: &str) -> Result<Diagnostics, UnknownProfile> {
        self.known(profile)?;
        Ok(Setup::parse(map).err().unwrap_or_default())
    }

    fn conform(
        &self,
        _: &dyn Folder,
        _: ConformRequest<'_>,
        _: &mut dyn FnMut(CaseResult),
    ) -> Result<(), String> {
        Err("this game has no recorded cases".into())
    }
}

impl DrawnAsText for State {
    fn draw(&self, _: Viewer) -> String {
        let mut board = String::new();
        for row in 0..self.size.rows {
            board.extend((0..self.size.cols).map(|col| self.letter(Cell::new(row, col))));
            board.push('\n');
        }
        board
    }
}
