//! The `sandtable` program: the only crate that prints.
//!
//! `main` parses the command line and hands it to the module named after the command.

#[macro_use]
mod out;

#[cfg(feature = "server")]
mod arena;
mod args;
mod bench;
mod check_bot;
mod class;
mod compare;
mod conform;
mod console;
mod containment;
mod doctor;
mod failure;
mod feed;
mod files;
mod input;
mod judge;
mod map;
mod maps;
mod match_command;
mod new_bot;
mod par;
mod perft;
mod play;
#[cfg(feature = "server")]
mod play_bots;
mod play_options;
#[cfg(feature = "server")]
mod play_table;
mod puzzle;
mod rate;
mod registry;
#[cfg(feature = "remote")]
mod remote;
mod replay;
mod schema;
mod screen;
mod seed;
mod series_options;
#[cfg(feature = "server")]
mod serve;
mod shell;
mod solve;
mod tournament;
mod tune;
#[cfg(feature = "server")]
mod worker;

use args::{Arguments, Command};
use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

fn main() -> ExitCode {
    // The sandbox starts this program again to stand between it and a stranger's, and to unpack
    // archives behind the same walls.
    if let Some(code) = sandbox::launched() {
        return code;
    }
    match run(Arguments::parse()) {
        Ok(code) => code,
        Err(failure) => failure.report(),
    }
}

fn run(arguments: Arguments) -> Result<ExitCode, Failure> {
    match arguments.command {
        None => shell::help(),
        #[cfg(feature = "server")]
        Some(Command::Serve(options)) => serve::run(&options),
        #[cfg(feature = "server")]
        Some(Command::Worker(options)) => worker::run(&options),
        #[cfg(feature = "server")]
        Some(Command::Arena(options)) => arena::run(&options),
        #[cfg(feature = "remote")]
        Some(Command::Remote(options)) => remote::run(&options),
        Some(Command::Play(options)) => play::run(&options),
        Some(Command::Games(options)) => registry::list(&options),
        Some(Command::Console(options)) => console::run(&options),
        Some(Command::Match(options)) => match_command::run(&options),
        Some(Command::Compare(options)) => compare::run(&options),
        Some(Command::Tune(options)) => tune::run(&options),
        Some(Command::Tournament(options)) => tournament::run(&options),
        Some(Command::Rate(options)) => rate::run(&options),
        Some(Command::NewBot(options)) => new_bot::run(&options),
        Some(Command::CheckBot(options)) => check_bot::run(&options),
        Some(Command::Feed(options)) => feed::run(&options),
        Some(Command::Replay(options)) => replay::run(&options),
        Some(Command::Map(options)) => map::run(&options),
        Some(Command::Judge(options)) => judge::run(&options),
        Some(Command::Class(options)) => class::run(&options),
        Some(Command::Conform(options)) => conform::run(&options),
        Some(Command::Perft(options)) => perft::run(&options),
        Some(Command::Solve(options)) => solve::run(&options),
        Some(Command::Puzzle(options)) => puzzle::run(&options),
        Some(Command::Bench(options)) => bench::run(&options),
        Some(Command::Schema(options)) => schema::run(&options),
        Some(Command::Doctor(options)) => doctor::run(&options),
        Some(Command::Completions { shell }) => shell::completions(shell),
        Some(Command::Man(options)) => shell::man(&options),
    }
}
