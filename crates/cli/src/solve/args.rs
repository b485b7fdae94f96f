//! The command line of `sandtable solve`.

use crate::registry;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
breach and goblins are deterministic and fully known, so the shortest win can be found and proven. Where time or memory is up
first, what is proven by then is printed: `no win in 2 turns; a win in 4 is known`. What is proven does not depend on the machine.
While it works, progress is told on standard error, if that is a terminal.

Exit status: 0 the shortest win is proven, 1 there is no win within the turns asked for, or time or memory was up before the
proof, or the map is wrong, 2 wrong usage.

Examples:
  sandtable solve breach harbour
  sandtable solve goblins lake --fewest-losses --replay lake.replay
  sandtable solve breach harbour --dialogue | sandtable console breach --map harbour
  sandtable solve goblins my.map --turns 3 --time 10 --json";

/// What `sandtable solve` is asked.
#[derive(Args, Debug)]
pub(crate) struct Solve {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names_with_console()))]
    pub(crate) game: String,
    /// A map file, or the name of a bundled map
    #[arg(value_name = "MAP")]
    pub(crate) map: PathBuf,
    /// The rule profile
    #[arg(long, value_name = "PROFILE")]
    pub(crate) rules: Option<String>,
    /// Look for wins of at most so many turns
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=i64::from(solver::MOST_TURNS)))]
    pub(crate) turns: u32,
    /// Stop after so many seconds, with what is known by then
    #[arg(long, value_name = "S", default_value_t = 60)]
    pub(crate) time: u64,
    /// Remember positions in so much memory
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) memory: u64,
    /// Of the shortest wins find one that loses the fewest units
    #[arg(long)]
    pub(crate) fewest_losses: bool,
    /// Write the win as a replay into this file
    #[arg(long, value_name = "FILE")]
    pub(crate) replay: Option<PathBuf>,
    /// Print what a player of the graded dialogue types to win, and nothing else
    #[arg(long)]
    pub(crate) dialogue: bool,
    /// Print JSON
    #[arg(long, conflicts_with = "dialogue")]
    pub(crate) json: bool,
}
