//! Building and running the fuzz targets.
//!
//! `cargo-fuzz` is not needed: libFuzzer comes with `libfuzzer-sys`, and the stable compiler can
//! instrument for it.

use crate::process::{cargo, output, program, run as call};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::num::NonZero;
use std::process::Command;
use std::{fs, thread};

/// Build the fuzz targets and run them.
///
/// Inputs that reach something new are kept in fuzz/target/corpus; an input that fails is written
/// to fuzz/artifacts, and the built target run on that file repeats the failure.
#[derive(clap::Args, Debug)]
pub(crate) struct Options {
    /// The target to run; all of them, one after the other, if none is named
    target: Option<String>,
    /// How long each target runs
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
}

/// Coverage for libFuzzer, and the checks that a release build leaves out.
const FLAGS: [&str; 8] = [
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
    "--cfg=fuzzing",
    "-Cdebug-assertions",
    "-Coverflow-checks",
];

/// The longest input, in bytes. A file of the larger games is as long; orders are played, and many
/// short games say more than a long one.
fn longest(target: &str) -> u32 {
    if target.ends_with("_orders") || target.ends_with("_dialogue") { 2 << 10 } else { 16 << 10 }
}

/// Which inputs libFuzzer tries, and where it keeps those that reach something new.
#[derive(Clone, Copy)]
enum Search {
    /// Others each time, beginning with what was found before.
    New,
    /// The same ones each time, so that a change fails for what it changed.
    Repeatable,
}

/// Runs the targets that were asked for, with libFuzzer's own output.
pub(crate) fn run(options: &Options, workspace: &Workspace) -> Result<(), Stop> {
    let targets = chosen(options.target.as_deref(), workspace)?;
    let triple = build(workspace)?;
    targets
        .iter()
        .try_for_each(|target| call(&mut fuzzer(workspace, &triple, target, Search::New, options.seconds)?))
}

/// Runs every target for a few seconds on the same inputs each time, and prints a line about each.
pub(crate) fn briefly(workspace: &Workspace, seconds: u32) -> Result<(), Stop> {
    let targets = workspace.fuzz_targets()?;
    let triple = build(workspace)?;
    let run = |target: &str| figures(&mut fuzzer(workspace, &triple, target, Search::Repeatable, seconds)?);
    // A fuzzer keeps one core busy.
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    targets.chunks(cores).try_for_each(|few| {
        let told: Vec<Result<String, Stop>> = thread::scope(|scope| {
            let running: Vec<_> = few.iter().map(|target| scope.spawn(|| run(target))).collect();
            running
                .into_iter()
                .map(|target| target.join().unwrap_or_else(|_| Err(Stop::Failed("it panicked".into()))))
                .collect()
        });
        few.iter().zip(told).try_for_each(|(target, told)| {
            println!("{target}: {}", told?);
            Ok(())
        })
    })
}

/// Lints the targets, which the workspace leaves out. Built with the same flags, so that nothing is
/// compiled twice.
pub(crate) fn clippy(workspace: &Workspace) -> Result<(), Stop> {
    let triple = host(workspace)?;
    call(instrumented(workspace, "clippy", &triple).args(["--all-targets", "--", "-D", "warnings"]))
}

fn chosen(target: Option<&str>, workspace: &Workspace) -> Result<Vec<String>, Stop> {
    let all = workspace.fuzz_targets()?;
    let Some(target) = target else { return Ok(all) };
    if all.iter().any(|name| name == target) {
        return Ok(vec![target.to_string()]);
    }
    Err(Stop::Failed(format!("there is no fuzz target `{target}`; there are {}", all.join(", "))))
}

/// Builds all targets and returns the triple they were built for.
fn build(workspace: &Workspace) -> Result<String, Stop> {
    let triple = host(workspace)?;
    call(&mut instrumented(workspace, "build", &triple))?;
    Ok(triple)
}

/// Naming the target, though it is the host's, keeps the flags away from build scripts.
fn instrumented(workspace: &Workspace, verb: &str, triple: &str) -> Command {
    let arguments = [verb, "--release", "--manifest-path", "fuzz/Cargo.toml", "--locked", "--target", triple];
    let mut command = cargo(workspace, arguments);
    command.env("RUSTFLAGS", FLAGS.join(" ")).env("CARGO_TARGET_DIR", workspace.root.join("fuzz/target"));
    command
}

fn host(workspace: &Workspace) -> Result<String, Stop> {
    let about = crate::process::stdout(program(workspace, "rustc").arg("-vV"))?;
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_string).ok_or_else(|| Stop::Failed("`rustc -vV` names no host".into()))
}

/// The built target, with paths as seen from the root.
fn fuzzer(
    workspace: &Workspace,
    triple: &str,
    target: &str,
    search: Search,
    seconds: u32,
) -> Result<Command, Stop> {
    let found = match search {
        Search::New => "target/corpus",
        Search::Repeatable => "target/repeatable",
    };
    let [found, committed, artifacts] =
        [found, "corpus", "artifacts"].map(|folder| format!("fuzz/{folder}/{target}/"));
    let failed = |folder: &str, error: std::io::Error| Stop::Failed(format!("{folder}: {error}"));
    if matches!(search, Search::Repeatable) && workspace.root.join(&found).exists() {
        fs::remove_dir_all(workspace.root.join(&found)).map_err(|error| failed(&found, error))?;
    }
    for folder in [&found, &committed, &artifacts] {
        fs::create_dir_all(workspace.root.join(folder)).map_err(|error| failed(folder, error))?;
    }
    let mut command =
        program(workspace, workspace.root.join(format!("fuzz/target/{triple}/release/{target}")));
    // libFuzzer writes what it finds to the first corpus; the committed one is only read.
    command.args([found, committed, format!("-artifact_prefix={artifacts}")]);
    command.args([
        &format!("-max_total_time={seconds}"),
        &format!("-max_len={}", longest(target)),
        "-timeout=10",
    ]);
    if matches!(search, Search::Repeatable) {
        command.arg("-seed=1");
    }
    Ok(command)
}

/// Runs a target and sums up what libFuzzer says at the end; all that it says, if the target fails.
fn figures(command: &mut Command) -> Result<String, Stop> {
    let output = output(command)?;
    let said = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        println!("{said}");
        return Err(Stop::Failed(format!(
            "a property does not hold ({}); the input is in fuzz/artifacts",
            output.status
        )));
    }
    let last = said.lines().rev().find(|line| line.contains("DONE"));
    let (Some(runs), Some(places)) = (last.and_then(runs), last.and_then(places)) else {
        return Err(Stop::Failed("the target reports no coverage: the fuzzer was blind".into()));
    };
    Ok(format!("{runs} inputs, {places} places in the code reached"))
}

/// From `#280348 DONE cov: 371 ft: ...`: the number of inputs.
fn runs(line: &str) -> Option<u64> {
    line.split_whitespace().next()?.strip_prefix('#')?.parse().ok()
}

/// From the same line: how much of the code was reached.
fn places(line: &str) -> Option<u64> {
    line.split_once("cov: ")?.1.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_of_the_fuzzer() {
        let line = "#280348\tDONE   cov: 371 ft: 1558 corp: 387/45Kb lim: 1028 exec/s: 17521 rss: 28Mb";
        assert_eq!((runs(line), places(line)), (Some(280_348), Some(371)));
        assert_eq!(places("#2\tDONE   corp: 1/1b exec/s: 0 rss: 28Mb"), None);
    }
}
