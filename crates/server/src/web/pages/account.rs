//! One's own account: bots, tokens, password, data.

use super::accounts::{change_password, data_of, forget, make_token};
use super::sign_in::new_session;
use super::{Frame, Shown, shown};
use crate::accounts::secret::Secret;
use crate::database::bots::Bot;
use crate::database::challenges::Challenge;
use crate::database::sessions::Token;
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use axum::{Form, Json};
use serde::Deserialize;

#[derive(Debug, Template)]
#[template(path = "account.html")]
struct AccountPage {
    p: Frame,
    bots: Vec<Bot>,
    challenges: Vec<Challenge>,
    tokens: Vec<Token>,
    /// When somebody signed in as this person, and whether it was here.
    sessions: Vec<(i64, bool)>,
    /// A token that was just made: it is shown once.
    new_token: Option<String>,
    message: String,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer) -> Shown {
    page(&arena, &viewer, None, "").await
}

async fn page(arena: &Shared, viewer: &Viewer, new_token: Option<String>, message: &str) -> Shown {
    let user = viewer.user()?;
    let p = Frame::new(viewer, user.name.clone());
    let this = viewer.session.as_ref().map(Secret::hash);
    let sessions = arena.database.sessions_of(user.id).await?;
    let sessions = sessions.into_iter().map(|(hash, since)| (since, Some(hash) == this)).collect();
    shown(&AccountPage {
        p,
        bots: arena.database.bots_of(user.id).await?,
        challenges: arena.database.challenges_of(user.id).await?,
        tokens: arena.database.tokens_of(user.id).await?,
        sessions,
        new_token,
        message: message.to_owned(),
    })
}

#[derive(Debug, Deserialize)]
pub(super) struct NewPassword {
    csrf: String,
    old: String,
    password: String,
}

/// Sets a new password. All other sessions and all tokens end.
pub(super) async fn password(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(form): Form<NewPassword>,
) -> Result<Response, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    change_password(&arena, user, form.old, form.password).await?;
    Ok((new_session(&arena, &viewer, user.id).await?, Redirect::to("/account")).into_response())
}

#[derive(Debug, Deserialize)]
pub(super) struct NewToken {
    csrf: String,
    name: String,
}

pub(super) async fn add_token(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(form): Form<NewToken>,
) -> Shown {
    let user = viewer.sent(&form.csrf)?;
    let token = make_token(&arena, user.id, &form.name).await?;
    page(&arena, &viewer, Some(token), "").await
}

#[derive(Debug, Deserialize)]
pub(super) struct Only {
    csrf: String,
}

pub(super) async fn revoke_token(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<Only>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    arena.database.revoke_token(user.id, id).await?;
    Ok(Redirect::to("/account"))
}

/// Everything that is kept of a person.
pub(super) async fn data(State(arena): State<Shared>, viewer: Viewer) -> Result<Response, Refusal> {
    let data = data_of(&arena, viewer.user()?).await?;
    let disposition = [(header::CONTENT_DISPOSITION, "attachment; filename=\"my-data.json\"")];
    Ok((disposition, Json(data)).into_response())
}

#[derive(Debug, Deserialize)]
pub(super) struct Deletion {
    csrf: String,
    password: String,
}

pub(super) async fn delete(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(form): Form<Deletion>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    forget(&arena, user, form.password).await?;
    Ok(Redirect::to("/"))
}
