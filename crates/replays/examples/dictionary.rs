//! Makes the dictionary with which packed replays of a game are compressed:
//! `dictionary OUT BYTES REPLAY...`.
//!
//! It learns from the bodies of these replays. Times in them count as 0, so that the same games
//! give the same dictionary. Called by `cargo xtask dictionaries`.
#![allow(clippy::print_stderr, reason = "it reports to the developer who runs it")]

use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::process::ExitCode;

/// A dictionary is for what is small: of longer bodies only so much is learnt from.
const MOST_OF_ONE: usize = 128 << 10;

fn main() -> ExitCode {
    match run(&std::env::args().skip(1).collect::<Vec<_>>()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), String> {
    let [output, size, files @ ..] = arguments else {
        return Err("usage: dictionary OUT BYTES REPLAY...".to_owned());
    };
    let size = size.parse().map_err(|_| format!("`{size}` is no number of bytes"))?;
    let bodies: Vec<Vec<u8>> = files.iter().map(|path| body(path)).collect::<Result<_, _>>()?;
    let dictionary = zstd::dict::from_samples(&bodies, size).map_err(|error| error.to_string())?;
    std::fs::write(output, dictionary).map_err(|error| format!("{output}: {error}"))
}

fn body(path: &str) -> Result<Vec<u8>, String> {
    let wrong = |what: &dyn std::fmt::Display| format!("{path}: {what}");
    let file = File::open(path).map_err(|error| wrong(&error))?;
    let text = replays::text_of(file).map_err(|error| wrong(&error))?;
    let mut timeless = String::new();
    for line in BufReader::new(text).lines() {
        timeless += &without_times(&line.map_err(|error| wrong(&error))?);
        timeless.push('\n');
    }
    let mut body = replays::packed::body_of(Cursor::new(timeless)).map_err(|error| wrong(&error))?;
    body.truncate(MOST_OF_ONE);
    Ok(body)
}

/// A line of a replay, with 0 for every number that was measured. What was measured stands last.
fn without_times(line: &str) -> String {
    let Some(at) = line.rfind("\"measured\":") else { return line.to_owned() };
    let (before, measured) = line.split_at(at);
    let mut without = before.to_owned();
    let mut in_number = false;
    for letter in measured.chars() {
        if !(in_number && letter.is_ascii_digit()) {
            without.push(if letter.is_ascii_digit() { '0' } else { letter });
        }
        in_number = letter.is_ascii_digit();
    }
    without
}
