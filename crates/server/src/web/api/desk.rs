//! What organisers decide, and everybody's news.

use super::operation::{Operation, Who, by_token, json, read};
use crate::database::notices::Notice;
use crate::limits::PAGE;
use crate::web::Shared;
use crate::web::pages::{feed_of, make_backup, play_again, sentence, set_policy};
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post, put};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) fn operations() -> Vec<Operation> {
    let by_account =
        |method, path, summary, handler| Operation::new(method, path, summary, handler).by(Who::Account);
    vec![
        by_account("get", "/me/notices", "One's news, the newest first", get(notices))
            .answers(200, json::<Vec<NoticeAnswer>>()),
        by_account("post", "/me/notices/seen", "Say what one has seen", post(seen)).takes(json::<SeenBody>()),
        by_account("post", "/me/feed", "Make a new secret address of one's Atom feed", post(feed))
            .answers(201, json::<FeedAnswer>()),
        by_account(
            "post",
            "/matches/{match}/again",
            "Have a match played again, for organisers",
            post(again),
        ),
        by_account("put", "/policy", "Decide who may sign up and upload, for organisers", put(policy))
            .takes(json::<PolicyBody>()),
        by_account("post", "/backups", "Make a backup on the server", post(backup))
            .by(Who::Administrator)
            .answers(201, json::<BackupAnswer>()),
    ]
}

/// News.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct NoticeAnswer {
    /// Its id.
    id: i64,
    /// bot_broken, challenge_done, graded, deadline, tournament_started or tournament_finished.
    kind: String,
    /// What it says, in English.
    text: String,
    /// The way to the page it is about.
    link: String,
    /// When, in milliseconds since 1970.
    created: i64,
    /// Whether it was seen.
    seen: bool,
}

impl NoticeAnswer {
    fn of(notice: Notice) -> Self {
        let Notice { id, kind, link, about, created, is_seen } = notice;
        Self { text: format!("{} {about}", sentence(&kind).0), id, kind, link, created, seen: is_seen }
    }
}

/// What was seen.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct SeenBody {
    /// The id of the last news that was.
    #[serde(default)]
    last: i64,
}

/// A feed.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct FeedAnswer {
    /// Its address; it is a secret.
    link: String,
}

/// What is decided.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct PolicyBody {
    /// Who may sign up: open, code or closed.
    #[serde(default)]
    sign_up: String,
    /// The code.
    #[serde(default)]
    code: String,
    /// Uploads of one person within an hour; none leaves it.
    #[serde(default)]
    uploads_an_hour: Option<i64>,
}

/// A backup.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BackupAnswer {
    /// Its name among the backups in the arena's folder.
    name: String,
}

async fn notices(State(arena): State<Shared>, viewer: Viewer) -> Result<Json<Vec<NoticeAnswer>>, Refusal> {
    let notices = arena.database.notices(viewer.user()?.id, PAGE).await?;
    Ok(Json(notices.into_iter().map(NoticeAnswer::of).collect()))
}

async fn seen(
    State(arena): State<Shared>,
    viewer: Viewer,
    body: Result<Json<SeenBody>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let user = by_token(&viewer)?;
    arena.database.mark_seen(user.id, read(body)?.last).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn feed(State(arena): State<Shared>, viewer: Viewer) -> Result<impl IntoResponse, Refusal> {
    let link = feed_of(&arena, by_token(&viewer)?).await?;
    Ok((StatusCode::CREATED, Json(FeedAnswer { link })))
}

async fn again(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<StatusCode, Refusal> {
    play_again(&arena, by_token(&viewer)?, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn policy(
    State(arena): State<Shared>,
    viewer: Viewer,
    body: Result<Json<PolicyBody>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let user = by_token(&viewer)?;
    let PolicyBody { sign_up, code, uploads_an_hour } = read(body)?;
    set_policy(&arena, user, &sign_up, &code, uploads_an_hour).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn backup(State(arena): State<Shared>, viewer: Viewer) -> Result<impl IntoResponse, Refusal> {
    let name = make_backup(&arena, by_token(&viewer)?).await?;
    Ok((StatusCode::CREATED, Json(BackupAnswer { name })))
}
