//! Looking after what no limit of the kernel bounds here, and after the clock.

use super::accounts::{Account, Accounts};
use super::scratch::Scratch;
use super::tree::{Reach, Tree};
use crate::ending::Exceeded;
use crate::program::{Author, Limits};
use crate::sys;
use crate::wire::Start;
use rustix::fd::OwnedFd;
use rustix::process::Pid;
use std::time::Duration;

/// What has to be looked at from time to time: a program that is found beyond its limits is ended.
#[derive(Debug)]
pub(super) struct ResourceWatch {
    scratch: ScratchWatch,
    /// The kernel's limit counts other processes of the user, too, and leaves room for them.
    processes: bool,
    /// The kernel's limit is one on writable memory of each process. Nobody bounds that of several
    /// together, nor what was writable once.
    memory: Option<MemoryWatch>,
    /// What unread bytes in sockets take is counted nowhere.
    sockets: bool,
    clock: Option<ClockWatch>,
    interval: Duration,
}

/// What of a scratch folder has to be added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ScratchWatch {
    /// It has a size of its own.
    Nothing,
    /// The files in it.
    Files,
    /// Those, and what was removed and is still open.
    RemovedFiles,
}

/// How often is looked, where that is only to add up what each process is allowed by itself.
const USUAL: Duration = Duration::from_millis(20);
/// How often where nothing else bounds the number of processes, and where much of the memory is in
/// use.
const SHORT: Duration = Duration::from_millis(5);
/// Looking must not become work that nobody is charged for: it is rarer than the CPU time it takes
/// by this factor.
const REST: u32 = 20;
/// But what grows unseen for longer than this may become too much for the machine.
const LONGEST: Duration = Duration::from_millis(200);

impl ResourceWatch {
    pub(super) fn new(start: &Start, scratch: &Scratch, reach: Reach, counter: Option<OwnedFd>) -> Self {
        let walls = &start.walls;
        let unbounded = walls.rlimits && !walls.cgroup_limits;
        let processes = unbounded && reach == Reach::Descendants;
        let owner = walls.user.map_or_else(|| rustix::process::getuid().as_raw(), |user| user.id);
        Self {
            scratch: match start.program.author {
                _ if !walls.rlimits || !scratch.on_disk => ScratchWatch::Nothing,
                // It may not remove any.
                Author::Stranger => ScratchWatch::Files,
                Author::Tool => ScratchWatch::RemovedFiles,
            },
            processes,
            memory: unbounded.then(MemoryWatch::default),
            sockets: unbounded,
            clock: counter.filter(|_| walls.rlimits).map(|counter| ClockWatch { counter, owner }),
            interval: if processes { SHORT } else { USUAL },
        }
    }

    /// How long to wait before the next look after one that took this much CPU time; `None` if
    /// there is nothing to look at.
    pub(super) fn pause(&self, last: Duration) -> Option<Duration> {
        let anything = self.scratch != ScratchWatch::Nothing
            || self.processes
            || self.memory.is_some()
            || self.sockets
            || self.clock.is_some();
        let near = self.memory.as_ref().is_some_and(|memory| memory.is_near);
        let interval = if near { self.interval.min(SHORT) } else { self.interval };
        anything.then(|| interval.max((last * REST).min(LONGEST)))
    }

    /// What the program has too much of. A program that stands still on the runner's order stays as
    /// it is.
    pub(super) fn look(
        &mut self,
        tree: &Tree,
        scratch: &Scratch,
        limits: &Limits,
        frozen: bool,
    ) -> Option<Exceeded> {
        let processes = tree.processes();
        if self.is_scratch_full(tree, scratch, limits, &processes) {
            return Some(Exceeded::Scratch);
        }
        let accounts = Accounts::read(&tree.proc, &processes);
        if self.processes && accounts.threads() > u64::from(limits.processes) {
            return Some(Exceeded::Processes);
        }
        if let Some(memory) = &mut self.memory
            && memory.is_too_much(limits.memory, tree, &accounts, frozen)
        {
            return Some(Exceeded::Memory);
        }
        if self.sockets && sockets(tree, &processes) > limits.open_files as usize {
            return Some(Exceeded::Sockets);
        }
        self.clock.as_ref().and_then(|clock| clock.misses(&accounts).then_some(Exceeded::Uncounted))
    }

    fn is_scratch_full(&self, tree: &Tree, scratch: &Scratch, limits: &Limits, processes: &[Pid]) -> bool {
        let removed = match self.scratch {
            ScratchWatch::Nothing => return false,
            ScratchWatch::Files => 0,
            ScratchWatch::RemovedFiles => scratch.removed_bytes(&tree.proc, processes),
        };
        scratch.is_full(limits, removed)
    }
}

/// All sockets of the program. In a network of its own there are no others, and those on their way
/// from one process to another are seen, too.
fn sockets(tree: &Tree, processes: &[Pid]) -> usize {
    match tree.reach {
        Reach::Namespace => tree.proc.read("1/net/unix").map_or(0, |table| table.lines().skip(1).count()),
        Reach::User(_) | Reach::Descendants => {
            processes.iter().map(|process| tree.proc.sockets(*process)).sum()
        }
    }
}

/// Adding up memory. Counting what is shared once only is slow, so it is done only where counting
/// it in every process is too much.
#[derive(Default, Debug)]
struct MemoryWatch {
    looks: u32,
    /// Mappings of all processes together, when they were last counted.
    mappings: u64,
    /// Whether much of the limit is in use.
    is_near: bool,
}

/// Mappings of the whole program: what the kernel by default allows one process.
const MOST_MAPPINGS: u64 = 65_530;
/// What the kernel keeps about a mapping: its record, its place in the tree, its share of what
/// leads back from pages to it.
const BYTES_OF_A_MAPPING: u64 = 512;
/// Mappings are counted by reading a line each: not at every look.
const LOOKS_PER_COUNT: u32 = 4;

impl MemoryWatch {
    fn is_too_much(&mut self, most: u64, tree: &Tree, accounts: &Accounts, frozen: bool) -> bool {
        if self.looks.is_multiple_of(LOOKS_PER_COUNT) {
            self.mappings = tree.proc.mappings(accounts.processes(), MOST_MAPPINGS + 1);
        }
        self.looks = self.looks.wrapping_add(1);
        let kernel = self.mappings * BYTES_OF_A_MAPPING;
        let in_use = accounts.in_use() + kernel;
        self.is_near = in_use > most / 2;
        if self.mappings > MOST_MAPPINGS {
            return true;
        }
        if in_use <= most {
            return false;
        }
        // Whoever is being counted must not grow meanwhile, however long it takes on a busy
        // machine. What was found before says nothing: what was shared may have been written, and
        // be shared no more.
        if !frozen {
            tree.stop();
        }
        let is_too_much = kernel + accounts.shares(&tree.proc) > most;
        if !is_too_much && !frozen {
            tree.thaw();
        }
        is_too_much
    }
}

/// Whether the inherited counter still counts. The kernel takes it from a process that executes a
/// file it cannot read.
#[derive(Debug)]
struct ClockWatch {
    counter: OwnedFd,
    /// The user as which the program runs: what it may look at belongs to it.
    owner: u32,
}

/// Time of a process that the counter may miss: its preparation, and a part of every switch between
/// processes.
const UNCOUNTED: Duration = Duration::from_millis(100);
const UNCOUNTED_FACTOR: u32 = 2;

impl ClockWatch {
    fn misses(&self, accounts: &Accounts) -> bool {
        if accounts.iter().any(|account: &Account| account.hides_from(self.owner)) {
            return true;
        }
        let Ok(counted) = sys::read_counter(&self.counter) else { return false };
        accounts.cpu() + sys::usage_of_children().cpu > counted * UNCOUNTED_FACTOR + UNCOUNTED
    }
}
