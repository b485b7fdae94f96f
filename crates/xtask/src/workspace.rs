//! What there is in this repository: crates, their features, fuzz targets.

use crate::steps::Stop;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{fmt, fs};

/// The repository.
#[derive(Clone, Debug)]
pub(crate) struct Workspace {
    pub(crate) root: PathBuf,
    /// In the order of their names.
    pub(crate) crates: Vec<Member>,
}

/// A crate of the workspace.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// The package's name.
    pub(crate) name: String,
    pub(crate) folder: PathBuf,
    pub(crate) features: Vec<String>,
    /// The names of what it or its tests are built with.
    dependencies: Vec<String>,
    /// Whether its lints are those of the workspace.
    pub(crate) shares_lints: bool,
}

/// Features that exist for a measurement and change what the program does: no test turns them on.
const MEASURING_ONLY: [&str; 1] = ["mute"];

/// The feature that adds the example game, which has tests of its own.
pub(crate) const EXAMPLE: &str = "example";

impl Workspace {
    /// Finds the repository that this program was built from.
    pub(crate) fn find() -> Result<Self, Stop> {
        let here = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from("crates/xtask"), PathBuf::from);
        let root = here.join("../..").canonicalize().map_err(|error| unreadable(&here, &error))?;
        let crates = members(&root.join("crates"))?;
        Ok(Self { root, crates })
    }

    /// The crates that hold rules: the vocabulary, and everything with `formats` to leave out of a
    /// bare build.
    pub(crate) fn rules(&self) -> impl Iterator<Item = &Member> {
        self.crates.iter().filter(|member| member.name == "sandtable-board" || member.has_feature("formats"))
    }

    /// Every feature that may be on in a test, as `--features` wants it.
    pub(crate) fn ordinary_features(&self) -> String {
        let all = self
            .crates
            .iter()
            .flat_map(|member| member.features.iter().map(move |feature| (member, feature)));
        let ordinary =
            all.filter(|(_, feature)| !MEASURING_ONLY.contains(&feature.as_str()) && *feature != EXAMPLE);
        ordinary.map(|(member, feature)| format!("{}/{feature}", member.name)).collect::<Vec<_>>().join(",")
    }

    /// The fuzz targets: one file each.
    pub(crate) fn fuzz_targets(&self) -> Result<Vec<String>, Stop> {
        let files = entries(&self.root.join("fuzz/targets"))?;
        let name = |file: &PathBuf| Some(file.file_stem()?.to_string_lossy().into_owned());
        Ok(files.iter().filter_map(name).collect())
    }
}

impl Member {
    pub(crate) fn has_feature(&self, name: &str) -> bool {
        self.features.iter().any(|feature| feature == name)
    }

    /// Whether it or its tests are built with this crate.
    pub(crate) fn depends_on(&self, name: &str) -> bool {
        self.dependencies.iter().any(|dependency| dependency == name)
    }

    fn read(folder: PathBuf) -> Result<Self, Stop> {
        let file = folder.join("Cargo.toml");
        let manifest = fs::read_to_string(&file).map_err(|error| unreadable(&file, &error))?;
        let wrong = |what: &dyn fmt::Display| Stop::Failed(format!("{}: {what}", file.display()));
        let manifest: Manifest = toml::from_str(&manifest).map_err(|error| wrong(&error))?;
        let features = manifest.features.into_keys().filter(|feature| feature != "default").collect();
        let dependencies = manifest.dependencies.into_keys().chain(manifest.dev_dependencies.into_keys());
        Ok(Self {
            name: manifest.package.name,
            features,
            dependencies: dependencies.collect(),
            shares_lints: manifest.lints.workspace,
            folder,
        })
    }
}

/// What we read of a crate's manifest.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
struct Manifest {
    package: Package,
    #[serde(default)]
    features: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    dependencies: BTreeMap<String, toml::Value>,
    #[serde(default)]
    dev_dependencies: BTreeMap<String, toml::Value>,
    #[serde(default)]
    lints: Lints,
}

#[derive(Deserialize)]
struct Package {
    name: String,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Lints {
    workspace: bool,
}

fn members(folder: &Path) -> Result<Vec<Member>, Stop> {
    let with_manifest = |folder: &PathBuf| folder.join("Cargo.toml").exists();
    entries(folder)?.into_iter().filter(with_manifest).map(Member::read).collect()
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, Stop> {
    let found = fs::read_dir(folder).map_err(|error| unreadable(folder, &error))?;
    let mut paths: Vec<_> = found.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    Ok(paths)
}

fn unreadable(path: &Path, error: &std::io::Error) -> Stop {
    Stop::Failed(format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manifests_are_read() {
        let workspace = Workspace::find().unwrap();
        let game = workspace.crates.iter().find(|member| member.name == "sandtable-game").unwrap();
        assert!(game.has_feature("formats") && game.has_feature("mute") && game.shares_lints);
        let replays = workspace.crates.iter().find(|member| member.name == "sandtable-replays").unwrap();
        assert!(replays.depends_on("proptest") && !game.depends_on("proptest"));
        assert!(!workspace.ordinary_features().contains("mute"));
    }
}
