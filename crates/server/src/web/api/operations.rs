//! The operations of the API.

use super::answers::{
    ActiveBody, BotAnswer, ChallengeAnswer, ChallengeBody, GameAnswer, LadderAnswer, MatchAnswer,
    MatchesAnswer, MeAnswer, UploadAnswer,
};
use super::stream;
use crate::database::matches::Which;
use crate::limits::{LARGEST_UPLOAD, PAGE};
use crate::web::Shared;
use crate::web::pages::{
    ChallengeResult, accept_challenge, accept_upload, choose_version, ladder_of, replay_bytes,
};
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, get, post, put};
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::Deserialize;

/// Who may use an operation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    Anybody,
    /// Whoever sends a token.
    Account,
}

/// What is sent or answered.
#[derive(Clone, Copy)]
pub(crate) enum Content {
    Nothing,
    Json(fn(&mut SchemaGenerator) -> Schema),
    Bytes(&'static str),
}

/// An operation: what it is called, who may use it, what goes in and what comes out.
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) who: Who,
    /// Parameters after the question mark, with the type of each.
    pub(crate) query: &'static [(&'static str, &'static str)],
    pub(crate) body: Content,
    pub(crate) status: u16,
    pub(crate) answer: Content,
    pub(crate) handler: MethodRouter<Shared>,
}

/// The schema of a type.
fn json<T: JsonSchema>() -> Content {
    Content::Json(SchemaGenerator::subschema_for::<T>)
}

/// What only reads.
fn reading(
    path: &'static str,
    summary: &'static str,
    answer: Content,
    handler: MethodRouter<Shared>,
) -> Operation {
    let (method, who, body) = ("get", Who::Anybody, Content::Nothing);
    Operation { method, path, summary, who, query: &[], body, status: 200, answer, handler }
}

/// Every operation there is.
pub(crate) fn all() -> Vec<Operation> {
    let upload = post(upload).layer(DefaultBodyLimit::max(LARGEST_UPLOAD));
    vec![
        reading(
            "/games",
            "The games, with the settings of their ladders",
            json::<Vec<GameAnswer>>(),
            get(games),
        ),
        Operation {
            query: &[("page", "integer")],
            ..reading("/games/{game}/ladder", "A page of a ladder", json::<Vec<LadderAnswer>>(), get(ladder))
        },
        reading("/bots/{bot}", "A bot with its versions", json::<BotAnswer>(), get(bot)),
        Operation {
            query: &[("game", "string"), ("before", "integer")],
            ..reading(
                "/matches",
                "A page of matches, the newest first",
                json::<MatchesAnswer>(),
                get(matches),
            )
        },
        reading("/matches/{match}", "A match", json::<MatchAnswer>(), get(one_match)),
        reading(
            "/matches/{match}/replay",
            "The replay, compressed",
            Content::Bytes("application/zstd"),
            get(replay),
        ),
        reading(
            "/matches/{match}/lines",
            "The replay line by line; of a running match, as the lines are written",
            Content::Bytes("application/x-ndjson"),
            get(stream::lines),
        ),
        reading(
            "/challenges/{challenge}",
            "How a challenge stands",
            json::<ChallengeResult>(),
            get(challenge),
        ),
        Operation {
            who: Who::Account,
            ..reading("/me", "Whoever asks, with their bots", json::<MeAnswer>(), get(me))
        },
        Operation {
            method: "post",
            path: "/games/{game}/bots/{name}/versions",
            summary: "Upload a version: the body is the file, `file` its name",
            who: Who::Account,
            query: &[("file", "string")],
            body: Content::Bytes("application/octet-stream"),
            status: 202,
            answer: json::<UploadAnswer>(),
            handler: upload,
        },
        Operation {
            method: "put",
            path: "/bots/{bot}/active",
            summary: "Choose which version plays",
            who: Who::Account,
            query: &[],
            body: json::<ActiveBody>(),
            status: 204,
            answer: Content::Nothing,
            handler: put(activate),
        },
        Operation {
            method: "post",
            path: "/challenges",
            summary: "Challenge another version",
            who: Who::Account,
            query: &[],
            body: json::<ChallengeBody>(),
            status: 202,
            answer: json::<ChallengeAnswer>(),
            handler: post(send_challenge),
        },
    ]
}

/// Whoever sent a token. A session is not enough: its cookie would be sent by any page.
fn by_token(viewer: &Viewer) -> Result<&crate::database::users::User, Refusal> {
    match viewer.session {
        Some(_) => Err(Refusal::Forbidden("the API takes a token, not the session of a browser")),
        None => viewer.user(),
    }
}

fn read<T>(body: Result<Json<T>, JsonRejection>) -> Result<T, Refusal> {
    body.map(|Json(body)| body).map_err(|wrong| Refusal::Bad(wrong.body_text()))
}

async fn games(State(arena): State<Shared>) -> Json<Vec<GameAnswer>> {
    Json(arena.ladders.iter().map(GameAnswer::of).collect())
}

#[derive(Debug, Deserialize)]
struct PageNumber {
    #[serde(default)]
    page: u32,
}

async fn ladder(
    State(arena): State<Shared>,
    Path(game): Path<String>,
    Query(PageNumber { page }): Query<PageNumber>,
) -> Result<Json<Vec<LadderAnswer>>, Refusal> {
    let ladder = ladder_of(&arena, &game)?;
    let first = i64::from(page) * PAGE;
    let rows = arena.database.ladder(ladder.name(), first, PAGE).await?;
    Ok(Json((first + 1..).zip(rows).map(|(place, row)| LadderAnswer::of(place, row)).collect()))
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

#[derive(Debug, Deserialize)]
struct Filter {
    game: Option<String>,
    before: Option<i64>,
}

async fn matches(
    State(arena): State<Shared>,
    Query(filter): Query<Filter>,
) -> Result<Json<MatchesAnswer>, Refusal> {
    let which = filter.game.as_deref().map_or(Which::All, Which::OfGame);
    let rows = arena.database.matches(which, filter.before.unwrap_or(i64::MAX), PAGE).await?;
    let next = rows.last().map(|one| one.id).filter(|_| rows.len() as i64 == PAGE);
    Ok(Json(MatchesAnswer { matches: rows.into_iter().map(MatchAnswer::of).collect(), next }))
}

async fn one_match(State(arena): State<Shared>, Path(id): Path<i64>) -> Result<Json<MatchAnswer>, Refusal> {
    let row = arena.database.match_(id).await?.ok_or(Refusal::NotFound)?;
    Ok(Json(MatchAnswer::of(row)))
}

async fn replay(State(arena): State<Shared>, Path(id): Path<i64>) -> Result<impl IntoResponse, Refusal> {
    replay_bytes(&arena, id).await
}

async fn challenge(
    State(arena): State<Shared>,
    Path(id): Path<i64>,
) -> Result<Json<ChallengeResult>, Refusal> {
    let challenge = arena.database.challenge(id).await?.ok_or(Refusal::NotFound)?;
    Ok(Json(ChallengeResult::of(&arena.database.challenge_blocks(id).await?, &challenge)))
}

async fn me(State(arena): State<Shared>, viewer: Viewer) -> Result<Json<MeAnswer>, Refusal> {
    let user = viewer.user()?;
    let mut bots = Vec::new();
    for bot in arena.database.bots_of(user.id).await? {
        let versions = arena.database.versions_of(bot.id).await?;
        bots.push(BotAnswer::of(bot, versions, Some(user)));
    }
    Ok(Json(MeAnswer { name: user.name.clone(), role: user.role.name(), bots }))
}

#[derive(Debug, Deserialize)]
struct FileName {
    file: String,
}

async fn upload(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((game, name)): Path<(String, String)>,
    Query(FileName { file }): Query<FileName>,
    body: Bytes,
) -> Result<impl IntoResponse, Refusal> {
    let user = by_token(&viewer)?;
    let (bot, version) = accept_upload(&arena, user, (&game, &name), &file, body.to_vec()).await?;
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

async fn send_challenge(
    State(arena): State<Shared>,
    viewer: Viewer,
    body: Result<Json<ChallengeBody>, JsonRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let user = by_token(&viewer)?;
    let body = read(body)?;
    let id = accept_challenge(&arena, user, (body.version, body.opponent), body.blocks).await?;
    Ok((StatusCode::ACCEPTED, Json(ChallengeAnswer { id })))
}
