//! Bots and their versions.

use super::answers::{ActiveBody, BotAnswer, RatingPoint, StandingAnswer, UploadAnswer};
use super::once::once;
use super::operation::{ByToken, Content, Operation, Who, by_token, json, read};
use crate::database::ladders::LadderCursor;
use crate::limits::LARGEST_UPLOAD;
use crate::web::Shared;
use crate::web::pages::{accept_upload, choose_version, source_of};
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post, put};
use serde::Deserialize;

pub(super) fn operations() -> Vec<Operation> {
    let upload = post(upload).layer(DefaultBodyLimit::max(LARGEST_UPLOAD));
    vec![
        Operation::new("get", "/bots/{bot}", "A bot with its versions", get(bot))
            .answers(200, json::<BotAnswer>()),
        Operation::new("get", "/bots/{bot}/ratings", "How the rating of a bot went", get(ratings))
            .answers(200, json::<Vec<RatingPoint>>()),
        Operation::new("get", "/bots/{bot}/standing", "Where a bot stands on its ladder", get(standing))
            .answers(200, json::<StandingAnswer>()),
        Operation::new(
            "get",
            "/bots/{bot}/versions/{number}/source",
            "The source of a version of one's own",
            get(source),
        )
        .by(Who::Account)
        .answers(200, Content::Bytes("application/octet-stream")),
        Operation::new(
            "post",
            "/games/{game}/bots/{name}/versions",
            "Upload a version: the body is the file, `file` its name",
            upload,
        )
        .by(Who::Account)
        .query(&[("file", "string")])
        .once_a_key()
        .takes(Content::Bytes("application/octet-stream"))
        .answers(202, json::<UploadAnswer>()),
        Operation::new("put", "/bots/{bot}/active", "Choose which version plays", put(activate))
            .by(Who::Account)
            .takes(json::<ActiveBody>()),
    ]
}

async fn bot(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<Json<BotAnswer>, Refusal> {
    let bot = arena.database.bot(id).await?.ok_or(Refusal::NotFound)?;
    let versions = arena.database.versions_of(id).await?;
    Ok(Json(BotAnswer::of(bot, versions, viewer.user.as_ref())))
}

async fn ratings(
    State(arena): State<Shared>,
    Path(id): Path<i64>,
) -> Result<Json<Vec<RatingPoint>>, Refusal> {
    arena.database.bot(id).await?.ok_or(Refusal::NotFound)?;
    let history = arena.database.rating_history(id).await?;
    let point = |(blocks, elo, error)| RatingPoint { blocks, elo, error };
    Ok(Json(history.into_iter().map(point).collect()))
}

async fn standing(State(arena): State<Shared>, Path(id): Path<i64>) -> Result<Json<StandingAnswer>, Refusal> {
    let bot = arena.database.bot(id).await?.ok_or(Refusal::NotFound)?;
    let rated = match bot.active_version {
        Some(version) => arena.database.rating(version).await?.map(|rating| (version, rating)),
        None => None,
    };
    let Some((version, rating)) = rated else {
        return Ok(Json(StandingAnswer { place: None, elo: None, error: None, games: 0 }));
    };
    let cursor = LadderCursor::Rated(rating.elo, version);
    let place = arena.database.ladder_before(&bot.game, cursor).await?;
    let (elo, error) = (Some(rating.elo), Some(rating.error));
    Ok(Json(StandingAnswer { place: Some(place), elo, error, games: rating.games }))
}

async fn source(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((bot, number)): Path<(i64, i64)>,
) -> Result<impl IntoResponse, Refusal> {
    source_of(&arena, viewer.user()?, bot, number).await
}

#[derive(Debug, Deserialize)]
struct FileName {
    file: String,
}

async fn upload(
    State(arena): State<Shared>,
    ByToken(user): ByToken,
    Path((game, name)): Path<(String, String)>,
    Query(FileName { file }): Query<FileName>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<impl IntoResponse, Refusal> {
    let once = once(&headers, &[game.as_bytes(), name.as_bytes(), file.as_bytes(), &body])?;
    let sent = accept_upload(&arena, &user, (&game, &name), (&file, body.to_vec()), once.as_ref()).await?;
    let (bot, version) = sent;
    Ok((StatusCode::ACCEPTED, Json(UploadAnswer { bot, version })))
}

async fn activate(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    body: Result<Json<ActiveBody>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let user = by_token(&viewer)?;
    choose_version(&arena, user, id, read(body)?.version).await?;
    Ok(StatusCode::NO_CONTENT)
}
