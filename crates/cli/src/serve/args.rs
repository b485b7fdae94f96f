//! `sandtable serve`, as typed.

use clap::{Args, ValueEnum};
use server::FilesPlace;
use std::net::SocketAddr;
use std::path::PathBuf;

pub(crate) const HELP: &str = "\
Everything is kept in one folder: --data, by default $XDG_DATA_HOME/sandtable/arena (~/.local/share/sandtable/arena).
The first start prints a link by which the first administrator makes an account. Strangers' bots are built and run only
in a sandbox that keeps all its promises (`sandtable doctor`); where there is none, built-in bots play and uploads are
refused. SIGTERM or Ctrl-C stops: matches that run are finished within --grace, or played again at the next start.

With --database several servers and workers (`sandtable worker`) share one PostgreSQL database and the files that --files
names; --data is then this server's own folder. Files are in a folder that all machines reach, or in an S3-compatible
store: s3://BUCKET/PREFIX, with credentials, region and endpoint in AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION
and AWS_ENDPOINT_URL.

Exit status: 0 stopped by a signal, 1 it cannot be started, 2 wrong usage.

Examples:
  sandtable serve
  sandtable serve --listen 0.0.0.0:8080 --data /srv/arena --sign-up closed
  sandtable serve --listen 127.0.0.1:8080 --behind-proxy --log json
  sandtable serve --database postgres://arena@db/arena --files /srv/shared/files --data /srv/arena
  sandtable serve --database postgres://arena@db/arena --files s3://arena/files --data /srv/arena";

#[derive(Args, Debug)]
pub(crate) struct Serve {
    /// The folder that holds everything
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) database: DatabaseOption,
    /// The files that all machines share: a folder, or a part of a store; by default a folder in
    /// --data
    #[arg(long, value_name = "DIR|s3://…", value_parser = str::parse::<FilesPlace>)]
    pub(crate) files: Option<FilesPlace>,
    /// Where requests come in; port 0 takes a free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080")]
    pub(crate) listen: SocketAddr,
    /// Matches and builds at the same time; by default all processors but one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,
    /// Who may make an account
    #[arg(long, value_enum, default_value_t = SignUp::Open)]
    pub(crate) sign_up: SignUp,
    /// Requests come through a proxy, whose X-Forwarded-For and X-Forwarded-Proto can be believed
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// Seconds that running matches have when the arena is stopped
    #[arg(long, value_name = "SECONDS", default_value_t = 20)]
    pub(crate) grace: u32,
    /// How the log is written, to standard error
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log: LogFormat,
}

/// Where the rows of an arena are, if not in its folder.
#[derive(Args, Debug)]
pub(crate) struct DatabaseOption {
    /// A PostgreSQL database that several machines share; by default SQLite in the folder
    #[arg(long = "database", value_name = "postgres://…", value_parser = postgres_address)]
    pub(crate) address: Option<String>,
}

/// An address of PostgreSQL.
pub(crate) fn postgres_address(text: &str) -> Result<String, String> {
    match text.starts_with("postgres://") || text.starts_with("postgresql://") {
        true => Ok(text.to_owned()),
        false => Err("write postgres://USER@HOST/DATABASE".to_owned()),
    }
}

/// Who may make an account.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum SignUp {
    /// Anybody
    Open,
    /// Only `sandtable arena user`
    Closed,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}
