//! Play now: a map, opponents, and a table that guests may sit at, too.

use super::{Frame, Shown, ladder_of, shown};
use crate::catalogue::HostedLadder;
use crate::database::play_tables::PlayLink;
use crate::rooms::{self, OpenTab};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::Form;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{Html, IntoResponse, Redirect, Response};
use game::Lang;
use serde::Deserialize;
use std::time::Instant;
use web::shared::{Links, PersonClock, Sight, Sitter, TableSetup, Watching, usual_lateness};

/// The levels of the bots that play here: those that answer at once or nearly so.
const LEVELS: usize = 3;

/// What somebody in a seat is called who comes by a link.
const PERSON: &str = "person";
/// The seat of whoever opens the table.
const YOU: &str = "you";

#[derive(Debug, Template)]
#[template(path = "play.html")]
struct PlayPage<'a> {
    p: Frame,
    ladder: &'a HostedLadder,
    maps: Vec<MapChoice<'a>>,
    /// The seats, counted from 1; empty in games for one.
    seats: Vec<usize>,
    /// Bots: name and what they are called.
    levels: Vec<(&'static str, &'static str)>,
}

/// A map to choose.
#[derive(Debug)]
struct MapChoice<'a> {
    /// What the form sends.
    value: String,
    title: &'a str,
    about: String,
    /// The drawing as SVG of our own.
    drawing: &'a str,
    is_lesson: bool,
}

/// The choice of what to play.
pub(super) async fn choose(State(arena): State<Shared>, viewer: Viewer, Path(game): Path<String>) -> Shown {
    let ladder = ladder_of(&arena, &game)?;
    let lang = viewer.lang;
    let known = interaction::of_game(ladder.name());
    let title = |name: &'static str| known.map(name).map_or(name, |info| lang.pick(info.title));
    let lessons = known.lessons.iter().filter_map(|lesson| {
        Some(MapChoice {
            value: format!("lesson:{}", lesson.map),
            title: lang.pick(lesson.title),
            about: String::new(),
            drawing: ladder.picture(lesson.map)?,
            is_lesson: true,
        })
    });
    let maps = ladder.entry.maps().iter().filter_map(|(name, _)| {
        let info = known.map(name).and_then(|info| info.puzzle);
        let about = info.map_or_else(String::new, |puzzle| about(puzzle, lang));
        let (value, drawing) = ((*name).to_owned(), ladder.picture(name)?);
        Some(MapChoice { value, title: title(name), about, drawing, is_lesson: false })
    });
    let maps = lessons.chain(maps).collect();
    let seats = if ladder.seats == 1 { Vec::new() } else { (1..=ladder.seats).collect() };
    let levels =
        interaction::words::LEVELS.iter().take(LEVELS).map(|(name, words)| (*name, lang.pick(*words)));
    let heading =
        format!("{} · {}", lang.pick(ladder.title), if lang == Lang::Zh { "立即游玩" } else { "Play now" });
    let p = Frame::new(&viewer, heading);
    shown(&PlayPage { p, ladder, maps, seats, levels: levels.collect() })
}

fn about(puzzle: face::Puzzle, lang: Lang) -> String {
    let difficulty = lang.pick(interaction::words::DIFFICULTY[usize::from(puzzle.difficulty.min(3))]);
    match lang {
        Lang::En => format!("{difficulty}, par {}", puzzle.par),
        Lang::Zh => format!("{difficulty}，标准 {} 回合", puzzle.par),
    }
}

/// What the form sends. Seats are named by their numbers.
#[derive(Debug, Deserialize)]
pub(super) struct Wanted {
    map: String,
    #[serde(default)]
    seat1: String,
    #[serde(default)]
    seat2: String,
    #[serde(default)]
    seat3: String,
    #[serde(default)]
    seat4: String,
    #[serde(default)]
    clock: Option<String>,
    #[serde(default)]
    watch: Option<String>,
}

/// Opens a table, and sends whoever asked there.
pub(super) async fn open(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(game): Path<String>,
    Form(wanted): Form<Wanted>,
) -> Result<Redirect, Refusal> {
    let ladder = ladder_of(&arena, &game)?;
    let who = viewer.user.as_ref().map_or_else(|| viewer.address.clone(), |user| format!("user {}", user.id));
    arena.new_tables.try_once(&who, Instant::now()).map_err(Refusal::TooMany)?;
    let (setup, own) = setup(ladder, &wanted)?;
    let links = links(&setup)?;
    let tokens: Vec<(String, Option<u8>)> = (0..)
        .zip(&links.seats)
        .filter_map(|(seat, token)| Some((token.clone()?, Some(seat))))
        .chain(links.watch.iter().map(|token| (token.clone(), None)))
        .collect();
    let json = |error: serde_json::Error| Refusal::Internal(error.to_string());
    let rows = (serde_json::to_string(&setup).map_err(json)?, serde_json::to_string(&links).map_err(json)?);
    arena.database.add_play_table(ladder.name(), (&rows.0, &rows.1), &tokens).await?;
    let token = links.seats.get(own).cloned().flatten();
    let token = token.ok_or_else(|| Refusal::Internal("nobody sits there".into()))?;
    Ok(Redirect::to(&format!("/tables/{token}/")))
}

/// The table that is wanted, and the seat of whoever wants it.
fn setup(ladder: &HostedLadder, wanted: &Wanted) -> Result<(TableSetup, usize), Refusal> {
    let (map, lesson) = match wanted.map.strip_prefix("lesson:") {
        Some(map) => (map, true),
        None => (&*wanted.map, false),
    };
    let text = ladder.entry.bundled(map).ok_or_else(|| Refusal::Bad(format!("there is no map `{map}`")))?;
    let rules = ladder.entry.profiles()[0];
    let mut seed = [0; 8];
    getrandom::fill(&mut seed).map_err(|error| Refusal::Internal(error.to_string()))?;
    let seed = u64::from_le_bytes(seed);
    let started = ladder.entry.start(text.as_bytes(), rules, seed);
    let started = started.map_err(|_| Refusal::Internal(format!("the map {map} cannot be used")))?;
    let given = [&wanted.seat1, &wanted.seat2, &wanted.seat3, &wanted.seat4];
    let count = usize::from(started.seats());
    let mut seats: Vec<&str> = given.iter().take(count).map(|who| who.as_str()).collect();
    if lesson || count == 1 {
        seats = (0..count).map(|seat| if seat == 0 { YOU } else { "easy" }).collect();
    }
    let own = seats.iter().position(|who| *who == YOU);
    let own = own.ok_or_else(|| Refusal::Bad("choose your own seat".into()))?;
    let level = |who: &str| interaction::words::LEVELS.iter().take(LEVELS).any(|(name, _)| *name == who);
    if let Some(wrong) = seats.iter().find(|who| ![YOU, PERSON].contains(who) && !level(who)) {
        return Err(Refusal::Bad(format!("nobody is called `{wrong}`")));
    }
    let sitter = |who: &&str| Sitter::from(if *who == YOU { PERSON.to_owned() } else { (*who).to_owned() });
    let late = usual_lateness(&*started);
    let setup = TableSetup {
        game: ladder.name().into(),
        map_name: map.into(),
        map: text.into(),
        rules: rules.into(),
        seed,
        seats: seats.iter().map(sitter).collect(),
        clock: wanted.clock.is_some().then(PersonClock::usual),
        watching: wanted.watch.is_some().then_some(Watching { sight: Sight::Everything, late }),
        lesson,
    };
    Ok((setup, own))
}

fn links(setup: &TableSetup) -> Result<Links, Refusal> {
    let token = || -> Result<String, Refusal> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes).map_err(|error| Refusal::Internal(error.to_string()))?;
        Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    };
    let seats = setup.seats.iter().map(|who| (*who == Sitter::Person).then(token).transpose());
    Ok(Links { seats: seats.collect::<Result<_, _>>()?, watch: setup.watching.map(|_| token()).transpose()? })
}

async fn link(arena: &Shared, token: &str) -> Result<PlayLink, Refusal> {
    arena.database.play_link(token).await?.ok_or(Refusal::NotFound)
}

/// The page of a table.
pub(super) async fn table(
    State(arena): State<Shared>,
    Path(token): Path<String>,
) -> Result<Html<String>, Refusal> {
    let link = link(&arena, &token).await?;
    let kept = arena.database.play_table(link.table).await?.ok_or(Refusal::NotFound)?;
    let setup: TableSetup =
        serde_json::from_str(&kept.setup).map_err(|error| Refusal::Internal(error.to_string()))?;
    let home = arena.ladder(&setup.game).map(|ladder| format!("/play/{}", ladder.name()));
    Ok(Html(web::assets::page(home.as_deref())))
}

/// Stylesheets and scripts of that page.
pub(super) async fn asset(Path((_, name)): Path<(String, String)>) -> Result<Response, Refusal> {
    web::assets::asset(&name).map(|text| file(&name, text)).ok_or(Refusal::NotFound)
}

/// What that page shares with the replay page.
pub(super) async fn module(Path((_, name)): Path<(String, String)>) -> Result<Response, Refusal> {
    let found = match &*name {
        "tokens.css" => Some(page::html::TOKENS),
        name => page::module(name),
    };
    found.map(|text| file(&name, text)).ok_or(Refusal::NotFound)
}

fn file(name: &str, text: &'static str) -> Response {
    let kind = if name.ends_with(".css") { "text/css" } else { "text/javascript" };
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=300")], text).into_response()
}

/// A tab comes to a table.
pub(super) async fn socket(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(token): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refusal> {
    let link = link(&arena, &token).await?;
    let host = rooms::host(&arena, link.table, viewer.lang).await.map_err(Refusal::Unavailable)?;
    let host = host.ok_or(Refusal::NotFound)?;
    let role = rooms::role(link, viewer.lang);
    Ok(web::connect(host, role, upgrade, move || OpenTab::new(arena, link.table)))
}

/// The whole game as a page, when it is over.
pub(super) async fn replay(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(token): Path<String>,
) -> Result<Response, Refusal> {
    let link = link(&arena, &token).await?;
    let host = rooms::host(&arena, link.table, viewer.lang).await.map_err(Refusal::Unavailable)?;
    let page = host.ok_or(Refusal::NotFound)?.replay(rooms::role(link, viewer.lang)).await;
    let page = page.ok_or(Refusal::NotFound)?;
    Ok(([(header::CONTENT_SECURITY_POLICY, web::REPLAY_POLICY)], Html(page)).into_response())
}
