//! Ways over the sea.
//!
//! A path is, among all shortest paths to its last cell, the one whose word of moves is least, moves ordered as in
//! [`STEPS`]; and from every cell of it the path to the same last cell is the rest of it. So a unit keeps its
//! destination only, and reads its steps from a table *destination → cell → first step*, which all states of a map share.
//!
//! Tables are made on first use for 64 neighbouring destinations at a time, by one breadth-first search that carries a
//! word of 64 bits, one a destination, through the sea; the first steps are two bits a cell and destination. Their
//! memory is capped: beyond the cap, and for a ship that stands on land, the search is done literally each time.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size};
use core::sync::atomic::{AtomicUsize, Ordering};
use once_cell::race::OnceBox;

/// The four steps in the order in which a search tries them: column + 1, row + 1, column - 1, row - 1.
pub const STEPS: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The largest side of a map.
pub const MAX_SIDE: u8 = 150;

/// Cells of the largest map with its margin.
const MAX_SPOTS: usize = (MAX_SIDE as usize + 2) * (MAX_SIDE as usize + 1);

/// Most memory that the tables of one map may take.
const TABLES_CAP: usize = 32 << 20;

/// Destinations of one table form a square with this side.
const TILE_SIDE: u8 = 8;

/// The seas of a map, and the ways over them.
#[derive(Debug)]
pub struct Seas {
    size: Size,
    stride: usize,
    /// Number of the connected piece of sea each spot belongs to; 0 is land or margin.
    piece: Box<[u16]>,
    /// Number of cells of each piece; piece 0 has none.
    extent: Box<[u32]>,
    tables: Box<[OnceBox<Table>]>,
    /// Bytes that tables may still take.
    room: AtomicUsize,
}

/// A cell in the grid with a margin: one column at the end of each row, one row on top and bottom.
type Spot = usize;

/// First steps towards 64 destinations, for every spot: the low and the high bits of the step's number.
#[derive(Debug)]
struct Table(Box<[[u64; 2]]>);

/// A destination together with the table that leads to it.
#[derive(Clone, Copy)]
struct Guide<'a> {
    table: &'a Table,
    bit: u32,
}

impl Guide<'_> {
    #[inline]
    fn step(self, spot: Spot) -> usize {
        let [low, high] = self.table.0[spot];
        (low >> self.bit & 1 | (high >> self.bit & 1) << 1) as usize
    }
}

impl Seas {
    /// The seas of a map whose cells are ocean where `ocean` says so.
    #[must_use]
    pub fn new(size: Size, ocean: impl Fn(Cell) -> bool) -> Self {
        let stride = usize::from(size.cols) + 1;
        let spots = stride * (usize::from(size.rows) + 2);
        let tiles = tiles(size.rows) * tiles(size.cols);
        let mut seas = Self {
            size,
            stride,
            piece: vec![0; spots].into(),
            extent: Box::default(),
            tables: (0..tiles).map(|_| OnceBox::new()).collect(),
            room: AtomicUsize::new(TABLES_CAP),
        };
        seas.number_pieces(ocean);
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
        self.extent[usize::from(piece)]
    }

    /// The cells of a piece, row by row.
    pub fn cells_of(&self, piece: u16) -> impl Iterator<Item = Cell> {
        self.size.cells().filter(move |cell| self.piece_of(*cell) == piece)
    }

    /// Where a ship that is told to go to `goal` will end: the goal itself if it can be reached, else the cell that
    /// a search would prefer. The goal may lie one past the edge.
    #[must_use]
    pub fn destination(&self, from: Cell, goal: Cell) -> Cell {
        let piece = self.piece_of(from);
        if piece != 0 && self.size.contains(goal) && self.piece_of(goal) == piece {
            return goal;
        }
        self.nearest(from, piece, goal).unwrap_or_else(|| Search::new(self, from, goal).end)
    }

    /// The first steps of the way to a destination, at most as many as `into` takes; returns how many there are.
    ///
    /// The destination is one that [`destination`](Self::destination) gave.
    #[must_use]
    pub fn walk(&self, from: Cell, to: Cell, into: &mut [Cell]) -> usize {
        match self.guide(to).filter(|_| self.piece_of(from) != 0) {
            Some(guide) => self.follow(guide, from, to, into),
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
    fn follow(&self, guide: Guide<'_>, from: Cell, to: Cell, into: &mut [Cell]) -> usize {
        let jumps = [1, self.stride, 1usize.wrapping_neg(), self.stride.wrapping_neg()];
        let mut spot = self.spot(from);
        let mut at = from;
        for (done, place) in into.iter_mut().enumerate() {
            if at == to {
                return done;
            }
            let step = guide.step(spot);
            spot = spot.wrapping_add(jumps[step]);
            at = stepped(at, step);
            *place = at;
        }
        into.len()
    }

    /// The cell of the piece that is nearest to a goal outside it; of several the one with the shortest way, and of
    /// several such the one whose way has the least word. None if that takes a table which there is no room for.
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
            let Some(guide) = self.guide(cell) else {
                missing = true;
                return;
            };
            let steps = self.steps_to(from, cell);
            let better = choice.is_none_or(|(least, other)| {
                steps < least || steps == least && self.has_lesser_word(from, cell, guide, other)
            });
            if better {
                choice = Some((steps, cell));
            }
        });
        choice.filter(|_| !missing).map(|(_, cell)| cell)
    }

    /// Whether the way to one cell has a lesser word than the way to another, both being equally long.
    fn has_lesser_word(&self, from: Cell, to: Cell, guide: Guide<'_>, other: Cell) -> bool {
        let Some(rival) = self.guide(other) else { return false };
        let mut at = from;
        while at != to {
            let spot = self.spot(at);
            let (step, other_step) = (guide.step(spot), rival.step(spot));
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

    #[inline]
    fn guide(&self, to: Cell) -> Option<Guide<'_>> {
        let tile = usize::from(to.row / TILE_SIDE) * tiles(self.size.cols) + usize::from(to.col / TILE_SIDE);
        let bit = u32::from(to.row % TILE_SIDE * TILE_SIDE + to.col % TILE_SIDE);
        let table = match self.tables[tile].get() {
            Some(table) => table,
            None => self.make(tile)?,
        };
        Some(Guide { table, bit })
    }

    /// Makes a table if there is room for it.
    #[cold]
    fn make(&self, tile: usize) -> Option<&Table> {
        let bytes = self.piece.len() * size_of::<[u64; 2]>();
        let take = |room: usize| room.checked_sub(bytes);
        self.room.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).ok()?;
        Some(self.tables[tile].get_or_init(|| Box::new(self.table(tile))))
    }

    fn table(&self, tile: usize) -> Table {
        let mut flood = Flood::new(self);
        let columns = tiles(self.size.cols);
        let corner = (tile / columns * usize::from(TILE_SIDE), tile % columns * usize::from(TILE_SIDE));
        for row in 0..TILE_SIDE {
            for col in 0..TILE_SIDE {
                let cell = Cell::new(corner.0 as u8 + row, corner.1 as u8 + col);
                if self.size.contains(cell) && self.is_ocean(cell) {
                    flood.start(self.spot(cell), u32::from(row * TILE_SIDE + col));
                }
            }
        }
        flood.run(self.stride);
        Table(flood.steps)
    }

    /// Tells the pieces of sea apart.
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
        self.extent = extent.into();
    }
}

fn tiles(side: u8) -> usize {
    usize::from(side.div_ceil(TILE_SIDE))
}

#[inline]
fn stepped(cell: Cell, step: usize) -> Cell {
    let (rows, cols) = STEPS[step];
    Cell::new(cell.row.wrapping_add_signed(rows), cell.col.wrapping_add_signed(cols))
}

/// A breadth-first search from up to 64 destinations at once.
struct Flood {
    /// Destinations whose search has come to the spot; all of them where no search may go.
    seen: Vec<u64>,
    /// Those that come to it in the next round.
    coming: Vec<u64>,
    steps: Box<[[u64; 2]]>,
    front: Vec<(u32, u64)>,
}

impl Flood {
    fn new(seas: &Seas) -> Self {
        let spots = seas.piece.len();
        Self {
            seen: seas.piece.iter().map(|piece| if *piece == 0 { !0 } else { 0 }).collect(),
            coming: vec![0; spots],
            steps: vec![[0; 2]; spots].into(),
            front: Vec::new(),
        }
    }

    fn start(&mut self, spot: Spot, bit: u32) {
        self.seen[spot] |= 1 << bit;
        self.front.push((spot as u32, 1 << bit));
    }

    fn run(&mut self, stride: usize) {
        let back = [1usize.wrapping_neg(), stride.wrapping_neg(), 1, stride];
        let mut reached = Vec::new();
        while !self.front.is_empty() {
            // All spots look for their first step in the order of the steps: who finds one first keeps it.
            for (step, back) in back.into_iter().enumerate() {
                self.advance(step, back, &mut reached);
            }
            self.front.clear();
            let coming = &mut self.coming;
            self.front
                .extend(reached.drain(..).map(|spot| (spot, core::mem::take(&mut coming[spot as usize]))));
        }
    }

    /// Lets the front reach the spots from which this step leads to it.
    #[inline]
    fn advance(&mut self, step: usize, back: usize, reached: &mut Vec<u32>) {
        let low = (step as u64 & 1).wrapping_neg();
        let high = (step as u64 >> 1).wrapping_neg();
        for (spot, bits) in &self.front {
            let near = (*spot as usize).wrapping_add(back);
            let new = bits & !self.seen[near];
            if new == 0 {
                continue;
            }
            self.seen[near] |= new;
            if self.coming[near] == 0 {
                reached.push(near as u32);
            }
            self.coming[near] |= new;
            let steps = &mut self.steps[near];
            steps[0] |= new & low;
            steps[1] |= new & high;
        }
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

/// The first steps of a plane's way: all column + 1, then all row + 1, then all column - 1, then all row - 1.
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
