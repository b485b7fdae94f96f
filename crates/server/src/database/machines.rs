//! Machines: processes that take jobs. What one has taken is its own as long as it says that it
//! lives.

use super::jobs::JobRow;
use super::tournaments::{key_of, reopen_tournament};
use super::{Change, Database, column};
use cups::BlockKey;
use sqlx::Executor;
use std::collections::{BTreeMap, BTreeSet};

/// A machine that was not heard of for so long, in milliseconds, is gone.
const LEASE: i64 = 30_000;

/// How long the lease of a task lasts that one server at a time does, in milliseconds.
const TASK_LEASE: i64 = 15_000;

/// The states of what is put back.
const WAITING: &str = "'waiting'";
const TO_VERIFY: &str = "CASE WHEN checked_by IS NULL THEN 'played' ELSE 'checked' END";

/// What a process is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum MachineKind {
    /// It answers requests, verifies and plans, and plays as well. It is trusted.
    Server,
    /// It builds and plays. Everything it says is verified.
    Worker,
}

impl MachineKind {
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Server => "server",
            Self::Worker => "worker",
        }
    }
}

/// Somebody who joins.
#[derive(Clone, Debug)]
pub(crate) struct NewMachine<'a> {
    pub(crate) name: &'a str,
    pub(crate) kind: MachineKind,
    pub(crate) jobs: i64,
    pub(crate) contains_strangers: bool,
    pub(crate) speed: f64,
    /// The hash of the secret with which it asks for files.
    pub(crate) secret: &'a str,
}

/// A machine as administrators see it.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub(crate) id: i64,
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) jobs: i64,
    pub(crate) contains_strangers: bool,
    pub(crate) speed: f64,
    pub(crate) seen: i64,
    pub(crate) is_here: bool,
    pub(crate) stopped: Option<String>,
}

impl Database {
    /// Writes down that somebody is here. Returns its number.
    pub(crate) async fn add_machine(&self, new: &NewMachine<'_>) -> Result<i64, sqlx::Error> {
        let clock = self.engine.clock();
        let query = format!(
            "INSERT INTO machines (name, kind, jobs, contains_strangers, speed, secret, joined, seen) \
             VALUES ($1, $2, $3, $4, $5, $6, {clock}, {clock}) RETURNING id"
        );
        sqlx::query_scalar(sqlx::AssertSqlSafe(query))
            .bind(new.name)
            .bind(new.kind.name())
            .bind(new.jobs)
            .bind(i64::from(new.contains_strangers))
            .bind(new.speed)
            .bind(new.secret)
            .fetch_one(&self.pool)
            .await
    }

    /// Says that a machine lives. Returns why nothing is taken from it any more, if that is so.
    pub(crate) async fn lives(&self, machine: i64) -> Result<Option<String>, sqlx::Error> {
        let clock = self.engine.clock();
        let query =
            format!("UPDATE machines SET seen = {clock}, left_at = NULL WHERE id = $1 RETURNING stopped");
        let row: Option<Option<String>> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(query)).bind(machine).fetch_optional(&self.pool).await?;
        Ok(row.flatten())
    }

    /// Says that a machine is gone: what it had taken may be put back.
    pub(crate) async fn leaves(&self, machine: i64) -> Result<(), sqlx::Error> {
        let query = format!("UPDATE machines SET left_at = {} WHERE id = $1", self.engine.clock());
        sqlx::query(sqlx::AssertSqlSafe(query)).bind(machine).execute(&self.pool).await.map(|_| ())
    }

    /// Notes that everybody is gone. Only for whoever is alone with the database.
    pub(crate) async fn all_have_left(&self) -> Result<(), sqlx::Error> {
        let query = format!("UPDATE machines SET left_at = {} WHERE left_at IS NULL", self.engine.clock());
        sqlx::query(sqlx::AssertSqlSafe(query)).execute(&self.pool).await.map(|_| ())
    }

    /// Notes who was not heard of for too long; says how many.
    pub(crate) async fn miss_machines(&self) -> Result<u64, sqlx::Error> {
        let clock = self.engine.clock();
        let query = format!(
            "UPDATE machines SET left_at = {clock} WHERE left_at IS NULL AND seen < {clock} - {LEASE}"
        );
        Ok(sqlx::query(sqlx::AssertSqlSafe(query)).execute(&self.pool).await?.rows_affected())
    }

    /// Puts back what machines had taken that are gone or stopped; says how much it was.
    pub(crate) async fn put_back(&self) -> Result<u64, sqlx::Error> {
        let gone = "(machine_id IS NULL OR machine_id NOT IN \
                    (SELECT id FROM machines WHERE left_at IS NULL AND stopped IS NULL))";
        let put_back = [
            self.put_back_where("versions", "building", WAITING, gone).await?,
            self.put_back_where("submissions", "grading", WAITING, gone).await?,
            self.put_back_where("matches", "running", WAITING, gone).await?,
            self.put_back_where("matches", "verifying", TO_VERIFY, gone).await?,
        ];
        Ok(put_back.iter().sum())
    }

    /// Puts back what stands under the name of a machine without its being at it: what came of it
    /// could not be written.
    pub(crate) async fn put_back_lost(
        &self,
        (machine, kind): (i64, MachineKind),
        held: &BTreeSet<JobRow>,
    ) -> Result<u64, sqlx::Error> {
        let (mut versions, mut submissions, mut matches) = (vec![0], vec![0], vec![0]);
        for row in held {
            match row {
                JobRow::Version(id) => versions.push(*id),
                JobRow::Submission(id) => submissions.push(*id),
                JobRow::Match(id) => matches.push(*id),
            }
        }
        let lost = |held: &[i64]| {
            let held: Vec<String> = held.iter().map(i64::to_string).collect();
            format!("machine_id = {machine} AND id NOT IN ({})", held.join(", "))
        };
        let mut count = self.put_back_where("versions", "building", WAITING, &lost(&versions)).await?;
        count += self.put_back_where("matches", "running", WAITING, &lost(&matches)).await?;
        count += self.put_back_where("matches", "verifying", TO_VERIFY, &lost(&matches)).await?;
        if kind == MachineKind::Server {
            // What a worker neither has nor may look at.
            count += self.put_back_where("submissions", "grading", WAITING, &lost(&submissions)).await?;
        }
        Ok(count)
    }

    /// Puts back rows in this state under a condition; says how many.
    async fn put_back_where(
        &self,
        table: &str,
        from: &str,
        to: &str,
        condition: &str,
    ) -> Result<u64, sqlx::Error> {
        let query = format!("UPDATE {table} SET state = {to} WHERE state = '{from}' AND {condition}");
        let put = sqlx::query(sqlx::AssertSqlSafe(query)).persistent(false);
        Ok(put.execute(&self.pool).await?.rows_affected())
    }

    /// Matches that all machines which are here can play at the same time.
    pub(crate) async fn all_jobs(&self) -> Result<i64, sqlx::Error> {
        let jobs: Option<i64> = sqlx::query_scalar(
            "SELECT CAST(SUM(jobs) AS BIGINT) FROM machines WHERE left_at IS NULL AND stopped IS NULL",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(jobs.unwrap_or_default())
    }

    /// Whether a machine that is here contains strangers' programs.
    pub(crate) async fn somebody_contains_strangers(&self) -> Result<bool, sqlx::Error> {
        let count: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM machines \
             WHERE left_at IS NULL AND stopped IS NULL AND contains_strangers = 1",
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(count > 0)
    }

    /// Takes a task that one machine at a time does, or keeps it; says whether it is this one's. Who
    /// is known to have left does it no more.
    pub(crate) async fn lease(&self, task: &str, machine: i64) -> Result<bool, sqlx::Error> {
        let clock = self.engine.clock();
        let query = format!(
            "INSERT INTO leases (name, machine_id, expires) VALUES ($1, $2, {clock} + {TASK_LEASE}) \
             ON CONFLICT (name) DO UPDATE SET machine_id = excluded.machine_id, expires = excluded.expires \
             WHERE leases.machine_id = excluded.machine_id OR leases.expires < {clock} OR NOT EXISTS \
             (SELECT 1 FROM machines WHERE machines.id = leases.machine_id AND left_at IS NULL)"
        );
        let taken = sqlx::query(sqlx::AssertSqlSafe(query)).bind(task).bind(machine);
        Ok(taken.execute(&self.pool).await?.rows_affected() == 1)
    }

    /// A number that all machines agree on: what it is, or what it is from now on.
    pub(crate) async fn fact(&self, name: &str, number: f64) -> Result<f64, sqlx::Error> {
        sqlx::query("INSERT INTO facts (name, number) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING")
            .bind(name)
            .bind(number)
            .execute(&self.pool)
            .await?;
        Ok(self.known_fact(name).await?.unwrap_or(number))
    }

    /// A number that all machines agree on; none if nobody has said it yet.
    pub(crate) async fn known_fact(&self, name: &str) -> Result<Option<f64>, sqlx::Error> {
        sqlx::query_scalar("SELECT number FROM facts WHERE name = $1")
            .bind(name)
            .fetch_optional(&self.pool)
            .await
    }

    /// Machines that are here, then those that were, the newest first.
    pub(crate) async fn machines(&self, most: i64) -> Result<Vec<Machine>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT * FROM machines ORDER BY CASE WHEN left_at IS NULL THEN 0 ELSE 1 END, id DESC LIMIT $1",
        )
        .bind(most)
        .fetch_all(&self.pool)
        .await?;
        let machine = |row| Machine {
            id: column(row, "id"),
            name: column(row, "name"),
            kind: column(row, "kind"),
            jobs: column(row, "jobs"),
            contains_strangers: column::<i64>(row, "contains_strangers") != 0,
            speed: column(row, "speed"),
            seen: column(row, "seen"),
            is_here: column::<Option<i64>>(row, "left_at").is_none(),
            stopped: column(row, "stopped"),
        };
        Ok(rows.iter().map(machine).collect())
    }

    /// For each machine, how much CPU time its latest seats used beside what the same versions used
    /// everywhere, and how many seats that says. Times are scaled by the machines' speeds, so that
    /// each should be near 1.
    pub(crate) async fn cpu_beside_others(&self) -> Result<BTreeMap<i64, (f64, i64)>, sqlx::Error> {
        /// Matches that are looked at: the newest.
        const LATEST: i64 = 5000;
        let rows = sqlx::query(
            "WITH played AS (SELECT matches.played_by AS machine, seats.version_id, \
               seats.cpu / matches.turns AS cpu FROM matches JOIN seats ON seats.match_id = matches.id \
               WHERE matches.id > (SELECT MAX(id) FROM matches) - $1 AND matches.state = 'done' \
               AND matches.played_by IS NOT NULL AND matches.turns > 0 AND seats.cpu > 0), \
             usual AS (SELECT version_id, AVG(cpu) AS cpu FROM played GROUP BY version_id \
               HAVING COUNT(DISTINCT machine) > 1) \
             SELECT machine, AVG(played.cpu / usual.cpu) AS ratio, COUNT(*) AS seats FROM played \
             JOIN usual ON usual.version_id = played.version_id GROUP BY machine",
        )
        .bind(LATEST)
        .fetch_all(&self.pool)
        .await?;
        Ok(rows
            .iter()
            .map(|row| (column(row, "machine"), (column(row, "ratio"), column(row, "seats"))))
            .collect())
    }

    /// Whether a machine is a worker, whose results are sampled.
    pub(crate) async fn is_worker(&self, machine: i64) -> Result<bool, sqlx::Error> {
        let kind: Option<String> = sqlx::query_scalar("SELECT kind FROM machines WHERE id = $1")
            .bind(machine)
            .fetch_optional(&self.pool)
            .await?;
        Ok(kind.as_deref() == Some(MachineKind::Worker.name()))
    }

    /// Whether a machine that is here and believed shows its secret.
    pub(crate) async fn knows_machine(&self, machine: i64, secret: &str) -> Result<bool, sqlx::Error> {
        let count: i64 = sqlx::query_scalar(
            "SELECT COUNT(*) FROM machines WHERE id = $1 AND secret = $2 AND stopped IS NULL",
        )
        .bind(machine)
        .bind(secret)
        .fetch_one(&self.pool)
        .await?;
        Ok(count == 1)
    }

    /// Whether a job of a machine needs a file: the source of a version that it builds or plays
    /// with, or the replay that it verifies.
    pub(crate) async fn job_needs_file(&self, machine: i64, file: &str) -> Result<bool, sqlx::Error> {
        let count: i64 = sqlx::query_scalar(
            "SELECT (SELECT COUNT(*) FROM matches WHERE machine_id = $1 AND state = 'verifying' AND replay = $2) \
             + (SELECT COUNT(*) FROM versions WHERE source = $2 AND ((state = 'building' AND machine_id = $1) \
             OR EXISTS (SELECT 1 FROM seats JOIN matches ON matches.id = seats.match_id \
             WHERE seats.version_id = versions.id AND matches.machine_id = $1 AND matches.state = 'running')))",
        )
        .bind(machine)
        .bind(file)
        .fetch_one(&self.pool)
        .await?;
        Ok(count > 0)
    }

    /// Notes that a game of a machine was played again elsewhere and was the same.
    pub(crate) async fn good_sample(&self, machine: i64, game: i64) -> Result<(), sqlx::Error> {
        sqlx::query(
            "UPDATE machines SET good_until = (SELECT started FROM matches WHERE id = $2) WHERE id = $1 \
             AND (good_until IS NULL OR good_until < (SELECT started FROM matches WHERE id = $2))",
        )
        .bind(machine)
        .bind(game)
        .execute(&self.pool)
        .await
        .map(|_| ())
    }

    /// Stops a machine whose results are not true, and lets everything be played again that it
    /// played since its last good sample, also where it counted already: in ladders, challenges and
    /// tournaments, finished ones among them. What was planned in a tournament because of such
    /// results is planned anew, and versions that it called broken are built again. Returns how
    /// many matches are played again, and the games whose ladders may have lost a block by it.
    pub(crate) async fn stop_machine(
        &self,
        machine: i64,
        why: &str,
    ) -> Result<(u64, Vec<String>), sqlx::Error> {
        let mut change = self.change().await?;
        let good: Option<i64> = sqlx::query_scalar(
            "UPDATE machines SET stopped = COALESCE(stopped, $2) WHERE id = $1 RETURNING good_until",
        )
        .bind(machine)
        .bind(why)
        .fetch_one(&mut *change)
        .await?;
        let since = good.unwrap_or(i64::MIN);
        let (ladders, tournaments) = reopen_blocks(&mut change, machine, since).await?;
        let again = sqlx::query(
            "UPDATE matches SET state = 'waiting', attempt = attempt + 1, machine_id = NULL, replay = NULL, \
             finished = NULL, played_by = NULL, checked_by = NULL WHERE played_by = $1 AND started > $2 \
             AND state IN ('done', 'played', 'verifying', 'checked')",
        )
        .bind(machine)
        .bind(since)
        .execute(&mut *change)
        .await?;
        sqlx::query(
            "UPDATE versions SET state = 'waiting' WHERE machine_id = $1 AND state = 'broken' AND finished > $2",
        )
        .bind(machine)
        .bind(since)
        .execute(&mut *change)
        .await?;
        for (tournament, blocks) in tournaments {
            reopen_tournament(&mut change, tournament, &blocks).await?;
        }
        change.commit().await?;
        Ok((again.rows_affected(), ladders))
    }
}

/// What a worker may do in PostgreSQL. The policies of the tables say with which rows; sources are
/// read by a function.
const WORKER_GRANTS: &[&str] = &[
    "SELECT ON migrations, facts, blocks, matches, seats, watched, live_lines",
    "SELECT (id, kind, stopped, left_at, role) ON machines",
    "INSERT ON live_lines",
    "SELECT (id, bot_id, number, kind, bytes, state, attempt, machine_id, created) ON versions",
    "SELECT (id, owner_id, game, name) ON bots",
    "SELECT (user_id, kind, link) ON notices",
    "INSERT (user_id, kind, link, about, created) ON notices",
    "INSERT (name, kind, jobs, contains_strangers, speed, secret, joined, seen) ON machines",
    "UPDATE (seen, left_at) ON machines",
    "UPDATE (state, attempt, machine_id, report, finished) ON versions",
    "UPDATE (active_version) ON bots",
    "UPDATE (state, attempt, machine_id, started, turns, digest, replay, played_by, checked_by, speed, failure) ON matches",
    "UPDATE (place, score, is_out, units_lost, orders, refused, cpu, longest_cpu, faults, stderr, record) ON seats",
    "EXECUTE ON FUNCTION job_source(BIGINT, BIGINT)",
];

impl Database {
    /// Lets a role do what a worker does, and nothing else. Its name is one of letters, digits and
    /// `_`.
    pub(crate) async fn grant_worker(&self, role: &str) -> Result<(), sqlx::Error> {
        let mut change = self.change().await?;
        let schema: String =
            sqlx::query_scalar("SELECT CAST(current_schema() AS TEXT)").fetch_one(&mut *change).await?;
        let schema = schema.replace('"', "\"\"");
        let mut statements = vec![
            format!("REVOKE ALL ON ALL TABLES IN SCHEMA \"{schema}\" FROM \"{role}\""),
            format!("GRANT USAGE ON SCHEMA \"{schema}\" TO \"{role}\""),
        ];
        statements.extend(WORKER_GRANTS.iter().map(|grant| format!("GRANT {grant} TO \"{role}\"")));
        for statement in statements {
            (&mut *change).execute(sqlx::AssertSqlSafe(statement)).await?;
        }
        change.commit().await
    }
}

/// The games of blocks, and for each tournament which of its blocks.
type Reopened = (Vec<String>, BTreeMap<i64, Vec<BlockKey>>);

/// Lets blocks not count any more that a machine played in; returns what they were of.
async fn reopen_blocks(change: &mut Change, machine: i64, since: i64) -> Result<Reopened, sqlx::Error> {
    let rows = sqlx::query(
        "UPDATE blocks SET finished = NULL, signature = NULL WHERE finished IS NOT NULL AND id IN \
         (SELECT block_id FROM matches WHERE played_by = $1 AND started > $2 AND state = 'done') \
         RETURNING game, tournament_id, round, pairing, number",
    )
    .bind(machine)
    .bind(since)
    .fetch_all(&mut **change)
    .await?;
    let mut ladders: Vec<String> = rows.iter().map(|row| column(row, "game")).collect();
    ladders.sort();
    ladders.dedup();
    let mut tournaments: BTreeMap<i64, Vec<BlockKey>> = BTreeMap::new();
    for row in &rows {
        if let Some(tournament) = column::<Option<i64>>(row, "tournament_id") {
            tournaments.entry(tournament).or_default().push(key_of(row));
        }
    }
    Ok((ladders, tournaments))
}
