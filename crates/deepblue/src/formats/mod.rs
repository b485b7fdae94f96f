//! JSON, old files, and the entry in the registry.

mod json;
pub mod properties;
pub mod vectors;

use crate::state::State;
use alloc::boxed::Box;
use alloc::string::String;
use game::conform::{Case, Folder, Request};
use game::{Game, Perft, Report, Table, Title};

/// The game's entry in the registry.
pub const TITLE: &dyn Title = &DeepBlue;

#[derive(Debug)]
struct DeepBlue;

impl Title for DeepBlue {
    fn name(&self) -> &'static str {
        State::NAME
    }

    fn about(&self) -> &'static str {
        "two fleets in the fog: rounds settle at once for both sides"
    }

    fn profiles(&self) -> &'static [&'static str] {
        &crate::Rules::NAMES
    }

    fn maps(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    fn start(&self, _map: &[u8], _rules: &str, _seed: u64) -> Result<Box<dyn Table>, Report> {
        Err(Report::default())
    }

    fn check_map(&self, _map: &[u8], _rules: &str) -> Report {
        Report::default()
    }

    fn show_map(&self, _map: &[u8], _rules: &str) -> Result<String, Report> {
        Err(Report::default())
    }

    fn conform(&self, folder: &dyn Folder, _: Request<'_>, each: &mut dyn FnMut(Case)) -> Result<(), String> {
        vectors::run_folder(folder, each)
    }

    fn perft(&self, _map: &[u8], _rules: &str, _depth: u32) -> Result<Perft, Report> {
        Err(Report::default())
    }
}
