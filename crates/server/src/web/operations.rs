//! What machines ask: does it live, is it ready, what does it count.

use super::Shared;
use super::refusal::Refusal;
use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// Whether requests can be answered: the database does, and nobody wants us to stop.
async fn ready(State(arena): State<Shared>) -> Result<&'static str, Refusal> {
    match !arena.is_closing() && arena.database.answers().await {
        true => Ok("ready\n"),
        false => Err(Refusal::Unavailable("not ready".into())),
    }
}

async fn metrics(State(arena): State<Shared>) -> Result<impl IntoResponse, Refusal> {
    let (builds, matches) = arena.database.queue().await?;
    let watchers = crate::limits::WATCHERS - arena.watchers.available_permits();
    let text = arena.metrics.text(&[
        ("builds_waiting", "Versions that wait or are being built.", builds),
        ("matches_waiting", "Matches that wait, are played or are verified.", matches),
        ("matches_done", "Matches that count.", arena.metrics.matches_done()),
        ("matches_live", "Matches that are being played.", arena.live.count() as i64),
        ("watchers", "People who watch live.", watchers as i64),
        (
            "uploads_possible",
            "Whether this machine contains strangers' code.",
            i64::from(arena.sandbox.is_ok()),
        ),
    ]);
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text))
}
