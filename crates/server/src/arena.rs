//! An arena: what all requests and workers share.

use crate::accounts::rate_limit::RateLimit;
use crate::accounts::secret::Secret;
use crate::catalogue::{self, HostedLadder};
use crate::database::sessions::LinkPurpose;
use crate::database::{Database, now};
use crate::files::Files;
use crate::folder::ArenaFolder;
use crate::limits::{FILMS, WATCHERS};
use crate::metrics::Metrics;
use crate::settings::Settings;
use crate::work::entrants::ReadyVersions;
use crate::work::live::LiveMatches;
use crate::work::ratings::{Fits, refit};
use matches::Stop;
use sandbox::{Mode, Sandbox};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::sync::{Notify, Semaphore};

/// How long the first administrator's link works, in milliseconds.
const LINK_LIFE: i64 = 24 * 60 * 60 * 1000;

/// Everything that a running arena consists of.
#[derive(Debug)]
pub(crate) struct Arena {
    pub(crate) settings: Settings,
    pub(crate) folder: ArenaFolder,
    pub(crate) database: Database,
    pub(crate) files: Files,
    pub(crate) ladders: Vec<HostedLadder>,
    /// What contains strangers' programs; else why none of them is run.
    pub(crate) sandbox: Result<Sandbox, String>,
    /// The same sandbox; where it is not strong enough for strangers, one in which only built-in bots play, which
    /// start no process.
    pub(crate) match_sandbox: Sandbox,
    /// Rings when there may be something to do.
    pub(crate) bell: Notify,
    /// Wished when matches that are being played should be handed back.
    pub(crate) stop: Stop,
    closing: AtomicBool,
    /// When students were told of deadlines, in milliseconds.
    deadlines_told: AtomicI64,
    pub(crate) ready: ReadyVersions,
    pub(crate) live: LiveMatches,
    pub(crate) fits: Fits,
    /// The ladder that is planned for next; held while planning.
    pub(crate) planning: Mutex<usize>,
    /// Held while a tournament is planned.
    pub(crate) planning_tournaments: Mutex<()>,
    pub(crate) sign_ins: RateLimit,
    pub(crate) sign_ups: RateLimit,
    pub(crate) watchers: Arc<Semaphore>,
    pub(crate) films: Semaphore,
    pub(crate) metrics: Metrics,
}

/// The built-in bots on a ladder: all that finish a match within a second of thinking. Where one plays alone the levels
/// between are `greedy` again; where several play, `hard` and `strong` think for minutes.
const fn built_in_bots(seats: usize) -> &'static [&'static str] {
    match seats {
        1 => &["idle", "random", "greedy", "strong"],
        _ => &["idle", "random", "greedy", "easy", "medium"],
    }
}

impl Arena {
    /// Opens an arena: tables up to date, what was left unfinished put back, built-in bots on every ladder.
    pub(crate) async fn open(settings: Settings) -> Result<Self, String> {
        let folder = ArenaFolder::take(&settings.data)?;
        let said = |error: sqlx::Error| format!("{}: {error}", folder.path().display());
        let database = Database::open(folder.path()).await.map_err(said)?;
        let put_back = database.put_back().await.map_err(said)?;
        if put_back > 0 {
            tracing::info!("{put_back} unfinished jobs of an earlier run are waiting again");
        }
        let files = Files::open(folder.files()).map_err(|error| error.to_string())?;
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
        let metrics = Metrics::default();
        metrics.matches_were_done(database.matches_done().await.map_err(said)?);
        let sandbox = Sandbox::new(Mode::Require).map_err(|why| why.to_string());
        let match_sandbox =
            sandbox.clone().or_else(|_| Sandbox::new(Mode::Auto)).map_err(|why| why.to_string())?;
        Ok(Self {
            settings,
            folder,
            database,
            files,
            ladders,
            sandbox,
            match_sandbox,
            bell: Notify::new(),
            stop: Stop::default(),
            closing: AtomicBool::new(false),
            deadlines_told: AtomicI64::new(0),
            ready: ReadyVersions::default(),
            live: LiveMatches::default(),
            fits,
            planning: Mutex::new(0),
            planning_tournaments: Mutex::new(()),
            sign_ins: RateLimit::new(10, Duration::from_secs(300)),
            sign_ups: RateLimit::new(20, Duration::from_secs(3600)),
            watchers: Arc::new(Semaphore::new(WATCHERS)),
            films: Semaphore::new(FILMS),
            metrics,
        })
    }

    /// A game by its name.
    pub(crate) fn ladder(&self, game: &str) -> Option<&HostedLadder> {
        self.ladders.iter().find(|ladder| ladder.name() == game)
    }

    /// Takes no more jobs.
    pub(crate) fn close(&self) {
        self.closing.store(true, Ordering::Relaxed);
        self.bell.notify_waiters();
    }

    pub(crate) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Relaxed)
    }

    /// Whether it is time to look for deadlines again: once a minute, for whoever asks first.
    pub(crate) fn is_deadline_round(&self) -> bool {
        const MINUTE: i64 = 60_000;
        let last = self.deadlines_told.load(Ordering::Relaxed);
        let is_time = now() - last >= MINUTE;
        is_time
            && self.deadlines_told.compare_exchange(last, now(), Ordering::Relaxed, Ordering::Relaxed).is_ok()
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

/// Brings the ratings of a ladder up to date, if they are not. Returns how many blocks they know.
async fn caught_up(database: &Database, game: &str) -> Result<i64, sqlx::Error> {
    database.tally_the_rest(game).await?;
    let (played, known) = database.blocks_played(game).await?;
    if played != known {
        refit(database, game).await?;
    }
    Ok(played)
}
