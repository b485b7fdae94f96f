//! Places and distances.

use crate::kinds::{Kind, Level};
use board::Cell;
use core::fmt;

/// A cell on a level. In a [`Cell`] the row is the original's x, the column its y.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Place {
    /// The cell: row x, column y.
    pub cell: Cell,
    /// The level, the original's z.
    pub level: Level,
}

impl Place {
    /// The place with these coordinates.
    #[must_use]
    pub const fn new(cell: Cell, level: Level) -> Self {
        Self { cell, level }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {}, {})", self.cell.row, self.cell.col, self.level as u8)
    }
}

/// A rectangle of cells: what an element covers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Area {
    /// Upper-left cell.
    pub from: Cell,
    /// Lower-right cell.
    pub to: Cell,
}

impl Area {
    /// A single cell.
    #[must_use]
    #[inline]
    pub const fn cell(cell: Cell) -> Self {
        Self { from: cell, to: cell }
    }

    /// What an element of this kind covers if this is its upper-left cell.
    #[must_use]
    #[inline]
    pub const fn of(kind: Kind, at: Cell) -> Self {
        let more = kind.size() - 1;
        Self { from: at, to: Cell::new(at.row + more, at.col + more) }
    }

    /// Distance of the nearest cells, whatever their levels.
    #[must_use]
    #[inline]
    pub const fn distance(self, other: Self) -> i32 {
        let rows = self.from.row.saturating_sub(other.to.row) | other.from.row.saturating_sub(self.to.row);
        let cols = self.from.col.saturating_sub(other.to.col) | other.from.col.saturating_sub(self.to.col);
        rows as i32 + cols as i32
    }

    /// Its cells, row by row.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (self.from.row..=self.to.row)
            .flat_map(move |row| (self.from.col..=self.to.col).map(move |col| Cell::new(row, col)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distance_is_that_of_the_nearest_cells() {
        for at in board::Size::new(12, 12).cells() {
            let base = Area::of(Kind::Base, Cell::new(4, 5));
            let other = Area::of(Kind::Base, at);
            let pairs = base.cells().flat_map(|a| other.cells().map(move |b| a.manhattan(b)));
            assert_eq!(base.distance(other), pairs.min().unwrap() as i32);
        }
    }
}
