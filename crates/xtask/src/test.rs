//! `cargo xtask test`: everything a change must pass.

use crate::process::{cargo, run as call};
use crate::steps::{self, OnFailure, Step, Stop};
use crate::tools::Tool;
use crate::workspace::Workspace;
use crate::{bans, bench, deny, features, fuzz, web};
use std::process::ExitCode;

/// Run everything a change must pass: format, lints, docs, builds, tests, dependencies, fuzzing, benchmarks.
///
/// Stops at the first failure. What this machine cannot do is skipped, with the reason. The last line counts the steps.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Run the remaining steps after a failure, too
    #[arg(long)]
    keep_going: bool,
    /// How long each fuzz target runs
    #[arg(long, value_name = "SECONDS", default_value_t = 3)]
    fuzz_seconds: u32,
}

/// Runs the steps: quick ones first, so that a slip shows at once.
pub(crate) fn run(options: &Options, workspace: &Workspace) -> ExitCode {
    let steps = [
        Step::new("format", || format(workspace)),
        Step::new("clippy", || clippy(workspace)),
        Step::new("bans", || bans::bite(workspace)),
        Step::new("docs", || docs(workspace)),
        Step::new("bare-metal build", || features::bare_metal(workspace)),
        Step::new("each feature alone", || features::each_alone(workspace)),
        Step::new("types of the page's scripts", || web::types(workspace)),
        Step::new("tests", || tests(workspace)),
        Step::new("doc tests", || doc_tests(workspace)),
        Step::new("dependencies", || deny::dependencies(workspace)),
        Step::new("advisories", || deny::advisories(workspace)),
        Step::new("fuzz targets", || fuzz::briefly(workspace, options.fuzz_seconds)),
        Step::new("benchmark answers", || bench::answers(workspace)),
    ];
    steps::run(&steps, if options.keep_going { OnFailure::KeepGoing } else { OnFailure::Stop })
}

fn format(workspace: &Workspace) -> Result<(), Stop> {
    call(&mut cargo(workspace, ["fmt", "--all", "--check"]))?;
    call(&mut cargo(workspace, ["fmt", "--check", "--manifest-path", "fuzz/Cargo.toml"]))
}

fn clippy(workspace: &Workspace) -> Result<(), Stop> {
    call(&mut cargo(
        workspace,
        ["clippy", "--workspace", "--all-targets", "--all-features", "--", "-D", "warnings"],
    ))?;
    fuzz::clippy(workspace)
}

fn docs(workspace: &Workspace) -> Result<(), Stop> {
    let features = workspace.ordinary_features();
    call(
        cargo(workspace, ["doc", "--workspace", "--no-deps", "--features", &features])
            .env("RUSTDOCFLAGS", "-D warnings"),
    )
}

/// All but doc tests, by nextest where it is installed.
fn tests(workspace: &Workspace) -> Result<(), Stop> {
    let features = workspace.ordinary_features();
    let runner: &[&str] = if Tool::Nextest.is_installed(workspace) {
        &["nextest", "run", "--no-fail-fast", "--no-tests", "pass"]
    } else {
        &["test", "--no-fail-fast", "--all-targets"]
    };
    call(cargo(workspace, runner).args(["--workspace", "--features", &features]))
}

fn doc_tests(workspace: &Workspace) -> Result<(), Stop> {
    let features = workspace.ordinary_features();
    call(&mut cargo(workspace, ["test", "--doc", "--workspace", "--features", &features]))
}
