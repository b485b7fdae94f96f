//! A game written down, so that it can be run again.
//!
//! A replay is the setup, the seed and every order with its answer: states are computed again, not
//! stored. It is a series of lines, each one JSON object: a [`Header`], a [`Turn`] for every time
//! that the awaited seats have ended their turn, an [`End`] if the game is over, and a [`Cursor`]
//! if somebody is still at it. A file that stops before its end can still be run as far as it goes.
//!
//! [`Writer`] makes the lines; [`Rerun`] runs them again and says where the rules part from them.
//! `v1` reads the first format.
//!
//! Every turn carries two numbers. `digest` is the hash of the state after it: whoever runs the
//! orders again must arrive there. `check` is a hash over everything written so far, measured times
//! left out: a change that leaves the states alone (another seed in a game without chance, one
//! refused order for another) shows there.
//!
//! Whoever reads a replay reads a stranger's words. What is read of a line takes memory in
//! proportion to its length: JSON that we do not look into is kept as text ([`JsonText`]), and
//! lists have a greatest length (`bounded`).

mod bounded;
mod rerun;
mod v1;
mod writer;

pub use rerun::{Divergence, Rerun};
pub use writer::Writer;

use crate::schema::{self, SchemaPart};
use crate::{Answer, GameEntry, JsonText, MAX_SEATS, Outcome, Standing, unreadable};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use bounded::bounded;
use core::fmt;
use schemars::JsonSchema;
use serde::de::{Error, IgnoredAny};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::value::RawValue;

/// The version of the format that is written. Older ones, from 1 on, are read.
pub const VERSION: u32 = 2;

/// The longest line of a replay, in bytes. All of a turn is one line: who writes replays sees to it
/// that what strangers say in a turn, and what they are answered, fits.
pub const LONGEST_LINE: usize = 8 << 20;

/// The most bytes of a replay, unpacked.
pub const MOST_BYTES: u64 = 96 << 20;

/// The most orders of one seat in one turn.
pub const MOST_ORDERS: usize = 4096;

/// The most seats that a header may name; more than any game has, so that it can be said what is
/// wrong.
const MOST_NAMED: usize = 64;

/// The largest map that is read, in bytes.
pub const LARGEST_MAP: usize = 4 << 20;

/// What was played, by whom: the first line.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Header {
    /// The version of the format.
    pub replay: u32,
    /// The game's name.
    pub game: String,
    /// The rule profile.
    pub rules: String,
    /// The version of the game's rules, [`Game::RULES_VERSION`](crate::Game::RULES_VERSION).
    pub rules_version: u32,
    /// The map's name or file, for people.
    pub map_name: String,
    /// The hash of the map, by which stores know it: BLAKE3 of its text, as 64 hexadecimal digits.
    /// The first format had none.
    pub map_hash: String,
    /// The map itself.
    pub map: String,
    /// The seed of all chance in the game.
    pub seed: Hex,
    /// Who sat where.
    #[serde(deserialize_with = "bounded::<_, _, MOST_NAMED>")]
    pub seats: Vec<SeatedBot>,
    /// The clock of the match, in words.
    pub clock: String,
    /// If this game was branched off another: after how many of its turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branched_after: Option<u32>,
    /// What was so on this machine and may be otherwise on another; not part of the check.
    #[serde(default, skip_serializing_if = "JsonText::is_null")]
    #[schemars(with = "serde_json::Value")]
    pub measured: JsonText,
}

/// Who sat in a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct SeatedBot {
    /// What the bot is called.
    pub name: String,
    /// Which of the match's bots it is, from 0: seats rotate, this does not.
    pub bot: u32,
}

/// What happened until all awaited seats had ended their turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Turn {
    /// Number of the turn, as the game counts.
    pub turn: u32,
    /// What each awaited seat did, in ascending order of the seats.
    #[serde(deserialize_with = "bounded::<_, _, MAX_SEATS>")]
    pub moves: Vec<Move>,
    /// The hash of the state after it.
    pub digest: Hex,
    /// The hash of everything written so far.
    #[serde(default)]
    pub check: Hex,
    /// Times, one a move; not part of the check.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "bounded::<_, _, MAX_SEATS>")]
    pub measured: Vec<Measured>,
    /// The moves as they stand in the file, if that is of the first format and says it in other
    /// words.
    #[serde(skip)]
    pub first_format: Option<Vec<Move>>,
}

/// What one seat did in its turn.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Move {
    /// The seat, from 0.
    pub seat: u8,
    /// Its orders, as it gave them; `null` stands for what could not be read.
    #[serde(deserialize_with = "bounded::<_, _, MOST_ORDERS>")]
    #[schemars(with = "Vec<serde_json::Value>")]
    pub orders: Vec<JsonText>,
    /// The answers to them.
    #[serde(deserialize_with = "bounded::<_, _, MOST_ORDERS>")]
    pub answers: Vec<OrderResult>,
    /// What the bot wanted to be remembered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// What it did wrong as a program, if anything.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "bounded::<_, _, MOST_ORDERS>"
    )]
    pub faults: Vec<String>,
    /// Whether the seat was out, or went out in this turn: nobody orders for it any more.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub out: bool,
}

/// What a move took.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
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

impl OrderResult {
    /// Whether this is what is said of an order that cannot be read.
    #[must_use]
    pub fn is_unreadable(why: &str) -> bool {
        why.starts_with(&unreadable::sentence())
    }

    /// Leaves out why an order cannot be read. What is left is true of every such order.
    pub fn shorten_unreadable(&mut self) {
        match self {
            Self::Refused(why) if Self::is_unreadable(why) => *why = unreadable::sentence(),
            _ => {}
        }
    }

    /// About how many bytes it takes in a replay.
    #[must_use]
    pub fn weight(&self) -> usize {
        match self {
            Self::Done | Self::Taken => 8,
            Self::Refused(why) => why.len() + 16,
        }
    }
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

/// How it ended: the line after the last turn.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct End {
    /// The standings, seat by seat, as they count: a seat that is out comes after those that are
    /// not.
    #[serde(deserialize_with = "bounded::<_, _, MOST_NAMED>")]
    pub end: Vec<Standing>,
    /// Number of turns written.
    pub turns: u32,
    /// Whether the game was stopped, undecided, because it had lasted too long.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub stopped: bool,
    /// The seats that were put out: they forfeit the places before all others.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "bounded::<_, _, MOST_NAMED>"
    )]
    pub forfeits: Vec<u8>,
    /// The standings as the rules alone have them, if they are others.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "bounded::<_, _, MOST_NAMED>"
    )]
    pub by_rules: Vec<Standing>,
    /// The hash of everything written.
    #[serde(default)]
    pub check: Hex,
    /// What was so on this machine; not part of the check.
    #[serde(default, skip_serializing_if = "JsonText::is_null")]
    #[schemars(with = "serde_json::Value")]
    pub measured: JsonText,
}

/// Where somebody stands who has not finished the game: the last line of a saved one.
///
/// Everything before it was played; what was taken back is only here.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Cursor {
    /// Where that is.
    pub cursor: CursorPlace,
    /// What was done in the turn that has not ended, seat by seat.
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "bounded::<_, _, MAX_SEATS>")]
    pub open: Vec<OpenMove>,
    /// What was taken back and can be done again, in this order.
    #[serde(
        default,
        skip_serializing_if = "Vec::is_empty",
        deserialize_with = "bounded::<_, _, MOST_UNDONE>"
    )]
    pub undone: Vec<UndoneStep>,
    /// The hash of everything written.
    #[serde(default)]
    pub check: Hex,
}

/// A place in a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct CursorPlace {
    /// Number of the turn, as the game counts.
    pub turn: u32,
    /// The seat of the person who plays; bots of the names in the header have the others.
    pub seat: u8,
}

/// What a seat did in a turn that has not ended. Every order was accepted.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct OpenMove {
    /// The seat, from 0.
    pub seat: u8,
    /// Its orders.
    #[serde(deserialize_with = "bounded::<_, _, MOST_ORDERS>")]
    #[schemars(with = "Vec<serde_json::Value>")]
    pub orders: Vec<JsonText>,
    /// Whether it has ended its turn, and others have not.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub ended: bool,
}

/// A step that was taken back.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct UndoneStep {
    /// The seat, from 0.
    pub seat: u8,
    /// The order; none if it ended its turn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<serde_json::Value>")]
    pub order: Option<JsonText>,
}

/// The most steps that can be done again.
const MOST_UNDONE: usize = 1 << 16;

/// A 64-bit number as 16 hexadecimal digits: JSON's numbers are not exact everywhere.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hex(pub u64);

impl fmt::Display for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl JsonSchema for Hex {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Hex".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "string", "pattern": "^[0-9a-fA-F]{16}$" })
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
    /// Where somebody stands who has not finished.
    Cursor(Cursor),
}

/// What says which line it is. The rest of it is not kept.
#[derive(Deserialize)]
struct Marked<'a> {
    #[serde(borrow, default)]
    replay: Option<&'a RawValue>,
    #[serde(default)]
    end: Option<IgnoredAny>,
    #[serde(default)]
    cursor: Option<IgnoredAny>,
}

impl Header {
    /// Reads the first line.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn read(line: &str) -> Result<Self, String> {
        let marked: Marked<'_> =
            serde_json::from_str(line).map_err(|wrong| format!("this is not a replay: {wrong}"))?;
        let Some(version) = marked.replay else {
            return Err("this is not a replay: the first line has no `replay` field".into());
        };
        let damaged = |wrong| format!("the header is damaged: {wrong}");
        let header: Self = match version.get().parse() {
            Ok(1) => serde_json::from_str::<v1::Header>(line).map_err(damaged)?.into(),
            Ok(VERSION) => serde_json::from_str(line).map_err(damaged)?,
            Ok(other) => {
                return Err(format!("the replay has format {other}; this program reads 1 to {VERSION}"));
            }
            Err(_) => {
                let version = shortened(version.get());
                return Err(format!("the `replay` field is {version}, and not a version of the format"));
            }
        };
        if header.map.len() > LARGEST_MAP {
            return Err(format!("its map is larger than {} MiB", LARGEST_MAP >> 20));
        }
        Ok(header)
    }

    /// The line as it is, but for what was measured.
    #[must_use]
    pub fn canonical_line(&self) -> String {
        Self { measured: JsonText::default(), ..self.clone() }.line()
    }

    /// The line, in the format that the header names.
    #[must_use]
    pub fn line(&self) -> String {
        if self.replay == 1 { text(&v1::Header::from(self)) } else { text(self) }
    }
}

impl ReplayLine {
    /// Reads a line after the first, of a replay with this header. If its game is known here, what
    /// the first format says in other words is put into those of today.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn read(entry: Option<&dyn GameEntry>, header: &Header, line: &str) -> Result<Self, String> {
        let mut read = Self::read_written(header, line)?;
        if let (Self::Turn(turn), 1, Some(entry)) = (&mut read, header.replay, entry) {
            v1::modernise(turn, entry);
        }
        Ok(read)
    }

    /// Reads a line in the words in which it is written.
    fn read_written(header: &Header, line: &str) -> Result<Self, String> {
        let damaged = |wrong: serde_json::Error| format!("the line is damaged: {wrong}");
        // Nearly all lines are turns; they need not be read twice to know it.
        if line.starts_with("{\"turn\":") {
            return serde_json::from_str(line).map(Self::Turn).map_err(damaged);
        }
        let marked: Marked<'_> = serde_json::from_str(line).map_err(damaged)?;
        match (marked.end, marked.cursor) {
            (Some(_), _) if header.replay == 1 => {
                serde_json::from_str::<v1::End>(line).map(|end| Self::End(end.into())).map_err(damaged)
            }
            (Some(_), _) => serde_json::from_str(line).map(Self::End).map_err(damaged),
            (None, Some(_)) if header.replay > 1 => {
                serde_json::from_str(line).map(Self::Cursor).map_err(damaged)
            }
            (None, _) => serde_json::from_str(line).map(Self::Turn).map_err(damaged),
        }
    }

    /// The line as it is, but for what was measured.
    #[must_use]
    pub fn canonical_line(&self) -> String {
        match self {
            Self::Turn(turn) => text(&Turn { measured: Vec::new(), ..turn.as_written() }),
            Self::End(end) => text(&End { measured: JsonText::default(), ..end.clone() }),
            Self::Cursor(cursor) => text(cursor),
        }
    }

    /// The line.
    #[must_use]
    pub fn line(&self) -> String {
        match self {
            Self::Turn(turn) => text(&turn.as_written()),
            Self::End(end) => text(end),
            Self::Cursor(cursor) => text(cursor),
        }
    }
}

impl Turn {
    /// A turn that is to be written. The [`Writer`] fills in the check.
    #[must_use]
    pub const fn new(turn: u32, moves: Vec<Move>, digest: Hex, measured: Vec<Measured>) -> Self {
        Self { turn, moves, digest, check: Hex(0), measured, first_format: None }
    }

    /// The moves as they stand in the file.
    #[must_use]
    pub fn written_moves(&self) -> &[Move] {
        self.first_format.as_ref().unwrap_or(&self.moves)
    }

    fn as_written(&self) -> Self {
        Self { moves: self.written_moves().to_vec(), first_format: None, ..self.clone() }
    }
}

/// The schemas of the lines.
#[must_use]
pub fn schemas() -> Vec<SchemaPart> {
    [
        ("replay-header", schema::written::<Header>()),
        ("replay-turn", schema::written::<Turn>()),
        ("replay-end", schema::written::<End>()),
        ("replay-cursor", schema::written::<Cursor>()),
    ]
    .map(|(name, schema)| SchemaPart { name, schema })
    .into()
}

/// The beginning of a text that may be long.
fn shortened(long: &str) -> String {
    const LETTERS: usize = 40;
    match long.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{} …", &long[..end]),
        None => long.to_string(),
    }
}

/// Our own types always have a JSON form; a failure would be a bug in their `Serialize`.
fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl From<&End> for Outcome {
    fn from(end: &End) -> Self {
        Self::new(&end.end[..end.end.len().min(MAX_SEATS)])
    }
}
