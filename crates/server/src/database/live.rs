//! Matches that are watched at one server and played on another machine.

use super::Database;

/// How long a watched match is told of after the last sign of a watcher, in milliseconds.
const LEASE: i64 = 10_000;

impl Database {
    /// Says that somebody watches a match.
    pub(crate) async fn is_watched(&self, id: i64) -> Result<(), sqlx::Error> {
        let query = format!(
            "INSERT INTO watched (match_id, expires) VALUES ($1, {} + {LEASE}) \
             ON CONFLICT (match_id) DO UPDATE SET expires = excluded.expires",
            self.engine.clock()
        );
        sqlx::query(sqlx::AssertSqlSafe(query)).bind(id).execute(&self.pool).await.map(|_| ())
    }

    /// Matches of a machine that somebody watches elsewhere, with their attempts.
    pub(crate) async fn watched(&self, machine: i64) -> Result<Vec<(i64, i64)>, sqlx::Error> {
        let query = format!(
            "SELECT matches.id, matches.attempt FROM watched JOIN matches ON matches.id = watched.match_id \
             WHERE watched.expires > {} AND matches.state = 'running' AND matches.machine_id = $1",
            self.engine.clock()
        );
        sqlx::query_as(sqlx::AssertSqlSafe(query)).bind(machine).fetch_all(&self.pool).await
    }

    /// Tells what a match has written, from this byte on.
    pub(crate) async fn tell_lines(
        &self,
        (id, attempt): (i64, i64),
        first_byte: i64,
        text: &str,
    ) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO live_lines (match_id, attempt, first_byte, text) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (match_id, attempt, first_byte) DO NOTHING",
        )
        .bind(id)
        .bind(attempt)
        .bind(first_byte)
        .bind(text)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    /// What a match has written after this byte, as far as it was told.
    pub(crate) async fn told_lines(
        &self,
        (id, attempt): (i64, i64),
        after: i64,
    ) -> Result<Vec<String>, sqlx::Error> {
        sqlx::query_scalar(
            "SELECT text FROM live_lines WHERE match_id = $1 AND attempt = $2 AND first_byte >= $3 \
             ORDER BY first_byte",
        )
        .bind(id)
        .bind(attempt)
        .bind(after)
        .fetch_all(&self.pool)
        .await
    }

    /// The attempt at which a match is being played, by whoever it is; none if it is not.
    pub(crate) async fn running_attempt(&self, id: i64) -> Result<Option<i64>, sqlx::Error> {
        sqlx::query_scalar("SELECT attempt FROM matches WHERE id = $1 AND state = 'running'")
            .bind(id)
            .fetch_optional(&self.pool)
            .await
    }

    /// Forgets what was told of matches that are over.
    pub(crate) async fn forget_lines(&self) -> Result<(), sqlx::Error> {
        for table in ["live_lines", "watched"] {
            let query = format!(
                "DELETE FROM {table} WHERE NOT EXISTS (SELECT 1 FROM matches \
                 WHERE matches.id = {table}.match_id AND matches.state = 'running')"
            );
            sqlx::query(sqlx::AssertSqlSafe(query)).execute(&self.pool).await?;
        }
        Ok(())
    }
}
