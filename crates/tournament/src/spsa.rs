//! Tuning: better values for several numbers at once, from noisy comparisons.
//!
//! SPSA (simultaneous perturbation stochastic approximation): each iteration moves all parameters
//! at once, every one up or down by chance, plays the values so far in one direction against those
//! in the other, and moves a little towards the side that did better. A parameter that does not
//! matter wanders; one that does drifts, because its direction is drawn independently of the
//! others'.
//!
//! The same independence gives an exact test of what was learnt. Suppose a parameter has no
//! influence. Then its signs are independent of the results, and the sum of results times signs has
//! mean 0 and a variance that is the sum of the squared results.

use crate::normal;
use board::SplitMix64;
use serde::{Deserialize, Serialize};

/// Exponents of the falling gains, as Spall recommends them.
const GAIN_FALLS: f64 = 0.602;
const PROBE_FALLS: f64 = 0.101;

/// In fewer iterations than this, sums are not normal enough to be looked at by themselves.
const LEAST: usize = 10;

/// The share of iterations in which gains hardly fall.
const STEADY: f64 = 0.1;

/// The usual [`Schedule::rate`]: small enough that a parameter which matters drifts for long enough
/// to be told from chance.
pub const USUAL_RATE: f64 = 0.03;

/// A number that is tuned.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Dimension {
    /// Where it begins.
    pub start: f64,
    /// The smallest value.
    pub min: f64,
    /// The largest value.
    pub max: f64,
    /// How far values are tried from the present one in the last iteration; farther before.
    pub step: f64,
}

/// How a tuning goes on.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Schedule {
    /// Number of iterations.
    pub iterations: u32,
    /// How many steps a parameter is moved by an iteration that was won outright, in the end.
    pub rate: f64,
    /// Where directions come from.
    pub seed: u64,
}

/// What an iteration tries: the values on either side of the present ones.
#[derive(Clone, PartialEq, Debug)]
pub struct Probe {
    /// For each parameter, whether it is higher on the first side: 1 or -1.
    pub signs: Vec<f64>,
    /// The values of the first side.
    pub plus: Vec<f64>,
    /// The values of the other.
    pub minus: Vec<f64>,
}

/// A tuning, as far as it is.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    dimensions: Vec<Dimension>,
    schedule: Schedule,
    /// The values before the first iteration and after each.
    path: Vec<Vec<f64>>,
    /// The results so far: 1 if the first side won everything, -1 if it lost everything.
    results: Vec<f64>,
}

/// What some iterations say about a parameter.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Evidence {
    /// The drift in standard errors: above 0 where higher values did better.
    pub deviations: f64,
    /// How often chance alone gives a drift as strong as this, in either direction.
    pub chance: f64,
}

impl Schedule {
    /// How far from the present value an iteration tries, in steps. Iterations count from 1.
    fn reach(&self, iteration: u32) -> f64 {
        (f64::from(self.iterations) / f64::from(iteration)).powf(PROBE_FALLS)
    }

    /// How many steps an iteration moves for a full result.
    fn gain(&self, iteration: u32) -> f64 {
        let last = f64::from(self.iterations);
        let steady = STEADY * last;
        let fall = ((steady + last) / (steady + f64::from(iteration))).powf(GAIN_FALLS);
        self.rate * fall / self.reach(iteration)
    }
}

impl Tuning {
    /// A tuning before its first iteration.
    #[must_use]
    pub fn new(dimensions: Vec<Dimension>, schedule: Schedule) -> Self {
        let start = dimensions.iter().map(|dimension| dimension.start).collect();
        Self { dimensions, schedule, path: vec![start], results: Vec::new() }
    }

    /// Iterations so far.
    #[must_use]
    pub fn iterations(&self) -> u32 {
        self.results.len() as u32
    }

    /// Whether all iterations are done.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.iterations() >= self.schedule.iterations
    }

    /// The values before the first iteration and after each.
    #[must_use]
    pub fn path(&self) -> &[Vec<f64>] {
        &self.path
    }

    /// The results so far.
    #[must_use]
    pub fn results(&self) -> &[f64] {
        &self.results
    }

    /// What the next iteration tries. It depends on the seed, the iteration and the values alone.
    #[must_use]
    pub fn probe(&self) -> Probe {
        let iteration = self.iterations() + 1;
        let signs = self.signs(iteration);
        let reach = self.schedule.reach(iteration);
        let side = |way: f64| {
            let values = self.now().iter().zip(&self.dimensions).zip(&signs);
            values
                .map(|((value, dimension), sign)| {
                    (value + way * sign * reach * dimension.step).clamp(dimension.min, dimension.max)
                })
                .collect()
        };
        Probe { plus: side(1.0), minus: side(-1.0), signs }
    }

    /// Takes in what came of the probe: 1 if its first side won everything, -1 if it lost
    /// everything.
    pub fn learn(&mut self, result: f64) {
        let iteration = self.iterations() + 1;
        let gain = self.schedule.gain(iteration);
        let signs = self.signs(iteration);
        let moved = self.now().iter().zip(&self.dimensions).zip(&signs).map(|((value, dimension), sign)| {
            (value + gain * result * sign * dimension.step).clamp(dimension.min, dimension.max)
        });
        let moved = moved.collect();
        self.path.push(moved);
        self.results.push(result);
    }

    /// The last iterations: a quarter of those so far, at least one.
    #[must_use]
    pub fn window(&self) -> std::ops::Range<usize> {
        let count = self.results.len();
        count - count.div_ceil(4)..count
    }

    /// The values that were found: the mean over the last window, which wanders less than the last
    /// value.
    #[must_use]
    pub fn found(&self) -> Vec<f64> {
        let window = self.window();
        if window.is_empty() {
            return self.now().to_vec();
        }
        // The path has the start before the first result.
        let rows = &self.path[window.start + 1..=window.end];
        let mean = |at: usize| rows.iter().map(|row| row[at]).sum::<f64>() / rows.len() as f64;
        (0..self.dimensions.len()).map(mean).collect()
    }

    /// What these iterations say about each parameter.
    #[must_use]
    pub fn evidence(&self, iterations: std::ops::Range<usize>) -> Vec<Evidence> {
        let mut sums = vec![0.0; self.dimensions.len()];
        let mut squares = 0.0;
        for at in iterations {
            let (iteration, result) = (at as u32 + 1, self.results[at]);
            let weighted = self.schedule.gain(iteration) * result;
            squares += weighted * weighted;
            for (sum, sign) in sums.iter_mut().zip(self.signs(iteration)) {
                *sum += weighted * sign;
            }
        }
        let of = |sum: &f64| {
            let deviations = if squares > 0.0 { sum / squares.sqrt() } else { 0.0 };
            Evidence { deviations, chance: 2.0 * normal::below(-deviations.abs()) }
        };
        sums.iter().map(of).collect()
    }

    /// The strongest evidence about each parameter in any first part of the iterations: a parameter
    /// drifts while it is far from its best value, and wanders when it is there. That the strongest
    /// of several parts was picked is taken into account.
    #[must_use]
    pub fn drifts(&self) -> Vec<Evidence> {
        let all = self.results.len();
        let parts: Vec<usize> =
            (0..5).map(|halvings| all >> halvings).filter(|part| *part == all || *part >= LEAST).collect();
        let of_parts: Vec<Vec<Evidence>> = parts.iter().map(|part| self.evidence(0..*part)).collect();
        let strongest = |at: usize| {
            let found = of_parts.iter().map(|evidence| evidence[at]);
            let best = found.reduce(|one, two| if two.chance < one.chance { two } else { one });
            best.map_or(Evidence { deviations: 0.0, chance: 1.0 }, |best| Evidence {
                chance: (best.chance * parts.len() as f64).min(1.0),
                ..best
            })
        };
        (0..self.dimensions.len()).map(strongest).collect()
    }

    fn now(&self) -> &[f64] {
        self.path.last().map_or(&[], Vec::as_slice)
    }

    fn signs(&self, iteration: u32) -> Vec<f64> {
        // Seeds that differ by a little give generators that have nothing to do with each other.
        let mut seeds = SplitMix64::new(self.schedule.seed ^ (u64::from(iteration) << 32));
        let mut random = SplitMix64::new(seeds.next_u64());
        self.dimensions.iter().map(|_| if random.below(2) == 0 { -1.0 } else { 1.0 }).collect()
    }
}

/// Whether anything was learnt about any of these parameters: a drift that chance gives at most
/// this often, though the strongest of them was picked.
#[must_use]
pub fn is_learnt(evidence: &[Evidence], error: f64) -> bool {
    evidence.iter().any(|one| one.chance * (evidence.len() as f64) < error)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Tunes on a simulated game: each side's strength is known, and a block is two noisy results.
    fn tuned(iterations: u32, seed: u64, strength: impl Fn(&[f64]) -> f64) -> Tuning {
        let dimension = |start| Dimension { start, min: 0.0, max: 10.0, step: 1.0 };
        let schedule = Schedule { iterations, rate: USUAL_RATE, seed };
        let mut tuning = Tuning::new(vec![dimension(2.0), dimension(5.0)], schedule);
        let mut noise = SplitMix64::new(seed ^ 0xABCD);
        while !tuning.is_over() {
            let probe = tuning.probe();
            let chance = 0.5 + 0.5 * (strength(&probe.plus) - strength(&probe.minus)).clamp(-1.0, 1.0);
            let game = |noise: &mut SplitMix64| {
                if (noise.below(1_000_000) as f64) < 1e6 * chance { 0.5 } else { -0.5 }
            };
            let result = game(&mut noise) + game(&mut noise);
            tuning.learn(result);
        }
        tuning
    }

    /// The first parameter is best at 7; the second does not matter.
    fn hill(values: &[f64]) -> f64 {
        -0.02 * (values[0] - 7.0).powi(2)
    }

    #[test]
    fn a_noisy_hill_is_climbed() {
        let mut learnt = 0;
        for seed in 0..20 {
            let tuning = tuned(1000, seed, hill);
            let evidence = tuning.drifts();
            learnt += usize::from(is_learnt(&evidence, 0.05));
            let found = tuning.found()[0];
            assert!((found - 7.0).abs() < 2.0, "seed {seed}: {found}");
            assert!(evidence[0].deviations > 0.0);
        }
        assert!(learnt >= 18, "{learnt} of 20");
    }

    #[test]
    fn at_the_top_nothing_drifts_any_more() {
        let at_rest = |seed| {
            let tuning = tuned(2000, seed, hill);
            !is_learnt(&tuning.evidence(tuning.window()), 0.05)
        };
        let count = (0..20).filter(|seed| at_rest(*seed)).count();
        assert!(count >= 16, "{count} of 20");
    }

    #[test]
    fn where_nothing_matters_nothing_is_learnt() {
        let false_alarms =
            (0..400).filter(|seed| is_learnt(&tuned(100, *seed, |_| 0.0).drifts(), 0.05)).count();
        // 5 in 100 are expected; 400 tries give 20, with a standard deviation of 4.4.
        assert!(false_alarms <= 34, "{false_alarms} of 400");
        let mut still = Tuning::new(
            vec![Dimension { start: 1.0, min: 0.0, max: 2.0, step: 0.5 }],
            Schedule { iterations: 5, rate: 0.1, seed: 1 },
        );
        (0..5).for_each(|_| still.learn(0.0));
        assert_eq!((still.found(), is_learnt(&still.drifts(), 0.05)), (vec![1.0], false));
    }

    #[test]
    fn values_stay_within_their_bounds() {
        let tuning = tuned(500, 3, |values| 0.3 * values[0]);
        assert!(tuning.path().iter().flatten().all(|value| (0.0..=10.0).contains(value)));
        assert!(tuning.found()[0] > 9.0);
        let probe = tuning.probe();
        assert!(probe.plus.iter().chain(&probe.minus).all(|value| (0.0..=10.0).contains(value)));
    }

    #[test]
    fn results_alone_bring_a_tuning_back() {
        let whole = tuned(50, 9, hill);
        let mut again = Tuning::new(whole.dimensions.clone(), whole.schedule);
        whole.results().iter().for_each(|result| again.learn(*result));
        assert_eq!(again, whole);
    }
}
