//! Ways over the board, worked out for a whole row of cells at once.
//!
//! Sets of cells are bits, a number a row. What can be stepped onto from a set is a shift of its
//! rows and a mask, so a wave of equal costs spreads in a few instructions a row.

use board::{Cell, Size};
use fc18::{State, Terrain};

/// A set of cells: a number a row, a bit a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cells<const SIDE: usize>([u32; SIDE]);

impl<const SIDE: usize> Cells<SIDE> {
    pub(super) const NONE: Self = Self([0; SIDE]);

    #[inline]
    pub(super) const fn insert(&mut self, at: Cell) {
        self.0[at.row as usize % SIDE] |= 1 << (at.col % 32);
    }

    /// The cells at most so many rows and columns away, whether they are on the board or not.
    #[inline]
    pub(super) fn insert_around(&mut self, at: Cell, distance: u32) {
        let distance = distance.min(SIDE as u32);
        let row = u32::from(at.row);
        let (from, to) = (row.saturating_sub(distance), (row + distance).min(SIDE as u32 - 1));
        let span = (2_u64 << (2 * distance).min(62)) - 1;
        let bits = (span << 32 >> distance << (at.col % 32) >> 32) as u32;
        self.0[from as usize..=to as usize].iter_mut().for_each(|row| *row |= bits);
    }

    #[inline]
    pub(super) const fn has(&self, at: Cell) -> bool {
        self.0[at.row as usize % SIDE] >> (at.col % 32) & 1 != 0
    }

    #[inline]
    fn add(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(row, other)| *row |= other);
    }

    #[inline]
    pub(super) fn with(mut self, other: &Self) -> Self {
        self.add(other);
        self
    }

    #[inline]
    fn without(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(row, other)| *row &= !other);
        self
    }

    #[inline]
    fn within(mut self, other: &Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(row, other)| *row &= other);
        self
    }

    #[inline]
    fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |all, row| all | row) == 0
    }

    /// The cells one step away in a direction, [`STEPS`]' number of it. What leaves the board on
    /// the left or the right is for a mask to cut.
    #[inline]
    fn shifted(&self, direction: usize) -> Self {
        let mut rows = [0; SIDE];
        match direction {
            0 => rows[1..].copy_from_slice(&self.0[..SIDE - 1]),
            1 => rows[..SIDE - 1].copy_from_slice(&self.0[1..]),
            2 => rows.iter_mut().zip(self.0).for_each(|(row, before)| *row = before >> 1),
            _ => rows.iter_mut().zip(self.0).for_each(|(row, before)| *row = before << 1),
        }
        Self(rows)
    }

    /// One after the other, row by row.
    #[inline]
    pub(super) fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        (0u8..).zip(&self.0).flat_map(|(row, bits)| {
            let mut bits = *bits;
            core::iter::from_fn(move || {
                let col = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
                bits &= bits - 1;
                Some(Cell::new(row, col))
            })
        })
    }
}

/// Changes of row and column, in the order of [`Cells::shifted`].
const STEPS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, -1), (0, 1)];

/// One more than a step costs at most.
const COSTS: usize = 5;

/// What steps cost on this ground: as much there as back.
#[derive(Clone, Debug)]
pub(super) struct Tolls<const SIDE: usize> {
    size: Size,
    ground: [[Terrain; SIDE]; SIDE],
    /// The cells that a step in a direction leads to at this cost.
    ends: [[Cells<SIDE>; 4]; COSTS],
    /// Whether some step costs nothing.
    some_are_free: bool,
}

impl<const SIDE: usize> Default for Tolls<SIDE> {
    fn default() -> Self {
        Self {
            size: Size::new(0, 0),
            ground: [[Terrain::Plain; SIDE]; SIDE],
            ends: [[Cells::NONE; 4]; COSTS],
            some_are_free: false,
        }
    }
}

impl<const SIDE: usize> Tolls<SIDE> {
    /// Works them out anew if the ground is not as it was.
    pub(super) fn look(&mut self, state: &State<SIDE>) {
        let size = state.size();
        let mut differs = size != self.size;
        for row in 0..size.rows {
            let known = &mut self.ground[usize::from(row) % SIDE];
            for col in 0..size.cols {
                let ground = state.ground(Cell::new(row, col));
                let known = &mut known[usize::from(col) % SIDE];
                differs |= *known != ground;
                *known = ground;
            }
        }
        if differs {
            self.work_out(state);
        }
    }

    fn work_out(&mut self, state: &State<SIDE>) {
        self.size = state.size();
        self.ends = [[Cells::NONE; 4]; COSTS];
        for from in self.size.cells() {
            for (direction, (rows, cols)) in STEPS.into_iter().enumerate() {
                let Some(to) = self.size.offset(from, rows, cols) else { continue };
                if let Some(cost) = state.ground(from).cost_to(state.ground(to)) {
                    self.ends[usize::from(cost).min(COSTS - 1)][direction].insert(to);
                }
            }
        }
        self.some_are_free = self.ends[0].iter().any(|ends| !ends.is_empty());
    }

    /// Where one step of this cost leads from a set of cells.
    #[inline]
    fn after(&self, from: &Cells<SIDE>, cost: usize) -> Cells<SIDE> {
        let mut all = Cells::NONE;
        for (direction, ends) in self.ends[cost].iter().enumerate() {
            all.add(&from.shifted(direction).within(ends));
        }
        all
    }
}

/// A wave of costs that spreads over the board.
#[derive(Clone, Debug)]
pub(super) struct Waves<const SIDE: usize> {
    /// What costs so much, by cost: no step costs as much as there are places.
    ahead: [Cells<SIDE>; AHEAD],
    /// The costs at which there is something, a bit each.
    waiting: u8,
    /// Cells that it has come to.
    pub(super) settled: Cells<SIDE>,
    /// What costs more or less than this is not, and is, settled.
    pub(super) next: u16,
    /// Most that a step may cost.
    most: usize,
}

const AHEAD: usize = 8;

impl<const SIDE: usize> Default for Waves<SIDE> {
    fn default() -> Self {
        Self { ahead: [Cells::NONE; AHEAD], waiting: 0, settled: Cells::NONE, next: 0, most: 0 }
    }
}

impl<const SIDE: usize> Waves<SIDE> {
    /// Forgets everything. No step may cost more than this.
    pub(super) fn begin(&mut self, most: u8) {
        *self = Self { most: usize::from(most).min(COSTS - 1), ..Self::default() };
    }

    pub(super) const fn is_over(&self) -> bool {
        self.waiting == 0
    }

    /// A cell that costs as much as is looked at next.
    #[inline]
    pub(super) const fn start(&mut self, at: Cell) {
        let place = self.next as usize % AHEAD;
        self.ahead[place].insert(at);
        self.waiting |= 1 << place;
    }

    /// Settles what costs as much as is next, and says what that is. Closed cells are not stepped
    /// onto.
    pub(super) fn advance(&mut self, tolls: &Tolls<SIDE>, closed: &Cells<SIDE>) -> Cells<SIDE> {
        let place = usize::from(self.next) % AHEAD;
        self.next += 1;
        if self.waiting >> place & 1 == 0 {
            return Cells::NONE;
        }
        self.waiting &= !(1 << place);
        let mut wave = core::mem::replace(&mut self.ahead[place], Cells::NONE).without(&self.settled);
        self.settled.add(&wave);
        let mut shut = self.settled.with(closed);
        let mut more = wave;
        while tolls.some_are_free && !more.is_empty() {
            more = tolls.after(&more, 0).without(&shut);
            wave.add(&more);
            self.settled.add(&more);
            shut.add(&more);
        }
        if !wave.is_empty() {
            for cost in 1..=self.most {
                let reached = tolls.after(&wave, cost).without(&shut);
                if !reached.is_empty() {
                    let place = (place + cost) % AHEAD;
                    self.ahead[place].add(&reached);
                    self.waiting |= 1 << place;
                }
            }
        }
        wave
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_around_one_are_those_within_a_distance() {
        let size = Size::new(32, 32);
        for at in [Cell::new(0, 0), Cell::new(3, 29), Cell::new(31, 31), Cell::new(12, 7)] {
            for distance in 0..7 {
                let mut cells = Cells::<32>::NONE;
                cells.insert_around(at, distance);
                let expected = size.cells().filter(|cell| cell.chebyshev(at) <= distance);
                assert!(cells.iter().eq(expected), "{at:?} {distance}: {cells:?}");
            }
        }
    }
}
