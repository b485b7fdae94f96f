//! Proof that the bans of `clippy.toml` bite where rules stand.
//!
//! A ban that names a path wrongly is silent, and so is one that a crate has switched off. So every rules crate is looked at, and
//! a sample crate that does everything forbidden is linted under the same configuration.

use crate::process::{cargo, output};
use crate::steps::Stop;
use crate::workspace::{Member, Workspace};
use std::fs;
use std::path::Path;

/// What each rules crate must say in its first lines.
const PROMISES: [&str; 3] = ["#![no_std]", "#![forbid(unsafe_code)]", "#![deny(missing_docs)]"];

/// One forbidden thing a line, by the path that the complaint names.
const SAMPLES: [(&str, &str); 8] = [
    ("std::collections::HashMap", "pub type A = std::collections::HashMap<u8, u8>;"),
    ("std::collections::HashSet", "pub type B = std::collections::HashSet<u8>;"),
    ("std::hash::RandomState", "pub type C = std::hash::RandomState;"),
    ("std::hash::DefaultHasher", "pub type D = std::hash::DefaultHasher;"),
    ("std::time::Instant::now", "pub fn e() { let _ = std::time::Instant::now(); }"),
    ("std::time::SystemTime::now", "pub fn f() { let _ = std::time::SystemTime::now(); }"),
    ("std::thread::spawn", "pub fn g() { let _ = std::thread::spawn(|| ()); }"),
    ("std::thread::scope", "pub fn h() { std::thread::scope(|_| ()); }"),
];

const MANIFEST: &str = "[workspace]\n[package]\nname = \"sample\"\nedition = \"2024\"\n";

/// Checks that every rules crate is under the bans and that every ban is reported.
pub(crate) fn bite(workspace: &Workspace) -> Result<(), Stop> {
    workspace.rules().try_for_each(is_under_the_bans)?;
    let complaints = complaints_about_the_sample(workspace)?;
    for (path, _) in SAMPLES {
        if !complaints.contains(&format!("disallowed type `{path}`"))
            && !complaints.contains(&format!("disallowed method `{path}`"))
        {
            return Err(Stop::Failed(format!(
                "the ban of `{path}` is not reported; clippy said:\n{complaints}"
            )));
        }
    }
    println!("{} bans are reported", SAMPLES.len());
    Ok(())
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
    let code: String = SAMPLES.iter().map(|(_, line)| format!("{line}\n")).collect();
    write(&folder.join("Cargo.toml"), MANIFEST)?;
    write(&folder.join("src/lib.rs"), &code)?;
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
