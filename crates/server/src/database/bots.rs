//! Bots and their versions.

use super::once::{Asked, Once, answered, asked};
use super::{Database, Engine, column, now};
use sqlx::any::AnyRow;

/// What a version's source is. It decides the name of the file that is built; nothing a user types
/// does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SourceKind {
    /// None: a bot of this program.
    BuiltIn,
    /// One Python file.
    Python,
    /// One C++ file for an old contest's interface.
    Cpp,
    /// A zip file with a `bot.toml`.
    Zip,
    /// A program.
    Program,
}

impl SourceKind {
    const ALL: [Self; 5] = [Self::BuiltIn, Self::Python, Self::Cpp, Self::Zip, Self::Program];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::BuiltIn => "built_in",
            Self::Python => "python",
            Self::Cpp => "cpp",
            Self::Zip => "zip",
            Self::Program => "program",
        }
    }

    /// The name of the file that is built.
    pub(crate) const fn file_name(self) -> &'static str {
        match self {
            Self::BuiltIn => "",
            Self::Python => "bot.py",
            Self::Cpp => "ai.cpp",
            Self::Zip => "bot.zip",
            Self::Program => "bot",
        }
    }

    /// What was uploaded, by the ending of its name and its first bytes.
    pub(crate) fn of_upload(name: &str, bytes: &[u8]) -> Option<Self> {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
        match ending.as_str() {
            "py" => Some(Self::Python),
            "cpp" | "cc" | "cxx" => Some(Self::Cpp),
            _ if bytes.starts_with(b"PK\x03\x04") => Some(Self::Zip),
            _ if bytes.starts_with(b"\x7fELF") || bytes.starts_with(b"#!") => Some(Self::Program),
            _ => None,
        }
    }
}

/// How far a version has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum VersionState {
    Waiting,
    Building,
    Ready,
    Broken,
}

impl VersionState {
    const ALL: [Self; 4] = [Self::Waiting, Self::Building, Self::Ready, Self::Broken];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Building => "building",
            Self::Ready => "ready",
            Self::Broken => "broken",
        }
    }
}

/// A bot.
#[derive(Clone, Debug)]
pub(crate) struct Bot {
    pub(crate) id: i64,
    pub(crate) owner_id: Option<i64>,
    pub(crate) owner: Option<String>,
    pub(crate) game: String,
    pub(crate) name: String,
    pub(crate) created: i64,
    pub(crate) active_version: Option<i64>,
}

/// A version of a bot.
#[derive(Clone, Debug)]
pub(crate) struct Version {
    pub(crate) id: i64,
    pub(crate) bot_id: i64,
    pub(crate) number: i64,
    pub(crate) kind: SourceKind,
    pub(crate) source: Option<String>,
    pub(crate) bytes: i64,
    pub(crate) state: VersionState,
    /// What the checkup found, as JSON.
    pub(crate) report: Option<String>,
    pub(crate) created: i64,
}

/// Why nothing was uploaded.
#[derive(Debug)]
pub(crate) enum UploadRefused {
    /// The name is somebody else's.
    NameTaken,
    /// Something else was uploaded under the same key.
    KeyUsed,
    Database(sqlx::Error),
}

impl From<sqlx::Error> for UploadRefused {
    fn from(error: sqlx::Error) -> Self {
        Self::Database(error)
    }
}

const BOT: &str = "SELECT bots.*, users.name AS owner FROM bots LEFT JOIN users ON users.id = bots.owner_id";

fn bot(row: &AnyRow) -> Bot {
    Bot {
        id: column(row, "id"),
        owner_id: column(row, "owner_id"),
        owner: column(row, "owner"),
        game: column(row, "game"),
        name: column(row, "name"),
        created: column(row, "created"),
        active_version: column(row, "active_version"),
    }
}

fn version(row: &AnyRow) -> Version {
    let kind: String = column(row, "kind");
    let state: String = column(row, "state");
    Version {
        id: column(row, "id"),
        bot_id: column(row, "bot_id"),
        number: column(row, "number"),
        kind: SourceKind::ALL.into_iter().find(|one| one.name() == kind).unwrap_or(SourceKind::Program),
        source: column(row, "source"),
        bytes: column(row, "bytes"),
        state: VersionState::ALL.into_iter().find(|one| one.name() == state).unwrap_or(VersionState::Broken),
        report: column(row, "report"),
        created: column(row, "created"),
    }
}

impl Database {
    /// Puts a bot of this program on a ladder, if it is not there.
    pub(crate) async fn add_built_in(&self, game: &str, name: &str) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        let added: Option<i64> = sqlx::query_scalar(
            "INSERT INTO bots (owner_id, game, name, folded, created) VALUES (NULL, $1, $2, $2, $3) \
             ON CONFLICT (game, folded) DO NOTHING RETURNING id",
        )
        .bind(game)
        .bind(name)
        .bind(now())
        .fetch_optional(&mut *change)
        .await?;
        if let Some(bot) = added {
            let version: i64 = sqlx::query_scalar(
                "INSERT INTO versions (bot_id, number, kind, bytes, state, created, finished) \
                 VALUES ($1, 1, 'built_in', 0, 'ready', $2, $2) RETURNING id",
            )
            .bind(bot)
            .bind(now())
            .fetch_one(&mut *change)
            .await?;
            sqlx::query("UPDATE bots SET active_version = $2 WHERE id = $1")
                .bind(bot)
                .bind(version)
                .execute(&mut *change)
                .await?;
        }
        change.commit().await
    }

    /// Adds a version to the bot of this name, which is made if it is not there. Returns both their
    /// ids.
    pub(crate) async fn add_version(
        &self,
        owner: i64,
        (game, name): (&str, &str),
        kind: SourceKind,
        (source, bytes): (&str, i64),
        once: Option<&Once>,
    ) -> Result<(i64, i64), UploadRefused> {
        let mut change = self.change().await?;
        if let Some(once) = once {
            match asked(&mut change, owner, once).await? {
                Asked::Never => {}
                Asked::Differently => return Err(UploadRefused::KeyUsed),
                Asked::Before(answer) => {
                    let ids = answer.split_once(' ').ok_or(UploadRefused::KeyUsed)?;
                    let number = |text: &str| text.parse().map_err(|_| UploadRefused::KeyUsed);
                    return Ok((number(ids.0)?, number(ids.1)?));
                }
            }
        }
        sqlx::query(
            "INSERT INTO bots (owner_id, game, name, folded, created) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (game, folded) DO NOTHING",
        )
        .bind(owner)
        .bind(game)
        .bind(name)
        .bind(name.to_lowercase())
        .bind(now())
        .execute(&mut *change)
        .await?;
        let bot: Option<i64> =
            sqlx::query_scalar("SELECT id FROM bots WHERE game = $1 AND folded = $2 AND owner_id = $3")
                .bind(game)
                .bind(name.to_lowercase())
                .bind(owner)
                .fetch_optional(&mut *change)
                .await?;
        let bot = bot.ok_or(UploadRefused::NameTaken)?;
        let version: i64 = sqlx::query_scalar(
            "INSERT INTO versions (bot_id, number, kind, source, bytes, state, created) VALUES \
             ($1, (SELECT COALESCE(MAX(number), 0) + 1 FROM versions WHERE bot_id = $1), $2, $3, $4, 'waiting', $5) \
             RETURNING id",
        )
        .bind(bot)
        .bind(kind.name())
        .bind(source)
        .bind(bytes)
        .bind(now())
        .fetch_one(&mut *change)
        .await?;
        if let Some(once) = once {
            answered(&mut change, owner, once, &format!("{bot} {version}")).await?;
        }
        change.commit().await?;
        Ok((bot, version))
    }

    pub(crate) async fn bot(&self, id: i64) -> Result<Option<Bot>, sqlx::Error> {
        let query = format!("{BOT} WHERE bots.id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(id).fetch_optional(&self.pool).await?;
        Ok(row.as_ref().map(bot))
    }

    pub(crate) async fn bots_of(&self, owner: i64) -> Result<Vec<Bot>, sqlx::Error> {
        let query = format!("{BOT} WHERE bots.owner_id = $1 ORDER BY bots.game, bots.name");
        let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(owner).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(bot).collect())
    }

    pub(crate) async fn versions_of(&self, bot: i64) -> Result<Vec<Version>, sqlx::Error> {
        let rows = sqlx::query("SELECT * FROM versions WHERE bot_id = $1 ORDER BY number DESC LIMIT 50")
            .bind(bot)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(version).collect())
    }

    pub(crate) async fn version(&self, id: i64) -> Result<Option<Version>, sqlx::Error> {
        let row =
            sqlx::query("SELECT * FROM versions WHERE id = $1").bind(id).fetch_optional(&self.pool).await?;
        Ok(row.as_ref().map(version))
    }

    /// A version that a machine is building or playing with, without its report. A worker reads
    /// sources by this alone.
    pub(crate) async fn version_of_job(&self, id: i64, machine: i64) -> Result<Option<Version>, sqlx::Error> {
        let source = match self.engine {
            // Whoever opens the file has everything in it.
            Engine::Sqlite => "CASE WHEN $2 = $2 THEN source END",
            Engine::Postgres => "job_source(id, $2)",
        };
        let query = format!(
            "SELECT id, bot_id, number, kind, bytes, state, created, CAST(NULL AS TEXT) AS report, \
             {source} AS source FROM versions WHERE id = $1"
        );
        let row =
            sqlx::query(sqlx::AssertSqlSafe(query)).bind(id).bind(machine).fetch_optional(&self.pool).await?;
        Ok(row.as_ref().map(version))
    }

    /// Lets a version play for its bot; none of them if `version` is none.
    pub(crate) async fn activate(&self, bot: i64, version: Option<i64>) -> Result<(), sqlx::Error> {
        let set = sqlx::query("UPDATE bots SET active_version = $2 WHERE id = $1").bind(bot).bind(version);
        set.execute(&self.pool).await.map(|_| ())
    }

    /// How many versions somebody has uploaded since then.
    pub(crate) async fn uploads_since(&self, owner: i64, since: i64) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar(
            "SELECT COUNT(*) FROM versions JOIN bots ON bots.id = versions.bot_id \
             WHERE bots.owner_id = $1 AND versions.created > $2",
        )
        .bind(owner)
        .bind(since)
        .fetch_one(&self.pool)
        .await
    }

    /// Active versions of a ladder: version, bot, name.
    pub(crate) async fn active_versions(&self, game: &str) -> Result<Vec<(i64, i64, String)>, sqlx::Error> {
        sqlx::query_as(
            "SELECT active_version, id, name FROM bots WHERE game = $1 AND active_version IS NOT NULL ORDER BY id",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await
    }
}
