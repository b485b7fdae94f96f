//! The command line of `sandtable puzzle`.

use crate::registry;
use crate::seed::Seed;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
On a puzzle exactly one first turn wins in the turns asked for; turns that lead to the same position are one turn. The grade says
how many other first turns look at least as good and fail, times the turns of the win: easy below 40, medium below 150, hard from
there on. The same seed and number of turns make the same puzzle on every machine.

The map goes to standard output and what is said of it to standard error; with -o the map goes into a file, and its drawing is shown.
25 puzzles come with each game: --list names them, and they are maps like any others: `sandtable play breach --map puzzle-01`.

Exit status: 0 done, 1 the file cannot be written, 2 wrong usage.

Examples:
  sandtable puzzle breach --turns 2 --seed 7 -o mine.map
  sandtable play breach --map mine.map
  sandtable puzzle goblins --list
  sandtable solve goblins puzzle-04";

/// What `sandtable puzzle` is asked.
#[derive(Args, Debug)]
pub(crate) struct Puzzle {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names_with_console()))]
    pub(crate) game: String,
    /// The fewest turns in which it can be won
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=i64::from(solver::MOST_PUZZLE_TURNS)))]
    pub(crate) turns: u32,
    /// Same seed, same puzzle; a random one if none is given
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<Seed>,
    /// Write the map into this file, and show its drawing
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Say which turn it is that wins, too
    #[arg(long)]
    pub(crate) solution: bool,
    /// List the puzzles that come with the game
    #[arg(long, conflicts_with_all = ["turns", "seed", "output", "solution"])]
    pub(crate) list: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
