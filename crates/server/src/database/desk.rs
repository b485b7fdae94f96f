//! What organisers look at and decide: what failed, what is played again, who may sign up.

use super::{Database, column};
use sqlx::any::AnyRow;

/// Something that failed, and why.
#[derive(Clone, Debug)]
pub(crate) struct FailedMatch {
    pub(crate) id: i64,
    pub(crate) game: String,
    pub(crate) failure: String,
}

/// A version that did not pass its check.
#[derive(Clone, Debug)]
pub(crate) struct BrokenVersion {
    pub(crate) bot_id: i64,
    pub(crate) bot: String,
    pub(crate) number: i64,
    pub(crate) finished: Option<i64>,
}

impl Database {
    /// Matches that were given up, the newest first.
    pub(crate) async fn failed_matches(&self, most: i64) -> Result<Vec<FailedMatch>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT id, game, failure FROM matches WHERE state = 'failed' ORDER BY id DESC LIMIT $1",
        )
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        let failed = |row: &AnyRow| FailedMatch {
            id: column(row, "id"),
            game: column(row, "game"),
            failure: column::<Option<String>>(row, "failure").unwrap_or_default(),
        };
        Ok(rows.iter().map(failed).collect())
    }

    /// Versions that did not pass, the newest first.
    pub(crate) async fn broken_versions(&self, most: i64) -> Result<Vec<BrokenVersion>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT versions.bot_id, bots.name, versions.number, versions.finished FROM versions \
             JOIN bots ON bots.id = versions.bot_id WHERE versions.state = 'broken' \
             ORDER BY versions.id DESC LIMIT $1",
        )
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        let broken = |row: &AnyRow| BrokenVersion {
            bot_id: column(row, "bot_id"),
            bot: column(row, "name"),
            number: column(row, "number"),
            finished: column(row, "finished"),
        };
        Ok(rows.iter().map(broken).collect())
    }

    /// How many submissions wait or are graded, and how many could not be.
    pub(crate) async fn submission_queue(&self) -> Result<(i64, i64), sqlx::Error> {
        let count = |states: &'static str| {
            let query = format!("SELECT COUNT(*) FROM submissions WHERE state IN ({states})");
            sqlx::query_scalar::<_, i64>(sqlx::AssertSqlSafe(query)).fetch_one(&self.pool)
        };
        Ok((count("'waiting', 'grading'").await?, count("'failed'").await?))
    }

    /// Has a match played again: one that was given up, or one that counts for no ladder. False if
    /// it is neither.
    pub(crate) async fn play_again(&self, id: i64) -> Result<bool, sqlx::Error> {
        let mut change = self.change().await?;
        let block: Option<i64> = sqlx::query_scalar(
            "UPDATE matches SET state = 'waiting', attempt = 0, failure = NULL, finished = NULL WHERE id = $1 \
             AND (state = 'failed' OR (state = 'done' AND EXISTS (SELECT 1 FROM blocks \
             WHERE blocks.id = matches.block_id AND blocks.purpose <> 'ladder'))) RETURNING block_id",
        )
        .bind(id)
        .fetch_optional(&mut *change)
        .await?;
        let Some(block) = block else { return Ok(false) };
        sqlx::query("UPDATE blocks SET finished = NULL WHERE id = $1")
            .bind(block)
            .execute(&mut *change)
            .await?;
        sqlx::query(
            "UPDATE tournaments SET state = 'running' WHERE state = 'finished' AND id = \
             (SELECT tournament_id FROM blocks WHERE blocks.id = $1)",
        )
        .bind(block)
        .execute(&mut *change)
        .await?;
        change.commit().await?;
        Ok(true)
    }

    /// What was decided of this name; none if nothing was.
    pub(crate) async fn choice(&self, name: &str) -> Result<Option<String>, sqlx::Error> {
        sqlx::query_scalar("SELECT value FROM choices WHERE name = $1")
            .bind(name)
            .fetch_optional(&self.pool)
            .await
    }

    pub(crate) async fn choose(&self, name: &str, value: &str) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO choices (name, value) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        )
        .bind(name)
        .bind(value)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }
}
