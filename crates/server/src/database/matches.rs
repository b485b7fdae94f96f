//! Blocks and their matches.

use super::bots::SourceKind;
use super::{Change, Database, column, now};
use cups::BlockKey;
use sqlx::any::AnyRow;
use std::collections::BTreeMap;

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

/// A match as lists show it.
#[derive(Clone, Debug)]
pub(crate) struct Match {
    pub(crate) id: i64,
    pub(crate) game: String,
    pub(crate) map: String,
    pub(crate) purpose: String,
    pub(crate) challenge: Option<i64>,
    pub(crate) state: String,
    pub(crate) turns: Option<i64>,
    pub(crate) replay: Option<String>,
    pub(crate) created: i64,
    pub(crate) finished: Option<i64>,
    pub(crate) failure: Option<String>,
    /// The machine that played it.
    pub(crate) played_by: Option<i64>,
    pub(crate) seats: Vec<MatchSeat>,
}

impl Match {
    pub(crate) fn is_over(&self) -> bool {
        self.state == "done"
    }
}

/// Who sat in a seat of a match, and how it went.
#[derive(Clone, Debug)]
pub(crate) struct MatchSeat {
    pub(crate) seat: i64,
    pub(crate) version_id: i64,
    pub(crate) version: i64,
    pub(crate) bot_id: i64,
    pub(crate) bot: String,
    pub(crate) owner_id: Option<i64>,
    pub(crate) place: Option<i64>,
    pub(crate) score: Option<i64>,
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

/// Matches whose seats are read at once.
const LIST: usize = 50;

const MATCH: &str = "SELECT matches.*, blocks.map, blocks.purpose, blocks.challenge_id FROM matches \
                     JOIN blocks ON blocks.id = matches.block_id";

fn match_of(row: &AnyRow) -> Match {
    Match {
        id: column(row, "id"),
        game: column(row, "game"),
        map: column(row, "map"),
        purpose: column(row, "purpose"),
        challenge: column(row, "challenge_id"),
        state: column(row, "state"),
        turns: column(row, "turns"),
        replay: column(row, "replay"),
        created: column(row, "created"),
        finished: column(row, "finished"),
        failure: column(row, "failure"),
        played_by: column(row, "played_by"),
        seats: Vec::new(),
    }
}

fn seat_of(row: &AnyRow) -> MatchSeat {
    MatchSeat {
        seat: column(row, "seat"),
        version_id: column(row, "version_id"),
        version: column(row, "number"),
        bot_id: column(row, "bot_id"),
        bot: column(row, "name"),
        owner_id: column(row, "owner_id"),
        place: column(row, "place"),
        score: column(row, "score"),
        is_out: column::<Option<i64>>(row, "is_out").unwrap_or_default() != 0,
        orders: column(row, "orders"),
        refused: column(row, "refused"),
        cpu: column(row, "cpu"),
        longest_cpu: column(row, "longest_cpu"),
        faults: column(row, "faults"),
        stderr: column(row, "stderr"),
        record: column(row, "record"),
    }
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
fn list_query(which: Which<'_>) -> (String, i64, &str) {
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
    (format!("{MATCH} WHERE matches.id < $1 AND {condition} ORDER BY matches.id DESC LIMIT $2"), number, text)
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
        let query = format!("{MATCH} WHERE matches.id = $1");
        let row = sqlx::query(sqlx::AssertSqlSafe(query)).bind(id).fetch_optional(&self.pool).await?;
        let Some(row) = row else { return Ok(None) };
        let mut matches = vec![match_of(&row)];
        self.seat(&mut matches).await?;
        Ok(matches.pop())
    }

    /// The matches of a list that come before one, the newest first.
    pub(crate) async fn matches(
        &self,
        which: Which<'_>,
        before: i64,
        most: i64,
    ) -> Result<Vec<Match>, sqlx::Error> {
        let (query, number, text) = list_query(which);
        let rows = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(before)
            .bind(most)
            .bind(number)
            .bind(text)
            .fetch_all(&self.pool)
            .await?;
        let mut matches: Vec<Match> = rows.iter().map(match_of).collect();
        self.seat(&mut matches).await?;
        Ok(matches)
    }

    /// Fills in the seats of matches.
    async fn seat(&self, matches: &mut [Match]) -> Result<(), sqlx::Error> {
        let mut rows = Vec::new();
        for some in matches.chunks(LIST) {
            // Few lengths of lists, so that the database knows the query already.
            let length = [1, 10, LIST].into_iter().find(|length| *length >= some.len()).unwrap_or(LIST);
            let numbers: Vec<String> = (1..=length).map(|number| format!("${number}")).collect();
            let query = format!(
                "SELECT seats.*, versions.number, versions.bot_id, bots.name, bots.owner_id FROM seats \
                 JOIN versions ON versions.id = seats.version_id JOIN bots ON bots.id = versions.bot_id \
                 WHERE match_id IN ({}) ORDER BY match_id, seat",
                numbers.join(", ")
            );
            let mut query = sqlx::query(sqlx::AssertSqlSafe(query));
            for at in 0..length {
                query = query.bind(some.get(at).map_or(0, |one| one.id));
            }
            rows.extend(query.fetch_all(&self.pool).await?);
        }
        let mut by_match: BTreeMap<i64, Vec<MatchSeat>> = BTreeMap::new();
        for row in &rows {
            by_match.entry(column(row, "match_id")).or_default().push(seat_of(row));
        }
        for one in matches {
            one.seats = by_match.remove(&one.id).unwrap_or_default();
        }
        Ok(())
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
        let (query, number, text) = list_query(which);
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
            assert!(!all.iter().any(|step| step.contains("TEMP B-TREE")), "{all:#?}");
            Ok(())
        })
        .unwrap();
    }
}
