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
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::runtime::Handle;
use web::shared::{Entry, Journal, Links, OpenTable, TableSetup, built_in_bots};
use web::{Host, Role};

/// Tables that are open at the same time.
const MOST: usize = 1000;

/// How long a table stays open after the last tab was closed, and how long it waits for the first.
const PATIENCE: Duration = Duration::from_secs(300);

/// How long a table waits for the database. After that it is not known what was written.
const ANSWER: Duration = Duration::from_secs(20);

/// The tables that are open.
#[derive(Debug)]
pub(crate) struct Rooms {
    open: Mutex<HashMap<i64, Room>>,
    patience: Duration,
}

impl Default for Rooms {
    fn default() -> Self {
        Self { open: Mutex::default(), patience: PATIENCE }
    }
}

impl Rooms {
    fn open(&self) -> MutexGuard<'_, HashMap<i64, Room>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

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
    if let Some(host) = opened(&mut arena.rooms.open(), table) {
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
    let mut rooms = arena.rooms.open();
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
    // Whoever wants the replay, or hangs up, never comes to it.
    put_away_later(Arc::clone(arena), table, 0, &Handle::current());
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
    let rooms = arena.rooms.open();
    let concerned = rooms.iter().filter(|(id, _)| table.is_none_or(|table| table == **id));
    concerned.for_each(|(_, room)| room.host.catch_up());
}

impl OpenTab {
    pub(crate) fn new(arena: Arc<Arena>, table: i64) -> Self {
        let room = arena.rooms.open().get_mut(&table).map(|room| {
            room.tabs += 1;
            room.ever += 1;
            room.serial
        });
        Self { arena, table, room }
    }
}

impl Drop for OpenTab {
    fn drop(&mut self) {
        let (arena, table) = (Arc::clone(&self.arena), self.table);
        let mut rooms = self.arena.rooms.open();
        let room = rooms.get_mut(&table).filter(|room| Some(room.serial) == self.room);
        let Some(room) = room else { return };
        room.tabs = room.tabs.saturating_sub(1);
        let ever = room.ever;
        if let (0, Ok(handle)) = (room.tabs, Handle::try_current()) {
            put_away_later(arena, table, ever, &handle);
        }
    }
}

/// Puts a table away after a while, unless somebody came since.
fn put_away_later(arena: Arc<Arena>, table: i64, ever: u64, handle: &Handle) {
    handle.spawn(async move {
        tokio::time::sleep(arena.rooms.patience).await;
        put_away(&arena, table, ever);
    });
}

/// Puts a table away, unless somebody came since.
fn put_away(arena: &Arena, table: i64, ever: u64) {
    let mut rooms = arena.rooms.open();
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Settings, WebSettings};
    use web::shared::Sitter;

    async fn arena(folder: &std::path::Path) -> Arc<Arena> {
        let data = folder.to_owned();
        let settings = Settings { data, database: None, files: None, jobs: 1, grace: Duration::ZERO };
        let listen = "127.0.0.1:0".parse().unwrap();
        let web = WebSettings { listen, open_sign_up: true, behind_proxy: false };
        let mut arena = Arena::open(settings, web).await.unwrap();
        arena.rooms.patience = Duration::ZERO;
        Arc::new(arena)
    }

    /// A table of one person, as it is kept.
    async fn table(arena: &Arena) -> i64 {
        let ladder = arena.ladders.iter().find(|ladder| ladder.seats == 1).unwrap();
        let map = ladder.entry.usual_map();
        let setup = TableSetup {
            game: ladder.name().into(),
            map_name: map.into(),
            map: ladder.entry.bundled(map).unwrap().into(),
            rules: ladder.rules.into(),
            seed: 1,
            seats: vec![Sitter::Person],
            clock: None,
            watching: None,
            lesson: false,
        };
        let links = Links { seats: vec![Some("0".repeat(32))], watch: None };
        let [setup, links] =
            [serde_json::to_string(&setup), serde_json::to_string(&links)].map(Result::unwrap);
        arena.database.add_play_table(ladder.name(), (&setup, &links), &[]).await.unwrap()
    }

    /// Everybody may ask for the replay of a table. If each stayed open, nobody could play after a
    /// thousand.
    #[test]
    fn a_table_to_which_nobody_comes_is_put_away() {
        let folder = tempfile::tempdir().unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let arena = arena(folder.path()).await;
            let table = table(&arena).await;
            assert!(host(&arena, table, Lang::En).await.unwrap().is_some());
            let put_away = async {
                while !arena.rooms.open().is_empty() {
                    tokio::task::yield_now().await;
                }
            };
            tokio::time::timeout(Duration::from_secs(60), put_away).await.expect("it is put away");
        });
    }
}
