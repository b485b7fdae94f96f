//! Builds of the rules without `std`, and with each feature alone.

use crate::process::{cargo, run};
use crate::steps::Stop;
use crate::tools::{self, BARE_TARGET};
use crate::workspace::{Member, Workspace};

/// Builds every rules crate for a target that has no `std`: it can do no input or output there.
pub(crate) fn bare_metal(workspace: &Workspace) -> Result<(), Stop> {
    tools::install_bare_target(workspace)?;
    let mut command = cargo(workspace, ["build", "--no-default-features", "--target", BARE_TARGET]);
    run(command.args(workspace.rules().flat_map(|member| ["--package", &member.name])))
}

/// Builds every rules crate by itself, without features and with each alone: no crate lives off
/// another's features.
pub(crate) fn each_alone(workspace: &Workspace) -> Result<(), Stop> {
    workspace.rules().try_for_each(|member| one_by_one(workspace, member))
}

fn one_by_one(workspace: &Workspace, member: &Member) -> Result<(), Stop> {
    let check = || cargo(workspace, ["check", "--quiet", "--no-default-features", "--package", &member.name]);
    run(&mut check())?;
    member.features.iter().try_for_each(|feature| run(check().args(["--features", feature])))
}
