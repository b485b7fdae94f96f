//! A game's entry in the registry.

use crate::conform::{CaseResult, ConformRequest, Folder};
use crate::console::Console;
use crate::replay::{Header, OrderResult, Turn};
use crate::schema::SchemaPart;
use crate::{
    BenchLoad, Diagnostics, DynGame, DynSetup, GuestProtocol, JsonText, Seat, SetupError, UnknownProfile,
};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

/// What the platform needs to know of a game without knowing which one it is.
///
/// A game crate has one such item, called `ENTRY`. Adding a game means one crate and one line in
/// the list of games.
pub trait GameEntry: Debug + Sync {
    /// The name on the command line and in files.
    fn name(&self) -> &'static str;

    /// What it is, in one line.
    fn about(&self) -> &'static str;

    /// The rule profiles; the first is the default.
    fn profiles(&self) -> &'static [&'static str];

    /// The version of the rules, [`Game::RULES_VERSION`](crate::Game::RULES_VERSION).
    fn rules_version(&self) -> u32;

    /// The maps that come with the game: name and text.
    fn maps(&self) -> &'static [(&'static str, &'static str)];

    /// The puzzles that come with the game, maps of another kind: on each exactly one first turn
    /// wins in time.
    fn puzzles(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// The text of the map or puzzle of this name, if one comes with the game.
    fn bundled(&self, name: &str) -> Option<&'static str> {
        let mut all = self.maps().iter().chain(self.puzzles());
        all.find(|(bundled, _)| *bundled == name).map(|(_, text)| *text)
    }

    /// The map on which bots play if nobody names one: a game on it lasts long enough to see what
    /// they can do.
    fn usual_map(&self) -> &'static str {
        self.maps().first().map_or("", |(name, _)| *name)
    }

    /// Reads a map under a rule profile, for as many games as one likes.
    ///
    /// # Errors
    /// That there is no such profile, or all that is wrong with the map.
    fn open(&self, map: &[u8], rules: &str) -> Result<Box<dyn DynSetup>, SetupError>;

    /// Reads a map and starts one game on it.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    fn start(&self, map: &[u8], rules: &str, seed: u64) -> Result<Box<dyn DynGame>, SetupError> {
        self.open(map, rules).map(|setup| setup.start(seed))
    }

    /// The schemas of the game's JSON.
    fn schemas(&self) -> Vec<SchemaPart>;

    /// Everything that is wrong or odd about a map. As provided, nothing is odd about a map that
    /// can be opened.
    ///
    /// # Errors
    /// If there is no such profile.
    fn check_map(&self, map: &[u8], rules: &str) -> Result<Diagnostics, UnknownProfile> {
        match self.open(map, rules) {
            Ok(_) => Ok(Diagnostics::default()),
            Err(SetupError::Map(report)) => Ok(report),
            Err(SetupError::Profile(unknown)) => Err(unknown),
        }
    }

    /// Draws a map for people.
    ///
    /// # Errors
    /// Those of [`open`](Self::open).
    fn show_map(&self, map: &[u8], rules: &str) -> Result<String, SetupError> {
        self.open(map, rules).map(|setup| setup.draw())
    }

    /// Whether the game has this rule profile.
    ///
    /// # Errors
    /// If there is no such profile.
    fn check_profile(&self, profile: &str) -> Result<(), UnknownProfile> {
        if self.profiles().contains(&profile) { Ok(()) } else { Err(self.unknown_profile(profile)) }
    }

    /// What is said of a rule profile that the game does not have.
    fn unknown_profile(&self, profile: &str) -> UnknownProfile {
        UnknownProfile { game: self.name(), profile: profile.into(), known: self.profiles() }
    }

    /// The ways in which the game makes new maps; the first is the default.
    fn map_styles(&self) -> &'static [&'static str] {
        &[]
    }

    /// Makes a new map.
    ///
    /// # Errors
    /// One sentence, if the game has no generator or cannot do what was asked.
    fn new_map(&self, wanted: NewMap<'_>) -> Result<String, String> {
        let _ = wanted;
        Err(no_generator(self.name()))
    }

    /// The graded dialogue, in games that have one.
    fn console(&self) -> Option<&dyn Console> {
        None
    }

    /// Runs a folder of recorded cases, in games that have any.
    ///
    /// # Errors
    /// One sentence, if the folder holds no cases of this game, or incomplete ones.
    fn conform(
        &self,
        folder: &dyn Folder,
        request: ConformRequest<'_>,
        each: &mut dyn FnMut(CaseResult),
    ) -> Result<(), String> {
        let _ = (folder, request, each);
        Err(format!("{} has no recorded cases", self.name()))
    }

    /// The formats of others in which a replay can be written.
    fn export_formats(&self) -> &'static [&'static str] {
        &[]
    }

    /// A replay in one of [`export_formats`](Self::export_formats), as one file or several.
    ///
    /// # Errors
    /// One sentence, if the game knows no such format or the replay cannot be run.
    fn export(
        &self,
        format: &str,
        header: &Header,
        turns: &mut dyn Iterator<Item = Turn>,
    ) -> Result<Vec<ExportedFile>, String> {
        let _ = (header, turns);
        Err(format!("{} has no format `{format}`", self.name()))
    }

    /// Puts an order and its answer from a replay of the first format into the words of today, if
    /// they were others.
    fn modernise(&self, order: &mut JsonText, answer: &mut OrderResult) {
        let _ = (order, answer);
    }

    /// Whether programs of an old contest can come over the network and talk as they did there.
    fn has_guests(&self) -> bool {
        false
    }

    /// The conversation with such a program in a seat of this table; none if the game has none.
    fn guest(&self, table: &dyn DynGame, seat: Seat) -> Option<Box<dyn GuestProtocol>> {
        let _ = (table, seat);
        None
    }

    /// The dictionaries with which packed replays of the game are compressed. The last is used for
    /// new ones; none may ever go, because packed replays need the one that they were made with.
    fn dictionaries(&self) -> &'static [&'static [u8]] {
        &[]
    }

    /// The loads that `bench` measures.
    fn loads(&self) -> &'static [BenchLoad] {
        &[]
    }
}

/// What is said where a game has no map generator.
pub(crate) fn no_generator(game: &str) -> String {
    format!("{game} has no map generator; its bundled maps are listed by `map {game} list`")
}

/// A file of another program's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExportedFile {
    /// What it is called there.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// What a new map should be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NewMap<'a> {
    /// Same seed, same map.
    pub seed: u64,
    /// Number of rows, if it matters.
    pub rows: Option<u8>,
    /// Number of columns, if it matters.
    pub cols: Option<u8>,
    /// One of [`GameEntry::map_styles`], if it matters.
    pub style: Option<&'a str>,
}
