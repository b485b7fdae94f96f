//! A replay run again, and compared with what it says.

use super::{Chain, End, Header, Hex, Move, OrderResult, Turn};
use crate::{
    DynGame, DynSetup, GameEntry, Outcome, Seat, Seats, SetupError, Standing, most_turns, unreadable,
};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// A replay being run again.
#[derive(Debug)]
pub struct Rerun {
    table: Box<dyn DynGame>,
    chain: Chain,
    turns: u32,
}

/// Where a replay and the rules part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// The turn, as the game counts; none for the end.
    pub turn: Option<u32>,
    /// The seat, if it is about one.
    pub seat: Option<u8>,
    /// What differs, in one sentence.
    pub what: String,
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            Some(turn) => write!(f, "turn {turn}")?,
            None => f.write_str("at the end")?,
        }
        if let Some(seat) = self.seat {
            write!(f, ", seat {seat}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl core::error::Error for Divergence {}

impl Rerun {
    /// Starts the game of a replay.
    ///
    /// # Errors
    /// One sentence, if the game cannot be set up: another game, an unknown profile, an impossible map, another number of seats.
    pub fn new(entry: &dyn GameEntry, header: &Header) -> Result<Self, String> {
        let table = Self::setup(entry, header)?.start(header.seed.0);
        let (seats, named) = (table.seats(), header.seats.len());
        if named != usize::from(seats) {
            return Err(format!("the game is for {seats}; the header says who sat in {named} seats"));
        }
        Ok(Self { table, chain: Chain::new(header), turns: 0 })
    }

    /// What the game of a replay was played on.
    ///
    /// # Errors
    /// One sentence: another game, an unknown profile, an impossible map.
    pub fn setup(entry: &dyn GameEntry, header: &Header) -> Result<Box<dyn DynSetup>, String> {
        if header.game != entry.name() {
            return Err(format!("the replay is of {}, not of {}", header.game, entry.name()));
        }
        entry.open(header.map.as_bytes(), &header.rules).map_err(|wrong| match wrong {
            SetupError::Profile(unknown) => unknown.to_string(),
            SetupError::Map(report) => format!("the replay's map cannot be played: {}", report.first()),
        })
    }

    /// The game as far as it was run.
    #[must_use]
    pub fn table(&self) -> &dyn DynGame {
        &*self.table
    }

    /// The game as far as it was run, to listen to or to play on.
    pub fn table_mut(&mut self) -> &mut dyn DynGame {
        &mut *self.table
    }

    /// The game as far as it was run, to keep.
    #[must_use]
    pub fn into_table(self) -> Box<dyn DynGame> {
        self.table
    }

    /// Number of turns that were run.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// Runs everything, and compares. `each` sees every turn when it was run, with what differs in it.
    ///
    /// # Errors
    /// The first thing that differs. All turns have been run nevertheless, as far as possible.
    pub fn run(
        &mut self,
        turns: &[Turn],
        end: Option<&End>,
        each: &mut dyn FnMut(&mut Self, &Turn, Option<&Divergence>),
    ) -> Result<(), Divergence> {
        let mut first = Ok(());
        for turn in turns {
            let compared = self.turn(turn);
            each(self, turn, compared.as_ref().err());
            first = first.and(compared);
        }
        first.and_then(|()| end.map_or(Ok(()), |end| self.end(end)))
    }

    /// Runs a turn, and compares.
    ///
    /// # Errors
    /// The first thing that differs. The turn has been run nevertheless, as far as possible.
    pub fn turn(&mut self, turn: &Turn) -> Result<(), Divergence> {
        let number = self.table.turn();
        let awaited = self.table.to_move();
        let mut first = Ok(());
        let mut compare = |seat, compared: Result<(), String>| {
            let compared = compared.map_err(|what| Divergence { turn: Some(number), seat, what });
            first = core::mem::replace(&mut first, Ok(())).and(compared);
        };
        compare(None, self.compare_start(turn, awaited));
        for step in &turn.moves {
            compare(Some(step.seat), rerun_move(&mut *self.table, step));
        }
        for seat in awaited.iter() {
            // Seats left out of a damaged replay still end their turn, so that the rest can be shown.
            let _ = self.table.end_turn(seat);
        }
        compare(None, self.compare_result(turn));
        self.turns += 1;
        first
    }

    /// Whether this turn may come now.
    fn compare_start(&self, turn: &Turn, awaited: Seats) -> Result<(), String> {
        let number = self.table.turn();
        if awaited.is_empty() || self.turns >= most_turns(self.table.seats()) {
            return Err(format!("the game is over after {}, but the replay goes on", counted(self.turns)));
        }
        if turn.turn != number {
            return Err(format!("the replay calls it turn {}", turn.turn));
        }
        let listed: Vec<u8> = turn.moves.iter().map(|step| step.seat).collect();
        let expected: Vec<u8> = awaited.iter().map(|seat| seat.0).collect();
        if listed != expected {
            return Err(format!("the seats to move are {expected:?}; the replay has moves of {listed:?}"));
        }
        Ok(())
    }

    /// Whether the state is the one that the turn led to, and nothing up to here was changed.
    fn compare_result(&mut self, turn: &Turn) -> Result<(), String> {
        let digest = Hex(self.table.digest());
        let check = self.chain.turn(turn);
        // A change is reported once, not at every turn that follows.
        self.chain = Chain(turn.check.0);
        if digest != turn.digest {
            return Err(format!("the state has the digest {digest}; the replay says {}", turn.digest));
        }
        if check != turn.check {
            return Err(format!(
                "something up to here was changed after it was written (check {check}; the replay says {})",
                turn.check
            ));
        }
        Ok(())
    }

    /// Compares the end.
    ///
    /// # Errors
    /// What differs.
    pub fn end(&mut self, end: &End) -> Result<(), Divergence> {
        self.compare_outcome(end).and_then(|()| self.compare_end(end)).map_err(|what| Divergence {
            turn: None,
            seat: None,
            what,
        })
    }

    /// Whether the game came out as the last line says: by the rules, or stopped where it had to be.
    fn compare_outcome(&self, end: &End) -> Result<(), String> {
        let (seats, turns) = (self.table.seats(), counted(self.turns));
        let decided = self.table.outcome();
        let stopped = decided.is_none() && self.turns == most_turns(seats);
        if decided.is_none() && !stopped {
            return Err(format!("the game is not over after {turns}, but the replay ends"));
        }
        if end.stopped != stopped {
            let (is, says) = if stopped { ("stopped", "decided") } else { ("decided", "stopped") };
            return Err(format!("the game is {is} after {turns}; the replay says that it was {says}"));
        }
        let outcome = decided.unwrap_or_else(|| Outcome::undecided(seats));
        if outcome.standings() != end.end {
            let (is, says) = (say(outcome.standings()), say(&end.end));
            return Err(format!("the outcome is {is}; the replay says {says}"));
        }
        Ok(())
    }

    /// Whether the last line fits those before it.
    fn compare_end(&mut self, end: &End) -> Result<(), String> {
        if end.turns != self.turns {
            return Err(format!("the replay has {} and says it has {}", counted(self.turns), end.turns));
        }
        let check = self.chain.end(end);
        if check != end.check {
            return Err(format!(
                "the last line was changed after it was written (check {check}; the replay says {})",
                end.check
            ));
        }
        Ok(())
    }
}

/// Gives the orders of a move again.
fn rerun_move(table: &mut dyn DynGame, step: &Move) -> Result<(), String> {
    let mut first = Ok(());
    if step.orders.len() != step.answers.len() {
        first = Err(format!("there are {} orders and {} answers", step.orders.len(), step.answers.len()));
    }
    for (number, order) in step.orders.iter().enumerate() {
        let answer = OrderResult::from(table.give(Seat(step.seat), order));
        let Some(written) = step.answers.get(number) else { continue };
        if first.is_ok() && !is_same(&answer, written) {
            first = Err(format!("order {} is {answer}; the replay says {written}", number + 1));
        }
    }
    first
}

/// Whether both answers say the same. Of orders that cannot be read old replays say only that.
fn is_same(answer: &OrderResult, written: &OrderResult) -> bool {
    match (answer, written) {
        (OrderResult::Refused(why), OrderResult::Refused(short)) if *short == unreadable::sentence() => {
            why.starts_with(short.as_str())
        }
        _ => answer == written,
    }
}

/// A number of turns in words.
fn counted(turns: u32) -> String {
    format!("{turns} turn{}", if turns == 1 { "" } else { "s" })
}

/// Standings in words.
fn say(standings: &[Standing]) -> String {
    if standings.is_empty() {
        return "nothing".to_string();
    }
    let each = standings.iter().map(|standing| format!("place {} with {}", standing.place, standing.score));
    each.collect::<Vec<_>>().join(", ")
}
