//! What lets somebody in: sessions, tokens and links. Only hashes of the secrets are kept.

use super::users::{User, user};
use super::{Database, column, now};

/// A token for programs, as its owner sees it.
#[derive(Clone, Debug)]
pub(crate) struct Token {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) created: i64,
    pub(crate) expires: i64,
}

/// What a link is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LinkPurpose {
    /// Makes the first administrator.
    FirstAdministrator,
    /// Sets somebody's password.
    Password,
}

impl LinkPurpose {
    const fn name(self) -> &'static str {
        match self {
            Self::FirstAdministrator => "first_administrator",
            Self::Password => "password",
        }
    }
}

impl Database {
    pub(crate) async fn add_session(&self, hash: &str, user: i64, expires: i64) -> Result<(), sqlx::Error> {
        sqlx::query("DELETE FROM sessions WHERE expires < $1").bind(now()).execute(&self.pool).await?;
        sqlx::query("INSERT INTO sessions (hash, user_id, created, expires) VALUES ($1, $2, $3, $4)")
            .bind(hash)
            .bind(user)
            .bind(now())
            .bind(expires)
            .execute(&self.pool)
            .await
            .map(|_| ())
    }

    /// Whose session it is, if it still counts.
    pub(crate) async fn session(&self, hash: &str) -> Result<Option<User>, sqlx::Error> {
        let row = sqlx::query(
            "SELECT users.* FROM sessions JOIN users ON users.id = sessions.user_id \
             WHERE sessions.hash = $1 AND sessions.expires > $2 AND users.disabled = 0",
        )
        .bind(hash)
        .bind(now())
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.as_ref().map(user))
    }

    /// The sessions of somebody that still count, with when they began, the newest first.
    pub(crate) async fn sessions_of(&self, user: i64) -> Result<Vec<(String, i64)>, sqlx::Error> {
        sqlx::query_as(
            "SELECT hash, created FROM sessions WHERE user_id = $1 AND expires > $2 ORDER BY created DESC LIMIT 50",
        )
        .bind(user)
        .bind(now())
        .fetch_all(&self.pool)
        .await
    }

    pub(crate) async fn end_session(&self, hash: &str) -> Result<(), sqlx::Error> {
        sqlx::query("DELETE FROM sessions WHERE hash = $1").bind(hash).execute(&self.pool).await.map(|_| ())
    }

    pub(crate) async fn end_sessions_of(&self, user: i64) -> Result<(), sqlx::Error> {
        let end = sqlx::query("DELETE FROM sessions WHERE user_id = $1").bind(user);
        end.execute(&self.pool).await.map(|_| ())
    }

    pub(crate) async fn add_token(
        &self,
        hash: &str,
        user: i64,
        name: &str,
        expires: i64,
    ) -> Result<(), sqlx::Error> {
        sqlx::query("INSERT INTO tokens (hash, user_id, name, created, expires) VALUES ($1, $2, $3, $4, $5)")
            .bind(hash)
            .bind(user)
            .bind(name)
            .bind(now())
            .bind(expires)
            .execute(&self.pool)
            .await
            .map(|_| ())
    }

    /// Whose token it is, if it still counts.
    pub(crate) async fn token(&self, hash: &str) -> Result<Option<User>, sqlx::Error> {
        let row = sqlx::query(
            "SELECT users.* FROM tokens JOIN users ON users.id = tokens.user_id \
             WHERE tokens.hash = $1 AND tokens.expires > $2 AND users.disabled = 0",
        )
        .bind(hash)
        .bind(now())
        .fetch_optional(&self.pool)
        .await?;
        Ok(row.as_ref().map(user))
    }

    pub(crate) async fn tokens_of(&self, user: i64) -> Result<Vec<Token>, sqlx::Error> {
        let rows = sqlx::query("SELECT * FROM tokens WHERE user_id = $1 ORDER BY id")
            .bind(user)
            .fetch_all(&self.pool)
            .await?;
        let token = |row| Token {
            id: column(row, "id"),
            name: column(row, "name"),
            created: column(row, "created"),
            expires: column(row, "expires"),
        };
        Ok(rows.iter().map(token).collect())
    }

    pub(crate) async fn revoke_token(&self, user: i64, id: i64) -> Result<(), sqlx::Error> {
        let revoke = sqlx::query("DELETE FROM tokens WHERE id = $1 AND user_id = $2").bind(id).bind(user);
        revoke.execute(&self.pool).await.map(|_| ())
    }

    /// Adds a link. Older ones for the same person and purpose no longer work.
    pub(crate) async fn add_link(
        &self,
        hash: &str,
        purpose: LinkPurpose,
        user: Option<i64>,
        expires: i64,
    ) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        sqlx::query("DELETE FROM links WHERE purpose = $1 AND COALESCE(user_id, 0) = COALESCE($2, 0)")
            .bind(purpose.name())
            .bind(user)
            .execute(&mut *change)
            .await?;
        sqlx::query("INSERT INTO links (hash, purpose, user_id, expires) VALUES ($1, $2, $3, $4)")
            .bind(hash)
            .bind(purpose.name())
            .bind(user)
            .bind(expires)
            .execute(&mut *change)
            .await?;
        change.commit().await
    }

    /// Whether a link works, and for whom.
    pub(crate) async fn link(
        &self,
        hash: &str,
        purpose: LinkPurpose,
    ) -> Result<Option<Option<i64>>, sqlx::Error> {
        sqlx::query_scalar("SELECT user_id FROM links WHERE hash = $1 AND purpose = $2 AND expires > $3")
            .bind(hash)
            .bind(purpose.name())
            .bind(now())
            .fetch_optional(&self.pool)
            .await
    }

    /// Uses a link up; says whether it still was there to be used.
    pub(crate) async fn use_link(&self, hash: &str) -> Result<bool, sqlx::Error> {
        let used = sqlx::query("DELETE FROM links WHERE hash = $1").bind(hash).execute(&self.pool).await?;
        Ok(used.rows_affected() == 1)
    }
}
