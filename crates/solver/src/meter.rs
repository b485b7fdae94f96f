//! What a search may spend, and who may stop it.

use std::ops::ControlFlow;

/// What a search may spend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Positions looked at. They decide the answer: the same number gives the same answer on every
    /// machine.
    pub nodes: u64,
    /// Bytes for what the search remembers.
    pub memory: usize,
}

impl Limits {
    /// As many nodes as it takes.
    #[must_use]
    pub const fn memory(bytes: usize) -> Self {
        Self { nodes: u64::MAX, memory: bytes }
    }
}

/// How far a search has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// Positions looked at so far.
    pub nodes: u64,
    /// Bytes in use for what is remembered.
    pub memory: usize,
    /// The number of turns that is being tried.
    pub turns: u32,
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Halt {
    /// All nodes are spent.
    Nodes,
    /// All memory is in use.
    Memory,
    /// The caller said so.
    Asked,
}

/// Told of the progress now and then; says whether to go on.
pub type Watch<'a> = &'a mut dyn FnMut(&Progress) -> ControlFlow<()>;

/// Counts what a search spends.
pub(crate) struct Meter<'a> {
    pub(crate) limits: Limits,
    pub(crate) progress: Progress,
    watch: Watch<'a>,
}

/// Nodes between two calls of the watch: some milliseconds.
const PACE: u64 = 1 << 12;

impl<'a> Meter<'a> {
    pub(crate) fn new(limits: Limits, watch: Watch<'a>) -> Self {
        Self { limits, progress: Progress::default(), watch }
    }

    /// Counts a position.
    #[inline]
    pub(crate) fn node(&mut self) -> Result<(), Halt> {
        self.progress.nodes += 1;
        if self.progress.nodes >= self.limits.nodes {
            return Err(Halt::Nodes);
        }
        if self.progress.nodes.is_multiple_of(PACE) && (self.watch)(&self.progress).is_break() {
            return Err(Halt::Asked);
        }
        Ok(())
    }

    /// Takes memory, if there is so much left.
    pub(crate) fn take(&mut self, bytes: usize) -> Result<(), Halt> {
        let used = self.progress.memory.saturating_add(bytes);
        if used > self.limits.memory {
            return Err(Halt::Memory);
        }
        self.progress.memory = used;
        Ok(())
    }

    /// Gives memory back.
    pub(crate) fn give_back(&mut self, bytes: usize) {
        self.progress.memory -= bytes;
    }
}
