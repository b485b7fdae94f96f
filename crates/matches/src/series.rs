//! Many games between the same bots.

use crate::Stop;
use crate::check_options::CheckOptions;
use crate::clock::{Clock, Pace};
use crate::cores::Reserved;
use crate::entrant::{BotKind, Entrant, Runnable};
use crate::interpreter::missing_interpreter;
use crate::occupant::Occupant;
use crate::occupants::{BuiltIn, GuestSeat};
use crate::program::ProgramSeat;
use crate::record::{Loss, RecordFolder, RecordHeader, SeatRecord, game_folder, seat_folder};
use crate::recorder::Recorder;
use crate::referee::{GameReport, RecordedSeat, Referee, Unfinished};
use crate::schedule::{GamePlan, Schedule, SeriesMap};
use crate::seat_state::SeatState;
use crate::seeds::{self, SeriesSeed};
use game::replay::{Header, Hex, SeatedBot, VERSION, Writer};
use game::{DynGame, GameEntry, JsonText, Seat};
use sandbox::{Limits, Program, Sandbox, StartError};
use sdk::Guest;
use serde_json::json;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How long a seat waits for a program that its user starts.
const GUEST_PATIENCE: Duration = Duration::from_secs(300);

/// What is played, by whom, how often.
#[derive(Clone, Debug)]
pub struct Series {
    /// The game.
    pub entry: &'static dyn GameEntry,
    /// The rule profile.
    pub rules: String,
    /// The maps, at least one.
    pub maps: Vec<SeriesMap>,
    /// How maps, seeds and seats change from game to game.
    pub schedule: Schedule,
    /// The bots. Without blocks there is one a seat.
    pub entrants: Vec<Entrant>,
    /// Where the seeds of the games come from.
    pub seed: SeriesSeed,
    /// How long bots may think.
    pub clock: Clock,
    /// Where replays go.
    pub replays: Replays,
    /// Where to keep what bots were sent and wrote.
    pub record: Option<PathBuf>,
    /// Whether replays leave out everything measured.
    pub canonical: bool,
    /// How programs are run.
    pub sandbox: Sandbox,
    /// What becomes of a game in which a bot cannot be started.
    pub unstartable: IfUnstartable,
}

/// What becomes of a game in which a bot cannot be started.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum IfUnstartable {
    /// It is not played, and the series ends.
    #[default]
    Stops,
    /// It is played with the seat out from the start.
    Forfeits,
}

/// Where replays go.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Replays {
    /// Nowhere.
    None,
    /// The one game's replay into this file.
    File(PathBuf),
    /// Each game's replay into a file of this folder.
    Folder(PathBuf),
}

impl Replays {
    /// The file of a game, counted from 1.
    #[must_use]
    pub fn path(&self, game: u32) -> Option<PathBuf> {
        match self {
            Self::None => None,
            Self::File(path) => Some(path.clone()),
            Self::Folder(folder) => Some(folder.join(format!("{game:05}.jsonl.zst"))),
        }
    }

    /// The folder, if there is one.
    pub fn folder(&self) -> Option<&Path> {
        match self {
            Self::Folder(folder) => Some(folder),
            Self::None | Self::File(_) => None,
        }
    }
}

/// Why a series stopped before its end.
#[derive(Debug)]
pub enum SeriesError {
    /// A game could not be set up, with the reason.
    Setup(String),
    /// A bot could not be started.
    Start {
        /// What it is called.
        bot: String,
        /// Why.
        why: String,
    },
    /// A file could not be written.
    Disk {
        /// Which.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
}

impl std::fmt::Display for SeriesError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Setup(why) => f.write_str(why),
            Self::Start { bot, why } => write!(f, "{bot} could not be started: {why}"),
            Self::Disk { path, why } => write!(f, "{}: {why}", path.display()),
        }
    }
}

impl std::error::Error for SeriesError {}

/// Somebody who follows a series.
pub trait SeriesObserver: Sync {
    /// A game begins.
    fn started(&self, _game: u32) {}
    /// A turn of a game begins.
    fn turn(&self, _game: u32, _turn: u32) {}
    /// A program has been waited for, longer than usual. It is told again and again.
    fn waiting(&self, _game: u32, _for_whom: &AwaitedProgram<'_>) {}
    /// A line of a game's replay was written: the first is its header. Only of games that have a
    /// replay.
    fn written(&self, _game: u32, _line: &str) {}
    /// A game is over.
    fn finished(&self, _report: GameReport) {}
}

/// Nobody who follows a series.
#[derive(Clone, Copy, Debug)]
pub struct Unobserved;

impl SeriesObserver for Unobserved {}

/// A program that has not replied yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AwaitedProgram<'a> {
    /// What the bot is called.
    pub bot: &'a str,
    /// Where it sits.
    pub seat: u8,
    /// The turn, as the game counts.
    pub turn: u32,
    /// Time on the wall since it was asked.
    pub wall: Duration,
    /// CPU time that it has used meanwhile.
    pub cpu: Duration,
    /// Whether it has begun a line and not ended it.
    pub within_a_line: bool,
}

impl Series {
    /// Which map, seed and seats a game has, counted from 1.
    #[must_use]
    pub fn plan(&self, game: u32) -> GamePlan {
        self.schedule.plan(game, self.maps.len(), self.entrants.len(), self.seed)
    }

    /// The names of the maps, for people.
    #[must_use]
    pub fn map_names(&self) -> String {
        self.maps.iter().map(|map| map.name.as_str()).collect::<Vec<_>>().join(",")
    }

    /// Plays one game that no schedule planned, with its replay in this file; no report if somebody
    /// wanted to stop.
    ///
    /// # Errors
    /// If it could not be set up or written down.
    pub fn play_planned(
        &self,
        plan: &GamePlan,
        replay: Option<&Path>,
        stop: &Stop,
        observer: &dyn SeriesObserver,
    ) -> Result<Option<GameReport>, SeriesError> {
        let header = self.header_of(plan);
        let table = self.maps[plan.map].setup.start(plan.seed);
        let replay = replay.map(Path::to_owned);
        self.referee(plan.game, (&header, replay), (table, Vec::new()), None, (observer, stop))
    }

    /// Plays these games, several at a time, until all are over or somebody wants to stop.
    ///
    /// # Errors
    /// If a game could not be set up or written down; the others that ran are played to their end.
    pub fn play(
        &self,
        games: &[u32],
        jobs: usize,
        stop: &Stop,
        watch: &dyn SeriesObserver,
    ) -> Result<(), SeriesError> {
        let _records = self.take_record_folder(games)?;
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        std::thread::scope(|scope| {
            for _ in 0..jobs.clamp(1, games.len().max(1)) {
                scope.spawn(|| {
                    while let Some(game) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if stop.is_wanted() || has_failed(&failure) {
                            return;
                        }
                        watch.started(*game);
                        match self.play_one(*game, None, watch, stop) {
                            Ok(Some(report)) => watch.finished(report),
                            Ok(None) => return,
                            Err(error) => note(&failure, error),
                        }
                    }
                });
            }
        });
        let failure = failure.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        failure.map_or(Ok(()), Err)
    }

    /// Plays a game, led as somebody who watches its programs wants it, if anybody does; no report
    /// if somebody wanted to stop.
    pub(crate) fn play_one(
        &self,
        game: u32,
        watched: Option<CheckOptions>,
        observer: &dyn SeriesObserver,
        stop: &Stop,
    ) -> Result<Option<GameReport>, SeriesError> {
        let plan = self.plan(game);
        let header = self.header_of(&plan);
        let table = self.maps[plan.map].setup.start(plan.seed);
        let replay = self.replays.path(game);
        self.referee(game, (&header, replay), (table, Vec::new()), watched, (observer, stop))
    }

    /// Holds the folder of records while games are played, and removes from it what is of no game
    /// of this series.
    fn take_record_folder(&self, games: &[u32]) -> Result<Option<RecordFolder>, SeriesError> {
        let Some(folder) = &self.record else { return Ok(None) };
        let is_kept = |game| !games.contains(&game) && self.finished(game).is_some();
        let taken = RecordFolder::take(folder, &is_kept);
        taken.map(Some).map_err(|why| SeriesError::Disk { path: folder.clone(), why })
    }

    /// Plays on from a state, with the lines that lead to it.
    pub(crate) fn referee(
        &self,
        game: u32,
        (header, path): (&Header, Option<PathBuf>),
        (table, before): (Box<dyn DynGame>, Vec<game::replay::Turn>),
        watched: Option<CheckOptions>,
        (observer, stop): (&dyn SeriesObserver, &Stop),
    ) -> Result<Option<GameReport>, SeriesError> {
        let replay = match &path {
            Some(path) => Some(self.tape(path, header, before, &|line| observer.written(game, line))?),
            None => None,
        };
        let loss = Loss::default();
        let cores = self.reserve_cores()?;
        let opening = Opening { game, header, table: &*table, loss: &loss, cores: cores.as_ref(), stop };
        let places = match self.places(&opening) {
            Err(_) if stop.is_wanted() => return Ok(None),
            places => places?,
        };
        let round = round(&*table);
        let clock = self.clock;
        let referee =
            Referee { number: game, header, table, places, clock, round, replay, watched, observer, stop };
        match referee.run() {
            Ok(report) => Ok(Some(GameReport { unrecorded: loss.take(), ..report })),
            Err(Unfinished::Stopped) => Ok(None),
            Err(Unfinished::Disk(why)) => Err(SeriesError::Disk { path: path.unwrap_or_default(), why }),
        }
    }

    fn tape(
        &self,
        path: &Path,
        header: &Header,
        before: Vec<game::replay::Turn>,
        told: &dyn Fn(&str),
    ) -> Result<RecordedSeat, SeriesError> {
        let disk = |why| SeriesError::Disk { path: path.to_owned(), why };
        let (mut writer, line) = Writer::new(header, self.canonical);
        let mut file = Recorder::create(path).map_err(disk)?;
        file.line(&line).map_err(disk)?;
        told(&line);
        for turn in before {
            let line = writer.turn(turn);
            file.line(&line).map_err(disk)?;
            told(&line);
        }
        Ok(RecordedSeat { writer, file })
    }

    /// The bots that are neither contained nor charged CPU time, because somebody else runs them.
    #[must_use]
    pub fn uncontained(&self) -> Vec<&str> {
        let guests = self.entrants.iter().filter(|entrant| entrant.needs_wall_time());
        guests.map(|guest| guest.name.as_str()).collect()
    }

    /// The header of a game's replay.
    #[must_use]
    pub fn header(&self, game: u32) -> Header {
        self.header_of(&self.plan(game))
    }

    fn header_of(&self, plan: &GamePlan) -> Header {
        let seats = plan
            .seating
            .iter()
            .map(|bot| SeatedBot { name: self.entrants[*bot].name.clone(), bot: *bot as u32 });
        let map = &self.maps[plan.map];
        Header {
            replay: VERSION,
            game: self.entry.name().to_owned(),
            rules: self.rules.clone(),
            rules_version: self.entry.rules_version(),
            map_name: map.name.clone(),
            map_hash: replays::map_hash(&map.text),
            map: map.text.clone(),
            seed: Hex(plan.seed),
            seats: seats.collect(),
            clock: self.clock.to_string(),
            branched_after: None,
            measured: JsonText::from(json!({
                "engine": env!("CARGO_PKG_VERSION"),
                "sandbox": self.sandbox.enforced(),
                "uncontained": self.uncontained(),
            })),
        }
    }

    /// Whether the game says how long its rounds last, so that they can go by a wall clock.
    #[must_use]
    pub fn has_rounds(&self) -> bool {
        self.maps.iter().all(|map| round(&*map.setup.start(0)).is_some())
    }

    /// A processor for each program, where they race by the wall clock and somebody holds them to
    /// it.
    fn reserve_cores(&self) -> Result<Option<Reserved>, SeriesError> {
        let is_race = self.clock.pace == Pace::Rounds && self.sandbox.enforced().rlimits;
        let programs = self.entrants.iter().filter(|entrant| matches!(entrant.what, BotKind::Program(_)));
        let count = programs.count();
        (is_race && count > 0).then(|| Reserved::take(count).map_err(SeriesError::Setup)).transpose()
    }

    /// What a program in a seat may use.
    fn limits(&self, seat: u8, runnable: &Runnable, opening: &Opening<'_>) -> Limits {
        let is_program = |bot: u32| matches!(self.entrants[bot as usize].what, BotKind::Program(_));
        let before = opening.header.seats.iter().take(usize::from(seat));
        let place = before.filter(|occupant| is_program(occupant.bot)).count();
        let cores = opening.cores.map(|cores| cores.of(place)).unwrap_or_default();
        Limits { cores, ..runnable.limits.clone() }
    }

    fn places(&self, opening: &Opening<'_>) -> Result<Vec<SeatState>, SeriesError> {
        let seats = (0..).zip(&opening.header.seats);
        seats
            .map(|(seat, occupant)| {
                let entrant = &self.entrants[occupant.bot as usize];
                match self.seated(seat, entrant, opening) {
                    Err(SeriesError::Start { why, .. }) if self.unstartable == IfUnstartable::Forfeits => {
                        Ok(SeatState::absent(occupant, &why))
                    }
                    who => who.map(|who| SeatState::new(who, occupant)),
                }
            })
            .collect()
    }

    fn seated(
        &self,
        seat: u8,
        entrant: &Entrant,
        opening: &Opening<'_>,
    ) -> Result<Box<dyn Occupant>, SeriesError> {
        let Opening { header, table, stop, .. } = *opening;
        let failed = |why| SeriesError::Start { bot: entrant.name.clone(), why };
        match &entrant.what {
            BotKind::BuiltIn(name) => bots::built_in(name, table, seeds::of_bot(header.seed.0, seat))
                .map(|player| Box::new(BuiltIn(player)) as Box<dyn Occupant>)
                .ok_or_else(|| failed("there is no such bot for this game".to_owned())),
            BotKind::Absent(why) => Err(failed(why.clone())),
            BotKind::Guest(port) => {
                Guest::await_at(*port, self.entry, (table, Seat(seat)), GUEST_PATIENCE, &|| stop.is_wanted())
                    .map(|guest| Box::new(GuestSeat(Some(guest))) as Box<dyn Occupant>)
                    .map_err(|error| failed(format!("port {port}: {error}")))
            }
            BotKind::Program(runnable) => {
                let record =
                    self.record(opening, &RecordHeader::new(header, seat, &entrant.name, runnable))?;
                let process = self.sandbox.start(&runnable.program, &self.limits(seat, runnable, opening));
                let process =
                    process.map_err(|error| not_started(&entrant.name, &runnable.program, &error))?;
                let parameters = runnable.parameters.clone();
                Ok(Box::new(ProgramSeat::new(process, self.clock, record, parameters)))
            }
        }
    }

    fn record(&self, opening: &Opening<'_>, about: &RecordHeader) -> Result<Option<SeatRecord>, SeriesError> {
        let Some(folder) = &self.record else { return Ok(None) };
        let path = folder.join(game_folder(opening.game)).join(seat_folder(about.seat));
        let record = SeatRecord::create(&path, about, opening.loss);
        record.map(Some).map_err(|why| SeriesError::Disk { path, why })
    }
}

/// Whose fault it is that a program does not run: its own, or the machine's. What the machine did
/// not do is held against nobody: the game is not played.
pub(crate) fn not_started(bot: &str, program: &Program, error: &StartError) -> SeriesError {
    match error {
        StartError::Unanswered => SeriesError::Setup(format!("{bot}: {error}")),
        _ => SeriesError::Start {
            bot: bot.to_owned(),
            why: missing_interpreter(program).unwrap_or_else(|| error.to_string()),
        },
    }
}

/// A game whose seats are being taken.
struct Opening<'a> {
    game: u32,
    header: &'a Header,
    table: &'a dyn DynGame,
    /// Where it is noted if a record cannot be kept.
    loss: &'a Loss,
    cores: Option<&'a Reserved>,
    stop: &'a Stop,
}

/// How long a round lasts, if the game says so.
fn round(table: &dyn DynGame) -> Option<Duration> {
    table.round_millis().map(|millis| Duration::from_millis(millis.into()))
}

fn has_failed(failure: &Mutex<Option<SeriesError>>) -> bool {
    failure.lock().is_ok_and(|failure| failure.is_some())
}

fn note(failure: &Mutex<Option<SeriesError>>, error: SeriesError) {
    if let Ok(mut failure) = failure.lock() {
        failure.get_or_insert(error);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_is_too_busy_is_held_against_nobody() {
        let program = Program::new("/", ["/bin/true"]);
        let busy = not_started("mine", &program, &StartError::Unanswered);
        assert!(
            matches!(&busy, SeriesError::Setup(why) if why.starts_with("mine: this machine is too busy"))
        );
        let refused = not_started("mine", &program, &StartError::Refused("no such file".into()));
        assert!(matches!(refused, SeriesError::Start { bot, why } if bot == "mine" && why == "no such file"));
    }
}
