//! `sandtable replay branch`.

use super::args::Branch;
use super::wrong::Wrong;
use super::{Opened, say};
use crate::failure::Failure;
use crate::match_command::{self, Results};
use game::replay::{Header, Rerun};
use matches::{IfUnstartable, Replays, Schedule, Series, SeriesError, SeriesMap, SeriesSeed, Workshop};
use std::process::ExitCode;

pub(super) fn run(options: &Branch) -> Result<ExitCode, Failure> {
    let failed = |wrong: Wrong| wrong.with(&options.file);
    let mut opened = Opened::read(&options.file).map_err(failed)?;
    // A replay whose game cannot be set up is refused before bots are built and started.
    opened.rerun().map_err(failed)?;
    check_bots(options, opened.header())?;
    let series = series(options, &opened)?;
    let stop = match_command::stop_on_signals()?;
    let played = series.branch(&mut opened.replay, options.at, &stop);
    if let Some(damage) = opened.replay.damage() {
        errln!("{}: {damage}; it is used as far as it goes", options.file.display());
    }
    let report = played.map_err(|error| match error {
        // Only this is about the replay; the others name what they are about.
        SeriesError::Setup(what) => failed(Wrong::Unusable(what)),
        other => Failure::failed(other),
    })?;
    let results = match_command::results(&series, report.into_iter().collect(), options.play.json);
    print(options, &series, &results, opened.header());
    Ok(match_command::status(&stop))
}

fn check_bots(options: &Branch, header: &Header) -> Result<(), Failure> {
    let (seats, bots) = (header.seats.len(), options.bots.len());
    if seats == bots {
        return Ok(());
    }
    Err(match_command::wrong_number_of_bots("the replay", seats, bots))
}

/// What came of it.
fn print(options: &Branch, series: &Series, results: &Results, header: &Header) {
    if options.play.json {
        return outln!("{}", match_command::json(series, results, 1));
    }
    let (game, at, seed) = (&header.game, options.at, header.seed);
    say(&format!("{game} on {}, rules {}, seed {seed}, from turn {at}", header.map_name, header.rules));
    match_command::print_results(series, results, 1);
}

fn series(options: &Branch, opened: &Opened) -> Result<Series, Failure> {
    let header = opened.header();
    let sandbox = match_command::sandbox(options.play.containment, &options.bots)?;
    let bound = options.play.bound.folders()?;
    let (game, rules) = (&header.game, &header.rules);
    let workshop = Workshop { game, rules, sandbox: &sandbox, without: &[], bound: &bound };
    match_command::timed(Series {
        entry: opened.entry,
        rules: header.rules.clone(),
        maps: vec![SeriesMap {
            name: header.map_name.clone(),
            text: header.map.clone(),
            setup: Rerun::setup(opened.entry, header).map_err(Failure::failed)?.into(),
        }],
        schedule: Schedule::Rotating,
        entrants: match_command::entrants(&options.bots, workshop)?,
        seed: SeriesSeed::OfGame(header.seed.0),
        clock: options.play.clock,
        replays: options.replay.clone().map_or(Replays::None, Replays::File),
        record: None,
        canonical: false,
        sandbox,
        unstartable: IfUnstartable::Stops,
    })
}
