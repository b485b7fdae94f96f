//! Games and their ladders.

use super::answers::{GameAnswer, LadderAnswer, LadderPageAnswer};
use super::operation::{Content, Operation, json};
use crate::web::Shared;
use crate::web::pages::{LadderSlice, ladder_of, ladder_slice, start_of};
use crate::web::refusal::Refusal;
use axum::Json;
use axum::extract::{Path, Query, State};
use axum::response::IntoResponse;
use axum::routing::get;
use serde::Deserialize;

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new("get", "/games", "The games, with the settings of their ladders", get(games))
            .answers(200, json::<Vec<GameAnswer>>()),
        Operation::new("get", "/games/{game}/ladder", "A page of a ladder", get(ladder))
            .query(&[("after", "string")])
            .answers(200, json::<LadderPageAnswer>()),
        Operation::new(
            "get",
            "/games/{game}/starts/{language}",
            "A bot to start from, as a zip file",
            get(start),
        )
        .answers(200, Content::Bytes("application/zip")),
    ]
}

async fn games(State(arena): State<Shared>) -> Json<Vec<GameAnswer>> {
    Json(arena.ladders.iter().map(GameAnswer::of).collect())
}

#[derive(Debug, Deserialize)]
struct After {
    #[serde(default)]
    after: String,
}

async fn ladder(
    State(arena): State<Shared>,
    Path(game): Path<String>,
    Query(After { after }): Query<After>,
) -> Result<Json<LadderPageAnswer>, Refusal> {
    let LadderSlice { first, rows, next } = ladder_slice(&arena, ladder_of(&arena, &game)?, &after).await?;
    let bots = (first + 1..).zip(rows).map(|(place, row)| LadderAnswer::of(place, row)).collect();
    Ok(Json(LadderPageAnswer { bots, next: next.map(|next| next.to_string()) }))
}

async fn start(
    State(arena): State<Shared>,
    Path((game, language)): Path<(String, String)>,
) -> Result<impl IntoResponse, Refusal> {
    start_of(ladder_of(&arena, &game)?, &language)
}
