//! Two entrants: which is better, by how much, and how sure that is.

mod elo;
mod sprt;

pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use sprt::{Decision, Hypotheses, Scale, Sprt, SprtBounds};

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The results of blocks between two entrants, from the view of the first.
///
/// A block's score is the mean of its games': 1 for a win, a half for a draw. What counts is how
/// often each score came up: for blocks of two games that is the *pentanomial* of 0, ¼, ½, ¾ and 1.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockScores {
    games: u32,
    /// How many half points a game is cut into.
    parts: u32,
    /// How often each score came up, in parts of a block.
    counts: BTreeMap<u32, u64>,
}

/// The sum, mean and variance of block scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moments {
    /// Number of blocks.
    pub blocks: f64,
    /// Mean score of a block.
    pub mean: f64,
    /// Variance of a block's score.
    pub variance: f64,
}

impl BlockScores {
    /// No blocks yet, of so many games each, whose scores are multiples of `1 / parts`: 2 where
    /// games are won, drawn or lost.
    #[must_use]
    pub const fn new(games: u32, parts: u32) -> Self {
        Self { games, parts, counts: BTreeMap::new() }
    }

    /// Blocks of two games from their pentanomial counts, the worst first.
    #[must_use]
    pub fn pentanomial(counts: [u64; 5]) -> Self {
        let mut scores = Self::new(2, 2);
        for (score, count) in (0..).zip(counts) {
            scores.add_times(score, count);
        }
        scores
    }

    /// Counts a block. `score` is the sum of its games' scores in parts, at most `games * parts`.
    pub fn add(&mut self, score: u32) {
        self.add_times(score, 1);
    }

    fn add_times(&mut self, score: u32, times: u64) {
        if times > 0 {
            *self.counts.entry(score.min(self.most())).or_default() += times;
        }
    }

    /// Games of a block.
    #[must_use]
    pub const fn games(&self) -> u32 {
        self.games
    }

    /// Number of blocks.
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.counts.values().sum()
    }

    /// How often a block's score was this, in parts.
    #[must_use]
    pub fn count(&self, score: u32) -> u64 {
        self.counts.get(&score).copied().unwrap_or(0)
    }

    /// The scores that came up, from 0 to 1, with how often they did.
    pub fn scores(&self) -> impl Iterator<Item = (f64, u64)> {
        let most = f64::from(self.most());
        self.counts.iter().map(move |(score, count)| (f64::from(*score) / most, *count))
    }

    /// All scores a block can have, from 0 to 1, with how often they came up.
    pub(crate) fn all_scores(&self) -> impl Iterator<Item = (f64, u64)> {
        let most = self.most();
        (0..=most).map(move |score| (f64::from(score) / f64::from(most), self.count(score)))
    }

    /// Mean and variance; none without blocks.
    #[must_use]
    pub fn moments(&self) -> Option<Moments> {
        let blocks = self.blocks() as f64;
        if blocks == 0.0 {
            return None;
        }
        let mean = self.scores().map(|(score, count)| score * count as f64).sum::<f64>() / blocks;
        let squares = self.scores().map(|(score, count)| (score - mean).powi(2) * count as f64).sum::<f64>();
        Some(Moments { blocks, mean, variance: squares / blocks })
    }

    const fn most(&self) -> u32 {
        self.games * self.parts
    }
}
