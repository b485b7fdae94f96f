//! Ratings of the ladders: functions of finished blocks, kept so that pages need not compute them.

use super::{Change, Database, column};
use sqlx::any::AnyRow;
use std::collections::BTreeMap;

/// Ratings of a history that are read at most.
const MOST_POINTS: i64 = 5000;

/// A rating with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct LadderRating {
    pub(crate) elo: f64,
    pub(crate) error: f64,
    pub(crate) is_determined: bool,
    pub(crate) games: i64,
    pub(crate) blocks: i64,
}

/// A rating to be kept.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct NewRating {
    pub(crate) version: i64,
    pub(crate) rating: LadderRating,
}

/// Ratings that are written by one statement: everybody else waits for the change.
const AT_ONCE: usize = 500;

async fn add_ratings(change: &mut Change, game: &str, ratings: &[NewRating]) -> Result<(), sqlx::Error> {
    let query = format!(
        "INSERT INTO ratings (version_id, game, elo, error, determined, games, blocks) VALUES {}",
        places(ratings.len(), 7)
    );
    let mut query = sqlx::query(sqlx::AssertSqlSafe(query)).persistent(ratings.len() == AT_ONCE);
    for NewRating { version, rating } in ratings {
        query = query.bind(version).bind(game).bind(rating.elo).bind(rating.error);
        query = query.bind(i64::from(rating.is_determined)).bind(rating.games).bind(rating.blocks);
    }
    query.execute(&mut **change).await.map(|_| ())
}

async fn add_to_history(change: &mut Change, blocks: i64, ratings: &[NewRating]) -> Result<(), sqlx::Error> {
    let query = format!(
        "INSERT INTO rating_history (version_id, blocks, elo, error) VALUES {} ON CONFLICT (version_id, blocks) \
         DO UPDATE SET elo = excluded.elo, error = excluded.error",
        places(ratings.len(), 4)
    );
    let mut query = sqlx::query(sqlx::AssertSqlSafe(query)).persistent(ratings.len() == AT_ONCE);
    for NewRating { version, rating } in ratings {
        query = query.bind(version).bind(blocks).bind(rating.elo).bind(rating.error);
    }
    query.execute(&mut **change).await.map(|_| ())
}

/// Places for the values of so many rows, as a query has them.
fn places(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let places: Vec<String> =
            (1..=columns).map(|column| format!("${}", row * columns + column)).collect();
        format!("({})", places.join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

pub(super) fn rating(row: &AnyRow) -> LadderRating {
    LadderRating {
        elo: column(row, "elo"),
        error: column(row, "error"),
        is_determined: column::<i64>(row, "determined") != 0,
        games: column(row, "games"),
        blocks: column(row, "blocks"),
    }
}

impl Database {
    /// The rating of one version.
    pub(crate) async fn rating(&self, version: i64) -> Result<Option<LadderRating>, sqlx::Error> {
        let row = sqlx::query("SELECT * FROM ratings WHERE version_id = $1")
            .bind(version)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.as_ref().map(rating))
    }

    /// How a bot's rating went: number of blocks of the ladder, rating, error. Of a long history the
    /// latest part.
    pub(crate) async fn rating_history(&self, bot: i64) -> Result<Vec<(i64, f64, f64)>, sqlx::Error> {
        let newest: Vec<(i64, f64, f64)> = sqlx::query_as(
            "SELECT rating_history.blocks, elo, error FROM rating_history \
             JOIN versions ON versions.id = rating_history.version_id WHERE bot_id = $1 \
             ORDER BY rating_history.blocks DESC, version_id DESC LIMIT $2",
        )
        .bind(bot)
        .bind(MOST_POINTS)
        .fetch_all(&self.pool)
        .await?;
        Ok(newest.into_iter().rev().collect())
    }

    /// Keeps a fit of so many blocks, unless one of more is kept: another machine may have been
    /// faster.
    pub(crate) async fn keep_ratings(
        &self,
        game: &str,
        blocks: i64,
        ratings: &[NewRating],
    ) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        let known: Option<i64> = sqlx::query_scalar("SELECT blocks FROM fits WHERE game = $1")
            .bind(game)
            .fetch_optional(&mut *change)
            .await?;
        if known.is_some_and(|known| known > blocks) {
            return Ok(());
        }
        sqlx::query("DELETE FROM ratings WHERE game = $1").bind(game).execute(&mut *change).await?;
        for some in ratings.chunks(AT_ONCE) {
            add_ratings(&mut change, game, some).await?;
            add_to_history(&mut change, blocks, some).await?;
        }
        sqlx::query(
            "INSERT INTO fits (game, blocks) VALUES ($1, $2) \
             ON CONFLICT (game) DO UPDATE SET blocks = excluded.blocks",
        )
        .bind(game)
        .bind(blocks)
        .execute(&mut *change)
        .await?;
        change.commit().await
    }

    /// All kept ratings of a ladder, by version.
    pub(crate) async fn ratings(&self, game: &str) -> Result<BTreeMap<i64, LadderRating>, sqlx::Error> {
        let rows =
            sqlx::query("SELECT * FROM ratings WHERE game = $1").bind(game).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| (column(row, "version_id"), rating(row))).collect())
    }

    /// Who played in the latest blocks of a ladder, the newest first.
    pub(crate) async fn latest_members(&self, game: &str, most: i64) -> Result<Vec<Vec<i64>>, sqlx::Error> {
        let rows: Vec<(i64, i64)> = sqlx::query_as(
            "SELECT DISTINCT blocks.id, seats.version_id FROM \
             (SELECT id FROM blocks WHERE game = $1 AND purpose = 'ladder' ORDER BY id DESC LIMIT $2) AS blocks \
             JOIN matches ON matches.block_id = blocks.id JOIN seats ON seats.match_id = matches.id",
        )
        .bind(game)
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        let mut blocks: BTreeMap<i64, Vec<i64>> = BTreeMap::new();
        for (block, version) in rows {
            blocks.entry(block).or_default().push(version);
        }
        Ok(blocks.into_values().rev().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_history_ends_with_the_latest_rating() {
        let folder = tempfile::tempdir().unwrap();
        let history = crate::admin::block_on(async {
            let database = Database::open(folder.path()).await?;
            database.add_built_in("breach", "idle").await?;
            let all = format!(
                "WITH RECURSIVE fits (blocks) AS (SELECT 1 UNION ALL SELECT blocks + 1 FROM fits \
                 WHERE blocks <= {MOST_POINTS}) INSERT INTO rating_history (version_id, blocks, elo, error) \
                 SELECT 1, blocks, 0.0, 1.0 FROM fits"
            );
            sqlx::query(sqlx::AssertSqlSafe(all)).execute(&database.pool).await?;
            database.rating_history(1).await
        });
        let blocks: Vec<i64> = history.unwrap().iter().map(|(blocks, ..)| *blocks).collect();
        assert_eq!(blocks, (2..=MOST_POINTS + 1).collect::<Vec<_>>());
    }
}
