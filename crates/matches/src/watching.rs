//! Watching a program beside its turns: while it starts, while it should leave, while it should
//! answer and does nothing.
//!
//! What a program uses and what it is denied of CPU time tell waiting from thinking, however busy
//! the machine is.

use crate::occupant::Occupant;
use crate::program::{ProgramSeat, timespec, wait_and_serve};
use crate::protocol::{Message, Reply};
use crate::protocol_fault::PendingOutput;
use crate::{Clock, Stop};
use rustix::event::{PollFd, PollFlags, poll};
use sandbox::{Ending, Process};
use std::time::{Duration, Instant};

/// What was seen of a program beside its turns.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ActivityBesideTurns {
    /// From `start` until it was at rest, if that was waited for.
    pub start: Option<ActivityInterval>,
    /// After `end`, or after its input was closed without one. None if it was put out before.
    pub parting: Option<ActivityInterval>,
    /// What it left of its bank.
    pub bank_left: Duration,
    /// The last lines it wrote to standard error.
    pub stderr: Vec<String>,
}

/// What a program did in a time in which it was asked for nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ActivityInterval {
    /// How it ended by itself, if it did.
    pub ended: Option<Ending>,
    /// CPU time it used.
    pub cpu: Duration,
    /// Time on the wall until it had ended, was at rest, or was given up.
    pub wall: Duration,
    /// What it wrote to standard output.
    pub written: Vec<u8>,
}

/// How long a program is left to itself.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObservationLimit {
    /// CPU time it may burn.
    pub(crate) cpu: Duration,
    /// Time without any use of CPU time after which it is taken to wait.
    pub(crate) quiet: Duration,
    /// Time on the wall, whatever it does.
    pub(crate) wall: Duration,
}

impl ObservationLimit {
    /// For programs whose input has ended: time to tidy up, and to show that they do nothing of the
    /// kind.
    pub(crate) const PARTING: Self =
        Self { cpu: Duration::from_secs(1), quiet: Duration::from_secs(1), wall: Duration::from_secs(20) };

    /// For a program that starts: as long as the clock gives it.
    pub(crate) fn start(clock: Clock) -> Self {
        Self { cpu: clock.start, quiet: Duration::from_millis(500), wall: clock.start + clock.wall }
    }
}

/// Since when a program has been doing nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rest {
    since: Instant,
    /// CPU time that it had wanted by then, whether it got it or not.
    wanted: Duration,
}

impl Default for Rest {
    fn default() -> Self {
        Self { since: Instant::now(), wanted: Duration::ZERO }
    }
}

/// The share of the time that a waiting program may use all the same: timers, garbage collection.
const RESTLESSNESS: u32 = 100;

/// How often a program that is watched is looked at.
const LOOK: Duration = Duration::from_millis(20);

impl ProgramSeat {
    /// Looks from now on whether the program does anything.
    pub(crate) fn begin_watch(&mut self) {
        self.rest = Rest { since: Instant::now(), wanted: self.wanted() };
    }

    /// Whether the program has done nothing for so long.
    pub(crate) fn is_at_rest(&mut self, quiet: Duration) -> bool {
        let wanted = self.wanted();
        if wanted.abs_diff(self.rest.wanted) > quiet / RESTLESSNESS {
            self.rest = Rest { since: Instant::now(), wanted };
        }
        self.rest.since.elapsed() >= quiet
    }

    /// Leaves the program to itself until it ends, is at rest, or has used up our patience.
    pub(crate) fn observe(&mut self, patience: ObservationLimit, stop: &Stop) -> ActivityInterval {
        self.observe_from(Instant::now(), patience, stop)
    }

    /// Says goodbye, closes the input of the program, and watches how it leaves.
    pub(crate) fn take_leave(&mut self, announcement: Option<&Message<'_>>, stop: &Stop) -> ActivityInterval {
        let begin = Instant::now();
        self.wake();
        if let Some(message) = announcement {
            self.send(message);
        }
        while !self.has_sent() && begin.elapsed() < ObservationLimit::PARTING.quiet && !stop.is_wanted() {
            wait_and_serve(std::iter::once(&mut *self as &mut (dyn Occupant + 'static)), LOOK);
        }
        self.hang_up();
        self.observe_from(begin, ObservationLimit::PARTING, stop)
    }

    fn observe_from(&mut self, begin: Instant, patience: ObservationLimit, stop: &Stop) -> ActivityInterval {
        let cpu_before = self.cpu_time();
        self.begin_watch();
        let (ended, cpu) = loop {
            self.work_pipes();
            let ended = self.process.as_mut().and_then(Process::try_ended);
            let cpu = self.cpu_time().saturating_sub(cpu_before);
            if let Some(ended) = ended {
                // What it wrote last may still be in the pipes.
                self.work_pipes();
                break (Some(ended.ending), cpu);
            }
            let given_up = cpu > patience.cpu || begin.elapsed() > patience.wall || stop.is_wanted();
            if given_up || self.is_at_rest(patience.quiet) {
                break (None, cpu);
            }
            self.await_news();
        };
        ActivityInterval { ended, cpu, wall: begin.elapsed(), written: self.inbox.everything() }
    }

    /// Closes the input of a program that does not reply, to see what it has in hand.
    pub(crate) fn silence(&mut self, turn: u32, stop: &Stop) -> PendingOutput {
        let unended = !self.inbox.rest().is_empty();
        self.hang_up();
        let shown = self.observe(ObservationLimit::PARTING, stop);
        let mut lines = shown.written.split(|byte| *byte == b'\n');
        if unended {
            PendingOutput::Unended
        } else if lines.any(|line| Reply::read(line).is_ok_and(|reply| reply.turn == turn)) {
            PendingOutput::Withheld
        } else {
            PendingOutput::Nothing
        }
    }

    /// CPU time that the program used, and what its threads waited for some.
    fn wanted(&mut self) -> Duration {
        self.cpu_time() + self.run_delay()
    }

    fn cpu_time(&mut self) -> Duration {
        self.process.as_mut().map_or(Duration::ZERO, Process::cpu_time)
    }

    /// Waits until the program writes or ends, or it is time to look at its clock again.
    fn await_news(&self) {
        let news = self.process.as_ref().map(Process::news);
        let ends = [news, self.stdout(), self.stderr()].into_iter().flatten();
        let mut watched: Vec<PollFd<'_>> =
            ends.map(|end| PollFd::from_borrowed_fd(end, PollFlags::IN)).collect();
        let _ = poll(&mut watched, Some(&timespec(LOOK)));
    }
}
