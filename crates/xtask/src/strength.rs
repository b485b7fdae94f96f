//! `cargo xtask strength`: how often one built-in bot beats another.

use crate::process::{cargo, run as call};
use crate::steps::Stop;
use crate::workspace::Workspace;

/// Measure the built-in bots: a table over maps, rule profiles and seats, 100 seeds each.
///
/// Without options: `greedy` against `random` on all maps of all games, default rules. With
/// `--levels`: every level for people against the one below it, with intervals.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// `[GAME] [--map MAP]... [--new-maps N] [--map-seed SEED] [--rules PROFILE|all] [--seat N]... [--turn-seats] [--seeds N] [--first SEED] [--jobs J] [--bot NAME] [--against NAME] [--levels] [--notes]`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Plays the games in a release build.
pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    let example =
        ["run", "--release", "--quiet", "--package", "sandtable-bots", "--example", "strength", "--"];
    call(cargo(workspace, example).args(&options.arguments))
}
