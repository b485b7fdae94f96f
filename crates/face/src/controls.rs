//! What keys and clicks mean in a game.

use crate::Face;
use crate::look::{CellSize, Look, Tile};
use crate::marks::Marks;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::fmt::Debug;
use game::{Lang, Seat, Speak, Words};

/// A game that can be played on a screen.
///
/// It says how things look and what keys and clicks mean; what is possible and what follows it asks the rules, and nothing else. Whatever
/// it shows to a seat must be known to that seat.
pub trait Controls: Face {
    /// What the player has in hand: a unit and what is to be done with it.
    type Hand: Clone + PartialEq + Debug + Default;

    /// The sizes that cells may have on the screen, the largest first.
    const CELL_SIZES: &'static [CellSize];
    /// What the game's own keys do, for the help.
    const KEYS: &'static [(&'static str, Words)] = &[];

    /// The board.
    fn extent(&self) -> Size;

    /// Where the cursor is at first: as provided, at what can be given orders first.
    fn first_cursor(&self, seat: Seat) -> Cell {
        self.movable(seat).first().copied().unwrap_or(Cell::new(0, 0))
    }

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
    ) -> Option<Choice<Self>> {
        let _ = (seat, hand, at, letter, lang);
        None
    }

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
}

/// What a key or a click means.
#[derive(Clone, Debug)]
pub enum Choice<G: Controls> {
    /// These orders, one after the other; then this is in hand.
    Give {
        /// The orders.
        orders: Vec<G::Order>,
        /// What is in hand then.
        then: G::Hand,
    },
    /// Only what is in hand changes.
    Take(G::Hand),
    /// One of these, to be chosen from a list.
    Ask {
        /// What is chosen.
        title: String,
        /// The list.
        offers: Vec<Offer<G>>,
    },
    /// Nothing, and why.
    Refuse(String),
    /// Nothing.
    Nothing,
}

/// An entry of a list to choose from.
#[derive(Clone, Debug)]
pub struct Offer<G: Controls> {
    /// What it says.
    pub label: String,
    /// The order it stands for.
    pub order: G::Order,
    /// Why the order would be refused.
    pub refused: Option<String>,
}

impl<G: Controls> Choice<G> {
    /// One order, if the rules accept it; else the reason why not.
    pub fn order(game: &G, seat: Seat, order: G::Order, then: G::Hand, lang: Lang) -> Self {
        match game.check(seat, order) {
            Ok(_) => Self::Give { orders: vec![order], then },
            Err(refusal) => Self::Refuse(refusal.said_in(lang)),
        }
    }
}
