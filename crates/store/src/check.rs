//! Whether a database is one that this program makes: it may have come from a stranger.
//!
//! SQLite reads whatever a file says. A view in place of a table can run for ever, a computed
//! column can take all memory, and a rollback journal beside the file can name another file that is
//! removed when the database is opened. So before anything is read from it, the database is an
//! ordinary file with no such journal, and its tables are, word for word, those of [`schema`].
//! Numbers that are places in lists are checked when their rows are read.

use crate::schema;
use crate::store::StoreError;
use rusqlite::Connection;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The most that take part in a tournament: tables of who met whom grow with its square.
pub(crate) const MOST_ENTRIES: u32 = 4096;

/// The most seats of a game.
const MOST_SEATS: usize = 8;

/// Refuses a file that would be harmful to open.
pub(crate) fn file(path: &Path) -> Result<(), StoreError> {
    let is_ordinary = fs::symlink_metadata(path).is_ok_and(|there| there.is_file());
    if !is_ordinary {
        return Err(refused(path, "it is not an ordinary file"));
    }
    // We keep a write-ahead log. A rollback journal is none of ours, and it can have SQLite remove
    // any file that it names.
    let mut journal = OsString::from(path);
    journal.push("-journal");
    let journal = PathBuf::from(journal);
    if fs::symlink_metadata(&journal).is_ok() {
        let why = format!("{} beside it was not written by this program: remove it", journal.display());
        return Err(refused(path, &why));
    }
    Ok(())
}

/// Refuses a database of a version that we do not know, or with other tables than ours; gives its
/// version.
pub(crate) fn tables(path: &Path, connection: &Connection) -> Result<i32, StoreError> {
    let wrong = |error| StoreError::Database(path.to_owned(), error);
    let version = connection.pragma_query_value(None, "user_version", |row| row.get::<_, i32>(0));
    let version = version.map_err(wrong)?;
    let ours = Connection::open_in_memory().map_err(wrong)?;
    match version {
        1 => schema::create_first(&ours).map_err(wrong)?,
        schema::VERSION => schema::create(&ours).map_err(wrong)?,
        other => return Err(StoreError::Version(path.to_owned(), other)),
    }
    match listed(connection).map_err(wrong)? == listed(&ours).map_err(wrong)? {
        true => numbers(path, connection).map(|()| version),
        false => Err(refused(path, "its tables are not those that this program makes")),
    }
}

/// Everything that a database is said to consist of; blanks do not count, which an upgrade may have
/// left.
fn listed(connection: &Connection) -> rusqlite::Result<Vec<[Option<String>; 4]>> {
    let sql = "select type, name, tbl_name, sql from sqlite_schema order by name limit 1000";
    let mut statement = connection.prepare(sql)?;
    let rows = statement.query_map([], |row| {
        let sql: Option<String> = row.get(3)?;
        let sql = sql.map(|sql| sql.split_whitespace().collect());
        Ok([row.get(0)?, row.get(1)?, row.get(2)?, sql])
    })?;
    rows.collect()
}

/// Whether entries, maps and tallies are numbered from 1 on without gaps: their numbers are places.
fn numbers(path: &Path, connection: &Connection) -> Result<(), StoreError> {
    let wrong = |error| StoreError::Database(path.to_owned(), error);
    let count = |sql: &str| {
        let read = |row: &rusqlite::Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get(2)?));
        connection.query_row(sql, [], read)
    };
    let of = |table: &str, number: &str| {
        let sql =
            format!("select count(*), coalesce(max({number}), 0), coalesce(min({number}), 1) from {table}");
        count(&sql).map_err(wrong)
    };
    let (entries, maps, tallies) = (of("entry", "id")?, of("map", "id")?, of("tally", "entry")?);
    let is_gapless = |(count, most, least): (i64, i64, i64)| count == most && least == 1;
    if ![entries, maps, tallies].into_iter().all(is_gapless) || tallies.0 != entries.0 || maps.0 == 0 {
        return Err(refused(path, "entrants or maps are missing"));
    }
    if entries.0 > i64::from(MOST_ENTRIES) {
        return Err(refused(path, &format!("more than {MOST_ENTRIES} take part")));
    }
    Ok(())
}

/// How many there are of what rows point to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts {
    pub(crate) entries: u32,
    pub(crate) maps: u32,
}

impl Counts {
    pub(crate) fn read(connection: &Connection) -> rusqlite::Result<Self> {
        let count = |sql: &str| connection.query_row(sql, [], |row| row.get(0));
        Ok(Self { entries: count("select count(*) from entry")?, maps: count("select count(*) from map")? })
    }

    /// Whether everything in a block points to something.
    pub(crate) fn fit(self, block: &crate::BlockRow, first: u64) -> bool {
        let (round, pairing, number) = block.key;
        let members = block.members.len();
        let is_seating = |seating: &Vec<u32>| {
            (1..=MOST_SEATS).contains(&seating.len()) && seating.iter().all(|at| (*at as usize) < members)
        };
        block.map < self.maps
            && [round, pairing, number].iter().all(|part| *part < u32::MAX)
            && block.members.iter().all(|member| *member < self.entries)
            && !block.seatings.is_empty()
            && block.seatings.iter().all(is_seating)
            && (1..=u64::from(u32::MAX)).contains(&first)
            && u64::from(u32::MAX) - first >= block.seatings.len() as u64
    }

    /// Whether a game is one of a block's, and who sat in it is known.
    pub(crate) fn fit_game(self, block: &crate::BlockRow, first: u64, game: &crate::MatchRow) -> bool {
        let at = game.id.checked_sub(first).and_then(|at| usize::try_from(at).ok());
        let seating = at.and_then(|at| block.seatings.get(at));
        seating.is_some_and(|seating| seating.len() == game.seats.len())
            && game.seats.iter().all(|seat| seat.entry < self.entries && seat.place > 0)
    }
}

fn refused(path: &Path, why: &str) -> StoreError {
    StoreError::Damaged(format!("{}: it is not a tournament's database: {why}", path.display()))
}
