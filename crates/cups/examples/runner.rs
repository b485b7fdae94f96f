//! What playing a tournament adds to the time of its games. `cargo xtask runner` runs it.
//!
//! Two built-in bots play a round robin, two games at a time, with all that a tournament does
//! beside the games: planning, replays, the database, ratings. Each game knows how long it took.
//! What two workers have beyond that is the runner's.
#![allow(clippy::print_stdout, reason = "it prints a report for the developer who runs it")]

use cups::planner::Planner;
use cups::run::{Run, pack_replays, stored_blocks};
use cups::{Cup, entrants};
use matches::{IfUnstartable, Replays, Schedule, Series, SeriesMap, SeriesSeed, Stop, Workshop};
use sandbox::{Mode, Sandbox};
use std::error::Error;
use std::path::Path;
use std::time::Instant;
use store::{MapRow, Store};

/// What is allowed beyond the time of the games.
const ALLOWED: f64 = 0.03;

const JOBS: usize = 2;

fn main() -> Result<(), Box<dyn Error>> {
    let blocks = std::env::args().nth(1).unwrap_or_else(|| "100".to_owned());
    // The first game for two.
    let (entry, map) = games::ALL
        .iter()
        .flat_map(|entry| entry.maps().iter().map(move |map| (*entry, map)))
        .find(|(entry, (_, text))| {
            let opened = entry.open(text.as_bytes(), entry.profiles()[0]);
            opened.is_ok_and(|setup| setup.start(0).seats() == 2)
        })
        .ok_or("there is no game for two")?;
    let text = format!(
        "game = \"{}\"\nblocks = {blocks}\nseed = 1\n[entrants]\none = \"greedy\"\ntwo = \"random\"",
        entry.name()
    );
    let cup = Cup::parse(&text, Path::new(""))?;
    let rules = entry.profiles()[0].to_owned();
    let sandbox = Sandbox::new(Mode::Off)?;
    let workshop =
        Workshop { game: entry.name(), rules: &rules, sandbox: &sandbox, without: &[], bound: &[] };
    let mut players = Vec::new();
    let mut rows = Vec::new();
    for (name, source) in [("one", "greedy"), ("two", "random")] {
        let (entrant, row) = entrants::made_ready(name, source, workshop)?;
        players.push(entrant);
        rows.push(row);
    }
    let row = MapRow { name: map.0.into(), hash: replays::map_hash(map.1), text: map.1.into() };
    let scratch = tempfile::tempdir()?;
    let mut store = Store::create(&scratch.path().join("cup.sqlite"), &cup.to_json(), &[row], &rows)?;
    let setup = entry.open(map.1.as_bytes(), &rules).map_err(|wrong| wrong.to_string())?;
    let series = Series {
        entry,
        maps: vec![SeriesMap { name: map.0.into(), text: map.1.into(), setup: setup.into() }],
        schedule: Schedule::Rotating,
        entrants: players,
        seed: SeriesSeed::Master(1),
        clock: cup.clock()?,
        replays: Replays::None,
        record: None,
        canonical: false,
        sandbox: sandbox.clone(),
        unstartable: IfUnstartable::Forfeits,
        rules: rules.clone(),
    };
    let planner = Planner { cup, seed: 1, seats: 2, maps: 1, entrants: 2 };
    let begun = Instant::now();
    Run { store: &mut store, planner: &planner, series: &series, jobs: JOBS }
        .play(&Stop::default(), &|_| {})?;
    let playing = begun.elapsed().as_secs_f64();
    let begun = Instant::now();
    pack_replays(&mut store, JOBS, &Stop::default())?;
    let packing = begun.elapsed().as_secs_f64();
    report(&store, playing, packing)
}

fn report(store: &Store, playing: f64, packing: f64) -> Result<(), Box<dyn Error>> {
    let blocks = stored_blocks(store)?;
    let walls: Vec<f64> = blocks.iter().flat_map(|block| &block.games).filter_map(|game| game.wall).collect();
    let games: f64 = walls.iter().sum();
    let more = (playing * JOBS as f64 - games) / games;
    println!(
        "{} games, {JOBS} at a time: {playing:.2} s; the games themselves {:.2} s on each worker; the runner adds {:.2} % (at most {:.0} %); packing the replays afterwards {packing:.2} s",
        walls.len(),
        games / JOBS as f64,
        100.0 * more,
        100.0 * ALLOWED
    );
    if more > ALLOWED { Err("the runner adds too much".into()) } else { Ok(()) }
}
