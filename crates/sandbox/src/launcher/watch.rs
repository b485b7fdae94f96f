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
pub(super) struct ResourceWatch {
    /// Scratch on disk has no size of its own.
    scratch: bool,
    /// The kernel's limit counts other processes of the user, too, and leaves room for them.
    processes: bool,
    /// The kernel's limit is one on writable memory of each process. Nobody bounds that of several together, nor what was writable once.
    memory: bool,
    /// What unread bytes in sockets take is counted nowhere.
    sockets: bool,
    interval: Duration,
}

/// How often is looked, where that is only to add up what each process is allowed by itself.
const USUAL: Duration = Duration::from_millis(20);
/// How often where nothing else bounds the number of processes.
const SHORT: Duration = Duration::from_millis(5);
/// Looking must not become work that nobody is charged for: it is rarer than it takes long by this factor.
const REST: u32 = 20;
/// But what grows unseen for longer than this may become too much for the machine.
const LONGEST: Duration = Duration::from_millis(200);

impl ResourceWatch {
    pub(super) fn new(start: &Start, scratch: &Scratch, reach: Reach) -> Self {
        let walls = &start.walls;
        let unbounded = walls.rlimits && !walls.cgroup_limits;
        let processes = unbounded && reach == Reach::Descendants;
        Self {
            scratch: walls.rlimits && scratch.on_disk,
            processes,
            memory: unbounded,
            sockets: unbounded,
            interval: if processes { SHORT } else { USUAL },
        }
    }

    /// How long to wait before the next look after one that took this long; `None` if there is nothing to look at.
    pub(super) fn pause(self, last: Duration) -> Option<Duration> {
        let anything = self.scratch || self.processes || self.memory || self.sockets;
        anything.then(|| self.interval.max((last * REST).min(LONGEST)))
    }

    /// What the program has too much of.
    pub(super) fn look(self, tree: &Tree, scratch: &Scratch, limits: &Limits) -> Option<Exceeded> {
        if self.scratch && scratch.is_full(limits) {
            return Some(Exceeded::Scratch);
        }
        let processes = tree.processes();
        if self.processes && threads(tree, &processes) > u64::from(limits.processes) {
            return Some(Exceeded::Processes);
        }
        if self.memory && uses_more_than(limits.memory, tree, &processes) {
            return Some(Exceeded::Memory);
        }
        (self.sockets && sockets(tree, &processes) > limits.open_files as usize).then_some(Exceeded::Sockets)
    }
}

/// All sockets of the program. In a network of its own there are no others, and those on their way from one process to another are seen, too.
fn sockets(tree: &Tree, processes: &[Pid]) -> usize {
    match tree.reach {
        Reach::Namespace => tree.proc.read("1/net/unix").map_or(0, |table| table.lines().skip(1).count()),
        Reach::User(_) | Reach::Descendants => {
            processes.iter().map(|process| tree.proc.sockets(*process)).sum()
        }
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

/// Memory in use, counted in every process that shares it, with the tables that lead to it.
fn resident(tree: &Tree, process: Pid) -> u64 {
    let text = tree.proc.read_of(process, "status").unwrap_or_default();
    ["RssAnon", "RssShmem", "VmPTE"].iter().filter_map(|name| field(&text, name)).sum::<u64>() * 1024
}

/// The same with shared parts divided among those who share them.
fn share(tree: &Tree, process: Pid) -> u64 {
    let Ok(text) = tree.proc.read_of(process, "smaps_rollup") else { return resident(tree, process) };
    let status = tree.proc.read_of(process, "status").unwrap_or_default();
    let parts = ["Pss_Anon", "Pss_Shmem"].iter().filter_map(|name| field(&text, name));
    (parts.sum::<u64>() + field(&status, "VmPTE").unwrap_or(0)) * 1024
}
