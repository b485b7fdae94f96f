//! Signs over the cells of a board.

use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};

/// A sign drawn over a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// Could be attacked from a place under consideration.
    Range,
    /// Can be gone to.
    Reach,
    /// On the way.
    Way,
    /// Can be attacked, or otherwise be the target of the order at hand.
    Target,
    /// Something will stand here after the enemy's turn.
    Ghost,
    /// Something here would be changed by what is under consideration.
    Change,
    /// Something of the player's own will be hit here in the enemy's turn.
    Danger,
    /// What the player has in hand.
    Chosen,
}

/// The marks of one cell: the most important is shown, and danger always.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MarkSet {
    top: Option<Mark>,
    danger: bool,
}

impl MarkSet {
    /// Adds a mark.
    pub fn add(&mut self, mark: Mark) {
        self.top = self.top.max(Some(mark));
        self.danger |= mark == Mark::Danger;
    }

    /// The most important one.
    #[must_use]
    pub const fn top(self) -> Option<Mark> {
        self.top
    }

    /// Whether there is danger, behind a more important mark.
    #[must_use]
    pub fn hidden_danger(self) -> bool {
        self.danger && self.top != Some(Mark::Danger)
    }
}

/// The marks on a board.
#[derive(Clone, Debug)]
pub struct Marks {
    size: Size,
    marks: Vec<MarkSet>,
}

impl Marks {
    /// A board without marks.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { size, marks: vec![MarkSet::default(); size.area()] }
    }

    /// Marks a cell; nothing happens off the board.
    pub fn add(&mut self, cell: Cell, mark: Mark) {
        if self.size.contains(cell) {
            self.marks[self.size.index(cell)].add(mark);
        }
    }

    /// Marks several cells.
    pub fn add_all(&mut self, cells: impl IntoIterator<Item = Cell>, mark: Mark) {
        cells.into_iter().for_each(|cell| self.add(cell, mark));
    }

    /// The marks of a cell.
    #[must_use]
    pub fn at(&self, cell: Cell) -> MarkSet {
        self.marks[self.size.index(cell)]
    }
}
