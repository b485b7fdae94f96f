//! The likeliest ratings, and how sure they are.

use super::matrix::{Root, Symmetric};
use super::model::{Choices, Parameters, likelihood, slope};
use super::{BlockTally, ELO_PER_UNIT, GamePlaces};
use crate::normal::{TWO_SIDED_95, two_sided_95};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The standard deviation, in Elo, of the prior that bounds ratings which the games alone do not
/// determine.
pub const PRIOR_ELO: f64 = 400.0;

/// The rating of an entrant.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Rating {
    /// On the Elo scale; the mean of all entrants is 0.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
    /// Whether the games determine it. If not (never lost, never won, not connected with the rest),
    /// the prior bounds it.
    pub determined: bool,
}

/// Ratings of all entrants.
#[derive(Clone, Debug)]
pub struct Fit {
    /// The ratings, by entrant.
    pub ratings: Vec<Rating>,
    /// How readily so many share a place, as factors, by their number.
    pub ties: Vec<(usize, f64)>,
    /// Whether the prior was needed.
    pub has_prior: bool,
    covariance: Vec<Vec<f64>>,
    quantile: f64,
}

impl Fit {
    /// How much better one entrant is than another in Elo, and half the width of the 95 % interval.
    #[must_use]
    pub fn difference(&self, one: usize, two: usize) -> (f64, f64) {
        let covariance = |row: usize, col: usize| self.covariance[row][col];
        let variance = covariance(one, one) + covariance(two, two) - 2.0 * covariance(one, two);
        let elo = self.ratings[one].elo - self.ratings[two].elo;
        (elo, self.quantile * ELO_PER_UNIT * variance.max(0.0).sqrt())
    }
}

/// Rates all entrants by maximum likelihood.
///
/// Errors come from a covariance that treats a block, not a game, as what is independent. If the
/// games do not determine all ratings, a normal prior of [`PRIOR_ELO`] around the mean is added for
/// all, and those outside the largest group that is connected by games in both directions are
/// marked.
#[must_use]
pub fn fit(entrants: usize, games: &[GamePlaces]) -> Fit {
    let mut blocks: BTreeMap<u32, Vec<Vec<(usize, u8)>>> = BTreeMap::new();
    for game in games {
        blocks.entry(game.block).or_default().push(game.places.clone());
    }
    let tallies: Vec<BlockTally> =
        blocks.into_values().map(|games| BlockTally { games, blocks: 1 }).collect();
    fit_tallies(entrants, &tallies)
}

/// The same as [`fit`] for blocks that were counted: it costs by the number of different blocks,
/// however often each was played.
#[must_use]
pub fn fit_tallies(entrants: usize, tallies: &[BlockTally]) -> Fit {
    let games = counted(tallies);
    let connected = largest_component(entrants, games.iter().map(|(game, _)| game));
    let has_prior = connected.len() < entrants;
    let precision = if has_prior { (ELO_PER_UNIT / PRIOR_ELO).powi(2) } else { 0.0 };
    let sizes: BTreeSet<usize> = games.iter().flat_map(|(game, _)| game.tie_sizes()).collect();
    let problem = Problem { games: &games, tallies, precision, entrants };
    let start = Parameters {
        strengths: vec![0.0; entrants],
        ties: sizes.into_iter().map(|size| (size, -1.0)).collect(),
    };
    let best = problem.climb(start);
    let (covariance, quantile) = problem.covariance(&best);
    let mean = best.strengths.iter().sum::<f64>() / entrants.max(1) as f64;
    let rating = |entrant: usize| Rating {
        elo: ELO_PER_UNIT * (best.strengths[entrant] - mean),
        error: quantile * ELO_PER_UNIT * covariance[entrant][entrant].max(0.0).sqrt(),
        // Alone in a group nobody is compared with anybody.
        determined: connected.len() > 1 && connected.contains(&entrant),
    };
    Fit {
        ratings: (0..entrants).map(rating).collect(),
        ties: best.ties.iter().map(|(size, factor)| (*size, factor.exp())).collect(),
        has_prior,
        covariance,
        quantile,
    }
}

/// Every different game with how often it was played, in an order that does not depend on that of
/// the tallies.
fn counted(tallies: &[BlockTally]) -> Vec<(Choices, f64)> {
    let mut games: BTreeMap<Choices, u64> = BTreeMap::new();
    for tally in tallies {
        for game in tally.games.iter().filter_map(|places| Choices::of(places)) {
            *games.entry(game).or_default() += tally.blocks;
        }
    }
    games.into_iter().map(|(game, count)| (game, count as f64)).collect()
}

struct Problem<'a> {
    /// Different games, with how often each was played.
    games: &'a [(Choices, f64)],
    tallies: &'a [BlockTally],
    /// Of the prior on strengths.
    precision: f64,
    entrants: usize,
}

impl Problem<'_> {
    /// Newton's method, with shorter steps where a whole one would overshoot.
    fn climb(&self, start: Parameters) -> Parameters {
        const ENOUGH: f64 = 1e-11;
        let (mut here, mut height) = (start.clone(), self.height(&start));
        for _ in 0..200 {
            let (slope, curvature) = self.slope(&here);
            let Some(step) = curvature.root().map(|root| root.solve(&slope)) else { break };
            let mut part = 1.0;
            let (next, next_height) = loop {
                let next = here.moved(&step, part);
                let next_height = self.height(&next);
                if next_height >= height - 1e-13 * height.abs() || part < 1e-6 {
                    break (next, next_height);
                }
                part /= 2.0;
            };
            (here, height) = (next, next_height);
            if step.iter().all(|step| step.abs() < ENOUGH) {
                break;
            }
        }
        here
    }

    fn height(&self, at: &Parameters) -> f64 {
        let prior: f64 = at.strengths.iter().map(|strength| strength * strength).sum();
        self.games.iter().map(|(game, count)| count * likelihood(game, at)).sum::<f64>()
            - 0.5 * self.precision * prior
    }

    /// The slope, and the negative curvature with what makes it invertible.
    fn slope(&self, at: &Parameters) -> (Vec<f64>, Symmetric) {
        let mut sum = vec![0.0; at.count()];
        let mut curvature = Symmetric::zero(at.count());
        for (game, count) in self.games {
            slope(game, *count, at, &mut sum, Some(&mut curvature));
        }
        for (entrant, strength) in at.strengths.iter().enumerate() {
            sum[entrant] -= self.precision * strength;
            curvature.add(entrant, entrant, self.precision);
        }
        self.hold(&mut curvature);
        (sum, curvature)
    }

    /// Only differences of strengths matter: their sum is held at 0. A trace of a prior keeps what
    /// nothing is known of from the edge.
    fn hold(&self, curvature: &mut Symmetric) {
        for row in 0..self.entrants {
            for col in 0..self.entrants {
                curvature.add(row, col, 1.0 / self.entrants as f64);
            }
        }
        for at in 0..self.entrants {
            curvature.add(at, at, 1e-12);
        }
    }

    /// The covariance of the strengths, and the quantile that belongs to it.
    ///
    /// With more blocks than parameters it is the *sandwich*: how much the slopes of the blocks
    /// really vary, seen through the curvature. With fewer, or with a prior, the model has to be
    /// believed.
    fn covariance(&self, at: &Parameters) -> (Vec<Vec<f64>>, f64) {
        let (_, curvature) = self.slope(at);
        let Some(root) = curvature.root() else {
            return (vec![vec![f64::INFINITY; self.entrants]; self.entrants], TWO_SIDED_95);
        };
        let inverse = columns(&root, at.count());
        if self.precision > 0.0 {
            return (self.centred(&inverse), TWO_SIDED_95);
        }
        let (spread, blocks) = self.spread(at);
        let free = at.count().saturating_sub(1) as f64;
        if blocks <= free + 1.0 {
            return (self.centred(&inverse), TWO_SIDED_95);
        }
        let correction = blocks / (blocks - free);
        let cells = spread.between(&inverse, correction);
        (self.centred(&cells), two_sided_95(blocks - free))
    }

    /// How much the slopes of the blocks vary: the sum of their squares; and the number of blocks.
    fn spread(&self, at: &Parameters) -> (Symmetric, f64) {
        let mut spread = Symmetric::zero(at.count());
        let mut sum = vec![0.0; at.count()];
        let mut blocks = 0;
        for tally in self.tallies {
            let games: Vec<Choices> = tally.games.iter().filter_map(|places| Choices::of(places)).collect();
            if games.is_empty() {
                continue;
            }
            blocks += tally.blocks;
            games.iter().for_each(|game| slope(game, 1.0, at, &mut sum, None));
            // A block moves its own entrants and the ties; everything else is 0.
            let own = games.iter().flat_map(|game| game.entrants().iter().copied());
            let moved: BTreeSet<usize> = own.chain(self.entrants..at.count()).collect();
            for (one, two) in moved.iter().flat_map(|one| moved.iter().map(move |two| (*one, *two))) {
                spread.add(one, two, tally.blocks as f64 * sum[one] * sum[two]);
            }
            moved.into_iter().for_each(|index| sum[index] = 0.0);
        }
        (spread, blocks as f64)
    }

    /// The covariance of the strengths less their mean, which is what is shown.
    fn centred(&self, cells: &[Vec<f64>]) -> Vec<Vec<f64>> {
        let count = self.entrants as f64;
        let rows: Vec<f64> = cells[..self.entrants]
            .iter()
            .map(|row| row[..self.entrants].iter().sum::<f64>() / count)
            .collect();
        let whole = rows.iter().sum::<f64>() / count;
        (0..self.entrants)
            .map(|row| {
                (0..self.entrants).map(|col| cells[row][col] - rows[row] - rows[col] + whole).collect()
            })
            .collect()
    }
}

fn columns(root: &Root, size: usize) -> Vec<Vec<f64>> {
    let unit = |at: usize| (0..size).map(|other| f64::from(u8::from(other == at))).collect::<Vec<_>>();
    (0..size).map(|at| root.solve(&unit(at))).collect()
}

/// The largest set of entrants each of whom was, by some chain of games, not worse than every
/// other; ties go to the set with the smallest number.
fn largest_component<'a>(entrants: usize, games: impl Iterator<Item = &'a Choices>) -> BTreeSet<usize> {
    let mut better: Vec<BTreeSet<usize>> = vec![BTreeSet::new(); entrants];
    let mut worse = better.clone();
    for (one, two) in games.flat_map(Choices::not_worse) {
        better[one].insert(two);
        worse[two].insert(one);
    }
    let mut largest = BTreeSet::new();
    let mut seen: BTreeSet<usize> = BTreeSet::new();
    for entrant in 0..entrants {
        if seen.contains(&entrant) {
            continue;
        }
        let above = reachable(entrant, &worse);
        let component: BTreeSet<usize> = reachable(entrant, &better).intersection(&above).copied().collect();
        seen.extend(&component);
        if component.len() > largest.len() {
            largest = component;
        }
    }
    largest
}

fn reachable(from: usize, edges: &[BTreeSet<usize>]) -> BTreeSet<usize> {
    let mut found = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(here) = open.pop() {
        for next in &edges[here] {
            if found.insert(*next) {
                open.push(*next);
            }
        }
    }
    found
}
