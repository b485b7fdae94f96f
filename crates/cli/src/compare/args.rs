//! `sandtable compare`, as typed.

use crate::play_options::PlayOptions;
use crate::registry;
use crate::seed::Seed;
use crate::series_options::SeriesOptions;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::str::FromStr;

pub(crate) const HELP: &str = "\
Plays blocks (one map and one seed, with the seats exchanged) until it is clear whether NEW is better than OLD: a
sequential test (SPRT) of two claims, the difference is ELO0 and the difference is ELO1. In fc18 each bot takes two
seats, in all six ways; in breach and goblins both play the map, and who wins it, or wins it sooner, or with fewer units lost, has won the
block.
Games that repeat others count once.

Normalised Elo measures in standard deviations of a game; with --scale logistic the figures are ordinary Elo.

Exit status: 0 accepted (NEW is better), 1 rejected (it is not), 3 undecided, 2 wrong usage or a bot that cannot be
built or started, 130 stopped by Ctrl-C.

Examples:
  sandtable compare deepblue ./mybot ./mybot-v1
  sandtable compare fc18 new=./mybot old=greedy --maps all --jobs 2
  sandtable compare deepblue ./mybot greedy --sprt -5,5 --games 2000 --replay games/";

#[derive(Args, Debug)]
pub(crate) struct Compare {
    /// The game
    #[arg(value_parser = PossibleValuesParser::new(registry::names()))]
    pub(crate) game: String,
    /// The bot that may be better
    pub(crate) new: String,
    /// The bot it is compared with
    pub(crate) old: String,
    /// The two claims, in Elo: no improvement, and one worth having
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,10", allow_hyphen_values = true)]
    pub(crate) sprt: Claims,
    /// What Elo means here
    #[arg(long, value_enum, default_value_t = EloScale::Normalized)]
    pub(crate) scale: EloScale,
    /// How often it may err, on either side
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = share)]
    pub(crate) error: f64,
    /// Stay undecided after this many games
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(2..=1_000_000))]
    pub(crate) games: u32,
    /// The seed: same seed, same games; a random one if none is given
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<Seed>,
    #[command(flatten)]
    pub(crate) series: SeriesOptions,
    /// Keep every game's replay in this folder
    #[arg(long, value_name = "DIR")]
    pub(crate) replay: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) play: PlayOptions,
}

/// The two claims of a test.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Claims {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
}

impl FromStr for Claims {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` is not two claims: write ELO0,ELO1, the smaller first, for example 0,10");
        let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|number| number.abs() <= 1000.0);
        let (elo0, elo1) = (number(elo0).ok_or_else(wrong)?, number(elo1).ok_or_else(wrong)?);
        if elo0 < elo1 { Ok(Self { elo0, elo1 }) } else { Err(wrong()) }
    }
}

/// What Elo means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum EloScale {
    /// Standard deviations of a game.
    Normalized,
    /// The expected score.
    Logistic,
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|share| *share >= 0.0001 && *share < 0.5);
    number.ok_or_else(|| format!("`{text}` is not a share from 0.0001 to 0.5"))
}
