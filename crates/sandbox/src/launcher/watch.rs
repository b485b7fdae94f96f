//! Looking after what no limit of the kernel bounds here.

use super::proc::field;
use super::scratch::Scratch;
use super::tree::{Reach, Tree};
use crate::ending::Exceeded;
use crate::program::Limits;
use crate::wire::Start;
use rustix::process::Pid;
use std::time::Duration;

/// What has to be looked at from time to time: a program that is found beyond its limits is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Watch {
    /// Scratch on disk has no size of its own.
    scratch: bool,
    /// The kernel's limit counts other processes of the user, too, and leaves room for them.
    processes: bool,
    /// The kernel bounds each process; several together, or shared memory, nobody.
    memory: bool,
}

impl Watch {
    pub(super) fn new(start: &Start, scratch: &Scratch, reach: Reach) -> Self {
        let walls = &start.walls;
        Self {
            scratch: walls.rlimits && scratch.on_disk,
            processes: walls.rlimits && !walls.cgroup_limits && reach == Reach::Descendants,
            memory: walls.rlimits && !walls.cgroup_limits && (walls.processes || !walls.seccomp),
        }
    }

    /// How long to wait before the next look; `None` if there is nothing to look at.
    pub(super) fn interval(self) -> Option<Duration> {
        (self.scratch || self.processes || self.memory).then_some(Duration::from_millis(20))
    }

    /// What the program has too much of.
    pub(super) fn look(self, tree: &Tree, scratch: &Scratch, limits: &Limits) -> Option<Exceeded> {
        if self.scratch && scratch.is_full(limits) {
            return Some(Exceeded::Scratch);
        }
        if !self.processes && !self.memory {
            return None;
        }
        let processes = tree.processes();
        if self.processes && threads(tree, &processes) > u64::from(limits.processes) {
            return Some(Exceeded::Processes);
        }
        (self.memory && uses_more_than(limits.memory, tree, &processes)).then_some(Exceeded::Memory)
    }
}

fn threads(tree: &Tree, processes: &[Pid]) -> u64 {
    let statuses = processes.iter().filter_map(|process| tree.proc.read_of(*process, "status").ok());
    statuses.filter_map(|status| field(&status, "Threads")).sum()
}

/// Whether the processes together have more memory in use. What several share is looked at only if counting it often is too much.
fn uses_more_than(most: u64, tree: &Tree, processes: &[Pid]) -> bool {
    let resident: u64 = processes.iter().map(|process| resident(tree, *process)).sum();
    resident > most && processes.iter().map(|process| share(tree, *process)).sum::<u64>() > most
}

/// Memory in use, counted in every process that shares it.
fn resident(tree: &Tree, process: Pid) -> u64 {
    let text = tree.proc.read_of(process, "status").unwrap_or_default();
    let of = |name| field(&text, name).unwrap_or(0);
    (of("RssAnon") + of("RssShmem")) * 1024
}

/// Memory in use, with shared parts divided among those who share them, less what can be read from files again.
fn share(tree: &Tree, process: Pid) -> u64 {
    match tree.proc.read_of(process, "smaps_rollup") {
        Ok(text) => {
            let of = |name| field(&text, name).unwrap_or(0);
            (of("Pss_Anon") + of("Pss_Shmem")) * 1024
        }
        Err(_) => resident(tree, process),
    }
}
