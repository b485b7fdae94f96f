//! New maps: the contest's own way, and a fair one.

use crate::grid::Extent;
use crate::kinds::{PLAYERS, Point, Terrain};
use crate::map::{BadMap, Map, is_legal};
use alloc::vec;
use alloc::vec::Vec;
use board::SplitMix64;

/// A map that looks the same from every seat: turned by a quarter on square boards, mirrored on others.
///
/// The four towers are connected by ways that every corps can walk.
///
/// # Errors
/// If a board cannot have this extent.
pub fn fair(extent: Extent, seed: u64) -> Result<Map, BadMap> {
    if !is_legal(extent) {
        return Err(BadMap::Extent(extent));
    }
    let mut random = SplitMix64::new(seed);
    for _ in 0..ATTEMPTS {
        let draft = Draft::fair(extent, &mut random);
        if draft.towers_are_connected() {
            return draft.finish();
        }
    }
    let mut draft = Draft::fair(extent, &mut random);
    draft.level();
    draft.finish()
}

/// A map by the rules of the contest's generator: not symmetric, with landmarks in the strip.
///
/// # Errors
/// If a board cannot have this extent.
pub fn original(extent: Extent, seed: u64) -> Result<Map, BadMap> {
    if !is_legal(extent) {
        return Err(BadMap::Extent(extent));
    }
    let mut random = SplitMix64::new(seed);
    let noise = smooth(extent, &white_noise(extent, &mut random));
    let mut draft = Draft::from_bins(extent, &in_place(extent, bins(&noise)));
    draft.school(&mut random);
    for kind in [Terrain::Gate, Terrain::Hall] {
        draft.block(kind, &mut random);
    }
    for player in 0..PLAYERS {
        draft.towers[player] = site(extent, player, &mut random);
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
    extent: Extent,
    ground: Vec<Terrain>,
    towers: [Point; PLAYERS],
}

impl Draft {
    fn fair(extent: Extent, random: &mut SplitMix64) -> Self {
        let mut noise = white_noise(extent, random);
        symmetrise(extent, &mut noise);
        let noise = smooth(extent, &noise);
        let before = bins(&noise);
        let after: Vec<usize> = extent.points().map(|at| settled(extent, &before, at)).collect();
        let mut draft = Self::from_bins(extent, &after);
        draft.fair_landmarks(random);
        let first = site(extent, 0, random);
        draft.towers = orbit(extent, first);
        draft
    }

    /// Ranks the bins by their number of inner cells, and makes terrain of them.
    fn from_bins(extent: Extent, bins: &[usize]) -> Self {
        let mut counts = [0; BINS];
        for at in extent.points().filter(|at| is_inner(extent, *at)) {
            counts[bins[extent.index(at)]] += 1;
        }
        let rank =
            |bin: usize| (0..BINS).filter(|other| (counts[*other], bin) > (counts[bin], *other)).count();
        let ground = bins.iter().map(|bin| BY_FREQUENCY[rank(*bin)]).collect();
        Self { extent, ground, towers: [Point::default(); PLAYERS] }
    }

    fn set(&mut self, at: Point, terrain: Terrain) {
        let index = self.extent.index(at);
        self.ground[index] = terrain;
    }

    fn is_landmark(&self, at: Point) -> bool {
        self.ground[self.extent.index(at)].number() >= Terrain::Gate.number()
    }

    /// Twelve cells that stretch from the centre into two arms of the strip.
    fn school(&mut self, random: &mut SplitMix64) {
        let kinds = [Terrain::School1, Terrain::School2, Terrain::School3, Terrain::School4];
        let which = random.below(4) as usize;
        let (right, down) = [(true, true), (false, true), (false, false), (true, false)][which];
        let (columns, rows) = self.extent.strip();
        let along = |strip: core::ops::Range<u8>, forward: bool, by: u8| match forward {
            true => strip.end - 2 + by,
            false => strip.start + 1 - by,
        };
        for (x, y) in SCHOOL {
            let at = Point::new(along(columns.clone(), right, x), along(rows.clone(), down, y));
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

    fn arm_cell(&self, random: &mut SplitMix64) -> Point {
        let Extent { width, height } = self.extent;
        let (columns, rows) = self.extent.strip();
        let within = |strip: core::ops::Range<u8>, random: &mut SplitMix64| {
            strip.start + random.below(u64::from(strip.end - strip.start - 1)) as u8
        };
        match random.below(2) {
            0 => Point::new(random.below(u64::from(width) - 1) as u8, within(rows, random)),
            _ => Point::new(within(columns, random), random.below(u64::from(height) - 1) as u8),
        }
    }

    fn put_block(&mut self, corner: Point, kind: Terrain) {
        for at in square(corner) {
            self.set(at, if at == corner { kind } else { Terrain::Landmark });
        }
    }

    /// Gates and halls in all four arms, or nothing where they would overlap.
    fn fair_landmarks(&mut self, random: &mut SplitMix64) {
        let corner = self.arm_cell(random);
        let blocks = square(corner).map(|at| orbit(self.extent, at));
        let mut cells: Vec<Point> = blocks.iter().flatten().copied().collect();
        cells.sort_unstable_by_key(|at| (at.y, at.x));
        cells.dedup();
        if cells.len() < 4 * PLAYERS {
            return;
        }
        for player in 0..PLAYERS {
            let mut block = blocks.map(|orbit| orbit[player]);
            block.sort_unstable_by_key(|at| (at.y, at.x));
            self.put_block(block[0], if player % 2 == 0 { Terrain::Gate } else { Terrain::Hall });
        }
    }

    fn level(&mut self) {
        self.ground.fill(Terrain::Plain);
    }

    /// Whether a corps with two move points can walk from the first tower to all others.
    fn towers_are_connected(&self) -> bool {
        let Ok(map) = self.clone_finished() else { return false };
        let mut seen = vec![false; self.extent.area()];
        let mut open = vec![map.towers()[0]];
        while let Some(at) = open.pop() {
            if core::mem::replace(&mut seen[self.extent.index(at)], true) {
                continue;
            }
            for step in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                if let Some(to) = self.extent.offset(at, step)
                    && map.ground(at).cost_to(map.ground(to)).is_some_and(|cost| cost <= 2)
                {
                    open.push(to);
                }
            }
        }
        map.towers().iter().all(|at| seen[self.extent.index(*at)])
    }

    fn clone_finished(&self) -> Result<Map, BadMap> {
        Self { extent: self.extent, ground: self.ground.clone(), towers: self.towers }.finish()
    }

    /// Puts the towers up, with road around them.
    fn finish(mut self) -> Result<Map, BadMap> {
        for tower in self.towers {
            for at in self.extent.around(tower, 1) {
                self.set(at, Terrain::Road);
            }
        }
        for tower in self.towers {
            self.set(tower, Terrain::TowerGround);
        }
        Map::new(self.extent, self.ground, self.towers)
    }
}

/// The cells of the school building, as offsets from its corner.
const SCHOOL: [(u8, u8); 12] =
    [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (3, 1), (0, 2), (1, 2), (0, 3), (1, 3)];

const fn square(corner: Point) -> [Point; 4] {
    let Point { x, y } = corner;
    [corner, Point::new(x + 1, y), Point::new(x, y + 1), Point::new(x + 1, y + 1)]
}

/// A site for a tower in a player's quadrant: one cell from the edge, one from the strip.
fn site(extent: Extent, player: usize, random: &mut SplitMix64) -> Point {
    let (columns, rows) = extent.strip();
    let x = 1 + random.below(u64::from(columns.start) - 2) as u8;
    let y = 1 + random.below(u64::from(rows.start) - 2) as u8;
    let (right, below) = [(false, false), (true, false), (true, true), (false, true)][player];
    Point::new(if right { x + columns.end } else { x }, if below { y + rows.end } else { y })
}

/// The four cells that look the same from the four seats, in the order of the players.
fn orbit(extent: Extent, at: Point) -> [Point; PLAYERS] {
    let (right, below) = (extent.width - 1, extent.height - 1);
    let Point { x, y } = at;
    match right == below {
        true => [at, Point::new(right - y, x), Point::new(right - x, below - y), Point::new(y, below - x)],
        false => [at, Point::new(right - x, y), Point::new(right - x, below - y), Point::new(x, below - y)],
    }
}

/// The noise reaches one cell beyond the board, so that smoothing has neighbours everywhere.
struct Noise {
    width: usize,
    values: Vec<u32>,
}

impl Noise {
    fn get(&self, x: usize, y: usize) -> u32 {
        self.values[y * self.width + x]
    }
}

fn white_noise(extent: Extent, random: &mut SplitMix64) -> Noise {
    let (width, height) = (usize::from(extent.width) + 2, usize::from(extent.height) + 2);
    let values = (0..width * height).map(|_| random.below(1 << 16) as u32).collect();
    Noise { width, values }
}

/// Gives the cells of an orbit the same noise.
fn symmetrise(extent: Extent, noise: &mut Noise) {
    let wide = Extent { width: extent.width + 2, height: extent.height + 2 };
    for at in wide.points() {
        let value = noise.get(at.x.into(), at.y.into());
        for other in orbit(wide, at) {
            noise.values[wide.index(other)] = value;
        }
    }
}

/// A quarter from the cell itself, an eighth from each side, a sixteenth from each corner (times sixteen).
fn smooth(extent: Extent, noise: &Noise) -> Vec<u32> {
    let smoothed = |at: Point| {
        let (x, y) = (usize::from(at.x), usize::from(at.y));
        let weights = [[1, 2, 1], [2, 4, 2], [1, 2, 1]];
        let row = |dy: usize| (0..3).map(|dx| weights[dy][dx] * noise.get(x + dx, y + dy)).sum::<u32>();
        (0..3).map(row).sum()
    };
    extent.points().map(smoothed).collect()
}

/// The bin of every cell: the range of the noise in equal parts.
fn bins(noise: &[u32]) -> Vec<usize> {
    let least = noise.iter().copied().min().unwrap_or(0);
    let most = noise.iter().copied().max().unwrap_or(0);
    let span = u64::from(most - least) + 1;
    noise.iter().map(|value| (u64::from(value - least) * BINS as u64 / span) as usize).collect()
}

fn is_inner(extent: Extent, at: Point) -> bool {
    (1..extent.width - 1).contains(&at.x) && (1..extent.height - 1).contains(&at.y)
}

/// Row by row, each inner cell looks at neighbours that may have changed already.
fn in_place(extent: Extent, mut bins: Vec<usize>) -> Vec<usize> {
    for at in extent.points() {
        bins[extent.index(at)] = settled(extent, &bins, at);
    }
    bins
}

/// The bin that at least five of the eight neighbours of an inner cell share, or its own.
fn settled(extent: Extent, bins: &[usize], at: Point) -> usize {
    let own = bins[extent.index(at)];
    if !is_inner(extent, at) {
        return own;
    }
    let mut counts = [0; BINS];
    for near in extent.around(at, 1).filter(|near| *near != at) {
        counts[bins[extent.index(near)]] += 1;
    }
    counts.iter().position(|count| *count >= 5).unwrap_or(own)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDES: [u8; 8] = [8, 9, 12, 15, 16, 21, 31, 32];

    #[test]
    fn fair_maps_look_the_same_from_every_seat() {
        for seed in 0..40 {
            for width in SIDES {
                for height in [width, 15] {
                    let extent = Extent { width, height };
                    let map = fair(extent, seed).unwrap();
                    for at in extent.points() {
                        let passable = |at| map.ground(at).cost_to(Terrain::Plain);
                        assert!(orbit(extent, at).into_iter().all(|other| passable(other) == passable(at)));
                    }
                    assert_eq!(*map.towers(), orbit(extent, map.towers()[0]));
                }
            }
        }
    }

    #[test]
    fn original_maps_have_their_landmarks_in_the_strip() {
        for seed in 0..100 {
            for side in SIDES {
                let extent = Extent { width: side, height: side };
                let map = original(extent, seed).unwrap();
                let landmarks = extent.points().filter(|at| map.ground(*at).number() >= 6);
                assert!(landmarks.clone().all(|at| extent.quadrant(at).is_none()));
                assert!(landmarks.count() >= 12);
                let owners: Vec<_> = map.towers().iter().map(|at| extent.quadrant(*at).unwrap().0).collect();
                assert_eq!(owners, [0, 1, 2, 3]);
            }
        }
    }

    #[test]
    fn original_maps_have_the_contests_mixture() {
        let mut counts = [0; 13];
        for seed in 0..200 {
            let map = original(Extent::CONTEST, seed).unwrap();
            Extent::CONTEST.points().for_each(|at| counts[map.ground(at) as usize] += 1);
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
            let extent = Extent { width, height };
            assert_eq!(fair(extent, 1), Err(BadMap::Extent(extent)));
            assert_eq!(original(extent, 1), Err(BadMap::Extent(extent)));
        }
    }
}
