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
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::runtime::Handle;

/// How long a worker sleeps when no bell rings.
const SWEEP: Duration = Duration::from_secs(60);

/// How long it waits after the database or the disk refused something.
const PAUSE: Duration = Duration::from_secs(2);

/// Why a job has no result.
#[derive(Debug)]
pub(crate) enum Unfinished {
    /// Somebody wanted us to stop.
    Stopped,
    /// It could not be done, which is nobody's fault who is judged by it.
    Failed(String),
}

impl<E: std::error::Error> From<E> for Unfinished {
    fn from(error: E) -> Self {
        Self::Failed(error.to_string())
    }
}

/// How far matches stand back behind requests, as `nice` counts it. They are charged for CPU time,
/// so that no bot loses by it.
const STANDING_BACK: i32 = 10;

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
            match self.step() {
                Ok(true) => {}
                Ok(false) => self.wait(async { _ = tokio::time::timeout(SWEEP, bell).await }),
                Err(why) => {
                    tracing::error!("{why}");
                    self.wait(async { _ = tokio::time::timeout(PAUSE, bell).await });
                }
            }
        }
        if self.part != Part::BuildsAndPlays
            && let Err(why) = self.refit_what_is_old()
        {
            tracing::error!("{why}");
        }
    }

    /// Waits for what the database or a clock does.
    pub(crate) fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle.block_on(future)
    }

    /// Does one thing; says whether there was anything to do.
    fn step(&self) -> Result<bool, sqlx::Error> {
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
            builds: strangers && machine.builds && self.part != Part::Keeps,
            grades: strangers && self.part == Part::Everything,
            verifies: self.part != Part::BuildsAndPlays,
            plays: self.part != Part::Keeps,
            strangers,
            games: machine.games.clone(),
        }
    }

    fn work(&self, job: Job) -> Result<(), sqlx::Error> {
        match job {
            Job::Build { version, game, name, attempt } => self.build(&version, (&game, &name), attempt),
            Job::Grade { id, attempt } => self.grade(id, attempt),
            Job::Verify { id, attempt } => self.verify(id, attempt),
            Job::Play { id, attempt } => self.play(id, attempt),
        }
    }
}
