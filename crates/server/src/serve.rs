//! A process of an arena is run, from its first request or job to its last.

use crate::arena::Arena;
use crate::settings::{Settings, WebSettings, WorkSettings};
use crate::web::connections::{self, Places};
use crate::{web, work};
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Handle, Runtime};
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

/// A worker that is known to its arena.
#[derive(Debug)]
pub struct Joined {
    /// Its number among the machines.
    pub number: i64,
    /// How fast it is beside the arena's first server.
    pub speed: f64,
    /// Why it gets no strangers' bots, if it does not.
    pub no_strangers: Option<String>,
}

/// Serves an arena until a signal asks to stop. `started` is called when it answers.
///
/// # Errors
/// One sentence, if it cannot be started.
pub fn serve(settings: Settings, web: WebSettings, started: &dyn Fn(&Started)) -> Result<(), String> {
    runtime()?.block_on(run(settings, web, started))
}

/// Builds and plays for an arena that servers run, until a signal asks to stop. `joined` is called
/// when it is known there.
///
/// # Errors
/// One sentence, if it cannot join or its results are not believed.
pub fn run_jobs(settings: Settings, work: &WorkSettings, joined: &dyn Fn(&Joined)) -> Result<(), String> {
    runtime()?.block_on(run_worker(settings, work, joined))
}

fn runtime() -> Result<Runtime, String> {
    Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string())
}

async fn run(settings: Settings, web: WebSettings, started: &dyn Fn(&Started)) -> Result<(), String> {
    let listen = web.listen;
    let said = |error: std::io::Error| format!("{listen}: {error}");
    let listener = TcpListener::bind(listen).await.map_err(said)?;
    let address = listener.local_addr().map_err(said)?;
    let arena = Arc::new(Arena::open(settings, web).await?);
    let link = arena.first_link().await.map_err(|error| error.to_string())?;
    started(&Started {
        address,
        first_administrator: link.map(|secret| format!("/welcome/{}", secret.text())),
        no_uploads: arena.no_strangers().await.map_err(|error| error.to_string())?,
    });
    work::presence::start(&arena);
    let workers = work::start(&arena, &Handle::current()).map_err(|error| error.to_string())?;
    let (router, stopping) = (web::router(Arc::clone(&arena)), stopped(Arc::clone(&arena))?);
    let places = Places::new(arena.web.behind_proxy);
    tokio::select! {
        () = connections::serve(listener, router, places, stopping) => {}
        () = after_closing(&arena) => {}
    }
    finish(&arena, workers).await
}

async fn run_worker(settings: Settings, work: &WorkSettings, joined: &dyn Fn(&Joined)) -> Result<(), String> {
    let arena = Arc::new(Arena::join(settings, work).await?);
    joined(&Joined {
        number: arena.machine.id,
        speed: arena.machine.speed,
        no_strangers: arena.sandbox.as_ref().err().cloned(),
    });
    work::presence::start(&arena);
    let workers = work::start(&arena, &Handle::current()).map_err(|error| error.to_string())?;
    let stopping = stopped(Arc::clone(&arena))?;
    tokio::select! {
        () = stopping => {}
        () = closing(&arena) => {}
    }
    finish(&arena, workers).await
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

/// Waits until no more work is taken.
async fn closing(arena: &Arena) {
    arena.closing_within(Duration::MAX).await;
}

/// Waits until the arena has been closing for a moment: whoever still watches a match is not waited
/// for.
async fn after_closing(arena: &Arena) {
    closing(arena).await;
    tokio::time::sleep(LAST_REQUESTS).await;
}

/// Lets matches that are being played come to their end, for a while; then they are handed back.
async fn finish(arena: &Arena, workers: Vec<std::thread::JoinHandle<()>>) -> Result<(), String> {
    arena.close();
    let end = tokio::time::Instant::now() + arena.settings.grace;
    while workers.iter().any(|worker| !worker.is_finished()) {
        arena.bell.notify_here();
        if tokio::time::Instant::now() >= end {
            arena.stop.wish();
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    if let Err(error) = arena.database.leaves(arena.machine.id).await {
        tracing::warn!("the other machines do not know that this one is gone: {error}");
    }
    arena.database.pool.close().await;
    match arena.distrusted.get() {
        Some(why) => Err(format!("the arena does not believe this machine any more: {why}")),
        None => Ok(()),
    }
}
