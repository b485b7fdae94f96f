//! What all commands that play blocks until they know enough are told: where is played, and how
//! many games at the same time.

use crate::failure::Failure;
use crate::match_command::{self, Board};
use clap::Args;
use matches::Entrant;

/// Where blocks are played, and how many games at the same time.
#[derive(Args, Debug)]
pub(crate) struct SeriesOptions {
    /// Maps, with commas between them, or `all` bundled ones; the usual one if left out
    #[arg(long, value_name = "all|A,B,...", value_delimiter = ',')]
    maps: Vec<String>,
    /// The rule profile
    #[arg(long, value_name = "PROFILE")]
    rules: Option<String>,
    /// Games played at the same time; by default one a core, or half of that with programs
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
}

impl SeriesOptions {
    /// The boards of a game that were asked for.
    pub(crate) fn board(&self, game: &str) -> Result<Board, Failure> {
        Board::with_maps(game, &self.maps, self.rules.as_deref())
    }

    /// How many games of these entrants are played at the same time.
    pub(crate) fn jobs(&self, entrants: &[Entrant]) -> usize {
        self.jobs.map_or_else(|| match_command::usual_jobs(entrants), usize::from)
    }
}
