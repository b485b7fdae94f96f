//! Reading a program's CPU time.

use crate::enforced::ClockSource;
use crate::layers::cgroup::Group;
use crate::sys;
use rustix::fd::OwnedFd;
use std::io;
use std::time::Duration;

/// A program's CPU time.
#[derive(Debug)]
pub(crate) struct Clock {
    counter: Counter,
    /// What had been counted when the program began: the work of its process on itself.
    begin: Duration,
}

/// Where a program's CPU time is read.
#[derive(Debug)]
pub(crate) enum Counter {
    /// A control group.
    Cgroup(Group),
    /// An inherited task-clock counter, with the number of the program's first process.
    Perf(OwnedFd, u32),
    /// The clock of the process with this number.
    Process(u32),
}

impl Clock {
    /// A clock that begins now.
    pub(crate) fn begin(counter: Counter) -> Self {
        let begin = counter.read().unwrap_or_default();
        Self { counter, begin }
    }

    pub(crate) fn source(&self) -> ClockSource {
        match self.counter {
            Counter::Cgroup(_) => ClockSource::Cgroup,
            Counter::Perf(..) => ClockSource::Perf,
            Counter::Process(_) => ClockSource::Process,
        }
    }

    /// CPU time since the program began.
    ///
    /// An inherited counter can be shaken off. The launcher sees to it that whoever does so is
    /// ended; what the first process has used by its own clock is charged in any case.
    pub(crate) fn read(&self) -> io::Result<Duration> {
        let counted = self.counter.read()?.saturating_sub(self.begin);
        let Counter::Perf(_, process) = self.counter else { return Ok(counted) };
        Ok(charged(counted, sys::process_cpu_time(process).unwrap_or_default()))
    }

    /// CPU time of a program that has ended, when those of its processes that were waited for had
    /// used this much.
    pub(crate) fn read_after_the_end(&self, waited_for: Duration) -> Duration {
        charged(
            self.counter.read().map_or(Duration::ZERO, |counted| counted.saturating_sub(self.begin)),
            waited_for,
        )
    }
}

/// What a counter has counted, unless a process clock that it should cover is far ahead of it:
/// preparing a process is not charged.
fn charged(counted: Duration, process: Duration) -> Duration {
    const PREPARATION: Duration = Duration::from_millis(200);
    if process > counted * 2 + PREPARATION { process } else { counted }
}

impl Counter {
    fn read(&self) -> io::Result<Duration> {
        match self {
            Self::Cgroup(group) => group.cpu_time(),
            Self::Perf(counter, _) => sys::read_counter(counter),
            Self::Process(pid) => sys::process_cpu_time(*pid),
        }
    }
}
