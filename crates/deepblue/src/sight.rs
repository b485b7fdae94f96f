//! What a side sees: asked of many areas one after the other, and of all cells at once.

use crate::kinds::{Kind, Level, Team};
use crate::place::Area;
use crate::seas::MAX_SIDE;
use crate::state::{Body, MAX_ELEMENTS, State};
use board::Cell;

/// Elements that are asked at once.
const LANES: usize = 16;

/// Some elements of a side with how far they see, side by side, so that all are asked at once.
#[derive(Clone, Copy)]
struct Seers {
    top: [i16; LANES],
    bottom: [i16; LANES],
    left: [i16; LANES],
    right: [i16; LANES],
    /// What is too far for each to see on each level; 0 where nobody is.
    too_far: [[i16; LANES]; 3],
}

impl Seers {
    const NONE: Self = Self {
        top: [0; LANES],
        bottom: [0; LANES],
        left: [0; LANES],
        right: [0; LANES],
        too_far: [[0; LANES]; 3],
    };

    fn set(&mut self, lane: usize, area: Area, ranges: [i32; 3]) {
        let Area { from, to } = area;
        (self.top[lane], self.bottom[lane]) = (from.row.into(), to.row.into());
        (self.left[lane], self.right[lane]) = (from.col.into(), to.col.into());
        for (into, range) in self.too_far.iter_mut().zip(ranges) {
            // No two cells are further apart than 16 bits can say.
            into[lane] = range.saturating_add(1).min(i16::MAX.into()) as i16;
        }
    }

    /// Whether one of them sees any cell of an area. Without an early end: the compiler makes
    /// vector instructions of it.
    #[inline]
    fn see(&self, area: Area, level: Level) -> bool {
        let [top, bottom, left, right] =
            [area.from.row, area.to.row, area.from.col, area.to.col].map(i16::from);
        let too_far = &self.too_far[level as usize];
        (0..LANES).fold(false, |seen, lane| {
            let rows = (self.top[lane] - bottom).max(top - self.bottom[lane]).max(0);
            let cols = (self.left[lane] - right).max(left - self.right[lane]).max(0);
            seen | (rows + cols < too_far[lane])
        })
    }
}

/// A team with everything that sees for it.
pub(crate) struct Lookout {
    groups: usize,
    seers: [Seers; MAX_ELEMENTS / LANES],
}

impl Lookout {
    pub(crate) fn new(state: &State, team: Team) -> Self {
        let mut lookout = Self { groups: 0, seers: [Seers::NONE; MAX_ELEMENTS / LANES] };
        let own = state.elements.bodies().iter().filter(|body| body.team == team);
        for (number, body) in own.enumerate() {
            lookout.groups = number / LANES + 1;
            let ranges = state.chart.sight[body.kind as usize];
            lookout.seers[number / LANES].set(number % LANES, body.area(), ranges);
        }
        lookout
    }

    /// The same as [`State::sees`].
    #[inline]
    pub(crate) fn sees(&self, area: Area, level: Level) -> bool {
        self.seers[..self.groups].iter().any(|seers| seers.see(area, level))
    }
}

/// Words for the columns of the largest map.
const WORDS: usize = (MAX_SIDE as usize).div_ceil(64);

/// Rows of the largest map, with one more on either side.
const ROWS: usize = MAX_SIDE as usize + 2;

/// A set of cells: for each 64 columns a word a row. Behind the first row and before the last are
/// those of the map; what lies beside it stays empty.
pub(crate) type Rows = [[u64; ROWS]; WORDS];

pub(crate) const NO_ROWS: Rows = [[0; ROWS]; WORDS];

/// The cells that a side sees on each level.
#[derive(Clone, Debug)]
pub(crate) struct Sight(pub(crate) [Rows; 3]);

impl Sight {
    pub(crate) const NONE: Self = Self([NO_ROWS; 3]);

    pub(crate) fn sees(&self, body: &Body) -> bool {
        let rows = &self.0[body.kind.level() as usize];
        let lit = |cell: Cell| {
            rows[usize::from(cell.col / 64)][usize::from(cell.row) + 1] >> (cell.col % 64) & 1 != 0
        };
        match body.kind {
            Kind::Base => body.area().cells().any(lit),
            _ => lit(body.at),
        }
    }
}

/// A team's elements by kind.
pub(crate) struct Seeing<'s> {
    state: &'s State,
    rows: usize,
    words: usize,
    /// The columns of the map.
    columns: [u64; WORDS],
    /// Which of the elements are the team's and of a kind, one bit a slot.
    by_kind: [[u64; MAX_ELEMENTS / 64]; Kind::ALL.len()],
}

impl<'s> Seeing<'s> {
    pub(crate) fn new(state: &'s State, team: Team) -> Self {
        let mut by_kind = [[0; MAX_ELEMENTS / 64]; Kind::ALL.len()];
        for (slot, body) in state.elements.bodies().iter().enumerate() {
            by_kind[body.kind as usize][slot / 64] |= u64::from(body.team == team) << (slot % 64);
        }
        let (rows, cols) = (state.chart.size.rows.into(), usize::from(state.chart.size.cols));
        let words = cols.div_ceil(64);
        let columns = core::array::from_fn(|word| match cols.saturating_sub(word * 64) {
            0 => 0,
            left @ 1..64 => (1 << left) - 1,
            _ => u64::MAX,
        });
        Self { state, rows, words, columns, by_kind }
    }

    /// The cells that the team sees on a level, worked out in two sets of whatever. Those of
    /// whoever sees farthest come first and spread a step at a time; the others join when what is
    /// left to spread is what they see.
    pub(crate) fn cells<'a>(&self, level: Level, [lit, next]: &'a mut [Rows; 2]) -> &'a Rows {
        let chart = &self.state.chart;
        let (mut lit, mut next) = (lit, next);
        for rows in lit[..self.words].iter_mut().chain(&mut next[..self.words]) {
            rows[..self.rows + 2].fill(0);
        }
        // Nothing lies farther away than this.
        let most = i32::from(chart.size.rows) + i32::from(chart.size.cols);
        let mut left = 0;
        for kind in chart.by_sight[level as usize] {
            let own = &self.by_kind[kind as usize];
            if *own == [0; MAX_ELEMENTS / 64] {
                continue;
            }
            let range = chart.sight[kind as usize][level as usize].min(most);
            for _ in range..left {
                self.spread(lit, next);
                core::mem::swap(&mut lit, &mut next);
            }
            left = range;
            self.add(own, lit);
        }
        for _ in 0..left {
            self.spread(lit, next);
            core::mem::swap(&mut lit, &mut next);
        }
        lit
    }

    /// Adds the cells of some elements.
    fn add(&self, slots: &[u64; MAX_ELEMENTS / 64], lit: &mut Rows) {
        for (first, word) in (0..).step_by(64).zip(slots) {
            for slot in board::bits(*word) {
                let Area { from, to } = self.state.elements.bodies()[first + slot].area();
                for row in from.row..=to.row {
                    for col in from.col..=to.col {
                        lit[usize::from(col / 64)][usize::from(row) + 1] |= 1 << (col % 64);
                    }
                }
            }
        }
    }

    /// All cells at most one step away from these.
    #[inline]
    fn spread(&self, from: &Rows, into: &mut Rows) {
        for word in 0..self.words {
            let mask = self.columns[word];
            let rows = &from[word];
            let (above, here, below) = (&rows[..self.rows], &rows[1..=self.rows], &rows[2..self.rows + 2]);
            let near = above.iter().zip(here).zip(below);
            for (into, ((above, here), below)) in into[word][1..=self.rows].iter_mut().zip(near) {
                *into = (above | here | below | here << 1 | here >> 1) & mask;
            }
            // Columns beside those of this word.
            if word > 0 {
                let beside = from[word - 1][1..=self.rows].iter();
                into[word][1..=self.rows]
                    .iter_mut()
                    .zip(beside)
                    .for_each(|(into, cells)| *into |= cells >> 63);
            }
            if word + 1 < self.words {
                let beside = from[word + 1][1..=self.rows].iter();
                let beside = into[word][1..=self.rows].iter_mut().zip(beside);
                beside.for_each(|(into, cells)| *into |= cells << 63);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::kinds::Rules;
    use crate::map::{Parts, Placed, Plan};
    use alloc::vec;
    use board::{Size, SplitMix64};

    /// All ways to ask who sees what give one answer, also on maps wider than a word.
    #[test]
    fn sight_is_that_of_each_element() {
        let mut random = SplitMix64::new(64);
        for (rows, cols) in [(1, 1), (30, 30), (9, 63), (9, 64), (9, 65), (20, 150), (150, 7)] {
            let size = Size::new(rows, cols);
            let mut plan = Plan { size, land: vec![false; size.area()], weather: -2, ..Plan::default() };
            for number in 0..20 {
                let at = size.at_index(random.below(size.area() as u64) as usize);
                let kind = Kind::ALL[random.below(10) as usize];
                let team = if kind.is_resource() { Team::Nobody } else { Team::BOTH[number as usize % 2] };
                plan.elements.push(Placed::new(number, kind, team, at));
                if !plan.faults().is_empty() {
                    plan.elements.pop();
                }
            }
            let (scores, production) = ([0; 2], [vec![], vec![]]);
            let parts = Parts { plan, round: 0, scores, production, chance: Chance::Canonical };
            let state = State::from_parts(parts, Rules::FINAL).unwrap();
            for team in Team::BOTH {
                let (lookout, seeing) = (Lookout::new(&state, team), Seeing::new(&state, team));
                let mut work = [NO_ROWS; 2];
                for level in Level::ALL {
                    let lit = seeing.cells(level, &mut work);
                    for cell in size.cells() {
                        let sees = state.sees(team, Area::cell(cell), level);
                        assert_eq!(lookout.sees(Area::cell(cell), level), sees, "{size:?} {cell} {level}");
                        let word = lit[usize::from(cell.col / 64)][usize::from(cell.row) + 1];
                        assert_eq!(word >> (cell.col % 64) & 1 != 0, sees, "{size:?} {cell} {level}");
                    }
                }
            }
        }
    }
}
