//! Makes the dictionary with which packed replays of a game are compressed: `dictionary OUT BYTES REPLAY...`.
//!
//! It learns from the bodies of these replays. Called by `cargo xtask dictionaries`.
#![allow(clippy::print_stderr, reason = "it reports to the developer who runs it")]

use std::fs::File;
use std::process::ExitCode;

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
    let body = |path: &String| {
        let file = File::open(path).map_err(|error| format!("{path}: {error}"))?;
        replays::packed::body_of(file).map_err(|error| format!("{path}: {error}"))
    };
    let bodies: Vec<Vec<u8>> = files.iter().map(body).collect::<Result<_, _>>()?;
    let dictionary = zstd::dict::from_samples(&bodies, size).map_err(|error| error.to_string())?;
    std::fs::write(output, dictionary).map_err(|error| format!("{output}: {error}"))
}
