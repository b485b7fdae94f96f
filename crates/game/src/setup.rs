//! A map that was read, ready to be played on.

use crate::{Diagnostics, DynGame, Game, JsonGame, Perft, Session, Viewer, perft};
use alloc::boxed::Box;
use alloc::string::String;
use core::any::Any;
use core::fmt::{self, Debug};

/// A map that was read under a rule profile: as many games as one likes start from it.
pub trait DynSetup: Debug + Send + Sync {
    /// Starts a game. Games without chance ignore the seed.
    fn start(&self, seed: u64) -> Box<dyn DynGame>;

    /// The board as a game on it begins, drawn for people.
    fn draw(&self) -> String;

    /// Counts the lines of play from the start.
    fn perft(&self, depth: u32) -> Perft;

    /// The [`OpenSetup`] behind this face, for who knows the game's type.
    fn as_any(&self) -> &dyn Any;
}

/// The setup of a game whose type is known, as a [`DynSetup`].
#[derive(Clone, Debug)]
pub struct OpenSetup<G: Game>(pub G::Setup);

impl<G: JsonGame<Setup: Debug + Send + Sync>> DynSetup for OpenSetup<G> {
    fn start(&self, seed: u64) -> Box<dyn DynGame> {
        Box::new(Session::new(G::start(&self.0, seed)))
    }

    fn draw(&self) -> String {
        G::start(&self.0, 0).draw(Viewer::Everything)
    }

    fn perft(&self, depth: u32) -> Perft {
        perft(&G::start(&self.0, 0), depth)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Why there is no setup.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupError {
    /// The game has no such rule profile.
    Profile(UnknownProfile),
    /// All that is wrong with the map.
    Map(Diagnostics),
}

/// A rule profile that a game does not have.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownProfile {
    /// The game.
    pub game: &'static str,
    /// What was asked for.
    pub profile: String,
    /// The profiles it has.
    pub known: &'static [&'static str],
}

impl fmt::Display for UnknownProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, profile, known } = self;
        write!(f, "{game} has no rule profile `{profile}`; it has {}", known.join(", "))
    }
}

impl core::error::Error for UnknownProfile {}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Profile(unknown) => fmt::Display::fmt(unknown, f),
            Self::Map(report) => f.write_str(&report.first()),
        }
    }
}

impl core::error::Error for SetupError {}

impl From<UnknownProfile> for SetupError {
    fn from(unknown: UnknownProfile) -> Self {
        Self::Profile(unknown)
    }
}

impl From<Diagnostics> for SetupError {
    fn from(report: Diagnostics) -> Self {
        Self::Map(report)
    }
}
