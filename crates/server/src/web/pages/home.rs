//! The first page: games, what is being played, the top of each ladder.

use super::{Frame, MatchList, Shown, shown};
use crate::catalogue::HostedLadder;
use crate::database::ladders::{LadderCursor, LadderRow};
use crate::database::matches::{Match, Which};
use crate::web::Shared;
use crate::web::viewer::Viewer;
use askama::Template;
use axum::extract::State;

/// Lines of each ladder on the first page.
const TOP: i64 = 5;

/// Live boards on the first page: each is a connection, and browsers have six for a site.
const BOARDS: usize = 2;

#[derive(Debug, Template)]
#[template(path = "home.html")]
struct Home<'a> {
    p: Frame,
    games: Vec<(&'a HostedLadder, Vec<LadderRow>)>,
    /// Matches whose boards are shown while they are played.
    live: Vec<Match>,
    running: MatchList,
    latest: MatchList,
}

pub(super) async fn show(State(arena): State<Shared>, viewer: Viewer) -> Shown {
    let mut games = Vec::new();
    for ladder in &arena.ladders {
        games.push((ladder, arena.database.ladder(ladder.name(), LadderCursor::Top, TOP).await?));
    }
    let running = arena.database.matches(Which::Running, i64::MAX, 10).await?;
    let latest = arena.database.matches(Which::All, i64::MAX, 10).await?;
    let is_live = |one: &&Match| arena.database.is_shared() || arena.live.get(one.id).is_some();
    let live = running.iter().filter(is_live).take(BOARDS).cloned().collect();
    let p = Frame::new(&viewer, "Sandtable");
    let running = MatchList { matches: running, next: None, filter: "state=running".to_owned() };
    shown(&Home {
        p,
        games,
        live,
        running,
        latest: MatchList { matches: latest, next: None, filter: String::new() },
    })
}
