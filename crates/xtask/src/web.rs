//! The replay page's scripts: what they are checked with comes from npm, and none of it goes into a
//! page.

use crate::process::{program, run, succeeds};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::path::PathBuf;

/// Where the scripts are.
pub(crate) fn folder(workspace: &Workspace) -> PathBuf {
    workspace.root.join("crates/page/web")
}

/// Checks the types of the scripts.
pub(crate) fn types(workspace: &Workspace) -> Result<(), Stop> {
    install(workspace)?;
    run(program(workspace, "npm").args(["run", "--silent", "check"]).current_dir(folder(workspace)))
}

/// Installs the type checker and what drives a browser in tests, as the lock file says.
///
/// # Errors
/// Skipped, if there is no npm or it cannot fetch them.
pub(crate) fn install(workspace: &Workspace) -> Result<(), Stop> {
    if !succeeds(program(workspace, "npm").arg("--version")) {
        return Err(Stop::Skipped("npm is not installed".into()));
    }
    let folder = folder(workspace);
    // npm leaves this file when it is done; a newer lock file means that something has to be
    // installed anew.
    let changed = |path: PathBuf| path.metadata().and_then(|file| file.modified()).ok();
    let installed = changed(folder.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= changed(folder.join("package-lock.json")) {
        return Ok(());
    }
    run(program(workspace, "npm").args(["ci", "--no-audit", "--no-fund"]).current_dir(&folder))
        .map_err(|_| Stop::Skipped("npm cannot fetch the type checker from here".into()))
}
