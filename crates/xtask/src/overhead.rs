//! `cargo xtask overhead`: what the referee adds to a turn of a program.

use crate::bench;
use crate::process::{cargo, run as call};
use crate::steps::Stop;
use crate::workspace::Workspace;

/// Plays and measures in a release build.
pub(crate) fn run(workspace: &Workspace) -> Result<(), Stop> {
    let sandtable = bench::build(workspace)?;
    let package = ["--release", "--quiet", "--package", "sandtable-matches", "--example"];
    call(cargo(workspace, ["build"]).args(package).arg("silent_bot"))?;
    call(cargo(workspace, ["run"]).args(package).arg("overhead").arg("--").arg(sandtable))
}
