//! Ratings between two full fits: each finished block moves those who played it, at once.
//!
//! The method is Weng and Lin's (Bradley-Terry, full pairs), on the Elo scale. It looks at every
//! block once and never again, so it depends on their order and its errors are rough. It is shown
//! until the next fit, and nothing is decided by it.

use super::{ELO_PER_UNIT, GamePlaces, PRIOR_ELO, Rating};
use crate::normal::TWO_SIDED_95;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use std::collections::BTreeMap;

/// Ratings that move with every block.
#[derive(Clone, PartialEq, Debug)]
pub struct OnlineRatings {
    ratings: Vec<WengLinRating>,
    /// Blocks that were added.
    blocks: u64,
}

impl OnlineRatings {
    /// Goes on from a full fit after so many blocks.
    #[must_use]
    pub fn after(fit: &[Rating], blocks: u64) -> Self {
        let prior = |rating: &Rating| WengLinRating {
            rating: rating.elo,
            uncertainty: (rating.error / TWO_SIDED_95).min(PRIOR_ELO),
        };
        Self { ratings: fit.iter().map(prior).collect(), blocks }
    }

    /// Adds a finished block. Its games are not independent, so it counts as one game: who had the
    /// better places in the mean has won it.
    pub fn add(&mut self, games: &[GamePlaces]) {
        let mut places: BTreeMap<usize, (u32, u32)> = BTreeMap::new();
        for (entrant, place) in games.iter().flat_map(|game| &game.places) {
            let (sum, count) = places.entry(*entrant).or_default();
            (*sum, *count) = (*sum + u32::from(*place), *count + 1);
        }
        self.blocks += 1;
        // Means are compared as fractions: sums times the other's count.
        let is_better = |(sum, count): (u32, u32), (other, others): (u32, u32)| sum * others < other * count;
        let members: Vec<(usize, [WengLinRating; 1], usize)> = places
            .iter()
            .map(|(entrant, mean)| {
                let rank = 1 + places.values().filter(|other| is_better(**other, *mean)).count();
                (*entrant, [self.ratings[*entrant]], rank)
            })
            .collect();
        let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
            members.iter().map(|(_, team, rank)| (&team[..], MultiTeamOutcome::new(*rank))).collect();
        let moved = weng_lin_multi_team(&teams, &config());
        for ((entrant, _, _), team) in members.iter().zip(moved) {
            self.ratings[*entrant] = team[0];
        }
    }

    /// Blocks behind these ratings, those of the fit included.
    #[must_use]
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Elo of each entrant, with half the width of a rough 95 % interval.
    pub fn ratings(&self) -> impl Iterator<Item = (f64, f64)> {
        self.ratings.iter().map(|rating| (rating.rating, TWO_SIDED_95 * rating.uncertainty))
    }
}

/// The width of a skill class at which certain ratings give the scores that Elo expects.
fn config() -> WengLinConfig {
    WengLinConfig { beta: ELO_PER_UNIT / core::f64::consts::SQRT_2, uncertainty_tolerance: 1e-6 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(places: &[(usize, u8)]) -> GamePlaces {
        GamePlaces { block: 0, places: places.to_vec() }
    }

    fn fresh(count: usize) -> OnlineRatings {
        OnlineRatings::after(&vec![Rating { elo: 0.0, error: f64::INFINITY, determined: false }; count], 0)
    }

    #[test]
    fn who_wins_rises_and_becomes_known() {
        let mut online = fresh(3);
        (0..20).for_each(|_| online.add(&[game(&[(0, 1), (1, 2)]), game(&[(1, 2), (0, 1)])]));
        let shown: Vec<(f64, f64)> = online.ratings().collect();
        assert!(shown[0].0 > 100.0 && shown[1].0 < -100.0, "{shown:?}");
        assert!(shown[0].1 < shown[2].1 && (shown[2].0, online.blocks()) == (0.0, 20), "{shown:?}");
    }

    #[test]
    fn a_drawn_block_between_equals_moves_nobody() {
        let mut online = fresh(2);
        online.add(&[game(&[(0, 1), (1, 2)]), game(&[(1, 1), (0, 2)])]);
        assert!(online.ratings().all(|(elo, _)| elo.abs() < 1e-9));
    }

    #[test]
    fn always_second_is_above_always_last() {
        let mut online = fresh(4);
        (0..10).for_each(|_| online.add(&[game(&[(0, 1), (1, 2), (2, 3), (3, 4)])]));
        let elo: Vec<f64> = online.ratings().map(|(elo, _)| elo).collect();
        assert!(elo[0] > elo[1] && elo[1] > elo[2] && elo[2] > elo[3], "{elo:?}");
    }
}
