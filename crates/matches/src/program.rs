//! A program in a seat: its pipes, its clock, and what it was sent.

use crate::clock::{Budget, Clock};
use crate::converse::Conversation;
use crate::inbox::{Inbox, LogTail};
use crate::occupant::Occupant;
use crate::parameters::Parameters;
use crate::protocol::Message;
use crate::record::SeatRecord;
use crate::watching::Rest;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use sandbox::Process;
use serde_json::Value;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

/// CPU time that a waiting bot may use without being suspected of thinking: to flush, to collect
/// garbage.
const IDLE_ALLOWANCE: Duration = Duration::from_millis(10);

/// How long a program that can no longer be talked to is left to end by itself.
const LAST_MOMENT: Duration = Duration::from_millis(500);

/// A program in a seat.
#[derive(Debug)]
pub(crate) struct ProgramSeat {
    /// None once it was ended.
    pub(crate) process: Option<Process>,
    /// Whether its output and its error output are still open.
    open: (bool, bool),
    outgoing: Vec<u8>,
    pub(crate) inbox: Inbox,
    pub(crate) tail: LogTail,
    pub(crate) budget: Budget,
    record: Option<SeatRecord>,
    /// The numbers that the bot leaves open.
    pub(crate) parameters: Parameters,
    /// Whether the bot wants to be told of events.
    pub(crate) wants_events: bool,
    /// What died, and what happened, since the seat was last asked.
    pub(crate) died: Vec<Value>,
    pub(crate) events: Vec<Value>,
    /// The counter when the bot was last heard of.
    cpu_seen: Duration,
    /// The counter at the end of the program.
    cpu_at_end: Duration,
    burns_while_waiting: bool,
    frozen: bool,
    /// Whether every message carries a field that no version of the protocol knows.
    pub(crate) adds_unknown_field: bool,
    /// Since when it has been doing nothing.
    pub(crate) rest: Rest,
    /// What it said, and what it is to be told.
    pub(crate) conversation: Conversation,
}

impl ProgramSeat {
    pub(crate) fn new(
        process: Process,
        clock: Clock,
        record: Option<SeatRecord>,
        parameters: Parameters,
    ) -> Self {
        Self {
            process: Some(process),
            open: (true, true),
            outgoing: Vec::new(),
            inbox: Inbox::default(),
            tail: LogTail::default(),
            budget: Budget::new(clock),
            record,
            parameters,
            wants_events: false,
            died: Vec::new(),
            events: Vec::new(),
            cpu_seen: Duration::ZERO,
            cpu_at_end: Duration::ZERO,
            burns_while_waiting: false,
            frozen: false,
            adds_unknown_field: false,
            rest: Rest::default(),
            conversation: Conversation::default(),
        }
    }

    /// Queues a message and sends what the pipe takes.
    pub(crate) fn send(&mut self, message: &Message<'_>) {
        let mut line = message.line();
        if self.adds_unknown_field {
            add_unknown_field(&mut line);
        }
        if let Some(record) = &mut self.record {
            record.sent(&line);
        }
        self.outgoing.extend_from_slice(&line);
        self.write();
    }

    /// Charges what was burnt since the bot was last heard of, and lets it run.
    pub(crate) fn wake(&mut self) {
        // Before its first turn a bot is starting, not waiting: that time is counted with the turn.
        if self.budget.has_started() {
            let burnt = self.used();
            self.cpu_seen += burnt;
            self.budget.charge_bank(burnt);
            self.burns_while_waiting |= burnt > IDLE_ALLOWANCE;
        }
        if std::mem::take(&mut self.frozen)
            && let Some(process) = &mut self.process
        {
            // It fails if the program has ended, which its pipes will tell.
            let _ = process.thaw();
        }
    }

    /// Ends the bot's turn on its clock; returns what the turn cost.
    pub(crate) fn rest(&mut self) -> Duration {
        let used = self.used();
        self.cpu_seen += used;
        self.budget.charge(used);
        if self.burns_while_waiting
            && let Some(process) = &mut self.process
        {
            self.frozen = process.freeze().is_ok();
        }
        used
    }

    /// CPU time of the turn so far.
    pub(crate) fn used(&mut self) -> Duration {
        let read = self.process.as_mut().map_or(self.cpu_at_end, Process::cpu_time);
        read.saturating_sub(self.cpu_seen)
    }

    /// How long its threads have waited for a processor, as far as the machine says it.
    pub(crate) fn run_delay(&self) -> Duration {
        self.process.as_ref().map_or(Duration::ZERO, Process::run_delay)
    }

    /// Whether the bot can still be heard.
    pub(crate) const fn is_open(&self) -> bool {
        self.open.0
    }

    /// Whether the bot can still be spoken to.
    pub(crate) fn listens(&self) -> bool {
        self.stdin().is_some()
    }

    /// Whether everything queued was sent, as far as it can be.
    pub(crate) fn has_sent(&self) -> bool {
        self.outgoing.is_empty() || !self.listens()
    }

    /// Says that nothing more will come.
    pub(crate) fn hang_up(&mut self) {
        if let Some(process) = &mut self.process {
            process.close_stdin();
        }
    }

    /// What a program that has closed one of its pipes has left to say, if anything.
    ///
    /// It gets a moment to end by itself: how it ended says more than that we ended it. A program
    /// that dies closes both pipes, and which of them shows first is chance; afterwards both show.
    pub(crate) fn last_line(&mut self) -> Option<Vec<u8>> {
        self.await_end();
        self.work_pipes();
        self.inbox.line().ok().flatten()
    }

    fn await_end(&mut self) {
        let deadline = Instant::now() + LAST_MOMENT;
        while let Some(process) = &mut self.process {
            let left = deadline.saturating_duration_since(Instant::now());
            if process.try_ended().is_some() || left.is_zero() {
                return;
            }
            let _ =
                poll(&mut [PollFd::from_borrowed_fd(process.news(), PollFlags::IN)], Some(&timespec(left)));
        }
    }

    /// Ends the program and everything it started; returns how it had ended, in words.
    pub(crate) fn kill(&mut self) -> String {
        // What it wrote last may tell why it died.
        self.read_stderr();
        match self.process.take() {
            Some(process) => {
                let ended = process.kill();
                self.cpu_at_end = ended.cpu;
                ended.ending.to_string()
            }
            None => String::new(),
        }
    }

    fn stdin(&self) -> Option<BorrowedFd<'_>> {
        self.process.as_ref()?.stdin()
    }

    /// Its output, if there may be more of it and there is room for it.
    pub(crate) fn stdout(&self) -> Option<BorrowedFd<'_>> {
        let wanted = self.open.0 && !self.inbox.is_full();
        self.process.as_ref().filter(|_| wanted).map(Process::stdout)
    }

    pub(crate) fn stderr(&self) -> Option<BorrowedFd<'_>> {
        self.process.as_ref().filter(|_| self.open.1).map(Process::stderr)
    }

    fn write(&mut self) {
        while !self.outgoing.is_empty() {
            let Some(stdin) = self.stdin() else { return };
            match rustix::io::write(stdin, &self.outgoing) {
                Ok(count) => {
                    self.outgoing.drain(..count);
                }
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR) => {}
                Err(_) => self.hang_up(),
            }
        }
    }

    fn read_stdout(&mut self) {
        let mut buffer = [0; 16 << 10];
        while let Some(stdout) = self.stdout() {
            match rustix::io::read(stdout, &mut buffer) {
                Ok(0) => self.open.0 = false,
                Ok(count) => {
                    self.inbox.take(&buffer[..count]);
                    if let Some(record) = &mut self.record {
                        record.wrote(&buffer[..count]);
                    }
                    if count < buffer.len() {
                        return;
                    }
                }
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR) => {}
                Err(_) => self.open.0 = false,
            }
        }
    }

    fn read_stderr(&mut self) {
        let mut buffer = [0; 4 << 10];
        // A bot that never stops writing must not keep us here.
        for _ in 0..64 {
            let Some(stderr) = self.stderr() else { return };
            match rustix::io::read(stderr, &mut buffer) {
                Ok(0) => self.open.1 = false,
                Ok(count) => {
                    self.tail.take(&buffer[..count]);
                    if let Some(record) = &mut self.record {
                        record.logged(&buffer[..count]);
                    }
                }
                Err(Errno::AGAIN) => return,
                Err(Errno::INTR) => {}
                Err(_) => self.open.1 = false,
            }
        }
    }

    /// Does what the pipes allow now.
    pub(crate) fn work_pipes(&mut self) {
        self.write();
        self.read_stdout();
        self.read_stderr();
    }

    /// What can be waited for: room in its input, if there is something to write, and what it
    /// writes.
    pub(crate) fn open_pipes<'a>(&'a self, into: &mut Vec<PollFd<'a>>) {
        let stdin = self.stdin().filter(|_| !self.outgoing.is_empty());
        into.extend(stdin.map(|pipe| PollFd::from_borrowed_fd(pipe, PollFlags::OUT)));
        into.extend(self.stdout().map(|pipe| PollFd::from_borrowed_fd(pipe, PollFlags::IN)));
        into.extend(self.stderr().map(|pipe| PollFd::from_borrowed_fd(pipe, PollFlags::IN)));
    }
}

/// Waits until one of the occupants can be written to or read from, or the time is up, and does
/// what their pipes allow.
pub(crate) fn wait_and_serve<'a>(
    occupants: impl Iterator<Item = &'a mut (dyn Occupant + 'static)>,
    timeout: Duration,
) {
    let mut occupants: Vec<_> = occupants.collect();
    let mut watched = Vec::with_capacity(3 * occupants.len());
    for occupant in &occupants {
        occupant.pipes(&mut watched);
    }
    // A signal ends the wait early, which does no harm: the caller looks at its clocks and waits
    // again.
    let _ = poll(&mut watched, Some(&timespec(timeout)));
    for occupant in &mut occupants {
        occupant.serve();
    }
}

/// Puts a field into a message that a later version of the protocol might have.
fn add_unknown_field(line: &mut Vec<u8>) {
    if line.ends_with(b"}\n") {
        line.truncate(line.len() - 2);
        line.extend_from_slice(b",\"field_of_a_later_version\":{\"known\":[\"to\",\"nobody\"]}}\n");
    }
}

pub(crate) fn timespec(time: Duration) -> Timespec {
    Timespec { tv_sec: time.as_secs().cast_signed(), tv_nsec: time.subsec_nanos().into() }
}
