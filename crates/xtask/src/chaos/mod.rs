//! `cargo xtask chaos`: several machines on one PostgreSQL, and everything goes wrong.

mod audit;
mod load;
mod machines;
mod proxy;
mod tables;

use self::load::Load;
use self::machines::{Files, Machine, below, leaves, signal};
use self::proxy::Line;
use crate::bench;
use crate::client::Client;
use crate::postgres::{self, Postgres};
use crate::process::{self, program};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Let everything go wrong with an arena on several machines, and see that nothing is lost.
///
/// Two servers, four workers and a PostgreSQL run on this machine, while people upload, challenge,
/// hand in and play at tables. Every few seconds a server, a worker, a bot or PostgreSQL is killed,
/// a line to the database or to a server's files is cut or stalled, the disk is full, a clock
/// jumps. At the end everything that was accepted must be there once and done, all replays must
/// verify, the ratings must be those of a recount, no job may hang, and no process may be left.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// End after so many faults
    #[arg(long, value_name = "N", default_value_t = 100)]
    faults: u32,
    /// End after so many minutes, if there were not enough faults by then
    #[arg(long, value_name = "N", default_value_t = 30)]
    minutes: u64,
    /// Which faults come when
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The program; by default a release build of this workspace
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Keep the folder with the logs
    #[arg(long)]
    keep: bool,
}

impl Options {
    /// A short run, for `cargo xtask long`.
    pub(crate) const SHORT: Self = Self { faults: 24, minutes: 10, seed: 1, program: None, keep: false };
}

const SERVERS: usize = 2;
const WORKERS: usize = 4;

/// Room on the disk that can be full.
const DISK: &str = "size=512m";

/// How long it may take after the last fault until everything is done.
const SETTLED: Duration = Duration::from_secs(600);

/// How long a machine may take to stop when it is asked to.
const STOPPED: Duration = Duration::from_secs(60);

/// What goes wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Fault {
    ServerKilled,
    WorkerKilled,
    BotKilled,
    PostgresKilled,
    LineCut,
    LineStalled,
    FilesCut,
    DiskFull,
    ClockJumps,
}

const FAULTS: [Fault; 9] = [
    Fault::ServerKilled,
    Fault::WorkerKilled,
    Fault::BotKilled,
    Fault::PostgresKilled,
    Fault::LineCut,
    Fault::LineStalled,
    Fault::FilesCut,
    Fault::DiskFull,
    Fault::ClockJumps,
];

impl Fault {
    const fn name(self) -> &'static str {
        match self {
            Self::ServerKilled => "servers killed",
            Self::WorkerKilled => "workers killed",
            Self::BotKilled => "bots killed",
            Self::PostgresKilled => "PostgreSQL killed",
            Self::LineCut => "lines to the database cut",
            Self::FilesCut => "lines between workers and servers cut",
            Self::LineStalled => "lines to the database stalled",
            Self::DiskFull => "full disks",
            Self::ClockJumps => "clocks put wrong",
        }
    }
}

/// Numbers that are the same for the same seed.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end.max(1)
    }
}

/// The arena that is maltreated.
struct Arena {
    postgres: Postgres,
    machines: Vec<Machine>,
    folder: PathBuf,
    /// Whether the disk of the machines is one of its own, which can be full.
    has_disk: bool,
}

/// Runs it all.
pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    let sandtable = match &options.program {
        Some(program) => program.canonicalize().map_err(|error| Stop::Failed(error.to_string()))?,
        None => bench::build(workspace)?,
    };
    // Whatever is left alone by those who started it comes to us, so that it is seen.
    let me = rustix::process::getpid();
    rustix::process::set_child_subreaper(Some(me)).map_err(|error| Stop::Failed(error.to_string()))?;
    let mut arena = Arena::begin(workspace, &sandtable)?;
    let done = arena.maltreated(options, (workspace, &sandtable));
    arena.machines.clear();
    if arena.has_disk {
        let _ = Command::new("umount").arg("--lazy").arg(arena.folder.join("disk")).status();
    }
    match options.keep || done.is_err() {
        true => println!("logs: {}", arena.folder.display()),
        false => _ = fs::remove_dir_all(&arena.folder),
    }
    done
}

impl Arena {
    fn begin(workspace: &Workspace, sandtable: &Path) -> Result<Self, Stop> {
        let said = |error: std::io::Error| Stop::Failed(error.to_string());
        let postgres = Postgres::start(workspace, postgres::AS_IN_EARNEST)?;
        process::stdout(&mut postgres.psql("postgres", "CREATE DATABASE arena"))?;
        let folder = std::env::temp_dir().join(format!("sandtable-chaos-{}", std::process::id()));
        fs::create_dir_all(folder.join("disk")).map_err(said)?;
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", DISK, "sandtable-chaos"]).arg(folder.join("disk"));
        let has_disk = process::succeeds(&mut mount);
        if !has_disk {
            println!("skipped: full disks: only root can mount a small one");
        }
        let mut machines = Vec::new();
        let files = folder.join("disk/files").display().to_string();
        let mut ports = Vec::new();
        for number in 1..=SERVERS {
            let port = postgres::free_port().map_err(said)?;
            ports.push(port);
            let name = format!("server-{number}");
            machines.push(Machine::new(
                name,
                Some(port),
                Files::Folder(files.clone()),
                postgres.port(),
                (sandtable, &folder),
            )?);
        }
        for number in 1..=WORKERS {
            // Half of them share the folder, the others ask a server for their files.
            let files = match number % 2 {
                0 => Files::Server(ports[number / 2 % SERVERS]),
                _ => Files::Folder(files.clone()),
            };
            let name = format!("worker-{number}");
            machines.push(Machine::new(name, None, files, postgres.port(), (sandtable, &folder))?);
        }
        Ok(Self { postgres, machines, folder, has_disk })
    }

    fn servers(&self) -> Vec<u16> {
        self.machines.iter().filter_map(|machine| machine.port).collect()
    }

    /// What the database says, one line a row.
    fn query(&self, query: &str) -> Result<String, Stop> {
        Ok(process::stdout(&mut self.postgres.psql("arena", query))?.trim().to_owned())
    }

    fn number(&self, query: &str) -> Result<i64, Stop> {
        let said = self.query(query)?;
        said.parse().map_err(|_| Stop::Failed(format!("{query}: {said}")))
    }

    /// Waits until a query says this; whether it came to it.
    fn until(&mut self, query: &str, wanted: &str, within: Duration) -> Result<bool, Stop> {
        let deadline = Instant::now() + within;
        while self.query(query)? != wanted {
            if Instant::now() > deadline {
                return Ok(false);
            }
            for machine in &mut self.machines {
                machine.revive()?;
            }
            std::thread::sleep(Duration::from_millis(500));
        }
        Ok(true)
    }

    fn maltreated(&mut self, options: &Options, how: (&Workspace, &Path)) -> Result<(), Stop> {
        let began = Instant::now();
        let load = self.open(how)?;
        let first = self.number("SELECT COALESCE(MAX(id), 0) FROM matches")?;
        let mut chance = Chance(options.seed);
        let mut counts: BTreeMap<Fault, u32> = BTreeMap::new();
        let mut order: Vec<Fault> = Vec::new();
        let deadline = began + Duration::from_secs(60 * options.minutes);
        while counts.values().sum::<u32>() < options.faults && Instant::now() < deadline {
            if order.is_empty() {
                order = FAULTS.to_vec();
                order.retain(|fault| self.has_disk || *fault != Fault::DiskFull);
            }
            let fault = order.remove(chance.below(order.len() as u64) as usize);
            if self.happens(fault, &mut chance)? {
                *counts.entry(fault).or_default() += 1;
            }
            std::thread::sleep(Duration::from_millis(1000 + chance.below(3000)));
            for machine in &mut self.machines {
                machine.revive()?;
            }
        }
        let faults: u32 = counts.values().sum();
        println!("{faults} faults in {} s:", began.elapsed().as_secs());
        for (fault, count) in &counts {
            println!("  {:<38} {count}", fault.name());
        }
        self.machines.iter().for_each(|machine| machine.set_clock(0));
        let accepted = load.end();
        self.settle()?;
        let tables = audit::tables(&self.servers(), &accepted);
        self.stop()?;
        audit::audit(self, (&accepted, tables), (first, how))
    }

    /// Starts everything, and people who use it.
    fn open(&mut self, (workspace, sandtable): (&Workspace, &Path)) -> Result<Load, Stop> {
        self.machines[0].start()?;
        let table = "SELECT COUNT(*) FROM machines WHERE left_at IS NULL";
        let deadline = Instant::now() + Duration::from_secs(120);
        while self.query(table).unwrap_or_default() != "1" {
            if Instant::now() > deadline {
                return Err(Stop::Failed("the first server does not start".into()));
            }
            std::thread::sleep(Duration::from_millis(200));
        }
        // Two games are enough: matches of the others take long.
        self.query("UPDATE bots SET active_version = NULL WHERE game NOT IN ('breach', 'goblins')")?;
        for machine in &mut self.machines[1..] {
            machine.start()?;
        }
        let all = (SERVERS + WORKERS).to_string();
        if !self.until(table, &all, Duration::from_secs(120))? {
            return Err(Stop::Failed("not all machines join".into()));
        }
        let servers = self.servers();
        let teacher = Client::sign_up(&servers, "teacher", load::TRIES).map_err(Stop::Failed)?;
        let address = format!("{}/arena", self.postgres.address());
        let role = ["arena", "user", "teacher", "--role", "organiser", "--database", &address];
        process::stdout(program(workspace, sandtable).args(role))?;
        let student = Client::sign_up(&servers, "student", load::TRIES).map_err(Stop::Failed)?;
        let homework = load::homework(&teacher, student).map_err(Stop::Failed)?;
        let opponent = self.number(
            "SELECT active_version FROM bots WHERE game = 'breach' AND name = 'idle' AND owner_id IS NULL",
        )?;
        Ok(Load::begin(&servers, homework, opponent))
    }

    /// Lets something go wrong, and ends it; says whether there was anything to go wrong.
    fn happens(&mut self, fault: Fault, chance: &mut Chance) -> Result<bool, Stop> {
        let while_it_lasts = Duration::from_millis(1000 + chance.below(5000));
        let server = chance.below(SERVERS as u64) as usize;
        let worker = SERVERS + chance.below(WORKERS as u64) as usize;
        let any = chance.below((SERVERS + WORKERS) as u64) as usize;
        match fault {
            Fault::ServerKilled => self.machines[server].kill(),
            Fault::WorkerKilled => self.machines[worker].kill(),
            Fault::BotKilled => return Ok(self.kill_a_bot(chance)),
            Fault::PostgresKilled => self.postgres.kill_and_restart()?,
            Fault::LineCut | Fault::LineStalled => {
                let line = if fault == Fault::LineCut { Line::Cut } else { Line::Stalled };
                self.machines[any].set_line(line);
                std::thread::sleep(while_it_lasts);
                self.machines[any].set_line(Line::Open);
            }
            Fault::FilesCut => {
                let worker = &self.machines[worker];
                if !worker.set_files_line(Line::Cut) {
                    return Ok(false);
                }
                std::thread::sleep(while_it_lasts);
                worker.set_files_line(Line::Open);
            }
            Fault::DiskFull => {
                let filler = self.folder.join("disk/filler");
                fill(&filler);
                std::thread::sleep(while_it_lasts);
                let _ = fs::remove_file(&filler);
            }
            Fault::ClockJumps => {
                let seconds = chance.below(2 * 7200) as i64 - 7200;
                self.machines[any].set_clock(seconds);
            }
        }
        Ok(true)
    }

    /// Kills a program that plays or is built, if one runs at the moment.
    fn kill_a_bot(&self, chance: &mut Chance) -> bool {
        for _ in 0..100 {
            let tops: Vec<u32> = self.machines.iter().filter_map(Machine::id).collect();
            let running: Vec<u32> = tops.iter().flat_map(|top| leaves(&below(*top))).collect();
            if !running.is_empty() {
                signal(running[chance.below(running.len() as u64) as usize], "KILL");
                return true;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        false
    }

    /// Waits until everything is done that is there now.
    fn settle(&mut self) -> Result<(), Stop> {
        let last = self.number("SELECT COALESCE(MAX(id), 0) FROM matches")?;
        let open = format!(
            "SELECT (SELECT COUNT(*) FROM versions WHERE state IN ('waiting', 'building')) \
             + (SELECT COUNT(*) FROM submissions WHERE state IN ('waiting', 'grading')) \
             + (SELECT COUNT(*) FROM matches WHERE id <= {last} AND state NOT IN ('done', 'failed'))"
        );
        let began = Instant::now();
        if !self.until(&open, "0", SETTLED)? {
            let left = self.query(&open)?;
            return Err(Stop::Failed(format!(
                "{left} jobs hang, {} s after the last fault",
                SETTLED.as_secs()
            )));
        }
        println!("everything was done {} s after the last fault", began.elapsed().as_secs());
        Ok(())
    }

    /// Asks all machines to stop, and waits until they have.
    fn stop(&mut self) -> Result<(), Stop> {
        for machine in &self.machines {
            machine.ask_to_stop();
        }
        for machine in &mut self.machines {
            match machine.ended(STOPPED) {
                Some(status) if status.success() => {}
                Some(status) => {
                    return Err(Stop::Failed(format!(
                        "{} ended with {status}: {}",
                        machine.name,
                        machine.log().display()
                    )));
                }
                None => return Err(Stop::Failed(format!("{} does not stop", machine.name))),
            }
        }
        Ok(())
    }
}

/// Writes until there is no room.
fn fill(path: &Path) {
    let Ok(mut file) = File::create(path) else { return };
    let block = vec![0; 1 << 20];
    while file.write_all(&block).is_ok() {}
    let small = [0; 512];
    while file.write_all(&small).is_ok() {}
}
