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
    pub fn first(self) -> Option<Cell> {
        if self.0 == 0 { None } else { Some(CELLS[self.0.trailing_zeros() as usize & 63]) }
    }

    /// The cell that `n` others of the set precede.
    ///
    /// Takes the same few steps for every `n`: which row has the cell follows from the sums of the
    /// rows' counts, which column from a table.
    #[must_use]
    #[inline]
    pub fn nth(self, n: u32) -> Option<Cell> {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const TOPS: u64 = 0x8080_8080_8080_8080;
        if n >= 64 {
            return None;
        }
        let pairs = self.0 - (self.0 >> 1 & 0x5555_5555_5555_5555);
        let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
        let rows = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
        // Byte by byte: how many cells the rows up to this one have.
        let sums = rows.wrapping_mul(ONES);
        // The top bit of a byte stays set if its sum is at most n, that is, if the cell lies
        // further down.
        let passed = (((u64::from(n) * ONES) | TOPS) - sums) & TOPS;
        let row = ((passed >> 7).wrapping_mul(ONES) >> 56) as u32;
        if row >= 8 {
            return None;
        }
        let before = (sums << 8) >> (8 * row) & 0xff;
        let columns = self.0 >> (8 * row) & 0xff;
        let col = NTH_BIT[columns as usize][(u64::from(n) - before) as usize & 7];
        Some(Cell::new(row as u8, col))
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

    /// Moves a cell of the set, if it is in it, to another that is not, or is the same.
    #[inline]
    pub fn relocate(&mut self, from: Cell, to: Cell) {
        let both = Self::of(from).0 ^ Self::of(to).0;
        self.0 ^= if self.has(from) { both } else { 0 };
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

    /// The cells next to this one.
    #[must_use]
    #[inline]
    pub fn beside(cell: Cell) -> Self {
        BESIDE[Self::bit(cell)]
    }

    /// The cells two steps away from this one in a straight line.
    #[must_use]
    #[inline]
    pub fn leap(cell: Cell) -> Self {
        LEAP[Self::bit(cell)]
    }

    /// All cells next to one of the set (which may hold cells of the set itself).
    #[must_use]
    #[inline]
    pub const fn neighbours(self) -> Self {
        let sideways = self.shift(Direction::Left).0 | self.shift(Direction::Right).0;
        Self(sideways | self.0 << 8 | self.0 >> 8)
    }

    /// This cell and all that can be reached from it in at most `steps` steps, at least one, over
    /// `open` cells.
    #[must_use]
    #[inline]
    pub fn reach(from: Cell, open: Self, steps: u32) -> Self {
        let first = Self::of(from) | (Self::beside(from) & open);
        first.flood(open, steps.saturating_sub(1))
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
        let rays = &RAYS[direction as usize];
        let ray = rays[Self::bit(from)];
        let closed = ray - open;
        // The last cell of the board is harmless as a stopper: no ray goes on behind it.
        let stop = match direction {
            Direction::Down | Direction::Right => (closed.0 | 1 << 63).trailing_zeros(),
            Direction::Up | Direction::Left => 63 - (closed.0 | 1).leading_zeros(),
        };
        ray - rays[stop as usize & 63]
    }
}

/// For each cell those next to it.
static BESIDE: [Mask8; 64] = {
    let mut sets = [Mask8::EMPTY; 64];
    let mut bit = 0;
    while bit < 64 {
        sets[bit] = Mask8(1 << bit).neighbours();
        bit += 1;
    }
    sets
};

/// For each cell those two steps away in a straight line.
static LEAP: [Mask8; 64] = {
    let mut sets = [Mask8::EMPTY; 64];
    let mut bit = 0;
    while bit < 64 {
        let mut way = 0;
        while way < 4 {
            let there = Mask8(1 << bit).shift(Direction::ALL[way]).shift(Direction::ALL[way]);
            sets[bit].0 |= there.0;
            way += 1;
        }
        bit += 1;
    }
    sets
};

/// For each direction and cell, all cells beyond it.
static RAYS: [[Mask8; 64]; 4] = {
    let mut rays = [[Mask8::EMPTY; 64]; 4];
    let mut way = 0;
    while way < 4 {
        let mut bit = 0;
        while bit < 64 {
            let mut front = Mask8(1 << bit).shift(Direction::ALL[way]);
            while !front.is_empty() {
                rays[way][bit].0 |= front.0;
                front = front.shift(Direction::ALL[way]);
            }
            bit += 1;
        }
        way += 1;
    }
    rays
};

/// For each byte the number of its n-th set bit.
static NTH_BIT: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut n) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte][n] = bit;
                n += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// The cell of each bit.
static CELLS: [Cell; 64] = {
    let mut cells = [Cell::new(0, 0); 64];
    let mut bit = 0;
    while bit < 64 {
        cells[bit as usize] = Cell::new(bit >> 3, bit & 7);
        bit += 1;
    }
    cells
};

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
                if steps > 0 {
                    assert_eq!(Mask8::reach(cell, Mask8::ALL, steps), ball);
                }
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
    fn a_ray_is_a_walk() {
        let mut random = crate::SplitMix64::new(1);
        for _ in 0..1000 {
            let open = Mask8(random.next_u64() | random.next_u64());
            for (cell, direction) in SIZE.cells().flat_map(|cell| Direction::ALL.map(|way| (cell, way))) {
                let mut walked = Mask8::EMPTY;
                let mut at = SIZE.step(cell, direction);
                while let Some(next) = at {
                    walked.insert(next);
                    at = SIZE.step(next, direction).filter(|_| open.has(next));
                }
                assert_eq!(Mask8::ray(cell, direction, open), walked);
            }
        }
    }

    #[test]
    fn cells_and_nth_agree() {
        let mut random = crate::SplitMix64::new(2);
        let sparse = core::iter::repeat_with(|| random.next_u64() & random.next_u64()).take(1000);
        for set in [0, 1, 1 << 63, !0, 0x8000_1400_0100_0081].into_iter().chain(sparse).map(Mask8) {
            for (n, cell) in set.cells().enumerate() {
                assert_eq!(set.nth(n as u32), Some(cell));
            }
            assert_eq!(set.nth(set.count()), None);
            assert_eq!(set.nth(u32::MAX), None);
        }
    }
}
