//! A match as plain data, the same for all games.
//!
//! A film is a cast (what can appear), a sequence of frames, and what happened between them.
//! Nothing in it needs a rule to be drawn: what depends on rules has been worked out by whoever
//! made the film.

mod moments;
mod piece_tracker;
mod recording;
mod score;
mod sequence;

pub use moments::{MOST_MOMENTS, Moment, MomentKind};
pub use piece_tracker::{PieceTracker, TrackedPiece};
pub use recording::{Heading, Recorder, Recording, SeatActivity};
pub use sequence::arrange;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;
use game::Words;
use game::sentence::{EventDrawing, SentenceKind, Weight};
use serde::Serialize;

/// A text in the page's two languages.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Text {
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

/// A text in both languages.
#[must_use]
pub fn text(en: &str, zh: &str) -> Text {
    Text { en: en.into(), zh: zh.into() }
}

impl From<Words> for Text {
    fn from(Words(en, zh): Words) -> Self {
        text(en, zh)
    }
}

impl Text {
    /// A name, which is the same in both languages.
    #[must_use]
    pub fn name(name: &str) -> Self {
        text(name, name)
    }
}

/// A figure that a piece does not have.
pub const NONE: i32 = i32::MIN;
/// A figure without limit.
pub const ENDLESS: i32 = i32::MAX;

/// A match.
#[derive(Clone, Debug, Default)]
pub struct Film {
    /// What does not change.
    pub cast: Cast,
    /// The states, the first before anything happened.
    pub frames: Vec<Frame>,
    /// Every piece that ever appears.
    pub pieces: Vec<Piece>,
    /// For each seat, its place (1 is best) and score; empty if the match did not end.
    pub standings: Vec<(u8, i64)>,
    /// Why it ended so, as far as scores say; see [`Film::conclude`].
    pub reasons: Vec<Text>,
    /// The key moments, in order; see [`Film::conclude`].
    pub moments: Vec<Moment>,
    by_key: BTreeMap<i64, u32>,
}

/// What can appear in a film, and what it is called.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Cast {
    /// The game, which is also the name of the skin.
    pub game: String,
    /// What the page is headed with.
    pub title: Text,
    /// Where it was played, under which rules: short lines below the heading.
    pub facts: Vec<(Text, String)>,
    /// Number of rows.
    pub rows: u16,
    /// Number of columns.
    pub cols: u16,
    /// Who takes part: the seats in order, then those without a seat.
    pub sides: Vec<Text>,
    /// How many of the sides are seats.
    pub seats: u8,
    /// Whether seats see only part of the board.
    pub fog: bool,
    /// How a frame is named: `{a}` and `{b}` are its two numbers.
    pub stamp: Text,
    /// What the ground can be.
    pub terrains: Vec<Kind>,
    /// What pieces can be.
    pub kinds: Vec<Kind>,
    /// What is shown of a piece besides its health.
    pub figures: Vec<Figure>,
    /// What `{0w}` stands for in sentences.
    pub words: Vec<Text>,
    /// What can happen.
    pub events: Vec<EventKind>,
    /// What is counted for every side in every frame.
    pub measures: Vec<Measure>,
    /// What the score is made of; empty where there is none, or nobody knows.
    pub sources: Vec<Measure>,
    /// How the lead is told, in games that have one.
    #[serde(skip)]
    pub contest: Option<Contest>,
}

/// What the lead goes by, and the sentences that tell of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contest {
    /// The place of the score among [`Cast::measures`].
    pub measure: usize,
    /// The sentence for a change of lead: who leads now, who led before, both scores.
    pub lead: u8,
    /// The sentence for the decisive swing: the winner, the next, how much the one gained on the
    /// other, the first number of the stamp at the end of it.
    pub swing: u8,
}

/// Something that is drawn: the key is for the skin, the name for people.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Kind {
    /// What the skin calls it.
    pub key: &'static str,
    /// What people call it.
    pub name: Text,
    /// What it is for, in a sentence; empty if there is nothing to say.
    pub about: Text,
}

impl Kind {
    /// A kind with nothing to say about it.
    #[must_use]
    pub fn new(key: &'static str, name: Words) -> Self {
        Self { key, name: name.into(), about: Text::default() }
    }

    /// The same kind with a sentence about it.
    #[must_use]
    pub fn about(self, about: Words) -> Self {
        Self { about: about.into(), ..self }
    }
}

/// A number that every piece has, or not.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What people call it.
    pub name: Text,
    /// How it is to be read.
    pub form: Form,
    /// Whether it is drawn on the board, too.
    pub badge: bool,
}

impl Figure {
    /// A figure with its name and form.
    #[must_use]
    pub fn new(form: Form, name: Words) -> Self {
        Self { name: name.into(), form, badge: false }
    }

    /// The same figure, drawn on the board, too.
    #[must_use]
    pub fn on_the_board(self) -> Self {
        Self { badge: true, ..self }
    }
}

/// How a figure is to be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A number.
    Number,
    /// A cell.
    Cell,
    /// One of the [`Cast::words`].
    Word,
    /// A [`board::Direction`]; the first of the [`Cast::words`] are its names.
    Direction,
}

/// A kind of event, with its sentence; see [`SentenceKind`] for what stands in braces.
#[derive(Clone, Debug, Serialize)]
pub struct EventKind {
    /// The sentence.
    pub text: Text,
    /// How much it matters.
    pub mark: Weight,
    /// How it is drawn.
    pub trace: EventDrawing,
}

impl From<&SentenceKind> for EventKind {
    fn from(kind: &SentenceKind) -> Self {
        Self { text: kind.text.into(), mark: kind.weight, trace: kind.trace }
    }
}

/// All sentences of a game as kinds of events.
#[must_use]
pub fn event_kinds(table: &[SentenceKind]) -> Vec<EventKind> {
    table.iter().map(EventKind::from).collect()
}

/// A number for every side in every frame.
#[derive(Clone, Debug, Serialize)]
pub struct Measure {
    /// What people call it.
    pub name: Text,
    /// What it says, in a sentence.
    pub about: Text,
}

impl Measure {
    /// A measure with a sentence about it.
    #[must_use]
    pub fn new(name: Words, about: Words) -> Self {
        Self { name: name.into(), about: about.into() }
    }
}

/// A piece that appears in at least one frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its number in the game.
    pub id: i32,
    /// Its place in [`Cast::kinds`].
    pub kind: u8,
    /// How many cells wide and high it is.
    pub span: u8,
}

/// A state, and what led to it.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// The two numbers that name it.
    pub stamp: [u32; 2],
    /// The side whose doing it is, if it is one side's.
    pub mover: Option<u8>,
    /// The ground, row by row.
    pub terrain: Vec<u8>,
    /// Whose land it is, row by row: 0 nobody's, 1 disputed, 2 and up the sides. Empty where land
    /// belongs to nobody.
    pub owners: Vec<u8>,
    /// What stands on the board.
    pub placed: Vec<Placed>,
    /// For each seat, whether it sees each cell. Empty where there is no fog.
    pub seen: Vec<Vec<bool>>,
    /// What happened since the frame before.
    pub events: Vec<Event>,
    /// For each measure, the number of every side.
    pub measures: Vec<Vec<i64>>,
    /// For each of [`Cast::sources`], the points that every side has from it.
    pub sources: Vec<Vec<i64>>,
    /// What the seats did.
    pub reports: Vec<SeatActivity>,
}

/// A piece in a frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Placed {
    /// Its place in [`Film::pieces`].
    pub piece: u32,
    /// Its upper-left cell.
    pub cell: u32,
    /// Whose it is; the number of sides for nobody's.
    pub side: u8,
    /// A number shown on it, or [`NONE`].
    pub level: i32,
    /// Health, or [`NONE`].
    pub health: i32,
    /// Its greatest health.
    pub full: i32,
    /// What each seat knows of it.
    pub known: Vec<Known>,
    /// One number for each of [`Cast::figures`].
    pub figures: Vec<i32>,
}

/// What a seat knows of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Known {
    /// That it is there is not known.
    Hidden = 0,
    /// That it is there, but nothing of its state and not whose it is.
    Place = 1,
    /// That it is there and whose it is, but nothing of its state.
    Owner = 2,
    /// Everything that is drawn.
    Seen = 3,
}

/// Something that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Its place in [`Cast::events`].
    pub kind: u8,
    /// What its sentence names.
    pub args: Vec<i32>,
    /// Where it happened.
    pub cells: Vec<u32>,
    /// Which seats know all of it, the lowest bit being the first seat's.
    pub known: u8,
    /// When it is played: after the events of smaller steps, together with those of the same; see
    /// [`arrange`].
    pub step: u8,
}

impl Event {
    /// An event that everybody knows of. `sentence` is its place in the game's table.
    #[must_use]
    pub fn new(sentence: u8, args: &[i32], cells: &[u32]) -> Self {
        Self { kind: sentence, args: args.to_vec(), cells: cells.to_vec(), known: PUBLIC, step: 0 }
    }
}

/// What everybody knows.
pub const PUBLIC: u8 = u8::MAX;

impl Film {
    /// A film with this cast, and nothing on it yet.
    #[must_use]
    pub fn new(cast: Cast) -> Self {
        Self { cast, ..Self::default() }
    }

    /// Works out what can only be said when everything is on film: the key moments, and why it
    /// ended so.
    pub fn conclude(&mut self) {
        self.moments = moments::find(self);
        self.reasons = score::reasons(self);
    }

    /// A film of the last frame alone: what is on the board, who took part, and how it ended.
    #[must_use]
    pub fn last_still(&self) -> Self {
        let cast = Cast { measures: Vec::new(), sources: Vec::new(), ..self.cast.clone() };
        let mut still = Self { standings: self.standings.clone(), ..Self::new(cast) };
        let Some(last) = self.frames.last() else { return still };
        let decides = |event: &&Event| self.cast.events[usize::from(event.kind)].mark == Weight::Decision;
        let mut frame = Frame {
            events: last.events.iter().rev().find(decides).cloned().into_iter().collect(),
            measures: Vec::new(),
            sources: Vec::new(),
            reports: Vec::new(),
            ..last.clone()
        };
        for placed in &mut frame.placed {
            placed.piece = still.piece(placed.piece.into(), self.pieces[placed.piece as usize]);
        }
        still.frames.push(frame);
        still
    }

    /// The place in [`Film::pieces`] of the piece with this key, which is entered if it is new.
    pub fn piece(&mut self, key: i64, piece: Piece) -> u32 {
        let next = self.pieces.len() as u32;
        let number = *self.by_key.entry(key).or_insert(next);
        if number == next {
            self.pieces.push(piece);
        }
        number
    }

    /// The place in [`Film::pieces`] of a piece that appeared before.
    #[must_use]
    pub fn known_piece(&self, key: i64) -> Option<u32> {
        self.by_key.get(&key).copied()
    }
}
