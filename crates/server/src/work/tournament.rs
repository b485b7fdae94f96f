//! Tournaments: which blocks are played next, and when one is over. The planner is that of
//! `sandtable tournament`.

use super::Worker;
use crate::database::matches::{BlockOf, NewBlock, add_block};
use crate::database::tournaments::{Tournament, TournamentState};
use cups::planner::Played;
use cups::{Block, PlayedCup};

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
        let cup = self.wait(database.played_cup(&tournament, ladder.seats))?;
        let is_news = self.wait(self.plan_blocks(&tournament, &cup))?;
        let is_over = !is_news && cup.blocks.len() == cup.planned;
        if is_over {
            let (from, to) = (TournamentState::Running, TournamentState::Finished);
            self.wait(database.change_tournament(id, from, to))?;
        }
        if is_news {
            self.arena.bell.notify_waiters();
        }
        Ok(is_news)
    }

    async fn plan_blocks(&self, tournament: &Tournament, cup: &PlayedCup) -> Result<bool, sqlx::Error> {
        let database = &self.arena.database;
        let entries = database.entries(tournament.id).await?;
        if entries.len() < 2 {
            return Ok(false);
        }
        let (planned, _) = database.tournament_blocks(tournament, &entries).await?;
        let planner = cup.planner();
        if planner.is_fixed() && !planned.is_empty() {
            return Ok(false);
        }
        let played: Played = cup.blocks.iter().map(|block| (block.key, block.clone())).collect();
        let blocks = planner.known(&played, &planned);
        let missing: Vec<&Block> = blocks.iter().filter(|block| !planned.contains_key(&block.key)).collect();
        let mut change = database.change().await?;
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
