//! `cargo xtask bench`: speeds.

use crate::process::{cargo, program, run as call, succeeds};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::path::PathBuf;

/// Measure speeds.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {}

pub(crate) fn run(_options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    let sandtable = build(workspace)?;
    call(program(workspace, sandtable).arg("bench"))
}

/// Runs every load once: each asserts its own answer.
pub(crate) fn answers(workspace: &Workspace) -> Result<(), Stop> {
    let sandtable = build(workspace)?;
    if !succeeds(program(workspace, &sandtable).args(["bench", "--help"])) {
        return Err(Stop::Skipped("this build of `sandtable` has no `bench`".into()));
    }
    call(program(workspace, sandtable).args(["bench", "--passes", "1"]))
}

fn build(workspace: &Workspace) -> Result<PathBuf, Stop> {
    call(&mut cargo(workspace, ["build", "--release", "--package", "sandtable"]))?;
    Ok(workspace.root.join("target/release/sandtable"))
}
