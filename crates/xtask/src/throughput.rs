//! `cargo xtask throughput`: how many matches an arena on several workers plays beside `match`.

use crate::bench;
use crate::client::{Client, Request};
use crate::postgres::{AS_IN_EARNEST, Postgres, free_port};
use crate::process::{self, program};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Measure how many matches four workers and a server play, beside `match --jobs 2`.
///
/// All of it runs on this machine: the arena's matches are taken from PostgreSQL, filed with their
/// replays, run again by the server and counted. Prints both, and what PostgreSQL needs. Built-in
/// bots take less time than it takes to run their replay again; real ones are programs.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Matches of each
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    matches: u32,
    /// The game
    #[arg(long, value_name = "GAME", default_value = "deepblue")]
    game: String,
    /// The bot that sits in every seat: a built-in one, or a program to be uploaded
    #[arg(long, value_name = "NAME|FILE", default_value = "random")]
    bot: String,
    /// The map
    #[arg(long, value_name = "MAP", default_value = "lagoon")]
    map: String,
    /// Matches of `match`, if not as many
    #[arg(long, value_name = "N")]
    alone: Option<u32>,
    /// Workers, with one match at a time each
    #[arg(long, value_name = "N", default_value_t = 4)]
    workers: usize,
    /// The program; by default a release build of this workspace
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// How long anything may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// An arena whose processes end with this.
struct Measured<'a> {
    options: &'a Options,
    sandtable: &'a Path,
    folder: &'a Path,
    postgres: Postgres,
    processes: Vec<Child>,
}

/// What came of all matches.
struct Outcome {
    /// Seconds on the wall, and of CPU time of PostgreSQL.
    wall: f64,
    cpu: f64,
    /// Bytes of rows with their indexes, and of files.
    rows: f64,
    files: f64,
    failed: String,
    self_verified: String,
    statements: f64,
    /// The statements that were sent most often, one a line.
    most: String,
}

impl Drop for Measured<'_> {
    fn drop(&mut self) {
        for child in &mut self.processes {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    let sandtable = match &options.program {
        Some(program) => program.canonicalize().map_err(failed)?,
        None => bench::build(workspace)?,
    };
    let folder = std::env::temp_dir().join(format!("sandtable-throughput-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(failed)?;
    let done = compared(options, workspace, (&sandtable, &folder));
    let _ = fs::remove_dir_all(&folder);
    done
}

fn failed(error: std::io::Error) -> Stop {
    Stop::Failed(error.to_string())
}

fn compared(
    options: &Options,
    workspace: &Workspace,
    (sandtable, folder): (&Path, &Path),
) -> Result<(), Stop> {
    let postgres = Postgres::start(workspace, AS_IN_EARNEST)?;
    process::stdout(&mut postgres.psql("postgres", "CREATE DATABASE arena"))?;
    process::stdout(&mut postgres.psql("arena", "CREATE EXTENSION pg_stat_statements"))?;
    let mut arena = Measured { options, sandtable, folder, postgres, processes: Vec::new() };
    let port = free_port().map_err(failed)?;
    arena.start("server", &["serve", "--listen", &format!("127.0.0.1:{port}")])?;
    let version = arena.prepared(port)?;
    for number in 1..=options.workers {
        arena.start(&format!("worker-{number}"), &["worker"])?;
    }
    let all = (options.workers + 1).to_string();
    arena.until("SELECT COUNT(*) FROM machines WHERE left_at IS NULL", &all, PATIENCE)?;
    let seats = arena.seats()?;
    let played = arena.played(version, seats)?;
    drop(arena);

    let mut alone = program(workspace, sandtable);
    let games = options.alone.unwrap_or(options.matches);
    alone.arg("match").arg(&options.game).args(std::iter::repeat_n(&options.bot, seats));
    alone.args(["--map", &options.map, "--games", &games.to_string(), "--jobs", "2", "--seed", "1"]);
    let began = Instant::now();
    process::stdout(&mut alone)?;
    report(options, &played, f64::from(games) / began.elapsed().as_secs_f64());
    Ok(())
}

fn report(options: &Options, played: &Outcome, alone: f64) {
    let Options { matches, game, bot, map, workers, .. } = options;
    let count = f64::from(*matches);
    let rate = count / played.wall;
    println!("{matches} matches of {game} ({bot}, {map}) in {:.0} s:", played.wall);
    println!("  match --jobs 2             {alone:8.1} a second");
    println!("  {workers} workers and a server     {rate:8.1} a second, {:.0} %", 100.0 * rate / alone);
    println!(
        "  PostgreSQL                 {:8.1} % of a processor, {:.2} ms a match",
        100.0 * played.cpu / played.wall,
        1000.0 * played.cpu / count
    );
    println!(
        "  statements                 {:8.1} a match; the most frequent ones:",
        played.statements / count
    );
    println!("{}", played.most);
    println!(
        "  kept                       {:8.0} bytes a match in rows, {:.0} in files",
        played.rows / count,
        played.files / count
    );
    println!("  failed {}, verified by who played them {}", played.failed, played.self_verified);
}

impl Measured<'_> {
    fn query(&self, query: &str) -> Result<String, Stop> {
        Ok(process::stdout(&mut self.postgres.psql("arena", query))?.trim().to_owned())
    }

    /// Waits until a query says this.
    fn until(&self, asked: &str, wanted: &str, within: Duration) -> Result<(), Stop> {
        let deadline = Instant::now() + within;
        while self.query(asked).unwrap_or_default() != wanted {
            if Instant::now() > deadline {
                return Err(Stop::Failed(format!("{asked} does not become {wanted}")));
            }
            // Asking costs time, too: a process, and one of PostgreSQL.
            std::thread::sleep(within / 600);
        }
        Ok(())
    }

    fn start(&mut self, name: &str, arguments: &[&str]) -> Result<(), Stop> {
        let log = File::create(self.folder.join(name)).map_err(failed)?;
        let mut command = Command::new(self.sandtable);
        let address = format!("{}/arena", self.postgres.address());
        command.args(arguments).args(["--jobs", "1", "--database", &address]);
        command.arg("--files").arg(self.folder.join("files"));
        command.arg("--data").arg(self.folder.join(format!("{name}.data")));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.processes.push(command.spawn().map_err(failed)?);
        Ok(())
    }

    /// Waits for the server, and sees to it that nothing but what is measured is played. Returns
    /// the version that plays.
    fn prepared(&self, port: u16) -> Result<i64, Stop> {
        let Options { game, bot, .. } = self.options;
        // What is planned by itself shows what a match of this game is.
        let planned = format!("SELECT COUNT(*) > 0 FROM blocks WHERE game = '{game}'");
        self.until(&planned, "t", PATIENCE)?;
        let version = match Path::new(bot).is_file() {
            true => self.uploaded(port)?,
            false => {
                let built_in = format!(
                    "SELECT active_version FROM bots WHERE game = '{game}' AND name = '{bot}' AND owner_id IS NULL"
                );
                self.query(&built_in)?.parse().map_err(|_| Stop::Failed(format!("there is no bot {bot}")))?
            }
        };
        self.query("UPDATE bots SET active_version = NULL")?;
        let open = "SELECT COUNT(*) FROM matches WHERE state NOT IN ('done', 'failed')";
        self.until(open, "0", Duration::from_secs(600))?;
        Ok(version)
    }

    /// Uploads the program, and waits until it may play.
    fn uploaded(&self, port: u16) -> Result<i64, Stop> {
        let Options { game, bot, .. } = self.options;
        let owner = Client::sign_up(&[port], "owner", 20).map_err(Stop::Failed)?;
        let name = Path::new(bot).file_name().unwrap_or_default().to_string_lossy();
        let path = format!("/games/{game}/bots/measured/versions?file={name}");
        let request = Request::bytes(&path, "measured".into(), fs::read(bot).map_err(failed)?);
        let answer = owner.insist(&request, 20).map_err(Stop::Failed)?;
        let version = answer["version"].as_i64().ok_or_else(|| Stop::Failed(answer.to_string()))?;
        self.until(&format!("SELECT state FROM versions WHERE id = {version}"), "ready", PATIENCE)?;
        Ok(version)
    }

    /// The seats of a match.
    fn seats(&self) -> Result<usize, Stop> {
        let said = self.query(&format!(
            "SELECT MAX(seat) + 1 FROM seats JOIN matches ON matches.id = match_id WHERE game = '{}'",
            self.options.game
        ))?;
        said.parse().map_err(|_| Stop::Failed(said))
    }

    /// Has all matches played, as if the matchmaker had written them down.
    fn played(&self, version: i64, seats: usize) -> Result<Outcome, Stop> {
        let Options { matches, game, map, .. } = self.options;
        let before = self.query("SELECT COALESCE(MAX(id), 0) FROM matches")?;
        let kept = || -> Result<[f64; 2], Stop> {
            let tables =
                ["blocks", "matches", "seats"].map(|table| format!("pg_total_relation_size('{table}')"));
            let rows = self.query(&format!("SELECT {}", tables.join(" + ")))?;
            Ok([rows.parse().unwrap_or(0.0), bytes_in(&self.folder.join("files"))])
        };
        let kept_before = kept()?;
        self.query("SELECT pg_stat_statements_reset()")?;
        let used = cpu(&self.postgres);
        self.query(&format!(
            "WITH who AS (SELECT id, bot_id, CASE kind WHEN 'built_in' THEN 0 ELSE 1 END AS strangers \
               FROM versions WHERE id = {version}), \
             made AS (INSERT INTO blocks (game, map, rules, clock, seed, purpose, created) \
               SELECT game, '{map}', rules, clock, lpad(to_hex(n), 16, '0'), 'ladder', 0 \
               FROM generate_series(1, {matches}) AS n, \
               (SELECT * FROM blocks WHERE game = '{game}' ORDER BY id LIMIT 1) AS one RETURNING id), \
             played AS (INSERT INTO matches (block_id, game, state, created, strangers) \
               SELECT made.id, '{game}', 'waiting', 0, strangers FROM made, who RETURNING id), \
             sat AS (INSERT INTO seats (match_id, seat, version_id, bot_id) \
               SELECT played.id, seat, who.id, who.bot_id FROM played, who, generate_series(0, {seats} - 1) AS seat) \
             SELECT pg_notify('sandtable_bell', '')"
        ))?;
        let wanted =
            format!("SELECT COUNT(*) FROM matches WHERE id > {before} AND state IN ('done', 'failed')");
        self.until(&wanted, &matches.to_string(), Duration::from_secs(1800))?;
        let cpu = cpu(&self.postgres) - used;
        let wall = self.query(&format!(
            "SELECT (MAX(finished) - MIN(started)) / 1000.0 FROM matches WHERE id > {before}"
        ))?;
        let wall: f64 = wall.parse().map_err(|_| Stop::Failed(wall))?;
        let count =
            |of: &str| self.query(&format!("SELECT COUNT(*) FROM matches WHERE id > {before} AND {of}"));
        // Without what was asked from here.
        let sent = "FROM pg_stat_statements WHERE query NOT LIKE '%state IN ($2, $3)'";
        let [rows, files] = kept()?;
        Ok(Outcome {
            wall,
            cpu,
            rows: rows - kept_before[0],
            files: files - kept_before[1],
            failed: count("state = 'failed'")?,
            self_verified: count("checked_by = played_by")?,
            statements: self.query(&format!("SELECT SUM(calls) {sent}"))?.parse().unwrap_or(0.0),
            most: self.query(&format!(
                "SELECT lpad(calls::text, 9) || ' calls' || lpad(round(total_exec_time)::text, 7) || ' ms  ' \
                 || left(regexp_replace(query, '\\s+', ' ', 'g'), 90) {sent} ORDER BY calls DESC LIMIT 24"
            ))?,
        })
    }
}

/// Bytes of all files below a folder.
fn bytes_in(folder: &Path) -> f64 {
    let mut sum = 0.0;
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.metadata() {
            Ok(found) if found.is_dir() => sum += bytes_in(&entry.path()),
            Ok(found) => sum += found.len() as f64,
            Err(_) => {}
        }
    }
    sum
}

/// CPU time of PostgreSQL so far, in seconds, with processes of it that have ended.
fn cpu(postgres: &Postgres) -> f64 {
    /// Ticks of the clock that `/proc` counts in.
    const TICKS: f64 = 100.0;
    let Some(first) = postgres.process() else { return 0.0 };
    let mut ticks = 0;
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse::<u32>().ok()) else { continue };
        let Ok(stat) = fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some((_, rest)) = stat.rsplit_once(')') else { continue };
        let fields: Vec<u64> = rest.split_whitespace().map(|field| field.parse().unwrap_or(0)).collect();
        if id == first {
            ticks += fields.get(11..15).map_or(0, |times| times.iter().sum());
        } else if fields.get(1) == Some(&u64::from(first)) {
            ticks += fields.get(11..13).map_or(0, |times| times.iter().sum());
        }
    }
    ticks as f64 / TICKS
}
