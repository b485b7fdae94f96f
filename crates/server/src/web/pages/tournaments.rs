//! Tournaments: made, entered, followed.

use super::courses::titled;
use super::form_files::FormFiles;
use super::matches::next_page;
use super::{Frame, MatchList, Shown, shown};
use crate::accounts::secret;
use crate::catalogue::HostedLadder;
use crate::database::bots::VersionState;
use crate::database::matches::Which;
use crate::database::now;
use crate::database::tournaments::{Entry, NewTournament, Tournament, TournamentState};
use crate::database::users::{Role, User};
use crate::limits::{MOST_ENTRANTS, PAGE};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::Form;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, Path, Query, State};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{Redirect, Sse};
use cups::blocks::HalfPoints;
use cups::planner::Pairing;
use cups::{Cup, Format, PlayedCup, Standings};
use futures_util::stream::{self, Stream};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use store::Store;

/// Blocks of each pairing, and rounds.
const MOST_BLOCKS: u32 = 50;
const MOST_ROUNDS: u32 = 50;

/// With more entrants a table of who did how against whom is too wide to read.
const WIDEST_CROSS: usize = 32;

/// The largest file of what was played elsewhere, in bytes.
const LARGEST_PLAYED: u64 = 256 << 20;

/// How often it is looked whether something has changed, for those who follow.
const LOOK: Duration = Duration::from_secs(1);

/// All formats.
const FORMATS: [Format; 7] = [
    Format::Swiss,
    Format::RoundRobin,
    Format::Gauntlet,
    Format::Groups,
    Format::SingleElimination,
    Format::DoubleElimination,
    Format::Ladder,
];

/// A tournament as it was sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct WantedTournament {
    pub(crate) name: String,
    pub(crate) game: String,
    pub(crate) format: String,
    /// Names of maps; the usual one if there are none.
    pub(crate) maps: Vec<String>,
    pub(crate) blocks: u32,
    pub(crate) rounds: Option<u32>,
    /// How long bots may think; as on the ladder if it is empty.
    pub(crate) clock: String,
    /// Until when one can enter, in milliseconds.
    pub(crate) deadline: Option<i64>,
}

#[derive(Debug, Template)]
#[template(path = "tournaments.html")]
struct TournamentsPage<'a> {
    p: Frame,
    tournaments: Vec<Tournament>,
    next: Option<i64>,
    may_make: bool,
    ladders: &'a [HostedLadder],
    formats: Vec<(&'static str, &'static str)>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Before {
    before: Option<i64>,
}

pub(super) async fn list(
    State(arena): State<Shared>,
    viewer: Viewer,
    Query(Before { before }): Query<Before>,
) -> Shown {
    let tournaments = arena.database.tournaments(before.unwrap_or(i64::MAX), PAGE).await?;
    let next = tournaments.last().map(|one| one.id).filter(|_| tournaments.len() as i64 == PAGE);
    let may_make = viewer.at_least(Role::Organiser).is_ok();
    let p = Frame::new(&viewer, "");
    let p = Frame { title: p.say("Tournaments", "比赛").to_owned(), ..p };
    let formats = FORMATS.map(|format| (format.name(), format_name(&p, format))).to_vec();
    shown(&TournamentsPage { p, tournaments, next, may_make, ladders: &arena.ladders, formats })
}

fn format_name(p: &Frame, format: Format) -> &'static str {
    match format {
        Format::RoundRobin => p.say("round robin", "循环赛"),
        Format::Gauntlet => p.say("gauntlet", "擂台赛"),
        Format::Groups => p.say("groups", "分组赛"),
        Format::Swiss => p.say("Swiss", "瑞士制"),
        Format::SingleElimination => p.say("single elimination", "单败淘汰赛"),
        Format::DoubleElimination => p.say("double elimination", "双败淘汰赛"),
        Format::Ladder => p.say("ladder", "天梯"),
    }
}

impl Frame {
    /// The state of a tournament, in the language of the page.
    pub(crate) fn tournament_state(&self, state: &TournamentState) -> &'static str {
        match state {
            TournamentState::Open => self.say("open for entries", "报名中"),
            TournamentState::Running => self.say("being played", "进行中"),
            TournamentState::Finished => self.say("finished", "已结束"),
        }
    }
}

/// Reads a form in which maps come several times.
pub(super) async fn make(
    State(arena): State<Shared>,
    viewer: Viewer,
    Form(fields): Form<Vec<(String, String)>>,
) -> Result<Redirect, Refusal> {
    let number = |text: &str| -> Result<u32, Refusal> {
        text.trim().parse().map_err(|_| Refusal::Bad(format!("`{text}` is no number")))
    };
    let (mut csrf, mut wanted) = (String::new(), WantedTournament::default());
    for (name, value) in fields {
        match name.as_str() {
            "csrf" => csrf = value,
            "name" => wanted.name = value,
            "game" => wanted.game = value,
            "format" => wanted.format = value,
            "map" => wanted.maps.push(value),
            "blocks" => wanted.blocks = number(&value)?,
            "rounds" if !value.trim().is_empty() => wanted.rounds = Some(number(&value)?),
            "clock" => wanted.clock = value,
            "deadline" if !value.trim().is_empty() => wanted.deadline = Some(moment_of(&value)?),
            _ => {}
        }
    }
    let user = viewer.sent(&csrf)?;
    // The form offers the maps of all games, each with its game before it.
    let of_game = format!("{}/", wanted.game);
    wanted.maps =
        wanted.maps.iter().filter_map(|map| map.strip_prefix(&of_game)).map(str::to_owned).collect();
    let id = make_tournament(&arena, user, &wanted).await?;
    Ok(Redirect::to(&format!("/tournaments/{id}")))
}

/// The moment that a browser's field holds, which the form says is UTC.
fn moment_of(text: &str) -> Result<i64, Refusal> {
    let moment: Result<jiff::Timestamp, _> = format!("{}:00Z", text.trim()).parse();
    moment
        .map(jiff::Timestamp::as_millisecond)
        .map_err(|_| Refusal::Bad("that is no moment: write it as 2026-11-30T23:59".into()))
}

/// Makes a tournament: the same for pages and the API.
pub(crate) async fn make_tournament(
    arena: &Shared,
    user: &User,
    wanted: &WantedTournament,
) -> Result<i64, Refusal> {
    refuse_players(user)?;
    let name = titled(&wanted.name)?;
    let cup = settings(arena, wanted)?;
    if wanted.deadline.is_some_and(|at| at <= now()) {
        return Err(Refusal::Bad("the deadline has passed already".into()));
    }
    let state = TournamentState::Open;
    let new =
        NewTournament { owner: user.id, name, cup: &cup, deadline: wanted.deadline, state, played: None };
    let id = arena.database.add_tournament(&new).await?;
    let about = format!("tournament {id} {name}");
    arena.database.note(Some(user.id), "tournament made", &about).await?;
    Ok(id)
}

fn refuse_players(user: &User) -> Result<(), Refusal> {
    match user.role >= Role::Organiser {
        true => Ok(()),
        false => Err(Refusal::Forbidden("organisers run tournaments")),
    }
}

/// The settings as the command line keeps them, less the entrants.
fn settings(arena: &Shared, wanted: &WantedTournament) -> Result<Cup, Refusal> {
    let ladder = arena.ladder(&wanted.game).ok_or_else(|| Refusal::Bad("there is no such game".into()))?;
    let format = FORMATS.into_iter().find(|format| format.name() == wanted.format);
    let format = format.ok_or_else(|| Refusal::Bad("there is no such format".into()))?;
    if !(1..=MOST_BLOCKS).contains(&wanted.blocks) {
        return Err(Refusal::Bad(format!("a pairing has 1 to {MOST_BLOCKS} blocks")));
    }
    if wanted.rounds.is_some_and(|rounds| !(1..=MOST_ROUNDS).contains(&rounds)) {
        return Err(Refusal::Bad(format!("there are 1 to {MOST_ROUNDS} rounds")));
    }
    if let Some(unknown) = wanted.maps.iter().find(|name| ladder.map(name).is_none()) {
        let shown: String = unknown.chars().take(64).collect();
        return Err(Refusal::Bad(format!("`{shown}` is no map of this ladder")));
    }
    let usual = ladder.map(ladder.entry.usual_map()).unwrap_or(&ladder.maps[0]).name.clone();
    let clock = match wanted.clock.trim() {
        "" => ladder.clock.to_string(),
        text => text.parse::<matches::Clock>().map_err(|wrong| Refusal::Bad(wrong.to_string()))?.to_string(),
    };
    Ok(Cup {
        game: ladder.name().to_owned(),
        rules: Some(ladder.rules.to_owned()),
        format,
        maps: if wanted.maps.is_empty() { vec![usual] } else { wanted.maps.clone() },
        clock,
        blocks: wanted.blocks,
        rounds: wanted.rounds,
        all_seatings: false,
        patience: 100,
        seed: Some(u64::from_le_bytes(secret::random())),
        jobs: None,
        replays: true,
        folder: None,
        entrants: BTreeMap::new(),
        order: Vec::new(),
    })
}

#[derive(Debug, Template)]
#[template(path = "tournament.html")]
struct TournamentPage {
    p: Frame,
    tournament: Tournament,
    format: &'static str,
    is_organiser: bool,
    /// Whether one can enter now.
    is_open: bool,
    entries: Vec<Entry>,
    /// Bots of whoever looks that could enter, and those that an organiser may.
    mine: Vec<(i64, String)>,
    view: ContestView,
    list: MatchList,
}

/// How a tournament stands, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct ContestView {
    /// Blocks that are finished.
    pub(crate) played: usize,
    /// Blocks that are known to be played, or were.
    pub(crate) planned: usize,
    /// Blocks that were the same games again, and count once.
    pub(crate) repeated: usize,
    /// Who has won it; null before it is over, or if the format names nobody.
    pub(crate) champion: Option<String>,
    /// The entrants, the best first.
    pub(crate) rows: Vec<StandingLine>,
    /// Rounds of a Swiss tournament, or of a bracket.
    pub(crate) rounds: Vec<Vec<PairingLine>>,
}

/// An entrant's line.
#[derive(Clone, PartialEq, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct StandingLine {
    /// The place, from 1.
    pub(crate) place: usize,
    /// The entrant's name.
    pub(crate) name: String,
    /// The rating in Elo.
    pub(crate) elo: f64,
    /// Half the width of its 95 % interval.
    pub(crate) error: f64,
    /// Whether the games determine it.
    pub(crate) determined: bool,
    /// The share of opponents that it beat, in per cent.
    pub(crate) score: f64,
    /// Games that count.
    pub(crate) games: u32,
    /// Points against each of the entrants, in the order of the lines; none against itself, and
    /// none where there are too many to be read.
    pub(crate) against: Vec<Option<f64>>,
}

/// A pairing of a round.
#[derive(Clone, PartialEq, Debug, Serialize, schemars::JsonSchema)]
pub(crate) struct PairingLine {
    /// Who plays; null for a bye, or while it is not known.
    pub(crate) one: Option<String>,
    pub(crate) two: Option<String>,
    /// Points so far.
    pub(crate) points: [f64; 2],
    /// Who won it; null before it is over, and after a draw.
    pub(crate) winner: Option<String>,
    /// Whether it is among those of a bracket who lost once.
    pub(crate) among_losers: bool,
}

impl ContestView {
    /// Whether it is said who did how against whom.
    fn has_cross(&self) -> bool {
        self.rows.iter().any(|row| !row.against.is_empty())
    }

    fn of(cup: &PlayedCup) -> Self {
        let Standings { table, rounds, champion } = cup.standings();
        let name = |at: usize| cup.names.get(at).cloned().unwrap_or_default();
        let order: Vec<usize> = table.rows.iter().map(|row| row.entrant).collect();
        let points = |half: &HalfPoints| (half.comparisons > 0).then(|| f64::from(half.won) / 2.0);
        let against = |who: usize| match order.len() <= WIDEST_CROSS {
            true => order.iter().map(|other| points(&table.cross[who][*other])).collect(),
            false => Vec::new(),
        };
        let rows = table.rows.iter().map(|row| StandingLine {
            place: row.place,
            name: name(row.entrant),
            elo: row.rating.elo,
            error: row.rating.error,
            determined: row.rating.determined,
            score: 100.0 * row.score,
            games: row.games,
            against: against(row.entrant),
        });
        let pairing = |one: &Pairing| PairingLine {
            one: one.players[0].map(name),
            two: one.players[1].map(name),
            points: [
                f64::from(one.score.won) / 2.0,
                f64::from(2 * one.score.comparisons - one.score.won) / 2.0,
            ],
            winner: one.winner.map(name),
            among_losers: one.among_losers,
        };
        Self {
            played: cup.blocks.len(),
            planned: cup.planned,
            repeated: table.repeated,
            champion: champion.map(name),
            rows: rows.collect(),
            rounds: rounds.iter().map(|round| round.iter().map(pairing).collect()).collect(),
        }
    }
}

/// How a tournament stands: the same for pages and the API.
pub(crate) async fn contest_view(arena: &Shared, tournament: &Tournament) -> Result<ContestView, Refusal> {
    let seats = arena.ladder(&tournament.game).map_or(2, |ladder| ladder.seats);
    let cup = match &tournament.played {
        None => arena.database.played_cup(tournament, seats).await?,
        Some(file) => {
            let bytes = arena.files.read(file, LARGEST_PLAYED)?;
            serde_json::from_slice(&bytes).map_err(|error| Refusal::Internal(error.to_string()))?
        }
    };
    let computed = tokio::task::spawn_blocking(move || ContestView::of(&cup)).await;
    computed.map_err(|error| Refusal::Internal(error.to_string()))
}

pub(super) async fn show(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Query(Before { before }): Query<Before>,
) -> Shown {
    let tournament = arena.database.tournament(id).await?.ok_or(Refusal::NotFound)?;
    let entries = arena.database.entries(id).await?;
    let is_open =
        tournament.state == TournamentState::Open && tournament.deadline.is_none_or(|at| at > now());
    let is_organiser = viewer.at_least(Role::Organiser).is_ok();
    let mine =
        if is_open { can_enter(&arena, &viewer, &tournament, is_organiser).await? } else { Vec::new() };
    let view = contest_view(&arena, &tournament).await?;
    let matches = arena.database.matches(Which::OfTournament(id), before.unwrap_or(i64::MAX), PAGE).await?;
    let next = next_page(&matches).map(|before| format!("/tournaments/{id}?before={before}"));
    let list = MatchList { matches, next, filter: format!("tournament={id}") };
    let p = Frame::new(&viewer, tournament.name.clone());
    let format = format_name(&p, tournament.cup.format);
    shown(&TournamentPage { p, tournament, format, is_organiser, is_open, entries, mine, view, list })
}

/// Bots that whoever looks may enter: one's own, and for an organiser the built-in ones.
async fn can_enter(
    arena: &Shared,
    viewer: &Viewer,
    tournament: &Tournament,
    is_organiser: bool,
) -> Result<Vec<(i64, String)>, Refusal> {
    let Some(user) = &viewer.user else { return Ok(Vec::new()) };
    let own = arena.database.bots_of(user.id).await?.into_iter();
    let own = own.filter(|bot| bot.game == tournament.game && bot.active_version.is_some());
    let mut bots: Vec<(i64, String)> = own.map(|bot| (bot.id, bot.name)).collect();
    if is_organiser {
        let active = arena.database.active_versions(&tournament.game).await?;
        let built_in = active.into_iter().filter(|(_, _, name)| bots::is_built_in(name));
        bots.extend(built_in.map(|(_, bot, name)| (bot, name)));
    }
    Ok(bots)
}

#[derive(Debug, Deserialize)]
pub(super) struct OfBot {
    csrf: String,
    bot: i64,
}

pub(super) async fn send_entry(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<OfBot>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    enter(&arena, user, id, form.bot, None).await?;
    Ok(Redirect::to(&format!("/tournaments/{id}")))
}

/// Enters a version of a bot, the active one if none is named: the same for pages and the API.
pub(crate) async fn enter(
    arena: &Shared,
    user: &User,
    id: i64,
    bot: i64,
    version: Option<i64>,
) -> Result<(), Refusal> {
    let tournament = arena.database.tournament(id).await?.ok_or(Refusal::NotFound)?;
    let bot = arena.database.bot(bot).await?.ok_or(Refusal::NotFound)?;
    let may = bot.owner_id == Some(user.id) || bot.owner_id.is_none() && user.role >= Role::Organiser;
    if !may {
        return Err(Refusal::Forbidden("this bot is not yours"));
    }
    if bot.game != tournament.game {
        return Err(Refusal::Bad("the bot plays another game".into()));
    }
    let wanted = version.or(bot.active_version);
    let wanted = wanted.ok_or_else(|| Refusal::Conflict("no version of this bot plays".into()))?;
    let row = arena.database.version(wanted).await?.filter(|row| row.bot_id == bot.id);
    let row = row.ok_or(Refusal::NotFound)?;
    if row.state != VersionState::Ready {
        return Err(Refusal::Conflict("only a version that is ready can play".into()));
    }
    let entries = arena.database.entries(id).await?;
    let is_new = entries.iter().all(|entry| entry.bot_id != bot.id);
    if is_new && entries.len() >= MOST_ENTRANTS {
        return Err(Refusal::Conflict(format!("a tournament has at most {MOST_ENTRANTS} entrants")));
    }
    if !arena.database.enter(id, bot.id, row.id).await? {
        return Err(Refusal::Conflict("one cannot enter any more".into()));
    }
    let about = format!("tournament {id} bot {} version {}", bot.id, row.id);
    Ok(arena.database.note(Some(user.id), "entry", &about).await?)
}

pub(super) async fn send_withdrawal(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<OfBot>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    withdraw(&arena, user, id, form.bot).await?;
    Ok(Redirect::to(&format!("/tournaments/{id}")))
}

/// Takes an entry back: its owner does, or an organiser. The same for pages and the API.
pub(crate) async fn withdraw(arena: &Shared, user: &User, id: i64, bot: i64) -> Result<(), Refusal> {
    arena.database.tournament(id).await?.ok_or(Refusal::NotFound)?;
    let bot = arena.database.bot(bot).await?.ok_or(Refusal::NotFound)?;
    if bot.owner_id != Some(user.id) && user.role < Role::Organiser {
        return Err(Refusal::Forbidden("this bot is not yours"));
    }
    if !arena.database.withdraw(id, bot.id).await? {
        return Err(Refusal::Conflict("it has not entered, or the tournament has begun".into()));
    }
    let about = format!("tournament {id} bot {}", bot.id);
    Ok(arena.database.note(Some(user.id), "entry taken back", &about).await?)
}

#[derive(Debug, Deserialize)]
pub(super) struct Only {
    csrf: String,
}

pub(super) async fn start(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<Only>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    begin(&arena, user, id).await?;
    Ok(Redirect::to(&format!("/tournaments/{id}")))
}

/// Starts a tournament before its deadline: the same for pages and the API.
pub(crate) async fn begin(arena: &Shared, user: &User, id: i64) -> Result<(), Refusal> {
    refuse_players(user)?;
    arena.database.tournament(id).await?.ok_or(Refusal::NotFound)?;
    if arena.database.entries(id).await?.len() < 2 {
        return Err(Refusal::Conflict("a tournament has two entrants at least".into()));
    }
    let (from, to) = (TournamentState::Open, TournamentState::Running);
    if !arena.database.change_tournament(id, from, to).await? {
        return Err(Refusal::Conflict("it has begun already".into()));
    }
    arena.database.note(Some(user.id), "tournament started", &format!("tournament {id}")).await?;
    arena.bell.notify_waiters();
    Ok(())
}

pub(super) async fn send_import(
    State(arena): State<Shared>,
    viewer: Viewer,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Redirect, Refusal> {
    refuse_players(viewer.user()?)?;
    let mut form = FormFiles::read(&viewer, form).await?;
    let user = viewer.user()?;
    let file = form.take_file("file");
    let (_, bytes) = file.ok_or_else(|| Refusal::Bad("choose the database of a tournament".into()))?;
    let id = import(&arena, user, form.field("name"), bytes).await?;
    Ok(Redirect::to(&format!("/tournaments/{id}")))
}

/// Opens a tournament that the command line has played: the same for pages and the API.
pub(crate) async fn import(arena: &Shared, user: &User, name: &str, bytes: Vec<u8>) -> Result<i64, Refusal> {
    refuse_players(user)?;
    let name = titled(name)?;
    let scratch = tempfile::tempdir_in(arena.folder.scratch())?;
    let read = tokio::task::spawn_blocking(move || read_cup(scratch.path(), &bytes)).await;
    let cup = read.map_err(|error| Refusal::Internal(error.to_string()))?.map_err(Refusal::Bad)?;
    let played = keep_played(arena, &cup).await?;
    let (deadline, state) = (None, TournamentState::Finished);
    let new = NewTournament { owner: user.id, name, cup: &cup.cup, deadline, state, played: Some(&played) };
    let id = arena.database.add_tournament(&new).await?;
    let about = format!("tournament {id} {name}");
    arena.database.note(Some(user.id), "tournament opened", &about).await?;
    Ok(id)
}

/// Reads the database of a tournament, through the checks for those of strangers.
fn read_cup(scratch: &std::path::Path, bytes: &[u8]) -> Result<PlayedCup, String> {
    let path = scratch.join(store::StoreFolder::DATABASE);
    std::fs::write(&path, bytes).map_err(|error| error.to_string())?;
    let said = |wrong: String| wrong.replace(&path.display().to_string(), "the file");
    let store = Store::open(&path).map_err(|error| said(error.to_string()))?;
    PlayedCup::of(&store).map_err(|error| said(error.to_string()))
}

async fn keep_played(arena: &Shared, cup: &PlayedCup) -> Result<String, Refusal> {
    let bytes = serde_json::to_vec(cup).map_err(|error| Refusal::Internal(error.to_string()))?;
    let files = arena.files.clone();
    let kept = tokio::task::spawn_blocking(move || files.keep(&bytes)).await;
    Ok(kept.map_err(|error| Refusal::Internal(error.to_string()))??)
}

/// Tells whoever follows a tournament that something has changed: a `change` event each time, and
/// one at first.
pub(super) async fn live(
    State(arena): State<Shared>,
    Path(id): Path<i64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Refusal> {
    arena.database.tournament(id).await?.ok_or(Refusal::NotFound)?;
    let place = Arc::clone(&arena.watchers).try_acquire_owned();
    let place = place.map_err(|_| Refusal::Unavailable("too many people watch: try again later".into()))?;
    let follower = (arena, place, String::new());
    let events = stream::unfold(follower, move |(arena, place, seen)| async move {
        loop {
            if arena.is_closing() {
                return None;
            }
            let pulse = arena.database.tournament_pulse(id).await.ok().flatten()?;
            if pulse != seen {
                let event = Event::default().event("change").data(&pulse);
                return Some((Ok(event), (arena, place, pulse)));
            }
            tokio::time::sleep(LOOK).await;
        }
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
