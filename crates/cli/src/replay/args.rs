//! `sandtable replay`, as typed.

use crate::play_options::PlayOptions;
use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
Exit status: 0 done, 1 a replay does not verify or is damaged, 2 wrong usage.

Examples:
  sandtable replay verify g.jsonl
  sandtable replay show g.jsonl --seat 1 --from 20 --to 25
  sandtable replay html g.jsonl -o g.html
  sandtable replay html old.battle
  sandtable replay html replays/ -o gallery/
  sandtable replay export g.jsonl --format battle -o g.battle
  sandtable replay pack replays/
  sandtable replay branch g.jsonl --at 50 greedy ./mybot --replay other.jsonl";

#[derive(Args, Debug)]
pub(crate) struct Replay {
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Action {
    /// Run replays again and name the first turn that differs
    Verify(Verify),
    /// Print a replay turn by turn
    Show(Show),
    /// Make a web page of a replay that opens without a server or a network
    ///
    /// FILE is a replay, a `.battle` file of the old deepblue contest, or a log folder of the fc18
    /// contest. For a folder of replays a page of each is written into the folder that `-o` names,
    /// and `index.html`, a gallery that leads to them.
    Html(Html),
    /// Write a replay that verifies in an old contest's format
    Export(Export),
    /// Pack replays for a store: orders in bytes, and nothing that can be computed
    ///
    /// A packed replay (.replay) takes about a fifth of a compressed one, every command reads it,
    /// and `unpack` gives back the same lines, byte for byte.
    Pack(Pack),
    /// Write a packed or compressed replay as the lines that it holds
    Unpack(Unpack),
    /// Put other bots in the seats at some turn and play on
    Branch(Box<Branch>),
}

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// The replays; a folder stands for the replays in it
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Show {
    /// The replay
    pub(crate) file: PathBuf,
    /// Show what this seat saw and was told
    #[arg(long, value_name = "SEAT")]
    pub(crate) seat: Option<u8>,
    /// Begin with this turn
    #[arg(long, value_name = "TURN")]
    pub(crate) from: Option<u32>,
    /// End with this turn
    #[arg(long, value_name = "TURN")]
    pub(crate) to: Option<u32>,
    /// Leave out the boards
    #[arg(long)]
    pub(crate) brief: bool,
    /// Print the replay itself, without anything measured
    #[arg(long, conflicts_with_all = ["seat", "from", "to", "brief"])]
    pub(crate) canonical: bool,
}

#[derive(Args, Debug)]
pub(crate) struct Html {
    /// The replay, an old contest's file or folder, or a folder of replays
    #[arg(value_name = "FILE|DIR")]
    pub(crate) file: PathBuf,
    /// The page to write; without it, beside the replay. For a folder of replays, the folder to
    /// write
    #[arg(short, long, value_name = "FILE|DIR")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Export {
    /// The replay
    pub(crate) file: PathBuf,
    /// `battle` (deepblue) or `fc18-log` (fc18)
    #[arg(long, value_name = "FORMAT")]
    pub(crate) format: String,
    /// The file to write (`-`: standard output), or for a format of several files the folder
    #[arg(short, long, value_name = "FILE|DIR")]
    pub(crate) output: PathBuf,
}

#[derive(Args, Debug)]
pub(crate) struct Pack {
    /// The replays; a folder stands for the replays in it
    #[arg(required = true, value_name = "FILE|DIR")]
    pub(crate) files: Vec<PathBuf>,
    /// The file to write (`-`: standard output), for a single replay; without it each goes beside
    /// its replay, under a name in `.replay`
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Unpack {
    /// The replay
    pub(crate) file: PathBuf,
    /// The file to write, compressed if its name ends in `.zst` (`-`: standard output); without it,
    /// beside the replay, under a name in `.jsonl`
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

#[derive(Args, Debug)]
pub(crate) struct Branch {
    /// The replay
    pub(crate) file: PathBuf,
    /// The turn from which the new bots play
    #[arg(long, value_name = "TURN")]
    pub(crate) at: u32,
    /// The bots, one a seat
    #[arg(required = true, value_name = "BOT")]
    pub(crate) bots: Vec<String>,
    /// Write the new game's replay to this file; it begins with the old turns
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) play: PlayOptions,
}
