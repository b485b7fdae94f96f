//! Proof that the bans of `clippy.toml` bite where rules stand.
//!
//! A ban that names a path wrongly is silent, and so is one that a crate has switched off. So every
//! rules crate is looked at, and a sample crate that does everything forbidden is linted under the
//! same configuration.

use crate::process::{cargo, output};
use crate::steps::Stop;
use crate::workspace::{Member, Workspace};
use std::fs;
use std::path::Path;

/// What each rules crate must say in its first lines.
const PROMISES: [&str; 3] = ["#![no_std]", "#![forbid(unsafe_code)]", "#![deny(missing_docs)]"];

/// A crate that does everything forbidden, one thing a line.
const SAMPLE: &str = "
pub type A = std::collections::HashMap<u8, u8>;
pub type B = std::collections::HashSet<u8>;
pub type C = std::hash::RandomState;
pub type D = std::hash::DefaultHasher;
pub fn e() { let _ = std::time::Instant::now(); }
pub fn f() { let _ = std::time::SystemTime::now(); }
pub fn g() { let _ = std::thread::spawn(|| ()); }
pub fn h() { std::thread::scope(|_| ()); }
pub fn i() { rand::rng(); }
pub fn j() { rand::random(); }
pub fn k() { rand::thread_rng(); }
";

/// Stands in for the crate of that name, which nothing here depends on.
const RAND: &str = "pub fn rng() {}\npub fn random() {}\npub fn thread_rng() {}\n";

/// Checks that every rules crate is under the bans and that every ban is reported.
pub(crate) fn bite(workspace: &Workspace) -> Result<(), Stop> {
    workspace.rules().try_for_each(is_under_the_bans)?;
    let configuration = read(&workspace.root.join("clippy.toml"))?;
    let complaints = complaints_about_the_sample(workspace)?;
    let silent = |path: &&str| {
        !complaints.contains(&format!("use of a disallowed type `{path}`"))
            && !complaints.contains(&format!("use of a disallowed method `{path}`"))
    };
    if let Some(path) = banned(&configuration).find(silent) {
        let why = format!(
            "the ban of `{path}` is not reported: it names nothing, or the sample in bans.rs lacks it"
        );
        return Err(Stop::Failed(format!("{why}; clippy said:\n{complaints}")));
    }
    println!("{} bans are reported", banned(&configuration).count());
    Ok(())
}

/// The paths that a configuration of clippy bans.
fn banned(configuration: &str) -> impl Iterator<Item = &str> {
    configuration.lines().filter_map(|line| line.split_once("path = \"")?.1.split('"').next())
}

fn is_under_the_bans(member: &Member) -> Result<(), Stop> {
    let failed = |what: &str| Err(Stop::Failed(format!("{}: {what}", member.name)));
    if !member.shares_lints {
        return failed("a rules crate needs `[lints] workspace = true`");
    }
    if member.folder.join("clippy.toml").exists() {
        return failed("a rules crate has no clippy.toml of its own: it would replace the bans");
    }
    let first_lines = read(&member.folder.join("src/lib.rs"))?;
    match PROMISES.iter().find(|promise| !first_lines.contains(**promise)) {
        Some(promise) => failed(&format!("src/lib.rs does not say `{promise}`")),
        None => Ok(()),
    }
}

/// Lints the sample, which lies inside the repository so that clippy finds the same configuration.
fn complaints_about_the_sample(workspace: &Workspace) -> Result<String, Stop> {
    let folder = workspace.root.join("target/bans");
    let manifest = |name: &str| format!("[package]\nname = \"{name}\"\nedition = \"2024\"\n");
    write(&folder.join("rand/Cargo.toml"), &manifest("rand"))?;
    write(&folder.join("rand/src/lib.rs"), RAND)?;
    let dependency = "[dependencies]\nrand.path = \"rand\"\n[workspace]\n";
    write(&folder.join("Cargo.toml"), &(manifest("sample") + dependency))?;
    write(&folder.join("src/lib.rs"), SAMPLE)?;
    let mut clippy = cargo(workspace, ["clippy", "--quiet", "--manifest-path", "target/bans/Cargo.toml"]);
    clippy.env("CARGO_TARGET_DIR", folder.join("target"));
    Ok(String::from_utf8_lossy(&output(&mut clippy)?.stderr).into_owned())
}

fn read(file: &Path) -> Result<String, Stop> {
    fs::read_to_string(file).map_err(|error| Stop::Failed(format!("{}: {error}", file.display())))
}

fn write(file: &Path, text: &str) -> Result<(), Stop> {
    let folder = file.parent().unwrap_or(file);
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(file, text))
        .map_err(|error| Stop::Failed(format!("{}: {error}", file.display())))
}
