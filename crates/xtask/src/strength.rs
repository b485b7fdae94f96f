//! `cargo xtask strength`: how often `greedy` beats `random`.

use crate::process::{cargo, run as call};
use crate::steps::Stop;
use crate::workspace::Workspace;

/// Measure the built-in bots: a table over maps, rule profiles and seats, 100 seeds each.
///
/// Without options: `greedy` against `random` on all maps of all games, default rules.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// `[GAME] [--map MAP] [--rules PROFILE|all] [--seeds N] [--jobs J] [--bot NAME] [--against NAME]`
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    arguments: Vec<String>,
}

/// Plays the games in a release build.
pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    let example =
        ["run", "--release", "--quiet", "--package", "sandtable-bots", "--example", "strength", "--"];
    call(cargo(workspace, example).args(&options.arguments))
}
