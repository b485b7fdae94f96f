//! A replay is run again; only then does its match count.

use super::{Trouble, Unfinished, Worker, unbroken};
use crate::database::machines::MachineKind;
use crate::limits::LARGEST_REPLAY;
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

impl From<sqlx::Error> for Doubt {
    fn from(error: sqlx::Error) -> Self {
        Self::Unknown(error.into())
    }
}

impl From<std::io::Error> for Doubt {
    fn from(error: std::io::Error) -> Self {
        Self::Unknown(error.into())
    }
}

impl Worker {
    /// Verifies a match, unless another machine has already. A server lets it count then; a worker
    /// leaves that to a server.
    pub(super) fn verify(&self, (id, attempt): (i64, i64), is_checked: bool) -> Result<(), Trouble> {
        let database = &self.arena.database;
        let verified = if is_checked { Ok(()) } else { unbroken(|| self.verified(id)) };
        match verified {
            Ok(()) if self.arena.machine.kind == MachineKind::Worker => {
                self.wait(database.check_match(id, attempt, self.arena.machine.id))?;
                self.arena.bell.notify_one();
            }
            Ok(()) => self.count((id, attempt))?,
            Err(Doubt::Unknown(Unfinished::Stopped)) => {
                self.wait(database.hand_back_replay(id, attempt))?;
            }
            Err(Doubt::Unknown(Unfinished::Unable(why))) => {
                self.wait(database.hand_back_replay(id, attempt))?;
                return Err(Trouble::Here(format!("match {id} cannot be verified here now: {why}")));
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

    /// Lets a verified match count.
    fn count(&self, (id, attempt): (i64, i64)) -> Result<(), sqlx::Error> {
        let count = self.arena.database.count_match((id, attempt), self.arena.machine.id);
        let counted = self.wait(count)?;
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
        Ok(())
    }

    /// Whether the stored replay is of this match, follows the rules, and ends as the rows say;
    /// and, of some matches, whether its bots play like that.
    fn verified(&self, id: i64) -> Result<(), Doubt> {
        let plan = self.wait(self.arena.database.match_plan(id))?;
        let row = self.wait(self.arena.database.match_(id))?;
        let row = row.ok_or_else(|| Unfinished::Failed("it is gone".to_owned()))?;
        let file = plan.replay.as_deref().unwrap_or_default();
        let mut replay = self.replay(file)?;
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
            Some(machine) if self.arena.machine.kind == MachineKind::Server => self.sample(id, machine, file),
            _ => Ok(()),
        }
    }

    /// A replay that a machine keeps. One that cannot be read was not written by this program.
    pub(super) fn replay(&self, file: &str) -> Result<Replay, Doubt> {
        let bytes = match self.arena.files.read(file, LARGEST_REPLAY) {
            Err(damaged) if damaged.kind() == std::io::ErrorKind::InvalidData => {
                return Err(Doubt::Untrue(damaged.to_string()));
            }
            read => read?,
        };
        Replay::read(std::io::Cursor::new(bytes)).map_err(Doubt::Untrue)
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
