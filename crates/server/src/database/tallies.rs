//! What finished ladder blocks say, counted. Ratings are computed from the counts, so that they
//! cost by the number of different results and not by the number of matches.

use super::finished::{BLOCK_ROWS, Finished, finished_blocks_after, gathered};
use super::{Change, Database, column};
use std::collections::{BTreeMap, BTreeSet};

/// How often blocks said the same thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Count {
    /// Blocks that are not the same games again: these count.
    pub(crate) counted: i64,
    /// All blocks.
    pub(crate) played: i64,
}

/// All results of a ladder, by what they say.
pub(crate) type Tallies = BTreeMap<Pattern, Count>;

/// What a block says: for each of its games versions and places, the best first.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct Pattern(pub(crate) Vec<Vec<(i64, u8)>>);

impl Pattern {
    /// The text that rows hold.
    pub(crate) fn text(&self) -> String {
        let seat = |(version, place): &(i64, u8)| format!("{version}:{place}");
        let game = |seats: &Vec<(i64, u8)>| seats.iter().map(seat).collect::<Vec<_>>().join(",");
        self.0.iter().map(game).collect::<Vec<_>>().join(";")
    }

    /// What a row holds. A text that is none is a block without games.
    fn read(text: &str) -> Self {
        let seat = |text: &str| {
            let (version, place) = text.split_once(':')?;
            Some((version.parse().ok()?, place.parse().ok()?))
        };
        let game = |text: &str| text.split(',').map(seat).collect::<Option<Vec<_>>>();
        Self(text.split(';').map(game).collect::<Option<_>>().unwrap_or_default())
    }

    /// Everybody who took part.
    pub(crate) fn versions(&self) -> BTreeSet<i64> {
        self.0.iter().flatten().map(|(version, _)| *version).collect()
    }
}

/// A finished block as it is counted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BlockSummary {
    pub(crate) pattern: Pattern,
    /// The same for blocks that are the same games again.
    pub(crate) signature: String,
}

impl Finished {
    /// What each block says.
    pub(crate) fn summaries(&self) -> impl Iterator<Item = BlockSummary> {
        self.blocks.iter().map(|block| {
            let version = |entrant: usize| self.versions.get(entrant).copied().unwrap_or_default();
            let mut games: Vec<Vec<(i64, u8)>> = Vec::new();
            for game in block.places(0) {
                let mut seats: Vec<(i64, u8)> =
                    game.places.iter().map(|(entrant, place)| (version(*entrant), *place)).collect();
                seats.sort_by_key(|(version, place)| (*place, *version));
                games.push(seats);
            }
            // Which game came first says nothing.
            games.sort();
            let mut hasher = blake3::Hasher::new();
            hasher.update(self.maps[block.map].as_bytes());
            for game in &block.games {
                hasher.update(format!("\n{} {:x}", game.turns, game.digest).as_bytes());
                for seat in &game.seats {
                    let who = version(seat.entrant);
                    let seat = format!(" {who},{},{},{},{}", seat.place, seat.score, seat.out, seat.lost);
                    hasher.update(seat.as_bytes());
                }
            }
            let signature = hasher.finalize().to_hex()[..32].to_owned();
            BlockSummary { pattern: Pattern(games), signature }
        })
    }
}

/// Counts a ladder block that was just finished.
pub(super) async fn tally_block(change: &mut Change, game: &str, block: i64) -> Result<(), sqlx::Error> {
    let query = format!("{BLOCK_ROWS} WHERE blocks.id = $1 ORDER BY matches.id, seats.seat");
    let rows = sqlx::query(sqlx::AssertSqlSafe(query)).bind(block).fetch_all(&mut **change).await?;
    let Some(summary) = gathered(&rows).summaries().next() else { return Ok(()) };
    let known: Option<i64> = sqlx::query_scalar(
        "SELECT id FROM blocks WHERE game = $1 AND purpose = 'ladder' AND signature = $2 LIMIT 1",
    )
    .bind(game)
    .bind(&summary.signature)
    .fetch_optional(&mut **change)
    .await?;
    sqlx::query("UPDATE blocks SET signature = $2 WHERE id = $1")
        .bind(block)
        .bind(&summary.signature)
        .execute(&mut **change)
        .await?;
    let count = Count { counted: i64::from(known.is_none()), played: 1 };
    add_tally(change, game, &summary.pattern.text(), count).await
}

async fn add_tally(change: &mut Change, game: &str, pattern: &str, count: Count) -> Result<(), sqlx::Error> {
    sqlx::query(
        "INSERT INTO tallies (game, pattern, counted, played) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (game, pattern) DO UPDATE SET counted = tallies.counted + excluded.counted, \
         played = tallies.played + excluded.played",
    )
    .bind(game)
    .bind(pattern)
    .bind(count.counted)
    .bind(count.played)
    .execute(&mut **change)
    .await
    .map(|_| ())
}

/// The counts that are kept of a ladder.
async fn kept_tallies<'c>(
    from: impl sqlx::Executor<'c, Database = sqlx::Any>,
    game: &str,
) -> Result<Tallies, sqlx::Error> {
    let rows = sqlx::query("SELECT pattern, counted, played FROM tallies WHERE game = $1")
        .bind(game)
        .fetch_all(from)
        .await?;
    let tally = |row| {
        let count = Count { counted: column(row, "counted"), played: column(row, "played") };
        (Pattern::read(&column::<String>(row, "pattern")), count)
    };
    Ok(rows.iter().map(tally).collect())
}

impl Database {
    /// What the finished blocks of a ladder say.
    pub(crate) async fn tallies(&self, game: &str) -> Result<Tallies, sqlx::Error> {
        kept_tallies(&self.pool, game).await
    }

    /// How many blocks of a ladder are finished, and how many of them its ratings know.
    pub(crate) async fn blocks_played(&self, game: &str) -> Result<(i64, i64), sqlx::Error> {
        let played: Option<i64> =
            sqlx::query_scalar("SELECT CAST(SUM(played) AS BIGINT) FROM tallies WHERE game = $1")
                .bind(game)
                .fetch_one(&self.pool)
                .await?;
        let known: Option<i64> = sqlx::query_scalar("SELECT blocks FROM fits WHERE game = $1")
            .bind(game)
            .fetch_optional(&self.pool)
            .await?;
        Ok((played.unwrap_or_default(), known.unwrap_or_default()))
    }

    /// Counts finished blocks that are not counted yet: those of an arena from before there were
    /// tallies.
    pub(crate) async fn tally_the_rest(&self, game: &str) -> Result<(), sqlx::Error> {
        loop {
            let mut change = self.change().await?;
            let blocks: Vec<i64> = sqlx::query_scalar(
                "SELECT id FROM blocks WHERE game = $1 AND purpose = 'ladder' AND signature IS NULL \
                 AND finished IS NOT NULL ORDER BY id LIMIT 1000",
            )
            .bind(game)
            .fetch_all(&mut *change)
            .await?;
            for block in &blocks {
                tally_block(&mut change, game, *block).await?;
            }
            change.commit().await?;
            if blocks.is_empty() {
                return Ok(());
            }
        }
    }

    /// Counts all finished blocks of a ladder from the beginning, and keeps the counts. Returns
    /// what they are, and whether the kept ones were the same.
    pub(crate) async fn tally_again(&self, game: &str) -> Result<(Tallies, bool), sqlx::Error> {
        let mut change = self.change().await?;
        let kept = kept_tallies(&mut *change, game).await?;
        let mut tallies = Tallies::new();
        let mut seen = BTreeSet::new();
        let mut after = 0;
        loop {
            let (finished, last) = finished_blocks_after(&mut change, game, after).await?;
            for summary in finished.summaries() {
                let count = tallies.entry(summary.pattern).or_default();
                count.played += 1;
                count.counted += i64::from(seen.insert(summary.signature));
            }
            match last {
                Some(last) => after = last,
                None => break,
            }
        }
        let was_right = kept == tallies;
        if !was_right {
            sqlx::query("DELETE FROM tallies WHERE game = $1").bind(game).execute(&mut *change).await?;
            for (pattern, count) in &tallies {
                add_tally(&mut change, game, &pattern.text(), *count).await?;
            }
            // Ratings from other counts are no longer newer than those that come of these.
            sqlx::query("DELETE FROM fits WHERE game = $1").bind(game).execute(&mut *change).await?;
        }
        change.commit().await?;
        Ok((tallies, was_right))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_read_as_they_are_written() {
        let pattern = Pattern(vec![vec![(3, 1), (12, 2)], vec![(3, 1), (12, 1)]]);
        assert_eq!(pattern.text(), "3:1,12:2;3:1,12:1");
        assert_eq!(Pattern::read(&pattern.text()), pattern);
        assert_eq!(Pattern::read("no pattern"), Pattern::default());
    }
}
