//! Many games at the same time, of bots that sleep and make no mistakes: whatever goes wrong is the
//! platform's fault. `cargo xtask long crowd` runs it.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it prints a report for the developer who runs it"
)]

use serde_json::Value;
use std::error::Error;
use std::io::{BufRead, BufReader};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let played = match &words[..] {
        [sandtable] => crowd(sandtable, "20000", "250"),
        [sandtable, games, jobs] => crowd(sandtable, games, jobs),
        _ => Err("usage: crowd SANDTABLE [GAMES JOBS]".into()),
    };
    match played {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Plays and counts; says whether nothing went wrong.
fn crowd(sandtable: &str, games: &str, jobs: &str) -> Result<bool, Box<dyn Error>> {
    let bot = std::env::current_exe()?.with_file_name("sleeping_bot");
    let begun = Instant::now();
    let mut command = Command::new(sandtable);
    command.args(["match", "breach"]).arg(bot).args(["--map", "first-shot", "--seed", "1"]);
    command.args(["--games", games, "--jobs", jobs, "--json-lines"]);
    let mut playing = command.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
    let lines = BufReader::new(playing.stdout.take().ok_or("no output")?).lines();
    let (mut finished, mut lost) = (0_u32, 0_u32);
    for line in lines {
        let game: Value = serde_json::from_str(&line?)?;
        finished += 1;
        if let Some(fault) = game["seats"][0]["faults"].as_array().and_then(|faults| faults.first()) {
            lost += 1;
            println!("game {}: {}", game["game"], fault["what"]);
        }
    }
    let status = playing.wait()?;
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "{finished} of {games} games, {jobs} at the same time, in {seconds:.0} s ({:.1} games/s): {lost} lost by the platform's fault",
        f64::from(finished) / seconds
    );
    Ok(status.success() && lost == 0 && finished.to_string() == games)
}
