//! The likelihood of places, its slope and its curvature.

use super::matrix::Symmetric;

/// More seats than any game has: sets of entrants are looked at one by one.
const MOST_SEATS: usize = 8;

/// A game as a series of choices: who shares the first place, who the next one among the rest.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Choices {
    /// Entrants, the best first.
    order: Vec<usize>,
    /// Where each group of equal places begins.
    groups: Vec<usize>,
}

impl Choices {
    /// A game by entrants and their places; none of fewer than two.
    pub(super) fn of(places: &[(usize, u8)]) -> Option<Self> {
        let mut places = places.to_vec();
        places.sort_by_key(|(entrant, place)| (*place, *entrant));
        places.truncate(MOST_SEATS);
        if places.len() < 2 {
            return None;
        }
        let starts = |at: &usize| *at == 0 || places[*at].1 != places[at - 1].1;
        let groups = (0..places.len()).filter(starts).collect();
        Some(Self { order: places.into_iter().map(|(entrant, _)| entrant).collect(), groups })
    }

    /// Who took part.
    pub(super) fn entrants(&self) -> &[usize] {
        &self.order
    }

    /// The sizes of groups that share a place.
    pub(super) fn tie_sizes(&self) -> impl Iterator<Item = usize> {
        self.stages().map(|(_, chosen)| chosen.len()).filter(|size| *size > 1)
    }

    /// Those still to be placed, and those who get the next place.
    fn stages(&self) -> impl Iterator<Item = (&[usize], &[usize])> {
        let ends = self.groups.iter().skip(1).copied().chain([self.order.len()]);
        self.groups.iter().zip(ends).map(|(from, to)| (&self.order[*from..], &self.order[*from..to]))
    }

    /// Pairs of which the first was placed better than the second or shared its place.
    pub(super) fn not_worse(&self) -> impl Iterator<Item = (usize, usize)> {
        self.stages().flat_map(|(rest, chosen)| {
            chosen.iter().flat_map(|better| rest.iter().map(|other| (*better, *other)))
        })
    }
}

/// The parameters: the strength of each entrant, and how readily so many share a place.
#[derive(Clone, Debug)]
pub(super) struct Parameters {
    /// Logarithms of the strengths.
    pub(super) strengths: Vec<f64>,
    /// For each size of a shared place that came up, the logarithm of its factor.
    pub(super) ties: Vec<(usize, f64)>,
}

impl Parameters {
    pub(super) fn count(&self) -> usize {
        self.strengths.len() + self.ties.len()
    }

    pub(super) fn moved(&self, step: &[f64], part: f64) -> Self {
        /// A factor beyond this is as good as infinite.
        const LARGEST_TIE: f64 = 12.0;
        let (strengths, ties) = step.split_at(self.strengths.len());
        Self {
            strengths: self.strengths.iter().zip(strengths).map(|(old, step)| old + part * step).collect(),
            ties: self
                .ties
                .iter()
                .zip(ties)
                .map(|((size, old), step)| (*size, (old + part * step).clamp(-LARGEST_TIE, LARGEST_TIE)))
                .collect(),
        }
    }

    /// The index of a tie size among the parameters; none for one alone, whose factor is 1.
    fn tie_index(&self, size: usize) -> Option<usize> {
        let at = self.ties.iter().position(|(its, _)| *its == size)?;
        Some(self.strengths.len() + at)
    }

    /// The logarithm of the weight with which a set gets the next place.
    fn weight(&self, set: &[usize]) -> f64 {
        let tie = self.ties.iter().find(|(size, _)| *size == set.len()).map_or(0.0, |(_, factor)| *factor);
        tie + set.iter().map(|entrant| self.strengths[*entrant]).sum::<f64>() / set.len() as f64
    }

    /// Whether a set of this size can get a place.
    fn allows(&self, size: usize) -> bool {
        size == 1 || self.ties.iter().any(|(its, _)| *its == size)
    }
}

/// The logarithm of the likelihood of a game.
pub(super) fn likelihood(game: &Choices, parameters: &Parameters) -> f64 {
    let mut sum = 0.0;
    for (rest, chosen) in game.stages() {
        let weights: Vec<f64> = subsets(rest, parameters).map(|set| parameters.weight(&set)).collect();
        sum += parameters.weight(chosen) - log_sum(&weights);
    }
    sum
}

/// Adds the slope of the log-likelihood of so many equal games, and the negative of its curvature
/// if that is wanted.
pub(super) fn slope(
    game: &Choices,
    count: f64,
    at: &Parameters,
    slope: &mut [f64],
    mut curvature: Option<&mut Symmetric>,
) {
    for (rest, chosen) in game.stages() {
        let sets: Vec<Vec<usize>> = subsets(rest, at).collect();
        let weights: Vec<f64> = sets.iter().map(|set| at.weight(set)).collect();
        let total = log_sum(&weights);
        // The parameters that matter here, and what is expected of each.
        let mut expected: Vec<(usize, f64)> = Vec::new();
        let mut squares: Vec<(usize, usize, f64)> = Vec::new();
        for (set, weight) in sets.iter().zip(&weights) {
            let chance = (weight - total).exp();
            let traits = traits(set, at);
            for (index, value) in &traits {
                add(&mut expected, *index, chance * value);
            }
            if curvature.is_some() {
                for (one, value) in &traits {
                    squares.extend(traits.iter().map(|(two, other)| (*one, *two, chance * value * other)));
                }
            }
        }
        for (index, value) in traits(chosen, at) {
            slope[index] += count * value;
        }
        for (index, value) in &expected {
            slope[*index] -= count * value;
        }
        if let Some(curvature) = curvature.as_deref_mut() {
            squares.iter().for_each(|(one, two, value)| curvature.add(*one, *two, count * value));
            for (one, value) in &expected {
                expected.iter().for_each(|(two, other)| curvature.add(*one, *two, -count * value * other));
            }
        }
    }
}

fn add(list: &mut Vec<(usize, f64)>, index: usize, value: f64) {
    match list.iter_mut().find(|(its, _)| *its == index) {
        Some((_, sum)) => *sum += value,
        None => list.push((index, value)),
    }
}

/// How a set's weight depends on the parameters.
fn traits(set: &[usize], parameters: &Parameters) -> Vec<(usize, f64)> {
    let mut traits = Vec::with_capacity(set.len() + 1);
    for entrant in set {
        add(&mut traits, *entrant, 1.0 / set.len() as f64);
    }
    traits.extend(parameters.tie_index(set.len()).map(|index| (index, 1.0)));
    traits
}

/// All sets that could get the next place.
fn subsets<'a>(rest: &'a [usize], parameters: &'a Parameters) -> impl Iterator<Item = Vec<usize>> + 'a {
    (1_u32..1 << rest.len())
        .filter(|members| parameters.allows(members.count_ones() as usize))
        .map(|members| (0..rest.len()).filter(|at| members >> at & 1 == 1).map(|at| rest[at]).collect())
}

fn log_sum(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + logs.iter().map(|log| (log - most).exp()).sum::<f64>().ln()
}
