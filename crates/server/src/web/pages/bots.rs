//! A bot: its versions with their reports, its rating over time, its matches.

use super::chart::Chart;
use super::matches::next_page;
use super::{Frame, MatchList, Shown, shown};
use crate::database::bots::{Bot, Version, VersionState};
use crate::database::matches::{Match, MatchSeat, Which};
use crate::database::ratings::LadderRating;
use crate::database::users::{Role, User};
use crate::limits::{LARGEST_UPLOAD, PAGE};
use crate::web::Shared;
use crate::web::refusal::Refusal;
use crate::web::viewer::Viewer;
use crate::work::build::{CheckReport, ShownFinding};
use askama::Template;
use axum::Form;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Redirect};
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(super) struct Before {
    before: Option<i64>,
}

#[derive(Debug, Template)]
#[template(path = "bot.html")]
struct BotPage {
    p: Frame,
    bot: Bot,
    title: &'static str,
    /// Whether whoever looks may see sources and reports, and choose what plays.
    is_owner: bool,
    is_waiting: bool,
    rating: Option<LadderRating>,
    chart: Option<Chart>,
    versions: Vec<(Version, Vec<ShownFinding>)>,
    list: MatchList,
    losses: usize,
    faulty: usize,
    /// CPU time of the longest turn of these matches, in seconds.
    longest: Option<f64>,
}

impl BotPage {
    /// The seats of the bot in a match.
    fn own<'a>(&self, one: &'a Match) -> Vec<&'a MatchSeat> {
        one.seats.iter().filter(|seat| seat.bot_id == self.bot.id).collect()
    }

    /// Those of the others.
    fn others<'a>(&self, one: &'a Match) -> Vec<&'a MatchSeat> {
        one.seats.iter().filter(|seat| seat.bot_id != self.bot.id).collect()
    }

    fn is_active(&self, version: &Version) -> bool {
        self.bot.active_version == Some(version.id)
    }
}

pub(super) async fn show(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Query(Before { before }): Query<Before>,
) -> Shown {
    let database = &arena.database;
    // The versions first: one that was ready then is active by the time the bot is read.
    let versions = database.versions_of(id).await?;
    let bot = database.bot(id).await?.ok_or(Refusal::NotFound)?;
    let is_owner = viewer.user.as_ref().is_some_and(|user| Some(user.id) == bot.owner_id);
    let is_waiting =
        versions.iter().any(|one| matches!(one.state, VersionState::Waiting | VersionState::Building));
    let rating = match bot.active_version {
        Some(version) => database.rating(version).await?,
        None => None,
    };
    let chart = Chart::of(&database.rating_history(id).await?);
    let matches = database.matches(Which::OfBot(id), before.unwrap_or(i64::MAX), PAGE).await?;
    let seats = || matches.iter().flat_map(|one| &one.seats).filter(|seat| seat.bot_id == id);
    let losses = seats().filter(|seat| seat.place.is_some_and(|place| place > 1)).count();
    let faulty = seats().filter(|seat| !seat.faults().is_empty()).count();
    let longest = seats().filter_map(|seat| seat.longest_cpu).reduce(f64::max);
    let next = next_page(&matches).map(|before| format!("/bots/{id}?before={before}"));
    let title = arena.ladder(&bot.game).map_or("", |ladder| viewer.lang.pick(ladder.title));
    let p = Frame::new(&viewer, bot.name.clone());
    let report = |version: Version| {
        let report = version.report.as_deref().filter(|_| is_owner);
        let read = report.and_then(|text| serde_json::from_str::<CheckReport>(text).ok());
        (version, read.map(|report| report.findings).unwrap_or_default())
    };
    let versions = versions.into_iter().map(report).collect();
    let list = MatchList { matches, next, filter: format!("bot={id}") };
    shown(&BotPage {
        p,
        bot,
        title,
        is_owner,
        is_waiting,
        rating,
        chart,
        versions,
        list,
        losses,
        faulty,
        longest,
    })
}

#[derive(Debug, Deserialize)]
pub(super) struct Activation {
    csrf: String,
    /// Empty to let none play.
    version: String,
}

/// Chooses which version plays; its owner does, or an organiser who retires it.
pub(super) async fn activate(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path(id): Path<i64>,
    Form(form): Form<Activation>,
) -> Result<Redirect, Refusal> {
    let user = viewer.sent(&form.csrf)?;
    let wanted = match form.version.as_str() {
        "" => None,
        number => Some(number.parse().map_err(|_| Refusal::Bad("that is no version".into()))?),
    };
    choose_version(&arena, user, id, wanted).await?;
    Ok(Redirect::to(&format!("/bots/{id}")))
}

/// The same for pages and the API.
pub(crate) async fn choose_version(
    arena: &Shared,
    user: &User,
    bot: i64,
    version: Option<i64>,
) -> Result<(), Refusal> {
    let bot = arena.database.bot(bot).await?.ok_or(Refusal::NotFound)?;
    let is_owner = bot.owner_id == Some(user.id);
    let may_retire = user.role >= Role::Organiser && version.is_none();
    if !is_owner && !may_retire {
        return Err(Refusal::Forbidden("this bot is not yours"));
    }
    if let Some(version) = version {
        let row = arena.database.version(version).await?.filter(|row| row.bot_id == bot.id);
        let row = row.ok_or(Refusal::NotFound)?;
        if row.state != VersionState::Ready {
            return Err(Refusal::Conflict("only a version that is ready can play".into()));
        }
    }
    arena.database.activate(bot.id, version).await?;
    let about = format!("bot {} version {version:?}", bot.id);
    arena.database.note(Some(user.id), "activate", &about).await?;
    arena.bell.notify_waiters();
    Ok(())
}

/// The source of a version, for its owner.
pub(super) async fn source(
    State(arena): State<Shared>,
    viewer: Viewer,
    Path((bot, number)): Path<(i64, i64)>,
) -> Result<impl IntoResponse, Refusal> {
    source_of(&arena, viewer.user()?, bot, number).await
}

/// The same for pages and the API.
pub(crate) async fn source_of(
    arena: &Shared,
    user: &User,
    bot: i64,
    number: i64,
) -> Result<impl IntoResponse + use<>, Refusal> {
    let owned = arena.database.bot(bot).await?.filter(|row| row.owner_id == Some(user.id));
    let owned = owned.ok_or(Refusal::NotFound)?;
    let versions = arena.database.versions_of(owned.id).await?;
    let version = versions.into_iter().find(|one| one.number == number).ok_or(Refusal::NotFound)?;
    let source = version.source.ok_or(Refusal::NotFound)?;
    let bytes = arena.files.read(&source, LARGEST_UPLOAD as u64)?;
    let name = format!("attachment; filename=\"{}\"", version.kind.file_name());
    let kind = "application/octet-stream".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], bytes))
}
