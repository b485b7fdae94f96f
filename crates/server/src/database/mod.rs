//! What lasts: rows in SQLite, by SQL that PostgreSQL takes as well.
//!
//! One file a subject; every query of the arena stands in one of them. Rows are the truth: whatever is in memory
//! can be made from them again.

pub(crate) mod audit;
pub(crate) mod bots;
pub(crate) mod challenges;
pub(crate) mod courses;
pub(crate) mod desk;
pub(crate) mod finished;
pub(crate) mod jobs;
pub(crate) mod ladders;
pub(crate) mod matches;
pub(crate) mod notices;
pub(crate) mod once;
pub(crate) mod ratings;
pub(crate) mod sessions;
pub(crate) mod submissions;
pub(crate) mod tallies;
pub(crate) mod tournaments;
pub(crate) mod users;

use sqlx::any::{AnyPoolOptions, AnyRow};
use sqlx::{Any, AnyPool, AssertSqlSafe, Executor, Row, Transaction};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Changes of the schema, in their order. One that was released is never edited.
const MIGRATIONS: &[&str] = &[
    include_str!("../../migrations/0001_arena.sql"),
    include_str!("../../migrations/0002_tallies.sql"),
    include_str!("../../migrations/0003_courses.sql"),
    include_str!("../../migrations/0004_contests.sql"),
    include_str!("../../migrations/0005_notices.sql"),
];

/// How SQLite numbers rows. PostgreSQL will have its own word here.
const ID: &str = "INTEGER PRIMARY KEY AUTOINCREMENT";

/// Readers beside the one writer that SQLite has at a time.
const CONNECTIONS: u32 = 8;

/// The rows of an arena.
#[derive(Clone, Debug)]
pub(crate) struct Database {
    pub(crate) pool: AnyPool,
}

/// A change that is made whole or not at all.
pub(crate) type Change = Transaction<'static, Any>;

impl Database {
    /// Opens the database of a folder, and brings its tables up to date.
    pub(crate) async fn open(folder: &Path) -> Result<Self, sqlx::Error> {
        sqlx::any::install_default_drivers();
        let file = folder.join("arena.sqlite");
        let encoded = percent_encoded(&file);
        let pool = AnyPoolOptions::new()
            .max_connections(CONNECTIONS)
            .acquire_timeout(Duration::from_secs(30))
            .after_connect(|connection, _| {
                Box::pin(async move {
                    // A commit is on disk before it is answered for, also after the machine stops.
                    let pragmas = "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; \
                                   PRAGMA busy_timeout = 30000; PRAGMA foreign_keys = ON;";
                    connection.execute(pragmas).await.map(|_| ())
                })
            })
            .connect(&format!("sqlite://{encoded}?mode=rwc"))
            .await?;
        let database = Self { pool };
        database.migrate().await?;
        Ok(database)
    }

    /// Begins a change. It waits for other writers now, not when it first writes.
    pub(crate) async fn change(&self) -> Result<Change, sqlx::Error> {
        self.pool.begin_with("BEGIN IMMEDIATE").await
    }

    async fn migrate(&self) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        let table = "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY)";
        (&mut *change).execute(table).await?;
        let known: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM migrations").fetch_one(&mut *change).await?;
        let newer = usize::try_from(known).unwrap_or_default();
        if newer > MIGRATIONS.len() {
            let message = "the folder was written by a newer sandtable: upgrade this program";
            return Err(sqlx::Error::Configuration(message.into()));
        }
        for (number, text) in MIGRATIONS.iter().enumerate().skip(newer) {
            (&mut *change).execute(AssertSqlSafe(text.replace("{id}", ID))).await?;
            let add = sqlx::query("INSERT INTO migrations (number) VALUES ($1)").bind(number as i64);
            add.execute(&mut *change).await?;
        }
        change.commit().await
    }

    /// Whether the database answers.
    pub(crate) async fn answers(&self) -> bool {
        sqlx::query_scalar::<_, i64>("SELECT 1").fetch_one(&self.pool).await.is_ok()
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The column of a row; the queries beside it say which there are.
pub(crate) fn column<T>(row: &AnyRow, name: &str) -> T
where
    T: for<'r> sqlx::Decode<'r, Any> + sqlx::Type<Any>,
{
    row.get(name)
}

/// A path as it may stand in an address.
fn percent_encoded(path: &Path) -> String {
    use std::os::unix::ffi::OsStrExt;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.~".contains(&byte);
    let bytes = path.as_os_str().as_bytes().iter();
    bytes
        .map(|byte| if plain(*byte) { char::from(*byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
