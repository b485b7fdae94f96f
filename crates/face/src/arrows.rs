//! Orders that are still to be carried out, as arrows over a board.

use board::Cell;

/// An order that was given and is still to be carried out, as an arrow.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OrderArrow {
    /// Where whoever carries it out is.
    pub from: Cell,
    /// Where it leads.
    pub to: Cell,
    /// What is done there.
    pub kind: ArrowKind,
}

/// What an arrow stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArrowKind {
    /// Somebody goes there.
    Go,
    /// Somebody fires at it.
    Attack,
    /// Somebody repairs or supplies what is there.
    Help,
}
