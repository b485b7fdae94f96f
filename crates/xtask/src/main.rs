//! What developers run: `cargo xtask`.
//!
//! `test` runs everything a change must pass, as a list of steps ([`mod@test`] is that list);
//! `fuzz` and `bench` run parts of it at length, `long` what takes too long for it; `instructions`
//! says whether the rules have become slower; `overhead` measures the referee, `runner`
//! tournaments, `strength` the built-in bots, `throughput` an arena on several workers; `chaos` lets
//! everything go wrong with one; `verify` plays everything there is and runs the replays again;
//! `pictures` draws what the readme and the guides show; `schemas` writes the book's copies of the
//! schemas, `types` what the SDKs are made of by them; `dictionaries` makes what packed replays are
//! compressed with; `setup` installs what is optional. Everything is done by calling other
//! programs, without a shell.
#![allow(clippy::print_stdout, reason = "it reports to the developer who runs it")]
#![allow(clippy::print_stderr, reason = "it reports to the developer who runs it")]

mod arena;
mod bans;
mod bench;
mod callgrind;
mod chaos;
mod client;
mod deny;
mod deploy;
mod dictionaries;
mod features;
mod fuzz;
mod instructions;
mod long;
mod overhead;
mod pictures;
mod postgres;
mod process;
mod python;
mod runner;
mod s3;
mod schemas;
mod setup;
mod steps;
mod strength;
mod test;
mod throughput;
mod tools;
mod types;
mod verify;
mod web;
mod workspace;

use clap::{Parser, Subcommand};
use std::process::ExitCode;
use steps::Stop;
use workspace::Workspace;

/// Tests, fuzzing, benchmarks and set-up of this workspace.
#[derive(Parser, Debug)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand, Debug)]
enum Task {
    Test(test::Options),
    Fuzz(fuzz::Options),
    Bench(bench::Options),
    Instructions(instructions::Options),
    Long(long::Options),
    Chaos(chaos::Options),
    Throughput(throughput::Options),
    /// Measure what the referee adds to a turn of a program, over a bare echo of the same bytes
    Overhead,
    /// Measure what playing a tournament adds to the time of its games
    Runner,
    Strength(strength::Options),
    Verify(verify::Options),
    /// Write the book's copies of the JSON Schemas anew
    Schemas,
    /// Write the types of the SDKs anew, from the copies of the schemas
    Types,
    /// Make the pictures of the readmes and of the arena's guides anew (needs node and Chromium)
    Pictures,
    Dictionaries(dictionaries::Options),
    /// Install what is optional: a bare-metal target, cargo-deny, cargo-nextest, what the replay
    /// page is checked with
    Setup,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match Workspace::find().and_then(|workspace| run(&arguments.task, &workspace)) {
        Ok(code) => code,
        Err(Stop::Failed(why) | Stop::Skipped(why)) => {
            eprintln!("error: {why}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: &Task, workspace: &Workspace) -> Result<ExitCode, Stop> {
    match task {
        Task::Test(options) => return Ok(test::run(options, workspace)),
        Task::Setup => return Ok(setup::run(workspace)),
        Task::Schemas => schemas::run(workspace)?,
        Task::Types => types::run(workspace)?,
        Task::Fuzz(options) => fuzz::run(options, workspace)?,
        Task::Long(options) => long::run(options, workspace)?,
        Task::Chaos(options) => chaos::run(options, workspace)?,
        Task::Throughput(options) => throughput::run(options, workspace)?,
        Task::Bench(options) => bench::run(options, workspace)?,
        Task::Instructions(options) => instructions::run(options, workspace)?,
        Task::Pictures => pictures::run(workspace)?,
        Task::Dictionaries(options) => dictionaries::run(options, workspace)?,
        Task::Overhead => overhead::run(workspace)?,
        Task::Runner => runner::run(workspace)?,
        Task::Strength(options) => strength::run(options, workspace)?,
        Task::Verify(options) => verify::run(options, workspace)?,
    }
    Ok(ExitCode::SUCCESS)
}
