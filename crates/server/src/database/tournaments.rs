//! Tournaments: settings, entries, and the blocks that belong to them.

use super::finished::{BLOCK_ROWS, gathered};
use super::notices::tell_entrants;
use super::{Change, Database, column, now};
use cups::{Block, BlockKey, Cup, PlayedBlock, PlayedCup, PlayedGame};
use sqlx::AnyConnection;
use sqlx::any::AnyRow;
use std::collections::{BTreeMap, BTreeSet};

/// How far a tournament is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TournamentState {
    /// One can enter.
    Open,
    Running,
    Finished,
}

impl TournamentState {
    const ALL: [Self; 3] = [Self::Open, Self::Running, Self::Finished];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Running => "running",
            Self::Finished => "finished",
        }
    }
}

/// A tournament.
#[derive(Clone, Debug)]
pub(crate) struct Tournament {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) game: String,
    /// Without entrants.
    pub(crate) cup: Cup,
    pub(crate) state: TournamentState,
    pub(crate) deadline: Option<i64>,
    /// The file of what was played elsewhere.
    pub(crate) played: Option<String>,
}

/// Who takes part, with which version.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) bot_id: i64,
    pub(crate) bot: String,
    pub(crate) owner_id: Option<i64>,
    pub(crate) owner: Option<String>,
    pub(crate) version_id: i64,
    /// The version's number among those of its bot.
    pub(crate) version: i64,
}

/// A tournament as far as it is known.
#[derive(Debug)]
pub(crate) struct KnownCup {
    pub(crate) cup: PlayedCup,
    pub(crate) entries: Vec<Entry>,
    /// The blocks that are planned or played, with who plays.
    pub(crate) planned: BTreeMap<BlockKey, Block>,
}

/// A tournament to be written down.
#[derive(Clone, Debug)]
pub(crate) struct NewTournament<'a> {
    pub(crate) owner: i64,
    pub(crate) name: &'a str,
    pub(crate) cup: &'a Cup,
    pub(crate) deadline: Option<i64>,
    pub(crate) state: TournamentState,
    pub(crate) played: Option<&'a str>,
}

/// A tournament whose settings can be read; none if a newer program wrote them.
fn tournament(row: &AnyRow) -> Option<Tournament> {
    let state: String = column(row, "state");
    Some(Tournament {
        id: column(row, "id"),
        name: column(row, "name"),
        game: column(row, "game"),
        cup: serde_json::from_str(&column::<String>(row, "settings")).ok()?,
        state: TournamentState::ALL.into_iter().find(|one| one.name() == state)?,
        deadline: column(row, "deadline"),
        played: column(row, "played"),
    })
}

impl Database {
    pub(crate) async fn add_tournament(&self, new: &NewTournament<'_>) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar(
            "INSERT INTO tournaments (owner_id, name, game, settings, state, deadline, played, created) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) RETURNING id",
        )
        .bind(new.owner)
        .bind(new.name)
        .bind(&new.cup.game)
        .bind(new.cup.to_json())
        .bind(new.state.name())
        .bind(new.deadline)
        .bind(new.played)
        .bind(now())
        .fetch_one(&self.pool)
        .await
    }

    pub(crate) async fn tournament(&self, id: i64) -> Result<Option<Tournament>, sqlx::Error> {
        let row = sqlx::query("SELECT * FROM tournaments WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        Ok(row.as_ref().and_then(tournament))
    }

    /// The tournaments before one, the newest first.
    pub(crate) async fn tournaments(&self, before: i64, most: i64) -> Result<Vec<Tournament>, sqlx::Error> {
        let rows = sqlx::query("SELECT * FROM tournaments WHERE id < $1 ORDER BY id DESC LIMIT $2")
            .bind(before)
            .bind(most)
            .fetch_all(&self.pool)
            .await?;
        Ok(rows.iter().filter_map(tournament).collect())
    }

    /// Tournaments that are played, and those whose deadline has passed.
    pub(crate) async fn tournaments_to_plan(&self) -> Result<Vec<i64>, sqlx::Error> {
        sqlx::query_scalar(
            "SELECT id FROM tournaments WHERE state = 'running' OR (state = 'open' AND deadline <= $1) ORDER BY id",
        )
        .bind(now())
        .fetch_all(&self.pool)
        .await
    }

    /// Changes the state of a tournament that is in another one; says whether it was.
    pub(crate) async fn change_tournament(
        &self,
        id: i64,
        from: TournamentState,
        to: TournamentState,
    ) -> Result<bool, sqlx::Error> {
        let mut change = self.change().await?;
        let done = sqlx::query("UPDATE tournaments SET state = $3 WHERE id = $1 AND state = $2")
            .bind(id)
            .bind(from.name())
            .bind(to.name())
            .execute(&mut *change)
            .await?;
        if done.rows_affected() != 1 {
            return Ok(false);
        }
        let kind = match to {
            TournamentState::Finished => "tournament_finished",
            TournamentState::Open | TournamentState::Running => "tournament_started",
        };
        tell_entrants(&mut change, id, kind).await?;
        change.commit().await?;
        Ok(true)
    }

    /// Who takes part, in the order of the seeds.
    pub(crate) async fn entries(&self, tournament: i64) -> Result<Vec<Entry>, sqlx::Error> {
        entries_by(&mut *self.pool.acquire().await?, tournament).await
    }

    /// Which tournaments bots of somebody have entered: the tournament's id and name, and the bot's.
    pub(crate) async fn entries_of(&self, owner: i64) -> Result<Vec<(i64, String, i64)>, sqlx::Error> {
        sqlx::query_as(
            "SELECT tournaments.id, tournaments.name, entries.bot_id FROM entries \
             JOIN tournaments ON tournaments.id = entries.tournament_id JOIN bots ON bots.id = entries.bot_id \
             WHERE bots.owner_id = $1 ORDER BY entries.id",
        )
        .bind(owner)
        .fetch_all(&self.pool)
        .await
    }

    /// When the next tournament starts by itself, in milliseconds; none if none does.
    pub(crate) async fn next_start(&self) -> Result<Option<i64>, sqlx::Error> {
        sqlx::query_scalar("SELECT MIN(deadline) FROM tournaments WHERE state = 'open'")
            .fetch_one(&self.pool)
            .await
    }

    /// Enters a version of a bot, in place of an earlier one; false if one cannot enter any more.
    pub(crate) async fn enter(&self, tournament: i64, bot: i64, version: i64) -> Result<bool, sqlx::Error> {
        let mut change = self.change().await?;
        let open: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM tournaments WHERE id = $1 AND state = 'open' \
             AND (deadline IS NULL OR deadline > $2)",
        )
        .bind(tournament)
        .bind(now())
        .fetch_one(&mut *change)
        .await?;
        if open == 0 {
            return Ok(false);
        }
        sqlx::query(
            "INSERT INTO entries (tournament_id, bot_id, version_id) VALUES ($1, $2, $3) \
             ON CONFLICT (tournament_id, bot_id) DO UPDATE SET version_id = excluded.version_id",
        )
        .bind(tournament)
        .bind(bot)
        .bind(version)
        .execute(&mut *change)
        .await?;
        change.commit().await?;
        Ok(true)
    }

    /// Takes an entry back; false if there is none, or one cannot any more.
    pub(crate) async fn withdraw(&self, tournament: i64, bot: i64) -> Result<bool, sqlx::Error> {
        let done = sqlx::query(
            "DELETE FROM entries WHERE tournament_id = $1 AND bot_id = $2 AND EXISTS \
             (SELECT 1 FROM tournaments WHERE tournaments.id = $1 AND state = 'open')",
        )
        .bind(tournament)
        .bind(bot)
        .execute(&self.pool)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    /// A tournament as far as it is played here.
    pub(crate) async fn played_cup(
        &self,
        tournament: &Tournament,
        seats: usize,
    ) -> Result<PlayedCup, sqlx::Error> {
        Ok(self.known_cup(tournament, seats).await?.cup)
    }

    /// The same with all that is planned.
    pub(crate) async fn known_cup(
        &self,
        tournament: &Tournament,
        seats: usize,
    ) -> Result<KnownCup, sqlx::Error> {
        known_cup(&mut *self.pool.acquire().await?, tournament, seats).await
    }

    /// What changes whenever something of a tournament does: its state, entries, and matches that
    /// are done.
    pub(crate) async fn tournament_pulse(&self, id: i64) -> Result<Option<String>, sqlx::Error> {
        let state: Option<String> = sqlx::query_scalar("SELECT state FROM tournaments WHERE id = $1")
            .bind(id)
            .fetch_optional(&self.pool)
            .await?;
        let Some(state) = state else { return Ok(None) };
        let entries: i64 = sqlx::query_scalar("SELECT COUNT(*) FROM entries WHERE tournament_id = $1")
            .bind(id)
            .fetch_one(&self.pool)
            .await?;
        let done: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM blocks JOIN matches ON matches.block_id = blocks.id \
             WHERE blocks.tournament_id = $1 AND matches.state = 'done'",
        )
        .bind(id)
        .fetch_one(&self.pool)
        .await?;
        Ok(Some(format!("{state} {entries} {done}")))
    }
}

/// Lets a tournament go on some of whose blocks are played again. Blocks that were planned because
/// of what came of these are let go, with their matches, and are planned anew.
pub(super) async fn reopen_tournament(
    change: &mut Change,
    id: i64,
    again: &[BlockKey],
) -> Result<(), sqlx::Error> {
    sqlx::query("UPDATE tournaments SET state = 'running' WHERE id = $1 AND state = 'finished'")
        .bind(id)
        .execute(&mut **change)
        .await?;
    let settings: String = sqlx::query_scalar("SELECT settings FROM tournaments WHERE id = $1")
        .bind(id)
        .fetch_one(&mut **change)
        .await?;
    let Ok(cup) = serde_json::from_str::<Cup>(&settings) else { return Ok(()) };
    let rows = sqlx::query("SELECT id, round, pairing, number FROM blocks WHERE tournament_id = $1")
        .bind(id)
        .fetch_all(&mut **change)
        .await?;
    for row in &rows {
        let key = key_of(row);
        if !again.iter().any(|one| cup.format.may_follow_from(*one, key)) {
            continue;
        }
        let matches = "match_id IN (SELECT id FROM matches WHERE block_id = $1)";
        for query in [
            format!("DELETE FROM live_lines WHERE {matches}"),
            format!("DELETE FROM watched WHERE {matches}"),
            format!("DELETE FROM seats WHERE {matches}"),
            "DELETE FROM matches WHERE block_id = $1".to_owned(),
            "DELETE FROM blocks WHERE id = $1".to_owned(),
        ] {
            let delete = sqlx::query(sqlx::AssertSqlSafe(query)).bind(column::<i64>(row, "id"));
            delete.execute(&mut **change).await?;
        }
    }
    Ok(())
}

/// Who takes part, in the order of the seeds.
async fn entries_by(connection: &mut AnyConnection, tournament: i64) -> Result<Vec<Entry>, sqlx::Error> {
    let rows = sqlx::query(
        "SELECT entries.bot_id, bots.name AS bot, bots.owner_id, users.name AS owner, entries.version_id, \
         versions.number FROM entries JOIN bots ON bots.id = entries.bot_id \
         JOIN versions ON versions.id = entries.version_id LEFT JOIN users ON users.id = bots.owner_id \
         WHERE entries.tournament_id = $1 ORDER BY entries.id",
    )
    .bind(tournament)
    .fetch_all(&mut *connection)
    .await?;
    let entry = |row: &AnyRow| Entry {
        bot_id: column(row, "bot_id"),
        bot: column(row, "bot"),
        owner_id: column(row, "owner_id"),
        owner: column(row, "owner"),
        version_id: column(row, "version_id"),
        version: column(row, "number"),
    };
    Ok(rows.iter().map(entry).collect())
}

/// Which blocks of a tournament are planned, with who plays, and those that are finished.
async fn blocks_by(
    connection: &mut AnyConnection,
    tournament: &Tournament,
    entries: &[Entry],
) -> Result<(BTreeMap<BlockKey, Block>, Vec<PlayedBlock>), sqlx::Error> {
    let entrant =
        |version: i64| entries.iter().position(|entry| entry.version_id == version).unwrap_or_default();
    let rows = sqlx::query(
        "SELECT DISTINCT blocks.id, blocks.round, blocks.pairing, blocks.number, blocks.finished, \
         seats.version_id FROM blocks JOIN matches ON matches.block_id = blocks.id \
         JOIN seats ON seats.match_id = matches.id WHERE blocks.tournament_id = $1 ORDER BY blocks.id",
    )
    .bind(tournament.id)
    .fetch_all(&mut *connection)
    .await?;
    let mut planned: BTreeMap<BlockKey, Block> = BTreeMap::new();
    let mut done: BTreeMap<i64, BlockKey> = BTreeMap::new();
    for row in &rows {
        let key = key_of(row);
        let empty = Block { key, map: 0, seed: 0, members: Vec::new(), seatings: Vec::new() };
        planned.entry(key).or_insert(empty).members.push(entrant(column(row, "version_id")));
        if column::<Option<i64>>(row, "finished").is_some() {
            done.insert(column(row, "id"), key);
        }
    }
    let query = format!(
        "{BLOCK_ROWS} WHERE blocks.tournament_id = $1 AND blocks.finished IS NOT NULL \
         ORDER BY blocks.id, matches.id, seats.seat"
    );
    let query = sqlx::query(sqlx::AssertSqlSafe(query)).bind(tournament.id);
    let mut rows = query.fetch_all(&mut *connection).await?;
    // Where nothing is locked, blocks may have finished since the first question, or be played
    // again.
    rows.retain(|row| done.contains_key(&column(row, "block_id")));
    let there: BTreeSet<i64> = rows.iter().map(|row| column(row, "block_id")).collect();
    done.retain(|id, _| there.contains(id));
    let finished = gathered(&rows);
    let entrant = |at: usize| entrant(finished.versions.get(at).copied().unwrap_or_default());
    let map = |at: usize| tournament.cup.maps.iter().position(|map| *map == finished.maps[at]).unwrap_or(0);
    let played = done.into_values().zip(&finished.blocks).map(|(key, block)| PlayedBlock {
        key,
        map: map(block.map),
        members: block.members.iter().map(|at| entrant(*at)).collect(),
        games: block.games.iter().map(|game| seated(game, &entrant)).collect(),
    });
    Ok((planned, played.collect()))
}

/// A tournament as far as it is known. In a change it stays so until the change is made.
pub(crate) async fn known_cup(
    connection: &mut AnyConnection,
    tournament: &Tournament,
    seats: usize,
) -> Result<KnownCup, sqlx::Error> {
    let entries = entries_by(connection, tournament.id).await?;
    let (planned, blocks) = blocks_by(connection, tournament, &entries).await?;
    let cup = PlayedCup {
        cup: tournament.cup.clone(),
        seats,
        maps: tournament.cup.maps.clone(),
        names: entries.iter().map(|entry| entry.bot.clone()).collect(),
        blocks,
        planned: planned.len(),
    };
    Ok(KnownCup { cup, entries, planned })
}

/// Which block of its tournament a row is.
pub(super) fn key_of(row: &AnyRow) -> BlockKey {
    let number = |name: &str| column::<i64>(row, name) as u32;
    BlockKey { round: number("round"), pairing: number("pairing"), number: number("number") }
}

/// A game whose seats say which entrant sat there.
fn seated(game: &PlayedGame, entrant: &dyn Fn(usize) -> usize) -> PlayedGame {
    let mut game = game.clone();
    game.seats.iter_mut().for_each(|seat| seat.entrant = entrant(seat.entrant));
    game
}
