//! A game behind JSON.

use crate::{Answer, Game, JsonText, OrderCodec, Outcome, RefusalReason, Seat, Seats, Session, Told, Viewer};
use crate::{bounded_json, unreadable};
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::any::Any;
use core::fmt::Debug;
use core::ops::ControlFlow;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A game in progress with orders, views and events as JSON: the face that does not know which game
/// it is.
pub trait DynGame: Debug + Send {
    /// The game's name.
    fn name(&self) -> &'static str;
    /// Number of seats.
    fn seats(&self) -> u8;
    /// Number of the current turn.
    fn turn(&self) -> u32;
    /// The seats whose orders are awaited; empty when the game is over.
    fn to_move(&self) -> Seats;
    /// Submits an order given as JSON text. Any text is answered.
    fn submit(&mut self, seat: Seat, order: &str) -> Answer<String>;
    /// Ends the seat's turn.
    ///
    /// # Errors
    /// One sentence, if the seat is not to move.
    fn end_turn(&mut self, seat: Seat) -> Result<(), String>;
    /// Appends an order given as JSON text in its form of bytes; false if it is no order of this
    /// game.
    fn encode_order(&self, order: &str, into: &mut Vec<u8>) -> bool;
    /// Takes an order off the front of these bytes, as JSON; none if no order stands there.
    fn decode_order(&self, from: &mut &[u8]) -> Option<JsonText>;
    /// The orders that may be given now.
    fn legal(&self, seat: Seat) -> Vec<Value>;
    /// What the viewer may see.
    fn view(&self, who: Viewer) -> Value;
    /// The same as text, without a detour.
    fn view_text(&self, who: Viewer) -> String;
    /// What every seat is told once, before the first turn.
    fn briefing(&self) -> Value;
    /// What the viewer is told of everything that happened since
    /// [`forget_events`](Self::forget_events).
    fn events(&self, who: Viewer) -> Vec<Value>;
    /// The same events as sentences.
    fn sentences(&self, who: Viewer) -> Vec<String>;
    /// Those of a seat's events in which something died, fell or was destroyed for good.
    fn losses(&self, seat: Seat) -> Vec<Value>;
    /// The board as text, as far as the viewer sees it.
    fn draw(&self, who: Viewer) -> String;
    /// Starts a new list of events.
    fn forget_events(&mut self);
    /// Places and scores when the game is over.
    fn outcome(&self) -> Option<Outcome>;
    /// How long a round lasts on a wall clock, in milliseconds, in games that know such a thing.
    fn round_millis(&self) -> Option<u32>;
    /// How many units a seat has, in games that count it.
    fn units(&self, seat: Seat) -> Option<u32>;
    /// The hash of the whole state.
    fn digest(&self) -> u64;
    /// Keeps events from now on, or keeps none.
    fn listen(&mut self, wanted: bool);
    /// The [`Session`] behind this face, for bots that know the game's type.
    fn as_any(&self) -> &dyn Any;
    /// The same, to play on.
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

/// A game that can be drawn as text.
pub trait DrawnAsText {
    /// The board, as far as the viewer sees it, with what the signs mean.
    fn draw(&self, who: Viewer) -> String;
}

/// A game whose orders, views, briefings and events have a JSON form with a schema.
pub trait JsonGame:
    Told<
        Order: Serialize + DeserializeOwned + JsonSchema + Send,
        View: Serialize + JsonSchema,
        Briefing: Serialize + JsonSchema,
        Event: Serialize + JsonSchema + Send,
    > + DrawnAsText
    + Debug
    + Send
    + 'static
{
}

impl<G> JsonGame for G where
    G: Told<
            Order: Serialize + DeserializeOwned + JsonSchema + Send,
            View: Serialize + JsonSchema,
            Briefing: Serialize + JsonSchema,
            Event: Serialize + JsonSchema + Send,
        > + DrawnAsText
        + Debug
        + Send
        + 'static
{
}

/// What an order may take in memory that is to be explained, in bytes. Orders are small.
const EXPLAINED: usize = 4 << 20;

impl<G: JsonGame> DynGame for Session<G> {
    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> u8 {
        self.game().seats()
    }

    fn turn(&self) -> u32 {
        self.game().turn()
    }

    fn to_move(&self) -> Seats {
        self.game().to_move()
    }

    fn submit(&mut self, seat: Seat, order: &str) -> Answer<String> {
        let answer = Self::submit(self, seat, serde_json::from_str(order).ok());
        in_words::<G>(answer, || match bounded_json::read(order.as_bytes(), EXPLAINED) {
            Ok(value) => unreadable::explain::<G::Order>(&value),
            Err(_) => unreadable::sentence(),
        })
    }

    fn encode_order(&self, order: &str, into: &mut Vec<u8>) -> bool {
        let order: Option<G::Order> = serde_json::from_str(order).ok();
        order.is_some_and(|order| {
            order.encode(into);
            true
        })
    }

    fn decode_order(&self, from: &mut &[u8]) -> Option<JsonText> {
        G::Order::decode(from).map(|order| JsonText::of(&order))
    }

    fn end_turn(&mut self, seat: Seat) -> Result<(), String> {
        Self::end_turn(self, seat).map_err(|why| why.to_string())
    }

    fn legal(&self, seat: Seat) -> Vec<Value> {
        let mut orders = Vec::new();
        if self.to_move().has(seat) {
            let _ = self.game().legal(seat, |order| {
                orders.push(json(&order));
                ControlFlow::Continue(())
            });
        }
        orders
    }

    fn view(&self, who: Viewer) -> Value {
        json(&view_of(self.game(), who))
    }

    fn view_text(&self, who: Viewer) -> String {
        serde_json::to_string(&view_of(self.game(), who)).unwrap_or_default()
    }

    fn briefing(&self) -> Value {
        json(&self.game().briefing())
    }

    fn events(&self, who: Viewer) -> Vec<Value> {
        let all = self.events().iter();
        match who {
            Viewer::Everything => all.map(json).collect(),
            Viewer::Seat(seat) => {
                all.filter_map(|event| G::redact_for(event, seat)).map(|event| json(&event)).collect()
            }
        }
    }

    fn losses(&self, seat: Seat) -> Vec<Value> {
        let told = self.events().iter().filter_map(|event| G::redact_for(event, seat));
        told.filter(G::is_loss).map(|event| json(&event)).collect()
    }

    fn sentences(&self, who: Viewer) -> Vec<String> {
        let all = self.events().iter();
        match who {
            Viewer::Everything => all.map(ToString::to_string).collect(),
            Viewer::Seat(seat) => {
                all.filter_map(|event| G::redact_for(event, seat)).map(|event| event.to_string()).collect()
            }
        }
    }

    fn draw(&self, who: Viewer) -> String {
        self.game().draw(who)
    }

    fn forget_events(&mut self) {
        self.take_events();
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    fn round_millis(&self) -> Option<u32> {
        self.game().round_millis()
    }

    fn units(&self, seat: Seat) -> Option<u32> {
        self.game().units(seat)
    }

    fn digest(&self) -> u64 {
        self.game().digest()
    }

    fn listen(&mut self, wanted: bool) {
        Self::listen(self, wanted);
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

/// An answer in words. What is wrong with an order that could not be read takes long to find out,
/// and is asked for only then.
fn in_words<G: Game>(answer: Answer<G::Refusal>, explain: impl FnOnce() -> String) -> Answer<String> {
    match answer {
        Answer::Refused(RefusalReason::Unreadable) => Answer::Refused(RefusalReason::Rule(explain())),
        other => other.map(|refusal| refusal.to_string()),
    }
}

fn view_of<G: Game>(game: &G, who: Viewer) -> G::View {
    let mut view = G::View::default();
    game.view(who, &mut view);
    view
}

/// Our own types always have a JSON form; a failure would be a bug in their `Serialize`.
fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or(Value::Null)
}
