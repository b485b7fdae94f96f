//! The database.

use crate::check::{self, Counts};
use crate::folder::FolderError;
use crate::rows::{
    BlockRow, EntryRow, EntryTally, KeptRating, LostGame, MapRow, MatchRow, OnlineRating, SeatRow, Totals,
    TournamentRow,
};
use crate::schema;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Why the database cannot be used, in one message.
#[derive(Debug)]
pub enum StoreError {
    /// The folder cannot be used.
    Folder(FolderError),
    /// What the database says.
    Database(PathBuf, rusqlite::Error),
    /// It is of another version.
    Version(PathBuf, i32),
    /// A row holds what no row should.
    Damaged(String),
}

impl std::fmt::Display for StoreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Folder(error) => error.fmt(f),
            Self::Database(path, error) => write!(f, "{}: {error}", path.display()),
            Self::Version(path, version) => write!(
                f,
                "{}: it is of version {version}, and this program reads version {}: use the release that made it",
                path.display(),
                schema::VERSION
            ),
            Self::Damaged(what) => f.write_str(what),
        }
    }
}

impl std::error::Error for StoreError {}

impl From<FolderError> for StoreError {
    fn from(error: FolderError) -> Self {
        Self::Folder(error)
    }
}

/// A tournament's database.
#[derive(Debug)]
pub struct Store {
    path: PathBuf,
    connection: Connection,
}

impl Store {
    /// Makes the database of a new tournament, with its settings, maps and entries, whole or not at
    /// all.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(
        path: &Path,
        settings: &str,
        maps: &[MapRow],
        entries: &[EntryRow],
    ) -> Result<Self, StoreError> {
        // Under another name until it is whole: a tournament that is there has its settings.
        let part = path.with_extension("part");
        let _ = std::fs::remove_file(&part);
        let mut store = Self::set_up(&part, Self::connect(&part)?)?;
        schema::create(&store.connection).map_err(|error| store.wrong(error))?;
        store.transact(|transaction| {
            transaction.execute("insert into tournament (id, settings) values (1, ?1)", [settings])?;
            for (id, map) in (1_u32..).zip(maps) {
                transaction.execute(
                    "insert into map (id, name, hash, text) values (?1, ?2, ?3, ?4)",
                    params![id, map.name, map.hash, map.text],
                )?;
            }
            entries.iter().try_for_each(|entry| insert_entry(transaction, entry))
        })?;
        store
            .connection
            .pragma_update(None, "wal_checkpoint", "truncate")
            .map_err(|error| store.wrong(error))?;
        drop(store);
        std::fs::rename(&part, path).map_err(|error| FolderError::Disk(path.to_owned(), error))?;
        Self::open(path)
    }

    /// Opens a database that is there, whoever made it.
    ///
    /// # Errors
    /// If it cannot be read, is of a newer version, or is not what this program writes.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        check::file(path)?;
        let connection = Self::connect(path)?;
        let version = check::tables(path, &connection)?;
        let store = Self::set_up(path, connection)?;
        schema::upgrade(&store.connection, version).map_err(|error| store.wrong(error))?;
        Ok(store)
    }

    fn connect(path: &Path) -> Result<Connection, StoreError> {
        let wrong = |error| StoreError::Database(path.to_owned(), error);
        let connection = Connection::open(path).map_err(wrong)?;
        connection.busy_timeout(Duration::from_secs(30)).map_err(wrong)?;
        Ok(connection)
    }

    fn set_up(path: &Path, connection: Connection) -> Result<Self, StoreError> {
        let wrong = |error| StoreError::Database(path.to_owned(), error);
        // Readers do not wait for the writer. What a crash of the machine may lose are whole last
        // games; a killed program loses nothing.
        connection.pragma_update(None, "journal_mode", "wal").map_err(wrong)?;
        connection.pragma_update(None, "synchronous", "normal").map_err(wrong)?;
        connection.pragma_update(None, "foreign_keys", "on").map_err(wrong)?;
        Ok(Self { path: path.to_owned(), connection })
    }

    fn wrong(&self, error: rusqlite::Error) -> StoreError {
        StoreError::Database(self.path.clone(), error)
    }

    fn transact(
        &mut self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<()>,
    ) -> Result<(), StoreError> {
        let path = self.path.clone();
        let wrong = |error| StoreError::Database(path.clone(), error);
        let transaction = self.connection.transaction().map_err(wrong)?;
        work(&transaction).map_err(wrong)?;
        transaction.commit().map_err(wrong)
    }

    fn all<T>(
        &self,
        sql: &str,
        arguments: impl rusqlite::Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let rows = || {
            let mut statement = self.connection.prepare_cached(sql)?;
            statement.query_map(arguments, read)?.collect::<rusqlite::Result<Vec<T>>>()
        };
        rows().map_err(|error| self.wrong(error))
    }

    /// The settings, and how far it is.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn tournament(&self) -> Result<TournamentRow, StoreError> {
        let sql = "select settings, blocks, blocks_finished, games, games_finished from tournament";
        let read = |row: &Row<'_>| {
            let totals = Totals {
                blocks: row.get(1)?,
                blocks_finished: row.get(2)?,
                games: row.get(3)?,
                games_finished: row.get(4)?,
            };
            Ok(TournamentRow { settings: row.get(0)?, totals })
        };
        self.connection.query_row(sql, [], read).map_err(|error| self.wrong(error))
    }

    /// The maps, in their order.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn maps(&self) -> Result<Vec<MapRow>, StoreError> {
        let read = |row: &Row<'_>| Ok(MapRow { name: row.get(0)?, hash: row.get(1)?, text: row.get(2)? });
        self.all("select name, hash, text from map order by id", [], read)
    }

    /// Who takes part, in the order in which they came.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn entries(&self) -> Result<Vec<EntryRow>, StoreError> {
        let read = |row: &Row<'_>| {
            Ok(EntryRow {
                name: row.get(0)?,
                source: row.get(1)?,
                fingerprint: row.get(2)?,
                problem: row.get(3)?,
            })
        };
        self.all("select name, source, fingerprint, problem from entry order by id", [], read)
    }

    /// Lets somebody else take part.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add_entry(&mut self, entry: &EntryRow) -> Result<(), StoreError> {
        self.transact(|transaction| insert_entry(transaction, entry))
    }

    /// All blocks that are known, with their finished games, in the order of their keys.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn blocks(&self) -> Result<Vec<(BlockRow, u64, Vec<MatchRow>)>, StoreError> {
        let sql = "select round, pairing, number, map, seed, members, seatings, first_match, id from block
                   order by round, pairing, number";
        let rows = self.all(sql, [], |row| {
            let texts: (String, String) = (row.get(5)?, row.get(6)?);
            let key = (row.get(0)?, row.get(1)?, row.get(2)?);
            let seed = row.get::<_, i64>(4)?.cast_unsigned();
            Ok((key, place(row, 3)?, seed, texts, row.get::<_, u64>(7)?, row.get::<_, i64>(8)?))
        })?;
        let counts = Counts::read(&self.connection).map_err(|error| self.wrong(error))?;
        let mut matches = self.matches_by_block()?;
        rows.into_iter()
            .map(|(key, map, seed, (members, seatings), first, id)| {
                let damaged =
                    || StoreError::Damaged(format!("{}: block {id} is damaged", self.path.display()));
                let members = serde_json::from_str(&members).map_err(|_| damaged())?;
                let seatings = serde_json::from_str(&seatings).map_err(|_| damaged())?;
                let block = BlockRow { key, map, seed, members, seatings };
                let games = matches.remove(&id).unwrap_or_default();
                let is_whole = counts.fit(&block, first)
                    && games.iter().all(|game| counts.fit_game(&block, first, game));
                is_whole.then_some((block, first, games)).ok_or_else(damaged)
            })
            .collect()
    }

    fn matches_by_block(&self) -> Result<BTreeMap<i64, Vec<MatchRow>>, StoreError> {
        let mut found: BTreeMap<i64, Vec<MatchRow>> = BTreeMap::new();
        let sql =
            "select m.block, m.id, m.turns, m.digest, m.wall, s.entry, s.place, s.score, s.out, s.faults,
                          s.orders, s.refused, s.cpu, s.longest_cpu, s.wall, s.lost
                   from match m join seat s on s.match = m.id order by m.id, s.seat";
        let rows = self.all(sql, [], |row| {
            let faults: String = row.get(9)?;
            let seat = SeatRow {
                entry: place(row, 5)?,
                place: row.get(6)?,
                score: row.get(7)?,
                out: row.get(8)?,
                faults: serde_json::from_str(&faults).unwrap_or_default(),
                orders: row.get(10)?,
                refused: row.get(11)?,
                cpu: row.get(12)?,
                longest_cpu: row.get(13)?,
                wall: row.get(14)?,
                lost: row.get(15)?,
            };
            let game = MatchRow {
                id: row.get(1)?,
                turns: row.get(2)?,
                digest: row.get::<_, i64>(3)?.cast_unsigned(),
                wall: row.get(4)?,
                seats: Vec::new(),
            };
            Ok((row.get::<_, i64>(0)?, game, seat))
        })?;
        for (block, game, seat) in rows {
            let games = found.entry(block).or_default();
            if games.last().is_none_or(|last| last.id != game.id) {
                games.push(game);
            }
            if let Some(last) = games.last_mut() {
                last.seats.push(seat);
            }
        }
        Ok(found)
    }

    /// Adds blocks that are to be played; returns the number of each one's first game.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add_blocks(&mut self, blocks: &[BlockRow]) -> Result<Vec<u64>, StoreError> {
        let mut firsts = Vec::with_capacity(blocks.len());
        self.transact(|transaction| {
            for block in blocks {
                let games = block.seatings.len() as u64;
                let first: u64 = transaction.query_row(
                    "update tournament set blocks = blocks + 1, games = games + ?1 returning games - ?1 + 1",
                    [games],
                    |row| row.get(0),
                )?;
                let (round, pairing, number) = block.key;
                let seed = block.seed.cast_signed();
                transaction.execute(
                    "insert into block (round, pairing, number, map, seed, members, seatings, first_match, left)
                     values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
                    params![
                        round,
                        pairing,
                        number,
                        block.map + 1,
                        seed,
                        json(&block.members),
                        json(&block.seatings),
                        first,
                        games
                    ],
                )?;
                firsts.push(first);
            }
            Ok(())
        })?;
        Ok(firsts)
    }

    /// Writes finished games with their replays. A game that is there already stays what it is.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add_games<'a>(
        &mut self,
        games: impl IntoIterator<Item = ((u32, u32, u32), &'a MatchRow, Option<&'a [u8]>)>,
    ) -> Result<(), StoreError> {
        self.transact(|transaction| {
            games
                .into_iter()
                .try_for_each(|(block, game, replay)| insert_game(transaction, block, game, replay))
        })
    }

    /// The replay of a game, packed or as it was written.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn replay(&self, game: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let sql = "select bytes from replay where match = ?1";
        let found = self.connection.query_row(sql, [game], |row| row.get(0)).optional();
        found.map_err(|error| self.wrong(error))
    }

    /// The games after this one whose replays are still as they were written, in their order.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn unpacked(&self, after: u64, most: u32) -> Result<Vec<u64>, StoreError> {
        let sql = "select match from replay where packed = 0 and match > ?1 order by match limit ?2";
        self.all(sql, params![after, most], |row| row.get(0))
    }

    /// Puts packed replays in place of those that were written.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn pack_replays(&mut self, packed: &[(u64, Vec<u8>)]) -> Result<(), StoreError> {
        self.transact(|transaction| {
            let mut update =
                transaction.prepare_cached("update replay set packed = 1, bytes = ?2 where match = ?1")?;
            packed.iter().try_for_each(|(game, bytes)| update.execute(params![game, bytes]).map(drop))
        })
    }

    /// Sums over the games of each entry, in the order of the entries.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn tallies(&self) -> Result<Vec<EntryTally>, StoreError> {
        let sql = "select games, firsts, out, faults, cpu, longest_cpu from tally order by entry";
        self.all(sql, [], |row| {
            Ok(EntryTally {
                games: row.get(0)?,
                firsts: row.get(1)?,
                out: row.get(2)?,
                faults: row.get(3)?,
                cpu: row.get(4)?,
                longest_cpu: row.get(5)?,
            })
        })
    }

    /// The last games that an entry did not win, the newest first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn lost_games(&self, entry: u32, most: u32) -> Result<Vec<LostGame>, StoreError> {
        let sql =
            "select match, seat, place from seat where entry = ?1 and place > 1 order by match desc limit ?2";
        self.all(sql, [entry + 1, most], |row| {
            Ok(LostGame { id: row.get(0)?, seat: row.get(1)?, place: row.get(2)? })
        })
    }

    /// Keeps ratings, in the order of the entries, for those who ask before the next ones are
    /// computed.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn save_ratings(&mut self, ratings: &[KeptRating]) -> Result<(), StoreError> {
        self.transact(|transaction| {
            transaction.execute("delete from rating", [])?;
            for (entry, rating) in (1_u32..).zip(ratings) {
                transaction.execute(
                    "insert into rating (entry, blocks, elo, error, determined) values (?1, ?2, ?3, ?4, ?5)",
                    params![entry, rating.blocks, rating.elo, rating.error, rating.determined],
                )?;
            }
            Ok(())
        })
    }

    /// Keeps ratings that are shown until the next full ones, in the order of the entries: Elo and
    /// error, after so many blocks.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn save_online(
        &mut self,
        blocks: u64,
        ratings: impl Iterator<Item = (f64, f64)>,
    ) -> Result<(), StoreError> {
        self.transact(|transaction| {
            let sql = "insert or replace into online (entry, blocks, elo, error) values (?1, ?2, ?3, ?4)";
            let mut insert = transaction.prepare_cached(sql)?;
            (1_u32..).zip(ratings).try_for_each(|(entry, (elo, error))| {
                insert.execute(params![entry, blocks, elo, error]).map(drop)
            })
        })
    }

    /// The ratings that are shown until the next full ones, in the order of the entries.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn online(&self) -> Result<Vec<OnlineRating>, StoreError> {
        self.all("select blocks, elo, error from online order by entry", [], |row| {
            Ok(OnlineRating { blocks: row.get(0)?, elo: row.get(1)?, error: row.get(2)? })
        })
    }

    /// The ratings that were kept last, in the order of the entries; none for those who came later.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn ratings(&self) -> Result<Vec<KeptRating>, StoreError> {
        let sql = "select blocks, elo, error, determined from rating order by entry";
        self.all(sql, [], |row| {
            Ok(KeptRating {
                blocks: row.get(0)?,
                elo: row.get(1)?,
                error: row.get(2)?,
                determined: row.get(3)?,
            })
        })
    }
}

/// A place in a list, which tables number from 1 on.
fn place(row: &Row<'_>, column: usize) -> rusqlite::Result<u32> {
    let number: i64 = row.get(column)?;
    let place = number.checked_sub(1).and_then(|place| u32::try_from(place).ok());
    place.ok_or(rusqlite::Error::IntegralValueOutOfRange(column, number))
}

fn json<T: serde::Serialize>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn insert_entry(transaction: &Transaction<'_>, entry: &EntryRow) -> rusqlite::Result<()> {
    transaction.execute(
        "insert into entry (name, source, fingerprint, problem) values (?1, ?2, ?3, ?4)",
        params![entry.name, entry.source, entry.fingerprint, entry.problem],
    )?;
    transaction.execute("insert into tally (entry) values (?1)", [transaction.last_insert_rowid()])?;
    Ok(())
}

fn insert_game(
    transaction: &Transaction<'_>,
    (round, pairing, number): (u32, u32, u32),
    game: &MatchRow,
    replay: Option<&[u8]>,
) -> rusqlite::Result<()> {
    let mut new = transaction.prepare_cached(
        "insert into match (id, block, turns, digest, wall)
         select ?1, id, ?2, ?3, ?4 from block where round = ?5 and pairing = ?6 and number = ?7
         on conflict do nothing",
    )?;
    let digest = game.digest.cast_signed();
    let added = new.execute(params![game.id, game.turns, digest, game.wall, round, pairing, number])?;
    if added == 0 {
        return Ok(());
    }
    for (at, seat) in (0_u32..).zip(&game.seats) {
        insert_seat(transaction, game.id, at, seat)?;
    }
    if let Some(bytes) = replay {
        transaction
            .prepare_cached("insert into replay (match, packed, bytes) values (?1, 0, ?2)")?
            .execute(params![game.id, bytes])?;
    }
    let left: u32 = transaction
        .prepare_cached(
            "update block set left = left - 1 where round = ?1 and pairing = ?2 and number = ?3 returning left",
        )?
        .query_row(params![round, pairing, number], |row| row.get(0))?;
    transaction
        .prepare_cached(
            "update tournament set games_finished = games_finished + 1, blocks_finished = blocks_finished + ?1",
        )?
        .execute([u32::from(left == 0)])?;
    Ok(())
}

fn insert_seat(transaction: &Transaction<'_>, game: u64, at: u32, seat: &SeatRow) -> rusqlite::Result<()> {
    transaction
        .prepare_cached(
            "insert into seat (match, seat, entry, place, score, out, faults, orders, refused, cpu, longest_cpu, wall, lost)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13)",
        )?
        .execute(params![
            game,
            at,
            seat.entry + 1,
            seat.place,
            seat.score,
            seat.out,
            json(&seat.faults),
            seat.orders,
            seat.refused,
            seat.cpu,
            seat.longest_cpu,
            seat.wall,
            seat.lost
        ])?;
    transaction
        .prepare_cached(
            "update tally set games = games + 1, firsts = firsts + ?2, out = out + ?3, faults = faults + ?4,
             cpu = cpu + ?5, longest_cpu = max(longest_cpu, ?6) where entry = ?1",
        )?
        .execute(params![
            seat.entry + 1,
            u8::from(seat.place == 1),
            seat.out,
            seat.faults.len(),
            seat.cpu,
            seat.longest_cpu
        ])?;
    Ok(())
}
