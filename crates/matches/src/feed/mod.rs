//! A recorded bot's input, played to a program again: message by message, each reply awaited and
//! compared with the recorded one.
//!
//! `tape` reads a record, which is data: nothing that it names is run. The program is one that its
//! user named, contained, or a command that they typed, in their own name. No clock runs: it may
//! sit in a debugger. This module holds the conversation.

mod tape;

pub use tape::{RecordedSeat, RecordedSeatError, SentMessage};

use crate::entrant::{BuiltFiles, Runnable};
use crate::protocol::Reply;
use sandbox::{Ending, OwnProcess, Process, Sandbox, StartError};
use serde_json::Value;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

/// A program that is fed.
#[derive(Debug)]
pub struct FedProgram {
    program: Running,
    stdin: File,
    stdout: File,
    /// What a contained program writes to its standard error; a command has its user's.
    stderr: Option<File>,
}

#[derive(Debug)]
enum Running {
    Own(OwnProcess),
    /// With its files, which go when it is gone.
    Contained(Box<Process>, Arc<BuiltFiles>),
}

impl FedProgram {
    /// A command that its user typed, in their own name.
    ///
    /// # Errors
    /// If there is no such program, or it cannot be started.
    pub fn command(command: &[OsString]) -> io::Result<Self> {
        let (process, stdin, stdout) = OwnProcess::start(command)?;
        let file = |pipe: OwnedFd| File::from(pipe);
        let (stdin, stdout) = (file(stdin.into()), file(stdout.into()));
        Ok(Self { program: Running::Own(process), stdin, stdout, stderr: None })
    }

    /// A bot that its user named, contained.
    ///
    /// # Errors
    /// If it cannot be started, with the reason.
    pub fn contained(runnable: &Runnable, sandbox: &Sandbox) -> Result<Self, StartError> {
        let mut process = sandbox.start(&runnable.program, &runnable.limits)?;
        let pipes = process.take_blocking_pipes()?;
        let [stdin, stdout, stderr] = pipes.map(File::from);
        Ok(Self {
            program: Running::Contained(Box::new(process), runnable.made.clone()),
            stdin,
            stdout,
            stderr: Some(stderr),
        })
    }
}

impl Running {
    /// Waits until it ends by itself.
    fn wait(self) -> io::Result<Ending> {
        match self {
            Self::Own(process) => process.wait(),
            Self::Contained(process, _files) => Ok(process.wait().ending),
        }
    }
}

/// Something that happened while a program was fed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FeedEvent {
    /// It replied.
    Reply(ComparedReply),
    /// It wrote a line to its standard error.
    Log(Vec<u8>),
    /// It wrote a line that is no reply to what it was asked.
    Aside {
        /// The turn for which a reply is awaited, if one is.
        turn: Option<u32>,
        /// The line.
        line: Vec<u8>,
    },
    /// It ended, or closed its output, when a reply to this turn was awaited.
    Silence {
        /// The turn.
        turn: u32,
    },
}

/// A reply beside the recorded one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComparedReply {
    /// The turn.
    pub turn: u32,
    /// What it replied when it was recorded, if it did.
    pub recorded: Option<Vec<u8>>,
    /// What it replies now.
    pub now: Vec<u8>,
}

impl ComparedReply {
    /// Whether both replies say the same; blanks between words of JSON say nothing.
    #[must_use]
    pub fn is_same(&self) -> bool {
        let json = |line: &[u8]| serde_json::from_slice::<Value>(line).ok();
        self.recorded.as_ref().is_some_and(|recorded| {
            *recorded == self.now || json(recorded).is_some_and(|value| json(&self.now) == Some(value))
        })
    }
}

/// What came of feeding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FeedSummary {
    /// Messages that want a reply, in the record.
    pub asked: usize,
    /// Replies that are the same as the recorded ones.
    pub same: usize,
    /// Replies that are not.
    pub different: usize,
    /// Replies where none was recorded.
    pub new: usize,
    /// The turn of the first difference.
    pub first_difference: Option<u32>,
    /// How the program ended.
    pub ending: Ending,
}

impl FeedSummary {
    /// Whether the program replied to everything.
    #[must_use]
    pub const fn went_through(&self) -> bool {
        self.same + self.different + self.new == self.asked
    }
}

/// Feeds a program with a record. `tell` hears everything as it happens.
///
/// # Errors
/// If the system does not say how the program ended.
pub fn feed(
    mut tape: RecordedSeat,
    fed: FedProgram,
    tell: &mut dyn FnMut(&FeedEvent),
) -> io::Result<FeedSummary> {
    let FedProgram { program, stdin, stdout, stderr } = fed;
    let messages = std::mem::take(&mut tape.messages);
    let asked = messages.iter().filter(|told| told.asks.is_some()).count();
    let mut summary = FeedSummary {
        asked,
        same: 0,
        different: 0,
        new: 0,
        first_difference: None,
        ending: Ending::Lost(String::new()),
    };
    let mut feeder = Feeder { tape, lines: lines_of(stdout, stderr), answered: BTreeSet::new(), tell };
    let mut pipe = Some(stdin);
    for told in messages {
        // A program that reads no more may still have something to say.
        if pipe.as_mut().is_some_and(|pipe| pipe.write_all(&told.line).is_err()) {
            pipe = None;
        }
        let Some(turn) = told.asks else { continue };
        let Some(exchange) = feeder.await_reply(turn) else { break };
        summary.count(&exchange);
    }
    drop(pipe);
    feeder.hear_the_rest();
    summary.ending = program.wait()?;
    Ok(summary)
}

impl FeedSummary {
    fn count(&mut self, exchange: &ComparedReply) {
        match (&exchange.recorded, exchange.is_same()) {
            (None, _) => self.new += 1,
            (Some(_), true) => self.same += 1,
            (Some(_), false) => {
                self.different += 1;
                self.first_difference.get_or_insert(exchange.turn);
            }
        }
    }
}

/// Whoever listens to a program that is fed.
struct Feeder<'a> {
    tape: RecordedSeat,
    lines: Receiver<Line>,
    /// Turns that have had the reply that names them.
    answered: BTreeSet<u32>,
    tell: &'a mut dyn FnMut(&FeedEvent),
}

impl Feeder<'_> {
    /// The reply to a turn; none if the program says nothing any more.
    fn await_reply(&mut self, turn: u32) -> Option<ComparedReply> {
        let recorded = self.tape.next_reply(turn);
        loop {
            let Some(now) = self.next_line() else {
                (self.tell)(&FeedEvent::Silence { turn });
                return None;
            };
            if !self.is_reply(&now, recorded.is_some()) {
                (self.tell)(&FeedEvent::Aside { turn: Some(turn), line: now });
                continue;
            }
            let exchange = ComparedReply { turn, recorded, now };
            (self.tell)(&FeedEvent::Reply(exchange.clone()));
            return Some(exchange);
        }
    }

    /// Whether a line is what the program has to say to what it was asked.
    ///
    /// One reply too many belongs to a turn that has had its own. Anything else that is no reply is
    /// waited past, but only where the record promises that one will come.
    fn is_reply(&mut self, line: &[u8], one_was_recorded: bool) -> bool {
        match Reply::read(line) {
            Ok(reply) if reply.more => true,
            Ok(reply) => self.answered.insert(reply.turn),
            Err(_) => !one_was_recorded,
        }
    }

    fn hear_the_rest(&mut self) {
        while let Some(line) = self.next_line() {
            (self.tell)(&FeedEvent::Aside { turn: None, line });
        }
    }

    /// The next line of its output; what it writes to its standard error is told meanwhile.
    fn next_line(&mut self) -> Option<Vec<u8>> {
        loop {
            match self.lines.recv().ok()? {
                Line::Output(line) => return Some(line),
                Line::Error(line) => (self.tell)(&FeedEvent::Log(line)),
            }
        }
    }
}

/// A line that a program wrote.
enum Line {
    Output(Vec<u8>),
    Error(Vec<u8>),
}

/// The lines that a program writes, read while we write: otherwise both could wait for each other.
fn lines_of(stdout: File, stderr: Option<File>) -> Receiver<Line> {
    let (sender, lines) = mpsc::channel();
    if let Some(stderr) = stderr {
        let sender = sender.clone();
        std::thread::spawn(move || send_lines(stderr, &sender, Line::Error));
    }
    std::thread::spawn(move || send_lines(stdout, &sender, Line::Output));
    lines
}

/// Bytes of a line that are kept; a program may never end one.
const LONGEST_LINE: u64 = 1 << 20;

fn send_lines(pipe: File, sender: &Sender<Line>, kind: fn(Vec<u8>) -> Line) {
    let mut pipe = BufReader::new(pipe);
    loop {
        let mut line = Vec::new();
        match pipe.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => line.truncate(line.trim_ascii_end().len()),
        }
        if !line.is_empty() && sender.send(kind(line)).is_err() {
            return;
        }
    }
}
