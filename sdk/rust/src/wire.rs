//! The line to the match: one JSON object a line, in both directions.

use crate::json::{Mismatch, Value};
use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Write};

/// Why a bot cannot go on.
#[derive(Debug)]
pub enum Failure {
    /// A message that is not what it should be.
    Message {
        /// The number of its line.
        line: usize,
        /// What kind of message it is, as far as that is known.
        kind: Option<String>,
        /// What is wrong with it, with the place.
        what: String,
    },
    /// Standard input or output does not work.
    Io(io::Error),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Message { line, kind: Some(kind), what } => {
                write!(f, "line {line} of the input, a message `{kind}`: {what}")
            }
            Failure::Message { line, kind: None, what } => write!(f, "line {line} of the input: {what}"),
            Failure::Io(error) => write!(f, "the match cannot be reached: {error}"),
        }
    }
}

impl Error for Failure {}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Failure::Io(error)
    }
}

/// The line to the match.
pub(crate) struct Wire {
    input: Box<dyn BufRead>,
    output: Box<dyn Write>,
    /// The number of the line that was read last.
    line: usize,
}

/// Not what it reads from and writes to, which have nothing to show.
impl fmt::Debug for Wire {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Wire").field("line", &self.line).finish_non_exhaustive()
    }
}

/// A message, with the line it came on.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) kind: String,
    pub(crate) content: Value,
    line: usize,
}

impl Message {
    /// What a mismatch in this message is called outside.
    pub(crate) fn wrong(&self, mismatch: &Mismatch) -> Failure {
        Failure::Message { line: self.line, kind: Some(self.kind.clone()), what: mismatch.to_string() }
    }
}

impl Wire {
    pub(crate) fn new(input: impl BufRead + 'static, output: impl Write + 'static) -> Self {
        Self { input: Box::new(input), output: Box::new(output), line: 0 }
    }

    /// The next message, if the input has not ended.
    pub(crate) fn receive(&mut self) -> Result<Option<Message>, Failure> {
        loop {
            let mut bytes = Vec::new();
            if self.input.read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            self.line += 1;
            if !bytes.iter().all(u8::is_ascii_whitespace) {
                return self.read(bytes).map(Some);
            }
        }
    }

    fn read(&self, bytes: Vec<u8>) -> Result<Message, Failure> {
        let line = self.line;
        let wrong = |what| Failure::Message { line, kind: None, what };
        let text = String::from_utf8(bytes).map_err(|error| wrong(error.to_string()))?;
        let content = Value::parse(&text).map_err(|error| wrong(error.to_string()))?;
        let kind = crate::json::field(&content, "type").map_err(|mismatch| wrong(mismatch.to_string()))?;
        Ok(Message { kind, content, line })
    }

    /// Writes a line and flushes. Whether somebody is there to read it shows when the next message is awaited.
    pub(crate) fn send(&mut self, content: &Value) -> Result<(), Failure> {
        let written = self.output.write_all(format!("{content}\n").as_bytes());
        match written.and_then(|()| self.output.flush()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
            result => Ok(result?),
        }
    }
}
