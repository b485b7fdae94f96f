//! Matches, running and done.

use super::answers::{MatchAnswer, MatchesAnswer};
use super::operation::{Content, Operation, Who, json};
use super::stream;
use crate::web::Shared;
use crate::web::pages::{MatchFilter, Why, match_page, replay_bytes, seat_bytes, why_of};
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::IntoResponse;
use axum::routing::get;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new("get", "/matches", "A page of matches, the newest first", get(matches))
            .query(&[
                ("game", "string"),
                ("bot", "integer"),
                ("challenge", "integer"),
                ("tournament", "integer"),
                ("state", "string"),
                ("before", "integer"),
            ])
            .answers(200, json::<MatchesAnswer>()),
        Operation::new("get", "/matches/{match}", "A match", get(one_match))
            .answers(200, json::<MatchAnswer>()),
        Operation::new("get", "/matches/{match}/why", "Why a match ended as it did", get(why))
            .answers(200, json::<Why>()),
        Operation::new("get", "/matches/{match}/replay", "The replay, compressed", get(replay))
            .answers(200, Content::Bytes("application/zstd")),
        Operation::new(
            "get",
            "/matches/{match}/lines",
            "The replay line by line; of a running match, as the lines are written",
            get(stream::lines),
        )
        .answers(200, Content::Bytes("application/x-ndjson")),
        Operation::new(
            "get",
            "/matches/{match}/seats/{seat}/stderr",
            "What a bot of one's own wrote to standard error",
            get(stderr),
        )
        .by(Who::Account)
        .answers(200, Content::Bytes("text/plain; charset=utf-8")),
        Operation::new(
            "get",
            "/matches/{match}/seats/{seat}/record",
            "What a bot of one's own was sent",
            get(record),
        )
        .by(Who::Account)
        .answers(200, Content::Bytes("application/zstd")),
    ]
}

async fn matches(
    State(arena): State<Shared>,
    Query(filter): Query<MatchFilter>,
) -> Result<Json<MatchesAnswer>, Refusal> {
    let (rows, next) = match_page(&arena, &filter).await?;
    Ok(Json(MatchesAnswer { matches: rows.into_iter().map(MatchAnswer::of).collect(), next }))
}

async fn one_match(State(arena): State<Shared>, Path(id): Path<i64>) -> Result<Json<MatchAnswer>, Refusal> {
    let row = arena.database.match_(id).await?.ok_or(Refusal::NotFound)?;
    Ok(Json(MatchAnswer::of(row)))
}

async fn why(State(arena): State<Shared>, Path(id): Path<i64>) -> Result<Json<Why>, Refusal> {
    let row = arena.database.match_(id).await?.ok_or(Refusal::NotFound)?;
    Ok(Json(why_of(&arena, &row).await?.ok_or(Refusal::NotFound)?))
}

async fn replay(State(arena): State<Shared>, Path(id): Path<i64>) -> Result<impl IntoResponse, Refusal> {
    replay_bytes(&arena, id).await
}

async fn stderr(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((id, seat)): Path<(i64, i64)>,
) -> Result<impl IntoResponse, Refusal> {
    seat_bytes(&arena, viewer.user()?, (id, seat), "stderr").await
}

async fn record(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((id, seat)): Path<(i64, i64)>,
) -> Result<impl IntoResponse, Refusal> {
    seat_bytes(&arena, viewer.user()?, (id, seat), "record").await
}
