//! `sandtable tournament`.

pub(crate) mod args;
mod tables;

use crate::failure::Failure;
use crate::files::write_whole;
use crate::match_command::{self, Board, INTERRUPTED, counted};
use crate::{registry, screen};
use args::{Add, Playing, Replay, Report, Resume, Run, Status, Tournament, What};
use cups::planner::Planner;
use cups::run::{Ended, stored_cup};
use cups::{Cup, entrants, site};
use indicatif::{ProgressBar, ProgressStyle};
use matches::entrant::label_and_bot;
use matches::{Entrant, IfUnstartable, Replays, Schedule, Series, SeriesMap, SeriesSeed, Workshop};
use sandbox::Sandbox;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;
use store::{EntryRow, MapRow, Store, StoreFolder, Totals};
pub(crate) use tables::print_table;

pub(crate) fn run(options: &Tournament) -> Result<ExitCode, Failure> {
    match &options.what {
        What::New(options) => {
            out!("{}", cups::cup::TEMPLATE.replace("{game}", &options.game));
            Ok(ExitCode::SUCCESS)
        }
        What::Run(options) => play_file(options),
        What::Resume(options) => resume(options),
        What::Status(options) => status(options),
        What::Report(options) => report(options),
        What::Add(options) => add(options),
        What::Replay(options) => replay(options),
    }
}

fn play_file(options: &Run) -> Result<ExitCode, Failure> {
    let mut cup = Cup::read(&options.file).map_err(Failure::usage)?;
    let folder = StoreFolder::at(&options.output);
    let _held = folder.take().map_err(Failure::failed)?;
    if folder.has_tournament() {
        let store = folder.open().map_err(Failure::failed)?;
        let kept = stored_cup(&store).map_err(Failure::failed)?;
        if let Some(difference) = kept.difference(&cup) {
            let shown = options.output.display();
            return Err(Failure::usage(format!(
                "{shown} holds another tournament; {difference}. Name another folder"
            )));
        }
        say_of_newcomers(&cup, &store)?;
        return play(store, &options.output, &options.playing);
    }
    let board = Board::with_maps(&cup.game, &cup.maps, cup.rules.as_deref())?;
    cup.rules = Some(board.rules.clone());
    cup.seed = Some(cup.seed.map_or_else(match_command::random_seed, Ok)?);
    let listed = cup.listed().map_err(Failure::usage)?;
    check_field(&cup, board.seats, listed.len())?;
    let sources: Vec<String> = listed.iter().map(|(_, source)| source.clone()).collect();
    let making = Making::new(&options.playing, &sources, &options.output)?;
    let mut entries = Vec::new();
    for (name, source) in &listed {
        let (_, row) = making
            .ready(&cup.game, &board.rules, name, |workshop| entrants::made_ready(name, source, workshop))?;
        say_problem(&row);
        entries.push(row);
    }
    let maps: Vec<MapRow> = board
        .maps
        .iter()
        .map(|map| MapRow {
            name: map.name.clone(),
            hash: replays::map_hash(&map.text),
            text: map.text.clone(),
        })
        .collect();
    let store =
        Store::create(&folder.database(), &cup.to_json(), &maps, &entries).map_err(Failure::failed)?;
    play(store, &options.output, &options.playing)
}

/// Whether so many can play this at all.
fn check_field(cup: &Cup, seats: usize, entrants: usize) -> Result<(), Failure> {
    let needed = match cup.format {
        cups::Format::Groups | cups::Format::Ladder => seats.max(1),
        _ => 2,
    };
    if entrants >= needed {
        return Ok(());
    }
    Err(Failure::usage(format!(
        "{} takes part, and {} needs at least {needed}",
        counted(entrants, "entrant"),
        cup.format.name()
    )))
}

fn say_problem(row: &EntryRow) {
    if let Some(problem) = &row.problem {
        errln!("{} forfeits its games: {problem}", row.name);
    }
}

/// A file may list more than took part from the start: they are named, and do not play.
fn say_of_newcomers(cup: &Cup, store: &Store) -> Result<(), Failure> {
    let known = store.entries().map_err(Failure::failed)?;
    for (name, _) in cup.listed().map_err(Failure::usage)? {
        if !known.iter().any(|entry| entry.name == name) {
            errln!("{name} does not take part: `sandtable tournament add` lets it join");
        }
    }
    Ok(())
}

fn resume(options: &Resume) -> Result<ExitCode, Failure> {
    let folder = StoreFolder::at(&options.folder);
    if !folder.has_tournament() {
        return Err(Failure::usage(store::FolderError::Empty(options.folder.clone())));
    }
    let _held = folder.take().map_err(Failure::failed)?;
    play(folder.open().map_err(Failure::failed)?, &options.folder, &options.playing)
}

/// What bots are made ready with.
struct Making {
    sandbox: Sandbox,
    without: Vec<PathBuf>,
    bound: Vec<PathBuf>,
}

impl Making {
    fn new(playing: &Playing, sources: &[String], folder: &Path) -> Result<Self, Failure> {
        let sandbox = match_command::sandbox(playing.containment, sources)?;
        Ok(Self { sandbox, without: vec![folder.to_owned()], bound: playing.bound.folders()? })
    }

    /// Makes a bot ready, while somebody may be waiting at a terminal.
    fn ready<T>(
        &self,
        game: &str,
        rules: &str,
        name: &str,
        make: impl FnOnce(Workshop<'_>) -> Result<T, cups::CupError>,
    ) -> Result<T, Failure> {
        let line = screen::spinner();
        line.set_message(format!("building {name}"));
        let workshop =
            Workshop { game, rules, sandbox: &self.sandbox, without: &self.without, bound: &self.bound };
        let made = make(workshop);
        line.finish_and_clear();
        made.map_err(Failure::failed)
    }
}

/// Plays what is missing of the tournament in this folder, and writes the report.
fn play(mut store: Store, folder: &Path, playing: &Playing) -> Result<ExitCode, Failure> {
    let cup = stored_cup(&store).map_err(Failure::failed)?;
    let series = series(&store, &cup, folder, playing)?;
    let planner = planner(&series, &cup);
    let usual = cup.jobs.map_or_else(|| match_command::usual_jobs(&series.entrants), usize::from);
    let jobs = playing.jobs.map_or(usual, usize::from);
    let stop = match_command::stop_on_signals()?;
    let bar = progress_bar();
    let mut run = cups::run::Run { store: &mut store, planner: &planner, series: &series, jobs };
    let ended = run.play(&stop, &|totals| show(&bar, totals));
    bar.finish_and_clear();
    let ended = ended.map_err(Failure::failed)?;
    if ended == Ended::Finished {
        let line = screen::spinner();
        line.set_message("packing replays");
        let packed = cups::run::pack_replays(&mut store, jobs, &stop);
        line.finish_and_clear();
        packed.map_err(Failure::failed)?;
    }
    let written = site::write(&store, &folder.join("site"), site::REPLAY_PAGES).map_err(Failure::failed)?;
    tables::print(&store, &written)?;
    outln!("report: {}", folder.join("site/index.html").display());
    match ended {
        Ended::Finished => Ok(ExitCode::SUCCESS),
        Ended::Stopped => {
            outln!("stopped; `sandtable tournament resume {}` goes on", folder.display());
            Ok(ExitCode::from(INTERRUPTED))
        }
    }
}

fn planner(series: &Series, cup: &Cup) -> Planner {
    Planner {
        cup: cup.clone(),
        seed: cup.seed.unwrap_or_default(),
        seats: series.maps[0].setup.start(0).seats().into(),
        maps: series.maps.len(),
        entrants: series.entrants.len(),
    }
}

/// All entrants and maps of a tournament, made ready.
fn series(store: &Store, cup: &Cup, folder: &Path, playing: &Playing) -> Result<Series, Failure> {
    let entry = registry::find(&cup.game)?;
    let rules = registry::profile(entry, cup.rules.as_deref(), None)?.to_owned();
    let rows = store.entries().map_err(Failure::failed)?;
    let sources: Vec<String> = rows.iter().map(|row| row.source.clone()).collect();
    let making = Making::new(playing, &sources, folder)?;
    let entrants: Result<Vec<Entrant>, Failure> = rows
        .iter()
        .map(|row| {
            making.ready(&cup.game, &rules, &row.name, |workshop| entrants::made_ready_again(row, workshop))
        })
        .collect();
    let mut maps = Vec::new();
    for map in store.maps().map_err(Failure::failed)? {
        let setup = entry
            .open(map.text.as_bytes(), &rules)
            .map_err(|wrong| Failure::failed(format!("{}: {wrong}", map.name)))?;
        maps.push(SeriesMap { name: map.name, text: map.text, setup: setup.into() });
    }
    match_command::timed(Series {
        entry,
        rules,
        maps,
        schedule: Schedule::Rotating,
        entrants: entrants?,
        seed: SeriesSeed::Master(cup.seed.unwrap_or_default()),
        clock: cup.clock().map_err(Failure::failed)?,
        replays: Replays::None,
        record: None,
        canonical: false,
        sandbox: making.sandbox,
        unstartable: IfUnstartable::Forfeits,
    })
}

fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(0), screen::target());
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} games, {per_sec}, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(250));
    bar
}

fn show(bar: &ProgressBar, totals: Totals) {
    if bar.position() == 0 {
        bar.set_position(totals.games_finished);
        bar.reset_eta();
    }
    bar.set_length(totals.games);
    bar.set_position(totals.games_finished);
}

fn open(folder: &Path) -> Result<Store, Failure> {
    let folder = StoreFolder::at(folder);
    match folder.has_tournament() {
        true => folder.open().map_err(Failure::failed),
        false => Err(Failure::usage(store::FolderError::Empty(folder.path().to_owned()))),
    }
}

fn status(options: &Status) -> Result<ExitCode, Failure> {
    let store = open(&options.folder)?;
    match options.json {
        true => tables::print_status_json(&store)?,
        false => tables::print_status(&store)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn report(options: &Report) -> Result<ExitCode, Failure> {
    let store = open(&options.folder)?;
    let folder = options.folder.join("site");
    let written = site::write(&store, &folder, options.pages).map_err(Failure::failed)?;
    tables::print(&store, &written)?;
    outln!("report: {}", folder.join("index.html").display());
    Ok(ExitCode::SUCCESS)
}

fn add(options: &Add) -> Result<ExitCode, Failure> {
    let folder = StoreFolder::at(&options.folder);
    let mut store = open(&options.folder)?;
    let _held = folder.take().map_err(Failure::failed)?;
    let cup = stored_cup(&store).map_err(Failure::failed)?;
    if !cup.format.is_open() {
        return Err(Failure::usage(format!(
            "nobody joins a {} tournament after it has begun: round robins, gauntlets and ladders are open",
            cup.format.name()
        )));
    }
    let (Some(name), bot) = label_and_bot(&options.bot) else {
        return Err(Failure::usage(format!("`{}`: write NAME=BOT", options.bot)));
    };
    if store.entries().map_err(Failure::failed)?.iter().any(|entry| entry.name == name) {
        return Err(Failure::usage(format!("an entrant is called `{name}` already: give another name")));
    }
    let source = match bots::is_built_in(bot) {
        true => bot.to_owned(),
        // The next run may begin elsewhere.
        false => std::path::absolute(bot).map_err(Failure::usage)?.display().to_string(),
    };
    let playing = Playing { jobs: None, containment: options.containment, bound: options.bound.clone() };
    let making = Making::new(&playing, std::slice::from_ref(&source), &options.folder)?;
    let rules = cup.rules.clone().unwrap_or_default();
    let (_, row) =
        making.ready(&cup.game, &rules, name, |workshop| entrants::made_ready(name, &source, workshop))?;
    if let Some(problem) = row.problem {
        return Err(Failure::failed(problem));
    }
    store.add_entry(&row).map_err(Failure::failed)?;
    outln!("{name} takes part; `sandtable tournament resume {}` plays its games", options.folder.display());
    Ok(ExitCode::SUCCESS)
}

fn replay(options: &Replay) -> Result<ExitCode, Failure> {
    let store = open(&options.folder)?;
    let packed = store.replay(options.game).map_err(Failure::failed)?;
    let packed =
        packed.ok_or_else(|| Failure::failed(format!("there is no replay of game {}", options.game)))?;
    let is_page = options.output.extension().is_some_and(|extension| extension == "html");
    let bytes = match is_page {
        true => site::replay_page(packed).map_err(Failure::failed)?.into_bytes(),
        false => packed,
    };
    write_whole(&options.output, &bytes)
        .map_err(|error| Failure::failed(format!("{}: {error}", options.output.display())))?;
    outln!("{}", options.output.display());
    Ok(ExitCode::SUCCESS)
}
