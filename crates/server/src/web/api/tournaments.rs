//! Tournaments: made, entered, looked at.

use super::course_answers::MadeAnswer;
use super::operation::{ByOrganiser, Content, Operation, Who, by_token, json, read};
use crate::database::tournaments::{Entry, Tournament};
use crate::limits::{LARGEST_CUP, PAGE};
use crate::web::Shared;
use crate::web::pages::{
    ContestView, WantedTournament, begin, contest_view, enter, import, make_tournament, withdraw,
};
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::JsonRejection;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;
use axum::routing::{delete, get, post};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(super) fn operations() -> Vec<Operation> {
    vec![
        Operation::new("get", "/tournaments", "A page of tournaments, the newest first", get(list))
            .query(&[("before", "integer")])
            .answers(200, json::<Vec<TournamentAnswer>>()),
        Operation::new("get", "/tournaments/{tournament}", "A tournament, and how it stands", get(one))
            .answers(200, json::<TournamentDetails>()),
        Operation::new("post", "/tournaments", "Make a tournament", post(make))
            .by(Who::Account)
            .takes(json::<TournamentBody>())
            .answers(201, json::<MadeAnswer>()),
        Operation::new(
            "post",
            "/tournaments/import",
            "Open a tournament of the command line: the body is its database",
            post(send_import).layer(DefaultBodyLimit::max(LARGEST_CUP)),
        )
        .by(Who::Account)
        .query(&[("name", "string")])
        .takes(Content::Bytes("application/octet-stream"))
        .answers(201, json::<MadeAnswer>()),
        Operation::new(
            "post",
            "/tournaments/{tournament}/entries",
            "Enter a version of a bot",
            post(send_entry),
        )
        .by(Who::Account)
        .takes(json::<EntryBody>()),
        Operation::new(
            "delete",
            "/tournaments/{tournament}/entries/{bot}",
            "Take an entry back",
            delete(take_back),
        )
        .by(Who::Account),
        Operation::new(
            "post",
            "/tournaments/{tournament}/start",
            "Start it before its deadline",
            post(start),
        )
        .by(Who::Account),
    ]
}

/// A tournament.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TournamentAnswer {
    /// Its id.
    id: i64,
    /// Its name.
    name: String,
    /// The game.
    game: String,
    /// The format, as in files of `sandtable tournament`.
    format: &'static str,
    /// open, running or finished.
    state: &'static str,
    /// Until when one can enter, in milliseconds since 1970; null if an organiser starts it.
    deadline: Option<i64>,
}

impl TournamentAnswer {
    fn of(tournament: &Tournament) -> Self {
        Self {
            id: tournament.id,
            name: tournament.name.clone(),
            game: tournament.game.clone(),
            format: tournament.cup.format.name(),
            state: tournament.state.name(),
            deadline: tournament.deadline,
        }
    }
}

/// A tournament, and how it stands.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct TournamentDetails {
    #[serde(flatten)]
    tournament: TournamentAnswer,
    /// Who takes part, in the order of the seeds.
    entries: Vec<EntryAnswer>,
    /// How it stands.
    standings: ContestView,
}

/// Who takes part.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct EntryAnswer {
    /// The bot's id.
    bot: i64,
    /// Its name.
    name: String,
    /// Whose it is; null for built-in ones.
    owner: Option<String>,
    /// The id of the version that plays.
    version: i64,
}

impl EntryAnswer {
    fn of(entry: Entry) -> Self {
        Self { bot: entry.bot_id, name: entry.bot, owner: entry.owner, version: entry.version_id }
    }
}

/// A tournament to be made.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct TournamentBody {
    /// Its name.
    name: String,
    /// The game.
    #[serde(default)]
    game: String,
    /// round-robin, gauntlet, groups, swiss, single-elimination, double-elimination or ladder.
    #[serde(default)]
    format: String,
    /// Maps; none for the usual one.
    #[serde(default)]
    maps: Vec<String>,
    /// Blocks of each pairing.
    #[serde(default)]
    blocks: u32,
    /// Rounds of a Swiss tournament.
    #[serde(default)]
    rounds: Option<u32>,
    /// How long bots may think; as on the ladder if it is empty.
    #[serde(default)]
    clock: String,
    /// Until when one can enter, in milliseconds since 1970.
    #[serde(default)]
    deadline: Option<i64>,
}

/// An entry to be made.
#[derive(Debug, Deserialize, JsonSchema)]
pub(crate) struct EntryBody {
    /// The bot's id.
    bot: i64,
    /// The version's id; the active one if there is none.
    #[serde(default)]
    version: Option<i64>,
}

#[derive(Debug, Deserialize)]
struct Before {
    before: Option<i64>,
}

async fn list(
    State(arena): State<Shared>,
    Query(Before { before }): Query<Before>,
) -> Result<Json<Vec<TournamentAnswer>>, Refusal> {
    let tournaments = arena.database.tournaments(before.unwrap_or(i64::MAX), PAGE).await?;
    Ok(Json(tournaments.iter().map(TournamentAnswer::of).collect()))
}

async fn one(State(arena): State<Shared>, Path(id): Path<i64>) -> Result<Json<TournamentDetails>, Refusal> {
    let tournament = arena.database.tournament(id).await?.ok_or(Refusal::NotFound)?;
    let entries = arena.database.entries(id).await?.into_iter().map(EntryAnswer::of).collect();
    let standings = contest_view(&arena, &tournament).await?;
    Ok(Json(TournamentDetails { tournament: TournamentAnswer::of(&tournament), entries, standings }))
}

async fn make(
    State(arena): State<Shared>,
    viewer: Viewer,
    body: Result<Json<TournamentBody>, JsonRejection>,
) -> Result<impl IntoResponse, Refusal> {
    let user = by_token(&viewer)?;
    let TournamentBody { name, game, format, maps, blocks, rounds, clock, deadline } = read(body)?;
    let wanted = WantedTournament { name, game, format, maps, blocks, rounds, clock, deadline };
    let id = make_tournament(&arena, user, &wanted).await?;
    Ok((StatusCode::CREATED, Json(MadeAnswer { id })))
}

#[derive(Debug, Deserialize)]
struct Named {
    #[serde(default)]
    name: String,
}

async fn send_import(
    State(arena): State<Shared>,
    ByOrganiser(user): ByOrganiser,
    Query(Named { name }): Query<Named>,
    body: Bytes,
) -> Result<impl IntoResponse, Refusal> {
    let id = import(&arena, &user, &name, body.to_vec()).await?;
    Ok((StatusCode::CREATED, Json(MadeAnswer { id })))
}

async fn send_entry(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    body: Result<Json<EntryBody>, JsonRejection>,
) -> Result<StatusCode, Refusal> {
    let user = by_token(&viewer)?;
    let EntryBody { bot, version } = read(body)?;
    enter(&arena, user, id, bot, version).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn take_back(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((id, bot)): Path<(i64, i64)>,
) -> Result<StatusCode, Refusal> {
    withdraw(&arena, by_token(&viewer)?, id, bot).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn start(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
) -> Result<StatusCode, Refusal> {
    begin(&arena, by_token(&viewer)?, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
