//! `cargo xtask types`: the types of the SDKs, made from the book's copies of the JSON Schemas.
//!
//! [`model`] says what types there are; a module a language writes them down.

mod cpp;
mod model;
mod python;
mod rust;
mod text;

use crate::steps::Stop;
use crate::workspace::Workspace;
use model::{Module, Named, Schemas};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};

/// Everything there is to write down.
struct Types {
    /// What the messages of all games have in common.
    messages: Vec<Named>,
    games: Vec<Module>,
}

/// A file to be written: its path below the workspace, and its text.
struct File {
    path: PathBuf,
    text: String,
}

/// The languages, each with what writes its files.
const LANGUAGES: [fn(&Types) -> Vec<File>; 3] = [cpp::files, python::files, rust::files];

/// Writes the files of all languages.
pub(crate) fn run(workspace: &Workspace) -> Result<(), Stop> {
    for File { path, text } in files(&workspace.root).map_err(Stop::Failed)? {
        let place = workspace.root.join(&path);
        let written =
            place.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&place, text));
        written.map_err(|error| Stop::Failed(format!("{}: {error}", place.display())))?;
        println!("{}", path.display());
    }
    Ok(())
}

fn files(root: &Path) -> Result<Vec<File>, String> {
    let names = games(root)?;
    let games = names.iter().map(|game| module(root, game)).collect::<Result<_, _>>()?;
    let first = names.first().ok_or("docs/src/schemas is empty: `cargo xtask schemas` fills it")?;
    // What the messages of all games have in common stands in each one's schema.
    let messages = model::of_messages(&schema(root, first, "message")?)?;
    let types = Types { messages, games };
    Ok(LANGUAGES.iter().flat_map(|language| language(&types)).collect())
}

/// The games whose schemas the book has, by name.
fn games(root: &Path) -> Result<Vec<String>, String> {
    let folder = root.join("docs/src/schemas");
    let wrong = |error| format!("{}: {error}", folder.display());
    let entries = fs::read_dir(&folder).map_err(wrong)?.collect::<Result<Vec<_>, _>>().map_err(wrong)?;
    let folders = entries.into_iter().filter(|entry| entry.path().is_dir());
    let mut names: Vec<String> =
        folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort_unstable();
    Ok(names)
}

/// The types of a game.
fn module(root: &Path, game: &str) -> Result<Module, String> {
    let piece = |name: &str| schema(root, game, name);
    let (order, view, briefing) = (piece("order")?, piece("view")?, piece("briefing")?);
    let schemas = Schemas { order: &order, view: &view, briefing: &briefing };
    Module::new(game, schemas).map_err(|wrong| format!("{game}: {wrong}"))
}

fn schema(root: &Path, game: &str, piece: &str) -> Result<Value, String> {
    let path = root.join("docs/src/schemas").join(game).join(format!("{piece}.json"));
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sdks_types_are_up_to_date() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        for File { path, text } in files(&root).unwrap() {
            let committed = fs::read_to_string(root.join(&path)).unwrap_or_default();
            assert!(committed == text, "{}: `cargo xtask types` writes it anew", path.display());
        }
    }

    /// Types can be made for every game of this build, also for those whose schemas the book does
    /// not have.
    #[test]
    fn every_game_has_types_in_every_language() {
        for entry in games::ALL {
            let pieces = entry.schemas();
            let piece = |name: &str| &pieces.iter().find(|piece| piece.name == name).unwrap().schema;
            let schemas = Schemas { order: piece("order"), view: piece("view"), briefing: piece("briefing") };
            let module = Module::new(entry.name(), schemas).unwrap();
            let types = Types { messages: Vec::new(), games: vec![module] };
            for language in LANGUAGES {
                let files = language(&types);
                let own = files.iter().find(|file| file.path.to_string_lossy().contains(entry.name()));
                assert!(own.is_some_and(|file| !file.text.is_empty()), "{}", entry.name());
            }
        }
    }
}
