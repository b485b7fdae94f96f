//! Tables at which somebody is: each is run in a thread of its own for as long as a tab is open, and
//! a while longer. All that happens is in the database before it is shown, so that a table that is
//! put away, or whose server is killed, goes on where it was.

use crate::arena::Arena;
use crate::database::Database;
use crate::database::play_tables::PlayLink;
use game::{Lang, Seat};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::runtime::Handle;
use web::shared::{Entry, Journal, Links, OpenTable, TableSetup, built_in_bots};
use web::{Host, Role};

/// Tables that are open at the same time.
const MOST: usize = 1000;

/// How long a table stays open after the last tab was closed.
const PATIENCE: Duration = Duration::from_secs(300);

/// The tables that are open.
#[derive(Debug, Default)]
pub(crate) struct Rooms(Mutex<HashMap<i64, Room>>);

#[derive(Debug)]
struct Room {
    host: Host,
    tabs: usize,
    /// Counts the tabs that there ever were: who waits for a table to be left knows by it whether
    /// somebody came meanwhile.
    ever: u64,
}

/// A tab at a table.
#[derive(Debug)]
pub(crate) struct OpenTab {
    arena: Arc<Arena>,
    table: i64,
}

/// As whom somebody comes by a link.
pub(crate) fn role(link: PlayLink, lang: Lang) -> Role {
    link.seat.map_or(Role::Spectator(lang), |seat| Role::Player(Seat(seat)))
}

/// The table of a link; it is opened if it is not.
///
/// # Errors
/// One sentence, if it cannot be opened.
pub(crate) async fn host(arena: &Arc<Arena>, table: i64, lang: Lang) -> Result<Option<Host>, String> {
    let rooms = || arena.rooms.0.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(room) = rooms().get(&table) {
        return Ok(Some(room.host.clone()));
    }
    let Some(kept) = arena.database.play_table(table).await.map_err(|error| error.to_string())? else {
        return Ok(None);
    };
    let read = |error: serde_json::Error| error.to_string();
    let setup: TableSetup = serde_json::from_str(&kept.setup).map_err(read)?;
    let links: Links = serde_json::from_str(&kept.links).map_err(read)?;
    let entries = kept.entries.iter().map(|entry| serde_json::from_str(entry));
    let entries = entries.collect::<Result<Vec<Entry>, _>>().map_err(read)?;
    let entry = games::find(&setup.game).ok_or("there is no such game any more")?;
    let journal = Box::new(Rows {
        database: arena.database.clone(),
        table,
        next: entries.len() as i64,
        handle: Handle::current(),
    });
    let bots = built_in_bots();
    let mut rooms = rooms();
    // Somebody else may have opened it meanwhile: a table is in one thread only.
    if let Some(room) = rooms.get(&table) {
        return Ok(Some(room.host.clone()));
    }
    if rooms.len() >= MOST {
        return Err("too many tables are open: try again later".into());
    }
    let opened = Host::of_table(OpenTable { entry, setup, entries, journal, bots, links, lang });
    let (host, _) = opened.map_err(|problem| problem.to_string())?;
    rooms.insert(table, Room { host: host.clone(), tabs: 0, ever: 0 });
    Ok(Some(host))
}

impl OpenTab {
    pub(crate) fn new(arena: Arc<Arena>, table: i64) -> Self {
        let mut rooms = arena.rooms.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = rooms.get_mut(&table) {
            room.tabs += 1;
            room.ever += 1;
        }
        drop(rooms);
        Self { arena, table }
    }
}

impl Drop for OpenTab {
    fn drop(&mut self) {
        let (arena, table) = (Arc::clone(&self.arena), self.table);
        let mut rooms = self.arena.rooms.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(room) = rooms.get_mut(&table) else { return };
        room.tabs = room.tabs.saturating_sub(1);
        let ever = room.ever;
        if let (0, Ok(handle)) = (room.tabs, Handle::try_current()) {
            handle.spawn(async move {
                tokio::time::sleep(PATIENCE).await;
                put_away(&arena, table, ever);
            });
        }
    }
}

/// Puts a table away, unless somebody came since.
fn put_away(arena: &Arena, table: i64, ever: u64) {
    let mut rooms = arena.rooms.0.lock().unwrap_or_else(PoisonError::into_inner);
    if rooms.get(&table).is_some_and(|room| room.tabs == 0 && room.ever == ever)
        && let Some(room) = rooms.remove(&table)
    {
        room.host.end();
    }
}

/// A journal in rows. It is written by the thread of its table, which waits until the row is kept.
struct Rows {
    database: Database,
    table: i64,
    next: i64,
    handle: Handle,
}

impl Journal for Rows {
    fn append(&mut self, entry: &Entry) -> Result<(), String> {
        let text = serde_json::to_string(entry).map_err(|error| error.to_string())?;
        let kept = self.handle.block_on(self.database.add_play_entry(self.table, self.next, &text));
        kept.map_err(|error| error.to_string())?;
        self.next += 1;
        Ok(())
    }
}
