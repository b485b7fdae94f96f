//! `cargo xtask throughput`: how many matches an arena on several workers plays beside `match`.

use crate::bench;
use crate::postgres::{Postgres, free_port};
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
/// replays, run again by the server and counted. Prints both, and what PostgreSQL needs.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Matches of each
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    matches: u32,
    /// The game
    #[arg(long, value_name = "GAME", default_value = "deepblue")]
    game: String,
    /// The built-in bot that sits in every seat
    #[arg(long, value_name = "NAME", default_value = "random")]
    bot: String,
    /// The map
    #[arg(long, value_name = "MAP", default_value = "lagoon")]
    map: String,
    /// Workers, with one match at a time each
    #[arg(long, value_name = "N", default_value_t = 4)]
    workers: usize,
    /// The program; by default a release build of this workspace
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
}

/// How long anything may take to start.
const PATIENCE: Duration = Duration::from_secs(60);

/// Processes that end with this.
struct Processes(Vec<Child>);

impl Drop for Processes {
    fn drop(&mut self) {
        for child in &mut self.0 {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    let sandtable = match &options.program {
        Some(program) => program.canonicalize().map_err(|error| Stop::Failed(error.to_string()))?,
        None => bench::build(workspace)?,
    };
    let folder = std::env::temp_dir().join(format!("sandtable-throughput-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|error| Stop::Failed(error.to_string()))?;
    let done = measured(options, workspace, (&sandtable, &folder));
    let _ = fs::remove_dir_all(&folder);
    done
}

fn measured(
    options: &Options,
    workspace: &Workspace,
    (sandtable, folder): (&Path, &Path),
) -> Result<(), Stop> {
    let postgres = Postgres::start(workspace)?;
    process::stdout(&mut postgres.psql("postgres", "CREATE DATABASE arena"))?;
    let query =
        |query: &str| process::stdout(&mut postgres.psql("arena", query)).map(|said| said.trim().to_owned());
    let until = |asked: &str, wanted: &str, within: Duration| -> Result<(), Stop> {
        let deadline = Instant::now() + within;
        while query(asked).unwrap_or_default() != wanted {
            if Instant::now() > deadline {
                return Err(Stop::Failed(format!("{asked} does not become {wanted}")));
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        Ok(())
    };
    let mut all = Processes(Vec::new());
    let port = free_port().map_err(|error| Stop::Failed(error.to_string()))?;
    let listen = format!("127.0.0.1:{port}");
    let files = folder.join("files");
    let address = format!("{}/arena", postgres.address());
    let mut start = |name: &str, arguments: &[&str]| -> Result<(), Stop> {
        let log = File::create(folder.join(name)).map_err(|error| Stop::Failed(error.to_string()))?;
        let mut command = Command::new(sandtable);
        command.args(arguments).args(["--jobs", "1", "--database", &address, "--files"]).arg(&files);
        command.arg("--data").arg(folder.join(format!("{name}.data")));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        all.0.push(command.spawn().map_err(|error| Stop::Failed(error.to_string()))?);
        Ok(())
    };
    let here = "SELECT COUNT(*) FROM machines WHERE left_at IS NULL";
    start("server", &["serve", "--listen", &listen])?;
    until(here, "1", PATIENCE)?;
    let Options { matches, game, bot, map, .. } = options;
    // What is planned by itself shows what a match of this game is.
    until(&format!("SELECT COUNT(*) > 0 FROM blocks WHERE game = '{game}'"), "t", PATIENCE)?;
    // Nothing but what is measured is played then.
    query("UPDATE bots SET active_version = NULL")?;
    until("SELECT COUNT(*) FROM matches WHERE state NOT IN ('done', 'failed')", "0", PATIENCE)?;
    for number in 1..=options.workers {
        start(&format!("worker-{number}"), &["worker"])?;
    }
    until(here, &(options.workers + 1).to_string(), PATIENCE)?;

    let before = query("SELECT COALESCE(MAX(id), 0) FROM matches")?;
    let seats = query(&format!(
        "SELECT MAX(seat) + 1 FROM seats JOIN matches ON matches.id = match_id WHERE game = '{game}'"
    ))?;
    let began = (Instant::now(), cpu(&postgres));
    // As the matchmaker writes them down, and its bell.
    query(&format!(
        "WITH who AS (SELECT versions.id, bot_id FROM versions JOIN bots ON bots.id = bot_id \
           WHERE game = '{game}' AND name = '{bot}' AND owner_id IS NULL), \
         made AS (INSERT INTO blocks (game, map, rules, clock, seed, purpose, created) \
           SELECT game, '{map}', rules, clock, lpad(to_hex(n), 16, '0'), 'ladder', 0 \
           FROM generate_series(1, {matches}) AS n, \
           (SELECT * FROM blocks WHERE game = '{game}' ORDER BY id LIMIT 1) AS one RETURNING id), \
         played AS (INSERT INTO matches (block_id, game, state, created, strangers) \
           SELECT id, '{game}', 'waiting', 0, 0 FROM made RETURNING id), \
         sat AS (INSERT INTO seats (match_id, seat, version_id, bot_id) \
           SELECT played.id, seat, who.id, who.bot_id FROM played, who, generate_series(0, {seats} - 1) AS seat) \
         SELECT pg_notify('sandtable_bell', '')"
    ))?;
    let wanted = format!("SELECT COUNT(*) FROM matches WHERE id > {before} AND state IN ('done', 'failed')");
    until(&wanted, &matches.to_string(), Duration::from_secs(3600))?;
    let (wall, used) = (began.0.elapsed().as_secs_f64(), cpu(&postgres) - began.1);
    let failed = query(&format!("SELECT COUNT(*) FROM matches WHERE id > {before} AND state = 'failed'"))?;
    let others =
        query(&format!("SELECT COUNT(*) FROM matches WHERE id > {before} AND checked_by = played_by"))?;
    drop(all);

    let mut alone = program(workspace, sandtable);
    let (one, count) = (bot.as_str(), seats.parse().unwrap_or(1));
    alone.arg("match").arg(game).args(std::iter::repeat_n(one, count));
    alone.args(["--map", map, "--games", &matches.to_string(), "--jobs", "2", "--seed", "1"]);
    let began = Instant::now();
    process::stdout(&mut alone)?;
    let alone = began.elapsed().as_secs_f64();
    let rate = |seconds: f64| f64::from(*matches) / seconds;
    println!("{matches} matches of {game} ({bot}, {map}):");
    println!("  match --jobs 2             {:8.1} a second", rate(alone));
    println!(
        "  {} workers and a server     {:8.1} a second, {:.0} %",
        options.workers,
        rate(wall),
        100.0 * alone / wall
    );
    println!(
        "  PostgreSQL                 {:8.1} % of a processor, {:.2} ms a match",
        100.0 * used / wall,
        1000.0 * used / f64::from(*matches)
    );
    println!("  failed {failed}, verified by who played them {others}");
    Ok(())
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
