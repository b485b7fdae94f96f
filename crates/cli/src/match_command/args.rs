//! `sandtable match`, as typed.

use crate::play_options::PlayOptions;
use crate::registry;
use crate::seed::Seed;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
A BOT is a built-in one (idle, random, greedy, easy, medium, hard, strong; strong:N simulates N turns before each of its
own), a program, a Python file, an ai.cpp for the old interfaces of deepblue
and fc18, a folder with a bot.toml, or in deepblue tcp:PORT for an original client.
NAME=BOT gives it another name in tables and replays, whatever it calls itself.
Seats rotate over the games; --blocks plays every map and seed in every seating. In breach and goblins one bot plays the map.

The clock counts CPU time: TURN+BANK, for example 100ms+10s; `rounds` lets a deepblue round last as long as the map
says, on the wall; `off` waits for a day; or name the parts: turn=, bank=, start=, wall=, faults= (a fault costs the
turn, the last one puts the seat out).

Wall time is a far guard (20 s a turn, or twice the allowance; wall=), for programs that wait for ever: time in which the
machine had no processor for a program does not count, up to ten times the guard. A busy machine costs nobody a turn.

Exit status: 0 played, 1 a bot could not be compiled or started, or a file not written (with --strict also if a bot had
a fault), 2 wrong usage, 130 stopped by Ctrl-C.

Examples:
  sandtable match fc18 ./bot.py greedy random random --replay g.jsonl
  sandtable match deepblue ./mybot greedy --games 100 --seed 7
  sandtable match deepblue new=./mybot old=./mybot-v1 --blocks 50 --maps all
  sandtable match deepblue ./mybot greedy --seed 7 --only 17 --record lost-game
  sandtable match breach greedy --map harbour";

#[derive(Args, Debug)]
pub(crate) struct Match {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: String,
    /// The bots, one a seat
    #[arg(required = true, value_name = "BOT")]
    pub(crate) bots: Vec<String>,
    /// A map file, or the name of a bundled map
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) map: Option<PathBuf>,
    /// Several maps, with commas between them, or `all` bundled ones; the games take turns on them
    #[arg(long, value_name = "all|A,B,...", value_delimiter = ',', conflicts_with = "map")]
    pub(crate) maps: Vec<String>,
    /// The rule profile
    #[arg(long, value_name = "PROFILE")]
    pub(crate) rules: Option<String>,
    /// The seed, as matches and replays show it, or a number: of several games theirs are made from
    /// it, of one it is its own; a random one if none is given
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<Seed>,
    /// Number of games
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Play this many blocks instead: one map and one seed, once in each seating, so that luck of
    /// the map is nobody's advantage
    #[arg(long, value_name = "N", conflicts_with_all = ["games", "only"], value_parser = clap::value_parser!(u32).range(1..=40_000))]
    pub(crate) blocks: Option<u32>,
    /// The seatings of a block: every bot once in every seat, or all orders
    #[arg(long, value_enum, default_value_t = Seatings::Rotations, requires = "blocks")]
    pub(crate) seatings: Seatings,
    /// Play only the game of this number again, of the series with this seed
    #[arg(long, value_name = "NUMBER", requires = "seed", conflicts_with_all = ["games", "resume"], value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) only: Option<u32>,
    /// Games played at the same time; by default one a core, or half of that with programs in the
    /// seats, or one with tcp:PORT
    #[arg(long, value_name = "J", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) jobs: Option<u16>,
    /// Write the replay to this file (.jsonl or .jsonl.zst); several games need a folder, and a
    /// path that is one or ends in `/` takes a single game, too
    #[arg(long, value_name = "FILE|DIR")]
    pub(crate) replay: Option<PathBuf>,
    /// Leave everything measured out of the replay
    #[arg(long, requires = "replay")]
    pub(crate) canonical: bool,
    /// Play only the games whose replays are not in the folder yet, from the folder's seed if none
    /// is given
    #[arg(long, requires = "replay")]
    pub(crate) resume: bool,
    /// Keep the exact bytes that each program got and wrote in this folder; records of earlier
    /// matches in it are removed
    #[arg(long, value_name = "DIR")]
    pub(crate) record: Option<PathBuf>,
    /// Let it be a failure if a bot crashes, is late or does anything else that the protocol does
    /// not allow
    #[arg(long)]
    pub(crate) strict: bool,
    #[command(flatten)]
    pub(crate) play: PlayOptions,
    /// Print a line of JSON for every game as soon as it is over;
    /// `sandtable schema GAME match-game` describes it
    #[arg(long, conflicts_with = "json")]
    pub(crate) json_lines: bool,
}

/// The seatings of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Seatings {
    /// Every bot once in every seat.
    Rotations,
    /// Every order of the bots.
    All,
}

impl Seatings {
    /// Who sits where, game by game.
    pub(crate) fn of(self, seats: usize) -> Vec<Vec<usize>> {
        match self {
            Self::Rotations => tournament::seating::rotations(seats),
            Self::All => tournament::seating::balanced(seats, usize::MAX),
        }
    }
}

impl Match {
    /// Number of games that are asked for, with blocks of so many.
    pub(crate) fn wanted(&self, block: usize) -> u32 {
        match (self.only, self.blocks) {
            (Some(_), _) => 1,
            (None, Some(blocks)) => blocks.saturating_mul(block as u32),
            (None, None) => self.games,
        }
    }

    /// Whether it is one game without a series around it.
    pub(crate) const fn is_one_game(&self) -> bool {
        self.only.is_none() && self.blocks.is_none() && self.games == 1
    }
}
