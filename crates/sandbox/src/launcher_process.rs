//! The launcher's process, as the runner holds it: it is waited for in every case, and never for
//! ever.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{PidfdFlags, pidfd_open};
use std::io::Read;
use std::process::{Child, ChildStderr};
use std::time::Duration;

/// The launcher's process. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct Launcher(Child);

/// How long a launcher that has reported the end, or was told to go, may take for it.
const LONGEST_END: Duration = Duration::from_secs(10);
/// Bytes of what it or bubblewrap printed that are of interest.
const MOST_WORDS: u64 = 4096;

impl Launcher {
    pub(crate) fn new(child: Child) -> Self {
        Self(child)
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// What it prints, to be read or closed.
    pub(crate) fn errors(&mut self) -> Option<ChildStderr> {
        self.0.stderr.take()
    }

    /// What it printed before it ended; it was told to.
    pub(crate) fn last_words(&mut self) -> String {
        self.wait();
        let mut said = Vec::new();
        if let Some(errors) = self.errors() {
            let _ = errors.take(MOST_WORDS).read_to_end(&mut said);
        }
        String::from_utf8_lossy(&said).into_owned()
    }

    /// Waits until it has ended; if it takes too long, it is ended. Its program ends with it: by
    /// the kernel, which ends a namespace with its first process and a child that wants it with its
    /// parent.
    pub(crate) fn wait(&mut self) {
        if self.ends_within(LONGEST_END) {
            return;
        }
        let _ = self.0.kill();
        // Whoever does not even end now waits in the kernel for something that does not answer. It
        // stays as what it is.
        self.ends_within(LONGEST_END);
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        let process = i32::try_from(self.0.id()).ok().and_then(rustix::process::Pid::from_raw);
        if let Ok(Some(_)) = self.0.try_wait() {
            return true;
        }
        let news = process.and_then(|process| pidfd_open(process, PidfdFlags::empty()).ok());
        let time = Timespec::try_from(time).ok();
        let _ = news.map(|news| poll(&mut [PollFd::new(&news, PollFlags::IN)], time.as_ref()));
        matches!(self.0.try_wait(), Ok(Some(_)))
    }
}

impl Drop for Launcher {
    fn drop(&mut self) {
        if !matches!(self.0.try_wait(), Ok(Some(_))) {
            let _ = self.0.kill();
            self.ends_within(LONGEST_END);
        }
    }
}
