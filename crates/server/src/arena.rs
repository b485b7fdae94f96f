//! An arena: what all requests and workers share.

use crate::accounts::rate_limit::RateLimit;
use crate::accounts::secret::{self, Secret};
use crate::bell::Bell;
use crate::catalogue::{self, HostedLadder};
use crate::database::machines::{MachineKind, NewMachine};
use crate::database::sessions::LinkPurpose;
use crate::database::{Database, now};
use crate::files::{self, Files, FilesPlace};
use crate::folder::ArenaFolder;
use crate::limits::{FILMS, WATCHERS};
use crate::metrics::Metrics;
use crate::rooms::Rooms;
use crate::settings::{Settings, WebSettings, WorkSettings};
use crate::speed;
use crate::work::entrants::ReadyVersions;
use crate::work::held::HeldJobs;
use crate::work::live::LiveMatches;
use crate::work::ratings::{Fits, refit};
use matches::Stop;
use sandbox::{Mode, Sandbox};
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use tokio::sync::Semaphore;

/// How long the first administrator's link works, in milliseconds.
const LINK_LIFE: i64 = 24 * 60 * 60 * 1000;

/// Everything that a running arena consists of.
#[derive(Debug)]
pub(crate) struct Arena {
    pub(crate) settings: Settings,
    pub(crate) web: WebSettings,
    /// Which of the processes that share the database this is.
    pub(crate) machine: ThisMachine,
    pub(crate) folder: ArenaFolder,
    pub(crate) database: Database,
    pub(crate) files: Files,
    pub(crate) ladders: Vec<HostedLadder>,
    /// What contains strangers' programs; else why none of them is run.
    pub(crate) sandbox: Result<Sandbox, String>,
    /// The same sandbox; where it is not strong enough for strangers, one in which only built-in
    /// bots play, which start no process.
    pub(crate) match_sandbox: Sandbox,
    /// Rings when there may be something to do.
    pub(crate) bell: Arc<Bell>,
    /// Rows that threads of this process are at.
    pub(crate) held: HeldJobs,
    /// Wished when matches that are being played should be handed back.
    pub(crate) stop: Stop,
    closing: AtomicBool,
    /// Why nothing is taken from this machine any more, if that is so.
    pub(crate) distrusted: OnceLock<String>,
    /// When students were told of deadlines, in milliseconds.
    deadlines_told: AtomicI64,
    pub(crate) ready: ReadyVersions,
    pub(crate) live: LiveMatches,
    /// Those of other machines that somebody watches here.
    pub(crate) live_elsewhere: LiveMatches,
    pub(crate) fits: Fits,
    /// The ladder that is planned for next; held while planning.
    pub(crate) planning: Mutex<usize>,
    /// Held while a tournament is planned.
    pub(crate) planning_tournaments: Mutex<()>,
    /// Tries to sign in with one name from one address.
    pub(crate) sign_ins: RateLimit,
    /// From one address with any names, and with one name from anywhere.
    pub(crate) sign_ins_of_one: RateLimit,
    pub(crate) sign_ups: RateLimit,
    /// Codes for signing up that were wrong.
    pub(crate) wrong_codes: RateLimit,
    /// How many tables somebody opens.
    pub(crate) new_tables: RateLimit,
    pub(crate) rooms: Rooms,
    pub(crate) watchers: Arc<Semaphore>,
    pub(crate) films: Semaphore,
    pub(crate) metrics: Metrics,
}

/// The built-in bots on a ladder: all that finish a match within a second of thinking. Where one
/// plays alone the levels between are `greedy` again; where several play, `hard` and `strong` think
/// for minutes.
const fn built_in_bots(seats: usize) -> &'static [&'static str] {
    match seats {
        1 => &["idle", "random", "greedy", "strong"],
        _ => &["idle", "random", "greedy", "easy", "medium"],
    }
}

/// This process among those that share a database.
#[derive(Clone, Debug)]
pub(crate) struct ThisMachine {
    pub(crate) id: i64,
    pub(crate) kind: MachineKind,
    /// How fast it is beside the arena's first server.
    pub(crate) speed: f64,
    /// Games whose matches it plays; all of them if it is empty.
    pub(crate) games: Vec<&'static str>,
    pub(crate) builds: bool,
}

/// A worker answers nobody.
const NO_WEB: WebSettings = WebSettings {
    listen: SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
    open_sign_up: false,
    behind_proxy: false,
};

impl Arena {
    /// Opens an arena: tables up to date, what was left unfinished put back, built-in bots on every
    /// ladder.
    pub(crate) async fn open(settings: Settings, web: WebSettings) -> Result<Self, String> {
        let folder = ArenaFolder::take(&settings.data)?;
        let place = place_of(&settings);
        let said = |error: sqlx::Error| format!("{place}: {error}");
        let database = match &settings.database {
            Some(address) => Database::connect(address, settings.jobs as u32 + SERVER_CONNECTIONS).await,
            None => Database::open(folder.path()).await,
        };
        let database = database.map_err(said)?;
        put_back(&database, &folder, &place).await.map_err(said)?;
        let ladders = catalogue::ladders();
        for ladder in &ladders {
            for bot in built_in_bots(ladder.seats) {
                database.add_built_in(ladder.name(), bot).await.map_err(said)?;
            }
        }
        let fits = Fits::default();
        for game in ladders.iter().map(HostedLadder::name) {
            fits.knows(game, caught_up(&database, game).await.map_err(said)?);
        }
        let speed = match database.is_shared() {
            true => {
                let here = speed::measured();
                speed::beside(here, database.fact(speed::FACT, here).await.map_err(said)?)
            }
            false => 1.0,
        };
        let machine =
            ThisMachine { id: 0, kind: MachineKind::Server, speed, games: Vec::new(), builds: true };
        let metrics = Metrics::default();
        metrics.matches_were_done(database.matches_done().await.map_err(said)?);
        let files = files_place(&settings, &folder);
        let kept = |error: std::io::Error| format!("{files}: {error}");
        let files = Files::open(&files).map_err(kept)?;
        if database.is_shared() {
            let number = database.fact(FILES_FACT, f64::from(u32::from_le_bytes(secret::random()))).await;
            files.keep(files_mark(number.map_err(said)?).as_bytes()).map_err(kept)?;
        }
        let arena = Self::assembled(settings, web, machine, folder, database, files)?;
        let arena = Self { fits, metrics, ..arena };
        arena.joined(&host_name(), &Secret::new()).await.map_err(said)
    }

    /// Joins an arena that servers run, as a worker.
    pub(crate) async fn join(settings: Settings, work: &WorkSettings) -> Result<Self, String> {
        let folder = ArenaFolder::take(&settings.data)?;
        let place = place_of(&settings);
        let said = |error: sqlx::Error| format!("{place}: {error}");
        let address = settings.database.as_deref().ok_or("a worker needs the database of an arena")?;
        let connections = settings.jobs as u32 + WORKER_CONNECTIONS;
        let database = Database::connect_as_worker(address, connections).await.map_err(said)?;
        if !database.is_up_to_date().await.map_err(said)? {
            return Err(format!(
                "{place}: its tables are of another sandtable: upgrade servers and workers alike"
            ));
        }
        let reference = database.known_fact(speed::FACT).await.map_err(said)?;
        let reference = reference.ok_or_else(|| format!("{place}: no server has been started on it yet"))?;
        let known = catalogue::ladders();
        let game = |name: &String| known.iter().map(HostedLadder::name).find(|known| known == name);
        let games: Option<Vec<&'static str>> = work.games.iter().map(game).collect();
        let games = games.ok_or("one of the games is none of the arena's")?;
        let speed = speed::beside(speed::measured(), reference);
        let machine = ThisMachine { id: 0, kind: MachineKind::Worker, speed, games, builds: work.builds };
        if let Some(why) = leave_as_before(&database, &folder, &place).await.map_err(said)? {
            let shown = folder.path().display();
            return Err(format!("this worker was stopped ({why}): find out why, then remove {shown}"));
        }
        let place = files_place(&settings, &folder);
        let kept = |error: std::io::Error| format!("{place}: {error}");
        let mark = database.known_fact(FILES_FACT).await.map_err(said)?.unwrap_or_default();
        // Where a server keeps the files they are known to be the right ones, and it has to be
        // asked in the name of a machine.
        let nobodys = Secret::new();
        let files = Files::open_as(&place, 0, &nobodys).map_err(kept)?;
        let secret = Secret::new();
        let mut arena = Self::assembled(settings, NO_WEB, machine, folder, database, files)?;
        arena = arena.joined(&work.name, &secret).await.map_err(said)?;
        arena.files = Files::open_as(&place, arena.machine.id, &secret).map_err(kept)?;
        if let Err(error) = arena.files.read(&files::name_of(files_mark(mark).as_bytes()), MARK_LENGTH) {
            let _ = arena.database.leaves(arena.machine.id).await;
            let why =
                format!("{place}: the files of the servers are not there ({error}): name the same --files");
            return Err(why);
        }
        Ok(arena)
    }

    fn assembled(
        settings: Settings,
        web: WebSettings,
        machine: ThisMachine,
        folder: ArenaFolder,
        database: Database,
        files: Files,
    ) -> Result<Self, String> {
        let sandbox = Sandbox::new(Mode::Require).map_err(|why| why.to_string());
        let match_sandbox =
            sandbox.clone().or_else(|_| Sandbox::new(Mode::Auto)).map_err(|why| why.to_string())?;
        Ok(Self {
            settings,
            web,
            machine,
            folder,
            database,
            files,
            ladders: catalogue::ladders(),
            sandbox,
            match_sandbox,
            bell: Arc::default(),
            held: HeldJobs::default(),
            stop: Stop::default(),
            closing: AtomicBool::new(false),
            distrusted: OnceLock::new(),
            deadlines_told: AtomicI64::new(0),
            ready: ReadyVersions::default(),
            live: LiveMatches::default(),
            live_elsewhere: LiveMatches::default(),
            fits: Fits::default(),
            planning: Mutex::new(0),
            planning_tournaments: Mutex::new(()),
            sign_ins: RateLimit::new(10, Duration::from_secs(300)),
            // A class behind one address signs in at the same time.
            sign_ins_of_one: RateLimit::new(200, Duration::from_secs(300)),
            sign_ups: RateLimit::new(100, Duration::from_secs(3600)),
            wrong_codes: RateLimit::new(20, Duration::from_secs(3600)),
            new_tables: RateLimit::new(60, Duration::from_secs(3600)),
            rooms: Rooms::default(),
            watchers: Arc::new(Semaphore::new(WATCHERS)),
            films: Semaphore::new(FILMS),
            metrics: Metrics::default(),
        })
    }

    /// Writes down that this machine is here.
    async fn joined(mut self, name: &str, secret: &Secret) -> Result<Self, sqlx::Error> {
        let new = NewMachine {
            name,
            kind: self.machine.kind,
            jobs: self.settings.jobs as i64,
            contains_strangers: self.sandbox.is_ok(),
            speed: self.machine.speed,
            secret: &secret.hash(),
        };
        self.machine.id = self.database.add_machine(&new).await?;
        self.folder.note_machine(self.machine.id, &place_of(&self.settings));
        Ok(self)
    }

    /// Why strangers' programs are run nowhere, if they are not.
    pub(crate) async fn no_strangers(&self) -> Result<Option<String>, sqlx::Error> {
        match &self.sandbox {
            Err(_) if self.database.is_shared() && self.database.somebody_contains_strangers().await? => {
                Ok(None)
            }
            Err(why) => Ok(Some(why.clone())),
            Ok(_) => Ok(None),
        }
    }

    /// The name of the file by which workers see that they share the files of the servers; none
    /// where there are no workers.
    pub(crate) async fn files_mark(&self) -> Result<Option<String>, sqlx::Error> {
        let number = self.database.known_fact(FILES_FACT).await?;
        Ok(number.map(|number| files::name_of(files_mark(number).as_bytes())))
    }

    /// A game by its name.
    pub(crate) fn ladder(&self, game: &str) -> Option<&HostedLadder> {
        self.ladders.iter().find(|ladder| ladder.name() == game)
    }

    /// Takes no more jobs.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.bell.notify_here();
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Notes that nothing is taken from this machine any more, and takes no more jobs.
    pub(crate) fn distrusted(&self, why: String) {
        let _ = self.distrusted.set(why);
        self.stop.wish();
        self.close();
    }

    /// Whether it is time to look for deadlines again: once a minute, for whoever asks first.
    pub(crate) fn is_deadline_round(&self) -> bool {
        const MINUTE: i64 = 60_000;
        let last = self.deadlines_told.load(Ordering::Relaxed);
        let is_time = now() - last >= MINUTE;
        is_time
            && self.deadlines_told.compare_exchange(last, now(), Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    /// Waits for a while, or until no more jobs are taken.
    pub(crate) async fn closing_within(&self, most: Duration) {
        let closing = async {
            loop {
                let bell = self.bell.notified();
                if self.is_closing() {
                    return;
                }
                bell.await;
            }
        };
        let _ = tokio::time::timeout(most, closing).await;
    }

    /// A link that makes its user the first administrator; none if there is an administrator.
    pub(crate) async fn first_link(&self) -> Result<Option<Secret>, sqlx::Error> {
        if self.database.has_administrator().await? {
            return Ok(None);
        }
        let secret = Secret::new();
        let expires = now() + LINK_LIFE;
        self.database.add_link(&secret.hash(), LinkPurpose::FirstAdministrator, None, expires).await?;
        Ok(Some(secret))
    }
}

/// The number of the file by which a worker sees that its files are those of the servers.
const FILES_FACT: &str = "mark of the files";

/// More than that file holds.
const MARK_LENGTH: u64 = 1000;

fn files_mark(number: f64) -> String {
    format!("the files of arena {number}")
}

/// Where the files are: where it was said, or in the folder.
fn files_place(settings: &Settings, folder: &ArenaFolder) -> FilesPlace {
    settings.files.clone().unwrap_or_else(|| FilesPlace::Folder(folder.files()))
}

/// Connections beside one for each job: pages, and the machine's own.
const SERVER_CONNECTIONS: u32 = 8;
const WORKER_CONNECTIONS: u32 = 2;

/// Where the rows are, as messages name it; without the password.
fn place_of(settings: &Settings) -> String {
    match &settings.database {
        Some(address) => shown_address(address),
        None => settings.data.display().to_string(),
    }
}

/// The address of a database without who uses it and how.
pub(crate) fn shown_address(address: &str) -> String {
    let (scheme, rest) = address.split_once("://").unwrap_or(("", address));
    let rest = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
    let rest = rest.split_once('?').map_or(rest, |(place, _)| place);
    format!("{scheme}://{rest}")
}

/// What people call this machine, if they said nothing.
#[must_use]
pub fn host_name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// Puts back what was left unfinished by processes that are gone.
async fn put_back(database: &Database, folder: &ArenaFolder, place: &str) -> Result<(), sqlx::Error> {
    match database.is_shared() {
        true => _ = leave_as_before(database, folder, place).await?,
        false => database.all_have_left().await?,
    }
    let put_back = database.put_back().await?;
    if put_back > 0 {
        tracing::info!("{put_back} unfinished jobs of an earlier run are waiting again");
    }
    Ok(())
}

/// Notes that the process is gone that had this folder before: whoever has the folder knows it.
/// Returns why that one was stopped, if it was.
async fn leave_as_before(
    database: &Database,
    folder: &ArenaFolder,
    place: &str,
) -> Result<Option<String>, sqlx::Error> {
    let Some(machine) = folder.last_machine(place) else { return Ok(None) };
    let stopped = database.lives(machine).await?;
    database.leaves(machine).await?;
    Ok(stopped)
}

/// Brings the ratings of a ladder up to date, if they are not. Returns how many blocks they know.
pub(crate) async fn caught_up(database: &Database, game: &str) -> Result<i64, sqlx::Error> {
    database.tally_the_rest(game).await?;
    let (played, known) = database.blocks_played(game).await?;
    if played != known {
        refit(database, game).await?;
    }
    Ok(played)
}
