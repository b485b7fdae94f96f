//! People: names, passwords, roles.

use super::{Database, column, now};
use sqlx::any::AnyRow;
use std::fmt;

/// What somebody may do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Role {
    /// Uploads bots and challenges others.
    Player,
    /// Runs contests.
    Organiser,
    /// May do everything.
    Administrator,
}

impl Role {
    /// All roles, the least first.
    pub const ALL: [Self; 3] = [Self::Player, Self::Organiser, Self::Administrator];

    /// What it is called in rows and addresses.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Player => "player",
            Self::Organiser => "organiser",
            Self::Administrator => "administrator",
        }
    }

    /// The role of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.name() == name)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Somebody with an account.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) role: Role,
    pub(crate) created: i64,
    pub(crate) is_disabled: bool,
}

pub(super) fn user(row: &AnyRow) -> User {
    User {
        id: column(row, "id"),
        name: column(row, "name"),
        role: Role::named(&column::<String>(row, "role")).unwrap_or(Role::Player),
        created: column(row, "created"),
        is_disabled: column::<i64>(row, "disabled") != 0,
    }
}

impl Database {
    /// Adds somebody; none if the name is taken.
    pub(crate) async fn add_user(
        &self,
        name: &str,
        password: &str,
        role: Role,
    ) -> Result<Option<i64>, sqlx::Error> {
        sqlx::query_scalar(
            "INSERT INTO users (name, folded, password, role, created) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (folded) DO NOTHING RETURNING id",
        )
        .bind(name)
        .bind(name.to_lowercase())
        .bind(password)
        .bind(role.name())
        .bind(now())
        .fetch_optional(&self.pool)
        .await
    }

    /// Somebody by name, with the hash of their password.
    pub(crate) async fn user_named(&self, name: &str) -> Result<Option<(User, String)>, sqlx::Error> {
        let row = sqlx::query("SELECT * FROM users WHERE folded = $1")
            .bind(name.to_lowercase())
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| (user(&row), column(&row, "password"))))
    }

    pub(crate) async fn has_administrator(&self) -> Result<bool, sqlx::Error> {
        let count: i64 =
            sqlx::query_scalar("SELECT COUNT(*) FROM users WHERE role = 'administrator' AND disabled = 0")
                .fetch_one(&self.pool)
                .await?;
        Ok(count > 0)
    }

    /// A page of all people.
    pub(crate) async fn users(&self, after: i64, most: i64) -> Result<Vec<User>, sqlx::Error> {
        let rows = sqlx::query("SELECT * FROM users WHERE id > $1 ORDER BY id LIMIT $2")
            .bind(after)
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(user).collect())
    }

    /// Sets a password and ends every session and token that the old one opened.
    pub(crate) async fn set_password(&self, id: i64, password: &str) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        sqlx::query("UPDATE users SET password = $2 WHERE id = $1")
            .bind(id)
            .bind(password)
            .execute(&mut *change)
            .await?;
        sqlx::query("DELETE FROM sessions WHERE user_id = $1").bind(id).execute(&mut *change).await?;
        sqlx::query("DELETE FROM tokens WHERE user_id = $1").bind(id).execute(&mut *change).await?;
        change.commit().await
    }

    pub(crate) async fn set_role(&self, id: i64, role: Role) -> Result<(), sqlx::Error> {
        let set = sqlx::query("UPDATE users SET role = $2 WHERE id = $1").bind(id).bind(role.name());
        set.execute(&self.pool).await.map(|_| ())
    }

    /// Shuts somebody out, or lets them in again.
    pub(crate) async fn set_disabled(&self, id: i64, disabled: bool) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        sqlx::query("UPDATE users SET disabled = $2 WHERE id = $1")
            .bind(id)
            .bind(i64::from(disabled))
            .execute(&mut *change)
            .await?;
        if disabled {
            sqlx::query("DELETE FROM sessions WHERE user_id = $1").bind(id).execute(&mut *change).await?;
        }
        change.commit().await
    }

    /// Forgets a person: the name, the password and the sources go. Matches that others took part
    /// in stay, with the bots retired and renamed.
    pub(crate) async fn forget_user(&self, id: i64) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        for statement in [
            "UPDATE versions SET source = NULL, report = NULL WHERE bot_id IN \
             (SELECT id FROM bots WHERE owner_id = $1)",
            "UPDATE seats SET stderr = NULL, record = NULL WHERE version_id IN \
             (SELECT versions.id FROM versions JOIN bots ON bots.id = versions.bot_id WHERE owner_id = $1)",
            "UPDATE bots SET name = 'deleted-' || id, folded = 'deleted-' || id, active_version = NULL \
             WHERE owner_id = $1",
            "UPDATE users SET name = 'deleted-' || id, folded = 'deleted-' || id, password = '', \
             role = 'player', disabled = 1 WHERE id = $1",
            "UPDATE grades SET sources = NULL WHERE submission_id IN (SELECT submissions.id FROM submissions \
             JOIN roster ON roster.id = submissions.student_id WHERE roster.user_id = $1)",
            "UPDATE submissions SET source = NULL WHERE student_id IN (SELECT id FROM roster WHERE user_id = $1)",
            "UPDATE roster SET user_id = NULL WHERE user_id = $1",
            "DELETE FROM teachers WHERE user_id = $1",
            "DELETE FROM notices WHERE user_id = $1",
            "DELETE FROM feeds WHERE user_id = $1",
            "DELETE FROM sessions WHERE user_id = $1",
            "DELETE FROM tokens WHERE user_id = $1",
            "DELETE FROM links WHERE user_id = $1",
        ] {
            sqlx::query(statement).bind(id).execute(&mut *change).await?;
        }
        change.commit().await
    }
}
