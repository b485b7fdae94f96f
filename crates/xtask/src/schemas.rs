//! `cargo xtask schemas`: the book's copies of the JSON Schemas.

use crate::process::{cargo, stdout};
use crate::steps::Stop;
use crate::workspace::Workspace;
use serde_json::{Map, Value};
use std::fs;
use std::path::Path;

/// Writes what `sandtable schema` prints, one file a schema. A test of the program says whether the
/// copies are up to date.
pub(crate) fn run(workspace: &Workspace) -> Result<(), Stop> {
    for game in sandtable(workspace, &["games"])?.lines() {
        let said = sandtable(workspace, &["schema", game])?;
        let schemas: Map<String, Value> = serde_json::from_str(&said).map_err(|error| {
            Stop::Failed(format!("`sandtable schema {game}` printed something else: {error}"))
        })?;
        let folder = workspace.root.join("docs/src/schemas").join(game);
        write(&folder, &schemas).map_err(|error| Stop::Failed(format!("{}: {error}", folder.display())))?;
        println!("docs/src/schemas/{game}: {}", schemas.keys().cloned().collect::<Vec<_>>().join(", "));
    }
    Ok(())
}

/// Fills the folder anew, so that no schema outlives its piece.
fn write(folder: &Path, schemas: &Map<String, Value>) -> std::io::Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    fs::create_dir_all(folder)?;
    schemas.iter().try_for_each(|(name, schema)| {
        fs::write(folder.join(format!("{name}.json")), format!("{schema:#}\n"))
    })
}

fn sandtable(workspace: &Workspace, arguments: &[&str]) -> Result<String, Stop> {
    stdout(cargo(workspace, ["run", "--quiet", "--package", "sandtable", "--"]).args(arguments))
}
