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

/// Of the seen mages the nearest by path over free squares; ties go to the smaller row, then
/// column, first of the mage, then of the landing square. None if no seen mage can be reached.
///
/// A breadth-first search that takes the whole board one step further at a time: all squares at one
/// distance are a set of bits, so ties are settled by taking the first of a set.
#[must_use]
pub fn quarry(from: Cell, seen: &Squares, free: &Squares) -> Option<Quarry> {
    let beside = seen.neighbours();
    let mut wave = Wave::new(from, free, beside);
    let mut distance = 1;
    while !wave.has_arrived() {
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
    open: [u32; MAX_SIDE],
    goal: [u32; MAX_SIDE],
    /// The squares of the goal that were reached, all rows folded into one.
    arrived: u32,
}

impl Wave {
    #[inline]
    fn new(from: Cell, free: &Squares, goal: Squares) -> Self {
        let mut reached = [0; MAX_SIDE + 2];
        reached[usize::from(from.row) + 1] = 1 << from.col;
        let mut open = *free;
        open.insert(from);
        Self { reached, open: open.0, goal: goal.0, arrived: u32::from(goal.has(from)) }
    }

    #[inline]
    fn has_arrived(&self) -> bool {
        self.arrived != 0
    }

    #[inline]
    fn reached(&self) -> Squares {
        let mut rows = Squares::EMPTY;
        rows.0.copy_from_slice(&self.reached[1..=MAX_SIDE]);
        rows
    }

    /// Takes one step in every direction at once. False if nothing new was reached.
    ///
    /// A loop without branches over arrays of known size: the compiler turns it into vector
    /// instructions.
    #[inline]
    fn advance(&mut self) -> bool {
        let before = self.reached;
        let (mut news, mut arrived) = (0, 0);
        for row in 0..MAX_SIDE {
            let here = before[row + 1];
            let now = (here | here << 1 | here >> 1 | before[row] | before[row + 2]) & self.open[row];
            news |= now ^ here;
            arrived |= now & self.goal[row];
            self.reached[row + 1] = now;
        }
        self.arrived = arrived;
        news != 0
    }
}

#[cfg(all(test, feature = "formats"))]
mod tests {
    use super::*;
    use crate::loads::quarry_by_queue;
    use board::{Size, SplitMix64};

    #[test]
    fn the_search_finds_what_a_queue_finds() {
        let mut random = SplitMix64::new(7);
        let size = Size::new(MAX_SIDE as u8, MAX_SIDE as u8);
        for round in 0..500 {
            let mut sample = |one_in| size.cells().filter(|_| random.below(one_in) == 0).collect::<Squares>();
            let (walls, mages, goblins) = (sample(2 + round % 5), sample(40), sample(40));
            let free = !(walls | mages | goblins) & size.cells().collect();
            for goblin in goblins.cells() {
                assert_eq!(quarry(goblin, &mages, &free), quarry_by_queue(goblin, &mages, &free));
            }
        }
    }
}
