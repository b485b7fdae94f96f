//! `cargo xtask long`: the tests that take too long for every change.

use crate::arena;
use crate::bench;
use crate::chaos;
use crate::process::{cargo, run as call};
use crate::python;
use crate::steps::Stop;
use crate::workspace::Workspace;

/// Run the tests that are marked as too long for every change, in a release build.
///
/// Without names all of them run. They take minutes each, and the sandbox's take all processors.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Which of them: properties, statistics, chaos, crowd, judge, solver, strength, league, class,
    /// sandbox, arena, machines, api, load, tables, sdist
    #[arg(value_name = "NAME", value_parser = clap::builder::PossibleValuesParser::new(LOADS.map(|load| load.name)))]
    names: Vec<String>,
}

/// Tests that run together.
struct Load {
    name: &'static str,
    /// What it shows.
    about: &'static str,
    /// What runs.
    what: What,
}

/// What a load runs.
enum What {
    /// Ignored tests, as cargo selects them.
    Tests(&'static [&'static str]),
    /// Sleeping bots in many games at the same time.
    Crowd,
    /// Machines, lines and disks that fail.
    Machines,
    /// The arena's API, by a fuzzer that reads its description.
    Api,
    /// A large arena with many people in it.
    Load,
    /// The Python package, from its source distribution.
    Sdist,
    /// Property tests with seeds of their own.
    Properties,
}

/// How often property tests run.
const ROUNDS_OF_PROPERTIES: u32 = 10;

const LOADS: [Load; 16] = [
    Load {
        name: "properties",
        about: "every property test ten times, each time with another seed",
        what: What::Properties,
    },
    Load {
        name: "statistics",
        about: "simulated tournaments with known strengths: intervals cover the truth, SPRT errs as seldom as it says",
        what: What::Tests(&["--package", "sandtable-tournament"]),
    },
    Load {
        name: "chaos",
        about: "a tournament killed a hundred times has the same table as one that was not",
        what: What::Tests(&["--package", "sandtable", "--test", "tournaments"]),
    },
    Load {
        name: "crowd",
        about: "250 games of sleeping bots at the same time, 20,000 in all: none is lost by the platform's fault",
        what: What::Crowd,
    },
    Load {
        name: "judge",
        about: "mutants of right programs, and all bundled cases",
        what: What::Tests(&["--package", "sandtable-judge"]),
    },
    Load {
        name: "solver",
        about: "the hardest bundled maps proven and won in par, and thousands of small ones against brute force",
        what: What::Tests(&[
            "--package",
            "sandtable-solver",
            "--package",
            "sandtable-bots",
            "--test",
            "brute_force",
            "--test",
            "maps",
            "--test",
            "puzzles",
            "--test",
            "strong",
        ]),
    },
    Load {
        name: "strength",
        about: "strong against greedy on every map, from every seat, at its full budget, and against scripts",
        what: What::Tests(&["--package", "sandtable-bots", "--test", "levels"]),
    },
    Load {
        name: "league",
        about: "styles of strong bots by self-play: prints what has won most",
        what: What::Tests(&["--package", "sandtable-bots", "--lib"]),
    },
    Load {
        name: "class",
        about: "classes of sixty with copies among them, graded straight and killed on the way",
        what: What::Tests(&["--package", "sandtable", "--test", "class"]),
    },
    Load {
        name: "sandbox",
        about: "fair clocks on a busy machine",
        what: What::Tests(&["--package", "sandtable-sandbox", "--test", "overshoot", "--test", "fairness"]),
    },
    Load {
        name: "arena",
        about: "an arena killed a hundred times, used in a browser, sixty who hand in at once, and what it adds to \
                the CPU time of matches",
        what: What::Tests(&[
            "--package",
            "sandtable",
            "--test",
            "arena",
            "--test",
            "browser",
            "--test",
            "courses",
            "--package",
            "sandtable-server",
        ]),
    },
    Load {
        name: "machines",
        about: "two servers, four workers and a PostgreSQL while everything goes wrong, 24 times (`cargo xtask chaos` runs longer)",
        what: What::Machines,
    },
    Load {
        name: "api",
        about: "every operation of the arena's API with random and hostile values (schemathesis, from PyPI)",
        what: What::Api,
    },
    Load {
        name: "load",
        about: "200 pages a second and 250 watchers of one match, with a thousand bots and a million matches",
        what: What::Load,
    },
    Load {
        name: "tables",
        about: "from click to drawn answer with two matches running, and 200 tables of people at the same time",
        what: What::Tests(&["--package", "sandtable", "--test", "play_web"]),
    },
    Load {
        name: "sdist",
        about: "the Python package installed from its source distribution into a new environment, and tested there",
        what: What::Sdist,
    },
];

/// Runs those that were named, or all.
pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    let wanted =
        |load: &&Load| options.names.is_empty() || options.names.iter().any(|name| name == load.name);
    for load in LOADS.iter().filter(wanted) {
        println!("{}: {}", load.name, load.about);
        match load.what {
            What::Tests(tests) => test(workspace, tests)?,
            What::Crowd => crowd(workspace)?,
            What::Machines => chaos::run(&chaos::Options::SHORT, workspace)?,
            What::Api => arena::api(workspace)?,
            What::Load => arena::load(workspace)?,
            What::Sdist => python::source_distribution(workspace)?,
            What::Properties => properties(workspace)?,
        }
    }
    Ok(())
}

fn test(workspace: &Workspace, tests: &[&str]) -> Result<(), Stop> {
    let mut command = cargo(workspace, ["test", "--release"]);
    call(command.args(tests).args(["--", "--ignored", "--nocapture"]))
}

/// Only crates that use the library for it have property tests.
fn properties(workspace: &Workspace) -> Result<(), Stop> {
    let with_properties = workspace.crates.iter().filter(|member| member.depends_on("proptest"));
    let packages: Vec<&str> =
        with_properties.flat_map(|member| ["--package", member.name.as_str()]).collect();
    for round in 1..=ROUNDS_OF_PROPERTIES {
        println!("round {round} of {ROUNDS_OF_PROPERTIES}");
        call(cargo(workspace, ["test", "--release", "--tests"]).args(&packages))?;
    }
    Ok(())
}

fn crowd(workspace: &Workspace) -> Result<(), Stop> {
    let sandtable = bench::build(workspace)?;
    let package = ["--release", "--quiet", "--package", "sandtable-matches", "--example"];
    call(cargo(workspace, ["build"]).args(package).arg("sleeping_bot"))?;
    call(cargo(workspace, ["run"]).args(package).arg("crowd").arg("--").arg(sandtable))
}
