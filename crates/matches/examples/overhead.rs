//! What the referee adds to a turn of a program, over a bare echo of the same bytes.
//! `cargo xtask overhead` runs it.
//!
//! The same program sits in a seat of `sandtable match`, and is then fed what it got there by a
//! loop that only writes a line and reads one. In both cases the program measures the time from one
//! turn's arrival to the next: in a match that is its reply read, the orders given, the turn
//! settled, the opponents (who do nothing), the view made and written as JSON, and the clocks
//! looked at.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it prints a table for the developer who runs it"
)]

use std::error::Error;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::{fs, iter};

/// What is allowed on an idle machine, in microseconds.
const TARGET: f64 = 150.0;

/// A game with the program in one seat.
struct Load {
    game: &'static str,
    map: &'static str,
    /// How many seats are left to others.
    others: usize,
    /// How many games make enough turns.
    games: u32,
}

const LOADS: [Load; 5] = [
    Load { game: "breach", map: "harbour", others: 0, games: 100 },
    Load { game: "goblins", map: "first-spell", others: 0, games: 2 },
    Load { game: "deepblue", map: "lagoon", others: 1, games: 5 },
    Load { game: "deepblue", map: "fleet-action", others: 1, games: 5 },
    Load { game: "fc18", map: "campus", others: 3, games: 5 },
];

fn main() -> ExitCode {
    match (std::env::args_os().nth(1), std::env::args_os().nth(2)) {
        (Some(sandtable), None) => match table(Path::new(&sandtable)) {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("error: {error}");
                ExitCode::FAILURE
            }
        },
        _ => {
            eprintln!("usage: overhead SANDTABLE");
            ExitCode::from(2)
        }
    }
}

fn table(sandtable: &Path) -> Result<(), Box<dyn Error>> {
    let bot = std::env::current_exe()?.with_file_name("silent_bot");
    println!("median time from turn to turn, in µs");
    println!(
        "{:9} {:12} {:>6} {:>7} {:>7} {:>7} {:>6}",
        "game", "map", "turns", "bytes", "match", "echo", "more"
    );
    let mut worst: f64 = 0.0;
    for load in &LOADS {
        let (mut played, mut echoed, mut bytes) = (Vec::new(), Vec::new(), Vec::new());
        let records = tempfile::tempdir()?;
        load.play(sandtable, &bot, records.path())?;
        for seat in seats(records.path())? {
            let input = fs::read(seat.join("input.jsonl"))?;
            bytes.extend(
                input.split(|byte| *byte == b'\n').filter(|line| is_turn(line)).map(|line| line.len() as f64),
            );
            played.extend(numbers(&fs::read_to_string(seat.join("stderr.txt"))?)?);
            echoed.extend(numbers(&echo(&bot, &input)?)?);
        }
        if played.len() != echoed.len() {
            return Err(format!("{} turns in the match, {} in the echo", played.len(), echoed.len()).into());
        }
        let (turns, played, echoed) = (played.len(), median(played), median(echoed));
        let more = played - echoed;
        let (game, map) = (load.game, load.map);
        println!("{game:9} {map:12} {turns:6} {:7} {played:7.1} {echoed:7.1} {more:6.1}", median(bytes));
        worst = worst.max(more);
    }
    println!("the referee adds {worst:.1} µs at most; the target is {TARGET} µs on an idle machine");
    Ok(())
}

impl Load {
    /// Plays the games, and keeps records of what the program got and said.
    fn play(&self, sandtable: &Path, bot: &Path, records: &Path) -> Result<(), Box<dyn Error>> {
        let mut command = Command::new(sandtable);
        command.args(["match", self.game]).arg(bot).args(iter::repeat_n("idle", self.others));
        command.args(["--map", self.map, "--seed", "1", "--jobs", "1", "--games", &self.games.to_string()]);
        let done = command.arg("--record").arg(records).output()?;
        match done.status.success() {
            true => Ok(()),
            false => Err(format!("{}: {}", self.game, String::from_utf8_lossy(&done.stderr)).into()),
        }
    }
}

/// The folders with what went in and out of the program, one a game.
fn seats(records: &Path) -> io::Result<Vec<PathBuf>> {
    let mut seats = Vec::new();
    for game in fs::read_dir(records)? {
        for seat in fs::read_dir(game?.path())? {
            seats.push(seat?.path());
        }
    }
    Ok(seats)
}

/// Feeds the program what it got in a match, waiting for its reply where there was one; returns
/// what it says at the end.
fn echo(bot: &Path, input: &[u8]) -> Result<String, Box<dyn Error>> {
    let mut program =
        Command::new(bot).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let (to, from) = (program.stdin.take(), program.stdout.take());
    let (mut to, mut from) = (to.ok_or("no pipe")?, BufReader::new(from.ok_or("no pipe")?));
    let mut reply = Vec::new();
    for line in input.split_inclusive(|byte| *byte == b'\n') {
        to.write_all(line)?;
        if is_turn(line) {
            reply.clear();
            from.read_until(b'\n', &mut reply)?;
        }
    }
    drop(to);
    Ok(String::from_utf8(program.wait_with_output()?.stderr)?)
}

fn is_turn(line: &[u8]) -> bool {
    line.starts_with(br#"{"type":"turn","#)
}

/// What the program says at the end, in microseconds.
fn numbers(said: &str) -> Result<Vec<f64>, Box<dyn Error>> {
    said.lines().map(|line| Ok(line.parse::<f64>()? / 1000.0)).collect()
}

fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied().unwrap_or_default()
}
