//! Signs over the cells of a board.

use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};

/// A sign drawn over a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Mark {
    /// Something of the player's own waits for orders.
    Waiting,
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

impl Mark {
    /// All of them, the least important first.
    pub const ALL: [Self; 9] = [
        Self::Waiting,
        Self::Range,
        Self::Reach,
        Self::Way,
        Self::Target,
        Self::Ghost,
        Self::Change,
        Self::Danger,
        Self::Chosen,
    ];
}

/// The marks of one cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MarkSet {
    /// One bit for each mark.
    bits: u16,
}

impl MarkSet {
    /// Adds a mark.
    pub const fn add(&mut self, mark: Mark) {
        self.bits |= 1 << mark as u16;
    }

    /// Whether it has a mark.
    #[must_use]
    pub const fn has(self, mark: Mark) -> bool {
        self.bits >> mark as u16 & 1 != 0
    }

    /// The most important mark. A ghost leaves the place to others: it says what will be, they say
    /// what can be done.
    #[must_use]
    pub fn first(self) -> Option<Mark> {
        let top = |set: Self| Mark::ALL.into_iter().rev().find(|mark| set.has(*mark));
        let without_ghost = Self { bits: self.bits & !(1 << Mark::Ghost as u16) };
        top(without_ghost).or_else(|| top(self))
    }

    /// What is shown beside the first mark: danger, else a ghost.
    #[must_use]
    pub fn second(self) -> Option<Mark> {
        let first = self.first();
        [Mark::Danger, Mark::Ghost].into_iter().find(|mark| self.has(*mark) && Some(*mark) != first)
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(marks: &[Mark]) -> (Option<Mark>, Option<Mark>) {
        let mut set = MarkSet::default();
        marks.iter().for_each(|mark| set.add(*mark));
        (set.first(), set.second())
    }

    #[test]
    fn a_ghost_hides_nothing() {
        assert_eq!(of(&[]), (None, None));
        assert_eq!(of(&[Mark::Ghost]), (Some(Mark::Ghost), None));
        assert_eq!(of(&[Mark::Ghost, Mark::Reach]), (Some(Mark::Reach), Some(Mark::Ghost)));
        assert_eq!(of(&[Mark::Danger, Mark::Ghost]), (Some(Mark::Danger), Some(Mark::Ghost)));
        assert_eq!(of(&[Mark::Chosen, Mark::Danger, Mark::Ghost]), (Some(Mark::Chosen), Some(Mark::Danger)));
    }

    #[test]
    fn all_marks_are_listed_in_their_order() {
        assert!(Mark::ALL.is_sorted());
        assert!(Mark::ALL.iter().enumerate().all(|(number, mark)| *mark as usize == number));
    }
}
