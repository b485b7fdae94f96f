//! Tournaments: which blocks are played next, and when one is over. The planner is that of
//! `sandtable tournament`.

use super::Worker;
use crate::database::matches::{BlockOf, NewBlock, add_block};
use crate::database::tournaments::{KnownCup, Tournament, TournamentState, known_cup};
use cups::Block;
use cups::planner::Played;

impl Worker {
    /// Starts what is due and plans what can be played; says whether there is something new to do.
    pub(super) fn plan_tournaments(&self) -> Result<bool, sqlx::Error> {
        let mut is_news = false;
        for id in self.wait(self.arena.database.tournaments_to_plan())? {
            is_news |= self.plan_tournament(id)?;
        }
        Ok(is_news)
    }

    /// The same for one tournament.
    pub(super) fn plan_tournament(&self, id: i64) -> Result<bool, sqlx::Error> {
        // One at a time, so that nothing is planned in vain; a block that is there already stays as
        // it is.
        let _turn = self.arena.planning_tournaments.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let database = &self.arena.database;
        let Some(tournament) = self.wait(database.tournament(id))? else { return Ok(false) };
        let Some(ladder) = self.arena.ladder(&tournament.game) else { return Ok(false) };
        if tournament.state == TournamentState::Open {
            let (from, to) = (TournamentState::Open, TournamentState::Running);
            if !self.wait(database.change_tournament(id, from, to))? {
                return Ok(false);
            }
        }
        let known = self.wait(database.known_cup(&tournament, ladder.seats))?;
        let is_planned = missing(&known).is_empty();
        let is_news = !is_planned && self.wait(self.plan_blocks(&tournament, ladder.seats))?;
        if is_planned && known.cup.blocks.len() == known.cup.planned {
            let (from, to) = (TournamentState::Running, TournamentState::Finished);
            self.wait(database.change_tournament(id, from, to))?;
        }
        if is_news {
            self.arena.bell.notify_waiters();
        }
        Ok(is_news)
    }

    /// Plans what is known to be played; says whether there is something new. It asks again in the
    /// change that plans, so that of two servers one finds what the other has planned.
    async fn plan_blocks(&self, tournament: &Tournament, seats: usize) -> Result<bool, sqlx::Error> {
        let mut change = self.arena.database.change().await?;
        let known = known_cup(&mut change, tournament, seats).await?;
        let missing = missing(&known);
        let KnownCup { cup, entries, .. } = &known;
        for block in &missing {
            let seatings = block.seatings.iter().map(|seating| {
                seating.iter().map(|member| entries[block.members[*member]].version_id).collect()
            });
            let new = NewBlock {
                game: &tournament.game,
                map: &cup.maps[block.map],
                rules: tournament.cup.rules.as_deref().unwrap_or_default(),
                clock: &tournament.cup.clock,
                seed: block.seed,
                of: BlockOf::Tournament(tournament.id, block.key),
                seatings: seatings.collect(),
            };
            add_block(&mut change, &new).await?;
        }
        change.commit().await?;
        Ok(!missing.is_empty())
    }
}

/// The blocks that are known to be played and are not planned.
fn missing(KnownCup { cup, planned, .. }: &KnownCup) -> Vec<Block> {
    let planner = cup.planner();
    if cup.names.len() < 2 || planner.is_fixed() && !planned.is_empty() {
        return Vec::new();
    }
    let played: Played = cup.blocks.iter().map(|block| (block.key, block.clone())).collect();
    let known = planner.known(&played, planned);
    known.into_iter().filter(|block| !planned.contains_key(&block.key)).collect()
}
