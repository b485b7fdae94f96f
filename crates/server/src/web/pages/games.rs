//! A game: rules in brief, maps, ladder, recent matches, bots to start from.

use super::{Frame, MatchList, Shown, ladder_of, shown};
use crate::catalogue::HostedLadder;
use crate::database::matches::Which;
use crate::database::ratings::LadderRow;
use crate::limits::PAGE;
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use game::Seat;
use serde::Deserialize;
use std::io::{Cursor, Write};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Languages that there are bots to start from in: the name in addresses, the name for people, and what it is.
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
    /// Name, title and drawing.
    maps: Vec<(&'a str, &'a str, String)>,
    latest: MatchList,
    /// Name in addresses, and for people.
    starts: Vec<(&'static str, &'static str)>,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer, Path(game): Path<String>) -> Shown {
    let ladder = ladder_of(&arena, &game)?;
    let top = arena.database.ladder(ladder.name(), 0, 10).await?;
    let latest = arena.database.matches(Which::OfGame(ladder.name()), i64::MAX, 10).await?;
    let p = Frame::new(&viewer, viewer.lang.pick(ladder.title));
    let title = |name: &'static str| ladder.map_title(name).map_or(name, |words| viewer.lang.pick(words));
    let drawn = |(name, text): &(&'static str, &'static str)| {
        let drawing = ladder.entry.show_map(text.as_bytes(), ladder.rules).ok()?;
        ladder.map(name)?;
        Some((*name, title(name), drawing))
    };
    let maps = ladder.entry.maps().iter().filter_map(drawn).collect();
    let has_start = |language| sdk::start(ladder.name(), language, "bot").is_ok();
    let starts = LANGUAGES.into_iter().filter(|(_, _, language)| has_start(*language));
    let starts = starts.map(|(name, label, _)| (name, label)).collect();
    shown(&GamePage { p, ladder, top, maps, latest: MatchList { matches: latest, next: None }, starts })
}

#[derive(Debug, Deserialize)]
pub(super) struct PageNumber {
    #[serde(default)]
    page: u32,
}

#[derive(Debug, Template)]
#[template(path = "ladder.html")]
struct LadderPage<'a> {
    p: Frame,
    ladder: &'a HostedLadder,
    rows: Vec<LadderRow>,
    first: i64,
    previous: Option<u32>,
    next: Option<u32>,
}

pub(super) async fn ladder(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(game): Path<String>,
    Query(PageNumber { page }): Query<PageNumber>,
) -> Shown {
    let ladder = ladder_of(&arena, &game)?;
    let first = i64::from(page) * PAGE;
    let rows = arena.database.ladder(ladder.name(), first, PAGE).await?;
    let next = (rows.len() as i64 == PAGE).then(|| page + 1);
    let title = format!(
        "{} · {}",
        viewer.lang.pick(ladder.title),
        if viewer.lang == game::Lang::Zh { "天梯" } else { "ladder" }
    );
    let p = Frame::new(&viewer, title);
    shown(&LadderPage { p, ladder, rows, first, previous: page.checked_sub(1), next })
}

pub(super) async fn ladder_csv(
    State(arena): State<Shared>,
    Path(game): Path<String>,
) -> Result<impl IntoResponse, Refusal> {
    let ladder = ladder_of(&arena, &game)?;
    let rows = arena.database.ladder(ladder.name(), 0, 100_000).await?;
    let mut text = String::from("place,bot,owner,version,elo,error,games,blocks\n");
    for (place, row) in (1..).zip(rows) {
        let owner = row.owner.unwrap_or_default();
        let figures = row.rating.map_or(",,,".to_owned(), |rating| {
            format!("{:.1},{:.1},{},{}", rating.elo, rating.error, rating.games, rating.blocks)
        });
        // Names hold neither commas nor quotes, and do not begin with what a spreadsheet takes for a formula.
        text.push_str(&format!("{place},{},{owner},{},{figures}\n", row.bot, row.version));
    }
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], text))
}

/// A bot to start from, as a zip file: the same files as `sandtable new-bot` writes.
pub(super) async fn start(
    State(arena): State<Shared>,
    Path((game, language)): Path<(String, String)>,
) -> Result<impl IntoResponse, Refusal> {
    let ladder = ladder_of(&arena, &game)?;
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

fn zipped(files: &[(String, Vec<u8>)]) -> zip::result::ZipResult<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, contents) in files {
        archive.start_file(name.as_str(), options)?;
        archive.write_all(contents)?;
    }
    archive.finish().map(Cursor::into_inner)
}
