//! Waiting for the program and for every orphan it leaves.

use rustix::event::{EventfdFlags, PollFd, PollFlags, Timespec, eventfd, poll};
use rustix::fd::{AsFd, BorrowedFd, OwnedFd};
use rustix::io::Errno;
use rustix::process::{Pid, WaitOptions, WaitStatus, wait};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// A thread that waits for processes until there are none.
///
/// The dead are waited for at once: until then they would count against the program's limit of
/// processes.
#[derive(Debug)]
pub(super) struct Reaper(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    program: Pid,
    status: OnceLock<WaitStatus>,
    is_done: AtomicBool,
    /// Written to when the program has ended, and when no process is left.
    news: OwnedFd,
}

impl Reaper {
    pub(super) fn new(program: Pid) -> io::Result<Self> {
        let news = eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        let is_done = AtomicBool::new(false);
        let shared = Arc::new(Shared { program, status: OnceLock::new(), is_done, news });
        let for_thread = Arc::clone(&shared);
        std::thread::Builder::new().stack_size(64 << 10).spawn(move || for_thread.reap())?;
        Ok(Self(shared))
    }

    /// How the program ended, if it has.
    pub(super) fn program_ended(&self) -> Option<WaitStatus> {
        self.0.status.get().copied()
    }

    /// Readable when the program has ended.
    pub(super) fn news(&self) -> BorrowedFd<'_> {
        self.0.news.as_fd()
    }

    /// Whether no process is left.
    pub(super) fn is_done(&self) -> bool {
        self.0.is_done.load(Ordering::Acquire)
    }

    /// Waits until something ended, but not longer than this.
    pub(super) fn wait_a_little(&self, time: Duration) {
        // What was written before has been seen.
        let _ = rustix::io::read(&self.0.news, &mut [0; 8]);
        if !self.is_done() {
            let time = Timespec::try_from(time).ok();
            let _ = poll(&mut [PollFd::from_borrowed_fd(self.news(), PollFlags::IN)], time.as_ref());
        }
    }
}

impl Shared {
    fn reap(&self) {
        loop {
            match wait(WaitOptions::empty()) {
                Ok(Some((pid, status))) if pid == self.program => {
                    let _ = self.status.set(status);
                    self.tell();
                }
                Ok(_) | Err(Errno::INTR) => {}
                Err(_) => break,
            }
        }
        self.is_done.store(true, Ordering::Release);
        self.tell();
    }

    fn tell(&self) {
        let _ = rustix::io::write(&self.news, &1_u64.to_ne_bytes());
    }
}
