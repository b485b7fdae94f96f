//! Jobs that threads of this process are at. Whatever else stands under this machine's name in the
//! database was lost on the way, and is put back.

use super::{Trouble, Worker};
use crate::arena::Arena;
use crate::database::jobs::{Job, JobRow, Wanted};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::Mutex;

/// The rows that are being worked on here.
#[derive(Debug, Default)]
pub(crate) struct HeldJobs {
    /// Locked while a row is taken, so that none is taken and not yet held.
    rows: Mutex<BTreeSet<JobRow>>,
    /// Whether what came of a job may not have been written.
    is_in_doubt: AtomicBool,
}

impl HeldJobs {
    async fn take(&self, arena: &Arena, wanted: &Wanted) -> Result<Option<Job>, sqlx::Error> {
        let mut rows = self.rows.lock().await;
        let job = arena.database.take_job(wanted).await;
        match &job {
            Ok(Some(job)) => _ = rows.insert(job.row()),
            Ok(None) => {}
            // It may have been taken, and the answer lost.
            Err(_) => self.is_in_doubt.store(true, Ordering::Relaxed),
        }
        job
    }

    /// Puts back what was lost on the way, if anything may have been.
    pub(crate) async fn put_back_lost(&self, arena: &Arena) -> Result<(), sqlx::Error> {
        if !self.is_in_doubt.load(Ordering::Relaxed) {
            return Ok(());
        }
        let rows = self.rows.lock().await;
        let count = arena.database.put_back_lost((arena.machine.id, arena.machine.kind), &rows).await?;
        self.is_in_doubt.store(false, Ordering::Relaxed);
        if count > 0 {
            tracing::info!("{count} jobs whose results could not be written are waiting again");
            arena.bell.notify_waiters();
        }
        Ok(())
    }
}

impl Worker {
    /// Takes a job and does it; says whether there was any.
    pub(super) fn take_and_work(&self, wanted: &Wanted) -> Result<bool, Trouble> {
        let held = &self.arena.held;
        let Some(job) = self.wait(held.take(&self.arena, wanted))? else { return Ok(false) };
        let row = job.row();
        let done = self.work(job);
        if done.is_err() {
            held.is_in_doubt.store(true, Ordering::Relaxed);
        }
        self.wait(async {
            held.rows.lock().await.remove(&row);
            Ok(())
        })?;
        done.map(|()| true)
    }
}
