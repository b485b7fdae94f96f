//! Files for workers that reach no store: what their jobs need, and what comes of them.

use super::Shared;
use super::refusal::Refusal;
use crate::accounts::secret::Secret;
use crate::arena::Arena;
use crate::files::{MACHINE_HEADER, WAY, name_of};
use crate::limits::LARGEST_REPLAY;
use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::routing::get;

pub(super) fn router() -> Router<Shared> {
    let file = get(read).put(keep).layer(DefaultBodyLimit::max(LARGEST_REPLAY as usize));
    Router::new().route(&format!("{WAY}/{{name}}"), file)
}

async fn read(
    State(arena): State<Shared>,
    Machine(machine): Machine,
    Path(name): Path<String>,
) -> Result<Vec<u8>, Refusal> {
    let is_its = arena.files_mark().await?.is_some_and(|mark| mark == name)
        || arena.database.job_needs_file(machine, &name).await?;
    match is_its {
        true => in_thread(move || arena.files.read(&name, LARGEST_REPLAY)).await,
        false => Err(Refusal::NotFound),
    }
}

async fn keep(
    State(arena): State<Shared>,
    _: Machine,
    Path(name): Path<String>,
    bytes: Bytes,
) -> Result<StatusCode, Refusal> {
    if name_of(&bytes) != name {
        return Err(Refusal::Bad("the file is not what its name says".into()));
    }
    in_thread(move || arena.files.keep(&bytes)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The machine that asks, one of ours. It is known before anything of a body is read.
#[derive(Debug)]
struct Machine(i64);

impl FromRequestParts<Shared> for Machine {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, arena: &Shared) -> Result<Self, Refusal> {
        machine(arena, &parts.headers).await.map(Self)
    }
}

async fn machine(arena: &Arena, headers: &HeaderMap) -> Result<i64, Refusal> {
    let text = |value: Option<&axum::http::HeaderValue>| value?.to_str().ok().map(str::to_owned);
    let machine = text(headers.get(MACHINE_HEADER)).and_then(|text| text.parse().ok());
    let shown = text(headers.get(header::AUTHORIZATION));
    let secret = shown.as_deref().and_then(|text| Secret::shown(text.strip_prefix("Bearer ")?));
    let (Some(machine), Some(secret)) = (machine, secret) else { return Err(Refusal::NotFound) };
    match arena.database.knows_machine(machine, &secret.hash()).await? {
        true => Ok(machine),
        false => Err(Refusal::Forbidden("no machine of this arena")),
    }
}

/// Does something that waits for a disk or a store.
async fn in_thread<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T, Refusal> {
    let done = tokio::task::spawn_blocking(work).await;
    let done = done.map_err(|error| Refusal::Internal(error.to_string()))?;
    done.map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => Refusal::NotFound,
        _ => error.into(),
    })
}
