//! How often one bot beats another, `greedy` and `random` if nothing else is said: a table over
//! maps, rule profiles and seats. `cargo xtask strength` runs it. Beside the built-in bots it knows
//! the ones in [`opponents`].
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it prints a table for the developer who runs it"
)]

mod opponents;
mod solo;
mod tally;
mod wish;

use bots::{Player, Script, built_in, is_sole_first};
use game::{DynSetup, GameEntry, NewMap, Seat};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use tally::Tally;
use wish::{USAGE, Wish};

/// The levels for people, the weakest first.
const LEVELS: [&str; 4] = ["easy", "medium", "hard", "strong"];

/// Games against fixed rules that take longer are not won.
const MOST_TURNS: u32 = 2_000;

/// One row of the table: a bot in one seat of one map.
struct Row {
    entry: &'static dyn GameEntry,
    map: String,
    text: String,
    rules: &'static str,
    seat: Seat,
    is_for_one: bool,
}

fn main() -> ExitCode {
    let wish = match Wish::read(std::env::args().skip(1)) {
        Ok(wish) => wish,
        Err(wrong) => {
            eprintln!("error: {wrong}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    let rows = rows(&wish);
    if rows.is_empty() {
        eprintln!("error: there is no such game, map or rule profile\n{USAGE}");
        return ExitCode::from(2);
    }
    if wish.levels {
        compare_levels(&rows, &wish);
    } else {
        compare(&rows, &wish);
    }
    ExitCode::SUCCESS
}

/// A line for every row, and one for all of them.
fn compare(rows: &[Row], wish: &Wish) {
    println!("{:9} {:16} {:10} {:>4} {}", "game", "map", "rules", "seat", Tally::HEAD);
    let mut worst: f64 = 1.0;
    let mut all = Tally::default();
    let rows: Vec<&Row> = rows.iter().collect();
    in_parallel(
        &rows,
        wish.jobs,
        |row| play(row, wish),
        |row, tally| {
            let Row { entry, map, rules, seat, .. } = row;
            println!("{:9} {map:16} {rules:10} {:>4} {}", entry.name(), seat.0, tally.columns());
            worst = worst.min(tally.share());
            all.add(tally);
        },
    );
    println!("the worst row: {:.1} %", worst * 100.0);
    println!("all rows: {all}");
}

/// A line for every level: how often it is better than the level below it, which has all other
/// seats; in games for one, how often it does better on the same map.
fn compare_levels(rows: &[Row], wish: &Wish) {
    for game in games::ALL.iter().map(|entry| entry.name()) {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.entry.name() == game).collect();
        for pair in LEVELS.windows(2).filter(|_| !rows.is_empty()) {
            let wish = Wish { bot: pair[1].into(), against: pair[0].into(), ..wish.clone() };
            let mut all = Tally::default();
            let pit = |row: &Row| if row.is_for_one { solo::compare(row, &wish) } else { play(row, &wish) };
            in_parallel(&rows, wish.jobs, pit, |_, tally| all.add(tally));
            println!("{game:9} {:>6} against {:6} {all}", pair[1], pair[0]);
        }
    }
}

fn rows(wish: &Wish) -> Vec<Row> {
    let mut rows = Vec::new();
    let wanted = |entry: &&&dyn GameEntry| wish.game.as_ref().is_none_or(|game| game == entry.name());
    for entry in games::ALL.iter().filter(wanted).copied() {
        let profiles = entry.profiles().iter().copied();
        let profiles = profiles.filter(|rules| match wish.rules.as_deref() {
            None => *rules == entry.profiles()[0],
            Some("all") => true,
            Some(wanted) => *rules == wanted,
        });
        for rules in profiles {
            for (number, (map, text)) in (0_u8..).zip(maps(entry, wish)) {
                let Ok(table) = entry.start(text.as_bytes(), rules, 0) else { continue };
                let seats = (0..table.seats()).filter(|seat| match wish.turn_seats {
                    true => *seat == number % table.seats(),
                    false => wish.seats.is_empty() || wish.seats.contains(seat),
                });
                rows.extend(seats.map(|seat| {
                    let (map, text) = (map.clone(), text.clone());
                    Row { entry, map, text, rules, seat: Seat(seat), is_for_one: table.seats() == 1 }
                }));
            }
        }
    }
    rows
}

/// The maps that are wanted, with their names: bundled ones, or as many new ones as were asked for.
fn maps(entry: &dyn GameEntry, wish: &Wish) -> Vec<(String, String)> {
    if wish.new_maps > 0 {
        let seeds = wish.map_seed..wish.map_seed + wish.new_maps;
        let made = seeds.filter_map(|seed| {
            let wanted = NewMap { seed, rows: None, cols: None, style: None };
            Some((format!("new {seed}"), entry.new_map(wanted).ok()?))
        });
        return made.collect();
    }
    let bundled = entry.maps().iter();
    let wanted = bundled.filter(|(name, _)| wish.maps.is_empty() || wish.maps.iter().any(|map| map == name));
    wanted.map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
}

fn play(row: &Row, wish: &Wish) -> Tally {
    let mut tally = Tally::default();
    if let Ok(setup) = row.entry.open(row.text.as_bytes(), row.rules) {
        for seed in wish.first..wish.first + wish.seeds {
            tally.add(play_game(&*setup, row.seat, wish, seed).unwrap_or_default());
        }
    }
    tally
}

/// One game, as a tally of one; none if one of the bots does not play it.
fn play_game(setup: &dyn DynSetup, seat: Seat, wish: &Wish, seed: u64) -> Option<Tally> {
    let mut table = setup.start(seed);
    let mut players: Vec<Box<dyn Player>> = (0..table.seats())
        .map(|number| {
            let name = if number == seat.0 { &wish.bot } else { &wish.against };
            let seed = seed ^ u64::from(number + 1) << 32;
            opponents::named(name, &*table).or_else(|| built_in(name, &*table, seed))
        })
        .collect::<Option<_>>()?;
    table.listen(false);
    let mut tally = Tally { played: 1, ..Tally::default() };
    let started = tally::processor_time();
    while table.turn() <= MOST_TURNS && !table.to_move().is_empty() {
        for on_turn in table.to_move().iter() {
            let mut script = (wish.notes && on_turn == seat).then(Script::default);
            let given = players[on_turn.index()].play(&mut *table, on_turn, script.as_mut());
            if let Some(note) = script.and_then(|script| script.note) {
                println!("turn {}: {note}", table.turn());
            }
            if on_turn == seat {
                tally.turns += 1;
                tally.orders += given.orders;
                tally.refused += given.refused;
            }
            // The seat was awaited, so its turn can end.
            let _ = table.end_turn(on_turn);
        }
    }
    tally.time = tally::processor_time().saturating_sub(started);
    let Some(outcome) = table.outcome() else { return Some(tally) };
    let own = outcome.of(seat).score;
    let others = outcome.standings().iter().enumerate().filter(|(other, _)| *other != seat.index());
    tally.margin = own - others.map(|(_, standing)| standing.score).max().unwrap_or(0);
    match is_sole_first(&outcome, seat) && own >= 0 {
        true if players.len() > 1 || own > 0 => tally.won = 1,
        _ if outcome.of(seat).place == 1 => tally.drawn = 1,
        _ => {}
    }
    Some(tally)
}

/// Works the rows off with several threads and reports them in their order.
fn in_parallel(
    rows: &[&Row],
    jobs: usize,
    work: impl Fn(&Row) -> Tally + Sync,
    mut report: impl FnMut(&Row, Tally),
) {
    let next = AtomicUsize::new(0);
    let (sender, done) = std::sync::mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..jobs {
            let sender = sender.clone();
            let (next, work) = (&next, &work);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(row) = rows.get(number) else { return };
                    // The receiver lives until all threads are done.
                    let _ = sender.send((number, work(row)));
                }
            });
        }
        drop(sender);
        let mut finished: Vec<Option<Tally>> = vec![None; rows.len()];
        let mut reported = 0;
        for (number, tally) in done {
            finished[number] = Some(tally);
            while let Some(Some(tally)) = finished.get(reported) {
                report(rows[reported], *tally);
                reported += 1;
            }
        }
    });
}
