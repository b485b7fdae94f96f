//! Reading a program's CPU time.

use crate::enforced::ClockSource;
use crate::sys;
use rustix::fd::OwnedFd;
use std::io;
use std::time::Duration;

/// Where a program's CPU time is read.
#[derive(Debug)]
pub(crate) enum Clock {
    /// An inherited task-clock counter.
    Perf(OwnedFd),
    /// The clock of the process with this number.
    Process(u32),
}

impl Clock {
    pub(crate) fn source(&self) -> ClockSource {
        match self {
            Self::Perf(_) => ClockSource::Perf,
            Self::Process(_) => ClockSource::Process,
        }
    }

    /// CPU time since the program began.
    pub(crate) fn read(&self) -> io::Result<Duration> {
        match self {
            Self::Perf(counter) => {
                let mut nanoseconds = [0; 8];
                rustix::io::read(counter, &mut nanoseconds)?;
                Ok(Duration::from_nanos(u64::from_ne_bytes(nanoseconds)))
            }
            Self::Process(pid) => sys::process_cpu_time(*pid),
        }
    }
}
