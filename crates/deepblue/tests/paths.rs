//! Ways over the sea against the search as the rules text describes it.

use board::{Cell, Size, SplitMix64};
use deepblue::seas::{STEPS, Seas, air_destination, fly};
use proptest::prelude::*;
use std::collections::VecDeque;

/// The literal search: breadth first over the four neighbours, first discovery fixes the
/// predecessor, the nearest cell taken from the queue so far is the best.
fn literal(size: Size, from: Cell, goal: Cell, open: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let mut came_from = vec![None; size.area()];
    let mut seen = vec![false; size.area()];
    let mut queue = VecDeque::from([from]);
    seen[size.index(from)] = true;
    let mut best = from;
    while let Some(cell) = queue.pop_front() {
        if cell.manhattan(goal) < best.manhattan(goal) {
            best = cell;
        }
        if cell == goal {
            break;
        }
        for (rows, cols) in STEPS {
            let Some(near) = size.offset(cell, rows, cols) else { continue };
            if open(near) && !seen[size.index(near)] {
                seen[size.index(near)] = true;
                came_from[size.index(near)] = Some(cell);
                queue.push_back(near);
            }
        }
    }
    let mut path = vec![best];
    while let Some(before) = came_from[size.index(path[path.len() - 1])] {
        path.push(before);
    }
    path.reverse();
    path
}

/// The whole way of a ship, asked for in pieces of this many steps.
fn by_ship(seas: &Seas, from: Cell, goal: Cell, pace: usize) -> Vec<Cell> {
    let to = seas.destination(from, goal);
    let mut path = vec![from];
    let mut leg = vec![from; pace];
    loop {
        let done = seas.walk(path[path.len() - 1], to, &mut leg);
        if done == 0 {
            return path;
        }
        path.extend(&leg[..done]);
    }
}

fn compare(size: Size, land: u64, seed: u64, tries: usize) {
    let mut random = SplitMix64::new(seed);
    let ocean: Vec<bool> = size.cells().map(|_| random.below(100) >= land).collect();
    let open = |cell: Cell| ocean[size.index(cell)];
    let seas = Seas::new(size, open);
    for _ in 0..tries {
        let mut side = |length: u8| random.below(u64::from(length)) as u8;
        let from = Cell::new(side(size.rows), side(size.cols));
        let goal = Cell::new(side(size.rows + 1), side(size.cols + 1));
        let expected = literal(size, from, goal, open);
        assert_eq!(by_ship(&seas, from, goal, 7), expected, "{from} to {goal} on {size:?}, seed {seed}");
        assert_eq!(seas.steps_to(from, expected[expected.len() - 1]) as usize, expected.len() - 1);
        let mut path = vec![from; 400];
        let length = fly(from, air_destination(size, goal), &mut path);
        let mut flown = vec![from];
        flown.extend(&path[..length]);
        assert_eq!(flown, literal(size, from, goal, |_| true), "by air, {from} to {goal} on {size:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_seas(seed: u64, rows in 1u8..15, cols in 1u8..15, land in 0u64..60) {
        compare(Size::new(rows, cols), land, seed, 40);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    /// Wider than one and than two words.
    #[test]
    fn wide_seas(seed: u64, rows in 30u8..150, cols in 60u8..150, land in 20u64..45) {
        compare(Size::new(rows, cols), land, seed, 12);
    }
}

/// More destinations than the tables have room for: the ways stay the same.
#[test]
fn beyond_the_memory_cap() {
    let size = Size::new(150, 150);
    let mut random = SplitMix64::new(7);
    let ocean: Vec<bool> = size.cells().map(|_| random.below(100) >= 30).collect();
    let open = |cell: Cell| ocean[size.index(cell)];
    let seas = Seas::new(size, open);
    let ports: Vec<Cell> = size.cells().filter(|cell| open(*cell)).collect();
    let mut leg = [ports[0]; 1];
    // 7200 bytes a table, 32 MB: some 4660 fit.
    for to in ports.iter().take(4800) {
        let _ = seas.walk(*to, *to, &mut leg);
    }
    for to in ports.iter().skip(5000).step_by(600) {
        let from = ports[random.below(ports.len() as u64) as usize];
        assert_eq!(by_ship(&seas, from, *to, 50), literal(size, from, *to, open));
    }
}
