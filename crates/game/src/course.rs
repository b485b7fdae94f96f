//! The registry entry of a course's game.

use crate::conform::{CaseResult, ConformRequest, Folder, run_dialogues};
use crate::console::{Console, Stage};
use crate::schema::{self, SchemaPart};
use crate::{
    BenchLoad, Diagnostics, DynSetup, Game, GameEntry, JsonGame, NewMap, OpenSetup, SetupError,
    UnknownProfile, no_generator,
};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Debug;

/// A game for one with a graded dialogue in four stages: all such games have the same entry in the
/// registry, but for these parts.
///
/// The stages are its rule profiles.
#[derive(Debug)]
pub struct CourseEntry<G: Game> {
    /// What it is, in one line.
    pub about: &'static str,
    /// The maps that come with it: name and text.
    pub maps: &'static [(&'static str, &'static str)],
    /// The puzzles that come with it, likewise.
    pub puzzles: &'static [(&'static str, &'static str)],
    /// The map on which bots play if nobody names one; the first maps are for people, and soon
    /// over.
    pub usual_map: &'static str,
    /// The loads that `bench` measures.
    pub loads: &'static [BenchLoad],
    /// The dialogue.
    pub console: &'static dyn Console,
    /// Reads a map and reports all that is wrong or odd about it.
    pub inspect: InspectMap<G::Setup>,
    /// Makes a new map, in games that have a generator.
    pub new_map: Option<MakeMap>,
    /// See [`GameEntry::dictionaries`].
    pub dictionaries: &'static [&'static [u8]],
}

/// Makes the text of a map, or says in one sentence why it cannot.
type MakeMap = fn(NewMap<'_>) -> Result<String, String>;

/// Reads a map of a stage; there is a setup if the report names no problem.
type InspectMap<S> = fn(&[u8], Stage) -> (Option<S>, Diagnostics);

impl<G: JsonGame<Setup: Debug + Send + Sync>> GameEntry for CourseEntry<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn about(&self) -> &'static str {
        self.about
    }

    fn profiles(&self) -> &'static [&'static str] {
        &["stage4", "stage3", "stage2", "stage1"]
    }

    fn rules_version(&self) -> u32 {
        G::RULES_VERSION
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        self.maps
    }

    fn puzzles(&self) -> &'static [(&'static str, &'static str)] {
        self.puzzles
    }

    fn usual_map(&self) -> &'static str {
        self.usual_map
    }

    fn open(&self, map: &[u8], rules: &str) -> Result<Box<dyn DynSetup>, SetupError> {
        let (setup, report) = (self.inspect)(map, self.stage(rules)?);
        Ok(Box::new(OpenSetup::<G>(setup.ok_or(report)?)))
    }

    fn schemas(&self) -> Vec<SchemaPart> {
        schema::of_game::<G>()
    }

    fn check_map(&self, map: &[u8], rules: &str) -> Result<Diagnostics, UnknownProfile> {
        Ok((self.inspect)(map, self.stage(rules)?).1)
    }

    fn new_map(&self, wanted: NewMap<'_>) -> Result<String, String> {
        match self.new_map {
            Some(make) => make(wanted),
            None => Err(no_generator(G::NAME)),
        }
    }

    fn dictionaries(&self) -> &'static [&'static [u8]] {
        self.dictionaries
    }

    fn console(&self) -> Option<&dyn Console> {
        Some(self.console)
    }

    fn conform(
        &self,
        folder: &dyn Folder,
        request: ConformRequest<'_>,
        each: &mut dyn FnMut(CaseResult),
    ) -> Result<(), String> {
        let named =
            request.rules.map(|rules| self.stage(rules)).transpose().map_err(|wrong| wrong.to_string())?;
        let stage = request.stage.or(named);
        run_dialogues(self.console, folder, ConformRequest { stage, ..request }, each)
    }

    fn loads(&self) -> &'static [BenchLoad] {
        self.loads
    }
}

impl<G: JsonGame<Setup: Debug + Send + Sync>> CourseEntry<G> {
    /// The stage that a rule profile stands for.
    fn stage(&self, profile: &str) -> Result<Stage, UnknownProfile> {
        let number = profile.strip_prefix("stage").filter(|digits| digits.len() == 1);
        let stage = number.and_then(|digit| digit.parse().ok()).and_then(Stage::from_number);
        stage.ok_or_else(|| self.unknown_profile(profile))
    }
}
