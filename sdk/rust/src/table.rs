//! What a bot knows beside its view, and what it can ask for.

use crate::json::{field, FromJson, Mismatch, ToJson, Value};
use crate::play::Game;
use crate::wire::{Failure, Message, Wire};
use crate::{Answer, ClockFigures, TimeLeft};
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::process;

/// The version of the bot protocol that this SDK speaks.
const PROTOCOL: i32 = 2;

/// What a bot knows beside its view, and what it can ask for.
#[derive(Debug)]
pub struct Table<G: Game> {
    /// The game's name.
    pub game: String,
    /// The rule profile.
    pub rules: String,
    /// The bot's seat, from 0.
    pub seat: i32,
    /// Number of seats.
    pub seats: i32,
    /// What never changes in this game.
    pub briefing: G::Briefing,
    /// How long the bot may think.
    pub clock: ClockFigures,
    /// The numbers that the bot's `bot.toml` declares under `[parameters]`, by name.
    pub parameters: BTreeMap<String, f64>,
    /// Number of the turn.
    pub turn: i32,
    /// What is left to think.
    pub time: TimeLeft,
    /// The answers to the orders of the last turn, in the order in which they were given.
    pub answers: Vec<Answer>,
    /// What died since the last turn, as far as the seat knows: events of the game.
    pub died: Vec<Value>,
    /// What happened since the last turn, as far as the seat knows; nothing unless [`Table::want_events`] asked for it.
    pub events: Vec<Value>,
    reply: Extras,
    wire: Wire,
    purpose: Purpose<G::Order>,
}

/// The answers to orders, and what is seen after them.
type Settled<G> = (Vec<Answer>, <G as Game>::View);

/// What a conversation is for.
#[derive(Debug)]
pub(crate) enum Purpose<O> {
    /// A match.
    Match,
    /// A test of the bot, with the orders that it has given.
    Rehearsal(Vec<O>),
}

/// Unwinds a rehearsal in which the bot waits for answers that nobody wrote down.
#[derive(Debug)]
pub(crate) struct RehearsalIsOver;

/// What a reply holds beside its orders.
#[derive(Debug, Default)]
struct Extras {
    note: Option<String>,
    events: Option<bool>,
}

impl<G: Game> Table<G> {
    /// The table as a message `start` describes it.
    pub(crate) fn new(content: &Value, wire: Wire, purpose: Purpose<G::Order>) -> Result<Self, Mismatch> {
        let protocol: i32 = field(content, "protocol")?;
        if protocol != PROTOCOL {
            return Err(Mismatch::other(format!(
                "the match speaks version {protocol} of the bot protocol, and this bot's SDK version {PROTOCOL}: \
                 `sandtable new-bot` writes the SDK that fits"
            )));
        }
        let game: String = field(content, "game")?;
        if game != G::NAME {
            return Err(Mismatch::other(format!(
                "this bot plays {}, and the match is one of {game}",
                G::NAME
            )));
        }
        Ok(Self {
            game,
            rules: field(content, "rules")?,
            seat: field(content, "seat")?,
            seats: field(content, "seats")?,
            briefing: field(content, "briefing")?,
            clock: field(content, "clock")?,
            parameters: field::<Option<_>>(content, "parameters")?.unwrap_or_default(),
            turn: 0,
            time: TimeLeft { turn_ms: 0, bank_ms: 0 },
            answers: Vec::new(),
            died: Vec::new(),
            events: Vec::new(),
            reply: Extras::default(),
            wire,
            purpose,
        })
    }

    /// Keeps a text in the replay, with this turn. The match cuts it after 200 bytes.
    pub fn note(&mut self, text: impl Into<String>) {
        self.reply.note = Some(text.into());
    }

    /// Asks for everything that happens, from the next turn on, or for no more of it.
    pub fn want_events(&mut self, wanted: bool) {
        self.reply.events = Some(wanted);
    }

    /// Gives some of the turn's orders now: waits for the answers to them, and for what is seen then.
    ///
    /// The turn goes on, and so does its clock. If the match ends meanwhile, the program exits here with status 0. If the turn was lost,
    /// because the bot took too long, what comes back belongs to the next one, and so does the rest of the table.
    pub fn submit(&mut self, orders: Vec<G::Order>) -> (Vec<Answer>, G::View) {
        match (self.try_submit(orders), &self.purpose) {
            (Ok(Some(result)), _) => result,
            (Ok(None), Purpose::Match) => process::exit(0),
            (Err(failure), Purpose::Match) => {
                eprintln!("{failure}");
                process::exit(1)
            }
            (Ok(None), Purpose::Rehearsal(_)) => resume_unwind(Box::new(RehearsalIsOver)),
            (Err(failure), Purpose::Rehearsal(_)) => panic!("{failure}"),
        }
    }

    fn try_submit(&mut self, orders: Vec<G::Order>) -> Result<Option<Settled<G>>, Failure> {
        self.reply(orders, true)?;
        while let Some(message) = self.wire.receive()? {
            let wrong = |mismatch| message.wrong(&mismatch);
            match message.kind.as_str() {
                "answers" => return read_answers(&message.content).map(Some).map_err(wrong),
                "turn" => {
                    let view = self.begin_turn(&message.content).map_err(wrong)?;
                    return Ok(Some((self.answers.clone(), view)));
                }
                "end" => break,
                _ => {}
            }
        }
        Ok(None)
    }

    /// Writes a reply.
    pub(crate) fn reply(&mut self, orders: Vec<G::Order>, more: bool) -> Result<(), Failure> {
        let Extras { note, events } = std::mem::take(&mut self.reply);
        let fields = [
            ("turn", Some(self.turn.to_json())),
            ("orders", Some(Value::List(orders.iter().map(ToJson::to_json).collect()))),
            ("note", note.map(Value::Text)),
            ("events", events.map(Value::Bool)),
            ("more", more.then_some(Value::Bool(true))),
        ];
        if let Purpose::Rehearsal(given) = &mut self.purpose {
            given.extend(orders);
        }
        let there = fields.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        self.wire.send(&Value::Object(there.collect()))
    }

    /// The orders that were given in a rehearsal.
    pub(crate) fn into_given(self) -> Vec<G::Order> {
        match self.purpose {
            Purpose::Match => Vec::new(),
            Purpose::Rehearsal(given) => given,
        }
    }

    /// The next message, if the input has not ended.
    pub(crate) fn receive(&mut self) -> Result<Option<Message>, Failure> {
        self.wire.receive()
    }

    /// Takes in a message `turn`, and returns what is seen.
    pub(crate) fn begin_turn(&mut self, content: &Value) -> Result<G::View, Mismatch> {
        self.turn = field(content, "turn")?;
        self.time = field(content, "time")?;
        self.answers = field(content, "answers")?;
        self.died = field(content, "died")?;
        self.events = field::<Option<_>>(content, "events")?.unwrap_or_default();
        field(content, "view")
    }
}

fn read_answers<V: FromJson>(content: &Value) -> Result<(Vec<Answer>, V), Mismatch> {
    Ok((field(content, "answers")?, field(content, "view")?))
}
