//! An arena moves between a folder (SQLite) and PostgreSQL: every row is copied, counted and
//! compared.

use crate::admin::{ArenaPlace, block_on};
use crate::arena::shown_address;
use crate::database::{Change, Database};
use crate::files::{Files, FilesPlace};
use crate::folder::ArenaFolder;
use futures_util::TryStreamExt;
use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};
use std::collections::BTreeSet;
use std::path::Path;

/// Rows of one statement.
const ROWS: usize = 200;

/// How much was moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Moved {
    /// Each table and its rows, the same on both sides.
    pub tables: Vec<(String, u64)>,
}

/// Copies an arena that is not running to a place where there is none: all rows in one change,
/// which is undone unless both sides are the same. `files` is where files are on PostgreSQL's side;
/// they are copied first.
///
/// # Errors
/// One sentence.
pub fn move_arena(from: &ArenaPlace, to: &ArenaPlace, files: &FilesPlace) -> Result<Moved, String> {
    match (from, to) {
        (ArenaPlace::Folder(data), ArenaPlace::Postgres(address)) => {
            if !data.join("arena.sqlite").is_file() {
                return Err(format!("{}: there is no arena in this folder", data.display()));
            }
            let folder = ArenaFolder::take(data)?;
            copy_files(&FilesPlace::Folder(folder.files()), files)?;
            moved(Side::Sqlite, folder.path(), address)
        }
        (ArenaPlace::Postgres(address), ArenaPlace::Folder(data)) => {
            if data.join("arena.sqlite").exists() {
                let shown = data.display();
                return Err(format!("{shown}: there is an arena already: name another folder"));
            }
            let folder = ArenaFolder::take(data)?;
            copy_files(files, &FilesPlace::Folder(folder.files()))?;
            let done = moved(Side::Postgres, folder.path(), address);
            if done.is_err() {
                // An arena without rows would be taken for one.
                for ending in ["", "-wal", "-shm"] {
                    let _ = std::fs::remove_file(folder.path().join(format!("arena.sqlite{ending}")));
                }
            }
            done
        }
        _ => Err("an arena moves from a folder to postgres://… or back".to_owned()),
    }
}

fn copy_files(from: &FilesPlace, to: &FilesPlace) -> Result<(), String> {
    let open = |place: &FilesPlace| Files::open(place).map_err(|error| format!("{place}: {error}"));
    let (here, there) = (open(from)?, open(to)?);
    here.copy_to(&there).map_err(|error| format!("{from} to {to}: {error}"))
}

/// The side that an arena comes from.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Sqlite,
    Postgres,
}

fn moved(from: Side, folder: &Path, address: &str) -> Result<Moved, String> {
    let done = block_on(async {
        let sqlite = Database::open(folder).await?;
        let postgres = Database::connect(address, 2).await?;
        postgres.miss_machines().await?;
        if postgres.all_jobs().await? > 0 {
            return Err(refused("servers or workers use this database: stop them first"));
        }
        let tables = tables(&sqlite).await?;
        let (source, target) = match from {
            Side::Sqlite => (&sqlite, &postgres),
            Side::Postgres => (&postgres, &sqlite),
        };
        let moved = copied(source, target, &tables).await;
        sqlite.pool.close().await;
        postgres.pool.close().await;
        moved
    });
    done.map_err(|why| format!("{}: {why}", shown_address(address)))
}

fn refused(why: &str) -> sqlx::Error {
    sqlx::Error::Configuration(why.to_owned().into())
}

/// A table, with its columns.
#[derive(Clone, Debug)]
struct Table {
    name: String,
    columns: Vec<(String, Kind)>,
}

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Number,
    Real,
    Text,
}

/// All tables, those before others that are referred to by them. Both databases have the same.
async fn tables(sqlite: &Database) -> Result<Vec<Table>, sqlx::Error> {
    let names: Vec<String> = sqlx::query_scalar(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' \
         AND name <> 'migrations' ORDER BY name",
    )
    .fetch_all(&sqlite.pool)
    .await?;
    let mut waiting = Vec::new();
    for name in names {
        let needs: Vec<String> =
            sqlx::query_scalar("SELECT \"table\" FROM pragma_foreign_key_list($1) WHERE \"table\" <> $1")
                .bind(&name)
                .fetch_all(&sqlite.pool)
                .await?;
        let columns: Vec<(String, String)> = sqlx::query_as("SELECT name, type FROM pragma_table_info($1)")
            .bind(&name)
            .fetch_all(&sqlite.pool)
            .await?;
        let columns = columns.into_iter().map(|(column, kind)| (column, kind_of(&kind))).collect();
        waiting.push((Table { name, columns }, needs));
    }
    let (mut ordered, mut known) = (Vec::<Table>::new(), BTreeSet::new());
    while !waiting.is_empty() {
        let ready = waiting.iter().position(|(_, needs)| needs.iter().all(|need| known.contains(need)));
        let ready = ready.ok_or_else(|| refused("tables refer to each other in a circle"))?;
        let (table, _) = waiting.remove(ready);
        known.insert(table.name.clone());
        ordered.push(table);
    }
    Ok(ordered)
}

fn kind_of(declared: &str) -> Kind {
    match declared {
        "DOUBLE PRECISION" => Kind::Real,
        "TEXT" => Kind::Text,
        _ => Kind::Number,
    }
}

impl Table {
    fn column_list(&self) -> String {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        names.join(", ")
    }

    fn select(&self) -> AssertSqlSafe<String> {
        AssertSqlSafe(format!("SELECT {} FROM {}", self.column_list(), self.name))
    }
}

async fn copied(source: &Database, target: &Database, tables: &[Table]) -> Result<Moved, sqlx::Error> {
    let (mut reading, mut writing) = (source.change().await?, target.change().await?);
    let shared = if target.is_shared() { &mut writing } else { &mut reading };
    // One side waits while the other is read.
    for setting in ["idle_in_transaction_session_timeout", "statement_timeout"] {
        let query = AssertSqlSafe(format!("SET LOCAL {setting} = 0"));
        sqlx::query(query).execute(&mut **shared).await?;
    }
    for table in tables {
        let rows: i64 = sqlx::query_scalar(AssertSqlSafe(format!("SELECT COUNT(*) FROM {}", table.name)))
            .fetch_one(&mut *writing)
            .await?;
        if rows > 0 {
            return Err(refused("there is an arena already: name a new database"));
        }
    }
    let mut moved = Moved { tables: Vec::new() };
    for table in tables {
        copy_table(&mut reading, &mut writing, table).await?;
        let (there, here) = (sum(&mut reading, table).await?, sum(&mut writing, table).await?);
        if there != here {
            return Err(refused(&format!("the rows of {} are not the same on both sides", table.name)));
        }
        if target.is_shared() {
            number_on(&mut writing, table).await?;
        }
        moved.tables.push((table.name.clone(), here.rows));
    }
    writing.commit().await?;
    Ok(moved)
}

async fn copy_table(reading: &mut Change, writing: &mut Change, table: &Table) -> Result<(), sqlx::Error> {
    let mut rows = sqlx::query(table.select()).fetch(&mut **reading);
    let mut batch = Vec::new();
    while let Some(row) = rows.try_next().await? {
        batch.push(row);
        if batch.len() == ROWS {
            insert(writing, table, &batch).await?;
            batch.clear();
        }
    }
    insert(writing, table, &batch).await
}

async fn insert(writing: &mut Change, table: &Table, rows: &[AnyRow]) -> Result<(), sqlx::Error> {
    if rows.is_empty() {
        return Ok(());
    }
    let width = table.columns.len();
    let values: Vec<String> = (0..rows.len())
        .map(|row| {
            let numbers: Vec<String> = (1..=width).map(|at| format!("${}", row * width + at)).collect();
            format!("({})", numbers.join(", "))
        })
        .collect();
    let query = format!("INSERT INTO {} ({}) VALUES {}", table.name, table.column_list(), values.join(", "));
    let mut query = sqlx::query(AssertSqlSafe(query)).persistent(rows.len() == ROWS);
    for row in rows {
        for (at, (_, kind)) in table.columns.iter().enumerate() {
            query = match kind {
                Kind::Number => query.bind(row.try_get::<Option<i64>, _>(at)?),
                Kind::Real => query.bind(row.try_get::<Option<f64>, _>(at)?),
                Kind::Text => query.bind(row.try_get::<Option<String>, _>(at)?),
            };
        }
    }
    query.execute(&mut **writing).await.map(|_| ())
}

/// What all rows of a table are, whatever order they come in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Sum {
    rows: u64,
    hashes: u128,
}

async fn sum(change: &mut Change, table: &Table) -> Result<Sum, sqlx::Error> {
    let mut rows = sqlx::query(table.select()).fetch(&mut **change);
    let mut sum = Sum::default();
    while let Some(row) = rows.try_next().await? {
        let mut hasher = blake3::Hasher::new();
        for (at, (_, kind)) in table.columns.iter().enumerate() {
            let text = match kind {
                Kind::Number => row.try_get::<Option<i64>, _>(at)?.map(|number| number.to_string()),
                Kind::Real => row.try_get::<Option<f64>, _>(at)?.map(|real| real.to_bits().to_string()),
                Kind::Text => row.try_get::<Option<String>, _>(at)?,
            };
            let length = text.as_ref().map_or(u64::MAX, |text| text.len() as u64);
            hasher.update(&length.to_le_bytes()).update(text.unwrap_or_default().as_bytes());
        }
        let mut first = [0; 16];
        first.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        sum.rows += 1;
        sum.hashes = sum.hashes.wrapping_add(u128::from_le_bytes(first));
    }
    Ok(sum)
}

/// Lets PostgreSQL number new rows after those that were copied.
async fn number_on(writing: &mut Change, table: &Table) -> Result<(), sqlx::Error> {
    let name = &table.name;
    let sequence: Option<String> = match table.columns.iter().any(|(column, _)| column == "id") {
        true => {
            sqlx::query_scalar("SELECT pg_get_serial_sequence($1, 'id')")
                .bind(name)
                .fetch_one(&mut **writing)
                .await?
        }
        false => None,
    };
    let Some(sequence) = sequence else { return Ok(()) };
    let query = format!("SELECT setval('{sequence}', COALESCE((SELECT MAX(id) FROM {name}), 0) + 1, false)");
    sqlx::query(AssertSqlSafe(query)).execute(&mut **writing).await.map(|_| ())
}
