//! Waiting for the program and for every orphan it leaves.

use rustix::event::{EventfdFlags, eventfd};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions, WaitStatus, wait};
use std::io;
use std::sync::{Arc, OnceLock};
use std::thread::JoinHandle;

/// A thread that waits for processes until there are none.
///
/// The dead are waited for at once: until then they would count against the program's limit of processes.
pub(super) struct Reaper {
    shared: Arc<Shared>,
    thread: JoinHandle<()>,
}

struct Shared {
    program: Pid,
    status: OnceLock<WaitStatus>,
    news: OwnedFd,
}

impl Reaper {
    pub(super) fn new(program: Pid) -> io::Result<Self> {
        let news = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        let shared = Arc::new(Shared { program, status: OnceLock::new(), news });
        let for_thread = Arc::clone(&shared);
        let thread = std::thread::Builder::new().stack_size(64 << 10).spawn(move || for_thread.reap())?;
        Ok(Self { shared, thread })
    }

    /// How the program ended, if it has.
    pub(super) fn program_ended(&self) -> Option<WaitStatus> {
        self.shared.status.get().copied()
    }

    /// Readable when the program has ended.
    pub(super) fn news(&self) -> BorrowedFd<'_> {
        self.shared.news.as_fd()
    }

    /// Whether no process is left.
    pub(super) fn is_done(&self) -> bool {
        self.thread.is_finished()
    }
}

impl Shared {
    fn reap(&self) {
        loop {
            match wait(WaitOptions::empty()) {
                Ok(Some((pid, status))) if pid == self.program => self.tell(status),
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }

    fn tell(&self, status: WaitStatus) {
        let _ = self.status.set(status);
        let _ = rustix::io::write(&self.news, &1_u64.to_ne_bytes());
    }
}
