//! What the arena adds to the CPU time of matches.
#![allow(clippy::print_stdout, reason = "it prints what it measured")]

use super::{Part, Worker};
use crate::arena::Arena;
use crate::catalogue::HostedLadder;
use crate::database::matches::{BlockOf, NewBlock, add_block};
use crate::settings::{Settings, WebSettings};
use crate::work::entrants::workshop;
use matches::{
    Entrant, GamePlan, IfUnstartable, Replays, Schedule, Series, SeriesObserver, SeriesSeed, Stop,
};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Matches of each way and round; the ways take turns, so that a busy machine slows both.
const MATCHES: u64 = 20;
const ROUNDS: u64 = 5;

/// The most that the arena may add, in per cent, to matches that write a replay.
const MOST: f64 = 10.0;

/// Nobody who watches.
struct Nobody;

impl SeriesObserver for Nobody {}

/// CPU time of this process so far, in seconds.
fn cpu() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

/// Plays these seeds as `sandtable match` does, with or without a replay.
fn alone(worker: &Worker, ladder: &HostedLadder, seeds: &[u64], replay: Option<&Path>) {
    let sandbox = worker.arena.match_sandbox.clone();
    let greedy = Entrant::find("greedy", workshop(ladder.name(), ladder.rules, &sandbox)).unwrap();
    let series = Series {
        entry: ladder.entry,
        rules: ladder.rules.to_owned(),
        maps: vec![ladder.maps[0].clone()],
        schedule: Schedule::Rotating,
        entrants: vec![greedy],
        seed: SeriesSeed::Master(1),
        clock: ladder.clock,
        replays: Replays::None,
        record: None,
        canonical: false,
        sandbox: sandbox.clone(),
        unstartable: IfUnstartable::Forfeits,
    };
    for seed in seeds {
        let plan = GamePlan { game: 1, map: 0, seed: *seed, seating: vec![0; ladder.seats] };
        series.play_planned(&plan, replay, &Stop::default(), &Nobody).unwrap();
    }
}

/// Plays the same through the arena: taken from the database, filed, verified, counted.
fn in_the_arena(worker: &Worker, ladder: &HostedLadder, version: i64, seeds: &[u64]) {
    let database = &worker.arena.database;
    let clock = ladder.clock.to_string();
    worker.handle.block_on(async {
        let mut change = database.change().await.unwrap();
        for seed in seeds {
            let seatings = vec![vec![version; ladder.seats]];
            let (game, map, rules) = (ladder.name(), &*ladder.maps[0].name, ladder.rules);
            let block =
                NewBlock { game, map, rules, clock: &clock, seed: *seed, of: BlockOf::Ladder, seatings };
            add_block(&mut change, &block).await.unwrap();
        }
        change.commit().await.unwrap();
    });
    while worker.take_and_work(&worker.wanted()).unwrap() {}
}

#[test]
#[ignore = "long: plays the same hundred matches three ways and measures"]
fn the_arena_adds_little_to_its_matches() {
    let folder = tempfile::tempdir().unwrap();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let data = folder.path().to_owned();
    let settings = Settings { data, database: None, files: None, jobs: 1, grace: Duration::ZERO };
    let listen = "127.0.0.1:0".parse().unwrap();
    let web = WebSettings { listen, open_sign_up: true, behind_proxy: false };
    let arena = Arc::new(runtime.block_on(Arena::open(settings, web)).unwrap());
    let handle = runtime.handle().clone();
    let worker = Worker { arena: Arc::clone(&arena), handle, part: Part::Everything };
    // The game that takes longest, by the seats that it has.
    let ladder = arena.ladders.iter().max_by_key(|ladder| ladder.seats).unwrap();
    let active = worker.wait(arena.database.active_versions(ladder.name())).unwrap();
    let version = active.iter().find(|(_, _, name)| name == "greedy").unwrap().0;
    let replay = folder.path().join("replay.jsonl.zst");
    let mut sums = [0.0; 3];
    for round in 0..ROUNDS {
        let seeds: Vec<u64> = (round * MATCHES..(round + 1) * MATCHES).collect();
        let ways: [&dyn Fn(); 3] = [
            &|| alone(&worker, ladder, &seeds, None),
            &|| alone(&worker, ladder, &seeds, Some(&replay)),
            &|| in_the_arena(&worker, ladder, version, &seeds),
        ];
        for (sum, way) in sums.iter_mut().zip(ways) {
            let before = cpu();
            way();
            *sum += cpu() - before;
        }
    }
    let [bare, written, hosted] = sums;
    let more = |than: f64| 100.0 * (hosted / than - 1.0);
    println!("{} matches of {}, CPU time:", ROUNDS * MATCHES, ladder.name());
    println!("  match                {bare:.2} s");
    println!("  match --replay       {written:.2} s");
    println!("  through the arena    {hosted:.2} s, {:+.1} % and {:+.1} %", more(bare), more(written));
    assert!(more(written) <= MOST, "the arena adds more than {MOST} %");
}

/// What grows with the number of bots: planning a block, fitting the ratings and keeping them.
#[test]
#[ignore = "long: makes arenas of up to a hundred thousand bots and measures"]
fn planning_among_many_bots() {
    for bots in [10, 1000, 100_000] {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("arena");
        crate::demo::seed_demo(&data, crate::demo::DemoSize { bots, matches: 2 * bots }).unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let settings = Settings { data, database: None, files: None, jobs: 1, grace: Duration::ZERO };
        let listen = "127.0.0.1:0".parse().unwrap();
        let web = WebSettings { listen, open_sign_up: true, behind_proxy: false };
        let arena = Arc::new(runtime.block_on(Arena::open(settings, web)).unwrap());
        let handle = runtime.handle().clone();
        let worker = Worker { arena: Arc::clone(&arena), handle, part: Part::Everything };
        let timed = |work: &dyn Fn()| {
            let began = std::time::Instant::now();
            work();
            began.elapsed().as_secs_f64() * 1000.0
        };
        let ladder = arena.ladders.iter().max_by_key(|ladder| ladder.seats).unwrap();
        let plan = timed(&|| assert!(worker.wait(worker.plan_on(ladder)).unwrap()));
        let refit = timed(&|| worker.wait(super::ratings::refit(&arena.database, ladder.name())).unwrap());
        println!("{bots} bots on {} ladders: a block is planned in {plan:.1} ms", arena.ladders.len());
        println!("  and the ratings of one are fitted and kept in {refit:.1} ms");
    }
}
