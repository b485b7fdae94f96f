//! Workers: threads of this process that take jobs and do them.
//!
//! Rows are the truth. A bell only says that there may be something to do; whoever wakes asks the database. So nothing
//! is lost with the bells, and whoever starts after a crash rings by looking.

pub(crate) mod build;
#[cfg(test)]
mod cost;
pub(crate) mod entrants;
pub(crate) mod grade;
pub(crate) mod ladder;
pub(crate) mod live;
pub(crate) mod play;
pub(crate) mod ratings;
pub(crate) mod tournament;
pub(crate) mod verify;

use crate::arena::Arena;
use crate::database::jobs::Job;
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

/// Starts the workers.
pub(crate) fn start(arena: &Arc<Arena>, handle: &Handle) -> std::io::Result<Vec<JoinHandle<()>>> {
    let worker = |number| {
        let worker = Worker { arena: Arc::clone(arena), handle: handle.clone() };
        std::thread::Builder::new().name(format!("worker-{number}")).spawn(move || worker.run())
    };
    (0..arena.settings.jobs).map(worker).collect()
}

/// Somebody who takes jobs.
#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) arena: Arc<Arena>,
    handle: Handle,
}

impl Worker {
    fn run(&self) {
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
        if let Err(why) = self.refit_what_is_old() {
            tracing::error!("{why}");
        }
    }

    /// Waits for what the database or a clock does.
    pub(crate) fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.handle.block_on(future)
    }

    /// Does one thing; says whether there was anything to do.
    fn step(&self) -> Result<bool, sqlx::Error> {
        let may_build = self.arena.sandbox.is_ok();
        if let Some(job) = self.wait(self.arena.database.take_job(may_build))? {
            self.work(job)?;
            return Ok(true);
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

    fn work(&self, job: Job) -> Result<(), sqlx::Error> {
        match job {
            Job::Build { version, game, name, attempt } => self.build(&version, (&game, &name), attempt),
            Job::Grade { id, attempt } => self.grade(id, attempt),
            Job::Verify { id, attempt } => self.verify(id, attempt),
            Job::Play { id, attempt } => self.play(id, attempt),
        }
    }
}
