//! An endless ladder: the next block is the one that is expected to tell most.

use serde::Serialize;

/// An entrant as the ladder sees it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Candidate {
    /// The rating in Elo.
    pub elo: f64,
    /// Its standard error in Elo; large for newcomers.
    pub deviation: f64,
    /// Blocks that were begun since it last played.
    pub waited: u32,
}

/// Who plays the next block of a game with so many seats; none if there are too few.
///
/// What a block tells is how much the variance of the ratings is expected to fall: most where two
/// are uncertain and near each other. Whoever has waited `patience` blocks comes first, so nobody
/// waits for more than `patience` blocks plus one for each who came to wait before.
#[must_use]
pub fn next_block(candidates: &[Candidate], seats: usize, patience: u32) -> Option<Vec<usize>> {
    if seats == 0 || candidates.len() < seats {
        return None;
    }
    let longest = (0..candidates.len()).max_by_key(|at| (candidates[*at].waited, usize::MAX - at))?;
    let first = if candidates[longest].waited >= patience {
        longest
    } else if seats == 1 {
        (0..candidates.len())
            .max_by(|one, two| candidates[*one].deviation.total_cmp(&candidates[*two].deviation))?
    } else {
        best_pair(candidates)?.0
    };
    let mut block = vec![first];
    while block.len() < seats {
        let gain =
            |one: usize| block.iter().map(|other| fall(candidates[one], candidates[*other])).sum::<f64>();
        let free = (0..candidates.len()).filter(|one| !block.contains(one));
        block.push(free.max_by(|one, two| gain(*one).total_cmp(&gain(*two)).then(two.cmp(one)))?);
    }
    Some(block)
}

/// The pair whose game is expected to tell most; of several the first.
///
/// Nobody tells more than with an equal: whoever comes after the most uncertain ones, and could not
/// tell as much even so, is not looked at. On a ladder where most are settled that is nearly
/// everybody.
fn best_pair(candidates: &[Candidate]) -> Option<(usize, usize)> {
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by(|one, two| candidates[*two].deviation.total_cmp(&candidates[*one].deviation));
    let mut best: Option<(f64, (usize, usize))> = None;
    for (at, one) in order.iter().enumerate() {
        let most = fall(candidates[*one], candidates[*one]) * (1.0 + SLACK);
        if best.is_some_and(|(gain, _)| most < gain) {
            break;
        }
        for two in &order[at + 1..] {
            let pair = (*one.min(two), *one.max(two));
            let gain = fall(candidates[pair.0], candidates[pair.1]);
            let is_better =
                best.is_none_or(|(known, first)| gain.total_cmp(&known).then(first.cmp(&pair)).is_gt());
            if is_better {
                best = Some((gain, pair));
            }
        }
    }
    best.map(|(_, pair)| pair)
}

/// What rounding may add to a bound.
const SLACK: f64 = 1e-9;

/// How much the sum of two variances is expected to fall by one game between them.
fn fall(one: Candidate, two: Candidate) -> f64 {
    let scale = crate::rating::ELO_PER_UNIT;
    let (first, second) = ((one.deviation / scale).powi(2), (two.deviation / scale).powi(2));
    let chance = 1.0 / (1.0 + ((two.elo - one.elo) / scale).exp());
    let information = chance * (1.0 - chance);
    information * (first * first + second * second) / (1.0 + information * (first + second))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(elo: f64, deviation: f64, waited: u32) -> Candidate {
        Candidate { elo, deviation, waited }
    }

    #[test]
    fn newcomers_meet_their_like() {
        let field = [candidate(0.0, 20.0, 0), candidate(300.0, 20.0, 0), candidate(310.0, 200.0, 0)];
        assert_eq!(next_block(&field, 2, 100), Some(vec![1, 2]));
        assert_eq!(next_block(&field[..1], 2, 100), None);
        assert_eq!(next_block(&field, 1, 100), Some(vec![2]));
    }

    /// Whoever is passed over would not have been in the best pair.
    #[test]
    fn the_best_pair_is_the_best_of_all_pairs() {
        let mut dice = board::SplitMix64::new(7);
        for size in 0..60 {
            let mut number = |end: u64| (dice.next_u64() % end) as f64;
            let field: Vec<Candidate> = (0..size)
                .map(|_| candidate(40.0 * number(30), [5.0, 5.0, 20.0, 350.0][number(4) as usize], 0))
                .collect();
            let pairs = (0..size).flat_map(|one| (one + 1..size).map(move |two| (one, two)));
            let gain = |(one, two): (usize, usize)| fall(field[one], field[two]);
            let best = pairs.max_by(|one, two| gain(*one).total_cmp(&gain(*two)).then(two.cmp(one)));
            assert_eq!(best_pair(&field), best);
        }
    }

    #[test]
    fn nobody_waits_for_ever() {
        let mut field: Vec<Candidate> = (0..30).map(|at| candidate(f64::from(at) * 40.0, 30.0, 0)).collect();
        field.push(candidate(5000.0, 10.0, 0));
        let patience = 40;
        for _ in 0..2000 {
            let block = next_block(&field, 4, patience).unwrap();
            for (at, one) in field.iter_mut().enumerate() {
                one.waited = if block.contains(&at) { 0 } else { one.waited + 1 };
                assert!(one.waited <= patience + 31);
            }
        }
    }
}
