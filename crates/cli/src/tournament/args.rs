//! `sandtable tournament`, as typed.

use crate::containment::{Bound, Containment};
use crate::registry;
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
A tournament is a file (CUP.toml: who plays, what, how often) and a folder, in which everything is kept: one database
with every game and its replay, and the report (site/). Run it again after Ctrl-C, a crash or a power cut, and it goes
on where it was: nothing is lost, and nothing played twice. Two runs on one folder exclude each other.

A bot that cannot be built or started forfeits its games, and the tournament goes on.

Exit status: 0 done, 1 what was asked for failed, 2 wrong usage, 130 stopped by Ctrl-C.

Examples:
  sandtable tournament new deepblue > CUP.toml
  sandtable tournament run CUP.toml -o cup/
  sandtable tournament status cup/
  sandtable tournament add cup/ late=./late-bot
  sandtable tournament resume cup/ --jobs 2";

#[derive(Args, Debug)]
pub(crate) struct Tournament {
    #[command(subcommand)]
    pub(crate) what: What,
}

#[derive(Subcommand, Debug)]
pub(crate) enum What {
    /// Print a commented file to start from
    New(New),
    /// Play a tournament, or go on with it
    Run(Run),
    /// Go on with a tournament, as its folder describes it
    Resume(Resume),
    /// Say how far it is, and who leads
    Status(Status),
    /// Write the report: pages in English and Chinese, CSV and JSON
    Report(Report),
    /// Let another bot take part in a round robin, gauntlet or ladder
    Add(Add),
    /// Write the replay of a game to a file
    Replay(Replay),
}

#[derive(Args, Debug)]
pub(crate) struct New {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: String,
}

#[derive(Args, Debug)]
pub(crate) struct Run {
    /// The file that describes it
    #[arg(value_name = "CUP.toml")]
    pub(crate) file: PathBuf,
    /// Its folder
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) playing: Playing,
}

#[derive(Args, Debug)]
pub(crate) struct Resume {
    /// Its folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) playing: Playing,
}

/// How games are played.
#[derive(Args, Debug)]
pub(crate) struct Playing {
    /// Games played at the same time; by default as the file says, or half of the cores
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    #[command(flatten)]
    pub(crate) containment: Containment,
    #[command(flatten)]
    pub(crate) bound: Bound,
}

#[derive(Args, Debug)]
pub(crate) struct Status {
    /// Its folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Print JSON; `sandtable schema GAME tournament-status` describes it
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Report {
    /// Its folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// Write a replay page for so many lost games of each bot
    #[arg(long, value_name = "N", default_value_t = 3)]
    pub(crate) pages: u32,
}

#[derive(Args, Debug)]
pub(crate) struct Add {
    /// Its folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The bot and its name
    #[arg(value_name = "NAME=BOT")]
    pub(crate) bot: String,
    #[command(flatten)]
    pub(crate) containment: Containment,
    #[command(flatten)]
    pub(crate) bound: Bound,
}

#[derive(Args, Debug)]
pub(crate) struct Replay {
    /// Its folder
    #[arg(value_name = "DIR")]
    pub(crate) folder: PathBuf,
    /// The game's number
    pub(crate) game: u64,
    /// The file: .replay as it is kept, or a page (.html)
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
}
