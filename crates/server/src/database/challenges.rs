//! Challenges: one version against others, over blocks of their own.

use super::once::{Asked, Once, answered, asked};
use super::{Change, Database, column, now};
use sqlx::any::AnyRow;

/// A challenge.
#[derive(Clone, Debug)]
pub(crate) struct Challenge {
    pub(crate) id: i64,
    pub(crate) game: String,
    pub(crate) version_id: i64,
    /// Blocks against each opponent.
    pub(crate) blocks: i64,
    pub(crate) created: i64,
    /// The name of the challenger.
    pub(crate) bot: String,
    /// Versions that are challenged, with their names.
    pub(crate) opponents: Vec<(i64, String)>,
}

impl Challenge {
    /// Who against whom, for people.
    pub(crate) fn title(&self) -> String {
        let names: Vec<&str> = self.opponents.iter().map(|(_, name)| name.as_str()).collect();
        format!("{} – {}", self.bot, names.join(", "))
    }
}

/// A challenge to be written down.
#[derive(Clone, Debug)]
pub(crate) struct NewChallenge<'a> {
    pub(crate) owner: i64,
    pub(crate) game: &'a str,
    pub(crate) version: i64,
    pub(crate) opponents: &'a [i64],
    pub(crate) blocks: i64,
}

const CHALLENGE: &str = "SELECT challenges.*, mine.name AS bot FROM challenges \
    JOIN versions AS my_version ON my_version.id = challenges.version_id \
    JOIN bots AS mine ON mine.id = my_version.bot_id";

fn challenge(row: &AnyRow) -> Challenge {
    Challenge {
        id: column(row, "id"),
        game: column(row, "game"),
        version_id: column(row, "version_id"),
        blocks: column(row, "blocks"),
        created: column(row, "created"),
        bot: column(row, "bot"),
        opponents: Vec::new(),
    }
}

/// What became of a challenge that may have been sent before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sent {
    /// It is new; its blocks come after it, in the same change.
    New(i64),
    /// It was sent before.
    Before(i64),
    /// Something else was sent under the same key.
    Differently,
}

/// Writes down a challenge, unless it was sent before.
pub(crate) async fn add_challenge(
    change: &mut Change,
    new: &NewChallenge<'_>,
    once: Option<&Once>,
) -> Result<Sent, sqlx::Error> {
    if let Some(once) = once {
        match asked(change, new.owner, once).await? {
            Asked::Never => {}
            Asked::Before(id) => return Ok(id.parse().map_or(Sent::Differently, Sent::Before)),
            Asked::Differently => return Ok(Sent::Differently),
        }
    }
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO challenges (owner_id, game, version_id, opponent_id, blocks, created) \
         VALUES ($1, $2, $3, $4, $5, $6) RETURNING id",
    )
    .bind(new.owner)
    .bind(new.game)
    .bind(new.version)
    .bind(new.opponents.first().copied().unwrap_or_default())
    .bind(new.blocks)
    .bind(now())
    .fetch_one(&mut **change)
    .await?;
    for opponent in new.opponents {
        sqlx::query("INSERT INTO challenge_opponents (challenge_id, version_id) VALUES ($1, $2)")
            .bind(id)
            .bind(opponent)
            .execute(&mut **change)
            .await?;
    }
    if let Some(once) = once {
        answered(change, new.owner, once, &id.to_string()).await?;
    }
    Ok(Sent::New(id))
}

impl Database {
    pub(crate) async fn challenge(&self, id: i64) -> Result<Option<Challenge>, sqlx::Error> {
        let query = format!("{CHALLENGE} WHERE challenges.id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(id).fetch_optional(&self.pool).await?;
        let Some(row) = row else { return Ok(None) };
        Ok(Some(self.with_opponents(challenge(&row)).await?))
    }

    pub(crate) async fn challenges_of(&self, owner: i64) -> Result<Vec<Challenge>, sqlx::Error> {
        let query =
            format!("{CHALLENGE} WHERE challenges.owner_id = $1 ORDER BY challenges.id DESC LIMIT 50");
        let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(owner).fetch_all(&self.pool).await?;
        let mut challenges = Vec::new();
        for row in &rows {
            challenges.push(self.with_opponents(challenge(row)).await?);
        }
        Ok(challenges)
    }

    async fn with_opponents(&self, challenge: Challenge) -> Result<Challenge, sqlx::Error> {
        let opponents = sqlx::query_as(
            "SELECT challenge_opponents.version_id, bots.name FROM challenge_opponents \
             JOIN versions ON versions.id = challenge_opponents.version_id \
             JOIN bots ON bots.id = versions.bot_id WHERE challenge_id = $1 ORDER BY challenge_opponents.version_id",
        )
        .bind(challenge.id)
        .fetch_all(&self.pool)
        .await?;
        Ok(Challenge { opponents, ..challenge })
    }

    /// Matches of somebody's challenges that are still to be played.
    pub(crate) async fn open_challenge_matches(&self, owner: i64) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar(
            "SELECT COUNT(*) FROM challenges JOIN blocks ON blocks.challenge_id = challenges.id \
             JOIN matches ON matches.block_id = blocks.id \
             WHERE challenges.owner_id = $1 AND matches.state IN ('waiting', 'running', 'played', 'verifying', 'checked')",
        )
        .bind(owner)
        .fetch_one(&self.pool)
        .await
    }
}
