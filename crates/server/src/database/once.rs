//! Requests that may be sent twice: what the first was answered.

use super::{Change, now};

/// How long answers are remembered: a day.
const LIFE: i64 = 24 * 60 * 60 * 1000;

/// A request that is to be done once.
#[derive(Clone, Debug)]
pub(crate) struct Once {
    /// What its sender calls it.
    pub(crate) key: String,
    /// The hash of what was asked.
    pub(crate) request: String,
}

/// What is known of a request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Asked {
    Never,
    /// The same was asked before, and answered so.
    Before(String),
    /// Something else was asked under this key.
    Differently,
}

/// Whether somebody asked this before.
pub(super) async fn asked(change: &mut Change, user: i64, once: &Once) -> Result<Asked, sqlx::Error> {
    let row: Option<(String, String)> = sqlx::query_as(
        "SELECT request, answer FROM idempotency WHERE user_id = $1 AND idempotency_key = $2 AND created > $3",
    )
    .bind(user)
    .bind(&once.key)
    .bind(now() - LIFE)
    .fetch_optional(&mut **change)
    .await?;
    Ok(match row {
        None => Asked::Never,
        Some((request, answer)) if request == once.request => Asked::Before(answer),
        Some(_) => Asked::Differently,
    })
}

/// Notes what was answered, in the change that does it.
pub(super) async fn answered(
    change: &mut Change,
    user: i64,
    once: &Once,
    answer: &str,
) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM idempotency WHERE user_id = $1 AND created <= $2")
        .bind(user)
        .bind(now() - LIFE)
        .execute(&mut **change)
        .await?;
    sqlx::query(
        "INSERT INTO idempotency (user_id, idempotency_key, request, answer, created) VALUES ($1, $2, $3, $4, $5)",
    )
    .bind(user)
    .bind(&once.key)
    .bind(&once.request)
    .bind(answer)
    .bind(now())
    .execute(&mut **change)
    .await
    .map(|_| ())
}
