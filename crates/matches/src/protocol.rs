//! What the referee and a program say to each other: one JSON object a line.

use crate::bad_line;
use crate::clock::{Budget, Clock};
use game::replay::OrderResult;
use game::schema::{self, SchemaPart};
use game::{DynGame, JsonText, Seat, Standing, Viewer};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;
use serde_json::{Number, Value};
use std::collections::BTreeMap;
use std::time::Duration;

/// The version of the protocol. In the first, places were the old contests' `x` and `y`, a row in
/// one game and a column in another.
pub const PROTOCOL: u32 = 2;

/// The longest line a bot may write, in bytes.
pub const LONGEST_LINE: usize = 1 << 20;

pub use game::replay::MOST_ORDERS;

/// The most replies to one turn.
pub const MOST_REPLIES: u32 = 4096;

/// How deep lists and objects of an order may lie in each other. No order of any game comes near,
/// and a replay, which holds orders deeper than a reply does, must be readable again.
pub const DEEPEST_ORDER: usize = 16;

/// The longest order that is read, in bytes. No order of any game comes near.
pub const LONGEST_ORDER: usize = 4096;

/// The most bytes of a game's replay that may be one seat's orders and the answers to them.
pub const LARGEST_SHARE: usize = 16 << 20;

/// The longest note that is kept, in bytes.
pub const LONGEST_NOTE: usize = 200;

/// What a bot is sent.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Message<'a> {
    /// Once, before the first turn. No reply is wanted.
    Start {
        /// The version of this protocol.
        protocol: u32,
        /// The game's name.
        game: &'a str,
        /// The rule profile.
        rules: &'a str,
        /// The bot's seat, from 0.
        seat: u8,
        /// Number of seats.
        seats: u8,
        /// What never changes in this game.
        #[schemars(with = "Value", extend("$ref" = "briefing.json"))]
        briefing: &'a Value,
        /// How long the bot may think.
        clock: ClockFigures,
        /// The numbers that the bot's `bot.toml` declares under `[parameters]`, if there are any:
        /// the defaults, or what tuning tries.
        #[serde(skip_serializing_if = "Option::is_none")]
        parameters: Option<&'a BTreeMap<String, Number>>,
    },
    /// The seat is awaited: reply with one line.
    Turn {
        /// Number of the turn; the reply repeats it.
        turn: u32,
        /// What the seat sees.
        #[schemars(with = "Value", extend("$ref" = "view.json"))]
        view: &'a RawValue,
        /// The answers to the orders of the last turn.
        answers: &'a [OrderResult],
        /// What died since the seat's last turn, as far as the seat knows.
        #[schemars(extend("items" = { "$ref": "event.json" }))]
        died: &'a [Value],
        /// What happened since the seat's last turn, if the bot asked for it.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(extend("items" = { "$ref": "event.json" }))]
        events: Option<&'a [Value]>,
        /// What is left to think.
        time: TimeLeft,
    },
    /// The answers to a reply that asked for `more`: the turn goes on, reply again.
    Answers {
        /// Number of the turn.
        turn: u32,
        /// The answers to the orders of the last reply.
        answers: &'a [OrderResult],
        /// What the seat sees now.
        #[schemars(with = "Value", extend("$ref" = "view.json"))]
        view: &'a RawValue,
    },
    /// The game is over. The bot should exit.
    End {
        /// The standings, seat by seat.
        outcome: &'a [Standing],
        /// The answers to the orders of the last turn.
        answers: &'a [OrderResult],
    },
}

/// A clock in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct ClockFigures {
    /// For starting up.
    pub start_ms: u64,
    /// For each turn.
    pub turn_ms: u64,
    /// For the whole game beyond that.
    pub bank_ms: u64,
}

impl From<Clock> for ClockFigures {
    fn from(clock: Clock) -> Self {
        Self { start_ms: millis(clock.start), turn_ms: millis(clock.turn), bank_ms: millis(clock.bank) }
    }
}

/// What is left to think, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct TimeLeft {
    /// For this turn, the bank included.
    pub turn_ms: u64,
    /// In the bank.
    pub bank_ms: u64,
}

impl From<&Budget> for TimeLeft {
    fn from(budget: &Budget) -> Self {
        Self { turn_ms: millis(budget.turn()), bank_ms: millis(budget.bank()) }
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// What a bot replies.
#[derive(Clone, PartialEq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Reply {
    /// The turn that is answered.
    pub turn: u32,
    /// The orders.
    #[serde(default, deserialize_with = "read_orders")]
    #[schemars(with = "Vec<Value>", extend("items" = { "$ref": "order.json" }))]
    pub orders: Vec<JsonText>,
    /// Something to remember in the replay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Whether to send events from now on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<bool>,
    /// Whether the turn goes on after these orders.
    #[serde(default, skip_serializing_if = "core::ops::Not::not")]
    pub more: bool,
}

/// Reads each order by itself, so that one that cannot be read does not spoil the others: null,
/// which is no order, stands for it.
fn read_orders<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<JsonText>, D::Error> {
    let texts = Vec::<&RawValue>::deserialize(reader)?;
    Ok(texts.into_iter().map(|text| read_order(text.get()).unwrap_or_default()).collect())
}

/// An order as it is kept; none if it is longer or deeper than any order is, or no JSON that every
/// reader takes.
fn read_order(text: &str) -> Option<JsonText> {
    let order: Value = (text.len() <= LONGEST_ORDER).then(|| serde_json::from_str(text).ok()).flatten()?;
    (depth(&order) <= DEEPEST_ORDER).then(|| JsonText::from(order))
}

/// How deep lists and objects lie in each other.
fn depth(value: &Value) -> usize {
    match value {
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or_default(),
        Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or_default(),
        _ => 0,
    }
}

/// The schemas of what goes to and fro; they refer to those of the game beside them.
#[must_use]
pub fn schemas() -> Vec<SchemaPart> {
    vec![
        SchemaPart { name: "message", schema: schema::written::<Message<'_>>() },
        SchemaPart { name: "reply", schema: schema::read::<Reply>() },
    ]
}

impl Reply {
    /// Reads a line.
    ///
    /// # Errors
    /// What is wrong with it, in one sentence.
    pub fn read(line: &[u8]) -> Result<Self, String> {
        let text = str::from_utf8(line).map_err(|_| "it wrote a line that is not UTF-8".to_owned())?;
        let mut reply: Self = serde_json::from_str(text)
            .map_err(|wrong| format!("it wrote a line that is {}", bad_line::describe(text, &wrong)))?;
        if reply.orders.len() > MOST_ORDERS {
            return Err(format!(
                "it gave {} orders at once; at most {MOST_ORDERS} are read",
                reply.orders.len()
            ));
        }
        if let Some(note) = &mut reply.note {
            let whole = (0..=LONGEST_NOTE).rev().find(|end| note.is_char_boundary(*end));
            note.truncate(whole.unwrap_or_default());
        }
        Ok(reply)
    }
}

/// The first lines that a bot in a seat gets, for whoever wants to see them without a match: the
/// start, and a turn at the table as it is.
#[must_use]
pub fn opening(rules: &str, table: &dyn DynGame, seat: Seat, clock: Clock) -> Vec<u8> {
    let start = Message::Start {
        protocol: PROTOCOL,
        game: table.name(),
        rules,
        seat: seat.0,
        seats: table.seats(),
        briefing: &table.briefing(),
        clock: clock.into(),
        parameters: None,
    };
    let turn = Message::Turn {
        turn: table.turn(),
        view: &raw(table.view_text(Viewer::Seat(seat))),
        answers: &[],
        died: &[],
        events: None,
        time: TimeLeft::from(&Budget::new(clock)),
    };
    [start.line(), turn.line()].concat()
}

/// What the engines wrote themselves.
pub(crate) fn raw(text: String) -> Box<RawValue> {
    RawValue::from_string(text).unwrap_or_default()
}

impl Message<'_> {
    /// The message as a line, with its newline.
    #[must_use]
    pub fn line(&self) -> Vec<u8> {
        // Our own types always have a JSON form.
        let mut line = serde_json::to_vec(self).unwrap_or_default();
        line.push(b'\n');
        line
    }
}
