//! The cases that come with the program.

use crate::case::{Case, Strictness, read_folder};
use crate::exercise::Exercise;
use crate::handout::Section;
use game::conform::Folder;
use game::console::Stage;

/// Every bundled file: `cases/GAME/stageN/NAME`, `cases/GAME/robust/stageN/NAME`, `library/NAME`,
/// `probes/GAME/stageN.jsonl` or `tracing/NAME`, and its contents.
pub(crate) static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/bundled.rs"));

/// The bundled cases of a stage and section.
///
/// # Errors
/// One sentence, if there are none.
pub fn bundled(
    exercise: &Exercise,
    stage: Stage,
    section: Section,
    strictness: Strictness,
) -> Result<Vec<Case>, String> {
    let set = match section {
        Section::Handout => "",
        Section::Robustness => "robust/",
    };
    let folder = Embedded(format!("cases/{}/{set}stage{}/", exercise.name, stage as u8));
    let mut cases = read_folder(&folder, stage, strictness)?;
    cases.iter_mut().for_each(|case| case.section = section);
    Ok(cases)
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
