//! The matchmaker: which block a ladder plays next.

use super::Worker;
use crate::accounts::secret;
use crate::catalogue::HostedLadder;
use crate::database::matches::{BlockOf, NewBlock, add_block};
use crate::database::ratings::LadderRating;
use std::collections::BTreeMap;
use tournament::pairing::{Candidate, next_block};

/// The task of planning blocks, which one server at a time does.
const MATCHMAKER: &str = "matchmaker";

/// Nobody waits for more blocks than this while others play.
const PATIENCE: u32 = 12;

/// How far back it is looked who has waited.
const REMEMBERED: i64 = 200;

/// The standard error of a newcomer, in Elo.
const NEWCOMER: f64 = 350.0;

/// Everybody plays at least so many blocks, and at most so many while the rating stays uncertain:
/// built-in bots on a map without chance play the same games again and again, and would never be
/// certain.
const FEWEST_BLOCKS: i64 = 4;
const MOST_BLOCKS: i64 = 40;

/// A 95 % interval within so many Elo is certain enough.
const CERTAIN: f64 = 40.0;

impl Worker {
    /// Plans a block on the ladder that has waited longest; says whether anything was planned.
    pub(super) fn plan_block(&self) -> Result<bool, sqlx::Error> {
        // One at a time: two would plan the same block.
        let mut turn = self.arena.planning.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let database = &self.arena.database;
        let (_, waiting) = self.wait(database.queue())?;
        if waiting >= self.wait(self.players())? {
            return Ok(false);
        }
        // Nor two servers.
        if database.is_shared() && !self.wait(database.lease(MATCHMAKER, self.arena.machine.id))? {
            return Ok(false);
        }
        let ladders = &self.arena.ladders;
        for at in (0..ladders.len()).map(|at| (at + *turn) % ladders.len()) {
            if self.wait(self.plan_on(&ladders[at]))? {
                *turn = at + 1;
                self.arena.bell.notify_waiters();
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Matches that should be there to be played or verified, so that nobody is idle.
    async fn players(&self) -> Result<i64, sqlx::Error> {
        match self.arena.database.is_shared() {
            // A machine takes the next as soon as it is done, and a block may have one match left.
            true => Ok(2 * self.arena.database.all_jobs().await?),
            false => Ok(self.arena.settings.jobs as i64),
        }
    }

    pub(super) async fn plan_on(&self, ladder: &HostedLadder) -> Result<bool, sqlx::Error> {
        let database = &self.arena.database;
        let mut active = database.active_versions(ladder.name()).await?;
        if self.arena.no_strangers().await?.is_some() {
            // Nobody contains strangers' programs here, so only our own play.
            active.retain(|(_, _, name)| bots::names().contains(&name.as_str()));
        }
        let ratings = database.ratings(ladder.name()).await?;
        let rated = |version: i64| ratings.get(&version);
        if !active.iter().any(|(version, _, _)| wants_more(rated(*version))) {
            return Ok(false);
        }
        let latest = database.latest_members(ladder.name(), REMEMBERED).await?;
        let mut last_played: BTreeMap<i64, usize> = BTreeMap::new();
        for (ago, version) in
            latest.iter().enumerate().flat_map(|(ago, block)| block.iter().map(move |one| (ago, one)))
        {
            last_played.entry(*version).or_insert(ago);
        }
        let waited = |version: i64| last_played.get(&version).copied().unwrap_or(latest.len()) as u32;
        let candidates: Vec<Candidate> =
            active.iter().map(|(version, _, _)| candidate(rated(*version), waited(*version))).collect();
        let Some(members) = next_block(&candidates, members(ladder.seats, active.len()), PATIENCE) else {
            return Ok(false);
        };
        let versions: Vec<i64> = members.iter().map(|at| active[*at].0).collect();
        let seed = u64::from_le_bytes(secret::random());
        let map = &ladder.maps[(seed % ladder.maps.len() as u64) as usize].name;
        let clock = ladder.clock.to_string();
        let seatings = seatings(ladder.seats, &versions);
        let (game, rules) = (ladder.name(), ladder.rules);
        let block = NewBlock { game, map, rules, clock: &clock, seed, of: BlockOf::Ladder, seatings };
        let mut change = database.change().await?;
        add_block(&mut change, &block).await?;
        change.commit().await?;
        Ok(true)
    }
}

/// How many play a block. Alone at the board two are compared; where there are too few for all
/// seats, two share them.
fn members(seats: usize, candidates: usize) -> usize {
    if seats >= 2 && candidates >= seats { seats } else { 2 }
}

/// For each match of a block and each seat, who sits there.
pub(crate) fn seatings(seats: usize, members: &[i64]) -> Vec<Vec<i64>> {
    let seatings = cups::blocks::seatings(seats, members.len(), false);
    seatings.iter().map(|seating| seating.iter().map(|member| members[*member]).collect()).collect()
}

fn wants_more(rating: Option<&LadderRating>) -> bool {
    rating.is_none_or(|rating| {
        let is_uncertain = rating.error > CERTAIN || !rating.is_determined;
        rating.blocks < FEWEST_BLOCKS || (is_uncertain && rating.blocks < MOST_BLOCKS)
    })
}

/// An entrant as the ladder sees it. Whoever has played enough tells nothing more.
fn candidate(rating: Option<&LadderRating>, waited: u32) -> Candidate {
    /// Not nothing, so that the nearest opponent is still found.
    const SETTLED: f64 = 5.0;
    let Some(known) = rating else { return Candidate { elo: 0.0, deviation: NEWCOMER, waited } };
    let deviation = if wants_more(rating) { (known.error / 1.96).min(NEWCOMER) } else { SETTLED };
    // Who needs no more games is not waiting for any.
    Candidate { elo: known.elo, deviation, waited: if wants_more(rating) { waited } else { 0 } }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_fit_every_number_of_bots() {
        for (seats, bots, size) in [(1, 3, 2), (2, 2, 2), (4, 3, 2), (4, 9, 4)] {
            assert_eq!(members(seats, bots), size);
            let who: Vec<i64> = (10..10 + size as i64).collect();
            let games = seatings(seats, &who);
            assert!(games.iter().all(|game| game.len() == seats && game.iter().all(|one| who.contains(one))));
        }
    }

    #[test]
    fn whoever_has_played_enough_asks_for_no_more() {
        let rating = |error, blocks| LadderRating { elo: 0.0, error, is_determined: true, games: 9, blocks };
        assert!(
            wants_more(None) && wants_more(Some(&rating(10.0, 3))) && wants_more(Some(&rating(90.0, 39)))
        );
        assert!(!wants_more(Some(&rating(10.0, 4))) && !wants_more(Some(&rating(90.0, 40))));
    }
}
