//! One's own account: bots, tokens, password, data.

use super::sign_in::{checked, hashed, new_session, unfit};
use super::{Frame, Shown, shown};
use crate::accounts::secret::Secret;
use crate::database::bots::Bot;
use crate::database::challenges::Challenge;
use crate::database::now;
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
use serde_json::{Value, json};

/// Tokens of one person.
const MOST_TOKENS: usize = 20;

/// How long a token works: a year.
const TOKEN_LIFE: i64 = 365 * 24 * 60 * 60 * 1000;

#[derive(Debug, Template)]
#[template(path = "account.html")]
struct AccountPage {
    p: Frame,
    bots: Vec<Bot>,
    challenges: Vec<Challenge>,
    tokens: Vec<Token>,
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
    shown(&AccountPage {
        p,
        bots: arena.database.bots_of(user.id).await?,
        challenges: arena.database.challenges_of(user.id).await?,
        tokens: arena.database.tokens_of(user.id).await?,
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
    let p = Frame::new(&viewer, "");
    confirm(&arena, &viewer, form.old).await?;
    if let Some(wrong) = unfit(&p, &form.password) {
        return Err(Refusal::Bad(wrong));
    }
    arena.database.set_password(user.id, &hashed(form.password).await?).await?;
    arena.database.note(Some(user.id), "password", "").await?;
    Ok((new_session(&arena, &viewer, user.id).await?, Redirect::to("/account")).into_response())
}

/// Asks for the password again before something that cannot be undone.
async fn confirm(arena: &Shared, viewer: &Viewer, password: String) -> Result<(), Refusal> {
    let user = viewer.user()?;
    let key = format!("confirm {}", user.id);
    arena.sign_ins.try_once(&key, std::time::Instant::now()).map_err(Refusal::TooMany)?;
    let hash = arena.database.user_named(&user.name).await?.map(|(_, hash)| hash);
    match checked(password, hash).await? {
        true => Ok(()),
        false => Err(Refusal::Forbidden("the password is wrong")),
    }
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
    let name = form.name.trim();
    if name.is_empty() || name.chars().count() > 64 {
        return Err(Refusal::Bad("a token has a name of up to 64 letters".into()));
    }
    if arena.database.tokens_of(user.id).await?.len() >= MOST_TOKENS {
        return Err(Refusal::Conflict(format!("there are {MOST_TOKENS} tokens: revoke one first")));
    }
    let secret = Secret::new();
    arena.database.add_token(&secret.hash(), user.id, name, now() + TOKEN_LIFE).await?;
    arena.database.note(Some(user.id), "token", name).await?;
    page(&arena, &viewer, Some(secret.text().to_owned()), "").await
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
    let user = viewer.user()?;
    let mut bots = Vec::new();
    for bot in arena.database.bots_of(user.id).await? {
        let versions = arena.database.versions_of(bot.id).await?;
        let versions: Vec<Value> = versions.iter().map(|version| {
            let report: Option<Value> = version.report.as_deref().and_then(|text| serde_json::from_str(text).ok());
            let source = format!("/bots/{}/versions/{}/source", bot.id, version.number);
            json!({ "number": version.number, "state": version.state.name(), "created": version.created, "report": report, "source": source })
        }).collect();
        bots.push(json!({ "id": bot.id, "game": bot.game, "name": bot.name, "created": bot.created, "versions": versions }));
    }
    let tokens = arena.database.tokens_of(user.id).await?;
    let tokens: Vec<Value> =
        tokens.iter().map(|token| json!({ "name": token.name, "created": token.created })).collect();
    let challenges = arena.database.challenges_of(user.id).await?;
    let challenges: Vec<i64> = challenges.iter().map(|challenge| challenge.id).collect();
    let data = json!({
        "name": user.name, "role": user.role.name(), "created": user.created,
        "bots": bots, "tokens": tokens, "challenges": challenges,
    });
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
    confirm(&arena, &viewer, form.password).await?;
    arena.database.forget_user(user.id).await?;
    arena.database.note(Some(user.id), "account deleted", "").await?;
    Ok(Redirect::to("/"))
}
