//! The cases that come with the program.

use crate::case::{Case, Strictness, read_folder};
use crate::exercise::Exercise;
use game::conform::Folder;
use game::console::Stage;

/// Every bundled file: `GAME/stageN/NAME` and its contents.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The bundled cases of a stage.
///
/// # Errors
/// One sentence, if there are none.
pub fn bundled(exercise: &Exercise, stage: Stage, strictness: Strictness) -> Result<Vec<Case>, String> {
    let folder = Embedded(format!("{}/stage{}/", exercise.name, stage as u8));
    read_folder(&folder, stage, strictness)
}

/// A folder inside the program, by the path in front of its files.
struct Embedded(String);

impl Embedded {
    fn files(&self) -> impl Iterator<Item = (&'static str, &'static [u8])> {
        FILES.iter().filter_map(|(path, contents)| Some((path.strip_prefix(self.0.as_str())?, *contents)))
    }
}

impl Folder for Embedded {
    fn names(&self) -> Vec<String> {
        self.files().map(|(name, _)| name.to_string()).collect()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let file = self.files().find(|(its, _)| *its == name);
        file.map(|(_, contents)| contents.to_vec()).ok_or_else(|| format!("there is no {name}"))
    }

    fn other(&self, _: &str) -> Option<Box<dyn Folder>> {
        None
    }
}
