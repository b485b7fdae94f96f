//! Programs and targets that may have to be installed.

use crate::process::{cargo, output, program, run, succeeds};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::process::Command;

/// A target without `std`, for which the rules must build.
pub(crate) const BARE_TARGET: &str = "x86_64-unknown-none";

/// A subcommand of cargo, by its package.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tool {
    Deny,
    Nextest,
}

impl Tool {
    pub(crate) const fn package(self) -> &'static str {
        match self {
            Self::Deny => "cargo-deny",
            Self::Nextest => "cargo-nextest",
        }
    }

    const fn subcommand(self) -> &'static str {
        match self {
            Self::Deny => "deny",
            Self::Nextest => "nextest",
        }
    }

    pub(crate) fn is_installed(self, workspace: &Workspace) -> bool {
        succeeds(&mut cargo(workspace, [self.subcommand(), "--version"]))
    }

    /// Builds and installs it unless it is there.
    ///
    /// # Errors
    /// Skipped, if it cannot be installed.
    pub(crate) fn install(self, workspace: &Workspace) -> Result<(), Stop> {
        if self.is_installed(workspace) {
            return Ok(());
        }
        println!("{} is not installed; building it takes some minutes", self.package());
        // Not optimised: it runs for seconds, and is built for minutes.
        run(&mut cargo(workspace, ["install", "--locked", "--debug", self.package()]))
            .map_err(|_| Stop::Skipped(format!("{} could not be installed", self.package())))
    }
}

/// Installs the target without `std` unless it is there.
///
/// # Errors
/// Skipped, if it cannot be installed.
pub(crate) fn install_bare_target(workspace: &Workspace) -> Result<(), Stop> {
    if has_bare_target(workspace) {
        return Ok(());
    }
    run(program(workspace, "rustup").args(["target", "add", BARE_TARGET]))
        .map_err(|_| Stop::Skipped(format!("the target {BARE_TARGET} could not be installed")))
}

/// Asks the compiler, not rustup: a toolchain from elsewhere may have the target too.
pub(crate) fn has_bare_target(workspace: &Workspace) -> bool {
    let ask = |command: &mut Command| {
        output(command).ok().map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string())
    };
    let folder = ask(program(workspace, "rustc").args(["--print", "target-libdir", "--target", BARE_TARGET]));
    folder.is_some_and(|folder| std::path::Path::new(&folder).exists())
}
