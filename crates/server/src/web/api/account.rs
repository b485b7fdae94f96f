//! Accounts: made, opened by a token, looked at, changed, deleted.

use super::answers::{
    AccountBody, BotAnswer, DeleteBody, MeAnswer, NewPasswordBody, SignInBody, TokenAnswer, TokenBody,
    TokenRow,
};
use super::operation::{Operation, Who, by_token, json, read};
use crate::database::users::{Role, User};
use crate::web::Shared;
use crate::web::pages::{
    change_password, data_of, forget, make_account, make_token, may_sign_up, refuse_account, sign_in_as,
};
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post, put};
use serde_json::Value;

/// What the token of somebody who just signed up or in is called, unless they say.
const NAMELESS: &str = "API";

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new("post", "/accounts", "Make an account, and a token for it", post(sign_up))
            .takes(json::<AccountBody>())
            .answers(201, json::<TokenAnswer>()),
        Operation::new("post", "/sign-in", "Make a token by name and password", post(sign_in))
            .takes(json::<SignInBody>())
            .answers(201, json::<TokenAnswer>()),
        Operation::new("get", "/me", "Whoever asks, with their bots", get(me))
            .by(Who::Account)
            .answers(200, json::<MeAnswer>()),
        Operation::new("get", "/me/data", "Everything that is kept of whoever asks", get(data))
            .by(Who::Account)
            .answers(200, json::<Value>()),
        Operation::new(
            "put",
            "/me/password",
            "Change the password; all sessions and tokens end",
            put(password),
        )
        .by(Who::Account)
        .takes(json::<NewPasswordBody>())
        .answers(200, json::<TokenAnswer>()),
        Operation::new("post", "/me/delete", "Delete the account", post(remove))
            .by(Who::Account)
            .takes(json::<DeleteBody>()),
        Operation::new("get", "/me/tokens", "One's tokens", get(tokens))
            .by(Who::Account)
            .answers(200, json::<Vec<TokenRow>>()),
        Operation::new("post", "/me/tokens", "Make a token", post(add_token))
            .by(Who::Account)
            .takes(json::<TokenBody>())
            .answers(201, json::<TokenAnswer>()),
        Operation::new("delete", "/me/tokens/{token}", "Revoke a token", delete(revoke)).by(Who::Account),
    ]
}

async fn sign_up(
    State(arena): State<Shared>,
    viewer: Viewer,
    body: Result<Json<AccountBody>, JsonRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let AccountBody { name, password, code } = read(body)?;
    may_sign_up(&arena, &viewer, &code).await?;
    let made = make_account(&arena, &name, password, Role::Player, None).await?;
    let user = made.map_err(refuse_account)?;
    let token = make_token(&arena, user, NAMELESS).await?;
    Ok((StatusCode::CREATED, Json(TokenAnswer { token })))
}

async fn sign_in(
    State(arena): State<Shared>,
    viewer: Viewer,
    body: Result<Json<SignInBody>, JsonRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let SignInBody { name, password, token } = read(body)?;
    let user = sign_in_as(&arena, &viewer, &name, password).await?;
    let user = user.ok_or(Refusal::Forbidden("the name or the password is wrong"))?;
    let token = make_token(&arena, user.id, token.as_deref().unwrap_or(NAMELESS)).await?;
    Ok((StatusCode::CREATED, Json(TokenAnswer { token })))
}

async fn me(State(arena): State<Shared>, viewer: Viewer) -> Result<Json<MeAnswer>, Refusal> {
    let user: &User = viewer.user()?;
    let mut bots = Vec::new();
    for bot in arena.database.bots_of(user.id).await? {
        let versions = arena.database.versions_of(bot.id).await?;
        bots.push(BotAnswer::of(bot, versions, Some(user)));
    }
    Ok(Json(MeAnswer { name: user.name.clone(), role: user.role.name(), bots }))
}

async fn data(State(arena): State<Shared>, viewer: Viewer) -> Result<Json<Value>, Refusal> {
    Ok(Json(data_of(&arena, viewer.user()?).await?))
}

async fn password(
    State(arena): State<Shared>,
    viewer: Viewer,
    body: Result<Json<NewPasswordBody>, JsonRejection>,
) -> Result<Json<TokenAnswer>, Refusal> {
    let user = by_token(&viewer)?;
    let NewPasswordBody { old, password } = read(body)?;
    change_password(&arena, user, old, password).await?;
    Ok(Json(TokenAnswer { token: make_token(&arena, user.id, NAMELESS).await? }))
}

async fn remove(
    State(arena): State<Shared>,
    viewer: Viewer,
    body: Result<Json<DeleteBody>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let user = by_token(&viewer)?;
    forget(&arena, user, read(body)?.password).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn tokens(State(arena): State<Shared>, viewer: Viewer) -> Result<Json<Vec<TokenRow>>, Refusal> {
    let tokens = arena.database.tokens_of(viewer.user()?.id).await?;
    Ok(Json(tokens.into_iter().map(TokenRow::of).collect()))
}

async fn add_token(
    State(arena): State<Shared>,
    viewer: Viewer,
    body: Result<Json<TokenBody>, JsonRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let user = by_token(&viewer)?;
    let token = make_token(&arena, user.id, &read(body)?.name).await?;
    Ok((StatusCode::CREATED, Json(TokenAnswer { token })))
}

async fn revoke(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<StatusCode, Refusal> {
    let user = by_token(&viewer)?;
    arena.database.revoke_token(user.id, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
