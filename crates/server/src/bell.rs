//! A bell: it says that there may be something to do, here and on other machines.
//!
//! Rows are the truth; a bell that is not heard costs a wait and nothing else.

use crate::arena::Arena;
use crate::database::Database;
use crate::database::play_tables::TABLES;
use crate::rooms;
use sqlx::postgres::PgListener;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// What PostgreSQL calls it.
const CHANNEL: &str = "sandtable_bell";

/// The shortest time between two bells for other machines: they are for whoever has nothing to do.
const EVERY: Duration = Duration::from_millis(50);

/// After so long without a bell one listens again from the start.
const QUIET: Duration = Duration::from_secs(60);

/// How long it takes until a lost connection is tried again.
const PAUSE: Duration = Duration::from_secs(2);

/// A bell that all machines hear.
#[derive(Debug, Default)]
pub(crate) struct Bell {
    here: Notify,
    elsewhere: Notify,
}

impl Bell {
    /// Wakes one who waits here, and the other machines.
    pub(crate) fn notify_one(&self) {
        self.here.notify_one();
        self.elsewhere.notify_one();
    }

    /// Wakes all who wait, here and elsewhere.
    pub(crate) fn notify_waiters(&self) {
        self.notify_here();
        self.elsewhere.notify_one();
    }

    /// Wakes all who wait here.
    pub(crate) fn notify_here(&self) {
        self.here.notify_waiters();
    }

    /// Waits for the bell.
    pub(crate) fn notified(&self) -> Notified<'_> {
        self.here.notified()
    }
}

/// Rings on other machines what is rung here. Never ends.
pub(crate) async fn ring_elsewhere(bell: Arc<Bell>, database: Database) {
    loop {
        bell.elsewhere.notified().await;
        let ring = sqlx::query("SELECT pg_notify($1, '')").bind(CHANNEL).execute(&database.pool);
        if let Err(error) = ring.await {
            tracing::warn!("other machines cannot be told of new work: {error}");
            tokio::time::sleep(PAUSE).await;
        }
        tokio::time::sleep(EVERY).await;
    }
}

/// Rings here what is rung elsewhere, and tells tables what was written of them. Never ends.
pub(crate) async fn listen(arena: Arc<Arena>, address: String) {
    loop {
        if let Err(error) = heard(&arena, &address).await {
            tracing::warn!("new work of other machines is not heard of: {error}");
            tokio::time::sleep(PAUSE).await;
        }
    }
}

async fn heard(arena: &Arena, address: &str) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect(address).await?;
    listener.listen_all([CHANNEL, TABLES]).await?;
    // Whatever was said before we listened, or while the connection was lost, was not heard.
    let missed = || {
        arena.bell.notify_here();
        rooms::written(arena, None);
    };
    missed();
    loop {
        // A connection that says nothing may be one that has been lost without a word.
        match tokio::time::timeout(QUIET, listener.try_recv()).await {
            Ok(heard) => match heard? {
                Some(news) if news.channel() == TABLES => rooms::written(arena, news.payload().parse().ok()),
                Some(_) => arena.bell.notify_here(),
                None => missed(),
            },
            Err(_) => return Ok(()),
        }
    }
}
