//! A match as it is played: server-sent events with a few frames each.

use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::work::live::Clip;
use axum::extract::{Path, State};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, watch};

/// Whoever watches.
struct Watcher {
    clips: watch::Receiver<Clip>,
    sent: usize,
    is_over: bool,
    _place: OwnedSemaphorePermit,
}

/// `frames` events hold a film in base64 with the newest frames; `end` says that the match is over.
pub(super) async fn stream(
    State(arena): State<Shared>,
    Path(id): Path<i64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    let live = arena.live_match(id).await?.ok_or(Refusal::NotFound)?;
    let place = Arc::clone(&arena.watchers).try_acquire_owned();
    let _place = place.map_err(|_| Refusal::Unavailable("too many people watch: try again later".into()))?;
    let watcher = Watcher { clips: live.watch(), sent: 0, is_over: false, _place };
    let events = stream::unfold(watcher, |mut watcher| async move {
        let event = watcher.next().await?;
        Some((Ok(event), watcher))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}

impl Watcher {
    /// The next event; none after the end.
    async fn next(&mut self) -> Option<Event> {
        loop {
            if self.is_over {
                return None;
            }
            let clip = self.clips.borrow_and_update().clone();
            if clip.frame > self.sent {
                self.sent = clip.frame;
                return Some(Event::default().event("frames").id(clip.frame.to_string()).data(&*clip.film));
            }
            if clip.is_last || self.clips.changed().await.is_err() {
                self.is_over = true;
                return Some(Event::default().event("end").data("end"));
            }
        }
    }
}
