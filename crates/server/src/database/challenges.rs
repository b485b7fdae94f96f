//! Challenges: one version against another, over blocks of their own.

use super::{Change, Database, column, now};
use sqlx::any::AnyRow;

/// A challenge.
#[derive(Clone, Debug)]
pub(crate) struct Challenge {
    pub(crate) id: i64,
    pub(crate) game: String,
    pub(crate) version_id: i64,
    pub(crate) opponent_id: i64,
    pub(crate) blocks: i64,
    pub(crate) created: i64,
    /// Names of the two bots.
    pub(crate) bot: String,
    pub(crate) opponent: String,
}

const CHALLENGE: &str = "SELECT challenges.*, mine.name AS bot, theirs.name AS opponent FROM challenges \
    JOIN versions AS my_version ON my_version.id = challenges.version_id \
    JOIN bots AS mine ON mine.id = my_version.bot_id \
    JOIN versions AS their_version ON their_version.id = challenges.opponent_id \
    JOIN bots AS theirs ON theirs.id = their_version.bot_id";

fn challenge(row: &AnyRow) -> Challenge {
    Challenge {
        id: column(row, "id"),
        game: column(row, "game"),
        version_id: column(row, "version_id"),
        opponent_id: column(row, "opponent_id"),
        blocks: column(row, "blocks"),
        created: column(row, "created"),
        bot: column(row, "bot"),
        opponent: column(row, "opponent"),
    }
}

/// Writes down a challenge; its blocks come after it, in the same change.
pub(crate) async fn add_challenge(
    change: &mut Change,
    owner: i64,
    game: &str,
    (version, opponent): (i64, i64),
    blocks: i64,
) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar(
        "INSERT INTO challenges (owner_id, game, version_id, opponent_id, blocks, created) \
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    )
    .bind(owner)
    .bind(game)
    .bind(version)
    .bind(opponent)
    .bind(blocks)
    .bind(now())
    .fetch_one(&mut **change)
    .await
}

impl Database {
    pub(crate) async fn challenge(&self, id: i64) -> Result<Option<Challenge>, sqlx::Error> {
        let query = format!("{CHALLENGE} WHERE challenges.id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(id).fetch_optional(&self.pool).await?;
        Ok(row.as_ref().map(challenge))
    }

    pub(crate) async fn challenges_of(&self, owner: i64) -> Result<Vec<Challenge>, sqlx::Error> {
        let query =
            format!("{CHALLENGE} WHERE challenges.owner_id = $1 ORDER BY challenges.id DESC LIMIT 50");
        let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(owner).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(challenge).collect())
    }

    /// Matches of somebody's challenges that are still to be played.
    pub(crate) async fn open_challenge_matches(&self, owner: i64) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar(
            "SELECT COUNT(*) FROM challenges JOIN blocks ON blocks.challenge_id = challenges.id \
             JOIN matches ON matches.block_id = blocks.id \
             WHERE challenges.owner_id = $1 AND matches.state IN ('waiting', 'running', 'played', 'verifying')",
        )
        .bind(owner)
        .fetch_one(&self.pool)
        .await
    }
}
