//! `sandtable tune`, as typed.

use crate::play_options::PlayOptions;
use crate::registry;
use crate::seed::Seed;
use crate::series_options::SeriesOptions;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;
use tournament::spsa::USUAL_RATE;

pub(crate) const HELP: &str = "\
Looks for better values of the numbers that a bot declares under [parameters] in its bot.toml and gets in its first
message. Each iteration changes all of them at once, every one up or down by chance, plays a block with the values on
either side, and moves a little towards the side that did better (SPSA). Both sides play BOT X, or each other without
--against. In breach and goblins everybody plays the map alone, and results are compared.

The folder takes one line an iteration (iterations.jsonl), charts (index.html) and the values that were found
(found.toml, to be put into bot.toml). The same command in the same folder goes on where it was stopped or killed.

It says when nothing was learnt: when no parameter moved farther than chance moves one that has no influence.

Exit status: 0 something was learnt, 3 nothing was, 1 a bot could not be started or a file not written, 2 wrong usage,
130 stopped by Ctrl-C.

Examples:
  sandtable tune deepblue ./mybot --against greedy
  sandtable tune fc18 ./mybot --against ./mybot-v1 --iterations 1000 --maps all -o tuning/
  sandtable tune breach ./mybot --maps all --iterations 100";

#[derive(Args, Debug)]
pub(crate) struct Tune {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: String,
    /// The bot that is tuned: a folder or zip file with a bot.toml
    pub(crate) bot: String,
    /// Whom both sides play; without it they play each other
    #[arg(long, value_name = "X")]
    pub(crate) against: Option<String>,
    /// The tuning's folder
    #[arg(short, long, value_name = "DIR", default_value = "tune")]
    pub(crate) output: PathBuf,
    /// Number of iterations
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) iterations: u32,
    /// Blocks of an iteration, for either side
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) blocks: u32,
    /// How many steps an iteration that is won outright moves every parameter in the end; about
    /// twice as many in the beginning
    #[arg(long, value_name = "STEPS", default_value_t = USUAL_RATE, value_parser = rate)]
    pub(crate) rate: f64,
    /// The seed: same seed, same games; the folder's, or a random one, if none is given
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<Seed>,
    #[command(flatten)]
    pub(crate) series: SeriesOptions,
    #[command(flatten)]
    pub(crate) play: PlayOptions,
}

fn rate(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|rate| *rate > 0.0 && *rate <= 10.0);
    number.ok_or_else(|| format!("`{text}` is not a number of steps above 0 and at most 10"))
}
