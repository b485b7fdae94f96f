//! `sandtable replay branch`.

use super::Opened;
use super::args::Branch;
use crate::failure::Failure;
use crate::matches;
use arena::{Replays, Series, Workshop};
use std::process::ExitCode;

pub(super) fn run(options: &Branch) -> Result<ExitCode, Failure> {
    let opened = Opened::read(&options.file)?;
    let header = &opened.recording.header;
    if options.bots.len() != header.seats.len() {
        let (seats, bots) = (header.seats.len(), options.bots.len());
        return Err(Failure::usage(format!("the replay has {seats} seats, and {bots} bots were named")));
    }
    let series = series(options, &opened)?;
    let stop = matches::stop_on_signals()?;
    let played = series.branch(&opened.recording, options.at, &stop);
    let report = played.map_err(|error| Failure::failed(format!("{}: {error}", options.file.display())))?;
    let reports: Vec<_> = report.into_iter().collect();
    let results = matches::results(&series, reports, options.json);
    matches::print(&series, &results, 1, options.json);
    Ok(matches::status(&stop))
}

fn series(options: &Branch, opened: &Opened) -> Result<Series, Failure> {
    let header = &opened.recording.header;
    let sandbox = matches::sandbox(options.containment, &options.bots)?;
    let workshop = Workshop { game: &header.game, rules: &header.rules, sandbox: &sandbox };
    matches::timed(Series {
        title: opened.title,
        rules: header.rules.clone(),
        map_name: header.map_name.clone(),
        map: header.map.clone(),
        entrants: matches::entrants(&options.bots, workshop)?,
        seed: header.seed.0,
        clock: options.clock,
        replays: options.replay.clone().map_or(Replays::None, Replays::File),
        record: None,
        canonical: false,
        sandbox,
    })
}
