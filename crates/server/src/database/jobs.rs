//! What is to be done: rows in a waiting state. Taking one is a change of its state and its
//! attempt, and what comes of it is written only if the attempt is still the same; so a job that is
//! done twice counts once.
//!
//! A job belongs to the machine that took it, as long as that machine lives (`machines`).

use super::bots::Version;
use super::machines::MachineKind;
use super::notices::{tell_broken, tell_challenge_done};
use super::tallies::tally_block;
use super::{Database, now};
use ::matches::GameReport;

/// After so many attempts a match is given up, and a build is broken.
pub(crate) const MOST_ATTEMPTS: i64 = 3;

/// The machine `$1` has not been stopped.
const MACHINE_IS_TRUE: &str = "NOT EXISTS (SELECT 1 FROM machines WHERE id = $1 AND stopped IS NOT NULL)";

/// Something to do, taken by whoever got it.
#[derive(Debug)]
pub(crate) enum Job {
    /// Build and check a version.
    Build { version: Version, game: String, name: String, attempt: i64 },
    /// Grade what a student handed in.
    Grade { id: i64, attempt: i64 },
    /// Run a replay again, unless somebody has already, and let its match count.
    Verify { id: i64, attempt: i64, is_checked: bool },
    /// Play a match.
    Play { id: i64, attempt: i64 },
}

impl Job {
    pub(crate) fn row(&self) -> JobRow {
        match self {
            Self::Build { version, .. } => JobRow::Version(version.id),
            Self::Grade { id, .. } => JobRow::Submission(*id),
            Self::Verify { id, .. } | Self::Play { id, .. } => JobRow::Match(*id),
        }
    }
}

/// The row that a job is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum JobRow {
    Version(i64),
    Submission(i64),
    Match(i64),
}

/// What somebody takes.
#[derive(Clone, Debug)]
pub(crate) struct Wanted {
    pub(crate) machine: i64,
    pub(crate) kind: MachineKind,
    pub(crate) builds: bool,
    pub(crate) grades: bool,
    pub(crate) verifies: bool,
    pub(crate) plays: bool,
    /// Whether matches of strangers' bots may be played here.
    pub(crate) strangers: bool,
    /// Names of our own games; all of them if it is empty.
    pub(crate) games: Vec<&'static str>,
}

/// What a worker keeps of a match.
#[derive(Debug)]
pub(crate) struct PlayedMatch {
    pub(crate) report: GameReport,
    /// The replay's file.
    pub(crate) replay: String,
    /// For each seat the files of its standard error and of what it was sent.
    pub(crate) files: Vec<SeatFiles>,
}

/// What is kept of a seat for its owner.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeatFiles {
    pub(crate) stderr: Option<String>,
    pub(crate) record: Option<String>,
}

/// What came of counting a match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Counted {
    /// Whether it counts now and did not before.
    pub(crate) is_new: bool,
    /// The ladder of which it finished a block.
    pub(crate) ladder: Option<String>,
    /// The tournament of which it finished a block.
    pub(crate) tournament: Option<i64>,
}

impl Database {
    /// Takes the next job: builds and submissions first, because somebody waits for them; then what
    /// is nearly done.
    pub(crate) async fn take_job(&self, wanted: &Wanted) -> Result<Option<Job>, sqlx::Error> {
        if wanted.builds
            && let Some(job) = self.take_build(wanted.machine).await?
        {
            return Ok(Some(job));
        }
        if wanted.grades
            && let Some((id, attempt)) = self.take_submission(wanted.machine).await?
        {
            return Ok(Some(Job::Grade { id, attempt }));
        }
        if wanted.verifies
            && let Some((id, attempt, checked)) = self.take_replay((wanted.machine, wanted.kind)).await?
        {
            return Ok(Some(Job::Verify { id, attempt, is_checked: checked != 0 }));
        }
        if !wanted.plays {
            return Ok(None);
        }
        let taken = self.take_match(wanted).await?;
        Ok(taken.map(|(id, attempt)| Job::Play { id, attempt }))
    }

    async fn take_build(&self, machine: i64) -> Result<Option<Job>, sqlx::Error> {
        let query = format!(
            "UPDATE versions SET state = 'building', attempt = attempt + 1, machine_id = $1 \
             WHERE state = 'waiting' AND {MACHINE_IS_TRUE} AND id = \
             (SELECT id FROM versions WHERE state = 'waiting' ORDER BY id LIMIT 1 {}) RETURNING id, attempt",
            self.engine.skip_locked()
        );
        let taken: Option<(i64, i64)> =
            sqlx::query_as(sqlx::AssertSqlSafe(query)).bind(machine).fetch_optional(&self.pool).await?;
        let Some((id, attempt)) = taken else { return Ok(None) };
        let Some(version) = self.version_of_job(id, machine).await? else { return Ok(None) };
        let (game, name) = sqlx::query_as("SELECT game, name FROM bots WHERE id = $1")
            .bind(version.bot_id)
            .fetch_one(&self.pool)
            .await?;
        Ok(Some(Job::Build { version, game, name, attempt }))
    }

    /// Challenges come before the ladder: their numbers are lower where they were asked for
    /// earlier.
    async fn take_match(&self, wanted: &Wanted) -> Result<Option<(i64, i64)>, sqlx::Error> {
        let strangers = if wanted.strangers { "" } else { "AND strangers = 0" };
        let games = match wanted.games.is_empty() {
            true => String::new(),
            false => format!("AND game IN ('{}')", wanted.games.join("', '")),
        };
        let query = format!(
            "UPDATE matches SET state = 'running', attempt = attempt + 1, started = {}, machine_id = $1 \
             WHERE state = 'waiting' AND {MACHINE_IS_TRUE} AND id = \
             (SELECT id FROM matches WHERE state = 'waiting' {strangers} {games} ORDER BY id LIMIT 1 {}) \
             RETURNING id, attempt",
            self.engine.clock(),
            self.engine.skip_locked()
        );
        sqlx::query_as(sqlx::AssertSqlSafe(query)).bind(wanted.machine).fetch_optional(&self.pool).await
    }

    /// Takes a replay that somebody else wrote: servers those of everybody, workers those of a
    /// server that has no other beside it. Whoever is alone takes its own.
    async fn take_replay(
        &self,
        (machine, kind): (i64, MachineKind),
    ) -> Result<Option<(i64, i64, i64)>, sqlx::Error> {
        let which = match kind {
            MachineKind::Server => {
                "(state = 'checked' OR (state = 'played' AND (played_by <> $1 OR NOT EXISTS (SELECT 1 FROM machines \
                 WHERE machines.id <> $1 AND left_at IS NULL AND stopped IS NULL))))"
            }
            MachineKind::Worker => {
                "state = 'played' AND EXISTS (SELECT 1 FROM machines WHERE id = played_by AND kind = 'server') \
                 AND NOT EXISTS (SELECT 1 FROM machines WHERE machines.id <> played_by AND kind = 'server' \
                 AND left_at IS NULL AND stopped IS NULL) \
                 AND NOT EXISTS (SELECT 1 FROM machines WHERE machines.id = $1 AND stopped IS NOT NULL)"
            }
        };
        let query = format!(
            "UPDATE matches SET state = 'verifying', attempt = attempt + 1, machine_id = $1 \
             WHERE state IN ('played', 'checked') AND id = \
             (SELECT id FROM matches WHERE {which} ORDER BY id LIMIT 1 {}) \
             RETURNING id, attempt, CASE WHEN checked_by IS NULL THEN 0 ELSE 1 END",
            self.engine.skip_locked()
        );
        sqlx::query_as(sqlx::AssertSqlSafe(query)).bind(machine).fetch_optional(&self.pool).await
    }

    /// Writes down what became of a version; the newest that is ready plays for its bot.
    pub(crate) async fn finish_build(
        &self,
        version: &Version,
        attempt: i64,
        is_ready: bool,
        report: &str,
    ) -> Result<bool, sqlx::Error> {
        let mut change = self.change().await?;
        if is_ready {
            // Before the version changes: a worker may do this only as long as it is being built.
            sqlx::query(
                "UPDATE bots SET active_version = $2 WHERE id = $1 AND EXISTS \
                 (SELECT 1 FROM versions WHERE id = $2 AND attempt = $3 AND state = 'building')",
            )
            .bind(version.bot_id)
            .bind(version.id)
            .bind(attempt)
            .execute(&mut *change)
            .await?;
        }
        let done = sqlx::query(
            "UPDATE versions SET state = $3, report = $4, finished = $5 \
             WHERE id = $1 AND attempt = $2 AND state = 'building'",
        )
        .bind(version.id)
        .bind(attempt)
        .bind(if is_ready { "ready" } else { "broken" })
        .bind(report)
        .bind(now())
        .execute(&mut *change)
        .await?;
        let counts = done.rows_affected() == 1;
        if counts && !is_ready {
            tell_broken(&mut change, version.bot_id, version.number).await?;
        }
        change.commit().await?;
        Ok(counts)
    }

    /// Hands a build back: it was stopped, which is nobody's fault.
    pub(crate) async fn hand_back_build(&self, version: i64, attempt: i64) -> Result<(), sqlx::Error> {
        sqlx::query(
            "UPDATE versions SET state = 'waiting' WHERE id = $1 AND attempt = $2 AND state = 'building'",
        )
        .bind(version)
        .bind(attempt)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    /// Hands a match back: it was stopped, which is nobody's fault.
    pub(crate) async fn hand_back(&self, id: i64, attempt: i64) -> Result<(), sqlx::Error> {
        sqlx::query(
            "UPDATE matches SET state = 'waiting', attempt = attempt - 1 \
             WHERE id = $1 AND attempt = $2 AND state = 'running'",
        )
        .bind(id)
        .bind(attempt)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    /// Hands back a replay that was to be verified.
    pub(crate) async fn hand_back_replay(&self, id: i64, attempt: i64) -> Result<(), sqlx::Error> {
        sqlx::query(
            "UPDATE matches SET state = CASE WHEN checked_by IS NULL THEN 'played' ELSE 'checked' END, \
             attempt = attempt - 1 WHERE id = $1 AND attempt = $2 AND state = 'verifying'",
        )
        .bind(id)
        .bind(attempt)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    /// Notes that a machine has run the replay of a server again and found nothing wrong.
    pub(crate) async fn check_match(&self, id: i64, attempt: i64, machine: i64) -> Result<(), sqlx::Error> {
        sqlx::query(
            "UPDATE matches SET state = 'checked', checked_by = $3 \
             WHERE id = $1 AND attempt = $2 AND machine_id = $3 AND state = 'verifying'",
        )
        .bind(id)
        .bind(attempt)
        .bind(machine)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    /// Notes that a match could not be played or verified. It is tried again, up to a bound.
    pub(crate) async fn fail_match(&self, id: i64, attempt: i64, why: &str) -> Result<(), sqlx::Error> {
        sqlx::query(
            "UPDATE matches SET failure = $3, checked_by = NULL, state = CASE WHEN attempt >= $4 THEN 'failed' ELSE 'waiting' END \
             WHERE id = $1 AND attempt = $2 AND state IN ('running', 'verifying')",
        )
        .bind(id)
        .bind(attempt)
        .bind(why)
        .bind(2 * MOST_ATTEMPTS)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    /// Writes down how a match ended. It counts when its replay has been verified.
    pub(crate) async fn finish_match(
        &self,
        (id, attempt): (i64, i64),
        (machine, speed): (i64, f64),
        result: &PlayedMatch,
    ) -> Result<bool, sqlx::Error> {
        let mut change = self.change_of_own().await?;
        let report = &result.report;
        // The seats first: a worker may write them only as long as the match is being played.
        for (at, (seat, standing)) in report.seats.iter().zip(&report.outcome).enumerate() {
            let faults: Vec<(u32, &str)> =
                seat.faults.iter().map(|fault| (fault.turn, fault.what.as_str())).collect();
            let files = result.files.get(at).cloned().unwrap_or_default();
            sqlx::query(
                "UPDATE seats SET place = $3, score = $4, is_out = $5, units_lost = $6, orders = $7, \
                 refused = $8, cpu = $9, longest_cpu = $10, faults = $11, stderr = $12, record = $13 \
                 WHERE match_id = $1 AND seat = $2",
            )
            .bind(id)
            .bind(at as i64)
            .bind(i64::from(standing.place))
            .bind(standing.score)
            .bind(i64::from(seat.out))
            .bind(i64::from(report.units_lost.get(at).copied().unwrap_or_default()))
            .bind(seat.orders as i64)
            .bind(seat.refused as i64)
            .bind(seat.cpu * speed)
            .bind(seat.longest_cpu * speed)
            .bind(serde_json::to_string(&faults).unwrap_or_default())
            .bind(files.stderr)
            .bind(files.record)
            .execute(&mut *change)
            .await?;
        }
        let query = format!(
            "UPDATE matches SET state = 'played', turns = $4, digest = $5, replay = $6, played_by = $1, \
             speed = $7, checked_by = NULL WHERE id = $2 AND attempt = $3 AND machine_id = $1 AND state = 'running' \
             AND {MACHINE_IS_TRUE}"
        );
        let done = sqlx::query(sqlx::AssertSqlSafe(query))
            .bind(machine)
            .bind(id)
            .bind(attempt)
            .bind(i64::from(report.turns))
            .bind(report.digest.to_string())
            .bind(&result.replay)
            .bind(speed)
            .execute(&mut *change)
            .await?;
        if done.rows_affected() != 1 {
            // Somebody else plays it, or has: what we wrote of the seats goes with the change.
            return Ok(false);
        }
        change.commit().await?;
        Ok(true)
    }

    /// Lets a match count that this machine has verified, or another one before; and its block if it
    /// was the last. A block of a ladder is counted with the others.
    pub(crate) async fn count_match(
        &self,
        (id, attempt): (i64, i64),
        machine: i64,
    ) -> Result<Counted, sqlx::Error> {
        let mut change = self.change().await?;
        let block: Option<i64> = sqlx::query_scalar(
            "UPDATE matches SET state = 'done', finished = $3, failure = NULL, \
             checked_by = COALESCE(checked_by, $4) \
             WHERE id = $1 AND attempt = $2 AND state = 'verifying' RETURNING block_id",
        )
        .bind(id)
        .bind(attempt)
        .bind(now())
        .bind(machine)
        .fetch_optional(&mut *change)
        .await?;
        let Some(block) = block else { return Ok(Counted::default()) };
        let finished: Option<(String, String, Option<i64>, Option<i64>)> = sqlx::query_as(
            "UPDATE blocks SET finished = $2 WHERE id = $1 AND finished IS NULL AND NOT EXISTS \
             (SELECT 1 FROM matches WHERE block_id = $1 AND state <> 'done') \
             RETURNING game, purpose, tournament_id, challenge_id",
        )
        .bind(block)
        .bind(now())
        .fetch_optional(&mut *change)
        .await?;
        let tournament = finished.as_ref().and_then(|(_, _, tournament, _)| *tournament);
        if let Some(challenge) = finished.as_ref().and_then(|(.., challenge)| *challenge) {
            tell_challenge_done(&mut change, challenge).await?;
        }
        let ladder = finished.filter(|(_, purpose, ..)| purpose == "ladder").map(|(game, ..)| game);
        if let Some(game) = &ladder {
            tally_block(&mut change, game, block).await?;
        }
        change.commit().await?;
        Ok(Counted { is_new: true, ladder, tournament })
    }

    /// How many rows wait or are being worked on: builds, matches.
    pub(crate) async fn queue(&self) -> Result<(i64, i64), sqlx::Error> {
        let builds =
            sqlx::query_scalar("SELECT COUNT(*) FROM versions WHERE state IN ('waiting', 'building')")
                .fetch_one(&self.pool)
                .await?;
        let matches = sqlx::query_scalar(
            "SELECT COUNT(*) FROM matches WHERE state IN ('waiting', 'running', 'played', 'verifying', 'checked')",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok((builds, matches))
    }
}
