//! A dialogue with what was going on while each part of it was written.

use crate::console::{Port, TraceNote, Transcript};
use crate::mistakes::Rule;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::fmt;

/// A port in memory that keeps, for everything written, what it belongs to.
#[derive(Clone, Debug)]
pub struct DialogueTrace<'a> {
    transcript: Transcript<'a>,
    input: usize,
    next: OutputPart,
    /// What was written, piece by piece.
    pub parts: Vec<OutputPart>,
}

/// A piece of output that was written at one go: a drawing, a question, a message.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OutputPart {
    /// Where it starts in the output.
    pub start: usize,
    /// How many bytes of the input had been read by then.
    pub read: usize,
    /// The turn; 0 before the first.
    pub turn: u32,
    /// The rule that decides what is written here.
    pub topic: Option<&'static Rule>,
    /// How to read it, if it is a drawing of the board.
    pub drawing: Option<BoardDrawing>,
    /// The orders that were carried out or refused since the part before.
    pub orders: Vec<String>,
    /// What has happened since the part before.
    pub happened: Vec<BoardEvent>,
}

/// Something that happened on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BoardEvent {
    /// One plain sentence.
    pub text: String,
    /// The squares it is about.
    pub cells: Vec<Cell>,
    /// The rule that makes it happen.
    pub rule: &'static Rule,
}

/// Where the squares are in a drawing: every row of the board is a line of fields between bars,
/// followed by a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardDrawing {
    /// Number of rows and columns.
    pub size: Size,
    /// Lines above the first row.
    pub top: usize,
}

impl BoardDrawing {
    /// The row of the board that this line of the drawing shows.
    #[must_use]
    pub fn row(&self, line: usize) -> Option<u8> {
        let below = line.checked_sub(self.top)?;
        let row = u8::try_from(below / 2).ok()?;
        (below % 2 == 0 && row < self.size.rows).then_some(row)
    }
}

impl<'a> DialogueTrace<'a> {
    /// A dialogue in which this is all the input.
    #[must_use]
    pub fn new(input: &'a [u8]) -> Self {
        Self { transcript: Transcript::new(input), input: 0, next: OutputPart::default(), parts: Vec::new() }
    }

    /// Everything that was written.
    #[must_use]
    pub fn output(&self) -> &[u8] {
        &self.transcript.output
    }

    /// What was remarked beside the protocol: what is wrong with the map or an answer.
    #[must_use]
    pub fn remarks(&self) -> &[String] {
        &self.transcript.remarks
    }
}

impl Port for DialogueTrace<'_> {
    fn fill(&mut self) -> &[u8] {
        self.transcript.fill()
    }

    fn consume(&mut self, count: usize) {
        self.input += count;
        self.transcript.consume(count);
    }

    fn write(&mut self, text: &[u8]) {
        if text.is_empty() {
            return;
        }
        self.next.start = self.transcript.output.len();
        self.next.read = self.input;
        let (turn, topic) = (self.next.turn, self.next.topic);
        let part = core::mem::replace(&mut self.next, OutputPart { turn, topic, ..OutputPart::default() });
        self.parts.push(part);
        self.transcript.write(text);
    }

    fn remark(&mut self, line: fmt::Arguments<'_>) {
        self.transcript.remark(line);
    }

    fn is_terminal(&self) -> bool {
        false
    }

    fn takes_notes(&self) -> bool {
        true
    }

    fn note(&mut self, note: TraceNote) {
        match note {
            TraceNote::Turn(turn) => self.next.turn = turn,
            TraceNote::Topic(rule) => self.next.topic = Some(rule),
            TraceNote::Order(order) => self.next.orders.push(order),
            TraceNote::Event(happening) => self.next.happened.push(happening),
            TraceNote::Drawing(drawing) => self.next.drawing = Some(drawing),
        }
    }
}
