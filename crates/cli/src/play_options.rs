//! What all commands that have bots play are told: for how long bots may think, how they are
//! contained, and for whom the result is printed.

use crate::containment::{Bound, Containment};
use clap::Args;

/// How bots are run, and how the result is printed.
#[derive(Args, Debug)]
pub(crate) struct PlayOptions {
    /// How long bots may think; `sandtable match --help` says how it is written
    #[arg(long, value_name = "CLOCK", default_value = "100ms+10s")]
    pub(crate) clock: matches::Clock,
    #[command(flatten)]
    pub(crate) containment: Containment,
    #[command(flatten)]
    pub(crate) bound: Bound,
    /// Print JSON; `sandtable schema` describes it
    #[arg(long)]
    pub(crate) json: bool,
}
