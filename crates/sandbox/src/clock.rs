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
    /// An inherited task-clock counter.
    Perf(OwnedFd),
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
            Counter::Perf(_) => ClockSource::Perf,
            Counter::Process(_) => ClockSource::Process,
        }
    }

    /// CPU time since the program began.
    pub(crate) fn read(&self) -> io::Result<Duration> {
        Ok(self.counter.read()?.saturating_sub(self.begin))
    }
}

impl Counter {
    fn read(&self) -> io::Result<Duration> {
        match self {
            Self::Cgroup(group) => group.cpu_time(),
            Self::Perf(counter) => {
                let mut nanoseconds = [0; 8];
                rustix::io::read(counter, &mut nanoseconds)?;
                Ok(Duration::from_nanos(u64::from_ne_bytes(nanoseconds)))
            }
            Self::Process(pid) => sys::process_cpu_time(*pid),
        }
    }
}
