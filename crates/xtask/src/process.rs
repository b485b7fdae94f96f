//! Calling other programs.

use crate::steps::Stop;
use crate::workspace::Workspace;
use std::ffi::OsStr;
use std::process::{Command, Output, Stdio};

/// Cargo, in the root of the workspace.
pub(crate) fn cargo<S: AsRef<OsStr>>(
    workspace: &Workspace,
    arguments: impl IntoIterator<Item = S>,
) -> Command {
    // `cargo xtask` sets CARGO to the cargo it was called with.
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = program(workspace, &cargo);
    command.args(arguments);
    // It also describes this package in the environment. Build scripts that depend on such
    // variables would run again after every plain `cargo build`, and what stands on them would be
    // compiled anew.
    let about_us = |name: &OsStr| {
        ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|part| name.to_string_lossy().starts_with(part))
    };
    for (name, _) in std::env::vars_os().filter(|(name, _)| about_us(name)) {
        command.env_remove(name);
    }
    command
}

/// Any program, in the root of the workspace.
pub(crate) fn program(workspace: &Workspace, name: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(name);
    command.current_dir(&workspace.root);
    command
}

/// Shows the command and runs it, with its output on ours.
///
/// # Errors
/// If it cannot be started or does not exit with status 0.
pub(crate) fn run(command: &mut Command) -> Result<(), Stop> {
    println!("$ {}", line(command));
    let status = command.status().map_err(|error| not_started(command, &error))?;
    if status.success() { Ok(()) } else { Err(Stop::Failed(format!("`{}`: {status}", line(command)))) }
}

/// Runs it and keeps what it prints.
///
/// # Errors
/// If it cannot be started.
pub(crate) fn output(command: &mut Command) -> Result<Output, Stop> {
    command.stdin(Stdio::null()).output().map_err(|error| not_started(command, &error))
}

/// What it prints on standard output.
///
/// # Errors
/// If it cannot be started or does not exit with status 0; then with what it says on standard
/// error.
pub(crate) fn stdout(command: &mut Command) -> Result<String, Stop> {
    let output = output(command)?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(Stop::Failed(format!("`{}`: {}\n{}", line(command), output.status, complaint.trim_end())))
}

/// Whether it can be started and exits with status 0. Prints nothing.
pub(crate) fn succeeds(command: &mut Command) -> bool {
    output(command).is_ok_and(|output| output.status.success())
}

fn not_started(command: &Command, error: &std::io::Error) -> Stop {
    Stop::Failed(format!("`{}` cannot be started: {error}", line(command)))
}

/// The command as one would type it: the program by its name, without its folder.
fn line(command: &Command) -> String {
    let program = std::path::Path::new(command.get_program());
    let name = program.file_name().unwrap_or(program.as_os_str());
    let words: Vec<_> = std::iter::once(name).chain(command.get_args()).map(OsStr::to_string_lossy).collect();
    words.join(" ")
}
