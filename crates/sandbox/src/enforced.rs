//! What is enforced on this machine: recorded with every match.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is enforced on this machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Enforced {
    /// Own file system, network, processes: bubblewrap.
    pub namespaces: bool,
    /// Files by the kernel's own rules, with the version of that interface.
    pub landlock: Option<u32>,
    /// A list of system calls that are allowed.
    pub seccomp: bool,
    /// Limits on each process.
    pub rlimits: bool,
    /// Whether programs run as a user that owns nothing, because the runner was started as root.
    pub own_user: bool,
    /// Whether the kernel bounds the memory and the processes of the whole program.
    pub cgroup_limits: bool,
    /// Where CPU time is read.
    pub clock: ClockSource,
}

/// Where CPU time is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClockSource {
    /// `cpu.stat` of a control group of the program's own.
    Cgroup,
    /// A task-clock counter that all descendants inherit.
    Perf,
    /// The clock of the process: exact for one process with any number of threads.
    Process,
}

impl ClockSource {
    /// Whether processes that the program starts are counted, too.
    #[must_use]
    pub fn counts_descendants(self) -> bool {
        self != Self::Process
    }
}

impl fmt::Display for ClockSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cgroup => "cgroup",
            Self::Perf => "perf",
            Self::Process => "process",
        })
    }
}
