//! Flat tables with one entry a cell, and the quadrants of a board.

use board::{Cell, Size};
use core::ops::Range;

/// One entry for every cell of a board of at most `SIDE` rows and columns.
///
/// `SIDE` is a power of two: coordinates are cut to it, so that no look-up can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Grid<T, const SIDE: usize>([[T; SIDE]; SIDE]);

impl<T: Copy, const SIDE: usize> Grid<T, SIDE> {
    pub(crate) const fn filled(value: T) -> Self {
        assert!(SIDE.is_power_of_two());
        Self([[value; SIDE]; SIDE])
    }

    #[inline]
    pub(crate) const fn get(&self, at: Cell) -> T {
        self.0[at.row as usize % SIDE][at.col as usize % SIDE]
    }

    #[inline]
    pub(crate) const fn row(&self, row: u8) -> &[T; SIDE] {
        &self.0[row as usize % SIDE]
    }

    #[inline]
    pub(crate) const fn at(&mut self, at: Cell) -> &mut T {
        &mut self.0[at.row as usize % SIDE][at.col as usize % SIDE]
    }
}

/// Cells row by row, one bit a column.
pub(crate) type CellRows<const SIDE: usize> = [u32; SIDE];

/// The cell in this row and column, if it lies on the board. For numbers from files.
pub(crate) fn cell_at(size: Size, row: i64, col: i64) -> Option<Cell> {
    size.cell(i32::try_from(row).ok()?, i32::try_from(col).ok()?)
}

/// The columns and rows of the strip that runs through the middle.
pub(crate) const fn strip(size: Size) -> (Range<u8>, Range<u8>) {
    (middle(size.cols), middle(size.rows))
}

/// The player in whose quadrant the cell lies; none on the strip.
pub(crate) fn quadrant(size: Size, at: Cell) -> Option<game::Seat> {
    let (columns, rows) = strip(size);
    if columns.contains(&at.col) || rows.contains(&at.row) {
        return None;
    }
    let (right, below) = (at.col >= columns.end, at.row >= rows.end);
    Some(game::Seat(match (right, below) {
        (false, false) => 0,
        (true, false) => 1,
        (true, true) => 2,
        (false, true) => 3,
    }))
}

/// Where the strip lies in one dimension: three cells wide, two if the dimension is even.
const fn middle(length: u8) -> Range<u8> {
    let width = 2 + length % 2;
    let before = length.saturating_sub(width) / 2;
    before..before + width
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::CONTEST_SIZE;
    use game::Seat;

    #[test]
    fn quadrants_of_the_contest() {
        let size = CONTEST_SIZE;
        assert_eq!(strip(size), (6..9, 6..9));
        let corners = [(0, 0), (5, 14), (9, 9), (14, 5)];
        for (player, (row, col)) in (0..).zip(corners) {
            assert_eq!(quadrant(size, Cell::new(row, col)), Some(Seat(player)));
        }
        assert_eq!(quadrant(size, Cell::new(0, 6)), None);
        assert_eq!(middle(16), 7..9);
    }
}
