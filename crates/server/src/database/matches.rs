//! Blocks and their matches.

use super::bots::SourceKind;
use super::{Change, Database, Engine, column, now};
use cups::BlockKey;
use serde::{Deserialize, Deserializer};

/// A block to be played.
#[derive(Clone, Debug)]
pub(crate) struct NewBlock<'a> {
    pub(crate) game: &'a str,
    pub(crate) map: &'a str,
    pub(crate) rules: &'a str,
    pub(crate) clock: &'a str,
    pub(crate) seed: u64,
    pub(crate) of: BlockOf,
    /// For each match and seat, the version that sits there.
    pub(crate) seatings: Vec<Vec<i64>>,
}

/// What a block is played for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BlockOf {
    Ladder,
    Challenge(i64),
    /// A tournament, and which of its blocks it is.
    Tournament(i64, BlockKey),
}

impl BlockOf {
    const fn purpose(self) -> &'static str {
        match self {
            Self::Ladder => "ladder",
            Self::Challenge(_) => "challenge",
            Self::Tournament(..) => "tournament",
        }
    }
}

/// Everything that a worker needs to play a match.
#[derive(Clone, Debug)]
pub(crate) struct MatchPlan {
    pub(crate) game: String,
    pub(crate) map: String,
    pub(crate) rules: String,
    pub(crate) clock: String,
    pub(crate) seed: u64,
    /// For each seat, its version and the bot's name.
    pub(crate) seats: Vec<(i64, String)>,
    pub(crate) replay: Option<String>,
}

/// A match as lists show it. It is read from the values of [`matches_sql`], in this order.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Match {
    pub(crate) id: i64,
    pub(crate) game: String,
    pub(crate) map: String,
    pub(crate) purpose: String,
    pub(crate) challenge: Option<i64>,
    pub(crate) tournament: Option<i64>,
    pub(crate) state: String,
    pub(crate) turns: Option<i64>,
    pub(crate) replay: Option<String>,
    pub(crate) created: i64,
    pub(crate) finished: Option<i64>,
    pub(crate) failure: Option<String>,
    /// The machine that played it.
    pub(crate) played_by: Option<i64>,
    #[serde(skip)]
    pub(crate) seats: Vec<MatchSeat>,
}

impl Match {
    pub(crate) fn is_over(&self) -> bool {
        self.state == "done"
    }
}

/// Who sat in a seat of a match, and how it went. It is read from the values of [`matches_sql`], in
/// this order.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct MatchSeat {
    pub(crate) seat: i64,
    pub(crate) version_id: i64,
    pub(crate) version: i64,
    pub(crate) bot_id: i64,
    pub(crate) bot: String,
    pub(crate) owner_id: Option<i64>,
    pub(crate) place: Option<i64>,
    pub(crate) score: Option<i64>,
    #[serde(deserialize_with = "is_one")]
    pub(crate) is_out: bool,
    pub(crate) orders: Option<i64>,
    pub(crate) refused: Option<i64>,
    pub(crate) cpu: Option<f64>,
    pub(crate) longest_cpu: Option<f64>,
    /// JSON: turn and sentence.
    pub(crate) faults: Option<String>,
    pub(crate) stderr: Option<String>,
    pub(crate) record: Option<String>,
}

impl MatchSeat {
    /// What it did wrong as a program: turn and sentence.
    pub(crate) fn faults(&self) -> Vec<(u32, String)> {
        self.faults.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
    }
}

/// Which matches a list shows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Which<'a> {
    All,
    OfGame(&'a str),
    OfBot(i64),
    OfChallenge(i64),
    OfTournament(i64),
    Running,
}

/// A number that is 1 for yes.
fn is_one<'d, D: Deserializer<'d>>(from: D) -> Result<bool, D::Error> {
    Ok(Option::<i64>::deserialize(from)? == Some(1))
}

/// The beginning of a query for matches: a text of JSON for each, and one for its seats.
fn matches_sql(engine: Engine) -> String {
    let (array, rows) = engine.json();
    format!(
        "SELECT CAST({array}(matches.id, matches.game, blocks.map, blocks.purpose, blocks.challenge_id, \
         blocks.tournament_id, matches.state, matches.turns, matches.replay, matches.created, matches.finished, \
         matches.failure, matches.played_by) AS TEXT) AS one, \
         (SELECT CAST({rows}({array}(seats.seat, seats.version_id, versions.number, versions.bot_id, bots.name, \
         bots.owner_id, seats.place, seats.score, seats.is_out, seats.orders, seats.refused, seats.cpu, \
         seats.longest_cpu, seats.faults, seats.stderr, seats.record) ORDER BY seats.seat) AS TEXT) FROM seats \
         JOIN versions ON versions.id = seats.version_id JOIN bots ON bots.id = versions.bot_id \
         WHERE seats.match_id = matches.id) AS seats \
         FROM matches JOIN blocks ON blocks.id = matches.block_id"
    )
}

fn match_of((one, seats): (String, Option<String>)) -> Result<Match, sqlx::Error> {
    let unreadable = |error: serde_json::Error| sqlx::Error::Decode(error.into());
    let one: Match = serde_json::from_str(&one).map_err(unreadable)?;
    let seats = serde_json::from_str(seats.as_deref().unwrap_or("[]")).map_err(unreadable)?;
    Ok(Match { seats, ..one })
}

/// Writes down a block with its matches and seats.
pub(crate) async fn add_block(change: &mut Change, block: &NewBlock<'_>) -> Result<i64, sqlx::Error> {
    let (mut challenge, mut tournament, mut key) = (None, None, None);
    match block.of {
        BlockOf::Ladder => {}
        BlockOf::Challenge(id) => challenge = Some(id),
        BlockOf::Tournament(id, of) => (tournament, key) = (Some(id), Some(of)),
    }
    let id: i64 = sqlx::query_scalar(
        "INSERT INTO blocks (game, map, rules, clock, seed, purpose, challenge_id, created, tournament_id, round, \
         pairing, number) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING id",
    )
    .bind(block.game)
    .bind(block.map)
    .bind(block.rules)
    .bind(block.clock)
    .bind(format!("{:016x}", block.seed))
    .bind(block.of.purpose())
    .bind(challenge)
    .bind(now())
    .bind(tournament)
    .bind(key.map(|key| i64::from(key.round)))
    .bind(key.map(|key| i64::from(key.pairing)))
    .bind(key.map(|key| i64::from(key.number)))
    .fetch_one(&mut **change)
    .await?;
    let mut members: Vec<i64> = block.seatings.concat();
    members.sort_unstable();
    members.dedup();
    let strangers = are_strangers(change, &members).await?;
    for seating in &block.seatings {
        let game: i64 = sqlx::query_scalar(
            "INSERT INTO matches (block_id, game, state, created, strangers) \
             VALUES ($1, $2, 'waiting', $3, $4) RETURNING id",
        )
        .bind(id)
        .bind(block.game)
        .bind(now())
        .bind(i64::from(strangers))
        .fetch_one(&mut **change)
        .await?;
        for (seat, version) in seating.iter().enumerate() {
            sqlx::query(
                "INSERT INTO seats (match_id, seat, version_id, bot_id) \
                 VALUES ($1, $2, $3, (SELECT bot_id FROM versions WHERE id = $3))",
            )
            .bind(game)
            .bind(seat as i64)
            .bind(version)
            .execute(&mut **change)
            .await?;
        }
    }
    Ok(id)
}

/// Whether any of these versions is not a bot of this program.
async fn are_strangers(change: &mut Change, versions: &[i64]) -> Result<bool, sqlx::Error> {
    for version in versions {
        let kind: String = sqlx::query_scalar("SELECT kind FROM versions WHERE id = $1")
            .bind(version)
            .fetch_one(&mut **change)
            .await?;
        if kind != SourceKind::BuiltIn.name() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The query of a list, which takes where it begins, how many are wanted, and the number and text
/// that come with it.
fn list_query(engine: Engine, which: Which<'_>) -> (String, i64, &str) {
    let (condition, number, text) = match which {
        Which::All => ("$3 = $3 AND $4 = $4", 0, ""),
        Which::OfGame(game) => ("$3 = $3 AND matches.game = $4", 0, game),
        Which::OfBot(bot) => (
            "matches.id IN (SELECT DISTINCT match_id FROM seats WHERE bot_id = $3 AND match_id < $1 \
             ORDER BY match_id DESC LIMIT $2) AND $4 = $4",
            bot,
            "",
        ),
        Which::OfChallenge(challenge) => {
            ("matches.block_id IN (SELECT id FROM blocks WHERE challenge_id = $3) AND $4 = $4", challenge, "")
        }
        Which::OfTournament(id) => {
            ("matches.block_id IN (SELECT id FROM blocks WHERE tournament_id = $3) AND $4 = $4", id, "")
        }
        Which::Running => ("$3 = $3 AND matches.state = $4", 0, "running"),
    };
    let matches = matches_sql(engine);
    (
        format!("{matches} WHERE matches.id < $1 AND {condition} ORDER BY matches.id DESC LIMIT $2"),
        number,
        text,
    )
}

impl Database {
    /// What a match is, for whoever plays or verifies it.
    pub(crate) async fn match_plan(&self, id: i64) -> Result<MatchPlan, sqlx::Error> {
        let row = sqlx::query(
            "SELECT blocks.game, map, rules, clock, seed, replay FROM matches \
             JOIN blocks ON blocks.id = matches.block_id WHERE matches.id = $1",
        )
        .bind(id)
        .fetch_one(&self.pool)
        .await?;
        let seats = sqlx::query_as(
            "SELECT seats.version_id, bots.name FROM seats JOIN versions ON versions.id = seats.version_id \
             JOIN bots ON bots.id = versions.bot_id WHERE match_id = $1 ORDER BY seat",
        )
        .bind(id)
        .fetch_all(&self.pool)
        .await?;
        let seed: String = column(&row, "seed");
        Ok(MatchPlan {
            game: column(&row, "game"),
            map: column(&row, "map"),
            rules: column(&row, "rules"),
            clock: column(&row, "clock"),
            seed: u64::from_str_radix(&seed, 16).unwrap_or_default(),
            seats,
            replay: column(&row, "replay"),
        })
    }

    /// One match.
    pub(crate) async fn match_(&self, id: i64) -> Result<Option<Match>, sqlx::Error> {
        let query = format!("{} WHERE matches.id = $1", matches_sql(self.engine));
        let row = sqlx::query_as(sqlx::AssertSqlSafe(query)).bind(id).fetch_optional(&self.pool).await?;
        row.map(match_of).transpose()
    }

    /// The matches of a list that come before one, the newest first.
    pub(crate) async fn matches(
        &self,
        which: Which<'_>,
        before: i64,
        most: i64,
    ) -> Result<Vec<Match>, sqlx::Error> {
        let (query, number, text) = list_query(self.engine, which);
        let rows: Vec<(String, Option<String>)> = sqlx::query_as(sqlx::AssertSqlSafe(query))
            .bind(before)
            .bind(most)
            .bind(number)
            .bind(text)
            .fetch_all(&self.pool)
            .await?;
        rows.into_iter().map(match_of).collect()
    }

    /// Whether anybody but built-in bots plays in a match.
    pub(crate) async fn has_strangers(&self, id: i64) -> Result<bool, sqlx::Error> {
        let strangers: i64 = sqlx::query_scalar("SELECT strangers FROM matches WHERE id = $1")
            .bind(id)
            .fetch_one(&self.pool)
            .await?;
        Ok(strangers != 0)
    }

    /// How many matches are done, in all.
    pub(crate) async fn matches_done(&self) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar("SELECT COUNT(*) FROM matches WHERE state = 'done'").fetch_one(&self.pool).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sqlx::Row;

    /// How SQLite would go about a list.
    async fn plan(database: &Database, which: Which<'_>) -> Vec<String> {
        let (query, number, text) = list_query(database.engine, which);
        let query = sqlx::AssertSqlSafe(format!("EXPLAIN QUERY PLAN {query}"));
        let rows = sqlx::query(query).bind(i64::MAX).bind(50).bind(number).bind(text);
        let rows = rows.fetch_all(&database.pool).await.unwrap();
        rows.iter().map(|row| row.get("detail")).collect()
    }

    /// However many matches there are, a list reads its own.
    #[test]
    fn no_list_reads_all_matches() {
        let folder = tempfile::tempdir().unwrap();
        crate::admin::block_on(async {
            let database = Database::open(folder.path()).await?;
            for which in [
                Which::OfGame("g"),
                Which::OfBot(1),
                Which::OfChallenge(1),
                Which::OfTournament(1),
                Which::Running,
            ] {
                let plan = plan(&database, which).await;
                assert!(!plan.iter().any(|step| step.starts_with("SCAN")), "{which:?}: {plan:#?}");
            }
            // The newest of all are the end of the table itself.
            let all = plan(&database, Which::All).await;
            assert!(!all.iter().any(|step| step == "USE TEMP B-TREE FOR ORDER BY"), "{all:#?}");
            Ok(())
        })
        .unwrap();
    }
}
