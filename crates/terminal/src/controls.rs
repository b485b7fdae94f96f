//! What a game provides to be played on a screen.

use crate::grid::{CellSize, Tile};
use crate::lang::{Lang, Words};
use crate::look::{Look, Mark, MarkSet};
use board::{Cell, Size};
use game::{JsonGame, Seat};
use std::fmt::Debug;

/// A game that can be played on a screen.
///
/// It says how things look and what keys and clicks mean; what is possible and what follows it asks the rules, and nothing else. Whatever
/// it shows to a seat must be known to that seat.
pub(crate) trait Controls: JsonGame<Refusal: Send> {
    /// What the player has in hand: a unit and what is to be done with it.
    type Hand: Clone + PartialEq + Debug + Default;

    /// The sizes that cells may have on the screen, the largest first.
    const CELL_SIZES: &'static [CellSize];
    /// The game's name.
    const ENTRY: Words;
    /// What the help says about the game: its aim, its rules in brief.
    const HELP: &'static [Words];
    /// What the game's own keys do, for the help.
    const KEYS: &'static [(&'static str, Words)];

    /// The board.
    fn extent(&self) -> Size;

    /// Where the cursor is at first.
    fn first_cursor(&self, seat: Seat) -> Cell;

    /// The places of what can still be given orders, in the order in which the tabulator key visits them.
    fn movable(&self, seat: Seat) -> Vec<Cell>;

    /// What enter or a click on a cell means.
    fn point(&self, seat: Seat, hand: &Self::Hand, cell: Cell, lang: Lang) -> Choice<Self>;

    /// What a letter key means; nothing if it is not one of the game's.
    fn letter(
        &self,
        seat: Seat,
        hand: &Self::Hand,
        at: Cell,
        letter: char,
        lang: Lang,
    ) -> Option<Choice<Self>>;

    /// What an arrow key means, where it does not just move the cursor.
    fn arrow(&self, hand: &Self::Hand, direction: board::Direction) -> Option<Choice<Self>> {
        let _ = (hand, direction);
        None
    }

    /// What the hand still holds in this state: a unit may be gone, or have done what it was to do.
    fn keep_in_hand(&self, seat: Seat, hand: &Self::Hand) -> Self::Hand;

    /// Marks what could be done with what is in hand.
    fn mark_hand(&self, seat: Seat, hand: &Self::Hand, cursor: Cell, marks: &mut Marks);

    /// Marks what an event, that is only being considered, would change.
    fn mark_preview(event: &Self::Event, marks: &mut Marks) {
        let _ = (event, marks);
    }

    /// Marks what the other side will do when the turn ends.
    fn mark_foresight(&self, event: &Self::Event, marks: &mut Marks) {
        let _ = (event, marks);
    }

    /// How the cells look to a seat.
    fn tiles(&self, seat: Seat, look: &Look) -> impl Fn(Cell) -> Tile;

    /// What the seat knows of a cell and of what stands there.
    fn facts(&self, seat: Seat, cell: Cell, look: &Look) -> Vec<String>;

    /// What the calculators say of doing something at the cursor with what is in hand.
    fn advice(&self, seat: Seat, hand: &Self::Hand, cursor: Cell, lang: Lang) -> Vec<String> {
        let _ = (seat, hand, cursor, lang);
        Vec::new()
    }

    /// How the game stands, in one line.
    fn headline(&self, seat: Seat, lang: Lang) -> String;

    /// How the seats stand, one a line; nothing in a game for one.
    fn scores(&self, seat: Seat, lang: Lang) -> Vec<(u8, String)> {
        let _ = (seat, lang);
        Vec::new()
    }

    /// What the player can do now, in a few words each: keys and what they do.
    fn hints(&self, seat: Seat, hand: &Self::Hand) -> Vec<(&'static str, Words)>;

    /// An event as a sentence. The state is the one now, which may be later than the event.
    fn tell(&self, event: &Self::Event, lang: Lang) -> String;

    /// Whether an event is worth a line in the log and in previews; the others are bookkeeping.
    fn is_news(event: &Self::Event) -> bool {
        let _ = event;
        true
    }

    /// Whether an event, as the seat was told of it, should stop a fast-forward.
    fn is_alarm(&self, seat: Seat, event: &Self::Event) -> bool {
        let _ = (seat, event);
        false
    }

    /// A refusal as a sentence.
    fn refuse(refusal: &Self::Refusal, lang: Lang) -> String;

    /// What the screen says at the end, as a heading.
    fn verdict(&self, seat: Seat) -> GameResult;
}

/// How a game ended for a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum GameResult {
    Won,
    Drawn,
    Lost,
}

/// What a key or a click means.
#[derive(Clone, Debug)]
pub(crate) enum Choice<G: Controls> {
    /// These orders, one after the other; then this is in hand.
    Give { orders: Vec<G::Order>, then: G::Hand },
    /// Only what is in hand changes.
    Take(G::Hand),
    /// One of these, to be chosen from a list.
    Ask { title: String, offers: Vec<Offer<G>> },
    /// Nothing, and why.
    Refuse(String),
    /// Nothing.
    Nothing,
}

/// An entry of a list to choose from.
#[derive(Clone, Debug)]
pub(crate) struct Offer<G: Controls> {
    pub(crate) label: String,
    pub(crate) order: G::Order,
    /// Why the order would be refused.
    pub(crate) refused: Option<String>,
}

impl<G: Controls> Choice<G> {
    /// One order, if the rules accept it; else the reason why not.
    pub(crate) fn order(game: &G, seat: Seat, order: G::Order, then: G::Hand, lang: Lang) -> Self {
        match game.check(seat, order) {
            Ok(_) => Self::Give { orders: vec![order], then },
            Err(refusal) => Self::Refuse(G::refuse(&refusal, lang)),
        }
    }
}

/// The marks on a board.
#[derive(Clone, Debug)]
pub(crate) struct Marks {
    size: Size,
    marks: Vec<MarkSet>,
}

impl Marks {
    pub(crate) fn new(size: Size) -> Self {
        Self { size, marks: vec![MarkSet::default(); size.area()] }
    }

    pub(crate) fn add(&mut self, cell: Cell, mark: Mark) {
        if self.size.contains(cell) {
            self.marks[self.size.index(cell)].add(mark);
        }
    }

    pub(crate) fn add_all(&mut self, cells: impl IntoIterator<Item = Cell>, mark: Mark) {
        cells.into_iter().for_each(|cell| self.add(cell, mark));
    }

    pub(crate) fn at(&self, cell: Cell) -> MarkSet {
        self.marks[self.size.index(cell)]
    }
}
