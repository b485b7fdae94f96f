//! Sets of cells of a board of up to 32 columns, one word a row.

use crate::Cell;
use core::ops::{BitAnd, BitOr, BitOrAssign, Not};

/// A set of cells of a board of at most `ROWS` rows and 32 columns.
///
/// Bit `column` of word `row`. A flood over the whole board is a handful of vector
/// instructions a step, which is why path searches use it instead of a queue.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MaskRows<const ROWS: usize>(pub [u32; ROWS]);

impl<const ROWS: usize> MaskRows<ROWS> {
    /// No cell.
    pub const EMPTY: Self = Self([0; ROWS]);

    /// Just this cell.
    #[must_use]
    #[inline]
    pub fn of(cell: Cell) -> Self {
        let mut set = Self::EMPTY;
        set.insert(cell);
        set
    }

    /// Whether no cell is in the set.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, row| any | row) == 0
    }

    /// Whether the cell is in the set. A cell beyond the last row is in none.
    #[must_use]
    #[inline]
    pub fn has(&self, cell: Cell) -> bool {
        self.0.get(usize::from(cell.row)).is_some_and(|row| row >> (cell.col & 31) & 1 != 0)
    }

    /// Puts the cell into the set.
    ///
    /// # Panics
    /// If the cell lies beyond the last row.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0[usize::from(cell.row)] |= 1 << (cell.col & 31);
    }

    /// Takes the cell out of the set.
    ///
    /// # Panics
    /// If the cell lies beyond the last row.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0[usize::from(cell.row)] &= !(1 << (cell.col & 31));
    }

    /// The first cell in row-major order.
    #[must_use]
    #[inline]
    pub fn first(&self) -> Option<Cell> {
        let row = self.0.iter().position(|row| *row != 0)?;
        Some(Cell::new(row as u8, self.0[row].trailing_zeros() as u8))
    }

    /// The cells, in row-major order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let mut rest = *self;
        core::iter::from_fn(move || {
            let cell = rest.first()?;
            rest.remove(cell);
            Some(cell)
        })
    }

    /// All cells next to one of the set (which may hold cells of the set itself, and, beyond the
    /// board's last column, cells that no board has: intersect with what is open).
    #[must_use]
    #[inline]
    pub fn neighbours(&self) -> Self {
        let mut near = Self::EMPTY;
        for row in 0..ROWS {
            let above = if row > 0 { self.0[row - 1] } else { 0 };
            let below = if row + 1 < ROWS { self.0[row + 1] } else { 0 };
            near.0[row] = self.0[row] << 1 | self.0[row] >> 1 | above | below;
        }
        near
    }
}

impl<const ROWS: usize> Default for MaskRows<ROWS> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const ROWS: usize> BitAnd for MaskRows<ROWS> {
    type Output = Self;
    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(row, with)| *row &= with);
        self
    }
}

impl<const ROWS: usize> BitOr for MaskRows<ROWS> {
    type Output = Self;
    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self |= other;
        self
    }
}

impl<const ROWS: usize> BitOrAssign for MaskRows<ROWS> {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0.iter_mut().zip(other.0).for_each(|(row, with)| *row |= with);
    }
}

impl<const ROWS: usize> Not for MaskRows<ROWS> {
    type Output = Self;
    #[inline]
    fn not(mut self) -> Self {
        self.0.iter_mut().for_each(|row| *row = !*row);
        self
    }
}

impl<const ROWS: usize> FromIterator<Cell> for MaskRows<ROWS> {
    fn from_iter<I: IntoIterator<Item = Cell>>(cells: I) -> Self {
        let mut set = Self::EMPTY;
        cells.into_iter().for_each(|cell| set.insert(cell));
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    #[test]
    fn neighbours_are_at_distance_one() {
        let size = Size::new(20, 20);
        for cell in size.cells() {
            let near: MaskRows<20> = size.cells().filter(|other| cell.manhattan(*other) == 1).collect();
            let on_board: MaskRows<20> = size.cells().collect();
            assert_eq!(MaskRows::of(cell).neighbours() & on_board, near);
        }
    }

    #[test]
    fn cells_come_back_in_order() {
        let size = Size::new(5, 7);
        let set: MaskRows<5> = size.cells().filter(|cell| (cell.row ^ cell.col) & 1 == 0).collect();
        assert!(set.cells().is_sorted());
        assert_eq!(set.cells().collect::<MaskRows<5>>(), set);
        assert!(!set.has(Cell::new(9, 0)));
    }
}
