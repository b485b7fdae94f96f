//! Ladders: who plays on them, the best first.

use super::ratings::{LadderRating, rating};
use super::{Database, column};
use sqlx::any::AnyRow;
use std::fmt;

/// A line of a ladder.
#[derive(Clone, Debug)]
pub(crate) struct LadderRow {
    pub(crate) bot_id: i64,
    pub(crate) bot: String,
    pub(crate) owner: Option<String>,
    pub(crate) version_id: i64,
    pub(crate) version: i64,
    /// None before its first block is finished.
    pub(crate) rating: Option<LadderRating>,
}

/// Where a page of a ladder begins: after this line.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) enum LadderCursor {
    /// At the top.
    #[default]
    Top,
    /// After a version with this rating.
    Rated(f64, i64),
    /// After a bot without a rating; they come last.
    Unrated(i64),
}

impl LadderCursor {
    /// The place after a line.
    pub(crate) fn after(row: &LadderRow) -> Self {
        match row.rating {
            Some(rating) => Self::Rated(rating.elo, row.version_id),
            None => Self::Unrated(row.bot_id),
        }
    }

    /// A cursor as addresses hold it; none if it is none of ours.
    pub(crate) fn read(text: &str) -> Option<Self> {
        match text.split_once('_') {
            None if text.is_empty() => Some(Self::Top),
            Some(("u", bot)) => Some(Self::Unrated(bot.parse().ok()?)),
            Some((elo, version)) => {
                let elo: f64 = elo.parse().ok()?;
                elo.is_finite().then_some(Self::Rated(elo, version.parse().ok()?))
            }
            None => None,
        }
    }
}

impl fmt::Display for LadderCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Top => Ok(()),
            // As many digits as it takes to be read again as the same number.
            Self::Rated(elo, version) => write!(f, "{elo:?}_{version}"),
            Self::Unrated(bot) => write!(f, "u_{bot}"),
        }
    }
}

/// The rated bots of a ladder; only their active versions are on it.
const RATED: &str = "FROM ratings JOIN bots ON bots.active_version = ratings.version_id";

/// Those that have not been rated yet.
const UNRATED: &str = "FROM bots WHERE bots.game = $1 AND bots.active_version IS NOT NULL AND NOT EXISTS \
                       (SELECT 1 FROM ratings WHERE ratings.version_id = bots.active_version)";

impl Database {
    /// A page of a ladder, the best first; those without a rating come last.
    pub(crate) async fn ladder(
        &self,
        game: &str,
        after: LadderCursor,
        most: i64,
    ) -> Result<Vec<LadderRow>, sqlx::Error> {
        let mut rows = match after {
            LadderCursor::Top => self.rated(game, (f64::MAX, 0), most).await?,
            LadderCursor::Rated(elo, version) => self.rated(game, (elo, version), most).await?,
            LadderCursor::Unrated(_) => Vec::new(),
        };
        let left = most - rows.len() as i64;
        if left > 0 {
            let bot = if let LadderCursor::Unrated(bot) = after { bot } else { 0 };
            rows.extend(self.unrated(game, bot, left).await?);
        }
        Ok(rows)
    }

    async fn rated(
        &self,
        game: &str,
        (elo, version): (f64, i64),
        most: i64,
    ) -> Result<Vec<LadderRow>, sqlx::Error> {
        let query = format!(
            "SELECT ratings.*, bots.id AS bot_id, bots.name, users.name AS owner, versions.number {RATED} \
             JOIN versions ON versions.id = ratings.version_id LEFT JOIN users ON users.id = bots.owner_id \
             WHERE ratings.game = $1 AND ratings.elo <= $2 AND (ratings.elo < $2 OR ratings.version_id < $3) \
             ORDER BY ratings.elo DESC, ratings.version_id DESC LIMIT $4"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(game)
            .bind(elo)
            .bind(version)
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(|row| ladder_row(row, Some(rating(row)))).collect())
    }

    async fn unrated(&self, game: &str, bot: i64, most: i64) -> Result<Vec<LadderRow>, sqlx::Error> {
        let query = format!(
            "SELECT waiting.id AS bot_id, waiting.name, users.name AS owner, waiting.active_version AS version_id, \
             versions.number FROM (SELECT bots.* {UNRATED} AND bots.id > $2 ORDER BY bots.id LIMIT $3) AS waiting \
             JOIN versions ON versions.id = waiting.active_version \
             LEFT JOIN users ON users.id = waiting.owner_id ORDER BY waiting.id"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(game)
            .bind(bot)
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().map(|row| ladder_row(row, None)).collect())
    }

    /// How many lines of a ladder come before a page.
    pub(crate) async fn ladder_before(&self, game: &str, after: LadderCursor) -> Result<i64, sqlx::Error> {
        let (elo, version) = match after {
            LadderCursor::Top => return Ok(0),
            LadderCursor::Rated(elo, version) => (elo, version),
            LadderCursor::Unrated(_) => (f64::MIN, 0),
        };
        let query = format!(
            "SELECT COUNT(*) {RATED} WHERE ratings.game = $1 AND ratings.elo >= $2 \
             AND (ratings.elo > $2 OR ratings.version_id >= $3)"
        );
        let rated: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(query))
            .bind(game)
            .bind(elo)
            .bind(version)
            .fetch_one(&self.pool)
            .await?;
        let LadderCursor::Unrated(bot) = after else { return Ok(rated) };
        let query = format!("SELECT COUNT(*) {UNRATED} AND bots.id <= $2");
        let unrated: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(query)).bind(game).bind(bot).fetch_one(&self.pool).await?;
        Ok(rated + unrated)
    }
}

fn ladder_row(row: &AnyRow, rating: Option<LadderRating>) -> LadderRow {
    LadderRow {
        bot_id: column(row, "bot_id"),
        bot: column(row, "name"),
        owner: column(row, "owner"),
        version_id: column(row, "version_id"),
        version: column(row, "number"),
        rating,
    }
}

#[cfg(test)]
mod tests {
    use super::LadderCursor;

    #[test]
    fn cursors_are_read_as_they_are_written() {
        for cursor in
            [LadderCursor::Top, LadderCursor::Rated(-12.300000000000004, 7), LadderCursor::Unrated(3)]
        {
            assert_eq!(LadderCursor::read(&cursor.to_string()), Some(cursor));
        }
        for wrong in ["x", "u_", "u_x", "NaN_1", "inf_1", "1.0_", "_"] {
            assert_eq!(LadderCursor::read(wrong), None, "{wrong}");
        }
    }
}
