//! The lines of a replay as they are written, and the hash over them.

use super::{Cursor, End, Header, Hex, Turn, text};
use crate::{JsonText, Outcome, Seats};
use alloc::string::String;
use alloc::vec::Vec;
use board::Digest;

/// Turns records into lines, and fills in the check.
#[derive(Clone, Debug)]
pub struct Writer {
    chain: Chain,
    /// Whether measured things are left out.
    canonical: bool,
    turns: u32,
}

impl Writer {
    /// Starts a replay; also returns its first line. A canonical one leaves out everything
    /// measured.
    #[must_use]
    pub fn new(header: &Header, canonical: bool) -> (Self, String) {
        let line = if canonical { header.canonical_line() } else { header.line() };
        (Self { chain: Chain::new(header), canonical, turns: 0 }, line)
    }

    /// The line of a turn.
    pub fn turn(&mut self, turn: Turn) -> String {
        self.turns += 1;
        let (check, measured) = (self.chain.turn(&turn), turn.measured);
        let measured = if self.canonical { Vec::new() } else { measured };
        text(&Turn { check, ..Turn::new(turn.turn, turn.moves, turn.digest, measured) })
    }

    /// Leaves out a turn that somebody else wrote, and goes on after it.
    pub fn skip(&mut self, turn: &Turn) {
        self.turns += 1;
        self.chain.continue_from(turn.check);
    }

    /// How many turns there are so far.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.turns
    }

    /// The line of the end: how the rules decided, or how an undecided game counts that was
    /// stopped; and who is out.
    pub fn end(&mut self, by_rules: &Outcome, stopped: bool, out: Seats, measured: JsonText) -> String {
        let counts = by_rules.adjudicated(out);
        let end = End {
            end: counts.standings().to_vec(),
            turns: self.turns,
            stopped,
            forfeits: out.iter().map(|seat| seat.0).collect(),
            by_rules: if counts == *by_rules { Vec::new() } else { by_rules.standings().to_vec() },
            check: Hex(0),
            measured: JsonText::default(),
        };
        let check = self.chain.end(&end);
        let measured = if self.canonical { JsonText::default() } else { measured };
        text(&End { check, measured, ..end })
    }

    /// The line of somebody who has not finished.
    pub fn cursor(&mut self, cursor: Cursor) -> String {
        let check = self.chain.cursor(&cursor);
        text(&Cursor { check, ..cursor })
    }
}

/// The hash over everything written so far.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chain {
    hash: u64,
    /// Whether it is of the first format, whose end line said less.
    is_first_format: bool,
}

impl Chain {
    pub(super) fn new(header: &Header) -> Self {
        let mut chain = Self { hash: 0, is_first_format: header.replay == 1 };
        chain.add(&header.canonical_line());
        chain
    }

    /// Goes on from a hash that somebody else wrote.
    pub(super) fn continue_from(&mut self, check: Hex) {
        self.hash = check.0;
    }

    fn add(&mut self, line: &str) -> Hex {
        let mut digest = Digest::new();
        digest.u64(self.hash);
        digest.bytes(line.as_bytes());
        self.hash = digest.finish();
        Hex(self.hash)
    }

    pub(super) fn turn(&mut self, turn: &Turn) -> Hex {
        // A view of the turn without what is measured, so that nothing need be copied.
        self.add(&text(&(turn.turn, turn.written_moves(), turn.digest)))
    }

    pub(super) fn end(&mut self, end: &End) -> Hex {
        let End { end, turns, stopped, forfeits, by_rules, .. } = end;
        match self.is_first_format {
            true => self.add(&text(&(end, turns, stopped))),
            false => self.add(&text(&(end, turns, stopped, forfeits, by_rules))),
        }
    }

    /// Whether an end line of the first format was written before games could be stopped: its hash
    /// does not say that this one was not.
    pub(super) fn is_earliest_end(mut self, end: &End) -> bool {
        self.is_first_format && !end.stopped && self.add(&text(&(&end.end, end.turns))) == end.check
    }

    pub(super) fn cursor(&mut self, cursor: &Cursor) -> Hex {
        let Cursor { cursor, open, undone, .. } = cursor;
        self.add(&text(&(cursor, open, undone)))
    }
}
