//! A state as a value.

use crate::arrays::Pictures;
use bots::{Player, Script};
use game::{Answer, Layout, Numbering, Outcome, Seat, Seats, Session, Viewer, preview, preview_end_turn};
use games::HostedGame;
use solver::{AnyAnswer, Limits, Question, Watch};
use std::fmt;
use std::ops::ControlFlow;

/// A state as a value, whichever game it is: for searches that do not need the last bit of speed.
///
/// Orders, views and events are JSON texts.
pub trait Position: Send {
    /// A copy.
    fn copy(&self) -> Box<dyn Position>;
    /// The game's name.
    fn name(&self) -> &'static str;
    /// Number of seats.
    fn seats(&self) -> u8;
    /// Number of the turn.
    fn turn(&self) -> u32;
    /// The seats whose orders are awaited; none when the game is over.
    fn to_move(&self) -> Seats;
    /// The orders that may be given now, as one JSON list.
    fn legal(&self, seat: Seat) -> String;
    /// Which numbers may be chosen now, as bits.
    fn mask(&self, seat: Seat) -> Vec<u64>;
    /// The numbers.
    fn numbering(&self) -> Numbering;
    /// The order that a number stands for; none for the end of the turn, and if it stands for none.
    fn order_of(&self, seat: Seat, number: u32) -> Option<String>;
    /// The number of an order; none if it has none.
    ///
    /// # Errors
    /// If it is no order of this game.
    fn number_of(&self, seat: Seat, order: &str) -> Result<Option<u32>, Unplayed>;
    /// Gives an order: true if it was done, false if it was taken and what becomes of it is not
    /// known.
    ///
    /// # Errors
    /// Why it was refused. The state has not changed.
    fn play(&mut self, seat: Seat, order: &str) -> Result<bool, Unplayed>;
    /// Plays a number.
    ///
    /// # Errors
    /// Why it was refused. The state has not changed.
    fn play_number(&mut self, seat: Seat, number: u32) -> Result<bool, Unplayed>;
    /// Ends the seat's turn.
    ///
    /// # Errors
    /// If the seat is not to move.
    fn end_turn(&mut self, seat: Seat) -> Result<(), Unplayed>;
    /// The events that an order would cause or, without one, the end of the turn, as one JSON list.
    ///
    /// # Errors
    /// Why it would be refused.
    fn preview(&self, seat: Seat, order: Option<&str>) -> Result<String, Unplayed>;
    /// What a calculator answers, as JSON. A question is an object: its name as `ask`, and what it
    /// is about.
    ///
    /// # Errors
    /// Why there is no answer.
    fn calculate(&self, seat: Seat, question: &str) -> Result<String, Unplayed>;
    /// How the game came out, if it is over.
    fn outcome(&self) -> Option<Outcome>;
    /// The quick hash for search.
    fn key(&self) -> u64;
    /// The hash of the whole state.
    fn digest(&self) -> u64;
    /// What the viewer may see, as JSON.
    fn view(&self, who: Viewer) -> String;
    /// What every seat is told once, as JSON.
    fn briefing(&self) -> String;
    /// The board as text.
    fn draw(&self, who: Viewer) -> String;
    /// What the arrays of a picture are like.
    fn layout(&self) -> Layout;
    /// Paints what a seat sees. Arrays are as long as the layout says.
    fn paint(&self, seat: Seat, into: &mut Pictures<'_>);
    /// The state as bytes.
    fn save(&self) -> Vec<u8>;
    /// The state that these bytes are, on the same map.
    fn load(&self, bytes: &[u8]) -> Option<Box<dyn Position>>;
    /// Replaces the seed of all chance still to come.
    fn reseed(&mut self, seed: u64);
    /// The built-in bot of this name; none if there is no such bot.
    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn Player>>;
    /// What a bot orders in this turn of the seat, as one JSON list. It sees what the seat sees.
    ///
    /// # Errors
    /// If the seat is not to move.
    fn orders_by(&self, bot: &mut dyn Player, seat: Seat) -> Result<String, Unplayed>;
    /// Looks for the shortest win; none if games of this kind cannot be solved.
    fn solve(&self, question: Question, limits: Limits, watch: Watch<'_>) -> Option<AnyAnswer>;
}

/// Why an order was not carried out, in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unplayed(pub String);

impl fmt::Display for Unplayed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unplayed {}

/// A state of one type, with the setup that it is on.
pub(crate) struct TypedPosition<G: HostedGame> {
    setup: G::Setup,
    state: G,
}

impl<G: HostedGame> TypedPosition<G> {
    pub(crate) fn new(setup: G::Setup, seed: u64) -> Self {
        let state = G::start(&setup, seed);
        Self { setup, state }
    }

    fn submit(&mut self, seat: Seat, order: G::Order) -> Result<bool, Unplayed> {
        let mut table = Session::new(self.state.clone());
        table.listen(false);
        match table.submit(seat, Some(order)) {
            Answer::Refused(why) => Err(Unplayed(why.to_string())),
            answer => {
                self.state = table.game().clone();
                Ok(matches!(answer, Answer::Done))
            }
        }
    }

    fn read(order: &str) -> Result<G::Order, Unplayed> {
        let read = serde_json::from_str(order);
        read.map_err(|wrong| Unplayed(format!("this is not an order of {}: {wrong}", G::NAME)))
    }

    /// Refuses a seat that is not to move.
    fn check_awaited(&self, seat: Seat) -> Result<(), Unplayed> {
        if self.to_move().has(seat) {
            return Ok(());
        }
        let over = if self.to_move().is_empty() { "the game is over" } else { "it is not your turn" };
        Err(Unplayed(over.into()))
    }

    fn view_of(&self, who: Viewer) -> G::View {
        let mut view = G::View::default();
        self.state.view(who, &mut view);
        view
    }
}

/// Our own types always have a JSON form.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl<G: HostedGame> Position for TypedPosition<G> {
    fn copy(&self) -> Box<dyn Position> {
        Box::new(Self { setup: self.setup.clone(), state: self.state.clone() })
    }

    fn name(&self) -> &'static str {
        G::NAME
    }

    fn seats(&self) -> u8 {
        self.state.seats()
    }

    fn turn(&self) -> u32 {
        self.state.turn()
    }

    fn to_move(&self) -> Seats {
        self.state.to_move()
    }

    fn legal(&self, seat: Seat) -> String {
        let mut orders = Vec::new();
        if self.to_move().has(seat) {
            let _ = self.state.legal(seat, |order| {
                orders.push(order);
                ControlFlow::Continue(())
            });
        }
        json(&orders)
    }

    fn mask(&self, seat: Seat) -> Vec<u64> {
        let numbering = self.numbering();
        let mut mask = vec![0; numbering.words()];
        if self.to_move().has(seat) {
            self.state.mask(numbering, seat, &mut mask);
        }
        mask
    }

    fn numbering(&self) -> Numbering {
        G::numbering(&self.setup)
    }

    fn order_of(&self, seat: Seat, number: u32) -> Option<String> {
        let numbering = self.numbering();
        let numbered = (number < numbering.count()).then(|| self.state.numbered(numbering, seat, number));
        numbered.flatten().map(|order| json(&order))
    }

    fn number_of(&self, seat: Seat, order: &str) -> Result<Option<u32>, Unplayed> {
        Ok(self.state.number(self.numbering(), seat, Self::read(order)?))
    }

    fn play(&mut self, seat: Seat, order: &str) -> Result<bool, Unplayed> {
        self.submit(seat, Self::read(order)?)
    }

    fn play_number(&mut self, seat: Seat, number: u32) -> Result<bool, Unplayed> {
        let numbering = self.numbering();
        if number == numbering.end_of_turn() {
            return self.end_turn(seat).map(|()| true);
        }
        if number >= numbering.count() {
            let last = numbering.end_of_turn();
            return Err(Unplayed(format!(
                "there is no action {number}: the last is {last}, the end of the turn"
            )));
        }
        let none = || Unplayed(format!("action {number} stands for no order in this state"));
        let order = self.state.numbered(numbering, seat, number).ok_or_else(none)?;
        self.submit(seat, order)
    }

    fn end_turn(&mut self, seat: Seat) -> Result<(), Unplayed> {
        let mut table = Session::new(self.state.clone());
        table.listen(false);
        table.end_turn(seat).map_err(|why| Unplayed(why.to_string()))?;
        self.state = table.game().clone();
        Ok(())
    }

    fn preview(&self, seat: Seat, order: Option<&str>) -> Result<String, Unplayed> {
        let order = order.map(Self::read).transpose()?;
        self.check_awaited(seat)?;
        let events = match order {
            Some(order) => {
                preview(&self.state, seat, order).map_err(|refusal| Unplayed(refusal.to_string()))?
            }
            None => preview_end_turn(&self.state, seat).1,
        };
        Ok(json(&events.iter().filter_map(|event| G::redact_for(event, seat)).collect::<Vec<_>>()))
    }

    fn calculate(&self, seat: Seat, question: &str) -> Result<String, Unplayed> {
        let question = serde_json::from_str(question)
            .map_err(|wrong| Unplayed(format!("this is not a question in JSON: {wrong}")))?;
        self.state.calculate(seat, question).map(|answer| answer.to_string()).map_err(Unplayed)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.state.outcome()
    }

    fn key(&self) -> u64 {
        self.state.key()
    }

    fn digest(&self) -> u64 {
        self.state.digest()
    }

    fn view(&self, who: Viewer) -> String {
        json(&self.view_of(who))
    }

    fn briefing(&self) -> String {
        json(&self.state.briefing())
    }

    fn draw(&self, who: Viewer) -> String {
        self.state.draw(who)
    }

    fn layout(&self) -> Layout {
        G::layout(&self.setup)
    }

    fn paint(&self, seat: Seat, into: &mut Pictures<'_>) {
        self.state.paint(seat, &mut into.row(&self.layout(), 0));
    }

    fn save(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.state.save(&mut bytes);
        bytes
    }

    fn load(&self, bytes: &[u8]) -> Option<Box<dyn Position>> {
        let state = G::load(&self.setup, bytes)?;
        Some(Box::new(Self { setup: self.setup.clone(), state }))
    }

    fn reseed(&mut self, seed: u64) {
        self.state.reseed(seed);
    }

    fn bot(&self, name: &str, seed: u64) -> Option<Box<dyn Player>> {
        bots::built_in(name, &Session::new(self.state.clone()), seed)
    }

    fn orders_by(&self, bot: &mut dyn Player, seat: Seat) -> Result<String, Unplayed> {
        self.check_awaited(seat)?;
        let mut table = Session::new(self.state.clone());
        table.listen(false);
        let mut script = Script::default();
        bot.play(&mut table, seat, Some(&mut script));
        let given = script.lines.iter().filter(|(_, answer)| !matches!(answer, Answer::Refused(_)));
        let orders: Vec<&str> = given.map(|(order, _)| order.get()).collect();
        Ok(format!("[{}]", orders.join(",")))
    }

    fn solve(&self, question: Question, limits: Limits, watch: Watch<'_>) -> Option<AnyAnswer> {
        solver::solve_table(&Session::new(self.state.clone()), question, limits, watch)
    }
}
