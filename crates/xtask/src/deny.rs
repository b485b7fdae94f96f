//! What we depend on: licences, duplicates, sources, known holes. The rules are in `deny.toml`.

use crate::process::{cargo, run, stdout};
use crate::steps::Stop;
use crate::tools::Tool;
use crate::workspace::Workspace;
use std::process::Command;

const MANIFESTS: [&str; 2] = ["Cargo.toml", "fuzz/Cargo.toml"];

/// Licences, bans and sources.
pub(crate) fn dependencies(workspace: &Workspace) -> Result<(), Stop> {
    Tool::Deny.install(workspace)?;
    check(workspace, &["licenses", "bans", "sources"])
}

/// Known holes, by a database that has to be fetched.
pub(crate) fn advisories(workspace: &Workspace) -> Result<(), Stop> {
    Tool::Deny.install(workspace)?;
    stdout(deny(workspace, MANIFESTS[0]).args(["fetch", "db"])).map_err(|_| {
        Stop::Skipped(
            "the database of advisories cannot be fetched from here; `cargo deny fetch db` says why".into(),
        )
    })?;
    check(workspace, &["advisories"])
}

fn check(workspace: &Workspace, what: &[&str]) -> Result<(), Stop> {
    MANIFESTS.iter().try_for_each(|manifest| run(deny(workspace, manifest).arg("check").args(what)))
}

fn deny(workspace: &Workspace, manifest: &str) -> Command {
    cargo(workspace, ["deny", "--all-features", "--manifest-path", manifest, "--config", "deny.toml"])
}
