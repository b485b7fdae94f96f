//! Sets of cells of an 8 × 8 board in one machine word.

use crate::{Cell, Direction};
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub};

/// A set of cells of an 8 × 8 board; bit `8 * row + column`.
///
/// Iteration is in row-major order, which is the order of the bits.
///
/// ```
/// use board::{Cell, Mask8};
/// let start = Mask8::of(Cell::new(0, 0));
/// assert_eq!(start.neighbours().cells().count(), 2);
/// assert_eq!(start.flood(Mask8::ALL, 2).cells().count(), 6);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Mask8(pub u64);

const LEFT_COLUMN: u64 = 0x0101_0101_0101_0101;
const RIGHT_COLUMN: u64 = LEFT_COLUMN << 7;

impl Mask8 {
    /// No cell.
    pub const EMPTY: Self = Self(0);
    /// Every cell.
    pub const ALL: Self = Self(!0);

    /// Just this cell.
    #[must_use]
    #[inline]
    pub const fn of(cell: Cell) -> Self {
        Self(1 << Self::bit(cell))
    }

    /// The number of the cell's bit.
    #[must_use]
    #[inline]
    pub const fn bit(cell: Cell) -> usize {
        ((cell.row << 3 | cell.col) & 63) as usize
    }

    /// Whether no cell is in the set.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the cell is in the set.
    #[must_use]
    #[inline]
    pub const fn has(self, cell: Cell) -> bool {
        self.0 >> Self::bit(cell) & 1 != 0
    }

    /// Number of cells in the set.
    #[must_use]
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// The first cell in row-major order.
    #[must_use]
    #[inline]
    pub const fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(cell_of(self.0.trailing_zeros())) }
    }

    /// The cell that `n` others of the set precede.
    #[must_use]
    #[inline]
    pub fn nth(self, n: u32) -> Option<Cell> {
        let mut rest = self.0;
        for _ in 0..n {
            rest &= rest.wrapping_sub(1);
        }
        Self(rest).first()
    }

    /// The cells, in row-major order.
    #[inline]
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let mut rest = self;
        core::iter::from_fn(move || {
            let cell = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(cell)
        })
    }

    /// Puts the cell into the set.
    #[inline]
    pub fn insert(&mut self, cell: Cell) {
        self.0 |= Self::of(cell).0;
    }

    /// Takes the cell out of the set.
    #[inline]
    pub fn remove(&mut self, cell: Cell) {
        self.0 &= !Self::of(cell).0;
    }

    /// Every cell moved one step; what would leave the board is gone.
    #[must_use]
    #[inline]
    pub const fn shift(self, direction: Direction) -> Self {
        Self(match direction {
            Direction::Up => self.0 >> 8,
            Direction::Down => self.0 << 8,
            Direction::Left => (self.0 & !LEFT_COLUMN) >> 1,
            Direction::Right => (self.0 & !RIGHT_COLUMN) << 1,
        })
    }

    /// All cells next to one of the set (which may hold cells of the set itself).
    #[must_use]
    #[inline]
    pub const fn neighbours(self) -> Self {
        let sideways = self.shift(Direction::Left).0 | self.shift(Direction::Right).0;
        Self(sideways | self.0 << 8 | self.0 >> 8)
    }

    /// The set and all that can be reached from it in at most `steps` steps over `open` cells.
    ///
    /// The cells of the set itself need not be open.
    #[must_use]
    #[inline]
    pub fn flood(self, open: Self, steps: u32) -> Self {
        let mut reached = self;
        for _ in 0..steps {
            reached |= reached.neighbours() & open;
        }
        reached
    }

    /// From `from` outwards up to and including the first cell that is not in `open`.
    #[must_use]
    #[inline]
    pub fn ray(from: Cell, direction: Direction, open: Self) -> Self {
        let mut front = Self::of(from).shift(direction);
        let mut all = front;
        while !(front & open).is_empty() {
            front = (front & open).shift(direction);
            all |= front;
        }
        all
    }
}

const fn cell_of(bit: u32) -> Cell {
    Cell::new((bit >> 3) as u8, (bit & 7) as u8)
}

impl BitAnd for Mask8 {
    type Output = Self;
    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitAndAssign for Mask8 {
    #[inline]
    fn bitand_assign(&mut self, other: Self) {
        self.0 &= other.0;
    }
}

impl BitOr for Mask8 {
    type Output = Self;
    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitOrAssign for Mask8 {
    #[inline]
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

/// The cells of the first set that are not in the second.
impl Sub for Mask8 {
    type Output = Self;
    #[inline]
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Mask8 {
    type Output = Self;
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl FromIterator<Cell> for Mask8 {
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

    const SIZE: Size = Size::new(8, 8);

    #[test]
    fn shifting_is_stepping() {
        for cell in SIZE.cells() {
            for direction in Direction::ALL {
                let shifted = Mask8::of(cell).shift(direction);
                assert_eq!(shifted.first(), SIZE.step(cell, direction), "{cell} {direction:?}");
            }
        }
    }

    #[test]
    fn flood_over_an_open_board_is_a_ball() {
        for cell in SIZE.cells() {
            for steps in 0..8 {
                let ball: Mask8 = SIZE.cells().filter(|other| cell.manhattan(*other) <= steps).collect();
                assert_eq!(Mask8::of(cell).flood(Mask8::ALL, steps), ball);
            }
        }
    }

    #[test]
    fn a_ray_ends_with_the_first_closed_cell() {
        let wall = Mask8::of(Cell::new(3, 5));
        let ray = Mask8::ray(Cell::new(3, 2), Direction::Right, !wall);
        assert_eq!(ray, [3, 4, 5].into_iter().map(|col| Cell::new(3, col)).collect());
        assert_eq!(Mask8::ray(Cell::new(0, 0), Direction::Up, Mask8::ALL), Mask8::EMPTY);
        assert_eq!(Mask8::ray(Cell::new(0, 0), Direction::Down, Mask8::ALL).count(), 7);
    }

    #[test]
    fn cells_and_nth_agree() {
        let set = Mask8(0x8000_1400_0100_0081);
        for (n, cell) in set.cells().enumerate() {
            assert_eq!(set.nth(n as u32), Some(cell));
        }
        assert_eq!(set.nth(set.count()), None);
    }
}
