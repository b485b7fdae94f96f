//! Ratings of the ladders: functions of finished blocks, kept so that pages need not compute them.

use super::{Database, column};
use cups::{BlockKey, PlayedBlock, PlayedGame, PlayedSeat};
use std::collections::BTreeMap;

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

/// The finished blocks of a ladder: who took part, and what came of it. Entrants are places in `versions`.
#[derive(Debug, Default)]
pub(crate) struct Finished {
    pub(crate) versions: Vec<i64>,
    pub(crate) blocks: Vec<PlayedBlock>,
}

impl Database {
    /// A page of a ladder, the best first; those without a rating come last.
    pub(crate) async fn ladder(
        &self,
        game: &str,
        skip: i64,
        most: i64,
    ) -> Result<Vec<LadderRow>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT bots.id AS bot_id, bots.name, users.name AS owner, versions.id AS version_id, \
             versions.number, ratings.elo, ratings.error, ratings.determined, ratings.games, ratings.blocks \
             FROM bots JOIN versions ON versions.id = bots.active_version \
             LEFT JOIN users ON users.id = bots.owner_id \
             LEFT JOIN ratings ON ratings.version_id = versions.id WHERE bots.game = $1 \
             ORDER BY CASE WHEN ratings.elo IS NULL THEN 1 ELSE 0 END, ratings.elo DESC, bots.id \
             LIMIT $3 OFFSET $2",
        )
        .bind(game)
        .bind(skip)
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        let row_of = |row| LadderRow {
            bot_id: column(row, "bot_id"),
            bot: column(row, "name"),
            owner: column(row, "owner"),
            version_id: column(row, "version_id"),
            version: column(row, "number"),
            rating: column::<Option<f64>>(row, "elo").map(|elo| LadderRating {
                elo,
                error: column::<Option<f64>>(row, "error").unwrap_or_default(),
                is_determined: column::<Option<i64>>(row, "determined").unwrap_or_default() != 0,
                games: column::<Option<i64>>(row, "games").unwrap_or_default(),
                blocks: column::<Option<i64>>(row, "blocks").unwrap_or_default(),
            }),
        };
        Ok(rows.iter().map(row_of).collect())
    }

    /// The rating of one version.
    pub(crate) async fn rating(&self, version: i64) -> Result<Option<LadderRating>, sqlx::Error> {
        let row = sqlx::query("SELECT * FROM ratings WHERE version_id = $1")
            .bind(version)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.map(|row| LadderRating {
            elo: column(&row, "elo"),
            error: column(&row, "error"),
            is_determined: column::<i64>(&row, "determined") != 0,
            games: column(&row, "games"),
            blocks: column(&row, "blocks"),
        }))
    }

    /// How a bot's rating went: number of blocks of the ladder, rating, error.
    pub(crate) async fn rating_history(&self, bot: i64) -> Result<Vec<(i64, f64, f64)>, sqlx::Error> {
        sqlx::query_as(
            "SELECT rating_history.blocks, elo, error FROM rating_history \
             JOIN versions ON versions.id = rating_history.version_id WHERE bot_id = $1 \
             ORDER BY rating_history.blocks, version_id LIMIT 5000",
        )
        .bind(bot)
        .fetch_all(&self.pool)
        .await
    }

    /// The finished blocks of a ladder, in the order in which they were planned.
    pub(crate) async fn finished_blocks(&self, game: &str) -> Result<Finished, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT blocks.id AS block_id, blocks.map, matches.id AS match_id, matches.turns, matches.digest, \
             seats.version_id, seats.place, seats.score, seats.is_out, seats.units_lost FROM blocks \
             JOIN matches ON matches.block_id = blocks.id JOIN seats ON seats.match_id = matches.id \
             WHERE blocks.game = $1 AND blocks.purpose = 'ladder' AND blocks.finished IS NOT NULL \
             ORDER BY blocks.id, matches.id, seats.seat",
        )
        .bind(game)
        .fetch_all(&self.pool)
        .await?;
        Ok(gathered(&rows))
    }

    /// The finished blocks of a challenge.
    pub(crate) async fn challenge_blocks(&self, challenge: i64) -> Result<Finished, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT blocks.id AS block_id, blocks.map, matches.id AS match_id, matches.turns, matches.digest, \
             seats.version_id, seats.place, seats.score, seats.is_out, seats.units_lost FROM blocks \
             JOIN matches ON matches.block_id = blocks.id JOIN seats ON seats.match_id = matches.id \
             WHERE blocks.challenge_id = $1 AND blocks.finished IS NOT NULL \
             ORDER BY blocks.id, matches.id, seats.seat",
        )
        .bind(challenge)
        .fetch_all(&self.pool)
        .await?;
        Ok(gathered(&rows))
    }

    /// Keeps a fit. The one with the most blocks stays.
    pub(crate) async fn keep_ratings(
        &self,
        game: &str,
        blocks: i64,
        ratings: &[NewRating],
    ) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        sqlx::query("DELETE FROM ratings WHERE game = $1").bind(game).execute(&mut *change).await?;
        for NewRating { version, rating } in ratings {
            sqlx::query(
                "INSERT INTO ratings (version_id, game, elo, error, determined, games, blocks) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7)",
            )
            .bind(version)
            .bind(game)
            .bind(rating.elo)
            .bind(rating.error)
            .bind(i64::from(rating.is_determined))
            .bind(rating.games)
            .bind(rating.blocks)
            .execute(&mut *change)
            .await?;
            sqlx::query(
                "INSERT INTO rating_history (version_id, blocks, elo, error) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (version_id, blocks) DO UPDATE SET elo = $3, error = $4",
            )
            .bind(version)
            .bind(blocks)
            .bind(rating.elo)
            .bind(rating.error)
            .execute(&mut *change)
            .await?;
        }
        change.commit().await
    }

    /// All kept ratings of a ladder, by version.
    pub(crate) async fn ratings(&self, game: &str) -> Result<BTreeMap<i64, LadderRating>, sqlx::Error> {
        let rows =
            sqlx::query("SELECT * FROM ratings WHERE game = $1").bind(game).fetch_all(&self.pool).await?;
        let rating = |row| {
            let rating = LadderRating {
                elo: column(row, "elo"),
                error: column(row, "error"),
                is_determined: column::<i64>(row, "determined") != 0,
                games: column(row, "games"),
                blocks: column(row, "blocks"),
            };
            (column(row, "version_id"), rating)
        };
        Ok(rows.iter().map(rating).collect())
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

/// Rows of seats as blocks.
fn gathered(rows: &[sqlx::any::AnyRow]) -> Finished {
    let mut finished = Finished::default();
    let mut places: BTreeMap<i64, usize> = BTreeMap::new();
    let mut maps: Vec<String> = Vec::new();
    let (mut last_block, mut last_match) = (0, 0);
    for row in rows {
        let (block, game): (i64, i64) = (column(row, "block_id"), column(row, "match_id"));
        if block != last_block {
            last_block = block;
            let map: String = column(row, "map");
            let at = maps.iter().position(|known| *known == map).unwrap_or_else(|| {
                maps.push(map);
                maps.len() - 1
            });
            let key = BlockKey { round: 0, pairing: 0, number: finished.blocks.len() as u32 };
            finished.blocks.push(PlayedBlock { key, map: at, members: Vec::new(), games: Vec::new() });
        }
        let Some(played) = finished.blocks.last_mut() else { continue };
        if game != last_match {
            last_match = game;
            let digest: Option<String> = column(row, "digest");
            played.games.push(PlayedGame {
                turns: column::<Option<i64>>(row, "turns").unwrap_or_default() as u32,
                digest: digest.and_then(|hex| u64::from_str_radix(&hex, 16).ok()).unwrap_or_default(),
                seats: Vec::new(),
            });
        }
        let version: i64 = column(row, "version_id");
        let entrant = *places.entry(version).or_insert_with(|| {
            finished.versions.push(version);
            finished.versions.len() - 1
        });
        if !played.members.contains(&entrant) {
            played.members.push(entrant);
        }
        if let Some(seats) = played.games.last_mut().map(|game| &mut game.seats) {
            seats.push(PlayedSeat {
                entrant,
                place: column::<Option<i64>>(row, "place").unwrap_or(1) as u8,
                score: column::<Option<i64>>(row, "score").unwrap_or_default(),
                out: column::<Option<i64>>(row, "is_out").unwrap_or_default() != 0,
                lost: column::<Option<i64>>(row, "units_lost").unwrap_or_default() as u32,
            });
        }
    }
    finished
}
