//! A replay run again, and compared with what it says.

use super::writer::Chain;
use super::{Cursor, End, Header, Hex, Move, OrderResult, ReplayLine, Turn};
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
    /// The seats that were put out.
    out: Seats,
    /// Whether who is out may be first, as in the first format.
    is_first_format: bool,
    /// Whether the replay calls the first turn 0, as replays did of games that counted settled
    /// rounds.
    counts_from_zero: bool,
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
    /// One sentence, if the game cannot be set up: another game, an unknown profile, an impossible
    /// map, another number of seats.
    pub fn new(entry: &dyn GameEntry, header: &Header) -> Result<Self, String> {
        let table = Self::setup(entry, header)?.start(header.seed.0);
        let (seats, named) = (table.seats(), header.seats.len());
        if named != usize::from(seats) {
            return Err(format!("the game is for {seats}; the header says who sat in {named} seats"));
        }
        let (chain, is_first_format) = (Chain::new(header), header.replay == 1);
        Ok(Self { table, chain, turns: 0, out: Seats::NONE, is_first_format, counts_from_zero: false })
    }

    /// What the game of a replay was played on.
    ///
    /// # Errors
    /// One sentence: another game, other rules, an unknown profile, an impossible map.
    pub fn setup(entry: &dyn GameEntry, header: &Header) -> Result<Box<dyn DynSetup>, String> {
        if header.game != entry.name() {
            return Err(format!("the replay is of {}, not of {}", header.game, entry.name()));
        }
        if header.rules_version != entry.rules_version() {
            let (game, played, ours) = (entry.name(), header.rules_version, entry.rules_version());
            return Err(format!(
                "the replay was played by version {played} of the rules of {game}, and this program knows \
                 version {ours}; run it with a release of sandtable that knows version {played}"
            ));
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

    /// Number of the turn that comes next, as the replay counts.
    #[must_use]
    pub fn turn_number(&self) -> u32 {
        self.table.turn() - u32::from(self.counts_from_zero)
    }

    /// How the game came out, as it counts: by the rules, or stopped where it had to be; who is out
    /// comes after the others. None if it is not over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome_by_rules().map(|(outcome, _)| outcome.adjudicated(self.forfeits()))
    }

    /// How the rules alone say that it came out, and whether it was stopped.
    fn outcome_by_rules(&self) -> Option<(Outcome, bool)> {
        let seats = self.table.seats();
        let stopped = || (self.turns == most_turns(seats)).then(|| (Outcome::undecided(seats), true));
        self.table.outcome().map(|outcome| (outcome, false)).or_else(stopped)
    }

    /// The seats that forfeit their places, as far as it was run.
    #[must_use]
    pub fn forfeits(&self) -> Seats {
        if self.is_first_format { Seats::NONE } else { self.out }
    }

    /// Runs everything, and compares. `each` sees every line when it was run, with what differs in
    /// it.
    ///
    /// # Errors
    /// The first thing that differs. All lines have been run nevertheless, as far as possible.
    pub fn run(
        &mut self,
        lines: &mut dyn Iterator<Item = ReplayLine>,
        each: &mut dyn FnMut(&mut Self, &ReplayLine, Option<&Divergence>),
    ) -> Result<(), Divergence> {
        let mut first = Ok(());
        for line in lines {
            let compared = self.line(&line);
            each(self, &line, compared.as_ref().err());
            first = first.and(compared);
        }
        first
    }

    /// Runs everything up to the first difference. What comes after one proves nothing, however
    /// long it is.
    ///
    /// # Errors
    /// The first thing that differs.
    pub fn verify(&mut self, lines: &mut dyn Iterator<Item = ReplayLine>) -> Result<(), Divergence> {
        for line in lines {
            self.line(&line)?;
        }
        Ok(())
    }

    fn line(&mut self, line: &ReplayLine) -> Result<(), Divergence> {
        match line {
            ReplayLine::Turn(turn) => self.turn(turn),
            ReplayLine::End(end) => self.end(end),
            ReplayLine::Cursor(cursor) => self.cursor(cursor),
        }
    }

    /// Runs a turn, and compares.
    ///
    /// # Errors
    /// The first thing that differs. The turn has been run nevertheless, as far as possible.
    pub fn turn(&mut self, turn: &Turn) -> Result<(), Divergence> {
        self.learn_first_number(turn.turn);
        let number = self.turn_number();
        let awaited = self.table.to_move();
        let mut first = Ok(());
        let mut compare = |seat, compared: Result<(), String>| {
            let compared = compared.map_err(|what| Divergence { turn: Some(number), seat, what });
            first = core::mem::replace(&mut first, Ok(())).and(compared);
        };
        compare(None, self.compare_start(turn, awaited));
        for step in &turn.moves {
            if step.out {
                self.out = self.out.with(Seat(step.seat.min(7)));
            }
            compare(Some(step.seat), rerun_move(&mut *self.table, step));
        }
        for seat in awaited.iter() {
            // Seats left out of a damaged replay still end their turn, so that the rest can be
            // shown.
            let _ = self.table.end_turn(seat);
        }
        compare(None, self.compare_result(turn));
        self.turns += 1;
        first
    }

    /// Takes note of what the replay calls its first turn.
    fn learn_first_number(&mut self, number: u32) {
        if self.turns == 0 {
            self.counts_from_zero = number == 0;
        }
    }

    /// Whether this turn may come now.
    fn compare_start(&self, turn: &Turn, awaited: Seats) -> Result<(), String> {
        if awaited.is_empty() || self.turns >= most_turns(self.table.seats()) {
            return Err(format!("the game is over after {}, but the replay goes on", counted(self.turns)));
        }
        if turn.turn != self.turn_number() {
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
        self.chain.continue_from(turn.check);
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

    /// Whether the game came out as the last line says.
    fn compare_outcome(&self, end: &End) -> Result<(), String> {
        let turns = counted(self.turns);
        let Some((by_rules, stopped)) = self.outcome_by_rules() else {
            return Err(format!("the game is not over after {turns}, but the replay ends"));
        };
        if end.stopped != stopped {
            let (is, says) = if stopped { ("stopped", "decided") } else { ("decided", "stopped") };
            return Err(format!("the game is {is} after {turns}; the replay says that it was {says}"));
        }
        let forfeits: Vec<u8> = self.forfeits().iter().map(|seat| seat.0).collect();
        if forfeits != end.forfeits {
            let says = &end.forfeits;
            return Err(format!("the seats that are out are {forfeits:?}; the replay says {says:?}"));
        }
        let counts = by_rules.adjudicated(self.forfeits());
        compare_standings("the outcome", counts.standings(), &end.end)?;
        let by_rules = if counts == by_rules { &[][..] } else { by_rules.standings() };
        compare_standings("the outcome by the rules alone", by_rules, &end.by_rules)
    }

    /// Whether the last line fits those before it.
    fn compare_end(&mut self, end: &End) -> Result<(), String> {
        if end.turns != self.turns {
            return Err(format!("the replay has {} and says it has {}", counted(self.turns), end.turns));
        }
        let before = self.chain;
        let check = self.chain.end(end);
        if check != end.check && !before.is_earliest_end(end) {
            return Err(format!(
                "the last line was changed after it was written (check {check}; the replay says {})",
                end.check
            ));
        }
        Ok(())
    }

    /// Plays what was done in the turn that has not ended, and compares.
    ///
    /// # Errors
    /// What differs.
    pub fn cursor(&mut self, cursor: &Cursor) -> Result<(), Divergence> {
        self.learn_first_number(cursor.cursor.turn);
        let turn = self.turn_number();
        let compared = self.play_open(cursor).and_then(|()| self.compare_cursor(turn, cursor));
        compared.map_err(|what| Divergence { turn: Some(turn), seat: None, what })
    }

    fn play_open(&mut self, cursor: &Cursor) -> Result<(), String> {
        let mut first = Ok(());
        for step in &cursor.open {
            let seat = Seat(step.seat);
            for order in &step.orders {
                let answer = OrderResult::from(self.table.submit(seat, order.get()));
                if first.is_ok() && matches!(answer, OrderResult::Refused(_)) {
                    first = Err(format!("an order of seat {} in the open turn is {answer}", step.seat));
                }
            }
            if step.ended {
                first = first.and(self.table.end_turn(seat));
            }
        }
        first
    }

    fn compare_cursor(&mut self, turn: u32, cursor: &Cursor) -> Result<(), String> {
        if cursor.cursor.turn != turn {
            return Err(format!("the replay says that turn {} is being played", cursor.cursor.turn));
        }
        if cursor.cursor.seat >= self.table.seats() {
            return Err(format!("there is no seat {}", cursor.cursor.seat));
        }
        let check = self.chain.cursor(cursor);
        if check != cursor.check {
            return Err(format!(
                "the last line was changed after it was written (check {check}; the replay says {})",
                cursor.check
            ));
        }
        Ok(())
    }
}

fn compare_standings(what: &str, ours: &[Standing], written: &[Standing]) -> Result<(), String> {
    if ours == written {
        return Ok(());
    }
    Err(format!("{what} is {}; the replay says {}", say(ours), say(written)))
}

/// Gives the orders of a move again.
fn rerun_move(table: &mut dyn DynGame, step: &Move) -> Result<(), String> {
    let mut first = Ok(());
    if step.orders.len() != step.answers.len() {
        first = Err(format!("there are {} orders and {} answers", step.orders.len(), step.answers.len()));
    }
    for (number, order) in step.orders.iter().enumerate() {
        let answer = OrderResult::from(table.submit(Seat(step.seat), order.get()));
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
