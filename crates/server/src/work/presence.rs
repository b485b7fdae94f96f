//! This machine among others: it says that it lives, misses those that do not, and puts back what
//! they had taken.

use super::live_elsewhere;
use crate::arena::{Arena, caught_up};
use crate::bell;
use crate::catalogue::HostedLadder;
use crate::database::machines::MachineKind;
use crate::limits::REPLAY_PAGES;
use std::sync::Arc;
use std::time::Duration;

/// How often a machine says that it lives.
const EVERY: Duration = Duration::from_secs(5);

/// How often it is looked whether anything can be thrown away.
const TIDY: Duration = Duration::from_secs(600);

/// Begins what a machine does besides its jobs: bells, signs of life, putting back.
pub(crate) fn start(arena: &Arc<Arena>) {
    if let Some(address) = &arena.settings.database {
        tokio::spawn(bell::listen(Arc::clone(arena), address.clone()));
        tokio::spawn(bell::ring_elsewhere(Arc::clone(&arena.bell), arena.database.clone()));
        tokio::spawn(live_elsewhere::tell(Arc::clone(arena)));
    }
    tokio::spawn(beat(Arc::clone(arena)));
    tokio::spawn(tidy(Arc::clone(arena)));
}

/// Keeps what can be made again within bounds. Never ends.
async fn tidy(arena: Arc<Arena>) {
    let mut clock = tokio::time::interval(TIDY);
    loop {
        clock.tick().await;
        let arena = Arc::clone(&arena);
        let tidied = tokio::task::spawn_blocking(move || arena.folder.forget_old_pages(REPLAY_PAGES)).await;
        if let Ok(Err(error)) = tidied {
            tracing::warn!("old replay pages could not be removed: {error}");
        }
    }
}

async fn beat(arena: Arc<Arena>) {
    let mut clock = tokio::time::interval(EVERY);
    clock.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        clock.tick().await;
        if let Err(error) = beat_once(&arena).await {
            tracing::warn!("the database does not answer: {error}");
        }
    }
}

async fn beat_once(arena: &Arena) -> Result<(), sqlx::Error> {
    let database = &arena.database;
    if database.is_shared() {
        if let Some(why) = database.lives(arena.machine.id).await? {
            arena.distrusted(why);
        }
        if arena.machine.kind == MachineKind::Server {
            miss_others(arena).await?;
        }
    }
    arena.held.put_back_lost(arena).await
}

/// Notes which machines are gone, and lets others go on with what they had begun.
async fn miss_others(arena: &Arena) -> Result<(), sqlx::Error> {
    let database = &arena.database;
    let missed = database.miss_machines().await?;
    let put_back = database.put_back().await?;
    database.forget_lines().await?;
    if put_back > 0 {
        tracing::info!("{put_back} jobs of machines that are gone are waiting again");
        arena.bell.notify_waiters();
    }
    if missed > 0 {
        tracing::warn!("{missed} machines were not heard of any more");
        // One of them may have counted a block and not the ratings.
        for game in arena.ladders.iter().map(HostedLadder::name) {
            caught_up(database, game).await?;
        }
    }
    Ok(())
}
