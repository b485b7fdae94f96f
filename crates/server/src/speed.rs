//! How fast a machine computes, so that a bot's clock gives it as much everywhere.

use rustix::time::{ClockId, clock_gettime};
use std::time::Duration;

/// The fact that holds what the arena's first server measured.
pub(crate) const FACT: &str = "speed of the first server";

/// Steps of one measurement: about a millisecond, so that some are disturbed by nobody.
const STEPS: u64 = 200_000;

/// Measurements; the fastest counts, because what disturbs one only makes it slower.
const TRIES: usize = 200;

/// The pause after a few of them. Whoever disturbs may do so for a while.
const PAUSE: Duration = Duration::from_millis(5);
const BETWEEN: usize = 4;

/// Words of the table that is walked through: more than the nearest cache holds, and less than the
/// one that processors share, which others may fill.
const WORDS: usize = 1 << 15;

/// Differences below this are not told apart from chance.
const SAME: f64 = 0.1;

/// A machine is taken for at most so many times as fast or as slow.
const MOST: f64 = 8.0;

/// Steps in a second of CPU time of this thread.
pub(crate) fn measured() -> f64 {
    let mut table: Vec<u64> = (0..WORDS as u64).map(|at| at.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
    let measure = |at: usize| {
        if at.is_multiple_of(BETWEEN) {
            std::thread::sleep(PAUSE);
        }
        STEPS as f64 / seconds_of(&mut table)
    };
    (0..TRIES).map(measure).fold(0.0, f64::max)
}

/// How fast a machine is beside another: 1 if it is the same but for chance.
pub(crate) fn beside(here: f64, there: f64) -> f64 {
    let ratio = (here / there).clamp(1.0 / MOST, MOST);
    if (ratio - 1.0).abs() < SAME { 1.0 } else { ratio }
}

/// CPU time of a walk whose every step depends on the one before, in memory and in arithmetic.
fn seconds_of(table: &mut [u64]) -> f64 {
    let before = cpu();
    let mut state = 1_u64;
    for _ in 0..STEPS {
        let word = &mut table[state as usize % WORDS];
        state = (state ^ *word).wrapping_mul(0xBF58_476D_1CE4_E5B9).rotate_left(23);
        *word ^= state >> 7;
    }
    // The result is part of the table, and the table is used again: nothing of this can be left
    // out.
    table[0] ^= state;
    (cpu() - before).max(1e-6)
}

fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

#[cfg(test)]
#[allow(clippy::print_stdout, reason = "it prints what it measured")]
mod tests {
    use super::*;

    #[test]
    fn small_differences_are_none() {
        assert_eq!(beside(105.0, 100.0), 1.0);
        assert_eq!(beside(50.0, 100.0), 0.5);
        assert_eq!(beside(1e9, 1.0), MOST);
        // Of the same machine, also where others keep it busy.
        let (one, other) = (measured(), measured());
        assert!(one > 0.0);
        println!("measured twice, beside each other: {:.3}", one / other);
    }
}
