//! Ratings are computed from finished blocks.

use super::Worker;
use crate::database::Database;
use crate::database::ratings::{Finished, LadderRating, NewRating};
use cups::PlayedBlock;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Finished blocks of each ladder that its ratings do not know yet.
#[derive(Debug, Default)]
pub(crate) struct Fits(Mutex<BTreeMap<String, Unfitted>>);

#[derive(Clone, Copy, Debug, Default)]
struct Unfitted {
    new: u32,
    /// Blocks that the last fit knew.
    known: u32,
}

impl Fits {
    pub(crate) fn block_finished(&self, game: &str) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(game.to_owned()).or_default().new += 1;
    }

    /// Takes the new blocks of a ladder if there are enough: each time a fiftieth more, at least one.
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

/// Computes the ratings of a ladder from its finished blocks, and keeps them.
pub(crate) async fn refit(database: &Database, game: &str) -> Result<(), sqlx::Error> {
    let finished = database.finished_blocks(game).await?;
    let ratings = fitted(&finished);
    database.keep_ratings(game, finished.blocks.len() as i64, &ratings).await
}

/// The ratings that finished blocks say: a function of them and nothing else.
pub(crate) fn fitted(finished: &Finished) -> Vec<NewRating> {
    let blocks: Vec<&PlayedBlock> = finished.blocks.iter().collect();
    let fit = cups::table::fit(finished.versions.len(), &blocks);
    let rating = |(entrant, version): (usize, &i64)| {
        let of = |block: &&&PlayedBlock| block.members.contains(&entrant);
        let seats = blocks.iter().filter(of).flat_map(|block| &block.games);
        let games = seats.filter(|game| game.seats.iter().any(|seat| seat.entrant == entrant)).count();
        let rating = fit.ratings[entrant];
        NewRating {
            version: *version,
            rating: LadderRating {
                elo: rating.elo,
                error: rating.error,
                is_determined: rating.determined,
                games: games as i64,
                blocks: blocks.iter().filter(of).count() as i64,
            },
        }
    };
    finished.versions.iter().enumerate().map(rating).collect()
}
