//! What the operator of an arena decides.

use crate::files::FilesPlace;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How a process of an arena is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder of this process; without a database and files elsewhere it holds everything.
    pub data: PathBuf,
    /// The address of a PostgreSQL database that several machines share; none for SQLite in the
    /// folder.
    pub database: Option<String>,
    /// Where the files are that all machines share; none for a folder in the folder.
    pub files: Option<FilesPlace>,
    /// Matches and builds at the same time.
    pub jobs: usize,
    /// How long matches may go on after somebody wanted to stop.
    pub grace: Duration,
}

/// How requests are answered.
#[derive(Clone, Copy, Debug)]
pub struct WebSettings {
    /// Where requests come in.
    pub listen: SocketAddr,
    /// Whether anybody may make an account; else an administrator does.
    pub open_sign_up: bool,
    /// Whether requests come through a proxy of ours, whose `X-Forwarded-For` and
    /// `X-Forwarded-Proto` are true.
    pub behind_proxy: bool,
}

/// Which jobs a worker takes.
#[derive(Clone, Debug)]
pub struct WorkSettings {
    /// What people call the machine.
    pub name: String,
    /// Games whose matches it plays; all of them if it is empty.
    pub games: Vec<String>,
    /// Whether it builds and checks what people upload.
    pub builds: bool,
}
