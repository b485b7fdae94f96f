//! Challenges.

use super::answers::{ChallengeAnswer, ChallengeBody};
use super::once::once;
use super::operation::{Operation, Who, by_token, json, read};
use crate::web::Shared;
use crate::web::pages::{ChallengeResult, Wanted, accept_challenge, challenge_result};
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse;
use axum::routing::{get, post};

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new("get", "/challenges", "The latest challenges of one's own", get(mine))
            .by(Who::Account)
            .answers(200, json::<Vec<ChallengeAnswer>>()),
        Operation::new("post", "/challenges", "Challenge other versions", post(send))
            .by(Who::Account)
            .once_a_key()
            .takes(json::<ChallengeBody>())
            .answers(202, json::<ChallengeAnswer>()),
        Operation::new("get", "/challenges/{challenge}", "How a challenge stands", get(challenge))
            .answers(200, json::<ChallengeResult>()),
    ]
}

async fn mine(State(arena): State<Shared>, viewer: Viewer) -> Result<Json<Vec<ChallengeAnswer>>, Refusal> {
    let challenges = arena.database.challenges_of(viewer.user()?.id).await?;
    Ok(Json(challenges.into_iter().map(|one| ChallengeAnswer { id: one.id }).collect()))
}

async fn challenge(
    State(arena): State<Shared>,
    Path(id): Path<i64>,
) -> Result<Json<ChallengeResult>, Refusal> {
    let challenge = arena.database.challenge(id).await?.ok_or(Refusal::NotFound)?;
    Ok(Json(challenge_result(&arena, &challenge).await?))
}

async fn send(
    State(arena): State<Shared>,
    viewer: Viewer,
    headers: HeaderMap,
    body: Result<Json<ChallengeBody>, JsonRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let user = by_token(&viewer)?;
    let ChallengeBody { version, opponents, maps, blocks } = read(body)?;
    let wanted = Wanted { version, opponents, maps, blocks };
    let once = once(&headers, &[format!("{wanted:?}").as_bytes()])?;
    let id = accept_challenge(&arena, user, &wanted, once.as_ref()).await?;
    Ok((StatusCode::ACCEPTED, Json(ChallengeAnswer { id })))
}
