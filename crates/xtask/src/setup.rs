//! `cargo xtask setup`: installs what is optional.

use crate::process::{program, succeeds};
use crate::steps::{self, OnFailure, Step, Stop};
use crate::tools::{self, Tool};
use crate::web;
use crate::workspace::Workspace;
use std::cell::RefCell;
use std::process::ExitCode;

/// Installs what is missing and says what was there. What cannot be installed is skipped:
/// everything here is optional.
pub(crate) fn run(workspace: &Workspace) -> ExitCode {
    let steps = [
        Step::new("bare-metal target", || {
            say_if(tools::has_bare_target(workspace));
            tools::install_bare_target(workspace)
        }),
        Step::new("cargo-deny", || install(Tool::Deny, workspace)),
        Step::new("cargo-nextest", || install(Tool::Nextest, workspace)),
        Step::new("checks of the replay page", || web::install(workspace)),
        Step::new("valgrind", || valgrind(workspace)),
    ];
    steps::run(&steps, OnFailure::KeepGoing, &RefCell::default())
}

fn install(tool: Tool, workspace: &Workspace) -> Result<(), Stop> {
    say_if(tool.is_installed(workspace));
    tool.install(workspace)
}

fn say_if(installed: bool) {
    if installed {
        println!("already installed");
    }
}

/// No package of ours: the system's package manager has it.
fn valgrind(workspace: &Workspace) -> Result<(), Stop> {
    if succeeds(program(workspace, "valgrind").arg("--version")) {
        say_if(true);
        return Ok(());
    }
    Err(Stop::Skipped(
        "`cargo xtask bench` counts instructions with valgrind; install it with the system's package manager"
            .into(),
    ))
}
