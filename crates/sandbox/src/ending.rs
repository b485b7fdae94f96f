//! How a program ended.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// How a program ended, and what it had used.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ended {
    /// How it ended.
    pub ending: Ending,
    /// CPU time of everything it started.
    pub cpu: Duration,
    /// Bytes of memory its largest process had in use at its peak.
    pub peak_memory: u64,
}

/// How a program ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// It ended by itself, with this status.
    Exited(i32),
    /// This signal ended it.
    Signalled(i32),
    /// It was ended because it used too much of something.
    Exceeded(Exceeded),
    /// The caller ended it.
    Killed,
    /// Nobody can say: the launcher is gone, for this reason.
    Lost(String),
}

/// What a program used too much of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Exceeded {
    /// CPU time.
    Cpu,
    /// Time on the wall.
    Wall,
    /// Bytes on standard output.
    Output,
    /// Memory of all its processes together.
    Memory,
    /// The size of one file.
    FileSize,
    /// Processes and threads.
    Processes,
    /// Sockets of all its processes together.
    Sockets,
    /// Bytes or files in its scratch folder.
    Scratch,
    /// CPU time that its clock did not count.
    Uncounted,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exited(status) => write!(f, "it ended with status {status}"),
            Self::Signalled(signal) => {
                write!(f, "it was ended by signal {signal} ({})", signal_name(*signal))
            }
            Self::Exceeded(what) => write!(f, "it was ended because it used too much {what}"),
            Self::Killed => f.write_str("it was ended from outside"),
            Self::Lost(why) => write!(f, "it was lost: {why}"),
        }
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cpu => "CPU time",
            Self::Wall => "time",
            Self::Output => "output",
            Self::Memory => "memory",
            Self::FileSize => "space in one file",
            Self::Processes => "of the room for processes",
            Self::Sockets => "of the room for sockets",
            Self::Scratch => "space in its scratch folder",
            Self::Uncounted => "CPU time out of sight of its clock",
        })
    }
}

fn signal_name(signal: i32) -> &'static str {
    match signal {
        libc::SIGABRT => "abort",
        libc::SIGBUS => "bus error",
        libc::SIGFPE => "division by zero",
        libc::SIGILL => "illegal instruction",
        libc::SIGKILL => "kill",
        libc::SIGPIPE => "broken pipe",
        libc::SIGSEGV => "segmentation fault",
        libc::SIGSYS => "forbidden system call",
        libc::SIGTERM => "terminate",
        libc::SIGXCPU => "CPU time",
        _ => "see signal(7)",
    }
}
