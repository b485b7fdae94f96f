//! Who did what.

use super::{Database, column, now};
use sqlx::any::AnyRow;

/// Something that somebody did.
#[derive(Clone, Debug)]
pub(crate) struct AuditEntry {
    pub(crate) id: i64,
    pub(crate) happened: i64,
    pub(crate) user: Option<String>,
    pub(crate) what: String,
    pub(crate) about: String,
}

const ENTRY: &str = "SELECT audit.id, audit.happened, users.name AS person, audit.what, audit.about FROM audit \
    LEFT JOIN users ON users.id = audit.user_id";

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
        let query = format!("{ENTRY} WHERE audit.id < $1 ORDER BY audit.id DESC LIMIT $2");
        let query = sqlx::query(sqlx::AssertSqlSafe(query)).bind(before).bind(most);
        Ok(query.fetch_all(&self.pool).await?.iter().map(entry).collect())
    }

    /// What somebody did, the oldest first.
    pub(crate) async fn audit_of(&self, user: i64) -> Result<Vec<AuditEntry>, sqlx::Error> {
        let query = format!("{ENTRY} WHERE audit.user_id = $1 ORDER BY audit.id");
        let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(user).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(entry).collect())
    }
}

fn entry(row: &AnyRow) -> AuditEntry {
    AuditEntry {
        id: column(row, "id"),
        happened: column(row, "happened"),
        user: column(row, "person"),
        what: column(row, "what"),
        about: column(row, "about"),
    }
}
