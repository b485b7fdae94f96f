//! A game that is run to pack it or to unpack it.

use game::replay::{Header, Hex, Measured, Move, OrderResult, ReplayLine, Turn, Writer};
use game::{DynGame, GameEntry, JsonText, Outcome, Seat, Seats, most_turns};

/// A game being run, and the lines that come of it.
pub(super) struct RunningGame {
    pub(super) table: Box<dyn DynGame>,
    writer: Writer,
    out: Seats,
    is_first_format: bool,
    /// Whether the replay calls the first turn 0. Its first line, kept as it is, says so.
    counts_from_zero: bool,
}

impl RunningGame {
    /// Sets the game up; nothing if its rules or its map are not known here.
    pub(super) fn new(entry: &dyn GameEntry, header: &Header) -> Option<Self> {
        let is_known = header.game == entry.name() && header.rules_version == entry.rules_version();
        let table = is_known.then(|| entry.start(header.map.as_bytes(), &header.rules, header.seed.0).ok());
        let mut table = table.flatten()?;
        table.listen(false);
        let (writer, _) = Writer::new(header, false);
        let is_first_format = header.replay == 1;
        Some(Self { table, writer, out: Seats::NONE, is_first_format, counts_from_zero: false })
    }

    /// Plays a turn, and returns the line that it makes. The answers of the moves are not looked
    /// at.
    pub(super) fn turn(&mut self, mut moves: Vec<Move>, measured: Vec<Measured>) -> String {
        let turn = self.table.turn() - u32::from(self.counts_from_zero);
        self.play(&mut moves);
        let digest = Hex(self.table.digest());
        self.writer.turn(Turn::new(turn, moves, digest, measured))
    }

    /// Plays a turn that somebody wrote down; whether its line is the one that it makes. If it is
    /// not, the game goes on after it all the same.
    pub(super) fn makes_turn(&mut self, turn: &Turn, line: &str) -> bool {
        let before = self.writer.clone();
        let is_made = self.turn(turn.moves.clone(), turn.measured.clone()) == line;
        if !is_made {
            self.writer = before;
            self.skip(turn);
        }
        is_made
    }

    /// The line of the end; none if the game is not over.
    pub(super) fn end(&self, measured: JsonText) -> Option<String> {
        let seats = self.table.seats();
        let decided = self.table.outcome();
        let stopped = decided.is_none();
        if stopped && self.writer.turns() != most_turns(seats) {
            return None;
        }
        let by_rules = decided.unwrap_or_else(|| Outcome::undecided(seats));
        let out = if self.is_first_format { Seats::NONE } else { self.out };
        Some(self.writer.clone().end(&by_rules, stopped, out, measured))
    }

    /// Plays a line that is kept as it is, as far as it can be played.
    pub(super) fn follow(&mut self, line: &ReplayLine) {
        if let ReplayLine::Turn(turn) = line {
            self.follow_turn(turn);
        }
    }

    /// Plays a turn that is kept as it is.
    pub(super) fn follow_turn(&mut self, turn: &Turn) {
        self.play(&mut turn.moves.clone());
        self.skip(turn);
    }

    /// Goes on after a line that is kept as it is.
    fn skip(&mut self, turn: &Turn) {
        self.counts_from_zero |= self.writer.turns() == 0 && turn.turn == 0;
        self.writer.skip(turn);
    }

    fn play(&mut self, moves: &mut [Move]) {
        let awaited = self.table.to_move();
        for step in moves {
            let seat = Seat(step.seat);
            let answers = step.orders.iter().map(|order| self.table.submit(seat, order.get()));
            step.answers = answers.map(OrderResult::from).collect();
            if step.out && step.seat < 8 {
                self.out = self.out.with(seat);
            }
        }
        for seat in awaited.iter() {
            // Awaited seats may always end their turn.
            let _ = self.table.end_turn(seat);
        }
    }
}
