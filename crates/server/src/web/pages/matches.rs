//! Matches: lists, one match, its replay, what its seats' owners may read.

use super::csv::{Csv, MOST_ROWS};
use super::{Frame, MatchList, Shown, shown};
use crate::arena::Arena;
use crate::database::matches::{Match, Which};
use crate::database::users::User;
use crate::limits::{LARGEST_RECORD, LARGEST_REPLAY, LARGEST_STDERR, PAGE};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use crate::why::Why;
use crate::work::STANDING_BACK;
use askama::Template;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{Html, IntoResponse};
use replays::Replay;
use serde::Deserialize;
use std::io::Write;

/// Which matches are asked for. Of several conditions the first counts: tournament, challenge, bot,
/// state, game.
#[derive(Debug, Deserialize)]
pub(crate) struct MatchFilter {
    game: Option<String>,
    bot: Option<i64>,
    challenge: Option<i64>,
    tournament: Option<i64>,
    /// Only `running` is looked for.
    state: Option<String>,
    before: Option<i64>,
}

impl MatchFilter {
    fn which(&self) -> Result<Which<'_>, Refusal> {
        if let Some(tournament) = self.tournament {
            return Ok(Which::OfTournament(tournament));
        }
        match (self.challenge, self.bot, self.state.as_deref(), self.game.as_deref()) {
            (Some(challenge), ..) => Ok(Which::OfChallenge(challenge)),
            (_, Some(bot), ..) => Ok(Which::OfBot(bot)),
            (_, _, Some("running"), _) => Ok(Which::Running),
            (_, _, Some(_), _) => Err(Refusal::Bad("`state` can be `running`".into())),
            (.., Some(game)) => Ok(Which::OfGame(game)),
            _ => Ok(Which::All),
        }
    }
}

/// A page of matches, and where the next begins: the same for pages and the API.
pub(crate) async fn match_page(
    arena: &Arena,
    filter: &MatchFilter,
) -> Result<(Vec<Match>, Option<i64>), Refusal> {
    let matches = arena.database.matches(filter.which()?, filter.before.unwrap_or(i64::MAX), PAGE).await?;
    let next = next_page(&matches);
    Ok((matches, next))
}

/// Where the page after these matches begins.
pub(super) fn next_page(matches: &[Match]) -> Option<i64> {
    matches.last().map(|one| one.id).filter(|_| matches.len() as i64 == PAGE)
}

/// Matches as a table for other programs, a line for each seat.
pub(super) async fn list_csv(
    State(arena): State<Shared>,
    Query(filter): Query<MatchFilter>,
) -> Result<Csv, Refusal> {
    /// A line for each seat, and no game has more than four.
    const MOST_MATCHES: i64 = MOST_ROWS / 4;
    let before = filter.before.unwrap_or(i64::MAX);
    let matches = arena.database.matches(filter.which()?, before, MOST_MATCHES).await?;
    let columns =
        ["match", "game", "map", "purpose", "state", "turns", "finished", "seat", "bot", "name", "version"];
    let figures = ["place", "score", "out", "orders", "refused", "cpu", "faults"];
    let mut csv = Csv::new(&[&columns[..], &figures[..]].concat());
    let number = |number: Option<i64>| number.map_or_else(String::new, |number| number.to_string());
    for one in &matches {
        for seat in &one.seats {
            csv.add(&[
                one.id.to_string(),
                one.game.clone(),
                one.map.clone(),
                one.purpose.clone(),
                one.state.clone(),
                number(one.turns),
                number(one.finished),
                seat.seat.to_string(),
                seat.bot_id.to_string(),
                seat.bot.clone(),
                seat.version.to_string(),
                number(seat.place),
                number(seat.score),
                seat.is_out.to_string(),
                number(seat.orders),
                number(seat.refused),
                seat.cpu.map_or_else(String::new, |cpu| format!("{cpu:.3}")),
                seat.faults().len().to_string(),
            ]);
        }
    }
    Ok(csv)
}

#[derive(Debug, Template)]
#[template(path = "matches.html")]
struct MatchesPage {
    p: Frame,
    list: MatchList,
}

pub(super) async fn list(
    State(arena): State<Shared>,
    viewer: Viewer,
    Query(filter): Query<MatchFilter>,
) -> Shown {
    let (matches, next) = match_page(&arena, &filter).await?;
    let known = filter.game.as_deref().filter(|game| arena.ladder(game).is_some());
    let filter = known.map_or(String::new(), |game| format!("game={game}"));
    let next = next.map(|before| format!("/matches?{filter}&before={before}"));
    let p = Frame::new(&viewer, if viewer.lang == game::Lang::Zh { "对局" } else { "Matches" });
    shown(&MatchesPage { p, list: MatchList { matches, next, filter } })
}

#[derive(Debug, Template)]
#[template(path = "match.html")]
struct MatchPage {
    p: Frame,
    one: Match,
    game_title: &'static str,
    map_title: String,
    is_live: bool,
    /// Why it ended as it did; none before that is known.
    why: Option<Why>,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer, Path(id): Path<i64>) -> Shown {
    let one = arena.database.match_(id).await?.ok_or(Refusal::NotFound)?;
    let ladder = arena.ladder(&one.game);
    let game_title = ladder.map_or("", |ladder| viewer.lang.pick(ladder.title));
    let map_title = ladder.and_then(|ladder| ladder.map_title(&one.map));
    let map_title = map_title.map_or(one.map.clone(), |words| viewer.lang.pick(words).to_owned());
    let is_elsewhere = arena.database.is_shared() && one.state == "running";
    let is_live = is_elsewhere || arena.live.get(id).is_some();
    let names: Vec<&str> = one.seats.iter().map(|seat| seat.bot.as_str()).collect();
    let p = Frame::new(&viewer, format!("{} · {}", names.join(" – "), game_title));
    let why = why_of(&arena, &one).await?;
    shown(&MatchPage { p, one, game_title, map_title, is_live, why })
}

/// What a replay page may do: run the scripts that stand in it, as nobody. It has no part in the
/// session.
const REPLAY_POLICY: &str = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; \
    img-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts";

pub(super) async fn replay_page(
    State(arena): State<Shared>,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    let replay = replay_of(&arena, id).await?;
    let page = kept_film(&arena, &replay, "html").await?;
    let headers =
        [(header::CONTENT_SECURITY_POLICY, REPLAY_POLICY), (header::CACHE_CONTROL, "private, max-age=3600")];
    Ok((headers, Html(page)))
}

/// The file of a match's replay.
pub(crate) async fn replay_of(arena: &Arena, id: i64) -> Result<String, Refusal> {
    let row = arena.database.match_(id).await?.ok_or(Refusal::NotFound)?;
    row.replay.filter(|_| row.state == "done").ok_or(Refusal::NotFound)
}

/// Why a match ended as it did; none if it has not, or nobody can say.
pub(crate) async fn why_of(arena: &Shared, one: &Match) -> Result<Option<Why>, Refusal> {
    let Some(replay) = one.replay.as_deref().filter(|_| one.is_over()) else { return Ok(None) };
    let text = kept_film(arena, replay, "json").await?;
    Ok(serde_json::from_str(&text).ok())
}

/// What is made of a replay's film: the page (`html`) or what it says (`json`). Both are made once,
/// and kept.
async fn kept_film(arena: &Shared, replay: &str, ending: &'static str) -> Result<String, Refusal> {
    let kept = arena.folder.pages().join(format!("{replay}.{ending}"));
    if let Ok(text) = tokio::fs::read_to_string(&kept).await {
        return Ok(text);
    }
    let _turn = arena.films.acquire().await.map_err(|_| Refusal::Unavailable("the arena stops".into()))?;
    if let Ok(text) = tokio::fs::read_to_string(&kept).await {
        return Ok(text);
    }
    let (shared, replay) = (arena.clone(), replay.to_owned());
    let (sender, made) = tokio::sync::oneshot::channel();
    let film = move || {
        // Whoever asks for anything else is not kept waiting by it.
        let _ = rustix::process::nice(STANDING_BACK);
        let _ = sender.send(film_of(&shared, &replay));
    };
    std::thread::Builder::new().name("film".into()).spawn(film)?;
    made.await.map_err(|_| Refusal::Internal("a film could not be made".into()))??;
    Ok(tokio::fs::read_to_string(&kept).await?)
}

/// Films a replay, and keeps what is made of it.
fn film_of(arena: &Arena, replay: &str) -> Result<(), Refusal> {
    let bytes = arena.files.read(replay, LARGEST_REPLAY)?;
    let mut read = Replay::read(std::io::Cursor::new(bytes)).map_err(Refusal::Internal)?;
    let header = read.header.clone();
    let entry = games::find(&header.game).ok_or(Refusal::NotFound)?;
    let (film, _) = page::replay::film(entry, &header, &mut read).map_err(Refusal::Internal)?;
    let why = serde_json::to_string(&Why::of(&film)).map_err(|error| Refusal::Internal(error.to_string()))?;
    for (ending, text) in [("json", why), ("html", page::render(&film))] {
        let mut file = tempfile::NamedTempFile::new_in(arena.folder.pages())?;
        file.write_all(text.as_bytes())?;
        file.persist(arena.folder.pages().join(format!("{replay}.{ending}")))
            .map_err(|refused| refused.error)?;
    }
    Ok(())
}

pub(super) async fn replay_file(
    State(arena): State<Shared>,
    Path(id): Path<i64>,
) -> Result<impl IntoResponse, Refusal> {
    replay_bytes(&arena, id).await
}

/// The replay as it was written, for pages and the API.
pub(crate) async fn replay_bytes(arena: &Arena, id: i64) -> Result<impl IntoResponse + use<>, Refusal> {
    let replay = replay_of(arena, id).await?;
    let bytes = arena.files.read(&replay, u64::MAX)?;
    let name = format!("attachment; filename=\"match-{id}.jsonl.zst\"");
    Ok(([(header::CONTENT_TYPE, "application/zstd".to_owned()), (header::CONTENT_DISPOSITION, name)], bytes))
}

/// What the owner of a seat may read: `stderr` or `record`.
pub(super) async fn seat_file(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((id, seat, file)): Path<(i64, i64, String)>,
) -> Result<impl IntoResponse, Refusal> {
    seat_bytes(&arena, viewer.user()?, (id, seat), &file).await
}

/// The same for pages and the API.
pub(crate) async fn seat_bytes(
    arena: &Shared,
    user: &User,
    (id, seat): (i64, i64),
    file: &str,
) -> Result<impl IntoResponse + use<>, Refusal> {
    let row = arena.database.match_(id).await?.ok_or(Refusal::NotFound)?;
    let seat = row.seats.into_iter().find(|one| one.seat == seat && one.owner_id == Some(user.id));
    let seat = seat.ok_or(Refusal::NotFound)?;
    let (name, kept, most) = match file {
        "stderr" => ("stderr.txt", seat.stderr, LARGEST_STDERR),
        "record" => ("input.jsonl.zst", seat.record, LARGEST_RECORD),
        _ => return Err(Refusal::NotFound),
    };
    let bytes = arena.files.read(&kept.ok_or(Refusal::NotFound)?, most)?;
    let kind = if name.ends_with(".txt") { "text/plain; charset=utf-8" } else { "application/zstd" };
    let disposition = format!("attachment; filename=\"{name}\"");
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)], bytes))
}
