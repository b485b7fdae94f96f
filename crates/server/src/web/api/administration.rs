//! What administrators do.

use super::answers::{AuditAnswer, DisabledBody, LinkAnswer, RoleBody, UserAnswer, UsersAnswer};
use super::operation::{Operation, Who, by_token, json, read};
use crate::database::users::{Role, User};
use crate::limits::PAGE;
use crate::web::Shared;
use crate::web::pages::{password_link, set_disabled, set_role};
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{get, post, put};
use serde::Deserialize;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new("get", "/users", "A page of all people", get(users))
            .by(Who::Administrator)
            .query(&[("after", "integer")])
            .answers(200, json::<UsersAnswer>()),
        Operation::new("put", "/users/{user}/role", "Give somebody a role", put(role))
            .by(Who::Administrator)
            .takes(json::<RoleBody>()),
        Operation::new("put", "/users/{user}/disabled", "Shut somebody out, or let them in", put(disabled))
            .by(Who::Administrator)
            .takes(json::<DisabledBody>()),
        Operation::new(
            "post",
            "/users/{user}/link",
            "Make a link by which somebody sets a new password",
            post(link),
        )
        .by(Who::Administrator)
        .answers(201, json::<LinkAnswer>()),
        Operation::new("get", "/audit", "Who did what, the newest first", get(audit))
            .by(Who::Administrator)
            .query(&[("before", "integer")])
            .answers(200, json::<Vec<AuditAnswer>>()),
    ]
}

fn administrator(viewer: &Viewer) -> Result<&User, Refusal> {
    by_token(viewer)?;
    viewer.at_least(Role::Administrator)
}

#[derive(Debug, Deserialize)]
struct After {
    #[serde(default)]
    after: i64,
}

async fn users(
    State(arena): State<Shared>,
    viewer: Viewer,
    Query(After { after }): Query<After>,
) -> Result<Json<UsersAnswer>, Refusal> {
    administrator(&viewer)?;
    let users = arena.database.users(after, PAGE).await?;
    let next = users.last().map(|user| user.id).filter(|_| users.len() as i64 == PAGE);
    Ok(Json(UsersAnswer { users: users.into_iter().map(UserAnswer::of).collect(), next }))
}

async fn role(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    body: Result<Json<RoleBody>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    set_role(&arena, administrator(&viewer)?, id, &read(body)?.role).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn disabled(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    body: Result<Json<DisabledBody>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    set_disabled(&arena, administrator(&viewer)?, id, read(body)?.disabled).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn link(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    let (_, path) = password_link(&arena, administrator(&viewer)?, id).await?;
    Ok((StatusCode::CREATED, Json(LinkAnswer { path })))
}

#[derive(Debug, Deserialize)]
struct Before {
    before: Option<i64>,
}

async fn audit(
    State(arena): State<Shared>,
    viewer: Viewer,
    Query(Before { before }): Query<Before>,
) -> Result<Json<Vec<AuditAnswer>>, Refusal> {
    administrator(&viewer)?;
    let entries = arena.database.audit(before.unwrap_or(i64::MAX), PAGE).await?;
    Ok(Json(entries.into_iter().map(AuditAnswer::of).collect()))
}
