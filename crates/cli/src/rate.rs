//! `sandtable rate`.

use crate::failure::Failure;
use crate::match_command::counted;
use crate::out::print_json;
use clap::Args;
use cups::rate::{Rated, rate};
use cups::results_json::RateDocument;
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) const HELP: &str = "\
Reads all replays (.jsonl, .jsonl.zst, .replay) in the folders and those below, and rates the bots by their names:
Plackett-Luce over the places, with 95 % intervals, the mean of all bots being 0. Games of one map and one seed count as
one block. A rating that the games do not determine (never lost, never met the rest) is marked `?` and bounded.

Exit status: 0 rated, 1 there are no finished games, 2 wrong usage.

Examples:
  sandtable rate replays/
  sandtable rate week1/ week2/ --json";

#[derive(Args, Debug)]
pub(crate) struct Rate {
    /// Folders of replays, or replays
    #[arg(required = true, value_name = "FOLDER")]
    paths: Vec<PathBuf>,
    /// Print JSON; `sandtable schema GAME rate` describes it
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(options: &Rate) -> Result<ExitCode, Failure> {
    let found = rate(&options.paths).map_err(Failure::usage)?;
    if options.json {
        print_json(&RateDocument::from(&found));
    } else {
        found.rated.iter().for_each(print);
        for (path, why) in found.unusable.iter().take(20) {
            errln!("{}: {why}; left out", path.display());
        }
        if found.unusable.len() > 20 {
            errln!("and {} left out", counted(found.unusable.len() - 20, "more file"));
        }
    }
    match found.rated.is_empty() {
        true => Err(Failure::failed("there are no finished games here")),
        false => Ok(ExitCode::SUCCESS),
    }
}

fn print(rated: &Rated) {
    let blocks = counted(rated.table.blocks, "block");
    outln!("{}: {} in {blocks}", rated.game, counted(rated.games, "game"));
    crate::tournament::print_table(&rated.names, &rated.table);
}
