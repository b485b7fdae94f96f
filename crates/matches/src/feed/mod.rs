//! A recorded bot's input, played to a program again: message by message, each reply awaited and compared with the recorded one.
//!
//! `tape` reads a record; this module holds the conversation. Nobody contains the program and no clock runs: it may sit in a
//! debugger.

mod tape;

pub use tape::{Tape, TapeError, Told};

use crate::protocol::Reply;
use sandbox::{Ending, OwnProcess};
use serde_json::Value;
use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout};
use std::sync::mpsc::{self, Receiver};

/// A program that is fed.
#[derive(Debug)]
pub struct Fed {
    /// The program.
    pub process: OwnProcess,
    /// Where its input is written.
    pub stdin: ChildStdin,
    /// Where its output is read.
    pub stdout: ChildStdout,
}

/// Something that happened while a program was fed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heard {
    /// It replied.
    Reply(Exchange),
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
pub struct Exchange {
    /// The turn.
    pub turn: u32,
    /// What it replied when it was recorded, if it did.
    pub recorded: Option<Vec<u8>>,
    /// What it replies now.
    pub now: Vec<u8>,
}

impl Exchange {
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
pub struct Summary {
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

impl Summary {
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
pub fn feed(mut tape: Tape, fed: Fed, tell: &mut dyn FnMut(&Heard)) -> io::Result<Summary> {
    let Fed { process, stdin, stdout } = fed;
    let messages = std::mem::take(&mut tape.messages);
    let asked = messages.iter().filter(|told| told.asks.is_some()).count();
    let mut summary = Summary {
        asked,
        same: 0,
        different: 0,
        new: 0,
        first_difference: None,
        ending: Ending::Lost(String::new()),
    };
    let mut feeder = Feeder { tape, lines: lines_of(stdout), answered: BTreeSet::new(), tell };
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
    summary.ending = process.wait()?;
    Ok(summary)
}

impl Summary {
    fn count(&mut self, exchange: &Exchange) {
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
    tape: Tape,
    lines: Receiver<Vec<u8>>,
    /// Turns that have had the reply that names them.
    answered: BTreeSet<u32>,
    tell: &'a mut dyn FnMut(&Heard),
}

impl Feeder<'_> {
    /// The reply to a turn; none if the program says nothing any more.
    fn await_reply(&mut self, turn: u32) -> Option<Exchange> {
        let recorded = self.tape.next_reply(turn);
        loop {
            let Ok(now) = self.lines.recv() else {
                (self.tell)(&Heard::Silence { turn });
                return None;
            };
            if !self.is_reply(&now, recorded.is_some()) {
                (self.tell)(&Heard::Aside { turn: Some(turn), line: now });
                continue;
            }
            let exchange = Exchange { turn, recorded, now };
            (self.tell)(&Heard::Reply(exchange.clone()));
            return Some(exchange);
        }
    }

    /// Whether a line is what the program has to say to what it was asked.
    ///
    /// One reply too many belongs to a turn that has had its own. Anything else that is no reply is waited past, but only where the
    /// record promises that one will come.
    fn is_reply(&mut self, line: &[u8], one_was_recorded: bool) -> bool {
        match Reply::read(line) {
            Ok(reply) if reply.more => true,
            Ok(reply) => self.answered.insert(reply.turn),
            Err(_) => !one_was_recorded,
        }
    }

    fn hear_the_rest(&mut self) {
        for line in self.lines.iter() {
            (self.tell)(&Heard::Aside { turn: None, line });
        }
    }
}

/// The lines of a program's output, read while we write: otherwise both could wait for each other.
fn lines_of(stdout: ChildStdout) -> Receiver<Vec<u8>> {
    let (sender, lines) = mpsc::channel();
    std::thread::spawn(move || {
        let mut stdout = BufReader::new(stdout);
        loop {
            let mut line = Vec::new();
            match stdout.read_until(b'\n', &mut line) {
                Ok(0) | Err(_) => return,
                Ok(_) => line.truncate(line.trim_ascii_end().len()),
            }
            if !line.is_empty() && sender.send(line).is_err() {
                return;
            }
        }
    });
    lines
}
