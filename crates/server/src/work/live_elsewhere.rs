//! Live matches of other machines. A server says which of them somebody watches; their players
//! write down the lines of their replays as long as that is so. A match that nobody watches
//! elsewhere costs nothing.

use super::live::LiveMatch;
use crate::arena::Arena;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// How often players look who watches, and tell what is new.
const TELL: Duration = Duration::from_millis(400);

/// How often servers look for what is new.
const LOOK: Duration = Duration::from_millis(250);

/// How many looks there are between two signs of a watcher.
const SIGN: u32 = 12;

impl Arena {
    /// A match that is being played, here or on another machine.
    pub(crate) async fn live_match(self: &Arc<Self>, id: i64) -> Result<Option<Arc<LiveMatch>>, sqlx::Error> {
        if let Some(live) = self.live.get(id).or_else(|| self.live_elsewhere.get(id)) {
            return Ok(Some(live));
        }
        if !self.database.is_shared() {
            return Ok(None);
        }
        let Some(attempt) = self.database.running_attempt(id).await? else { return Ok(None) };
        let (live, is_new) = self.live_elsewhere.begin_once(id);
        if is_new {
            tokio::spawn(follow(Arc::clone(self), (id, attempt), Arc::clone(&live)));
        }
        Ok(Some(live))
    }
}

/// Gathers what a match on another machine writes, until it is over or nobody watches.
async fn follow(arena: Arc<Arena>, (id, attempt): (i64, i64), live: Arc<LiveMatch>) {
    let mut looks = 0_u32;
    loop {
        match look((&arena, &live), (id, attempt), looks.is_multiple_of(SIGN)).await {
            Ok(true) => {}
            Ok(false) => break,
            Err(error) => {
                tracing::warn!("match {id} cannot be followed: {error}");
                break;
            }
        }
        looks += 1;
        tokio::time::sleep(LOOK).await;
        // The first watcher comes after the first look.
        if looks > SIGN && !live.has_watchers() {
            break;
        }
    }
    live.end();
    arena.live_elsewhere.remove(id);
}

/// Adds what is new; says whether the match goes on.
async fn look(
    (arena, live): (&Arena, &LiveMatch),
    (id, attempt): (i64, i64),
    is_sign_due: bool,
) -> Result<bool, sqlx::Error> {
    let database = &arena.database;
    if is_sign_due {
        database.is_watched(id).await?;
    }
    // Asked before the lines are read, so that the last of them are not missed.
    let goes_on = database.running_attempt(id).await? == Some(attempt) && !arena.is_closing();
    for lines in database.told_lines((id, attempt), live.length() as i64).await? {
        lines.lines().for_each(|line| live.add(line));
    }
    Ok(goes_on)
}

/// Tells other machines of the matches that are watched there. Never ends.
pub(crate) async fn tell(arena: Arc<Arena>) {
    let mut told: BTreeMap<i64, usize> = BTreeMap::new();
    loop {
        tokio::time::sleep(TELL).await;
        if arena.live.count() == 0 {
            told.clear();
            continue;
        }
        if let Err(error) = tell_once(&arena, &mut told).await {
            tracing::warn!("other machines cannot be told of live matches: {error}");
        }
    }
}

async fn tell_once(arena: &Arena, told: &mut BTreeMap<i64, usize>) -> Result<(), sqlx::Error> {
    let watched = arena.database.watched(arena.machine.id).await?;
    told.retain(|id, _| watched.iter().any(|(known, _)| known == id));
    for (id, attempt) in watched {
        let Some(live) = arena.live.get(id) else { continue };
        let at = told.entry(id).or_default();
        let (bytes, _) = live.written_after(*at);
        if !bytes.is_empty() {
            let text = String::from_utf8_lossy(&bytes);
            arena.database.tell_lines((id, attempt), *at as i64, &text).await?;
            *at += bytes.len();
        }
    }
    Ok(())
}
