//! A replay is run again; only then does its match count.

use super::{Unfinished, Worker};
use game::replay::Rerun;
use replays::Replay;

impl Worker {
    pub(super) fn verify(&self, id: i64, attempt: i64) -> Result<(), sqlx::Error> {
        let database = &self.arena.database;
        match self.verified(id) {
            Ok(()) => {
                let counted = self.wait(database.count_match(id, attempt))?;
                if counted.is_new {
                    self.arena.metrics.match_done();
                }
                if let Some(tournament) = counted.tournament {
                    self.plan_tournament(tournament)?;
                }
                if let Some(game) = counted.ladder {
                    self.arena.fits.block_finished(&game);
                    self.refit_if_due(&game)?;
                }
                self.arena.bell.notify_waiters();
            }
            Err(Unfinished::Stopped) => {}
            Err(Unfinished::Failed(why)) => {
                tracing::error!("the replay of match {id} does not verify: {why}");
                self.wait(database.fail_match(id, attempt, &why))?;
            }
        }
        Ok(())
    }

    /// Whether the stored replay is of this match, follows the rules, and ends as the rows say.
    fn verified(&self, id: i64) -> Result<(), Unfinished> {
        let plan = self.wait(self.arena.database.match_plan(id))?;
        let row = self.wait(self.arena.database.match_(id))?;
        let row = row.ok_or_else(|| Unfinished::Failed("it is gone".to_owned()))?;
        let file = plan.replay.as_deref().unwrap_or_default();
        let mut replay = Replay::open(&self.arena.files.path(file)?).map_err(Unfinished::Failed)?;
        let header = replay.header.clone();
        let is_ours = header.game == plan.game && header.rules == plan.rules && header.seed.0 == plan.seed;
        if !is_ours {
            return Err(Unfinished::Failed("the replay is of another match".to_owned()));
        }
        let ladder = self.arena.ladder(&plan.game);
        let ladder = ladder.ok_or_else(|| Unfinished::Failed(format!("there is no game {}", plan.game)))?;
        let mut rerun = Rerun::new(ladder.entry, &header).map_err(Unfinished::Failed)?;
        rerun.table_mut().listen(false);
        rerun.verify(&mut replay).map_err(|divergence| Unfinished::Failed(divergence.to_string()))?;
        if let Some(damage) = replay.damage() {
            return Err(Unfinished::Failed(damage.to_owned()));
        }
        let outcome = rerun.outcome().ok_or_else(|| Unfinished::Failed("it has no end".to_owned()))?;
        let told = row.seats.iter().map(|seat| (seat.place, seat.score));
        let true_ones = outcome.standings().iter().map(|one| (Some(i64::from(one.place)), Some(one.score)));
        match told.eq(true_ones) {
            true => Ok(()),
            false => Err(Unfinished::Failed("the result is not that of the replay".to_owned())),
        }
    }
}
