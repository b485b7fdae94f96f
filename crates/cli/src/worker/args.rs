//! `sandtable worker`, as typed.

use crate::serve::args::{LogFormat, postgres_address};
use clap::Args;
use clap::builder::PossibleValuesParser;
use server::FilesPlace;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
Builds and plays for an arena whose servers run with `sandtable serve --database`. --files is the address of a server,
from which a worker gets the files of its jobs and no others; or, where the machine may see all files, the folder or the
store that the servers use. Two workers on one machine need a folder (--data) each. A worker whose sandbox does not keep every promise
(`sandtable doctor`) gets matches of built-in bots only. CPU clocks are scaled by a short measurement at the start, so
that a bot has as much time on a slow machine. Everything is verified by a server; a worker whose results are not true is
stopped. The password of the database comes from PGPASSWORD or ~/.pgpass, if it is not in the address; its role needs
only what `sandtable arena grant-worker` gives.

SIGTERM or Ctrl-C stops: matches that run are finished within --grace, or handed back.

Exit status: 0 stopped by a signal, 1 it cannot join or is not believed any more, 2 wrong usage.

Examples:
  sandtable worker --database postgres://worker@db/arena --files https://arena.example
  sandtable worker --database postgres://worker@db/arena --files /srv/shared/files --jobs 8 --games fc18 --builds";

#[derive(Args, Debug)]
pub(crate) struct Worker {
    /// The PostgreSQL database of the arena
    #[arg(long, value_name = "postgres://…", value_parser = postgres_address)]
    pub(crate) database: String,
    /// Where files come from: a server, or the folder or store that servers use
    #[arg(long, value_name = "https://…|DIR|s3://…", value_parser = str::parse::<FilesPlace>)]
    pub(crate) files: FilesPlace,
    /// The folder of this worker alone, for what it needs while it plays
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Matches and builds at the same time; by default one for each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// Games whose matches it plays, with commas between them; by default all
    #[arg(long, value_name = "GAMES", value_delimiter = ',', value_parser = PossibleValuesParser::new(games::ALL.iter().map(|game| game.name())))]
    pub(crate) games: Vec<String>,
    /// Builds and checks what people upload, too
    #[arg(long)]
    pub(crate) builds: bool,
    /// What administrators call it; by default the name of the machine
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Seconds that running matches have when the worker is stopped
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub(crate) grace: u32,
    /// How the log is written, to standard error
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log: LogFormat,
}
