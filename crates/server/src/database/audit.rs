//! Who did what.

use super::{Database, column, now};

/// Something that somebody did.
#[derive(Clone, Debug)]
pub(crate) struct AuditEntry {
    pub(crate) id: i64,
    pub(crate) happened: i64,
    pub(crate) user: Option<String>,
    pub(crate) what: String,
    pub(crate) about: String,
}

impl Database {
    pub(crate) async fn note(&self, user: Option<i64>, what: &str, about: &str) -> Result<(), sqlx::Error> {
        sqlx::query("INSERT INTO audit (happened, user_id, what, about) VALUES ($1, $2, $3, $4)")
            .bind(now())
            .bind(user)
            .bind(what)
            .bind(about)
            .execute(&self.pool)
            .await
            .map(|_| ())
    }

    /// The entries before one, the newest first.
    pub(crate) async fn audit(&self, before: i64, most: i64) -> Result<Vec<AuditEntry>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT audit.id, audit.happened, users.name AS person, audit.what, audit.about FROM audit \
             LEFT JOIN users ON users.id = audit.user_id WHERE audit.id < $1 ORDER BY audit.id DESC LIMIT $2",
        )
        .bind(before)
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        let entry = |row| AuditEntry {
            id: column(row, "id"),
            happened: column(row, "happened"),
            user: column(row, "person"),
            what: column(row, "what"),
            about: column(row, "about"),
        };
        Ok(rows.iter().map(entry).collect())
    }
}
