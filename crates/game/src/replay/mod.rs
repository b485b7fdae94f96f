//! A game written down, so that it can be run again.
//!
//! A replay is the setup, the seed and every order with its answer: states are computed again, not stored. It is a series of
//! lines, each one JSON object: a [`Header`], a [`Turn`] for every time that the awaited seats have ended their turn, and an
//! [`End`]. A file that stops before its end can still be run as far as it goes.
//!
//! [`Writer`] makes the lines; [`Rerun`] runs them again and says where the rules part from them.
//!
//! Every turn carries two numbers. `digest` is the hash of the state after it: whoever runs the orders again must
//! arrive there. `check` is a hash over everything written so far, measured times left out: a
//! change that leaves the states alone (another seed in a game without chance, one refused order for another) shows there.

mod rerun;

pub use rerun::{Divergence, Rerun};

use crate::{Answer, Outcome, Standing};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use board::Digest;
use core::fmt;
use schemars::JsonSchema;
use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// The version of the format that is written. Older ones, from 1 on, are read.
pub const VERSION: u32 = 1;

/// What was played, by whom: the first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub replay: u32,
    /// The game's name.
    pub game: String,
    /// The rule profile.
    pub rules: String,
    /// The map's name or file, for people.
    pub map_name: String,
    /// The map itself.
    pub map: String,
    /// The seed of all chance in the game.
    pub seed: Hex,
    /// Who sat where.
    pub seats: Vec<SeatedBot>,
    /// The clock of the match, in words.
    pub clock: String,
    /// If this game was branched off another: after how many of its turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branched_after: Option<u32>,
    /// What was so on this machine and may be otherwise on another; not part of the check.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub measured: Value,
}

/// Who sat in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SeatedBot {
    /// What the bot is called.
    pub name: String,
    /// Which of the match's bots it is, from 0: seats rotate, this does not.
    pub bot: u32,
}

/// What happened until all awaited seats had ended their turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Turn {
    /// Number of the turn, as the game counts.
    pub turn: u32,
    /// What each awaited seat did, in ascending order of the seats.
    pub moves: Vec<Move>,
    /// The hash of the state after it.
    pub digest: Hex,
    /// The hash of everything written so far.
    #[serde(default)]
    pub check: Hex,
    /// Times, one a move; not part of the check.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub measured: Vec<Measured>,
}

/// What one seat did in its turn.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Move {
    /// The seat, from 0.
    pub seat: u8,
    /// Its orders, as it gave them.
    pub orders: Vec<Value>,
    /// The answers to them.
    pub answers: Vec<OrderResult>,
    /// What the bot wanted to be remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What it did wrong as a program, if anything.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<String>,
    /// Whether the seat was out, or went out in this turn: nobody orders for it any more.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub out: bool,
}

/// What a move took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Measured {
    /// CPU time charged to the bot, in microseconds.
    pub cpu_us: u64,
    /// Time on the wall from asking to the answer, in microseconds.
    pub wall_us: u64,
}

/// The answer to an order, in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderResult {
    /// Accepted.
    Done,
    /// Received; what becomes of it the seat may not know.
    Taken,
    /// Refused, with the reason.
    Refused(String),
}

impl From<Answer<String>> for OrderResult {
    fn from(answer: Answer<String>) -> Self {
        match answer {
            Answer::Done => Self::Done,
            Answer::Taken => Self::Taken,
            Answer::Refused(why) => Self::Refused(why.to_string()),
        }
    }
}

impl fmt::Display for OrderResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Done => f.write_str("done"),
            Self::Taken => f.write_str("taken"),
            Self::Refused(why) => write!(f, "refused: {why}"),
        }
    }
}

/// How it ended: the last line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct End {
    /// The standings, seat by seat.
    pub end: Vec<Standing>,
    /// Number of turns written.
    pub turns: u32,
    /// Whether the game was stopped, undecided, because it had lasted too long.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub stopped: bool,
    /// The hash of everything written.
    #[serde(default)]
    pub check: Hex,
    /// What was so on this machine; not part of the check.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub measured: Value,
}

/// A 64-bit number as 16 hexadecimal digits: JSON's numbers are not exact everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hex(pub u64);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl Serialize for Hex {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Hex {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let plain = text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = plain.then(|| u64::from_str_radix(&text, 16).ok()).flatten();
        number.map(Self).ok_or_else(|| Error::custom(format!("`{text}` is not 16 hexadecimal digits")))
    }
}

/// A line after the first.
#[derive(Clone, PartialEq, Debug)]
pub enum ReplayLine {
    /// A turn.
    Turn(Turn),
    /// The end.
    End(End),
}

/// What says which line it is. The rest of it is not kept: a line can take ten times its length when it is.
#[derive(Deserialize)]
struct Marked {
    #[serde(default)]
    replay: Option<Value>,
    #[serde(default)]
    end: Option<IgnoredAny>,
}

impl Header {
    /// Reads the first line.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn read(line: &str) -> Result<Self, String> {
        let marked: Marked =
            serde_json::from_str(line).map_err(|wrong| format!("this is not a replay: {wrong}"))?;
        let Some(version) = marked.replay else {
            return Err("this is not a replay: the first line has no `replay` field".into());
        };
        match version.as_u64() {
            None => return Err(format!("the `replay` field is {version}, and not a version of the format")),
            Some(version) if !(1..=VERSION.into()).contains(&version) => {
                return Err(format!("the replay has format {version}; this program reads 1 to {VERSION}"));
            }
            Some(_) => {}
        }
        serde_json::from_str(line).map_err(|wrong| format!("the header is damaged: {wrong}"))
    }

    /// The line as it is, but for what was measured.
    #[must_use]
    pub fn canonical_line(&self) -> String {
        text(&Self { measured: Value::Null, ..self.clone() })
    }
}

impl ReplayLine {
    /// Reads a line after the first.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn read(line: &str) -> Result<Self, String> {
        let damaged = |wrong: serde_json::Error| format!("the line is damaged: {wrong}");
        let marked: Marked = serde_json::from_str(line).map_err(damaged)?;
        match marked.end {
            Some(_) => serde_json::from_str(line).map(Self::End).map_err(damaged),
            None => serde_json::from_str(line).map(Self::Turn).map_err(damaged),
        }
    }
}

impl Turn {
    /// The line as it is, but for what was measured.
    #[must_use]
    pub fn canonical_line(&self) -> String {
        text(&Self { measured: Vec::new(), ..self.clone() })
    }
}

impl End {
    /// The line as it is, but for what was measured.
    #[must_use]
    pub fn canonical_line(&self) -> String {
        text(&Self { measured: Value::Null, ..self.clone() })
    }
}

/// Turns records into lines, and fills in the check.
#[derive(Clone, Debug)]
pub struct Writer {
    chain: Chain,
    /// Whether measured things are left out.
    canonical: bool,
    turns: u32,
}

impl Writer {
    /// Starts a replay; also returns its first line. A canonical one leaves out everything measured.
    #[must_use]
    pub fn new(header: &Header, canonical: bool) -> (Self, String) {
        let line = if canonical { header.canonical_line() } else { text(header) };
        (Self { chain: Chain::new(header), canonical, turns: 0 }, line)
    }

    /// The line of a turn.
    pub fn turn(&mut self, turn: Turn) -> String {
        self.turns += 1;
        let (check, measured) = (self.chain.turn(&turn), turn.measured);
        let measured = if self.canonical { Vec::new() } else { measured };
        text(&Turn { check, measured, moves: turn.moves, turn: turn.turn, digest: turn.digest })
    }

    /// The last line. A game that was stopped undecided has no outcome of its own; these are the standings it is given.
    #[must_use]
    pub fn end(mut self, outcome: &[Standing], stopped: bool, measured: Value) -> String {
        let (end, turns) = (outcome.to_vec(), self.turns);
        let end = End { end, turns, stopped, check: Hex(0), measured: Value::Null };
        let check = self.chain.end(&end);
        let measured = if self.canonical { Value::Null } else { measured };
        text(&End { check, measured, ..end })
    }
}

/// The hash over everything written so far.
#[derive(Clone, Copy, Debug)]
struct Chain(u64);

impl Chain {
    fn new(header: &Header) -> Self {
        let mut chain = Self(0);
        chain.add(&header.canonical_line());
        chain
    }

    fn add(&mut self, line: &str) -> Hex {
        let mut digest = Digest::new();
        digest.u64(self.0);
        digest.bytes(line.as_bytes());
        self.0 = digest.finish();
        Hex(self.0)
    }

    fn turn(&mut self, turn: &Turn) -> Hex {
        // A view of the turn without what is measured, so that nothing need be copied.
        let Turn { turn, moves, digest, .. } = turn;
        self.add(&text(&(turn, moves, digest)))
    }

    fn end(&mut self, end: &End) -> Hex {
        self.add(&text(&(&end.end, end.turns, end.stopped)))
    }
}

/// Our own types always have a JSON form; a failure would be a bug in their `Serialize`.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl From<&End> for Outcome {
    fn from(end: &End) -> Self {
        Self::new(&end.end[..end.end.len().min(crate::MAX_SEATS)])
    }
}
