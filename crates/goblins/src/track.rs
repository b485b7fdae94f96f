//! Whom a tracking goblin goes for.

use crate::state::{MAX_SIDE, Squares};
use board::Cell;

/// The mage a tracker goes for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Quarry {
    /// Where the mage stands.
    pub mage: Cell,
    /// The square beside it where the goblin will stand.
    pub landing: Cell,
    /// Steps of a shortest path onto the mage's own square.
    pub distance: u32,
}

/// Of the seen mages the nearest by path over free squares; ties go to the smaller row, then column, first of the mage, then of
/// the landing square. None if no seen mage can be reached.
///
/// A breadth-first search that takes the whole board one step further at a time: all squares at one
/// distance are a set of bits, so ties are settled by taking the first of a set.
#[must_use]
pub fn quarry(from: Cell, seen: &Squares, free: &Squares) -> Option<Quarry> {
    let mut wave = Wave::new(from, free);
    let beside = seen.neighbours();
    let mut distance = 1;
    while !wave.touches(&beside) {
        if !wave.advance() {
            return None;
        }
        distance += 1;
    }
    // No square reached before lies beside a seen mage, so those that do are all at this distance.
    let landings = wave.reached() & beside;
    let mage = (landings.neighbours() & *seen).first()?;
    let landing = (Squares::of(mage).neighbours() & landings).first()?;
    Some(Quarry { mage, landing, distance })
}

/// The squares reached so far, with an empty row above and below so that no row is a special case.
struct Wave {
    reached: [u32; MAX_SIDE + 2],
    open: Squares,
}

impl Wave {
    fn new(from: Cell, free: &Squares) -> Self {
        let mut reached = [0; MAX_SIDE + 2];
        reached[usize::from(from.row) + 1] = 1 << from.col;
        let mut open = *free;
        open.insert(from);
        Self { reached, open }
    }

    #[inline]
    fn reached(&self) -> Squares {
        let mut rows = Squares::EMPTY;
        rows.0.copy_from_slice(&self.reached[1..=MAX_SIDE]);
        rows
    }

    #[inline]
    fn touches(&self, goal: &Squares) -> bool {
        self.reached[1..=MAX_SIDE].iter().zip(goal.0).fold(0, |any, (row, goal)| any | (row & goal)) != 0
    }

    /// Takes one step in every direction at once. False if nothing new was reached.
    #[inline]
    fn advance(&mut self) -> bool {
        let before = self.reached;
        let mut news = 0;
        for row in 0..MAX_SIDE {
            let here = before[row + 1];
            let spread = here | here << 1 | here >> 1 | before[row] | before[row + 2];
            let now = spread & self.open.0[row];
            news |= now ^ here;
            self.reached[row + 1] = now;
        }
        news != 0
    }
}
