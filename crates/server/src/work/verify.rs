//! A replay is run again; only then does its match count.

use super::{Unfinished, Worker};
use game::replay::Rerun;
use replays::Replay;

/// Why a match does not count.
#[derive(Debug)]
pub(super) enum Doubt {
    /// What its player said is not true.
    Untrue(String),
    /// It is not known whether it is.
    Unknown(Unfinished),
}

impl From<Unfinished> for Doubt {
    fn from(why: Unfinished) -> Self {
        Self::Unknown(why)
    }
}

impl<E: std::error::Error> From<E> for Doubt {
    fn from(error: E) -> Self {
        Self::Unknown(error.into())
    }
}

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
            Err(Doubt::Unknown(Unfinished::Stopped)) => {
                self.wait(database.hand_back_replay(id, attempt))?;
            }
            Err(Doubt::Unknown(Unfinished::Failed(why))) => {
                tracing::error!("match {id} cannot be verified: {why}");
                self.wait(database.fail_match(id, attempt, &why))?;
            }
            Err(Doubt::Untrue(why)) => {
                tracing::error!("the replay of match {id} does not verify: {why}");
                self.distrust(id, &why)?;
                // Unless it waits to be played again already.
                self.wait(database.fail_match(id, attempt, &why))?;
            }
        }
        Ok(())
    }

    /// Whether the stored replay is of this match, follows the rules, and ends as the rows say;
    /// and, of some matches, whether its bots play like that.
    fn verified(&self, id: i64) -> Result<(), Doubt> {
        let plan = self.wait(self.arena.database.match_plan(id))?;
        let row = self.wait(self.arena.database.match_(id))?;
        let row = row.ok_or_else(|| Unfinished::Failed("it is gone".to_owned()))?;
        let file = plan.replay.as_deref().unwrap_or_default();
        let mut replay = Replay::open(&self.arena.files.path(file)?).map_err(Unfinished::Failed)?;
        let header = replay.header.clone();
        let ladder = self.arena.ladder(&plan.game);
        let ladder = ladder.ok_or_else(|| Unfinished::Failed(format!("there is no game {}", plan.game)))?;
        let is_map = ladder.map(&plan.map).is_some_and(|map| header.map == map.text);
        let is_ours = header.game == plan.game && header.rules == plan.rules && header.seed.0 == plan.seed;
        let sat = header.seats.iter().map(|seat| &seat.name);
        let is_whole = header.branched_after.is_none() && sat.eq(plan.seats.iter().map(|(_, name)| name));
        if !(is_ours && is_map && is_whole) {
            return Err(Doubt::Untrue("the replay is of another match".to_owned()));
        }
        let mut rerun = Rerun::new(ladder.entry, &header).map_err(Doubt::Untrue)?;
        rerun.table_mut().listen(false);
        rerun.verify(&mut replay).map_err(|divergence| Doubt::Untrue(divergence.to_string()))?;
        if let Some(damage) = replay.damage() {
            return Err(Doubt::Untrue(damage.to_owned()));
        }
        let outcome = rerun.outcome().ok_or_else(|| Doubt::Untrue("it has no end".to_owned()))?;
        let told = row.seats.iter().map(|seat| (seat.place, seat.score));
        let true_ones = outcome.standings().iter().map(|one| (Some(i64::from(one.place)), Some(one.score)));
        if !told.eq(true_ones) {
            return Err(Doubt::Untrue("the result is not that of the replay".to_owned()));
        }
        match row.played_by {
            Some(machine) if machine != self.arena.machine.id => self.sample(id, machine, file),
            _ => Ok(()),
        }
    }

    /// Stops the machine that played a match, if it is a worker, and lets others play what cannot
    /// be believed.
    pub(super) fn distrust(&self, id: i64, why: &str) -> Result<(), sqlx::Error> {
        let database = &self.arena.database;
        let played_by = self.wait(database.match_(id))?.and_then(|row| row.played_by);
        let Some(machine) = played_by else { return Ok(()) };
        if !self.wait(database.is_worker(machine))? {
            return Ok(());
        }
        let why = format!("match {id}: {why}");
        let (again, ladders) = self.wait(database.stop_machine(machine, &why))?;
        tracing::error!("machine {machine} is stopped; {again} matches of it are played again");
        self.wait(database.note(None, "machine stopped", &format!("machine {machine}: {why}")))?;
        for game in ladders {
            self.wait(database.tally_again(&game))?;
            self.wait(super::ratings::refit(database, &game))?;
        }
        self.wait(database.put_back())?;
        self.arena.bell.notify_waiters();
        Ok(())
    }
}
