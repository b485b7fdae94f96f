//! Tables at which somebody is: each is run in a thread of its own for as long as a tab is open, and
//! a while longer. All that happens is in the database before it is shown, so that a table that is
//! put away, or whose server is killed, goes on where it was. A table may be open on several
//! servers: each takes in what the others write, and what two write at the same moment only one has
//! done.

use crate::arena::Arena;
use crate::database::Database;
use crate::database::play_tables::PlayLink;
use game::{Lang, Seat};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::runtime::Handle;
use web::shared::{Entry, Journal, Links, OpenTable, TableSetup, built_in_bots};
use web::{Host, Role};

/// Tables that are open at the same time.
const MOST: usize = 1000;

/// How long a table stays open after the last tab was closed.
const PATIENCE: Duration = Duration::from_secs(300);

/// How long a table waits for the database. After that it is not known what was written.
const ANSWER: Duration = Duration::from_secs(20);

/// The tables that are open.
#[derive(Debug, Default)]
pub(crate) struct Rooms(Mutex<HashMap<i64, Room>>);

#[derive(Debug)]
struct Room {
    host: Host,
    /// Tells it from others that were opened for the same table.
    serial: u64,
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
    /// The room in which it is counted; none if that was put away meanwhile.
    room: Option<u64>,
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
    if let Some(host) = opened(&mut rooms(), table) {
        return Ok(Some(host));
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
    if let Some(host) = opened(&mut rooms, table) {
        return Ok(Some(host));
    }
    if rooms.len() >= MOST {
        return Err("too many tables are open: try again later".into());
    }
    let opened = Host::of_table(OpenTable { entry, setup, entries, journal, bots, links, lang });
    let (host, _) = opened.map_err(|problem| problem.to_string())?;
    let serial = OPENED.fetch_add(1, Ordering::Relaxed);
    rooms.insert(table, Room { host: host.clone(), serial, tabs: 0, ever: 0 });
    drop(rooms);
    // Whatever was written elsewhere while it was being opened nobody has told it.
    host.catch_up();
    Ok(Some(host))
}

/// Rooms that there ever were.
static OPENED: AtomicU64 = AtomicU64::new(0);

/// The room of a table, if it is open. One that has ended by itself is forgotten.
fn opened(rooms: &mut HashMap<i64, Room>, table: i64) -> Option<Host> {
    let room = rooms.get(&table)?;
    if room.host.is_over() {
        rooms.remove(&table);
        return None;
    }
    Some(room.host.clone())
}

/// Something was written of a table, perhaps on another machine; of any, if it is not known which.
pub(crate) fn written(arena: &Arena, table: Option<i64>) {
    let rooms = arena.rooms.0.lock().unwrap_or_else(PoisonError::into_inner);
    let concerned = rooms.iter().filter(|(id, _)| table.is_none_or(|table| table == **id));
    concerned.for_each(|(_, room)| room.host.catch_up());
}

impl OpenTab {
    pub(crate) fn new(arena: Arc<Arena>, table: i64) -> Self {
        let mut rooms = arena.rooms.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = rooms.get_mut(&table).map(|room| {
            room.tabs += 1;
            room.ever += 1;
            room.serial
        });
        drop(rooms);
        Self { arena, table, room }
    }
}

impl Drop for OpenTab {
    fn drop(&mut self) {
        let (arena, table) = (Arc::clone(&self.arena), self.table);
        let mut rooms = self.arena.rooms.0.lock().unwrap_or_else(PoisonError::into_inner);
        let room = rooms.get_mut(&table).filter(|room| Some(room.serial) == self.room);
        let Some(room) = room else { return };
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
        self.wait(self.database.add_play_entry(self.table, self.next, &text))?;
        self.next += 1;
        Ok(())
    }

    fn is_truth(&self) -> bool {
        true
    }

    fn written_elsewhere(&mut self) -> Result<Vec<Entry>, String> {
        let texts = self.wait(self.database.play_entries(self.table, self.next))?;
        let entries = texts.iter().map(|text| serde_json::from_str(text)).collect::<Result<Vec<Entry>, _>>();
        let entries = entries.map_err(|error| error.to_string())?;
        self.next += entries.len() as i64;
        Ok(entries)
    }
}

impl Rows {
    fn wait<T>(&self, future: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, String> {
        let answer = self.handle.block_on(async { tokio::time::timeout(ANSWER, future).await });
        answer.unwrap_or(Err(sqlx::Error::PoolTimedOut)).map_err(|error| error.to_string())
    }
}
