//! Instruction counts by valgrind's callgrind: unlike times, they repeat on a busy machine.

use crate::bench::Load;
use crate::process::{cargo, output, program, run as call};
use crate::steps::Stop;
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};

/// Each load is counted at two numbers of passes; the difference is free of start-up and
/// preparation.
const PASSES: [u64; 2] = [1, 2];

/// The compiler arranges two builds a little differently, so counts may differ by this share.
const TOLERANCE: f64 = 0.002;

/// Deletes every `tell!`.
const MUTE: &str = "sandtable-game/mute";

/// Counts every load in an ordinary build and in one without a single `tell!`, prints both, and
/// fails where silence costs something.
pub(crate) fn compare(workspace: &Workspace, loads: &[Load]) -> Result<(), Stop> {
    is_installed()?;
    // Names of the same length: what the program is called shifts its stack, and copying takes more
    // or fewer instructions there.
    let ordinary = build(workspace, "told", &[])?;
    let muted = build(workspace, "mute", &["--features", MUTE])?;
    println!("\n{:24} {:>12} {:>12}  instructions", "", "ordinary", "no tell!");
    let mut dear = Vec::new();
    for load in loads {
        let counts = (count(workspace, &ordinary, load)?, count(workspace, &muted, load)?);
        println!("{:24} {:>12.1} {:>12.1}  for each of the {}", load.name, counts.0, counts.1, load.unit);
        if load.is_silent() && counts.0 > counts.1 * (1.0 + TOLERANCE) {
            dear.push(load.name.as_str());
        }
    }
    verdict(&dear)
}

/// Whether instructions can be counted here.
pub(crate) fn is_installed() -> Result<(), Stop> {
    valgrind().map(|_| ())
}

/// Where valgrind is.
fn valgrind() -> Result<PathBuf, Stop> {
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let found =
        std::env::split_paths(&folders).map(|folder| folder.join("valgrind")).find(|path| path.is_file());
    found.ok_or_else(|| Stop::Skipped("instructions are counted by valgrind, which is not installed".into()))
}

fn verdict(dear: &[&str]) -> Result<(), Stop> {
    if dear.is_empty() {
        println!("a silent log costs nothing (less than {} %)", TOLERANCE * 100.0);
        return Ok(());
    }
    Err(Stop::Failed(format!("a silent log costs something in {}", dear.join(", "))))
}

/// Builds the program with these options, away from the ordinary build, and keeps a copy under this
/// name.
fn build(workspace: &Workspace, name: &str, options: &[&str]) -> Result<PathBuf, Stop> {
    let folder = workspace.root.join("target/callgrind");
    // The package that a feature belongs to must be among those that are built.
    let packages = ["build", "--release", "--package", "sandtable", "--package", "sandtable-game"];
    call(cargo(workspace, packages).args(options).env("CARGO_TARGET_DIR", &folder))?;
    let kept = folder.join(name);
    fs::copy(folder.join("release/sandtable"), &kept)
        .map_err(|error| Stop::Failed(format!("{}: {error}", kept.display())))?;
    Ok(kept)
}

/// Instructions for one unit of work.
pub(crate) fn count(workspace: &Workspace, sandtable: &Path, load: &Load) -> Result<f64, Stop> {
    let [few, many] = PASSES;
    let more =
        total(workspace, sandtable, load, many)?.saturating_sub(total(workspace, sandtable, load, few)?);
    Ok(more as f64 / ((many - few) * load.units) as f64)
}

/// Instructions of a whole run.
fn total(workspace: &Workspace, sandtable: &Path, load: &Load, passes: u64) -> Result<u64, Stop> {
    let mut valgrind = program(workspace, valgrind()?);
    valgrind.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).arg(sandtable);
    valgrind.args(["bench", &load.game, "--load", &load.name, "--passes", &passes.to_string()]);
    // The environment lies on the stack as well.
    valgrind.env_clear();
    let output = output(&mut valgrind)?;
    let said = String::from_utf8_lossy(&output.stderr);
    collected(&said)
        .filter(|_| output.status.success())
        .ok_or_else(|| Stop::Failed(format!("{} under valgrind: {}\n{said}", load.name, output.status)))
}

/// From `==1== Collected : 45835615`.
fn collected(said: &str) -> Option<u64> {
    said.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_in_what_valgrind_says() {
        assert_eq!(collected("==1== Events    : Ir\n==1== Collected : 45835615\n==1== \n"), Some(45_835_615));
        assert_eq!(collected("==1== Events    : Ir\n"), None);
    }
}
