//! Everything the program started: to be counted, stopped, let go on, and ended.

use super::proc::Proc;
use super::reaper::Reaper;
use crate::layers::user::Nobody;
use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use std::time::{Duration, Instant};

/// Everything the program started.
#[derive(Debug)]
pub(super) struct Tree {
    pub(super) proc: Proc,
    pub(super) reach: Reach,
}

/// By what everything the program started is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    /// There is nobody else in the namespace.
    Namespace,
    /// No other program runs as this user.
    User(Nobody),
    /// Descendants of the launcher, looked up one by one.
    Descendants,
}

/// How long the end of everything is waited for: long enough for any number of processes on a busy
/// machine.
pub(super) const LONGEST_END: Duration = Duration::from_secs(30);

/// How often a stop is repeated, and how long after the last.
const MOST_STOPS: u32 = 100;
const BETWEEN_STOPS: Duration = Duration::from_micros(50);

/// Stopped, dead, or waiting in the kernel: whoever waits for a child after vfork stops only when
/// that is over.
const STOPPED: [char; 6] = ['T', 't', 'Z', 'X', 'x', 'D'];

impl Tree {
    /// Its processes at this moment.
    pub(super) fn processes(&self) -> Vec<Pid> {
        match self.reach {
            Reach::Namespace => self.proc.others(),
            Reach::User(_) | Reach::Descendants => self.proc.descendants(),
        }
    }

    /// Stops everything, and returns when it stands still.
    ///
    /// Once is not always enough: a process that is not yet stopped can wake another that is.
    /// Whoever keeps running all the same is charged for it.
    pub(super) fn freeze(&self) {
        for _ in 0..MOST_STOPS {
            self.signal(Signal::STOP);
            if self.stands_still() {
                return;
            }
            std::thread::sleep(BETWEEN_STOPS);
        }
    }

    /// Stops everything at its next step, without waiting for it.
    pub(super) fn stop(&self) {
        self.signal(Signal::STOP);
    }

    fn stands_still(&self) -> bool {
        let mut threads = self.processes().into_iter().flat_map(|process| self.proc.threads(process));
        threads.all(|thread| self.proc.state(&thread).is_none_or(|state| STOPPED.contains(&state)))
    }

    pub(super) fn thaw(&self) {
        self.signal(Signal::CONT);
    }

    /// Ends everything and waits until it is gone; whether it is. What waits in the kernel for a
    /// device that does not answer cannot be ended.
    pub(super) fn kill(&self, reaper: &Reaper) -> bool {
        let deadline = Instant::now() + LONGEST_END;
        while !reaper.is_done() && Instant::now() < deadline {
            self.signal(Signal::KILL);
            reaper.wait_a_little(Duration::from_millis(1));
        }
        reaper.is_done()
    }

    /// Sends a signal to every process. Those that ended meanwhile do not matter.
    fn signal(&self, signal: Signal) {
        match self.reach {
            Reach::Namespace => signal_all(signal),
            Reach::User(user) => signal_all_of(user, signal),
            Reach::Descendants => {
                for process in self.proc.descendants() {
                    let _ = kill_process(process, signal);
                }
            }
        }
    }
}

/// Sends a signal to all processes that may be sent one, but the sender: at one stroke, so that
/// nobody can fork away from it.
fn signal_all(signal: Signal) {
    // The group "1" means everybody; see kill(2).
    let _ = kill_process_group(Pid::INIT, signal);
}

/// Sends a signal to all processes of a user, from a thread that becomes that user: it may signal
/// no others.
fn signal_all_of(user: Nobody, signal: Signal) {
    let thread = std::thread::spawn(move || {
        if user.become_now().is_ok() {
            signal_all(signal);
        }
    });
    let _ = thread.join();
}
