//! An arena is run, from its first request to its last.

use crate::arena::Arena;
use crate::settings::Settings;
use crate::{web, work};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle};
use tokio::signal::unix::{SignalKind, signal};

/// How long requests that are being answered may take when the arena stops.
const LAST_REQUESTS: Duration = Duration::from_secs(3);

/// An arena that answers.
#[derive(Debug)]
pub struct Started {
    /// Where.
    pub address: SocketAddr,
    /// The way to the page that makes the first administrator, if there is none yet.
    pub first_administrator: Option<String>,
    /// Why strangers' bots are not run here, if they are not.
    pub no_uploads: Option<String>,
}

/// Serves an arena until a signal asks to stop. `started` is called when it answers.
///
/// # Errors
/// One sentence, if it cannot be started.
pub fn serve(settings: Settings, started: &dyn Fn(&Started)) -> Result<(), String> {
    let runtime = Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string())?;
    runtime.block_on(run(settings, started))
}

async fn run(settings: Settings, started: &dyn Fn(&Started)) -> Result<(), String> {
    let listen = settings.listen;
    let said = |error: std::io::Error| format!("{listen}: {error}");
    let listener = TcpListener::bind(listen).await.map_err(said)?;
    let address = listener.local_addr().map_err(said)?;
    let arena = Arc::new(Arena::open(settings).await?);
    let link = arena.first_link().await.map_err(|error| error.to_string())?;
    started(&Started {
        address,
        first_administrator: link.map(|secret| format!("/welcome/{}", secret.text())),
        no_uploads: arena.sandbox.as_ref().err().cloned(),
    });
    let workers = work::start(&arena, &Handle::current()).map_err(|error| error.to_string())?;
    let service = web::router(Arc::clone(&arena)).into_make_service_with_connect_info::<SocketAddr>();
    let stopping = stopped(Arc::clone(&arena))?;
    let served = axum::serve(listener, service).with_graceful_shutdown(stopping).into_future();
    tokio::pin!(served);
    tokio::select! {
        ended = &mut served => ended.map_err(|error| error.to_string())?,
        () = after_closing(&arena) => {}
    }
    let grace = arena.settings.grace;
    finish(&arena, workers, grace).await;
    Ok(())
}

/// Waits for SIGTERM or SIGINT, then takes no more work.
fn stopped(arena: Arc<Arena>) -> Result<impl Future<Output = ()>, String> {
    let said = |error: std::io::Error| error.to_string();
    let mut terminate = signal(SignalKind::terminate()).map_err(said)?;
    let mut interrupt = signal(SignalKind::interrupt()).map_err(said)?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
        tracing::info!("stopping: no new matches are begun");
        arena.close();
    })
}

/// Waits until the arena has been closing for a moment: whoever still watches a match is not waited for.
async fn after_closing(arena: &Arena) {
    while !arena.is_closing() {
        arena.bell.notified().await;
    }
    tokio::time::sleep(LAST_REQUESTS).await;
}

/// Lets matches that are being played come to their end, for a while; then they are handed back.
async fn finish(arena: &Arena, workers: Vec<std::thread::JoinHandle<()>>, grace: Duration) {
    arena.close();
    let end = tokio::time::Instant::now() + grace;
    while workers.iter().any(|worker| !worker.is_finished()) {
        arena.bell.notify_waiters();
        if tokio::time::Instant::now() >= end {
            arena.stop.wish();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    arena.database.pool.close().await;
}
