//! `cargo xtask long`: the tests that take too long for every change.

use crate::process::{cargo, run as call};
use crate::steps::Stop;
use crate::workspace::Workspace;

/// Run the tests that are marked as too long for every change, in a release build.
///
/// Without names all of them run. They take minutes each, and the sandbox's take all processors.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Which of them: statistics, chaos, judge, class, sandbox
    #[arg(value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(LOADS.map(|load| load.name)))]
    names: Vec<String>,
}

/// Tests that run together.
struct Load {
    name: &'static str,
    /// What it shows.
    about: &'static str,
    /// Where its tests are, as cargo selects them.
    tests: &'static [&'static str],
}

const LOADS: [Load; 5] = [
    Load {
        name: "statistics",
        about: "simulated tournaments with known strengths: intervals cover the truth, SPRT errs as seldom as it says",
        tests: &["--package", "sandtable-tournament"],
    },
    Load {
        name: "chaos",
        about: "a tournament killed a hundred times has the same table as one that was not",
        tests: &["--package", "sandtable", "--test", "tournaments"],
    },
    Load {
        name: "judge",
        about: "mutants of right programs, and all bundled cases",
        tests: &["--package", "sandtable-judge"],
    },
    Load {
        name: "class",
        about: "classes of sixty with copies among them, graded straight and killed on the way",
        tests: &["--package", "sandtable", "--test", "class"],
    },
    Load {
        name: "sandbox",
        about: "fair clocks on a busy machine",
        tests: &["--package", "sandtable-sandbox", "--test", "overshoot", "--test", "fairness"],
    },
];

/// Runs those that were named, or all.
pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    let wanted =
        |load: &&Load| options.names.is_empty() || options.names.iter().any(|name| name == load.name);
    for load in LOADS.iter().filter(wanted) {
        println!("{}: {}", load.name, load.about);
        let arguments = ["test", "--release"];
        let mut command = cargo(workspace, arguments);
        command.args(load.tests).args(["--", "--ignored", "--nocapture"]);
        call(&mut command)?;
    }
    Ok(())
}
