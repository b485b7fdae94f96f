//! Scores as differences in Elo.

use super::BlockScores;
use crate::normal::{TWO_SIDED_95, below};
use core::f64::consts::LN_10;
use serde::Serialize;

/// How much better the first of two is.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Estimate {
    /// Mean score of a game, from 0 to 1.
    pub score: f64,
    /// Half the width of its 95 % interval.
    pub score_error: f64,
    /// Difference in Elo; infinite after nothing but wins or losses.
    pub elo: f64,
    /// Half the width of its 95 % interval.
    pub elo_error: f64,
    /// Difference in normalised Elo: in standard deviations of a game, so that it says how many
    /// games it takes to see it.
    pub normalized_elo: f64,
    /// Half the width of its 95 % interval.
    pub normalized_elo_error: f64,
    /// The probability that the first is the better one, if both were equally likely to be before.
    pub superiority: f64,
}

/// The difference in Elo at which this is the expected score.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    match score {
        score if score <= 0.0 => f64::NEG_INFINITY,
        score if score >= 1.0 => f64::INFINITY,
        score => -400.0 * (1.0 / score - 1.0).log10(),
    }
}

/// The expected score at this difference in Elo.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

impl BlockScores {
    /// How much better the first is; none without blocks.
    ///
    /// The formulas are those of fastchess, for blocks of any number of games.
    #[must_use]
    pub fn estimate(&self) -> Option<Estimate> {
        let moments = self.moments()?;
        let score_error = TWO_SIDED_95 * (moments.variance / moments.blocks).sqrt();
        let (low, high) = (moments.mean - score_error, moments.mean + score_error);
        // Blocks vary less than games: a game's standard deviation is what is normalised by.
        let deviation = (f64::from(self.games()) * moments.variance).sqrt();
        let normalized = |score: f64| (score - 0.5) / deviation * (800.0 / LN_10);
        let standard_error = (moments.variance / moments.blocks).sqrt();
        Some(Estimate {
            score: moments.mean,
            score_error,
            elo: elo_of_score(moments.mean),
            elo_error: (elo_of_score(high) - elo_of_score(low)) / 2.0,
            normalized_elo: normalized(moments.mean),
            normalized_elo_error: (normalized(high) - normalized(low)) / 2.0,
            superiority: superiority(moments.mean, standard_error),
        })
    }
}

fn superiority(mean: f64, standard_error: f64) -> f64 {
    if standard_error > 0.0 {
        return below((mean - 0.5) / standard_error);
    }
    // Every block ended alike: sure, unless it was a draw.
    match mean.total_cmp(&0.5) {
        core::cmp::Ordering::Less => 0.0,
        core::cmp::Ordering::Equal => 0.5,
        core::cmp::Ordering::Greater => 1.0,
    }
}
