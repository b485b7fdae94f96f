//! What the operator of an arena decides.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

/// How an arena is run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The folder that holds everything.
    pub data: PathBuf,
    /// Where requests come in.
    pub listen: SocketAddr,
    /// Matches and builds at the same time.
    pub jobs: usize,
    /// Whether anybody may make an account; else an administrator does.
    pub open_sign_up: bool,
    /// Whether requests come through a proxy of ours, whose `X-Forwarded-For` and `X-Forwarded-Proto` are true.
    pub behind_proxy: bool,
    /// How long matches may go on after somebody wanted to stop.
    pub grace: Duration,
}
