//! Everything the program started: to be stopped, let go on, and ended.

use super::reaper::Reaper;
use rustix::process::{Pid, Signal, kill_process};
use std::fs;
use std::time::Duration;

/// Everything the program started.
pub(super) struct Tree {
    program: Pid,
}

impl Tree {
    pub(super) fn new(program: Pid) -> Self {
        Self { program }
    }

    pub(super) fn freeze(&self) {
        self.signal(Signal::STOP);
    }

    pub(super) fn thaw(&self) {
        self.signal(Signal::CONT);
    }

    /// Ends everything and waits until it is gone.
    pub(super) fn kill(&self, reaper: &Reaper) {
        while !reaper.is_done() {
            self.signal(Signal::KILL);
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    fn signal(&self, signal: Signal) {
        for process in descendants() {
            // It may have ended meanwhile.
            let _ = kill_process(process, signal);
        }
    }
}

/// All processes below this one, whoever started them: orphans become children of the launcher.
fn descendants() -> Vec<Pid> {
    let mut found = children(rustix::process::getpid());
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        found.extend(children(process));
        next += 1;
    }
    found
}

fn children(process: Pid) -> Vec<Pid> {
    let folder = format!("/proc/{}/task", process.as_raw_nonzero());
    let threads = fs::read_dir(folder).into_iter().flatten().flatten();
    let lists = threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists.flat_map(|list| list.split_whitespace().filter_map(pid).collect::<Vec<_>>()).collect()
}

fn pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}
