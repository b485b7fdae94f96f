//! Ways over the sea.
//!
//! A path is, among all shortest paths to its last cell, the one whose word of moves is least,
//! moves ordered as in [`STEPS`]; and from every cell of it the path to the same last cell is the
//! rest of it. So a unit keeps its destination only, and reads its steps from a table *destination
//! → cell → first step*, which all states of a map share.
//!
//! A table is made on first use, by a breadth-first search from the destination that goes over the
//! sea row by row, 64 cells a word; the first steps are two bits a cell. The memory of all tables
//! is capped: beyond the cap, and for a ship that stands on land, the search is done literally each
//! time.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::sync::atomic::{AtomicUsize, Ordering};
use once_cell::race::OnceBox;

/// The four steps in the order in which a search tries them: column + 1, row + 1, column - 1,
/// row - 1.
pub const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The largest side of a map.
pub const MAX_SIDE: u8 = 150;

/// Cells of the largest map with its margin.
const MAX_SPOTS: usize = (MAX_SIDE as usize + 2) * (MAX_SIDE as usize + 1);

/// Most memory that the tables of one map may take.
const TABLES_CAP: usize = 32 << 20;

/// The seas of a map, and the ways over them.
#[derive(Debug)]
pub struct Seas {
    size: Size,
    stride: usize,
    /// Number of the connected piece of sea each spot belongs to; 0 is land or margin.
    piece: Box<[u16]>,
    /// The ocean cells, piece by piece, those of a piece row by row.
    cells: Box<[Cell]>,
    /// Where the cells of each piece begin, with one entry more for the end; piece 0 has none.
    first: Box<[u32]>,
    /// All ocean cells, as a [`Flood`] wants them.
    ocean: Vec<u64>,
    tables: Box<[OnceBox<FirstSteps>]>,
    /// Bytes that tables may still take.
    room: AtomicUsize,
}

/// A cell in the grid with a margin: one column at the end of each row, one row on top and bottom.
type Spot = usize;

/// First steps towards one destination: the low and the high bits of their numbers for 64 cells of
/// a row. The words of the first 64 columns come first, one a row, then those of the next 64.
#[derive(Debug)]
struct FirstSteps(Box<[[u64; 2]]>);

impl Seas {
    /// The seas of a map whose cells are ocean where `ocean` says so.
    #[must_use]
    pub fn new(size: Size, ocean: impl Fn(Cell) -> bool) -> Self {
        let stride = usize::from(size.cols) + 1;
        let spots = stride * (usize::from(size.rows) + 2);
        let mut seas = Self {
            size,
            stride,
            piece: vec![0; spots].into(),
            cells: Box::default(),
            first: Box::default(),
            ocean: Vec::new(),
            tables: (0..spots).map(|_| OnceBox::new()).collect(),
            room: AtomicUsize::new(TABLES_CAP),
        };
        seas.number_pieces(ocean);
        seas.ocean = Flood::ocean(&seas);
        seas
    }

    /// Whether the cell is ocean.
    #[must_use]
    pub fn is_ocean(&self, cell: Cell) -> bool {
        self.piece_of(cell) != 0
    }

    /// Number of the connected piece of sea the cell belongs to; 0 is land.
    #[must_use]
    #[inline]
    pub fn piece_of(&self, cell: Cell) -> u16 {
        self.piece[self.spot(cell)]
    }

    /// Number of cells of a piece.
    #[must_use]
    pub fn extent(&self, piece: u16) -> u32 {
        self.cells_of(piece).len() as u32
    }

    /// The cells of a piece, row by row.
    #[must_use]
    #[inline]
    pub fn cells_of(&self, piece: u16) -> &[Cell] {
        let piece = usize::from(piece);
        &self.cells[self.first[piece] as usize..self.first[piece + 1] as usize]
    }

    /// Where a ship that is told to go to `goal` will end: the goal itself if it can be reached,
    /// else the cell that a search would prefer. The goal may lie one past the edge.
    #[must_use]
    pub fn destination(&self, from: Cell, goal: Cell) -> Cell {
        let piece = self.piece_of(from);
        if piece != 0 && self.size.contains(goal) && self.piece_of(goal) == piece {
            return goal;
        }
        self.nearest(from, piece, goal).unwrap_or_else(|| Search::new(self, from, goal).end)
    }

    /// The first steps of the way to a destination, at most as many as `into` takes; returns how
    /// many there are.
    ///
    /// The destination is one that [`destination`](Self::destination) gave.
    #[must_use]
    pub fn walk(&self, from: Cell, to: Cell, into: &mut [Cell]) -> usize {
        match self.table(to).filter(|_| self.piece_of(from) != 0) {
            Some(table) => self.follow(table, from, to, into),
            None => Search::new(self, from, to).first_steps(into),
        }
    }

    /// Number of steps from one cell to a destination.
    #[must_use]
    pub fn steps_to(&self, from: Cell, to: Cell) -> u32 {
        let mut at = from;
        let mut steps = 0;
        let mut leg = [from; 64];
        while at != to {
            let done = self.walk(at, to, &mut leg);
            if done == 0 {
                break;
            }
            at = leg[done - 1];
            steps += done as u32;
        }
        steps
    }

    #[inline]
    fn follow(&self, table: &FirstSteps, from: Cell, to: Cell, into: &mut [Cell]) -> usize {
        let mut at = from;
        for (done, place) in into.iter_mut().enumerate() {
            if at == to {
                return done;
            }
            at = stepped(at, self.step(table, at));
            *place = at;
        }
        into.len()
    }

    #[inline]
    fn step(&self, table: &FirstSteps, at: Cell) -> usize {
        let [low, high] =
            table.0[usize::from(at.col / 64) * usize::from(self.size.rows) + usize::from(at.row)];
        (low >> (at.col % 64) & 1 | (high >> (at.col % 64) & 1) << 1) as usize
    }

    /// The cell of the piece that is nearest to a goal outside it; of several the one with the
    /// shortest way, and of several such the one whose way has the least word. None if that takes a
    /// table which there is no room for.
    fn nearest(&self, from: Cell, piece: u16, goal: Cell) -> Option<Cell> {
        if piece == 0 {
            return None;
        }
        let mut best = None;
        let mut single = true;
        self.ring(piece, goal, |cell| match best {
            None => best = Some(cell),
            Some(_) => single = false,
        });
        if single {
            return best;
        }
        let mut choice: Option<(u32, Cell)> = None;
        let mut missing = false;
        self.ring(piece, goal, |cell| {
            let Some(table) = self.table(cell) else {
                missing = true;
                return;
            };
            let steps = self.steps_to(from, cell);
            let better = choice.is_none_or(|(least, other)| {
                steps < least || steps == least && self.has_lesser_word(from, cell, table, other)
            });
            if better {
                choice = Some((steps, cell));
            }
        });
        choice.filter(|_| !missing).map(|(_, cell)| cell)
    }

    /// Whether the way to one cell has a lesser word than the way to another, both being equally
    /// long.
    fn has_lesser_word(&self, from: Cell, to: Cell, table: &FirstSteps, other: Cell) -> bool {
        let Some(rival) = self.table(other) else { return false };
        let mut at = from;
        while at != to {
            let (step, other_step) = (self.step(table, at), self.step(rival, at));
            if step != other_step {
                return step < other_step;
            }
            at = stepped(at, step);
        }
        false
    }

    /// Hands over the cells of the piece that are nearest to the goal, whatever lies between.
    fn ring(&self, piece: u16, goal: Cell, mut each: impl FnMut(Cell)) {
        let (row, col) = (i32::from(goal.row), i32::from(goal.col));
        for distance in 0..=2 * i32::from(MAX_SIDE) {
            let mut found = false;
            let rows = (row - distance).max(0)..=(row + distance).min(i32::from(self.size.rows) - 1);
            for x in rows {
                let rest = distance - (x - row).abs();
                let sides = [col - rest, col + rest];
                for y in &sides[..if rest == 0 { 1 } else { 2 }] {
                    if let Some(cell) = self.size.cell(x, *y).filter(|cell| self.piece_of(*cell) == piece) {
                        found = true;
                        each(cell);
                    }
                }
            }
            if found {
                return;
            }
        }
    }

    #[inline]
    fn spot(&self, cell: Cell) -> Spot {
        (usize::from(cell.row) + 1) * self.stride + usize::from(cell.col)
    }

    /// The table that leads to a destination; none if there is no room for it.
    #[inline]
    fn table(&self, to: Cell) -> Option<&FirstSteps> {
        let spot = self.spot(to);
        match self.tables[spot].get() {
            Some(table) => Some(table),
            None => self.make(spot, to),
        }
    }

    #[cold]
    fn make(&self, spot: Spot, to: Cell) -> Option<&FirstSteps> {
        let bytes = words(self.size) * usize::from(self.size.rows) * size_of::<[u64; 2]>();
        let take = |room: usize| room.checked_sub(bytes);
        self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).ok()?;
        Some(self.tables[spot].get_or_init(|| Box::new(Flood::new(self, to).run())))
    }

    /// Tells the pieces of sea apart.
    /// Lists the cells piece by piece, given how many each has.
    fn list_cells(&mut self, extent: &[u32]) {
        let mut first = vec![0];
        for count in extent {
            first.push(first[first.len() - 1] + count);
        }
        let mut next = first.clone();
        let mut cells = vec![Cell::new(0, 0); first[first.len() - 1] as usize];
        for cell in self.size.cells().filter(|cell| self.is_ocean(*cell)) {
            let place = &mut next[usize::from(self.piece_of(cell))];
            cells[*place as usize] = cell;
            *place += 1;
        }
        (self.cells, self.first) = (cells.into(), first.into());
    }

    fn number_pieces(&mut self, ocean: impl Fn(Cell) -> bool) {
        const UNKNOWN: u16 = u16::MAX;
        for cell in self.size.cells().filter(|cell| ocean(*cell)) {
            let spot = self.spot(cell);
            self.piece[spot] = UNKNOWN;
        }
        let mut extent = vec![0u32];
        let mut open = Vec::new();
        for first in 0..self.piece.len() {
            if self.piece[first] != UNKNOWN {
                continue;
            }
            let number = extent.len() as u16;
            extent.push(0);
            self.piece[first] = number;
            open.push(first);
            while let Some(spot) = open.pop() {
                extent[usize::from(number)] += 1;
                for near in [spot + 1, spot + self.stride, spot - 1, spot - self.stride] {
                    if self.piece[near] == UNKNOWN {
                        self.piece[near] = number;
                        open.push(near);
                    }
                }
            }
        }
        self.list_cells(&extent);
    }
}

/// The word of a [`Flood`] that holds the cell.
fn word(size: Size, cell: Cell) -> usize {
    (usize::from(cell.col / 64) + 1) * (usize::from(size.rows) + 2) + usize::from(cell.row) + 1
}

/// Words of 64 cells in a row.
fn words(size: Size) -> usize {
    usize::from(size.cols).div_ceil(64)
}

#[inline]
fn stepped(cell: Cell, step: usize) -> Cell {
    let (rows, cols) = STEPS[step];
    Cell::new(cell.row.wrapping_add_signed(rows), cell.col.wrapping_add_signed(cols))
}

/// A breadth-first search from a destination outwards over the whole sea, all cells of a round at
/// once.
///
/// Each of its sets is laid out like a [`FirstSteps`], with a row that is always empty before and
/// after each run of rows, and an empty run before and after all of them.
struct Flood {
    rows: usize,
    words: usize,
    /// Where the search may still go.
    open: Vec<u64>,
    /// What it came to in the last round, and in this one.
    front: Vec<u64>,
    next: Vec<u64>,
    low: Vec<u64>,
    high: Vec<u64>,
    /// The row it started from.
    from: usize,
}

impl Flood {
    fn new(seas: &Seas, to: Cell) -> Self {
        let open = seas.ocean.clone();
        let empty = || vec![0; open.len()];
        let [mut front, next, low, high] = [empty(), empty(), empty(), empty()];
        let (rows, words) = (usize::from(seas.size.rows), words(seas.size));
        front[word(seas.size, to)] = 1 << (to.col % 64);
        let mut flood = Self { rows, words, open, front, next, low, high, from: usize::from(to.row) };
        flood.open[word(seas.size, to)] &= !(1 << (to.col % 64));
        flood
    }

    /// All ocean cells.
    fn ocean(seas: &Seas) -> Vec<u64> {
        let mut ocean = vec![0; (words(seas.size) + 2) * (usize::from(seas.size.rows) + 2)];
        for cell in seas.size.cells().filter(|cell| seas.is_ocean(*cell)) {
            ocean[word(seas.size, cell)] |= 1 << (cell.col % 64);
        }
        ocean
    }

    fn run(mut self) -> FirstSteps {
        let mut steps = 0;
        while self.advance(steps) {
            core::mem::swap(&mut self.front, &mut self.next);
            steps += 1;
        }
        let cells = |run: usize| (run + 1) * (self.rows + 2) + 1..(run + 2) * (self.rows + 2) - 1;
        let all = (0..self.words).flat_map(cells);
        FirstSteps(all.map(|at| [self.low[at], self.high[at]]).collect())
    }

    /// One round of the search, `steps` rounds having been done; whether it came to anything new.
    fn advance(&mut self, steps: usize) -> bool {
        // No search is in other rows yet.
        let first = self.from.saturating_sub(steps + 1);
        let count = (self.from + steps + 1).min(self.rows - 1) - first + 1;
        let mut any = 0;
        for run in 1..=self.words {
            let at = run * (self.rows + 2) + first + 1;
            any |= if self.words == 1 {
                self.advance_rows::<false>(at, count)
            } else {
                self.advance_rows::<true>(at, count)
            };
        }
        any != 0
    }

    /// A plain loop over equally long slices: the compiler makes vector instructions of it. Only a
    /// `WIDE` map has words before and after.
    #[inline]
    fn advance_rows<const WIDE: bool>(&mut self, at: usize, count: usize) -> u64 {
        let run = self.rows + 2;
        let front = |from: usize| &self.front[from..from + count];
        let (here, above, below) = (front(at), front(at - 1), front(at + 1));
        let (before, after) = (front(at - run), front(at + run));
        let (open, next) = (&mut self.open[at..at + count], &mut self.next[at..at + count]);
        let (low, high) = (&mut self.low[at..at + count], &mut self.high[at..at + count]);
        let mut any = 0;
        for row in 0..count {
            // Where each of the four steps leads to the front.
            let right = here[row] >> 1 | if WIDE { after[row] << 63 } else { 0 };
            let down = below[row];
            let left = here[row] << 1 | if WIDE { before[row] >> 63 } else { 0 };
            let new = (right | down | left | above[row]) & open[row];
            // The first step that does so is kept: 0 right, 1 down, 2 left, 3 up.
            low[row] |= new & !right & (down | !left);
            high[row] |= new & !right & !down;
            open[row] &= !new;
            next[row] = new;
            any |= new;
        }
        any
    }
}

/// The search as the rules describe it, from the start outwards.
struct Search<'a> {
    seas: &'a Seas,
    from: Cell,
    /// The step that led to each spot, plus 1; 0 where the search has not been.
    came_by: [u8; MAX_SPOTS],
    /// The last cell of the path.
    end: Cell,
}

impl<'a> Search<'a> {
    fn new(seas: &'a Seas, from: Cell, goal: Cell) -> Self {
        let mut search = Self { seas, from, came_by: [0; MAX_SPOTS], end: from };
        search.run(goal);
        search
    }

    fn run(&mut self, goal: Cell) {
        let mut queue = [self.from; MAX_SPOTS];
        let (mut taken, mut filled) = (0, 1);
        self.came_by[self.seas.spot(self.from)] = u8::MAX;
        while taken < filled && self.end != goal {
            let cell = queue[taken];
            taken += 1;
            if cell.manhattan(goal) < self.end.manhattan(goal) {
                self.end = cell;
            }
            for (number, (rows, cols)) in (1..).zip(STEPS) {
                let Some(near) = self.seas.size.offset(cell, rows, cols) else { continue };
                let spot = self.seas.spot(near);
                if self.seas.piece[spot] != 0 && self.came_by[spot] == 0 {
                    self.came_by[spot] = number;
                    queue[filled] = near;
                    filled += 1;
                }
            }
        }
    }

    /// The first cells of the path after the start.
    fn first_steps(&self, into: &mut [Cell]) -> usize {
        let length = self.back_from_end().count();
        for (left, cell) in self.back_from_end().enumerate() {
            if let Some(place) = into.get_mut(length - 1 - left) {
                *place = cell;
            }
        }
        length.min(into.len())
    }

    /// The cells of the path from its end to the one after the start.
    fn back_from_end(&self) -> impl Iterator<Item = Cell> {
        let mut at = self.end;
        core::iter::from_fn(move || {
            let cell = at;
            let came_by = self.came_by[self.seas.spot(cell)];
            let (rows, cols) = *STEPS.get(usize::from(came_by.wrapping_sub(1)))?;
            at = self.seas.size.offset(cell, -rows, -cols)?;
            Some(cell)
        })
    }
}

/// Where a plane that is told to go to `goal` will end: the goal, moved into the map.
#[must_use]
pub fn air_destination(size: Size, goal: Cell) -> Cell {
    Cell::new(goal.row.min(size.rows - 1), goal.col.min(size.cols - 1))
}

/// The first steps of a plane's way: all column + 1, then all row + 1, then all column - 1, then
/// all row - 1.
#[must_use]
pub fn fly(from: Cell, to: Cell, into: &mut [Cell]) -> usize {
    let mut at = from;
    for (done, place) in into.iter_mut().enumerate() {
        if at.col < to.col {
            at.col += 1;
        } else if at.row < to.row {
            at.row += 1;
        } else if at.col > to.col {
            at.col -= 1;
        } else if at.row > to.row {
            at.row -= 1;
        } else {
            return done;
        }
        *place = at;
    }
    into.len()
}
