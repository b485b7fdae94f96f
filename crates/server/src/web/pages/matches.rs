//! Matches: lists, one match, its replay, what its seats' owners may read.

use super::{Frame, MatchList, Shown, shown};
use crate::arena::Arena;
use crate::database::matches::{Match, Which};
use crate::limits::{LARGEST_RECORD, LARGEST_STDERR, PAGE};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{Html, IntoResponse};
use replays::Replay;
use serde::Deserialize;
use std::io::Write;

#[derive(Debug, Deserialize)]
pub(super) struct Filter {
    game: Option<String>,
    before: Option<i64>,
}

#[derive(Debug, Template)]
#[template(path = "matches.html")]
struct MatchesPage {
    p: Frame,
    list: MatchList,
}

pub(super) async fn list(State(arena): State<Shared>, viewer: Viewer, Query(filter): Query<Filter>) -> Shown {
    let game = filter.game.as_deref();
    let which = game.map_or(Which::All, Which::OfGame);
    let matches = arena.database.matches(which, filter.before.unwrap_or(i64::MAX), PAGE).await?;
    let oldest = matches.last().map(|one| one.id).filter(|_| matches.len() as i64 == PAGE);
    let known = game.filter(|game| arena.ladder(game).is_some());
    let of_game = known.map_or(String::new(), |game| format!("&game={game}"));
    let next = oldest.map(|before| format!("/matches?before={before}{of_game}"));
    let p = Frame::new(&viewer, if viewer.lang == game::Lang::Zh { "对局" } else { "Matches" });
    shown(&MatchesPage { p, list: MatchList { matches, next } })
}

#[derive(Debug, Template)]
#[template(path = "match.html")]
struct MatchPage {
    p: Frame,
    one: Match,
    game_title: &'static str,
    map_title: String,
    is_live: bool,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer, Path(id): Path<i64>) -> Shown {
    let one = arena.database.match_(id).await?.ok_or(Refusal::NotFound)?;
    let ladder = arena.ladder(&one.game);
    let game_title = ladder.map_or("", |ladder| viewer.lang.pick(ladder.title));
    let map_title = ladder.and_then(|ladder| ladder.map_title(&one.map));
    let map_title = map_title.map_or(one.map.clone(), |words| viewer.lang.pick(words).to_owned());
    let is_live = arena.live.get(id).is_some();
    let names: Vec<&str> = one.seats.iter().map(|seat| seat.bot.as_str()).collect();
    let p = Frame::new(&viewer, format!("{} · {}", names.join(" – "), game_title));
    shown(&MatchPage { p, one, game_title, map_title, is_live })
}

/// What a replay page may do: run the scripts that stand in it, as nobody. It has no part in the session.
const REPLAY_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
    img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";

pub(super) async fn replay_page(
    State(arena): State<Shared>,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    let replay = replay_of(&arena, id).await?;
    let _turn = arena.films.acquire().await.map_err(|_| Refusal::Unavailable("the arena stops".into()))?;
    let shared = arena.clone();
    let made = tokio::task::spawn_blocking(move || page_of(&shared, &replay)).await;
    let page = made.map_err(|error| Refusal::Internal(error.to_string()))??;
    let headers =
        [(header::CONTENT_SECURITY_POLICY, REPLAY_POLICY), (header::CACHE_CONTROL, "private, max-age=3600")];
    Ok((headers, Html(page)))
}

/// The file of a match's replay.
pub(crate) async fn replay_of(arena: &Arena, id: i64) -> Result<String, Refusal> {
    let row = arena.database.match_(id).await?.ok_or(Refusal::NotFound)?;
    row.replay.filter(|_| row.state == "done").ok_or(Refusal::NotFound)
}

/// The page of a replay, made once and kept.
fn page_of(arena: &Arena, replay: &str) -> Result<String, Refusal> {
    let kept = arena.folder.pages().join(format!("{replay}.html"));
    if let Ok(page) = std::fs::read_to_string(&kept) {
        return Ok(page);
    }
    let mut read = Replay::open(&arena.files.path(replay)?).map_err(Refusal::Internal)?;
    let header = read.header.clone();
    let entry = games::find(&header.game).ok_or(Refusal::NotFound)?;
    let (film, _) = page::replay::film(entry, &header, &mut read).map_err(Refusal::Internal)?;
    let page = page::render(&film);
    let mut file = tempfile::NamedTempFile::new_in(arena.folder.pages())?;
    file.write_all(page.as_bytes())?;
    file.persist(&kept).map_err(|refused| refused.error)?;
    Ok(page)
}

pub(super) async fn replay_file(
    State(arena): State<Shared>,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    replay_bytes(&arena, id).await
}

/// The replay as it was written, for pages and the API.
pub(crate) async fn replay_bytes(arena: &Arena, id: i64) -> Result<impl IntoResponse + use<>, Refusal> {
    let replay = replay_of(arena, id).await?;
    let bytes = arena.files.read(&replay, u64::MAX)?;
    let name = format!("attachment; filename=\"match-{id}.jsonl.zst\"");
    Ok(([(header::CONTENT_TYPE, "application/zstd".to_owned()), (header::CONTENT_DISPOSITION, name)], bytes))
}

/// What the owner of a seat may read: `stderr` or `record`.
pub(super) async fn seat_file(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((id, seat, file)): Path<(i64, i64, String)>,
) -> Result<impl IntoResponse, Refusal> {
    let user = viewer.user()?;
    let row = arena.database.match_(id).await?.ok_or(Refusal::NotFound)?;
    let seat = row.seats.into_iter().find(|one| one.seat == seat && one.owner_id == Some(user.id));
    let seat = seat.ok_or(Refusal::NotFound)?;
    let (name, kept, most) = match file.as_str() {
        "stderr" => ("stderr.txt", seat.stderr, LARGEST_STDERR),
        "record" => ("input.jsonl.zst", seat.record, LARGEST_RECORD),
        _ => return Err(Refusal::NotFound),
    };
    let bytes = arena.files.read(&kept.ok_or(Refusal::NotFound)?, most)?;
    let kind = if name.ends_with(".txt") { "text/plain; charset=utf-8" } else { "application/zstd" };
    let disposition = format!("attachment; filename=\"{name}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes))
}
