//! New maps: the contest's own way, and a fair one.

use crate::grid::strip;
use crate::kinds::{PLAYERS, Terrain};
use crate::map::{BadMap, Map, is_legal};
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Size, SplitMix64};

/// A map that looks the same from every seat: turned by a quarter on square boards, mirrored on
/// others.
///
/// The four towers are connected by ways that every corps can walk.
///
/// # Errors
/// If a board cannot have this size.
pub fn fair(size: Size, seed: u64) -> Result<Map, BadMap> {
    if !is_legal(size) {
        return Err(BadMap::Size(size));
    }
    let mut random = SplitMix64::new(seed);
    for _ in 0..ATTEMPTS {
        let draft = Draft::fair(size, &mut random);
        if draft.towers_are_connected() {
            return draft.finish();
        }
    }
    let mut draft = Draft::fair(size, &mut random);
    draft.level();
    draft.finish()
}

/// A map by the rules of the contest's generator: not symmetric, with landmarks in the strip.
///
/// # Errors
/// If a board cannot have this size.
pub fn original(size: Size, seed: u64) -> Result<Map, BadMap> {
    if !is_legal(size) {
        return Err(BadMap::Size(size));
    }
    let mut random = SplitMix64::new(seed);
    let noise = smooth(size, &white_noise(size, &mut random));
    let mut draft = Draft::from_bins(size, &in_place(size, bins(&noise)));
    draft.school(&mut random);
    for kind in [Terrain::Gate, Terrain::Hall] {
        draft.block(kind, &mut random);
    }
    for player in 0..PLAYERS {
        draft.towers[player] = site(size, player, &mut random);
    }
    draft.finish()
}

/// Tries for a connected fair map. More than one in two succeeds.
const ATTEMPTS: u32 = 64;

/// The noise is split into this many bins.
const BINS: usize = 5;

/// What the bins become, the most frequent first.
const BY_FREQUENCY: [Terrain; BINS] =
    [Terrain::Plain, Terrain::Road, Terrain::Mountain, Terrain::Forest, Terrain::Swamp];

/// A map being made.
struct Draft {
    size: Size,
    ground: Vec<Terrain>,
    towers: [Cell; PLAYERS],
}

impl Draft {
    fn fair(size: Size, random: &mut SplitMix64) -> Self {
        let mut noise = white_noise(size, random);
        symmetrise(size, &mut noise);
        let noise = smooth(size, &noise);
        let before = bins(&noise);
        let after: Vec<usize> = size.cells().map(|at| settled(size, &before, at)).collect();
        let mut draft = Self::from_bins(size, &after);
        draft.fair_landmarks(random);
        let first = site(size, 0, random);
        draft.towers = orbit(size, first);
        draft
    }

    /// Ranks the bins by their number of inner cells, and makes terrain of them.
    fn from_bins(size: Size, bins: &[usize]) -> Self {
        let mut counts = [0; BINS];
        for at in size.cells().filter(|at| is_inner(size, *at)) {
            counts[bins[size.index(at)]] += 1;
        }
        let rank =
            |bin: usize| (0..BINS).filter(|other| (counts[*other], bin) > (counts[bin], *other)).count();
        let ground = bins.iter().map(|bin| BY_FREQUENCY[rank(*bin)]).collect();
        Self { size, ground, towers: [Cell::default(); PLAYERS] }
    }

    fn set(&mut self, at: Cell, terrain: Terrain) {
        let index = self.size.index(at);
        self.ground[index] = terrain;
    }

    fn is_landmark(&self, at: Cell) -> bool {
        self.ground[self.size.index(at)].number() >= Terrain::Gate.number()
    }

    /// Twelve cells that stretch from the centre into two arms of the strip.
    fn school(&mut self, random: &mut SplitMix64) {
        let kinds = [Terrain::School1, Terrain::School2, Terrain::School3, Terrain::School4];
        let which = random.below(4) as usize;
        let (right, down) = [(true, true), (false, true), (false, false), (true, false)][which];
        let (columns, rows) = strip(self.size);
        let along = |strip: core::ops::Range<u8>, forward: bool, by: u8| match forward {
            true => strip.end - 2 + by,
            false => strip.start + 1 - by,
        };
        for (x, y) in SCHOOL {
            let at = Cell::new(along(rows.clone(), down, y), along(columns.clone(), right, x));
            self.set(at, if (x, y) == (0, 0) { kinds[which] } else { Terrain::Landmark });
        }
    }

    /// A block of two by two cells somewhere in an arm of the strip, where no other landmark is.
    fn block(&mut self, kind: Terrain, random: &mut SplitMix64) {
        for _ in 0..1000 {
            let corner = self.arm_cell(random);
            if square(corner).into_iter().all(|at| !self.is_landmark(at)) {
                return self.put_block(corner, kind);
            }
        }
    }

    fn arm_cell(&self, random: &mut SplitMix64) -> Cell {
        let (columns, rows) = strip(self.size);
        let within = |strip: core::ops::Range<u8>, random: &mut SplitMix64| {
            strip.start + random.below(u64::from(strip.end - strip.start - 1)) as u8
        };
        match random.below(2) {
            0 => {
                let col = random.below(u64::from(self.size.cols) - 1) as u8;
                Cell::new(within(rows, random), col)
            }
            _ => {
                let col = within(columns, random);
                Cell::new(random.below(u64::from(self.size.rows) - 1) as u8, col)
            }
        }
    }

    fn put_block(&mut self, corner: Cell, kind: Terrain) {
        for at in square(corner) {
            self.set(at, if at == corner { kind } else { Terrain::Landmark });
        }
    }

    /// Gates and halls in all four arms, or nothing where they would overlap.
    fn fair_landmarks(&mut self, random: &mut SplitMix64) {
        let corner = self.arm_cell(random);
        let blocks = square(corner).map(|at| orbit(self.size, at));
        let mut cells: Vec<Cell> = blocks.iter().flatten().copied().collect();
        cells.sort_unstable_by_key(|at| (at.row, at.col));
        cells.dedup();
        if cells.len() < 4 * PLAYERS {
            return;
        }
        for player in 0..PLAYERS {
            let mut block = blocks.map(|orbit| orbit[player]);
            block.sort_unstable_by_key(|at| (at.row, at.col));
            self.put_block(block[0], if player % 2 == 0 { Terrain::Gate } else { Terrain::Hall });
        }
    }

    fn level(&mut self) {
        self.ground.fill(Terrain::Plain);
    }

    /// Whether a corps with two move points can walk from the first tower to all others.
    fn towers_are_connected(&self) -> bool {
        let Ok(map) = self.clone_finished() else { return false };
        let mut seen = vec![false; self.size.area()];
        let mut open = vec![map.towers()[0]];
        while let Some(at) = open.pop() {
            if core::mem::replace(&mut seen[self.size.index(at)], true) {
                continue;
            }
            for (rows, cols) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                if let Some(to) = self.size.offset(at, rows, cols)
                    && map.ground(at).cost_to(map.ground(to)).is_some_and(|cost| cost <= 2)
                {
                    open.push(to);
                }
            }
        }
        map.towers().iter().all(|at| seen[self.size.index(*at)])
    }

    fn clone_finished(&self) -> Result<Map, BadMap> {
        Self { size: self.size, ground: self.ground.clone(), towers: self.towers }.finish()
    }

    /// Puts the towers up, with road around them.
    fn finish(mut self) -> Result<Map, BadMap> {
        for tower in self.towers {
            for at in self.size.around(tower, 1) {
                self.set(at, Terrain::Road);
            }
        }
        for tower in self.towers {
            self.set(tower, Terrain::TowerGround);
        }
        Map::new(self.size, self.ground, self.towers)
    }
}

/// The cells of the school building, as offsets from its corner.
const SCHOOL: [(u8, u8); 12] =
    [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1), (0, 2), (1, 2), (0, 3), (1, 3)];

const fn square(corner: Cell) -> [Cell; 4] {
    let Cell { row, col } = corner;
    [corner, Cell::new(row, col + 1), Cell::new(row + 1, col), Cell::new(row + 1, col + 1)]
}

/// A site for a tower in a player's quadrant: one cell from the edge, one from the strip.
fn site(size: Size, player: usize, random: &mut SplitMix64) -> Cell {
    let (columns, rows) = strip(size);
    let col = 1 + random.below(u64::from(columns.start) - 2) as u8;
    let row = 1 + random.below(u64::from(rows.start) - 2) as u8;
    let (right, below) = [(false, false), (true, false), (true, true), (false, true)][player];
    Cell::new(if below { row + rows.end } else { row }, if right { col + columns.end } else { col })
}

/// The four cells that look the same from the four seats, in the order of the players.
fn orbit(size: Size, at: Cell) -> [Cell; PLAYERS] {
    let (right, below) = (size.cols - 1, size.rows - 1);
    let Cell { row, col } = at;
    let across = Cell::new(below - row, right - col);
    match right == below {
        true => [at, Cell::new(col, right - row), across, Cell::new(below - col, row)],
        false => [at, Cell::new(row, right - col), across, Cell::new(below - row, col)],
    }
}

/// The noise reaches one cell beyond the board, so that smoothing has neighbours everywhere.
struct Noise {
    cols: usize,
    values: Vec<u32>,
}

impl Noise {
    fn get(&self, row: usize, col: usize) -> u32 {
        self.values[row * self.cols + col]
    }
}

fn white_noise(size: Size, random: &mut SplitMix64) -> Noise {
    let (rows, cols) = (usize::from(size.rows) + 2, usize::from(size.cols) + 2);
    let values = (0..rows * cols).map(|_| random.below(1 << 16) as u32).collect();
    Noise { cols, values }
}

/// Gives the cells of an orbit the same noise.
fn symmetrise(size: Size, noise: &mut Noise) {
    let wide = Size { rows: size.rows + 2, cols: size.cols + 2 };
    for at in wide.cells() {
        let value = noise.get(at.row.into(), at.col.into());
        for other in orbit(wide, at) {
            noise.values[wide.index(other)] = value;
        }
    }
}

/// A quarter from the cell itself, an eighth from each side, a sixteenth from each corner (times
/// sixteen).
fn smooth(size: Size, noise: &Noise) -> Vec<u32> {
    let smoothed = |at: Cell| {
        let weights = [[1, 2, 1], [2, 4, 2], [1, 2, 1]];
        let weighed = |row: usize, col: usize| {
            weights[row][col] * noise.get(usize::from(at.row) + row, usize::from(at.col) + col)
        };
        (0..3).flat_map(|row| (0..3).map(move |col| (row, col))).map(|(row, col)| weighed(row, col)).sum()
    };
    size.cells().map(smoothed).collect()
}

/// The bin of every cell: the range of the noise in equal parts.
fn bins(noise: &[u32]) -> Vec<usize> {
    let least = noise.iter().copied().min().unwrap_or(0);
    let most = noise.iter().copied().max().unwrap_or(0);
    let span = u64::from(most - least) + 1;
    noise.iter().map(|value| (u64::from(value - least) * BINS as u64 / span) as usize).collect()
}

fn is_inner(size: Size, at: Cell) -> bool {
    (1..size.cols - 1).contains(&at.col) && (1..size.rows - 1).contains(&at.row)
}

/// Row by row, each inner cell looks at neighbours that may have changed already.
fn in_place(size: Size, mut bins: Vec<usize>) -> Vec<usize> {
    for at in size.cells() {
        bins[size.index(at)] = settled(size, &bins, at);
    }
    bins
}

/// The bin that at least five of the eight neighbours of an inner cell share, or its own.
fn settled(size: Size, bins: &[usize], at: Cell) -> usize {
    let own = bins[size.index(at)];
    if !is_inner(size, at) {
        return own;
    }
    let mut counts = [0; BINS];
    for near in size.around(at, 1).filter(|near| *near != at) {
        counts[bins[size.index(near)]] += 1;
    }
    counts.iter().position(|count| *count >= 5).unwrap_or(own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::quadrant;
    use crate::kinds::CONTEST_SIZE;

    const SIDES: [u8; 8] = [8, 9, 12, 15, 16, 21, 31, 32];

    #[test]
    fn fair_maps_look_the_same_from_every_seat() {
        for seed in 0..40 {
            for width in SIDES {
                for height in [width, 15] {
                    let size = Size { rows: height, cols: width };
                    let map = fair(size, seed).unwrap();
                    for at in size.cells() {
                        let passable = |at| map.ground(at).cost_to(Terrain::Plain);
                        assert!(orbit(size, at).into_iter().all(|other| passable(other) == passable(at)));
                    }
                    assert_eq!(*map.towers(), orbit(size, map.towers()[0]));
                }
            }
        }
    }

    #[test]
    fn original_maps_have_their_landmarks_in_the_strip() {
        for seed in 0..100 {
            for side in SIDES {
                let size = Size { rows: side, cols: side };
                let map = original(size, seed).unwrap();
                let landmarks = size.cells().filter(|at| map.ground(*at).number() >= 6);
                assert!(landmarks.clone().all(|at| quadrant(size, at).is_none()));
                assert!(landmarks.count() >= 12);
                let owners: Vec<_> = map.towers().iter().map(|at| quadrant(size, *at).unwrap().0).collect();
                assert_eq!(owners, [0, 1, 2, 3]);
            }
        }
    }

    #[test]
    fn original_maps_have_the_contests_mixture() {
        let mut counts = [0; 13];
        for seed in 0..200 {
            let map = original(CONTEST_SIZE, seed).unwrap();
            CONTEST_SIZE.cells().for_each(|at| counts[map.ground(at) as usize] += 1);
        }
        let mean = |terrain: Terrain| counts[terrain as usize] / 200;
        assert!((70..100).contains(&mean(Terrain::Plain)), "{}", mean(Terrain::Plain));
        assert!((60..90).contains(&mean(Terrain::Road)), "{}", mean(Terrain::Road));
        assert!(mean(Terrain::Mountain) > mean(Terrain::Forest));
        assert!(mean(Terrain::Forest) > mean(Terrain::Swamp));
    }

    #[test]
    fn impossible_boards_are_refused() {
        for (width, height) in [(0, 0), (7, 15), (15, 6), (33, 15), (255, 255)] {
            let size = Size { rows: height, cols: width };
            assert_eq!(fair(size, 1), Err(BadMap::Size(size)));
            assert_eq!(original(size, 1), Err(BadMap::Size(size)));
        }
    }
}
