//! The Python package: built into a virtual environment, and its tests.

use crate::bench;
use crate::process::{program, run, succeeds};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::path::PathBuf;

/// What the package is built and tested with.
const TOOLS: [&str; 5] = ["maturin>=1.7,<2", "numpy", "gymnasium", "pettingzoo", "mypy"];

/// Builds the wheel, installs it and runs the tests in `python/tests`.
///
/// # Errors
/// Skipped, if there is no Python that makes virtual environments, or pip cannot fetch the tools.
pub(crate) fn package(workspace: &Workspace) -> Result<(), Stop> {
    let python = environment(workspace, "python")?;
    let pip = ["-m", "pip", "--disable-pip-version-check", "install", "--quiet"];
    run(program(workspace, &python).args(pip).args(TOOLS)).map_err(|_| {
        Stop::Skipped("pip cannot fetch numpy, gymnasium and the other tools from here".into())
    })?;
    run(program(workspace, &python)
        .args(pip)
        .args(["--no-build-isolation", "--no-deps", "--force-reinstall", "."])
        .env("PATH", with_tools_of(&python)))?;
    // Replays are verified by the program itself.
    let sandtable = bench::build(workspace)?;
    run(program(workspace, &python)
        .args(["-m", "unittest", "discover", "-s", "python/tests"])
        .env("SANDTABLE_PROGRAM", sandtable)
        .env("PYTHONDONTWRITEBYTECODE", "1"))
}

/// The Python of a virtual environment in `target`, which is made if it is not there.
pub(crate) fn environment(workspace: &Workspace, name: &str) -> Result<PathBuf, Stop> {
    let folder = workspace.root.join("target").join(name);
    let python = folder.join("bin/python");
    if succeeds(program(workspace, &python).args(["-m", "pip", "--version"])) {
        return Ok(python);
    }
    if !succeeds(program(workspace, "python3").args(["-c", "import sys; assert sys.version_info >= (3, 10)"]))
    {
        return Err(Stop::Skipped("there is no python3, 3.10 or later".into()));
    }
    match succeeds(program(workspace, "python3").args(["-m", "venv", "--clear"]).arg(&folder)) {
        true => Ok(python),
        false => Err(Stop::Skipped("this Python makes no virtual environments (python3-venv)".into())),
    }
}

/// The search path with the environment's own programs first: maturin is one of them.
fn with_tools_of(python: &std::path::Path) -> std::ffi::OsString {
    let own = python.parent().map(std::path::Path::to_path_buf);
    let rest = std::env::var_os("PATH").unwrap_or_default();
    let all = own.into_iter().chain(std::env::split_paths(&rest));
    std::env::join_paths(all).unwrap_or(rest)
}
