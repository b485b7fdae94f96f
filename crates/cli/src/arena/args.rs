//! `sandtable arena`, as typed.

use crate::serve::args::{DatabaseOption, postgres_address};
use clap::builder::PossibleValuesParser;
use clap::{Args, Subcommand};
use server::FilesPlace;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
All of these but `backup`, `openapi` and `grant-worker` want the arena stopped; with --database `user` does not, either.
DIR is the folder of `serve --data`, by default the same one. Arenas in PostgreSQL are backed up with pg_dump and a copy
of the files, in this order.

Exit status: 0 done, 1 it could not be done, or `recount` found ratings that were wrong (they are right now), 2 wrong
usage.

Examples:
  sandtable arena backup /backups/monday
  sandtable arena restore /backups/monday --data /srv/arena
  sandtable arena user ann --role administrator
  sandtable arena recount
  sandtable arena move --from /srv/arena --to postgres://arena@db/arena --files /srv/shared/files
  sandtable arena grant-worker worker --database postgres://arena@db/arena";

#[derive(Args, Debug)]
pub(crate) struct Arena {
    #[command(subcommand)]
    pub(crate) action: Action,
}

#[derive(Subcommand, Debug)]
pub(crate) enum Action {
    /// Compute all ratings again from the finished matches
    Recount(Place),
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
        place: Place,
    },
    /// Make an arena full of bots and of matches that were never played, to measure how a large one
    /// behaves
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
    /// Copy an arena from a folder to PostgreSQL or back, and compare both
    Move {
        /// Where it is: DIR or postgres://…
        #[arg(long, value_name = "PLACE")]
        from: String,
        /// Where it is to be: a new folder, or an empty database
        #[arg(long, value_name = "PLACE")]
        to: String,
        /// The files on PostgreSQL's side, as `serve --files` has them
        #[arg(long, value_name = "DIR|s3://…", value_parser = str::parse::<FilesPlace>)]
        files: FilesPlace,
    },
    /// Let a role of PostgreSQL do what `sandtable worker` does, and nothing else
    GrantWorker {
        /// The role, which is there already: not the one of the servers
        #[arg(value_name = "ROLE")]
        role: String,
        /// The database, as its owner
        #[arg(long, value_name = "postgres://…", value_parser = postgres_address)]
        database: String,
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

/// Where an arena is.
#[derive(Args, Debug)]
pub(crate) struct Place {
    #[command(flatten)]
    pub(crate) folder: Folder,
    #[command(flatten)]
    pub(crate) database: DatabaseOption,
}
