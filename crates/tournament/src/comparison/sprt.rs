//! The sequential probability ratio test: play until it is clear which of two hypotheses holds.

use super::{BlockScores, score_of_elo};
use core::f64::consts::LN_10;
use serde::{Deserialize, Serialize};

/// Two claims about the difference between two entrants, on one scale.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Hypotheses {
    /// The smaller difference: *it is no improvement*.
    pub elo0: f64,
    /// The larger difference: *it is an improvement worth having*.
    pub elo1: f64,
    /// The scale of the two.
    pub scale: Scale,
}

/// What a difference is measured in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scale {
    /// In standard deviations of a game; tests take about as long in drawish games as in others.
    #[default]
    Normalized,
    /// By the expected score.
    Logistic,
}

/// Where the log-likelihood ratio decides.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtBounds {
    /// At or below it, the smaller difference is accepted.
    pub lower: f64,
    /// At or above it, the larger difference is accepted.
    pub upper: f64,
}

/// What a test says.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// The larger difference.
    Accepted,
    /// The smaller difference.
    Rejected,
    /// Neither yet.
    Undecided,
}

/// A test: hypotheses and how often it may err.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// What it tells apart.
    pub hypotheses: Hypotheses,
    /// How often it may accept the larger difference though the smaller is true.
    pub alpha: f64,
    /// How often it may accept the smaller difference though the larger is true.
    pub beta: f64,
}

impl Sprt {
    /// A test that errs one time in twenty on either side.
    #[must_use]
    pub const fn new(hypotheses: Hypotheses) -> Self {
        Self { hypotheses, alpha: 0.05, beta: 0.05 }
    }

    /// Where it decides, by Wald.
    #[must_use]
    pub fn bounds(&self) -> SprtBounds {
        SprtBounds {
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }

    /// What it says about these results.
    #[must_use]
    pub fn decide(&self, scores: &BlockScores) -> Decision {
        let (ratio, bounds) = (self.hypotheses.log_likelihood_ratio(scores), self.bounds());
        if ratio >= bounds.upper {
            Decision::Accepted
        } else if ratio <= bounds.lower {
            Decision::Rejected
        } else {
            Decision::Undecided
        }
    }
}

impl Hypotheses {
    /// How much better the larger difference explains the results: the generalised log-likelihood
    /// ratio.
    ///
    /// For each hypothesis the most likely distribution of block scores is found under which it
    /// holds; the ratio compares the two. Scores that never came up count as a thousandth of a
    /// block, as in fastchess, so that early results do not decide by themselves.
    #[must_use]
    pub fn log_likelihood_ratio(&self, scores: &BlockScores) -> f64 {
        /// What a score that never came up counts.
        const UNSEEN: f64 = 1e-3;
        if scores.blocks() == 0 {
            return 0.0;
        }
        let points: Vec<f64> = scores.all_scores().map(|(score, _)| score).collect();
        let counts: Vec<f64> =
            scores.all_scores().map(|(_, count)| if count == 0 { UNSEEN } else { count as f64 }).collect();
        let total: f64 = counts.iter().sum();
        let observed = Observed { points, parts: counts.iter().map(|count| count / total).collect() };
        let likeliest = |elo: f64| match self.scale {
            Scale::Logistic => observed.with_mean(score_of_elo(elo)),
            Scale::Normalized => {
                observed.with_t_value(elo / (800.0 / LN_10) * f64::from(scores.games()).sqrt())
            }
        };
        let (under0, under1) = (likeliest(self.elo0), likeliest(self.elo1));
        let ratios = under0.iter().zip(&under1).map(|(zero, one)| (one / zero).ln());
        total * observed.parts.iter().zip(ratios).map(|(part, ratio)| part * ratio).sum::<f64>()
    }
}

/// The distribution of scores that was seen.
struct Observed {
    points: Vec<f64>,
    parts: Vec<f64>,
}

impl Observed {
    /// The likeliest distribution with this mean.
    fn with_mean(&self, mean: f64) -> Vec<f64> {
        let distances: Vec<f64> = self.points.iter().map(|point| point - mean).collect();
        self.tilted(&distances)
    }

    /// The likeliest distribution whose mean is this many of its own standard deviations above a
    /// half.
    ///
    /// Its variance is part of the condition, so it is found by repetition, which converges in a
    /// few steps.
    fn with_t_value(&self, t: f64) -> Vec<f64> {
        const ENOUGH: f64 = 1e-9;
        let mut likeliest = vec![1.0 / self.points.len() as f64; self.points.len()];
        for _ in 0..100 {
            let mean: f64 = self.points.iter().zip(&likeliest).map(|(point, part)| point * part).sum();
            let variance: f64 =
                self.points.iter().zip(&likeliest).map(|(point, part)| (point - mean).powi(2) * part).sum();
            let deviation = variance.sqrt();
            let bend = |point: f64| 0.5 * t * deviation * (1.0 + ((mean - point) / deviation).powi(2));
            let distances: Vec<f64> = self.points.iter().map(|point| point - 0.5 - bend(*point)).collect();
            let next = self.tilted(&distances);
            let change = next.iter().zip(&likeliest).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
            likeliest = next;
            if change < ENOUGH {
                break;
            }
        }
        likeliest
    }

    /// The likeliest distribution under which these distances are 0 in the mean:
    /// `part / (1 + x distance)`, with the one `x` that makes it so.
    fn tilted(&self, distances: &[f64]) -> Vec<f64> {
        let (least, most) =
            distances.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), distance| {
                (least.min(*distance), most.max(*distance))
            });
        if least >= 0.0 || most <= 0.0 {
            // The condition cannot be met; nothing is nearer to it than what was seen.
            return self.parts.clone();
        }
        let slope = |x: f64| -> f64 {
            self.parts
                .iter()
                .zip(distances)
                .map(|(part, distance)| part * distance / (1.0 + x * distance))
                .sum()
        };
        // The sum falls from plus to minus infinity between the two ends.
        let (mut low, mut high) = (-1.0 / most, -1.0 / least);
        for _ in 0..200 {
            let middle = 0.5 * (low + high);
            if middle <= low || middle >= high {
                break;
            }
            if slope(middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        let x = 0.5 * (low + high);
        self.parts.iter().zip(distances).map(|(part, distance)| part / (1.0 + x * distance)).collect()
    }
}
