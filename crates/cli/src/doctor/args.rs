//! The command line of `sandtable doctor`.

use crate::containment::Containment;
use clap::Args;

pub(crate) const HELP: &str = "\
Every layer is tried by starting an empty program behind it. Exit status 1 if this machine lacks what `--sandbox require`,
the usual mode, demands; what there is is shown all the same.

Examples:
  sandtable doctor
  sandtable doctor --sandbox auto --json
  sandtable doctor --measure";

#[derive(Args, Debug)]
pub(crate) struct Doctor {
    #[command(flatten)]
    pub(crate) containment: Containment,
    /// Measure what containment costs here: a start, a look at the clock, stopping and going on
    #[arg(long)]
    pub(crate) measure: bool,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}
