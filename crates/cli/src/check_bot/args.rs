//! `sandtable check-bot`, as typed.

use crate::play_options::PlayOptions;
use crate::registry;
use crate::seed::Seed;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
Plays a whole game from each seat, with `random` in the other seats, and some more to see how the bot takes what can
happen to it. Each line of the report is ok, note, warning or problem, with what was seen and what to do about it. A BOT
is a program, a Python file, an ai.cpp for the old interfaces of deepblue and fc18, or a folder with a bot.toml.

Exit status: 0 no problems (there may be warnings), 1 problems, 2 wrong usage, 130 stopped by Ctrl-C.

Examples:
  sandtable check-bot fc18 ./bot.py
  sandtable check-bot deepblue ai.cpp --map duel --clock 1s+60s
  sandtable check-bot breach my-bot/ --json";

#[derive(Args, Debug)]
pub(crate) struct CheckBot {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: String,
    /// The bot
    pub(crate) bot: String,
    /// A map file, or the name of a bundled map
    #[arg(long, value_name = "FILE|NAME")]
    pub(crate) map: Option<PathBuf>,
    /// The rule profile
    #[arg(long, value_name = "PROFILE")]
    pub(crate) rules: Option<String>,
    /// The seed from which those of the games are made
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: Seed,
    #[command(flatten)]
    pub(crate) play: PlayOptions,
}
