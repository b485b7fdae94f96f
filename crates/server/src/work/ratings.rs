//! Ratings are computed from finished blocks.

use super::Worker;
use crate::database::Database;
use crate::database::ratings::{LadderRating, NewRating};
use crate::database::tallies::{Pattern, Tallies};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, PoisonError};
use tournament::rating::{BlockTally, fit_tallies};

/// Finished blocks of each ladder that its ratings do not know yet.
#[derive(Debug, Default)]
pub(crate) struct Fits(Mutex<BTreeMap<String, Unfitted>>);

#[derive(Clone, Copy, Debug, Default)]
struct Unfitted {
    new: i64,
    /// Blocks that the last fit knew.
    known: i64,
}

impl Fits {
    /// Notes how many blocks the kept ratings of a ladder know.
    pub(crate) fn knows(&self, game: &str, known: i64) {
        let mut fits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        fits.insert(game.to_owned(), Unfitted { new: 0, known });
    }

    pub(crate) fn block_finished(&self, game: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(game.to_owned()).or_default().new += 1;
    }

    /// Takes the new blocks of a ladder if there are enough: each time a fiftieth more, at least
    /// one.
    fn take_if_due(&self, game: &str) -> bool {
        let mut fits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(unfitted) = fits.get_mut(game) else { return false };
        let is_due = unfitted.new > unfitted.known / 50;
        if is_due {
            *unfitted = Unfitted { new: 0, known: unfitted.known + unfitted.new };
        }
        is_due
    }

    /// Takes a ladder that has any new block.
    fn take_any(&self) -> Option<String> {
        let mut fits = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (game, unfitted) = fits.iter_mut().find(|(_, unfitted)| unfitted.new > 0)?;
        *unfitted = Unfitted { new: 0, known: unfitted.known + unfitted.new };
        Some(game.clone())
    }
}

impl Worker {
    /// Computes the ratings of a ladder again, if enough blocks were finished since the last time.
    pub(super) fn refit_if_due(&self, game: &str) -> Result<(), sqlx::Error> {
        if self.arena.fits.take_if_due(game) {
            self.wait(refit(&self.arena.database, game))?;
        }
        Ok(())
    }

    /// Computes the ratings that lack blocks, when there is nothing else to do.
    pub(super) fn refit_what_is_old(&self) -> Result<(), sqlx::Error> {
        while let Some(game) = self.arena.fits.take_any() {
            self.wait(refit(&self.arena.database, &game))?;
        }
        Ok(())
    }
}

/// Computes the ratings of a ladder from what its finished blocks say, and keeps them.
pub(crate) async fn refit(database: &Database, game: &str) -> Result<(), sqlx::Error> {
    let tallies = database.tallies(game).await?;
    let blocks = tallies.values().map(|count| count.played).sum();
    database.keep_ratings(game, blocks, &fitted(&tallies)).await
}

/// The ratings that counted blocks say: a function of the counts and nothing else.
pub(crate) fn fitted(tallies: &Tallies) -> Vec<NewRating> {
    let versions: BTreeSet<i64> = tallies.keys().flat_map(Pattern::versions).collect();
    let places: BTreeMap<i64, usize> = versions.iter().copied().zip(0..).collect();
    let game = |seats: &Vec<(i64, u8)>| seats.iter().map(|(who, place)| (places[who], *place)).collect();
    let counted = tallies.iter().filter(|(_, count)| count.counted > 0);
    let counted: Vec<BlockTally> = counted
        .map(|(pattern, count)| BlockTally {
            games: pattern.0.iter().map(game).collect(),
            blocks: count.counted as u64,
        })
        .collect();
    let fit = fit_tallies(versions.len(), &counted);
    let mut ratings: Vec<NewRating> = versions
        .iter()
        .zip(&fit.ratings)
        .map(|(version, rating)| NewRating {
            version: *version,
            rating: LadderRating {
                elo: rating.elo,
                error: rating.error,
                is_determined: rating.determined,
                games: 0,
                blocks: 0,
            },
        })
        .collect();
    for (pattern, count) in tallies {
        for version in pattern.versions() {
            let games = pattern.0.iter().filter(|game| game.iter().any(|(who, _)| *who == version));
            let rating = &mut ratings[places[&version]].rating;
            rating.games += count.played * games.count() as i64;
            rating.blocks += count.played;
        }
    }
    ratings
}
