//! What keys and clicks mean in a game.

use crate::Face;
use crate::arrows::OrderArrow;
use crate::look::{CellSize, Ink, Look, Tile};
use crate::marks::Marks;
use crate::standing::Progress;
use crate::viewpoint::Viewpoint;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::fmt::Debug;
use game::{Seat, Words};

/// A game that can be played on a screen.
///
/// It says how things look and what keys and clicks mean; what is possible and what follows it asks
/// the rules, and nothing else. Whatever it shows to a seat must be known to that seat.
pub trait Controls: Face {
    /// What the player has in hand: a unit and what is to be done with it.
    type Hand: Clone + PartialEq + Debug + Default;
    /// What a unit goes on doing turn after turn; [`NoStanding`](crate::NoStanding) in games
    /// without such orders. The smaller is carried out before the larger.
    type Standing: Clone + Ord + Debug;

    /// The sizes that cells may have on the screen, the largest first.
    const CELL_SIZES: &'static [CellSize];
    /// What the game's own keys do, for the help.
    const KEYS: &'static [(&'static str, Words)] = &[];

    /// The board.
    fn extent(&self) -> Size;

    /// Where the cursor is at first: as provided, at what can be given orders first.
    fn first_cursor(&self, seat: Seat) -> Cell {
        self.waiting(seat, &[]).first().map_or(Cell::new(0, 0), |(cell, _)| *cell)
    }

    /// What waits for orders, and where: all of it is taken in hand one after the other by the
    /// tabulator key. Whatever has a standing order does not wait.
    fn waiting(&self, seat: Seat, standing: &[Self::Standing]) -> Vec<(Cell, Self::Hand)>;

    /// What enter or a click on a cell means.
    fn point(&self, from: &Viewpoint<'_, Self::Names>, hand: &Self::Hand, cell: Cell) -> Choice<Self>;

    /// What a letter key means; nothing if it is not one of the game's.
    fn letter(
        &self,
        from: &Viewpoint<'_, Self::Names>,
        hand: &Self::Hand,
        at: Cell,
        letter: char,
    ) -> Option<Choice<Self>> {
        let _ = (from, hand, at, letter);
        None
    }

    /// What an arrow key means, where it does not just move the cursor.
    fn arrow(&self, hand: &Self::Hand, direction: board::Direction) -> Option<Choice<Self>> {
        let _ = (hand, direction);
        None
    }

    /// What the hand still holds in this state: a unit may be gone, or have done what it was to do.
    fn keep_in_hand(&self, seat: Seat, hand: &Self::Hand) -> Self::Hand;

    /// What is in hand, in a few words; nothing if that goes without saying.
    fn hand_name(&self, from: &Viewpoint<'_, Self::Names>, hand: &Self::Hand) -> Option<String> {
        let _ = (from, hand);
        None
    }

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

    /// What the seat has ordered and is still to be carried out, as arrows. `ordered` are its
    /// orders of this turn, each accepted or taken: where they wait, which of them the rules will
    /// drop is not for the seat to know.
    fn order_arrows(
        &self,
        seat: Seat,
        ordered: &[Self::Order],
        standing: &[Self::Standing],
    ) -> Vec<OrderArrow> {
        let _ = (seat, ordered, standing);
        Vec::new()
    }

    /// An order as a sentence that asks for it, where what it causes does not say it: it waits, or
    /// its effect is not seen at once.
    fn say_order(&self, from: &Viewpoint<'_, Self::Names>, order: Self::Order) -> Option<String> {
        let _ = (from, order);
        None
    }

    /// How the cells look to a seat.
    fn tiles(&self, seat: Seat, look: &Look) -> impl Fn(Cell) -> Tile;

    /// What the seat knows of a cell and of what stands there.
    fn facts(&self, from: &Viewpoint<'_, Self::Names>, cell: Cell) -> Vec<String>;

    /// What the calculators say of doing something at the cursor with what is in hand.
    fn advice(&self, from: &Viewpoint<'_, Self::Names>, hand: &Self::Hand, cursor: Cell) -> Vec<String> {
        let _ = (from, hand, cursor);
        Vec::new()
    }

    /// How the game stands, in one line.
    fn headline(&self, from: &Viewpoint<'_, Self::Names>) -> String;

    /// How the seats stand, one per line, in the ink that each has on the board; nothing in a game
    /// for one.
    fn scores(&self, from: &Viewpoint<'_, Self::Names>) -> Vec<(Ink, String)> {
        let _ = from;
        Vec::new()
    }

    /// What the game's own keys do now, in a few words each.
    fn hints(&self, seat: Seat, hand: &Self::Hand) -> Vec<(&'static str, Words)>;

    /// What an order that the player gave shall be repeated as, turn after turn, where players want
    /// that.
    fn repeats(&self, order: Self::Order) -> Option<Self::Standing> {
        let _ = order;
        None
    }

    /// Whether an order that the player gave ends a standing order: its unit has something else to
    /// do.
    fn ends(order: Self::Order, standing: &Self::Standing) -> bool {
        let _ = (order, standing);
        false
    }

    /// Whether two standing orders cannot stand beside each other: the later one ends the earlier.
    fn excludes(later: &Self::Standing, earlier: &Self::Standing) -> bool {
        let _ = (later, earlier);
        false
    }

    /// What a standing order comes to this turn.
    fn carry_on(
        &self,
        from: &Viewpoint<'_, Self::Names>,
        standing: &Self::Standing,
    ) -> Progress<Self::Order> {
        let _ = (from, standing);
        Progress::Over
    }

    /// Whom a standing order is for, where that is, and what it says.
    fn standing_facts(
        &self,
        from: &Viewpoint<'_, Self::Names>,
        standing: &Self::Standing,
    ) -> Option<StandingFacts> {
        let _ = (from, standing);
        None
    }
}

/// What is shown of a standing order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StandingFacts {
    /// Where whom it is for stands.
    pub at: Cell,
    /// Whom it is for.
    pub whose: String,
    /// What is to be done.
    pub what: String,
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
    /// A standing order, which is carried out at once and at the end of every turn; dropped again
    /// if it stands already. Then this is in hand.
    Stand {
        /// The standing order.
        standing: G::Standing,
        /// What is in hand then.
        then: G::Hand,
    },
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
    pub fn order(game: &G, from: &Viewpoint<'_, G::Names>, order: G::Order, then: G::Hand) -> Self {
        match game.check(from.seat, order) {
            Ok(_) => Self::Give { orders: vec![order], then },
            Err(refusal) => Self::Refuse(game.refuse(&refusal, from)),
        }
    }
}
