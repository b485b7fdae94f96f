//! The lines of a replay, one after the other, also while they are written.

use crate::limits::LARGEST_REPLAY;
use crate::web::Shared;
use crate::web::pages::replay_of;
use crate::web::refusal::Refusal;
use crate::work::live::LiveMatch;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use std::convert::Infallible;
use std::io::Read;
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// What a compressed replay may unpack to, in bytes.
const LARGEST_UNPACKED: u64 = 256 << 20;

pub(super) async fn lines(State(arena): State<Shared>, Path(id): Path<i64>) -> Result<Response, Refusal> {
    let kind = [(header::CONTENT_TYPE, "application/x-ndjson")];
    if let Some(live) = arena.live_match(id).await? {
        let place = Arc::clone(&arena.watchers).try_acquire_owned();
        let place =
            place.map_err(|_| Refusal::Unavailable("too many people watch: try again later".into()))?;
        return Ok((kind, Body::from_stream(followed(live, place))).into_response());
    }
    let replay = replay_of(&arena, id).await?;
    let files = arena.files.clone();
    let read = tokio::task::spawn_blocking(move || {
        let kept = std::io::Cursor::new(files.read(&replay, LARGEST_REPLAY)?);
        let text = replays::text_of(kept).map_err(std::io::Error::other)?;
        let mut bytes = Vec::new();
        text.take(LARGEST_UNPACKED).read_to_end(&mut bytes)?;
        Ok::<_, std::io::Error>(bytes)
    });
    let bytes = read.await.map_err(|error| Refusal::Internal(error.to_string()))??;
    Ok((kind, bytes).into_response())
}

/// What a running match writes, from its first line on.
fn followed(
    live: Arc<LiveMatch>,
    place: OwnedSemaphorePermit,
) -> impl Stream<Item = Result<Vec<u8>, Infallible>> {
    let lengths = live.lengths();
    stream::unfold((live, lengths, 0, place), |(live, mut lengths, at, place)| async move {
        loop {
            // Marked as seen before it is read, so that what comes in between wakes us.
            lengths.borrow_and_update();
            let (bytes, is_over) = live.written_after(at);
            if !bytes.is_empty() {
                let at = at + bytes.len();
                return Some((Ok(bytes), (live, lengths, at, place)));
            }
            if is_over || lengths.changed().await.is_err() {
                return None;
            }
        }
    })
}
