//! `cargo xtask runner`: what playing a tournament adds to the time of its games.

use crate::process::{cargo, run as call};
use crate::steps::Stop;
use crate::workspace::Workspace;

/// Plays and measures in a release build.
pub(crate) fn run(workspace: &Workspace) -> Result<(), Stop> {
    let example = ["--release", "--quiet", "--package", "sandtable-cups", "--example", "runner"];
    call(cargo(workspace, ["run"]).args(example))
}
