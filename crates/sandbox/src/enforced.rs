//! What is enforced on this machine: recorded with every match.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What is enforced on this machine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Enforced {
    /// Own file system, network, processes.
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

impl Enforced {
    /// What a program finds out about its walls, in one sentence; none if there are none.
    #[must_use]
    pub fn in_words(&self) -> Option<String> {
        let files = match (self.namespaces, self.landlock) {
            (true, _) => Some("it sees its own files and the system's only"),
            (false, Some(_)) => Some("it can open its own files and the system's only"),
            (false, None) => None,
        };
        let network = (self.namespaces || self.seccomp).then_some("there is no network");
        let processes = self.namespaces.then_some("no other processes exist for it");
        let parts: Vec<&str> = [files, network, processes].into_iter().flatten().collect();
        (!parts.is_empty()).then(|| format!("In the sandbox {}.", parts.join(", ")))
    }
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
