//! Finished blocks, as the statistics want them.

use super::{Change, Database, column};
use cups::{BlockKey, PlayedBlock, PlayedGame, PlayedSeat};
use std::collections::BTreeMap;

/// Blocks that are read at the same time.
const BATCH: i64 = 2000;

/// Seats with their matches and blocks; rows of one block and one match must come together.
pub(super) const BLOCK_ROWS: &str = "SELECT blocks.id AS block_id, blocks.map, matches.id AS match_id, matches.turns, matches.digest, \
     seats.version_id, seats.place, seats.score, seats.is_out, seats.units_lost FROM blocks \
     JOIN matches ON matches.block_id = blocks.id JOIN seats ON seats.match_id = matches.id";

/// Finished blocks: who took part, and what came of it. Entrants are places in `versions`, maps in
/// `maps`.
#[derive(Debug, Default)]
pub(crate) struct Finished {
    pub(crate) versions: Vec<i64>,
    pub(crate) maps: Vec<String>,
    pub(crate) blocks: Vec<PlayedBlock>,
}

/// The finished blocks of a ladder after this one, some of them, and the last; none if there are no
/// more.
pub(super) async fn finished_blocks_after(
    change: &mut Change,
    game: &str,
    after: i64,
) -> Result<(Finished, Option<i64>), sqlx::Error> {
    let ids: Vec<i64> = sqlx::query_scalar(
        "SELECT id FROM blocks WHERE game = $1 AND purpose = 'ladder' AND id > $2 ORDER BY id LIMIT $3",
    )
    .bind(game)
    .bind(after)
    .bind(BATCH)
    .fetch_all(&mut **change)
    .await?;
    let Some(last) = ids.last().copied() else { return Ok((Finished::default(), None)) };
    let query = format!(
        "{BLOCK_ROWS} WHERE blocks.game = $1 AND blocks.purpose = 'ladder' AND blocks.id > $2 \
         AND blocks.id <= $3 AND blocks.finished IS NOT NULL ORDER BY blocks.id, matches.id, seats.seat"
    );
    let rows = sqlx::query(sqlx::AssertSqlSafe(query))
        .bind(game)
        .bind(after)
        .bind(last)
        .fetch_all(&mut **change)
        .await?;
    Ok((gathered(&rows), Some(last)))
}

impl Database {
    /// The finished blocks of a challenge.
    pub(crate) async fn challenge_blocks(&self, challenge: i64) -> Result<Finished, sqlx::Error> {
        let query = format!(
            "{BLOCK_ROWS} WHERE blocks.challenge_id = $1 AND blocks.finished IS NOT NULL \
             ORDER BY blocks.id, matches.id, seats.seat"
        );
        let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(challenge).fetch_all(&self.pool).await?;
        Ok(gathered(&rows))
    }
}

/// Rows of seats as blocks.
pub(super) fn gathered(rows: &[sqlx::any::AnyRow]) -> Finished {
    let mut finished = Finished::default();
    let mut places: BTreeMap<i64, usize> = BTreeMap::new();
    let (mut last_block, mut last_match) = (0, 0);
    for row in rows {
        let (block, game): (i64, i64) = (column(row, "block_id"), column(row, "match_id"));
        if block != last_block {
            last_block = block;
            let map: String = column(row, "map");
            let at = finished.maps.iter().position(|known| *known == map).unwrap_or_else(|| {
                finished.maps.push(map);
                finished.maps.len() - 1
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
