//! `sandtable arena`, as typed.

use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
All of these but `backup` and `openapi` want the arena stopped. DIR is the folder of `serve --data`, by default the
same one.

Exit status: 0 done, 1 it could not be done, or `recount` found ratings that were wrong (they are right now), 2 wrong
usage.

Examples:
  sandtable arena backup /backups/monday
  sandtable arena restore /backups/monday --data /srv/arena
  sandtable arena user ann --role administrator
  sandtable arena recount";

#[derive(Args, Debug)]
pub(crate) struct Arena {
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Action {
    /// Compute all ratings again from the finished matches
    Recount(Folder),
    /// Copy an arena, running or not, into a new folder
    Backup {
        /// The new folder
        #[arg(value_name = "TO")]
        to: PathBuf,
        #[command(flatten)]
        folder: Folder,
    },
    /// Make an arena of a backup, in a folder where there is none
    Restore {
        /// The backup
        #[arg(value_name = "FROM")]
        from: PathBuf,
        #[command(flatten)]
        folder: Folder,
    },
    /// Make an account or change its role, and print the way to a page that sets its password
    User {
        /// The name
        name: String,
        /// What it may do
        #[arg(long, value_name = "ROLE", default_value = "player", value_parser = PossibleValuesParser::new(server::Role::ALL.map(server::Role::name)))]
        role: String,
        #[command(flatten)]
        folder: Folder,
    },
    /// Make an arena full of bots and of matches that were never played, to measure how a large one behaves
    SeedDemo {
        /// Bots, spread over the ladders
        #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(8..=100_000))]
        bots: u32,
        /// Finished matches
        #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
        matches: u32,
        #[command(flatten)]
        folder: Folder,
    },
    /// Print the OpenAPI document of the arena's API
    Openapi,
}

#[derive(Args, Debug)]
pub(crate) struct Folder {
    /// The folder of the arena
    #[arg(long = "data", value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
}
