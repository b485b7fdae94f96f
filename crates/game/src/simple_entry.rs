//! The registry entry of a game that needs nothing special.

use crate::schema::{self, SchemaPart};
use crate::{Diagnostics, DynSetup, Game, GameEntry, JsonGame, OpenSetup, SetupError};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt::Debug;

/// The registry entry of a game with one rule profile and maps of its own: what most new games
/// begin with.
#[derive(Debug)]
pub struct SimpleEntry<G: Game> {
    /// What it is, in one line.
    pub about: &'static str,
    /// Its rule profile: one name.
    pub profiles: &'static [&'static str; 1],
    /// The maps that come with it: name and text.
    pub maps: &'static [(&'static str, &'static str)],
    /// Reads a map, or gives all that is wrong with it.
    pub read: fn(&[u8]) -> Result<G::Setup, Diagnostics>,
}

impl<G: JsonGame<Setup: Debug + Send + Sync>> GameEntry for SimpleEntry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn profiles(&self) -> &'static [&'static str] {
        self.profiles
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        self.maps
    }

    fn open(&self, map: &[u8], profile: &str) -> Result<Box<dyn DynSetup>, SetupError> {
        self.check_profile(profile)?;
        Ok(Box::new(OpenSetup::<G>((self.read)(map)?)))
    }

    fn schemas(&self) -> Vec<SchemaPart> {
        schema::of_game::<G>()
    }
}
