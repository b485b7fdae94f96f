//! A match as it is played: server-sent events with a few frames each.

use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::work::live::Clip;
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use futures_util::stream;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, watch};

/// How long nothing may be said: whoever hears nothing believes that we are gone.
const SILENCE: Duration = Duration::from_secs(15);

/// Whoever watches.
struct Watcher {
    clips: watch::Receiver<Clip>,
    sent: usize,
    is_over: bool,
    _place: OwnedSemaphorePermit,
}

/// The event after the last.
const END: &[u8] = b"event: end\ndata: end\n\n";

/// `frames` events hold a film in base64 with the newest frames; `end` says that the match is not
/// played any more. It may have ended between the page that shows it and this request.
pub(super) async fn stream(
    State(arena): State<Shared>,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    let Some(live) = arena.live_match(id).await? else {
        arena.database.match_(id).await?.ok_or(Refusal::NotFound)?;
        return Ok(events(Body::from(END)));
    };
    let place = Arc::clone(&arena.watchers).try_acquire_owned();
    let _place = place.map_err(|_| Refusal::Unavailable("too many people watch: try again later".into()))?;
    let watcher = Watcher { clips: live.watch(), sent: 0, is_over: false, _place };
    let told = stream::unfold(watcher, |mut watcher| async move {
        let event = watcher.next().await?;
        Some((Ok::<_, Infallible>(event), watcher))
    });
    Ok(events(Body::from_stream(told)))
}

fn events(body: Body) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/event-stream")], body)
}

impl Watcher {
    /// The next event; none after the end.
    async fn next(&mut self) -> Option<Bytes> {
        loop {
            if self.is_over {
                return None;
            }
            let clip = self.clips.borrow_and_update().clone();
            if clip.frame > self.sent {
                self.sent = clip.frame;
                return Some(Bytes::from_owner(clip.event));
            }
            if clip.is_last {
                return self.end();
            }
            match tokio::time::timeout(SILENCE, self.clips.changed()).await {
                Ok(Ok(())) => {}
                Ok(Err(_)) => return self.end(),
                // A comment: every client passes over it.
                Err(_) => return Some(Bytes::from_static(b":\n\n")),
            }
        }
    }

    fn end(&mut self) -> Option<Bytes> {
        self.is_over = true;
        Some(Bytes::from_static(END))
    }
}
