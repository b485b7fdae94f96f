//! Making probes: small inputs in which every mistake shows several times, and any two part.

use super::Scope;
use super::chance::Chance;
use crate::case::Case;
use crate::exercise::Exercise;
use crate::probe::{Needs, PROBE, predictions};
use game::console::Stage;

/// Candidates from which the smallest are chosen.
const DRAWN: usize = 3000;

/// Candidates drawn for mistakes that have hardly shown by then.
const MOST_DRAWN: usize = 20_000;

/// Candidates with more output than this are no probes: they show too much at once.
const MOST_OUTPUT: usize = 16 << 10;

/// Probes in which a mistake shows.
const SHOWN: usize = 6;

/// Probes in which two mistakes part.
const PARTED: usize = 2;

/// Makes the probes of a stage, the smallest first.
#[must_use]
pub fn probes(exercise: &'static Exercise, stage: Stage, seed: u64) -> Vec<String> {
    let mut hunt = Hunt { exercise, stage, chance: Chance::new(seed ^ (stage as u64) << 48) };
    let places: Vec<usize> = exercise.mistakes_in(stage).map(|(place, _)| place).collect();
    let mut needs = Needs::new(places.len(), SHOWN, PARTED);
    let mut chosen = Vec::new();
    // Their outputs would take much room, and are made again when needed.
    let mut drawn: Vec<(usize, Vec<u8>)> =
        (0..DRAWN).filter_map(|nth| hunt.draw(nth)).map(|case| (size(&case), case.input)).collect();
    drawn.sort();
    for (_, input) in drawn {
        let case = Case::made(exercise, stage, PROBE, input);
        if needs.take(&predictions(exercise, &case, &places)) > 0 {
            chosen.push(case);
        }
    }
    for nth in 0..MOST_DRAWN {
        let unshown: Vec<usize> = needs.unshown().into_iter().map(|at| places[at]).collect();
        if unshown.is_empty() {
            break;
        }
        let Some(case) = hunt.draw(nth) else { continue };
        if predictions(exercise, &case, &unshown).iter().any(Option::is_some) {
            needs.take(&predictions(exercise, &case, &places));
            chosen.push(case);
        }
    }
    chosen.sort_by_key(size);
    chosen.into_iter().filter_map(|case| String::from_utf8(case.input).ok()).collect()
}

fn size(case: &Case) -> usize {
    case.input.len() * 4 + case.expected.len() / 8
}

struct Hunt {
    exercise: &'static Exercise,
    stage: Stage,
    chance: Chance,
}

impl Hunt {
    /// A random case, one in four beyond the hand-out; none if it is too large.
    fn draw(&mut self, nth: usize) -> Option<Case> {
        let scope = if nth.is_multiple_of(4) { Scope::Robust } else { Scope::Graded };
        let candidate = (self.exercise.source.candidate)(self.stage, scope, &mut self.chance);
        let case = Case::made(self.exercise, self.stage, PROBE, candidate.input);
        Some(case).filter(|case| case.expected.len() <= MOST_OUTPUT)
    }
}
