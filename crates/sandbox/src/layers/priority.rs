//! Programs stand back behind others as far as the thread that starts them (`nice`).
//!
//! A program has a session of its own, and Linux shares processors between sessions first
//! (`sched_autogroup`), between control groups likewise: the number that a process inherits counts
//! inside of its session only. So the session, or the group, is told as well.

use rustix::process::{getpriority_process, setpriority_process};
use std::fs;
use std::io;
use std::path::Path;
use std::thread::sleep;
use std::time::Duration;

/// Linux lets ordinary users tell sessions ten times a second, all of them together.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_millis(30);

/// How far the calling thread stands back; none if it does not, or the other way.
pub(crate) fn of_this_thread() -> Option<i32> {
    getpriority_process(None).ok().filter(|nice| *nice > 0)
}

/// Has this process stand back as far as this, unless it stands back further.
pub(crate) fn stand_back(nice: i32) {
    if of_this_thread().unwrap_or_default() < nice {
        let _ = setpriority_process(None, nice);
    }
}

/// Has the session of a program stand back. Where sessions do not matter nothing is to be done, and
/// where they cannot be told the program only competes harder.
pub(crate) fn lower_session(leader: u32) {
    let Some(nice) = of_this_thread() else { return };
    let file = format!("/proc/{leader}/autogroup");
    for _ in 0..TRIES {
        match fs::write(&file, nice.to_string()) {
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => sleep(PAUSE),
            _ => return,
        }
    }
}

/// Has a control group stand back, if it has a weight.
pub(crate) fn lower_group(folder: &Path) {
    if let Some(nice) = of_this_thread() {
        let _ = fs::write(folder.join("cpu.weight.nice"), nice.to_string());
    }
}
