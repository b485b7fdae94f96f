//! A game: rules in brief, maps, ladder, recent matches, bots to start from.

use super::csv::{Csv, MOST_ROWS};
use super::{Frame, MatchList, Shown, ladder_of, shown};
use crate::catalogue::HostedLadder;
use crate::database::ladders::{LadderCursor, LadderRow};
use crate::database::matches::Which;
use crate::limits::PAGE;
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use crate::zipped::zipped;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use game::Seat;
use serde::Deserialize;

/// Languages that there are bots to start from in: the name in addresses, the name for people, and
/// what it is.
const LANGUAGES: [(&str, &str, sdk::Language); 4] = [
    ("python", "Python", sdk::Language::Python),
    ("cpp", "C++", sdk::Language::Cpp),
    ("rust", "Rust", sdk::Language::Rust),
    ("classic-cpp", "C++ (contest)", sdk::Language::ClassicCpp),
];

#[derive(Debug, Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    p: Frame,
    ladder: &'a HostedLadder,
    top: Vec<LadderRow>,
    /// Name, title, and the drawing as SVG of our own.
    maps: Vec<(&'a str, &'a str, &'a str)>,
    latest: MatchList,
    /// Name in addresses, and for people.
    starts: Vec<(&'static str, &'static str)>,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer, Path(game): Path<String>) -> Shown {
    let ladder = ladder_of(&arena, &game)?;
    let top = arena.database.ladder(ladder.name(), LadderCursor::Top, 10).await?;
    let latest = arena.database.matches(Which::OfGame(ladder.name()), i64::MAX, 10).await?;
    let p = Frame::new(&viewer, viewer.lang.pick(ladder.title));
    let title = |name: &'static str| ladder.map_title(name).map_or(name, |words| viewer.lang.pick(words));
    let drawn = |(name, _): &(&'static str, &'static str)| Some((*name, title(name), ladder.picture(name)?));
    let maps = ladder.entry.maps().iter().filter_map(drawn).collect();
    let has_start = |language| sdk::start(ladder.name(), language, "bot").is_ok();
    let starts = LANGUAGES.into_iter().filter(|(_, _, language)| has_start(*language));
    let starts = starts.map(|(name, label, _)| (name, label)).collect();
    shown(&GamePage {
        p,
        ladder,
        top,
        maps,
        latest: MatchList { matches: latest, next: None, filter: format!("game={}", ladder.name()) },
        starts,
    })
}

#[derive(Debug, Deserialize)]
pub(super) struct After {
    #[serde(default)]
    after: String,
}

#[derive(Debug, Template)]
#[template(path = "ladder.html")]
struct LadderPage<'a> {
    p: Frame,
    ladder: &'a HostedLadder,
    rows: Vec<LadderRow>,
    first: i64,
    next: Option<LadderCursor>,
}

pub(super) async fn ladder(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(game): Path<String>,
    Query(After { after }): Query<After>,
) -> Shown {
    let ladder = ladder_of(&arena, &game)?;
    let LadderSlice { first, rows, next } = ladder_slice(&arena, ladder, &after).await?;
    let title = format!(
        "{} · {}",
        viewer.lang.pick(ladder.title),
        if viewer.lang == game::Lang::Zh { "天梯" } else { "ladder" }
    );
    let p = Frame::new(&viewer, title);
    shown(&LadderPage { p, ladder, rows, first, next })
}

/// A page of a ladder.
#[derive(Debug)]
pub(crate) struct LadderSlice {
    /// How many lines come before it.
    pub(crate) first: i64,
    pub(crate) rows: Vec<LadderRow>,
    /// Where the next page begins.
    pub(crate) next: Option<LadderCursor>,
}

/// The page of a ladder after a cursor: the same for pages and the API.
pub(crate) async fn ladder_slice(
    arena: &Shared,
    ladder: &HostedLadder,
    after: &str,
) -> Result<LadderSlice, Refusal> {
    let after =
        LadderCursor::read(after).ok_or_else(|| Refusal::Bad("`after` is no place on a ladder".into()))?;
    let rows = arena.database.ladder(ladder.name(), after, PAGE).await?;
    let first = arena.database.ladder_before(ladder.name(), after).await?;
    let next = rows.last().filter(|_| rows.len() as i64 == PAGE).map(LadderCursor::after);
    Ok(LadderSlice { first, rows, next })
}

pub(super) async fn ladder_csv(
    State(arena): State<Shared>,
    Path(game): Path<String>,
) -> Result<Csv, Refusal> {
    let ladder = ladder_of(&arena, &game)?;
    let rows = arena.database.ladder(ladder.name(), LadderCursor::Top, MOST_ROWS).await?;
    let mut csv = Csv::new(&["place", "bot", "owner", "version", "elo", "error", "games", "blocks"]);
    for (place, row) in (1..).zip(rows) {
        let figures = row.rating.map_or_else(Default::default, |rating| {
            let (elo, error) = (format!("{:.1}", rating.elo), format!("{:.1}", rating.error));
            [elo, error, rating.games.to_string(), rating.blocks.to_string()]
        });
        let who = [i64::to_string(&place), row.bot, row.owner.unwrap_or_default(), row.version.to_string()];
        csv.add(&[who, figures].concat());
    }
    Ok(csv)
}

/// A bot to start from, as a zip file: the same files as `sandtable new-bot` writes.
pub(super) async fn start(
    State(arena): State<Shared>,
    Path((game, language)): Path<(String, String)>,
) -> Result<impl IntoResponse, Refusal> {
    start_of(ladder_of(&arena, &game)?, &language)
}

/// The same for pages and the API.
pub(crate) fn start_of(ladder: &HostedLadder, language: &str) -> Result<impl IntoResponse + use<>, Refusal> {
    let known = LANGUAGES.into_iter().find(|(name, _, _)| *name == language);
    let (name, _, language) = known.ok_or(Refusal::NotFound)?;
    let mut files = sdk::start(ladder.name(), language, "my-bot").map_err(|_| Refusal::NotFound)?;
    if language != sdk::Language::ClassicCpp {
        let table = ladder.maps[0].setup.start(0);
        files.push((
            "sample.jsonl".to_owned(),
            matches::protocol::opening(ladder.rules, &*table, Seat(0), ladder.clock),
        ));
    }
    let bytes = zipped(&files).map_err(|error| Refusal::Internal(error.to_string()))?;
    let name = format!("attachment; filename=\"{}-{name}.zip\"", ladder.name());
    Ok(([(header::CONTENT_TYPE, "application/zip".to_owned()), (header::CONTENT_DISPOSITION, name)], bytes))
}
