//! What this machine can enforce, and starting programs under it.

use crate::enforced::Enforced;
use crate::machine::{Finding, Machine};
use crate::mode::Mode;
use crate::process::Process;
use crate::program::{Limits, Program};
use crate::start::LONGEST_START;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// What this machine can enforce, found out once by trying. Clones share it.
#[derive(Clone, Debug)]
pub struct Sandbox(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    machine: Machine,
    enforced: Enforced,
    missing: Option<String>,
    lacks: Option<String>,
}

/// What a sandbox is made from.
#[derive(Clone, Debug)]
pub struct SandboxOptions {
    /// How much containment is asked for.
    pub mode: Mode,
    /// The program that calls [`crate::launched`] first thing in its `main`; this very program if
    /// nothing is said.
    pub launcher: Option<PathBuf>,
    /// Which layers may be used.
    pub layers: Layers,
}

impl SandboxOptions {
    /// This mode, with this very program as launcher and all layers.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self { mode, launcher: None, layers: Layers::ALL }
    }
}

/// Layers that may be used where the machine offers them. Tests leave some out to try the others
/// alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Layers {
    /// Namespaces that the launcher makes.
    pub own_namespaces: bool,
    /// Namespaces that bubblewrap makes, where the launcher makes none.
    pub bubblewrap: bool,
    /// Rules for files.
    pub landlock: bool,
    /// The list of system calls.
    pub seccomp: bool,
    /// Control groups: clock and limits.
    pub cgroup: bool,
    /// The inherited CPU counter.
    pub perf: bool,
}

impl Layers {
    /// Everything.
    pub const ALL: Self = Self {
        own_namespaces: true,
        bubblewrap: true,
        landlock: true,
        seccomp: true,
        cgroup: true,
        perf: true,
    };
    /// Nothing: plain processes, with the process clock.
    pub const NONE: Self = Self {
        own_namespaces: false,
        bubblewrap: false,
        landlock: false,
        seccomp: false,
        cgroup: false,
        perf: false,
    };

    /// Whether namespaces may be used, whoever makes them.
    #[must_use]
    pub fn namespaces(self) -> bool {
        self.own_namespaces || self.bubblewrap
    }

    /// The same without namespaces.
    #[must_use]
    pub fn without_namespaces(self) -> Self {
        Self { own_namespaces: false, bubblewrap: false, ..self }
    }
}

/// Containment was required, and this machine lacks something.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "strangers' programs cannot be contained on this machine, which lacks {0}. `sandtable doctor --sandbox auto` says how to get it; \
     `--sandbox auto` runs them behind what there is"
)]
pub struct Unavailable(pub String);

/// Why a program was not started.
#[derive(Debug, Error)]
pub enum StartError {
    /// It needs processes of its own, and nothing here would count their time.
    #[error(
        "it needs to start processes, and nothing on this machine counts their CPU time (see `sandtable doctor`)"
    )]
    NeedsProcesses,
    /// The sandbox could not be set up around it.
    #[error("the sandbox could not be set up: {0}")]
    SandboxOptions(#[from] io::Error),
    /// The launcher went away without a word.
    #[error("the sandbox could not be set up: the launcher went away")]
    Silent,
    /// The launcher did not report within the longest time that is waited for it: the machine's
    /// fault, not the program's.
    #[error("this machine is too busy: it did not start the program within {} minutes", LONGEST_START.as_secs() / 60)]
    Unanswered,
    /// The launcher's reason.
    #[error("{0}")]
    Refused(String),
}

impl Sandbox {
    /// Finds out what this machine can enforce.
    ///
    /// # Errors
    /// If containment is required and something needed for it is missing.
    pub fn new(mode: Mode) -> Result<Self, Unavailable> {
        Self::with(&SandboxOptions::new(mode))
    }

    /// Like [`Sandbox::new`], with a launcher and layers of the caller's choice.
    ///
    /// # Errors
    /// If containment is required and something needed for it is missing.
    pub fn with(setup: &SandboxOptions) -> Result<Self, Unavailable> {
        let launcher = match &setup.launcher {
            Some(path) => path.clone(),
            None => std::env::current_exe().map_err(|error| Unavailable(error.to_string()))?,
        };
        let machine = Machine::explore(&launcher, setup.layers, setup.mode);
        let (missing, lacks) = match setup.mode {
            Mode::Off => (None, None),
            Mode::Auto | Mode::Require => (machine.missing(), machine.lacks()),
        };
        if let (Mode::Require, Some(why)) = (setup.mode, &lacks) {
            return Err(Unavailable(why.clone()));
        }
        let enforced = machine.enforced();
        Ok(Self(Arc::new(Inner { machine, enforced, missing, lacks })))
    }

    /// What is enforced.
    #[must_use]
    pub fn enforced(&self) -> &Enforced {
        &self.0.enforced
    }

    /// What is not enforced although it was asked for, in one line.
    #[must_use]
    pub fn missing(&self) -> Option<&str> {
        self.0.missing.as_deref()
    }

    /// What keeps [`Mode::Require`] from running anything here, if anything does.
    #[must_use]
    pub fn lacks(&self) -> Option<&str> {
        self.0.lacks.as_deref()
    }

    /// What trying each layer showed.
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.0.machine.findings
    }

    /// The program that calls [`crate::launched`]: this very program, unless a test has another.
    pub(crate) fn launcher(&self) -> &Path {
        &self.0.machine.means.launcher
    }

    /// Starts a program.
    ///
    /// # Errors
    /// If it cannot be started, with the reason.
    pub fn start(&self, program: &Program, limits: &Limits) -> Result<Process, StartError> {
        self.0.machine.means.start(program, limits, &[])
    }

    /// Like [`Sandbox::start`]; in the end the files of these names in the scratch folder itself
    /// are handed over.
    pub(crate) fn start_collecting(
        &self,
        program: &Program,
        limits: &Limits,
        collect: &[&str],
    ) -> Result<Process, StartError> {
        self.0.machine.means.start(program, limits, collect)
    }
}
