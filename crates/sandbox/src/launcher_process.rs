//! The launcher's process, as the runner holds it: it is waited for in every case, and never for
//! ever.

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fd::OwnedFd;
use rustix::process::{Pid, PidfdFlags, Signal, pidfd_open, pidfd_send_signal};
use std::fs::File;
use std::io::{self, Read};
use std::process::Child;
use std::time::Duration;

/// The launcher's process. Dropping it ends it.
#[derive(Debug)]
pub(crate) struct Launcher {
    process: Held,
    /// What it prints.
    errors: Option<File>,
}

/// How a launcher's process is held.
#[derive(Debug)]
enum Held {
    /// It was executed from here.
    Executed(Child),
    /// It is the copy of another process, with what tells of its end.
    Copied(u32, OwnedFd),
}

/// How long a launcher that has reported the end, or was told to go, may take for it.
const LONGEST_END: Duration = Duration::from_secs(10);
/// Bytes of what it or bubblewrap printed that are of interest.
const MOST_WORDS: u64 = 4096;

impl Launcher {
    pub(crate) fn executed(mut child: Child) -> Self {
        let errors = child.stderr.take().map(|errors| File::from(OwnedFd::from(errors)));
        Self { process: Held::Executed(child), errors }
    }

    pub(crate) fn copied(process: u32, end: OwnedFd, errors: File) -> Self {
        Self { process: Held::Copied(process, end), errors: Some(errors) }
    }

    pub(crate) fn id(&self) -> u32 {
        match &self.process {
            Held::Executed(child) => child.id(),
            Held::Copied(process, _) => *process,
        }
    }

    /// What it prints, to be read or closed.
    pub(crate) fn errors(&mut self) -> Option<File> {
        self.errors.take()
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
        self.kill();
        // Whoever does not even end now waits in the kernel for something that does not answer. It
        // stays as what it is.
        self.ends_within(LONGEST_END);
    }

    fn ends_within(&mut self, time: Duration) -> bool {
        match &mut self.process {
            Held::Copied(_, end) => has_ended(end, time),
            Held::Executed(child) => {
                if let Ok(Some(_)) = child.try_wait() {
                    return true;
                }
                let process = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
                let end = process.and_then(|process| pidfd_open(process, PidfdFlags::empty()).ok());
                if let Some(end) = end {
                    has_ended(&end, time);
                }
                matches!(child.try_wait(), Ok(Some(_)))
            }
        }
    }

    fn kill(&mut self) {
        // Whoever has ended needs no killing.
        let _ = match &mut self.process {
            Held::Executed(child) => child.kill(),
            Held::Copied(_, end) => pidfd_send_signal(end, Signal::KILL).map_err(io::Error::from),
        };
    }
}

/// Whether a process ends within this time.
fn has_ended(end: &OwnedFd, time: Duration) -> bool {
    let time = Timespec::try_from(time).ok();
    poll(&mut [PollFd::new(end, PollFlags::IN)], time.as_ref()).is_ok_and(|ended| ended > 0)
}

impl Drop for Launcher {
    fn drop(&mut self) {
        if !self.ends_within(Duration::ZERO) {
            self.kill();
            self.ends_within(LONGEST_END);
        }
    }
}
