//! `sandtable match`.

pub(crate) mod args;
mod folder;
mod progress;
mod results;
mod table;

use self::args::Match;
pub(crate) use self::folder::holds_replays;
use self::progress::{Progress, Told};
use self::results::Keeps;
pub(crate) use self::results::Results;
pub(crate) use self::table::{json, print_results, table};
use crate::containment::Containment;
use crate::failure::Failure;
use crate::{maps, registry, screen};
use game::GameEntry;
use matches::entrant::label_and_bot;
use matches::{
    Entrant, EntrantError, GameReport, IfUnstartable, Pace, Replays, Schedule, Series, SeriesMap, SeriesSeed,
    Stop, Workshop,
};
use sandbox::Sandbox;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The exit status after Ctrl-C, as shells have it.
pub(crate) const INTERRUPTED: u8 = 130;

pub(crate) fn run(options: &Match) -> Result<ExitCode, Failure> {
    let (series, jobs) = series(options)?;
    let (done, missing) = folder::sift(&series, options)?;
    let stop = stop_on_signals()?;
    let wanted = options.wanted(series.schedule.block_size());
    if options.json_lines {
        done.iter().for_each(|report| table::print_line(&series, report));
    }
    let results = results(&series, done, options.play.json);
    let told = if options.json_lines { Told::Lines(&series) } else { Told::AtTheEnd };
    let progress = Progress::new(wanted, results, !options.play.json && !options.json_lines, told);
    let played = series.play(&missing, jobs, &stop, &progress);
    let results = progress.finish();
    if !options.json_lines {
        print(&series, &results, wanted, options.play.json);
    }
    played.map_err(Failure::failed)?;
    if let Some(lost) = &results.unrecorded {
        return Err(Failure::failed(format!("a record is not complete: {lost}")));
    }
    let is_failure = options.strict && results.is_faulty() && !stop.is_wanted();
    Ok(if is_failure { ExitCode::from(1) } else { status(&stop) })
}

/// "1 game", "2 games".
pub(crate) fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// What is known of a series before the rest of it is played. In JSON every game is told.
pub(crate) fn results(series: &Series, done: Vec<GameReport>, json: bool) -> Results {
    let mut results = Results::new(series, if json { Keeps::All } else { Keeps::One });
    done.into_iter().for_each(|report| results.add(report));
    results
}

/// Prints what came of a series, for people or for programs.
pub(crate) fn print(series: &Series, results: &Results, wanted: u32, json: bool) {
    match json {
        true => outln!("{}", table::json(series, results, wanted)),
        false => table::print(series, results, wanted),
    }
}

/// The exit status, after all that could be played was played.
pub(crate) fn status(stop: &Stop) -> ExitCode {
    if stop.is_wanted() { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS }
}

/// What is played on: a game under a rule profile, and a map that fits.
pub(crate) struct Board {
    pub(crate) entry: &'static dyn GameEntry,
    pub(crate) rules: String,
    pub(crate) maps: Vec<SeriesMap>,
    pub(crate) seats: usize,
}

impl Board {
    /// What the command line names; where it names nothing, what is usual.
    pub(crate) fn find(game: &str, map: Option<&Path>, rules: Option<&str>) -> Result<Self, Failure> {
        let entry = registry::find(game)?;
        let rules = registry::profile(entry, rules, None)?.to_owned();
        let map = opened(entry, map, &rules)?;
        let seats = map.setup.start(0).seats().into();
        Ok(Self { entry, rules, maps: vec![map], seats })
    }

    /// The same with several maps: names, files, or `all` bundled ones that these rules can play.
    /// Without any it is the usual one.
    pub(crate) fn with_maps(game: &str, maps: &[String], rules: Option<&str>) -> Result<Self, Failure> {
        let mut board = Self::find(game, maps.first().filter(|map| *map != ALL_MAPS).map(Path::new), rules)?;
        let (entry, rules) = (board.entry, &board.rules);
        match maps {
            [] => {}
            [all] if all == ALL_MAPS => {
                let names = entry.maps().iter().map(|(name, _)| Path::new(*name));
                board.maps = names.filter_map(|name| opened(entry, Some(name), rules).ok()).collect();
            }
            several => {
                let maps = several.iter().map(|name| opened(entry, Some(Path::new(name)), rules));
                board.maps = maps.collect::<Result<_, _>>()?;
            }
        }
        let odd = board.maps.iter().find(|map| usize::from(map.setup.start(0).seats()) != board.seats);
        match odd {
            Some(map) => {
                Err(Failure::usage(format!("{} has another number of seats than the other maps", map.name)))
            }
            None => Ok(board),
        }
    }
}

/// What stands for all bundled maps on the command line.
const ALL_MAPS: &str = "all";

/// A map that was named, or the usual one, made ready to be played.
fn opened(entry: &dyn GameEntry, map: Option<&Path>, rules: &str) -> Result<SeriesMap, Failure> {
    let (name, text) = self::map(entry, map, rules)?;
    let setup = entry.open(text.as_bytes(), rules).map_err(|wrong| {
        Failure::usage(format!("{name}: {wrong} (`sandtable map {} check` lists everything)", entry.name()))
    })?;
    Ok(SeriesMap { name, text, setup: setup.into() })
}

/// What is played, and how many games at the same time.
fn series(options: &Match) -> Result<(Series, usize), Failure> {
    let board = match options.maps.is_empty() {
        true => Board::find(&options.game, options.map.as_deref(), options.rules.as_deref())?,
        false => Board::with_maps(&options.game, &options.maps, options.rules.as_deref())?,
    };
    let Board { entry, rules, maps, seats } = board;
    let bots = options.bots.len();
    if seats != bots {
        return Err(wrong_number_of_bots(entry.name(), seats, bots));
    }
    let replays = folder::replays(options)?;
    let seed = seed(options, &replays)?;
    let sandbox = sandbox(options.play.containment, &options.bots)?;
    let (without, bound) = (written(&replays, options.record.as_deref()), options.play.bound.folders()?);
    let workshop =
        Workshop { game: entry.name(), rules: &rules, sandbox: &sandbox, without: &without, bound: &bound };
    let entrants = entrants(&options.bots, workshop)?;
    let jobs = jobs(options, &entrants)?;
    let series = timed(Series {
        entry,
        rules,
        maps,
        schedule: options.blocks.map_or(Schedule::Rotating, |_| Schedule::Blocks(options.seatings.of(seats))),
        entrants,
        seed,
        clock: options.play.clock,
        replays,
        record: options.record.clone(),
        canonical: options.canonical,
        sandbox,
        unstartable: IfUnstartable::Stops,
    })?;
    Ok((series, jobs))
}

/// That a match needs another number of bots.
pub(crate) fn wrong_number_of_bots(what: &str, seats: usize, bots: usize) -> Failure {
    let verb = if bots == 1 { "was" } else { "were" };
    Failure::usage(format!(
        "{what} has {}, and {} {verb} named",
        counted(seats, "seat"),
        counted(bots, "bot")
    ))
}

/// Where the seeds of the games come from. Whoever plays one game names its own.
fn seed(options: &Match, replays: &Replays) -> Result<SeriesSeed, Failure> {
    let is_one_game = options.is_one_game() && !matches!(replays, Replays::Folder(_));
    match options.seed {
        Some(seed) if is_one_game => Ok(SeriesSeed::OfGame(seed.of_one_game())),
        Some(seed) => Ok(SeriesSeed::Master(seed.number())),
        None if is_one_game => Ok(SeriesSeed::OfGame(random_seed()?)),
        None => match folder::seed(replays, options.resume)? {
            Some(seed) => Ok(seed),
            None => random_seed().map(SeriesSeed::Master),
        },
    }
}

/// What the match itself writes: it may lie in a bot's folder, and is no part of the bot.
fn written(replays: &Replays, record: Option<&Path>) -> Vec<PathBuf> {
    [replays.folder(), record].into_iter().flatten().map(Path::to_path_buf).collect()
}

/// The series with the clock that its bots need, if its game can be played by it.
pub(crate) fn timed(mut series: Series) -> Result<Series, Failure> {
    if series.entrants.iter().any(Entrant::needs_wall_time) {
        series.clock.pace = Pace::Rounds;
        say_about_guests(&series.entrants);
    }
    if series.clock.pace == Pace::Rounds && !series.has_rounds() {
        return Err(Failure::usage(
            "`--clock rounds` needs a game whose rounds go by a wall clock; this one has no such rounds",
        ));
    }
    Ok(series)
}

/// Whoever comes over TCP is started by its user: nobody contains it or counts its time.
fn say_about_guests(entrants: &[Entrant]) {
    for entrant in entrants.iter().filter(|entrant| entrant.needs_wall_time()) {
        errln!(
            "{}: start the program now; rounds go by wall time, and the program is neither contained nor charged CPU time",
            entrant.name
        );
    }
}

/// The map's name for people, and its text; if none is named, the usual one, or the first bundled
/// one that these rules can play.
pub(crate) fn map(
    entry: &dyn GameEntry,
    wanted: Option<&Path>,
    rules: &str,
) -> Result<(String, String), Failure> {
    let fits = |(_, text): &&(&str, &str)| {
        entry.check_map(text.as_bytes(), rules).is_ok_and(|report| report.is_usable())
    };
    let usual = || {
        let usual = entry.maps().iter().filter(|(name, _)| *name == entry.usual_map());
        usual.chain(entry.maps()).find(fits).unwrap_or(&entry.maps()[0]).0
    };
    let name = wanted.unwrap_or_else(|| Path::new(usual()));
    let shown = name.display().to_string();
    let text = String::from_utf8(maps::read(entry, name)?);
    text.map(|text| (shown.clone(), text))
        .map_err(|_| Failure::usage(format!("{shown}: the map is not UTF-8")))
}

/// The sandbox for these bots. Built-in ones need none, and nobody is to be warned on their
/// account.
pub(crate) fn sandbox(containment: Containment, bots: &[String]) -> Result<Sandbox, Failure> {
    let all_ours = bots.iter().all(|bot| bots::is_built_in(label_and_bot(bot).1));
    let mode = if all_ours { sandbox::Mode::Off } else { containment.mode };
    Containment { mode }.open()
}

/// The bots that were named, made ready.
pub(crate) fn entrants(bots: &[String], workshop: Workshop<'_>) -> Result<Vec<Entrant>, Failure> {
    let found: Result<Vec<_>, _> = bots.iter().map(|bot| made_ready(bot, workshop)).collect();
    let found = found?;
    for (entrant, note) in
        found.iter().flat_map(|entrant| entrant.notes().iter().map(move |note| (entrant, note)))
    {
        errln!("{}: {note}", entrant.name);
    }
    Ok(distinct(found))
}

/// The bot that was named, made ready. Compilers take their time, and somebody may be waiting at a
/// terminal.
pub(crate) fn made_ready(bot: &str, workshop: Workshop<'_>) -> Result<Entrant, EntrantError> {
    let waiting = (!bots::is_built_in(label_and_bot(bot).1)).then(|| {
        let line = screen::spinner();
        line.set_message(format!("building {bot}"));
        line
    });
    let found = Entrant::find_labelled(bot, workshop);
    waiting.inspect(indicatif::ProgressBar::finish_and_clear);
    found
}

/// Two bots of the same name get numbers, so that the table can tell them apart.
fn distinct(mut entrants: Vec<Entrant>) -> Vec<Entrant> {
    let names: Vec<String> = entrants.iter().map(|entrant| entrant.name.clone()).collect();
    for (at, entrant) in entrants.iter_mut().enumerate() {
        if names.iter().filter(|name| **name == entrant.name).count() > 1 {
            let number = names[..=at].iter().filter(|name| **name == names[at]).count();
            entrant.name = format!("{}#{number}", names[at]);
        }
    }
    entrants
}

pub(crate) fn random_seed() -> Result<u64, Failure> {
    let mut bytes = [0; 8];
    let got = rustix::rand::getrandom(&mut bytes, rustix::rand::GetRandomFlags::empty());
    got.map_err(|error| {
        Failure::failed(format!("no random seed to be had ({error}); give one with --seed"))
    })?;
    Ok(u64::from_le_bytes(bytes))
}

/// Ctrl-C and its kin end the running games; what was finished is kept.
pub(crate) fn stop_on_signals() -> Result<Stop, Failure> {
    let stop = Stop::default();
    let wish = stop.clone();
    ctrlc::set_handler(move || {
        // Whoever asks twice does not want to wait.
        if wish.is_wanted() {
            std::process::exit(INTERRUPTED.into());
        }
        wish.wish();
    })
    .map_err(|error| Failure::failed(format!("signals cannot be watched: {error}")))?;
    Ok(stop)
}

/// How many games are played at the same time if nobody says it: programs get a core of their own
/// beside the referee's.
pub(crate) fn usual_jobs(entrants: &[Entrant]) -> usize {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if entrants.iter().all(Entrant::is_built_in) { cores } else { (cores / 2).max(1) }
}

/// How many games are played at the same time.
fn jobs(options: &Match, entrants: &[Entrant]) -> Result<usize, Failure> {
    match (options.jobs, entrants.iter().find(|entrant| entrant.needs_wall_time())) {
        (Some(2..), Some(guest)) => Err(Failure::usage(format!(
            "{}: a port serves one game at a time; leave out `--jobs`, or say `--jobs 1`",
            guest.name
        ))),
        (Some(jobs), _) => Ok(jobs.into()),
        (None, Some(_)) => Ok(1),
        (None, None) => Ok(usual_jobs(entrants)),
    }
}
