//! `cargo xtask test`: everything a change must pass.

use crate::postgres::{self, Postgres};
use crate::process::{cargo, run as call};
use crate::s3::Store;
use crate::steps::{self, OnFailure, Step, Stop};
use crate::tools::Tool;
use crate::workspace::{EXAMPLE, Workspace};
use crate::{bans, bench, deny, deploy, features, fuzz, python, web};
use std::cell::RefCell;
use std::fs;
use std::process::ExitCode;

/// Run everything a change must pass: format, lints, docs, builds, tests, dependencies, fuzzing,
/// benchmarks.
///
/// Stops at the first failure. What this machine cannot do is skipped, with the reason; skipped
/// tests are listed at the end. The last line counts the steps.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// Run the remaining steps after a failure, too
    #[arg(long)]
    keep_going: bool,
    /// Leave out a step, by its name; may be given several times
    #[arg(long, value_name = "STEP")]
    skip: Vec<String>,
    /// How long each fuzz target runs
    #[arg(long, value_name = "SECONDS", default_value_t = 3)]
    fuzz_seconds: u32,
}

/// Runs the steps: quick ones first, so that a slip shows at once.
pub(crate) fn run(options: &Options, workspace: &Workspace) -> ExitCode {
    let skipped = RefCell::new(Vec::new());
    let steps = [
        Step::new("format", || format(workspace)),
        Step::new("clippy", || clippy(workspace)),
        Step::new("bans", || bans::bite(workspace)),
        Step::new("docs", || docs(workspace)),
        Step::new("bare-metal build", || features::bare_metal(workspace)),
        Step::new("each feature alone", || features::each_alone(workspace)),
        Step::new("types of the page's scripts", || web::types(workspace)),
        Step::new("tests", || tests(workspace, &skipped)),
        Step::new("the arena on PostgreSQL", || on_postgres(workspace, &skipped)),
        Step::new("the example game", || example(workspace)),
        Step::new("doc tests", || doc_tests(workspace)),
        Step::new("dependencies", || deny::dependencies(workspace)),
        Step::new("advisories", || deny::advisories(workspace)),
        Step::new("deployment", || deploy::check(workspace)),
        Step::new("fuzz targets", || fuzz::briefly(workspace, options.fuzz_seconds)),
        Step::new("benchmark answers", || bench::answers(workspace)),
        Step::new("the Python package", || python::package(workspace)),
        Step::new("Python environments as RLlib has them", || python::rllib(workspace)),
        Step::new("the Python training example", || python::training(workspace)),
        Step::new("self-play on Ray", || python::ray(workspace)),
    ];
    let steps = steps
        .map(|step| if options.skip.iter().any(|name| name == step.name) { step.left_out() } else { step });
    let on_failure = if options.keep_going { OnFailure::KeepGoing } else { OnFailure::Stop };
    steps::run(&steps, on_failure, &skipped)
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

/// Property tests begin with the same seed every time, so that a change fails for what it changed;
/// `cargo xtask long properties` looks for new counterexamples.
const SAME_SEED: [(&str, &str); 1] = [("PROPTEST_RNG_SEED", "1")];

/// All but doc tests, by nextest where it is installed.
///
/// Which tests were skipped is put into `skipped`.
fn tests(workspace: &Workspace, skipped: &RefCell<Vec<String>>) -> Result<(), Stop> {
    let features = workspace.ordinary_features();
    let all = ["--workspace", "--features", &features];
    if !Tool::Nextest.is_installed(workspace) {
        let unknown = "which tests skip themselves is known only with nextest (`cargo xtask setup`)";
        skipped.borrow_mut().push(unknown.into());
        let runner = ["test", "--no-fail-fast", "--all-targets"];
        return call(cargo(workspace, runner).args(all).envs(SAME_SEED));
    }
    let runner = ["nextest", "run", "--profile", "xtask", "--no-fail-fast", "--no-tests", "pass"];
    let result = call(cargo(workspace, runner).args(all).envs(SAME_SEED));
    let report = fs::read_to_string(workspace.root.join("target/nextest/xtask/junit.xml"));
    skipped.borrow_mut().extend(skips(&report.unwrap_or_default()));
    result
}

/// What uses the arena's database, on a real PostgreSQL: the step before did the same on SQLite.
fn on_postgres(workspace: &Workspace, skipped: &RefCell<Vec<String>>) -> Result<(), Stop> {
    let postgres = Postgres::start(workspace, postgres::FOR_TESTS)?;
    let store = match Store::start(workspace) {
        Ok(store) => Some(store),
        Err(Stop::Skipped(why)) => {
            skipped.borrow_mut().push(format!("files in an S3-compatible store: {why}"));
            None
        }
        Err(failed) => return Err(failed),
    };
    let store = store.iter().flat_map(Store::variables);
    let features = workspace.ordinary_features();
    let which =
        "package(sandtable-server) + (package(sandtable) & binary(/^(arena|remote|courses|contests|desk)/))";
    if Tool::Nextest.is_installed(workspace) {
        let runner = ["nextest", "run", "--profile", "xtask", "--no-fail-fast", "--workspace"];
        let result = call(
            cargo(workspace, runner)
                .args(["--features", &features, "--filterset", which])
                .envs(store)
                .env(postgres::VARIABLE, postgres.address()),
        );
        let report = fs::read_to_string(workspace.root.join("target/nextest/xtask/junit.xml"));
        skipped.borrow_mut().extend(skips(&report.unwrap_or_default()));
        return result;
    }
    let names = ["arena", "arena_api", "arena_roles", "remote", "courses", "contests", "desk"];
    let tests = names.iter().flat_map(|name| ["--test", name]).chain(["--lib"]);
    let packages = ["--package", "sandtable", "--package", "sandtable-server"];
    call(
        cargo(workspace, ["test", "--no-fail-fast"])
            .args(packages)
            .args(tests)
            .envs(store)
            .env(postgres::VARIABLE, postgres.address()),
    )
}

/// The example game through everything that treats all games alike. It is in no other build, and
/// this one leaves out the arena: nothing there knows more of a game than a match does.
fn example(workspace: &Workspace) -> Result<(), Stop> {
    let members = workspace.crates.iter().filter(|member| member.has_feature(EXAMPLE));
    let names: Vec<&str> = members.flat_map(|member| ["--package", member.name.as_str()]).collect();
    let everywhere = format!("sandtable-games/{EXAMPLE}");
    call(
        cargo(workspace, ["test", "--no-default-features", "--features", EXAMPLE])
            .args(["--test", "example_game", "--lib", "--bins"])
            .args(names),
    )?;
    let generic =
        ["--package", "sandtable-games", "--package", "sandtable-testing", "--package", "sandtable-bots"];
    let tests = ["--test", "schemas", "--test", "order_counts", "--test", "players"];
    call(cargo(workspace, ["test", "--features", &everywhere]).args(generic).args(tests))
}

/// The tests of a report that skipped themselves, each with its reason: they print
/// `skipped: REASON`.
fn skips(report: &str) -> Vec<String> {
    let mut test = "";
    let mut found = Vec::new();
    for line in report.lines() {
        if let Some((_, rest)) = line.split_once("<testcase name=\"") {
            test = rest.split('"').next().unwrap_or_default();
        }
        let said = match line.trim_start().strip_prefix("<system-") {
            Some(tag) => tag.split_once('>').map_or("", |(_, text)| text),
            None => line,
        };
        if let Some(why) = said.strip_prefix("skipped: ") {
            let why = why.split("</system-").next().unwrap_or_default();
            found.push(format!("{test}: {}", unescaped(why)));
        }
    }
    found
}

fn unescaped(text: &str) -> String {
    let pairs = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&")];
    pairs.iter().fold(text.to_string(), |text, (code, sign)| text.replace(code, sign))
}

fn doc_tests(workspace: &Workspace) -> Result<(), Stop> {
    let features = workspace.ordinary_features();
    call(&mut cargo(workspace, ["test", "--doc", "--workspace", "--features", &features]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skipped_tests_are_found_in_a_report() {
        let report = "<testsuite>\n  <testcase name=\"page::opens\" classname=\"p\">\n    <system-out>\nrunning 1 test\n\
                      skipped: there is no &quot;node&quot;\ntest ok</system-out>\n  </testcase>\n\
                      <testcase name=\"fine\">\n    <system-out>nothing was skipped: really</system-out>\n  </testcase>";
        assert_eq!(skips(report), ["page::opens: there is no \"node\""]);
    }
}
