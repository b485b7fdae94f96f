//! News for people: written in the change that makes it true, each once.

use super::{Change, Database, column, now};
use sqlx::any::AnyRow;

/// Who has not handed in is told so long before a deadline, in milliseconds: a day.
const NEAR: i64 = 24 * 60 * 60 * 1000;

/// News for a person.
#[derive(Clone, Debug)]
pub(crate) struct Notice {
    pub(crate) id: i64,
    pub(crate) kind: String,
    pub(crate) link: String,
    pub(crate) about: String,
    pub(crate) created: i64,
    pub(crate) is_seen: bool,
}

fn notice(row: &AnyRow) -> Notice {
    Notice {
        id: column(row, "id"),
        kind: column(row, "kind"),
        link: column(row, "link"),
        about: column(row, "about"),
        created: column(row, "created"),
        is_seen: column::<i64>(row, "seen") != 0,
    }
}

/// Tells the owner of a bot that a version of it is broken.
pub(super) async fn tell_broken(change: &mut Change, bot: i64, version: i64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO notices (user_id, kind, link, about, created) \
         SELECT owner_id, 'bot_broken', '/bots/' || id || $2, name, $3 FROM bots \
         WHERE id = $1 AND owner_id IS NOT NULL ON CONFLICT (user_id, kind, link) DO NOTHING",
    )
    .bind(bot)
    .bind(format!("#v{version}"))
    .bind(now())
    .execute(&mut **change)
    .await
    .map(|_| ())
}

/// Tells whoever made a challenge that all of it is played, if it is.
pub(super) async fn tell_challenge_done(change: &mut Change, challenge: i64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO notices (user_id, kind, link, about, created) \
         SELECT challenges.owner_id, 'challenge_done', '/challenges/' || challenges.id, bots.name, $2 \
         FROM challenges JOIN versions ON versions.id = challenges.version_id \
         JOIN bots ON bots.id = versions.bot_id WHERE challenges.id = $1 AND NOT EXISTS \
         (SELECT 1 FROM blocks WHERE challenge_id = $1 AND finished IS NULL) \
         ON CONFLICT (user_id, kind, link) DO NOTHING",
    )
    .bind(challenge)
    .bind(now())
    .execute(&mut **change)
    .await
    .map(|_| ())
}

/// Tells a student that a submission is graded.
pub(super) async fn tell_graded(change: &mut Change, submission: i64) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO notices (user_id, kind, link, about, created) \
         SELECT roster.user_id, 'graded', '/submissions/' || submissions.id, assignments.title, $2 \
         FROM submissions JOIN roster ON roster.id = submissions.student_id \
         JOIN assignments ON assignments.id = submissions.assignment_id \
         WHERE submissions.id = $1 AND roster.user_id IS NOT NULL \
         ON CONFLICT (user_id, kind, link) DO NOTHING",
    )
    .bind(submission)
    .bind(now())
    .execute(&mut **change)
    .await
    .map(|_| ())
}

/// Tells the owners of all entrants what became of a tournament.
pub(super) async fn tell_entrants(
    change: &mut Change,
    tournament: i64,
    kind: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO notices (user_id, kind, link, about, created) \
         SELECT DISTINCT bots.owner_id, $2, '/tournaments/' || tournaments.id, tournaments.name, $3 \
         FROM entries JOIN tournaments ON tournaments.id = entries.tournament_id \
         JOIN bots ON bots.id = entries.bot_id WHERE entries.tournament_id = $1 AND bots.owner_id IS NOT NULL \
         ON CONFLICT (user_id, kind, link) DO NOTHING",
    )
    .bind(tournament)
    .bind(kind)
    .bind(now())
    .execute(&mut **change)
    .await
    .map(|_| ())
}

impl Database {
    /// Tells students who have handed in nothing that a deadline is near.
    pub(crate) async fn tell_deadlines(&self) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO notices (user_id, kind, link, about, created) \
             SELECT roster.user_id, 'deadline', '/assignments/' || assignments.id, assignments.title, $1 \
             FROM assignments JOIN roster ON roster.course_id = assignments.course_id \
             WHERE assignments.deadline > $1 AND assignments.deadline <= $2 AND roster.removed = 0 \
             AND roster.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM submissions \
             WHERE submissions.assignment_id = assignments.id AND submissions.student_id = roster.id) \
             ON CONFLICT (user_id, kind, link) DO NOTHING",
        )
        .bind(now())
        .bind(now() + NEAR)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    /// The news of somebody, the newest first.
    pub(crate) async fn notices(&self, user: i64, most: i64) -> Result<Vec<Notice>, sqlx::Error> {
        let rows = sqlx::query("SELECT * FROM notices WHERE user_id = $1 ORDER BY id DESC LIMIT $2")
            .bind(user)
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(notice).collect())
    }

    /// How much of it has not been seen.
    pub(crate) async fn unseen(&self, user: i64) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar("SELECT COUNT(*) FROM notices WHERE user_id = $1 AND seen = 0")
            .bind(user)
            .fetch_one(&self.pool)
            .await
    }

    /// Everything up to this was seen.
    pub(crate) async fn mark_seen(&self, user: i64, last: i64) -> Result<(), sqlx::Error> {
        let set = sqlx::query("UPDATE notices SET seen = 1 WHERE user_id = $1 AND id <= $2 AND seen = 0");
        set.bind(user).bind(last).execute(&self.pool).await.map(|_| ())
    }

    /// Gives somebody a new address of the feed; an older one no longer works.
    pub(crate) async fn set_feed(&self, user: i64, hash: &str) -> Result<(), sqlx::Error> {
        sqlx::query(
            "INSERT INTO feeds (user_id, hash) VALUES ($1, $2) \
             ON CONFLICT (user_id) DO UPDATE SET hash = excluded.hash",
        )
        .bind(user)
        .bind(hash)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    /// Whose feed this is.
    pub(crate) async fn feed(&self, hash: &str) -> Result<Option<(i64, String)>, sqlx::Error> {
        sqlx::query_as(
            "SELECT users.id, users.name FROM feeds JOIN users ON users.id = feeds.user_id \
             WHERE feeds.hash = $1 AND users.disabled = 0",
        )
        .bind(hash)
        .fetch_optional(&self.pool)
        .await
    }
}
