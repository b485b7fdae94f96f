//! How an arena bears a crowd: pages asked for at a steady rate, and many watchers of one match,
//! while matches run. `cargo xtask long load` runs it on an arena of a thousand bots and a million
//! matches.
//!
//! Bounded in time and number, and on the loopback only.
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "it prints a report for the developer who runs it"
)]

mod client;
mod pages;
mod rival;
mod served;
mod watchers;

use client::Client;
use pages::Timings;
use served::Served;
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

/// Page requests in a second.
const RATE: u32 = 200;

/// People who watch one match.
const WATCHERS: usize = 250;

/// How long it is measured, in seconds, unless it is said.
const SECONDS: u64 = 20;

/// What 95 of 100 requests take at most: pages, and the ladders and bots among them.
const PAGES: Duration = Duration::from_millis(50);
const LARGE_PAGES: Duration = Duration::from_millis(100);

/// Anything that goes wrong.
type Wrong = Box<dyn Error + Send + Sync>;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let done = match &words[..] {
        [sandtable, data] => run(sandtable, data, SECONDS),
        [sandtable, data, seconds] => match seconds.parse() {
            Ok(seconds @ 1..=600) => run(sandtable, data, seconds),
            _ => Err("SECONDS is a number from 1 to 600".into()),
        },
        _ => Err("usage: load SANDTABLE DATA [SECONDS]".into()),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(sandtable: &str, data: &str, seconds: u64) -> Result<bool, Wrong> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let served = Served::start(sandtable, data).await?;
        println!("serving {data}: {} MB of memory before the first page", served.memory_mb());
        let client = Client::new(served.address.clone());
        rival::challenge(&client).await?;
        let crowd = watchers::gather(&client, WATCHERS).await?;
        let before = served.cpu();
        let timings = pages::ask(&client, RATE, Duration::from_secs(seconds)).await?;
        let cpu = served.cpu() - before;
        let watched = crowd.leave().await;
        println!(
            "{} watchers of one match at the same time, {} films sent to them; {} matches were begun",
            watched.most, watched.films, watched.matches
        );
        println!(
            "CPU of the arena, bots not counted: {cpu:.1} s in {seconds} s; {} MB of memory",
            served.memory_mb()
        );
        Ok(judged(&timings, watched.most))
    })
}

/// Prints what was measured; says whether it is good enough.
fn judged(timings: &Timings, watchers: usize) -> bool {
    let mut is_good = true;
    for (name, times, most) in
        [("pages", &timings.pages, PAGES), ("ladder and bot pages", &timings.large, LARGE_PAGES)]
    {
        let [half, most_of, nearly_all] = [50, 95, 99].map(|part| times.at(part));
        println!(
            "{name}: {} requests, p50 {half:.1?}, p95 {most_of:.1?} (at most {most:?}), p99 {nearly_all:.1?}",
            times.count()
        );
        is_good &= most_of <= most;
    }
    for refused in &timings.refused {
        println!("refused: {refused}");
    }
    is_good && timings.refused.is_empty() && watchers >= WATCHERS
}
