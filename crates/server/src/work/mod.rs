//! Workers: threads of this process that take jobs and do them.
//!
//! Rows are the truth. A bell only says that there may be something to do; whoever wakes asks the
//! database. So nothing is lost with the bells, and whoever starts after a crash rings by looking.
//! What a machine has taken is its own as long as it says that it lives (`presence`); then it is
//! put back.

pub(crate) mod build;
#[cfg(test)]
mod cost;
pub(crate) mod entrants;
pub(crate) mod grade;
pub(crate) mod held;
pub(crate) mod ladder;
pub(crate) mod live;
mod live_elsewhere;
pub(crate) mod play;
pub(crate) mod presence;
pub(crate) mod ratings;
pub(crate) mod sample;
#[cfg(test)]
mod sharing;
pub(crate) mod tournament;
pub(crate) mod verify;

use crate::arena::Arena;
use crate::database::jobs::{Job, Wanted};
use crate::database::machines::MachineKind;
use crate::database::now;
use matches::SeriesError;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime::Handle;

/// How long a worker sleeps when no bell rings.
const SWEEP: Duration = Duration::from_secs(60);

/// How long it waits after the database or the disk refused something.
const PAUSE: Duration = Duration::from_secs(2);

/// How long the database may take to answer: longer than it lets a statement take. A connection
/// that says nothing at all does not hold up a thread for ever.
const ANSWER: Duration = Duration::from_secs(150);

/// Why a job has no result.
#[derive(Debug)]
pub(crate) enum Unfinished {
    /// Somebody wanted us to stop.
    Stopped,
    /// This machine cannot do it now, nor any other job like it: its disk is full, or files cannot
    /// be reached. Others may.
    Unable(String),
    /// It could not be done, which is nobody's fault who is judged by it.
    Failed(String),
}

impl From<std::io::Error> for Unfinished {
    fn from(error: std::io::Error) -> Self {
        match error.kind() {
            // What is not there will not be there in a moment.
            std::io::ErrorKind::NotFound | std::io::ErrorKind::InvalidData => Self::Failed(error.to_string()),
            _ => Self::Unable(error.to_string()),
        }
    }
}

impl From<sqlx::Error> for Unfinished {
    fn from(error: sqlx::Error) -> Self {
        Self::Unable(error.to_string())
    }
}

impl From<serde_json::Error> for Unfinished {
    fn from(error: serde_json::Error) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<SeriesError> for Unfinished {
    fn from(error: SeriesError) -> Self {
        match error {
            SeriesError::Disk { .. } => Self::Unable(error.to_string()),
            SeriesError::Setup(_) | SeriesError::Start { .. } => Self::Failed(error.to_string()),
        }
    }
}

/// Why a thread waits for a moment before it takes the next job.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The database does not answer, or refused something.
    Database(sqlx::Error),
    /// This machine cannot do its jobs.
    Here(String),
}

impl From<sqlx::Error> for Trouble {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

impl std::fmt::Display for Trouble {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Database(error) => write!(f, "{error}"),
            Self::Here(why) => f.write_str(why),
        }
    }
}

/// Does a job of which a mistake of ours must not end the thread: it fails instead, and its row says
/// so.
pub(crate) fn unbroken<T, E: From<Unfinished>>(work: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let done = catch_unwind(AssertUnwindSafe(work));
    done.unwrap_or_else(|panic| Err(Unfinished::Failed(said(&*panic)).into()))
}

/// What a panic said.
pub(crate) fn said(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref().map(String::as_str));
    format!("a mistake of ours: {}", text.unwrap_or("it does not say which"))
}

/// How far matches and films stand back behind requests, as `nice` counts it. They are charged for CPU time,
/// so that no bot loses by it.
pub(crate) const STANDING_BACK: i32 = 10;

/// Starts the workers: a thread for each job, and where other machines play as well one that only
/// verifies and plans.
pub(crate) fn start(arena: &Arc<Arena>, handle: &Handle) -> std::io::Result<Vec<JoinHandle<()>>> {
    let is_server = arena.machine.kind == MachineKind::Server;
    let keeper = (is_server && arena.database.is_shared()).then_some(Part::Keeps);
    let part = if is_server { Part::Everything } else { Part::BuildsAndPlays };
    let parts = std::iter::repeat_n(part, arena.settings.jobs).chain(keeper);
    let worker = |(number, part)| {
        let worker = Worker { arena: Arc::clone(arena), handle: handle.clone(), part };
        std::thread::Builder::new().name(format!("worker-{number}")).spawn(move || worker.run())
    };
    (0..).zip(parts).map(worker).collect()
}

/// What a thread does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// What there is.
    Everything,
    /// What workers do.
    BuildsAndPlays,
    /// Verifies, plans and rates.
    Keeps,
}

/// Somebody who takes jobs.
#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) arena: Arc<Arena>,
    handle: Handle,
    part: Part,
}

impl Worker {
    fn run(&self) {
        // Of this thread and what it starts, in Linux.
        let _ = rustix::process::nice(STANDING_BACK);
        while !self.arena.is_closing() {
            let bell = self.arena.bell.notified();
            let step = catch_unwind(AssertUnwindSafe(|| self.step()));
            match step.unwrap_or_else(|panic| Err(Trouble::Here(said(&*panic)))) {
                Ok(true) => {}
                Ok(false) => {
                    let pause = self.pause();
                    self.handle.block_on(async { _ = tokio::time::timeout(pause, bell).await });
                }
                Err(why) => {
                    tracing::error!("{why}");
                    // Bells of others ring all the time; what is wrong here stays so for a while.
                    let closing = self.arena.closing_within(PAUSE);
                    self.handle.block_on(closing);
                }
            }
        }
        if self.part != Part::BuildsAndPlays
            && let Err(why) = self.refit_what_is_old()
        {
            tracing::error!("{why}");
        }
    }

    /// Waits for what the database says.
    pub(crate) fn wait<T>(
        &self,
        future: impl Future<Output = Result<T, sqlx::Error>>,
    ) -> Result<T, sqlx::Error> {
        let answer = self.handle.block_on(async { tokio::time::timeout(ANSWER, future).await });
        answer.unwrap_or(Err(sqlx::Error::PoolTimedOut))
    }

    /// How long to sleep: until the next tournament starts by itself, and not too long.
    fn pause(&self) -> Duration {
        if self.part == Part::BuildsAndPlays {
            return SWEEP;
        }
        let Some(next) = self.wait(self.arena.database.next_start()).ok().flatten() else { return SWEEP };
        match u64::try_from(next - now()) {
            Ok(left) => SWEEP.min(Duration::from_millis(left + 1)),
            // It should have started, and could not.
            Err(_) => PAUSE,
        }
    }

    /// Does one thing; says whether there was anything to do.
    fn step(&self) -> Result<bool, Trouble> {
        if self.take_and_work(&self.wanted())? {
            return Ok(true);
        }
        if self.part == Part::BuildsAndPlays {
            return Ok(false);
        }
        if self.plan_tournaments()? || self.plan_block()? {
            return Ok(true);
        }
        self.refit_what_is_old()?;
        if self.arena.is_deadline_round() {
            self.wait(self.arena.database.tell_deadlines())?;
        }
        Ok(false)
    }

    /// The jobs that this thread takes.
    fn wanted(&self) -> Wanted {
        let (machine, strangers) = (&self.arena.machine, self.arena.sandbox.is_ok());
        Wanted {
            machine: machine.id,
            kind: machine.kind,
            builds: strangers && machine.builds && self.part != Part::Keeps,
            grades: strangers && self.part == Part::Everything,
            verifies: true,
            plays: self.part != Part::Keeps,
            strangers,
            games: machine.games.clone(),
        }
    }

    fn work(&self, job: Job) -> Result<(), Trouble> {
        match job {
            Job::Build { version, game, name, attempt } => self.build(&version, (&game, &name), attempt),
            Job::Grade { id, attempt } => self.grade(id, attempt),
            Job::Verify { id, attempt, is_checked } => self.verify((id, attempt), is_checked),
            Job::Play { id, attempt } => self.play(id, attempt),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_of_ours_is_a_failure_that_says_what_it_was() {
        let failed = unbroken::<(), Unfinished>(|| panic!("seat {} is not there", 7));
        let Err(Unfinished::Failed(why)) = failed else { panic!("{failed:?}") };
        assert_eq!(why, "a mistake of ours: seat 7 is not there");
    }
}
