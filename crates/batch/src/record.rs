//! The orders of a game, and the replay made of them.

use crate::MapText;
use crate::slot::Origin;
use game::replay::{
    Cursor, CursorPlace, Header, Hex, Move, OpenMove, OrderResult, SeatedBot, Turn, VERSION, Writer,
};
use game::{Answer, GameEntry, JsonText, Outcome, Seat, Seats, Session, most_turns};
use games::HostedGame;

/// The orders of a game from its beginning.
pub(crate) struct GameOrders<G: HostedGame> {
    pub(crate) origin: Origin,
    pub(crate) moves: Vec<Moved<G>>,
}

/// An order of a seat, or the end of its turn.
pub(crate) struct Moved<G: HostedGame> {
    pub(crate) seat: Seat,
    pub(crate) order: Option<G::Order>,
}

impl<G: HostedGame> Clone for GameOrders<G> {
    fn clone(&self) -> Self {
        Self { origin: self.origin, moves: self.moves.clone() }
    }
}

impl<G: HostedGame> Clone for Moved<G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: HostedGame> Copy for Moved<G> {}

/// What a replay says of a game besides its orders.
pub(crate) struct Circumstances<'a> {
    pub(crate) entry: &'static dyn GameEntry,
    pub(crate) rules: &'a str,
    pub(crate) map: &'a MapText,
    pub(crate) opponents: &'a [Option<String>],
}

impl<G: HostedGame> GameOrders<G> {
    pub(crate) const fn new(origin: Origin) -> Self {
        Self { origin, moves: Vec::new() }
    }

    /// The replay, one line after the other, and the state that it leads to.
    pub(crate) fn replay(&self, setup: &G::Setup, of: &Circumstances<'_>) -> (String, G) {
        let mut table = Session::new(G::start(setup, self.origin.seed));
        table.listen(false);
        let (mut writer, first) = Writer::new(&self.header(&table, of), true);
        let mut text = first + "\n";
        let mut open = OpenTurn::new(&table);
        for moved in &self.moves {
            open.add(&mut table, moved);
            if open.is_over(&table) {
                let written = std::mem::replace(&mut open, OpenTurn::new(&table)).into_turn(&table);
                text += &(writer.turn(written) + "\n");
            }
        }
        let seats = table.game().seats();
        match table.game().outcome() {
            Some(outcome) => {
                text += &(writer.end(&outcome, false, Seats::NONE, JsonText::default()) + "\n");
            }
            None if writer.turns() == most_turns(seats) => {
                text +=
                    &(writer.end(&Outcome::undecided(seats), true, Seats::NONE, JsonText::default()) + "\n");
            }
            // Somebody is still at it: without a line that says so, the replay would count as cut
            // short.
            None => text += &(writer.cursor(open.into_cursor()) + "\n"),
        }
        (text, table.game().clone())
    }

    fn header(&self, table: &Session<G>, of: &Circumstances<'_>) -> Header {
        let name = |seat: u8| {
            let bot = of.opponents.get(usize::from(seat)).and_then(Option::as_deref);
            SeatedBot { name: bot.unwrap_or("learner").into(), bot: seat.into() }
        };
        Header {
            replay: VERSION,
            game: of.entry.name().into(),
            rules: of.rules.into(),
            rules_version: of.entry.rules_version(),
            map_name: of.map.name.clone(),
            map_hash: replays::map_hash(&of.map.text),
            map: of.map.text.clone(),
            seed: Hex(self.origin.seed),
            seats: (0..table.game().seats()).map(name).collect(),
            clock: "none".into(),
            branched_after: None,
            measured: JsonText::default(),
        }
    }
}

/// A turn in which not all awaited seats have ended theirs.
struct OpenTurn {
    turn: u32,
    /// What each awaited seat did, and whether it has ended its turn.
    moves: Vec<(Move, bool)>,
}

impl OpenTurn {
    fn new<G: HostedGame>(table: &Session<G>) -> Self {
        let seats = table.game().to_move();
        let moves = seats.iter().map(|seat| (Move { seat: seat.0, ..Move::default() }, false)).collect();
        Self { turn: table.game().turn(), moves }
    }

    fn add<G: HostedGame>(&mut self, table: &mut Session<G>, moved: &Moved<G>) {
        let Some((own, ended)) = self.moves.iter_mut().find(|(own, _)| own.seat == moved.seat.0) else {
            return;
        };
        match moved.order {
            Some(order) => {
                let answer: Answer<String> =
                    table.submit(moved.seat, Some(order)).map(|refusal| refusal.to_string());
                own.orders.push(JsonText::of(&order));
                own.answers.push(OrderResult::from(answer));
            }
            None => {
                *ended = true;
                let _ = table.end_turn(moved.seat);
            }
        }
    }

    fn is_over<G: HostedGame>(&self, table: &Session<G>) -> bool {
        !self.moves.is_empty() && self.moves.iter().all(|(_, ended)| *ended)
            || table.game().to_move().is_empty()
    }

    fn into_turn<G: HostedGame>(self, table: &Session<G>) -> Turn {
        let moves = self.moves.into_iter().map(|(own, _)| own).collect();
        Turn::new(self.turn, moves, Hex(table.game().digest()), Vec::new())
    }

    /// Where the seats stand. What was refused is left out: a cursor has only what was accepted.
    fn into_cursor(self) -> Cursor {
        let seat = self.moves.first().map_or(0, |(own, _)| own.seat);
        let open = self.moves.into_iter().map(|(own, ended)| {
            let given = own.orders.into_iter().zip(own.answers);
            let accepted = given.filter(|(_, answer)| !matches!(answer, OrderResult::Refused(_)));
            OpenMove { seat: own.seat, orders: accepted.map(|(order, _)| order).collect(), ended }
        });
        let cursor = CursorPlace { turn: self.turn, seat };
        Cursor { cursor, open: open.collect(), undone: Vec::new(), check: Hex(0) }
    }
}
