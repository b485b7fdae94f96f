//! What the graded dialogues share.
//!
//! A dialogue is straight-line code that asks, reads and writes through a [`DialogueIo`]. It does
//! no input or output itself: a [`Port`] does, which is standard input and output in the program
//! and a [`Transcript`] in tests. Answers are read byte by byte and never stored, so no input,
//! however long its lines, needs memory.

use crate::dialogue_trace::{BoardDrawing, BoardEvent};
use crate::mistakes::{Mistake, MistakeSet, Rule};
use crate::{Diagnostics, Log};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use board::Cell;
use core::fmt;

/// The graded dialogue of a game.
pub trait Console: fmt::Debug + Sync {
    /// Holds the dialogue and returns the exit status.
    fn run(&self, port: &mut dyn Port, options: DialogueOptions<'_>) -> u8;

    /// The mistakes that the dialogue can be held with.
    fn mistakes(&self) -> &'static [Mistake];
}

/// What the dialogue is about.
#[derive(Clone, Copy, Debug, Default)]
pub struct DialogueOptions<'a> {
    /// How much of the game exists.
    pub stage: Stage,
    /// The map, if it does not come first in the input.
    pub map: Option<&'a [u8]>,
    /// What goes to standard error.
    pub detail: RemarkDetail,
    /// The rules to get wrong, of those in [`Console::mistakes`].
    pub mistakes: MistakeSet,
}

/// How much of a game exists: the exercises were handed out in four cumulative stages.
///
/// What each adds is said in the games' `kinds`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it all")]
pub enum Stage {
    One = 1,
    Two,
    Three,
    #[default]
    Four,
}

impl Stage {
    /// All four.
    pub const ALL: [Self; 4] = [Self::One, Self::Two, Self::Three, Self::Four];

    /// The stage with this number.
    #[must_use]
    pub fn from_number(number: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| *stage as u8 == number)
    }
}

/// In JSON a stage is its number.
#[cfg(feature = "formats")]
impl serde::Serialize for Stage {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u8(*self as u8)
    }
}

#[cfg(feature = "formats")]
impl<'de> serde::Deserialize<'de> for Stage {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u8::deserialize(deserializer)?;
        Self::from_number(number).ok_or_else(|| serde::de::Error::custom("stages go from 1 to 4"))
    }
}

#[cfg(feature = "formats")]
impl schemars::JsonSchema for Stage {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "Stage".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        crate::schema::integer("How much of the game exists.", 1, 4)
    }
}

/// How much a dialogue says beside the protocol, in remarks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum RemarkDetail {
    /// Diagnostics only.
    #[default]
    Quiet,
    /// One line an event.
    Events,
    /// Also the figures behind them, every turn.
    Figures,
}

/// The two ends of a dialogue.
pub trait Port {
    /// Input that is not consumed yet, waiting for more if there is none; empty at the end of the
    /// input.
    ///
    /// Before it waits, what was written becomes visible.
    fn fill(&mut self) -> &[u8];
    /// Takes the first `count` bytes off the input.
    fn consume(&mut self, count: usize);
    /// Writes to standard output.
    fn write(&mut self, text: &[u8]);
    /// Writes one line to standard error.
    fn remark(&mut self, line: fmt::Arguments<'_>);
    /// Whether a person is typing.
    fn is_terminal(&self) -> bool;
    /// Whether [`note`](Self::note) keeps anything. Asked once.
    fn takes_notes(&self) -> bool {
        false
    }
    /// Takes a note about what is written next.
    fn note(&mut self, note: TraceNote) {
        let _ = note;
    }
}

/// What a dialogue tells those who keep a [record](crate::dialogue_trace::DialogueTrace) of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TraceNote {
    /// This turn has begun.
    Turn(u32),
    /// What is written from now on follows from this rule.
    Topic(&'static Rule),
    /// An order was given, with what became of it if it was refused.
    Order(String),
    /// Something happened on the board.
    Event(BoardEvent),
    /// What is written next is a drawing of the board.
    Drawing(BoardDrawing),
}

/// A port in memory, for tests, `conform` and reading maps from files.
#[derive(Clone, Debug, Default)]
pub struct Transcript<'a> {
    input: &'a [u8],
    /// What was written.
    pub output: Vec<u8>,
    /// The remarks, one a line.
    pub remarks: Vec<String>,
    /// What [`Port::is_terminal`] answers.
    pub terminal: bool,
}

impl<'a> Transcript<'a> {
    /// A dialogue in which this is all the input.
    #[must_use]
    pub fn new(input: &'a [u8]) -> Self {
        // A dialogue writes much more than it reads, in small pieces.
        let output = Vec::with_capacity((64 * input.len()).min(64 << 10));
        Self { input, output, ..Self::default() }
    }
}

impl Port for Transcript<'_> {
    fn fill(&mut self) -> &[u8] {
        self.input
    }

    fn consume(&mut self, count: usize) {
        self.input = &self.input[count..];
    }

    fn write(&mut self, text: &[u8]) {
        self.output.extend_from_slice(text);
    }

    fn remark(&mut self, line: fmt::Arguments<'_>) {
        self.remarks.push(line.to_string());
    }

    fn is_terminal(&self) -> bool {
        self.terminal
    }
}

/// How a dialogue reads answers and writes: its two directions over one [`Port`].
///
/// A carriage return directly before a line feed is dropped throughout.
pub struct DialogueIo<'a> {
    port: &'a mut dyn Port,
    takes_notes: bool,
    line: u32,
    /// A carriage return was read; what follows decides whether it counts.
    held_return: bool,
    /// Line feeds that [`only_blanks_left`](Self::only_blanks_left) has read ahead.
    read_ahead: u64,
}

/// Why there is no number where one was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotANumber {
    /// No digits.
    Missing,
    /// Outside 32 bits signed.
    TooLarge,
}

/// A word up to white space. Only short words mean anything, so only their beginning is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    start: [u8; 8],
    length: usize,
}

impl Word {
    /// The word's bytes, if there are at most eight.
    #[must_use]
    pub fn short(&self) -> Option<&[u8]> {
        self.start.get(..self.length)
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown = self.short().unwrap_or(&self.start);
        write!(f, "{}{}", shown.escape_ascii(), if self.length > shown.len() { "..." } else { "" })
    }
}

impl fmt::Debug for DialogueIo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DialogueIo").field("line", &self.line).finish_non_exhaustive()
    }
}

impl<'a> DialogueIo<'a> {
    /// A dialogue through this port.
    pub fn new(port: &'a mut dyn Port) -> Self {
        let takes_notes = port.takes_notes();
        Self { port, takes_notes, line: 1, held_return: false, read_ahead: 0 }
    }

    /// Number of the line that is being read, from 1.
    #[must_use]
    pub const fn line(&self) -> u32 {
        self.line
    }

    /// Whether a person is typing.
    #[must_use]
    pub fn is_terminal(&self) -> bool {
        self.port.is_terminal()
    }

    /// Writes to standard output.
    pub fn say(&mut self, text: &[u8]) {
        self.port.write(text);
    }

    /// Writes one line to standard error.
    pub fn remark(&mut self, line: fmt::Arguments<'_>) {
        self.port.remark(line);
    }

    /// Takes a note, if the port keeps any, about what is said next.
    pub fn note(&mut self, note: impl FnOnce() -> TraceNote) {
        if self.takes_notes {
            self.port.note(note());
        }
    }

    /// Tells on standard error what was wrong or odd about the map.
    pub fn remark_on_map(&mut self, report: &Diagnostics) {
        for warning in &report.warnings {
            self.remark(format_args!("warning: map {warning}"));
        }
        for problem in &report.problems {
            self.remark(format_args!("error: map {problem}"));
        }
        if report.unlisted > 0 {
            self.remark(format_args!("and {} more like these", report.unlisted));
        }
    }

    /// The next byte of the input; none at its end.
    pub fn peek(&mut self) -> Option<u8> {
        if self.read_ahead > 0 {
            return Some(b'\n');
        }
        if !self.held_return {
            match self.port.fill().first().copied() {
                Some(b'\r') => self.port.consume(1),
                other => return other,
            }
            self.held_return = true;
        }
        match self.port.fill().first() {
            Some(b'\n') => {
                self.held_return = false;
                Some(b'\n')
            }
            _ => Some(b'\r'),
        }
    }

    /// Takes the byte that [`peek`](Self::peek) shows off the input.
    pub fn bump(&mut self) {
        let Some(byte) = self.peek() else { return };
        if byte == b'\n' {
            self.line = self.line.saturating_add(1);
        }
        if self.read_ahead > 0 {
            self.read_ahead -= 1;
        } else if self.held_return {
            self.held_return = false;
        } else {
            self.port.consume(1);
        }
    }

    /// Takes and returns the next byte.
    pub fn next_byte(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.bump();
        Some(byte)
    }

    /// Skips white space other than line feeds.
    pub fn skip_blanks(&mut self) {
        while self.peek().is_some_and(|byte| is_white(byte) && byte != b'\n') {
            self.bump();
        }
    }

    /// Skips white space, line feeds included.
    pub fn skip_white(&mut self) {
        while self.peek().is_some_and(is_white) {
            self.bump();
        }
    }

    /// Skips the rest of the line and its line feed.
    pub fn skip_line(&mut self) {
        while self.next_byte().is_some_and(|byte| byte != b'\n') {}
    }

    /// Reads an optional sign and decimal digits, as many as there are.
    ///
    /// # Errors
    /// If there are no digits, or the number does not fit 32 bits signed.
    pub fn integer(&mut self) -> Result<i32, NotANumber> {
        let negative = self.peek() == Some(b'-');
        if matches!(self.peek(), Some(b'-' | b'+')) {
            self.bump();
        }
        let mut value = None;
        while let Some(digit) = self.peek().filter(u8::is_ascii_digit) {
            self.bump();
            let more = i64::from(digit - b'0');
            value = Some(value.unwrap_or(0i64).saturating_mul(10).saturating_add(more));
        }
        let value = value.ok_or(NotANumber::Missing)?;
        i32::try_from(if negative { -value } else { value }).map_err(|_| NotANumber::TooLarge)
    }

    /// Reads bytes up to white space or the end of the input.
    pub fn word(&mut self) -> Word {
        let mut word = Word { start: [0; 8], length: 0 };
        while let Some(byte) = self.peek().filter(|byte| !is_white(*byte)) {
            self.bump();
            if let Some(place) = word.start.get_mut(word.length) {
                *place = byte;
            }
            word.length = word.length.saturating_add(1);
        }
        word
    }

    /// Whether nothing but white space is left of the input. Waits for input to find out.
    ///
    /// Blank lines read ahead are counted, not kept: they come back as empty ones.
    pub fn only_blanks_left(&mut self) -> bool {
        let mut lines = core::mem::take(&mut self.read_ahead);
        let blank = loop {
            match self.peek() {
                None => break true,
                Some(byte) if !is_white(byte) => break false,
                Some(byte) => {
                    self.bump();
                    if byte == b'\n' {
                        lines += 1;
                        self.line = self.line.saturating_sub(1);
                    }
                }
            }
        };
        self.read_ahead = lines;
        blank
    }
}

/// An event that a dialogue can explain.
pub trait Explained: fmt::Display {
    /// The rule that makes it happen.
    fn rule(&self) -> &'static Rule;
    /// The squares it is about.
    fn cells(&self) -> Vec<Cell>;
}

/// Orders and events as lines on standard error, if they are wanted, and as notes, if anybody keeps
/// them.
#[derive(Debug)]
pub struct Remarks<'a, 'b> {
    /// Where they go.
    pub talk: &'a mut DialogueIo<'b>,
    /// Whether lines are wanted.
    pub detail: RemarkDetail,
}

impl Remarks<'_, '_> {
    /// One line, for those who want events.
    pub fn line(&mut self, line: fmt::Arguments<'_>) {
        if self.detail >= RemarkDetail::Events {
            self.talk.remark(line);
        }
    }

    /// Notes an order and, if it was refused, remarks on the reason under this word.
    pub fn order<T>(&mut self, order: impl fmt::Display, word: &str, answer: &Result<T, impl fmt::Display>) {
        match answer {
            Ok(_) => self.talk.note(|| TraceNote::Order(order.to_string())),
            Err(refusal) => {
                self.line(format_args!("{word}: {refusal}"));
                self.talk.note(|| TraceNote::Order(format!("{order} ({word}: {refusal})")));
            }
        }
    }
}

impl<E: Explained> Log<E> for Remarks<'_, '_> {
    fn tell(&mut self, event: E) {
        if self.detail < RemarkDetail::Events && !self.talk.takes_notes {
            return;
        }
        self.line(format_args!("{event}"));
        self.talk.note(|| {
            TraceNote::Event(BoardEvent { text: event.to_string(), cells: event.cells(), rule: event.rule() })
        });
    }
}

/// Space, tab, line feed, carriage return, vertical tab, form feed.
#[must_use]
pub const fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with<T>(input: &[u8], test: impl FnOnce(&mut DialogueIo<'_>) -> T) -> T {
        test(&mut DialogueIo::new(&mut Transcript::new(input)))
    }

    fn all(talk: &mut DialogueIo<'_>) -> Vec<u8> {
        core::iter::from_fn(|| talk.next_byte()).collect()
    }

    #[test]
    fn a_return_counts_unless_a_line_feed_follows() {
        assert_eq!(with(b"a\r\nb\rc\r\r\n\r", all), b"a\nb\rc\r\n\r");
    }

    #[test]
    fn numbers() {
        for (text, value) in [
            ("7", Ok(7)),
            ("-03x", Ok(-3)),
            ("+5", Ok(5)),
            ("2147483647", Ok(i32::MAX)),
            ("-2147483648", Ok(i32::MIN)),
            ("2147483648", Err(NotANumber::TooLarge)),
            ("99999999999999999999999999", Err(NotANumber::TooLarge)),
            ("", Err(NotANumber::Missing)),
            ("-", Err(NotANumber::Missing)),
            ("+-3", Err(NotANumber::Missing)),
        ] {
            assert_eq!(with(text.as_bytes(), |talk| talk.integer()), value, "{text:?}");
        }
    }

    #[test]
    fn blank_lines_read_ahead_come_back() {
        with(b"x\n \t\n\n  y\n", |talk| {
            talk.skip_line();
            assert!(!talk.only_blanks_left());
            assert!(!talk.only_blanks_left());
            assert_eq!(talk.line(), 2);
            assert_eq!(all(talk), b"\n\ny\n");
            assert_eq!(talk.line(), 5);
            assert!(talk.only_blanks_left());
        });
    }

    #[test]
    fn long_words_are_not_kept() {
        let word = with(b"abcdefghij k", |talk| talk.word());
        assert_eq!(word.short(), None);
        assert_eq!(word.to_string(), "abcdefgh...");
        assert_eq!(with(b"PG\x0b", |talk| talk.word()).short(), Some(&b"PG"[..]));
    }
}
