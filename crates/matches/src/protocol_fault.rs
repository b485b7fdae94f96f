//! What a bot can do wrong as a program.

use crate::inbox::shown;
use crate::protocol::{LARGEST_SHARE, LONGEST_LINE, MOST_ORDERS, MOST_REPLIES};
use std::fmt;
use std::time::Duration;

/// Something a bot did wrong as a program. Displayed it is one sentence in which the bot is "it".
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProtocolFault {
    /// Its CPU time was used up before it replied.
    OutOfCpu,
    /// It did not reply in the time on the wall.
    Late {
        /// Whether it had begun a line and not ended it.
        within_a_line: bool,
        /// CPU time that it had used by then.
        cpu: Duration,
    },
    /// It wrote a line that is no reply.
    BadLine {
        /// What is wrong with it, in one sentence.
        why: String,
        /// The line.
        line: Vec<u8>,
    },
    /// It replied to this turn, and was not asked to.
    WrongTurn(u32),
    /// It gave more orders in a turn than are read.
    TooManyOrders,
    /// It replied more often in a turn than is read.
    TooManyReplies,
    /// It gave longer orders in a turn than are read.
    TooLongOrders,
    /// It gave longer orders in the whole game than a replay holds.
    TooLongGame,
    /// It wrote a line without end.
    EndlessLine,
    /// It reads no more.
    ClosedInput {
        /// How the program ended, in words.
        ending: String,
    },
    /// It writes no more.
    ClosedOutput {
        /// Whether the last line was cut short.
        within_a_line: bool,
        /// How the program ended, in words.
        ending: String,
    },
    /// It came over the network and is gone.
    Disconnected,
    /// It was waited for and used no CPU time. Only those who watch a bot lose patience for this.
    Idle(PendingOutput),
}

/// Letters of a line that are quoted.
const LONGEST_QUOTE: usize = 100;

/// What a bot had in hand that was waited for and did nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PendingOutput {
    /// Its reply, which came out as soon as its input was closed.
    Withheld,
    /// The beginning of a line, without its end.
    Unended,
    /// Nothing that ever showed.
    Nothing,
}

impl fmt::Display for ProtocolFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfCpu => f.write_str("it ran out of CPU time"),
            Self::Late { within_a_line: false, .. } => f.write_str("it did not answer in time"),
            Self::Late { within_a_line: true, .. } => {
                f.write_str("it did not answer in time: it wrote a line and did not end it with a newline")
            }
            Self::BadLine { why, line } => write!(f, "{why}: {}", shown(line, LONGEST_QUOTE)),
            Self::WrongTurn(turn) => write!(f, "it answered turn {turn}, which it was not asked for"),
            Self::TooManyOrders => write!(f, "it gave more than {MOST_ORDERS} orders in one turn"),
            Self::TooManyReplies => write!(f, "it replied more than {MOST_REPLIES} times in one turn"),
            Self::TooLongOrders => write!(f, "its replies in one turn have more than {LONGEST_LINE} bytes"),
            Self::TooLongGame => {
                let most = LARGEST_SHARE >> 20;
                write!(f, "its orders in this game, and the answers to them, have more than {most} MiB")
            }
            Self::EndlessLine => write!(f, "it wrote more than {LONGEST_LINE} bytes without a newline"),
            Self::ClosedInput { ending } => write!(f, "it closed its input: {ending}"),
            Self::ClosedOutput { within_a_line: false, ending } => {
                write!(f, "it closed its output: {ending}")
            }
            Self::ClosedOutput { within_a_line: true, ending } => {
                write!(f, "it closed its output in the middle of a line: {ending}")
            }
            Self::Disconnected => f.write_str("its connection is gone"),
            Self::Idle(PendingOutput::Withheld) => {
                f.write_str("its reply came only when its input was closed")
            }
            Self::Idle(PendingOutput::Unended) => {
                f.write_str("it wrote a line and did not end it with a newline")
            }
            Self::Idle(PendingOutput::Nothing) => {
                f.write_str("it did not answer, and used no CPU time either")
            }
        }
    }
}
