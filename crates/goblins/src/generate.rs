//! New maps.

use crate::state::MAX_SIDE;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use board::{Cell, SplitMix64};

/// What a new map should be like. Same wish, same map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish {
    /// The seed.
    pub seed: u64,
    /// Number of rows.
    pub rows: u8,
    /// Number of columns.
    pub cols: u8,
}

/// The smallest side of a new map: both sides must fit, and some room between them.
pub const LEAST_SIDE: u8 = 5;

/// Of so many squares one has water, and one a mountain.
const SQUARES_FOR_ROUGH: u64 = 12;
/// Of so many squares one mage, one patrol and one tracker more.
const SQUARES_FOR_UNITS: usize = 64;

/// Makes the text of a map: mages at the bottom, goblins in the upper half, so far away that none
/// strikes in the first turn unless a mage comes nearer. Trackers see three squares at most, and a
/// fireball flies over the whole board: who is careful can win most of these maps.
///
/// # Errors
/// One sentence, if the sides are not from [`LEAST_SIDE`] to 20.
pub fn generate(wish: Wish) -> Result<String, String> {
    let Wish { seed, rows, cols } = wish;
    if [rows, cols].iter().any(|side| !(LEAST_SIDE..=MAX_SIDE as u8).contains(side)) {
        return Err(format!(
            "a new map has {LEAST_SIDE} to {MAX_SIDE} rows and columns, not {rows} x {cols}"
        ));
    }
    let mut random = SplitMix64::new(seed);
    let groups = usize::from(rows) * usize::from(cols) / SQUARES_FOR_UNITS;
    let mut low = shuffled(rows - 1..rows, cols, &mut random);
    let mut high = shuffled(0..rows / 2, cols, &mut random);
    let mages = off(&mut low, 1 + groups);
    let patrols = off(&mut high, 1 + groups);
    let trackers = off(&mut high, groups);
    let mut middle = shuffled(0..rows - 1, cols, &mut random);
    middle.retain(|cell| !patrols.contains(cell) && !trackers.contains(cell));
    middle.retain(|_| random.below(SQUARES_FOR_ROUGH) < 2);

    let mut lines = Vec::new();
    let goblins = patrols.len() + trackers.len();
    lines.push(format!("{rows} {cols} {} {} {goblins}", middle.len(), mages.len()));
    for Cell { row, col } in middle {
        let terrain = if random.below(2) == 0 { 'W' } else { 'M' };
        lines.push(format!("{row} {col} {terrain}"));
    }
    lines.extend(mages.iter().map(|Cell { row, col }| format!("{row} {col}")));
    for Cell { row, col } in patrols {
        let facing = ['W', 'A', 'S', 'D'][random.below(4) as usize];
        lines.push(format!("{row} {col} PG {facing} {}", 1 + random.below(2)));
    }
    for Cell { row, col } in trackers {
        lines.push(format!("{row} {col} TG {}", 2 + random.below(2)));
    }
    Ok(lines.join("\n") + "\n")
}

/// The squares of some rows, in any order.
fn shuffled(rows: core::ops::Range<u8>, cols: u8, random: &mut SplitMix64) -> Vec<Cell> {
    let mut cells: Vec<Cell> = rows.flat_map(|row| (0..cols).map(move |col| Cell::new(row, col))).collect();
    random.shuffle(&mut cells);
    cells
}

/// Takes so many off the end; fewer if there are not so many.
fn off(cells: &mut Vec<Cell>, count: usize) -> Vec<Cell> {
    cells.split_off(cells.len().saturating_sub(count))
}

#[cfg(all(test, feature = "formats"))]
mod tests {
    use super::*;
    use crate::ENTRY;

    #[test]
    fn new_maps_are_valid_and_follow_the_seed() {
        for seed in 0..200 {
            let (rows, cols) = (5 + seed as u8 % 16, 20 - seed as u8 % 13);
            let map = generate(Wish { seed, rows, cols }).unwrap();
            assert_eq!(map, generate(Wish { seed, rows, cols }).unwrap());
            assert_ne!(map, generate(Wish { seed: seed + 1, rows, cols }).unwrap());
            let report = ENTRY.check_map(map.as_bytes(), ENTRY.profiles()[0]).unwrap();
            assert!(report.problems.is_empty() && report.warnings.is_empty(), "{map}: {report:?}");
        }
        let refused = generate(Wish { seed: 0, rows: 4, cols: 8 }).unwrap_err();
        assert_eq!(refused, "a new map has 5 to 20 rows and columns, not 4 x 8");
    }
}
