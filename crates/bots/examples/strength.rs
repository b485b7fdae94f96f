//! How often one built-in bot beats another, `greedy` and `random` if nothing else is said: a table over maps, rule profiles and seats. `cargo xtask strength` runs it.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it prints a table for the developer who runs it"
)]

use bots::{Playout, is_sole_first};
use game::{GameEntry, Seat};
use std::fmt;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

const USAGE: &str = "usage: strength [GAME] [--map MAP] [--rules PROFILE|all] [--seeds N] [--first SEED] [--jobs J] [--bot NAME] [--against NAME] [--levels]";

/// The levels for people, the weakest first, and the games that have them all.
const LEVELS: [&str; 4] = ["easy", "medium", "hard", "strong"];
const LEVELLED: [&str; 2] = ["deepblue", "fc18"];

/// Games against fixed rules that take longer are not won.
const MOST_TURNS: u32 = 2_000;

/// What was asked for.
#[derive(Clone)]
struct Wish {
    game: Option<String>,
    map: Option<String>,
    rules: Option<String>,
    seeds: u64,
    /// The seed of the first game of a row; each other has the next.
    first: u64,
    jobs: usize,
    bot: String,
    against: String,
    /// Every level against the one below it.
    levels: bool,
}

/// One row of the table: a bot in one seat of one map.
struct Row {
    entry: &'static dyn GameEntry,
    map: (&'static str, &'static str),
    rules: &'static str,
    seat: Seat,
}

/// What came of a row's games.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u64,
    drawn: u64,
    played: u64,
    margin: i64,
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
        return ExitCode::SUCCESS;
    }
    println!(
        "{:9} {:16} {:18} {:>4} {:>5} {:>5} {:>6} {:>7}",
        "game", "map", "rules", "seat", "won", "drawn", "games", "margin"
    );
    let mut worst: f64 = 1.0;
    let mut all = Tally::default();
    in_parallel(
        &rows,
        wish.jobs,
        |row| play(row, &wish),
        |row, tally| {
            println!(
                "{:9} {:16} {:18} {:>4} {:>5} {:>5} {:>6} {:>7}",
                row.entry.name(),
                row.map.0,
                row.rules,
                row.seat.0,
                tally.won,
                tally.drawn,
                tally.played,
                tally.margin / tally.played.max(1) as i64,
            );
            worst = worst.min(tally.won as f64 / tally.played.max(1) as f64);
            all.add(tally);
        },
    );
    println!("the worst row: {:.1} %", worst * 100.0);
    println!("all rows: {all}");
    ExitCode::SUCCESS
}

/// A line for every level: how often it wins alone against the level below it in all other seats.
fn compare_levels(rows: &[Row], wish: &Wish) {
    for game in LEVELLED {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.entry.name() == game).collect();
        for pair in LEVELS.windows(2).filter(|_| !rows.is_empty()) {
            let wish = Wish { bot: pair[1].into(), against: pair[0].into(), ..wish.clone() };
            let mut all = Tally::default();
            in_parallel(&rows, wish.jobs, |row| play(row, &wish), |_, tally| all.add(tally));
            println!("{game:9} {:>6} against {:6} {all}", pair[1], pair[0]);
        }
    }
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.played += other.played;
        self.margin += other.margin;
    }

    /// Where the share of games won lies, 95 times in 100 (Wilson).
    fn interval(&self) -> (f64, f64) {
        const Z: f64 = 1.96;
        let (games, share) = (self.played.max(1) as f64, self.won as f64 / self.played.max(1) as f64);
        let centre = share + Z * Z / (2.0 * games);
        let spread = Z * (share * (1.0 - share) / games + Z * Z / (4.0 * games * games)).sqrt();
        let whole = 1.0 + Z * Z / games;
        ((centre - spread) / whole, (centre + spread) / whole)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = self.won as f64 / self.played.max(1) as f64;
        let (low, high) = self.interval();
        let (share, low, high) = (share * 100.0, low * 100.0, high * 100.0);
        write!(f, "{} of {} games won, {share:.1} % ({low:.1} to {high:.1})", self.won, self.played)
    }
}

impl Wish {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let jobs = thread::available_parallelism().map_or(1, usize::from);
        let mut wish = Self {
            game: None,
            map: None,
            rules: None,
            seeds: 100,
            first: 0,
            jobs,
            bot: "greedy".into(),
            against: "random".into(),
            levels: false,
        };
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or_else(|| format!("{argument} needs a value"));
            let number = |text: String| text.parse().map_err(|_| format!("`{text}` is no number"));
            match argument.as_str() {
                "--map" => wish.map = Some(value()?),
                "--rules" => wish.rules = Some(value()?),
                "--seeds" => wish.seeds = number(value()?)?,
                "--first" => wish.first = number(value()?)?,
                "--levels" => wish.levels = true,
                "--jobs" => wish.jobs = number(value()?)?.max(1) as usize,
                "--bot" => wish.bot = value()?,
                "--against" => wish.against = value()?,
                name if !name.starts_with('-') => wish.game = Some(argument),
                _ => return Err(format!("there is no option {argument}")),
            }
        }
        for name in [&wish.bot, &wish.against] {
            if !bots::is_built_in(name) {
                return Err(format!("there is no bot `{name}`; there are {}", bots::names().join(", ")));
            }
        }
        Ok(wish)
    }
}

fn rows(wish: &Wish) -> Vec<Row> {
    let is = |wanted: &Option<String>, name: &str| wanted.as_ref().is_none_or(|wanted| wanted == name);
    let mut rows = Vec::new();
    for entry in games::ALL.iter().copied().filter(|entry| is(&wish.game, entry.name())) {
        let profiles = entry.profiles().iter().copied();
        let profiles = profiles.filter(|rules| match wish.rules.as_deref() {
            None => *rules == entry.profiles()[0],
            Some("all") => true,
            Some(wanted) => *rules == wanted,
        });
        for rules in profiles {
            for map in entry.maps().iter().copied().filter(|map| is(&wish.map, map.0)) {
                let Ok(table) = entry.start(map.1.as_bytes(), rules, 0) else { continue };
                rows.extend((0..table.seats()).map(|seat| Row { entry, map, rules, seat: Seat(seat) }));
            }
        }
    }
    rows
}

fn play(row: &Row, wish: &Wish) -> Tally {
    let mut tally = Tally::default();
    let Ok(setup) = row.entry.open(row.map.1.as_bytes(), row.rules) else { return tally };
    let mut bots = vec![wish.against.as_str(); usize::from(setup.start(0).seats())];
    bots[row.seat.index()] = &wish.bot;
    for seed in wish.first..wish.first + wish.seeds {
        let playout = Playout { setup: &*setup, bots: &bots, seed, most_turns: MOST_TURNS };
        let Ok(end) = playout.run() else { continue };
        tally.played += 1;
        let Some(outcome) = end.outcome() else { continue };
        let own = outcome.of(row.seat).score;
        let others = outcome.standings().iter().enumerate().filter(|(seat, _)| *seat != row.seat.index());
        tally.margin += own - others.map(|(_, standing)| standing.score).max().unwrap_or(0);
        match is_sole_first(&outcome, row.seat) && own >= 0 {
            true if bots.len() > 1 || own > 0 => tally.won += 1,
            _ if outcome.of(row.seat).place == 1 => tally.drawn += 1,
            _ => {}
        }
    }
    tally
}

/// Works the rows off with several threads and reports them in their order.
fn in_parallel<R: std::borrow::Borrow<Row> + Sync>(
    rows: &[R],
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
                    let _ = sender.send((number, work(row.borrow())));
                }
            });
        }
        drop(sender);
        let mut finished: Vec<Option<Tally>> = vec![None; rows.len()];
        let mut reported = 0;
        for (number, tally) in done {
            finished[number] = Some(tally);
            while let Some(Some(tally)) = finished.get(reported) {
                report(rows[reported].borrow(), *tally);
                reported += 1;
            }
        }
    });
}
