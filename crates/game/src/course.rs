//! The registry entry of a course's game.

use crate::conform::{Case, Folder, Request, run_dialogues};
use crate::console::{Console, Stage};
use crate::schema::{self, Piece};
use crate::{Diagnostics, DynGame, Game, GameEntry, JsonGame, Load, Perft, Session, Viewer, perft};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

/// A game for one with a graded dialogue in four stages: all such games have the same entry in the registry, but for these parts.
///
/// The stages are its rule profiles.
#[derive(Debug)]
pub struct Course<G: Game> {
    /// What it is, in one line.
    pub about: &'static str,
    /// The maps that come with it: name and text.
    pub maps: &'static [(&'static str, &'static str)],
    /// The loads that `bench` measures.
    pub loads: &'static [Load],
    /// The dialogue.
    pub console: &'static dyn Console,
    /// Reads a map and reports all that is wrong or odd about it.
    pub inspect: InspectMap<G::Setup>,
}

/// Reads a map of a stage; there is a setup if the report names no problem.
type InspectMap<S> = fn(&[u8], Stage) -> (Option<S>, Diagnostics);

impl<G: Game> Course<G> {
    fn open(&self, map: &[u8], rules: &str, seed: u64) -> Result<G, Diagnostics> {
        let (setup, report) = (self.inspect)(map, stage_of(rules));
        setup.map(|setup| G::start(&setup, seed)).ok_or(report)
    }
}

impl<G: JsonGame<Setup: Debug>> GameEntry for Course<G> {
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

    fn start(&self, map: &[u8], rules: &str, seed: u64) -> Result<Box<dyn DynGame>, Diagnostics> {
        Ok(Box::new(Session::new(self.open(map, rules, seed)?)))
    }

    fn schemas(&self) -> Vec<Piece> {
        schema::of_game::<G>()
    }

    fn check_map(&self, map: &[u8], rules: &str) -> Diagnostics {
        (self.inspect)(map, stage_of(rules)).1
    }

    fn show_map(&self, map: &[u8], rules: &str) -> Result<String, Diagnostics> {
        self.open(map, rules, 0).map(|state| state.draw(Viewer::Everything))
    }

    fn console(&self) -> Option<&dyn Console> {
        Some(self.console)
    }

    fn conform(
        &self,
        folder: &dyn Folder,
        request: Request<'_>,
        each: &mut dyn FnMut(Case),
    ) -> Result<(), String> {
        let stage = request.stage.or_else(|| request.rules.map(stage_of));
        run_dialogues(self.console, folder, Request { stage, ..request }, each)
    }

    fn loads(&self) -> &'static [Load] {
        self.loads
    }

    fn perft(&self, map: &[u8], rules: &str, depth: u32) -> Result<Perft, Diagnostics> {
        self.open(map, rules, 0).map(|state| perft(&state, depth))
    }
}

/// The stage that a rule profile stands for; the last one for anything else.
fn stage_of(rules: &str) -> Stage {
    let number = rules.strip_prefix("stage").and_then(|number| number.parse().ok());
    number.and_then(Stage::from_number).unwrap_or_default()
}
