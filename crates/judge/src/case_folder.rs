//! Cases in folders on disk.

use crate::case::{Case, Strictness, read_folder};
use crate::exercise::Exercise;
use crate::submission_report::CaseSet;
use game::conform::Folder;
use game::console::Stage;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The largest file of a folder that is read, in bytes.
const LARGEST_FILE: u64 = 16 << 20;

/// A folder on disk.
#[derive(Clone, Debug)]
pub struct Directory {
    path: PathBuf,
    names: Vec<String>,
}

impl Directory {
    /// Opens a folder.
    ///
    /// # Errors
    /// One sentence, if it cannot be read.
    pub fn open(path: PathBuf) -> Result<Self, String> {
        let error = |error| format!("cannot read the folder {}: {error}", path.display());
        let mut names = Vec::new();
        for entry in fs::read_dir(&path).map_err(error)? {
            let entry = entry.map_err(error)?;
            // Links are not followed: what is read is printed, or shown on a page.
            if entry.file_type().map_err(error)?.is_file() {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        names.sort();
        Ok(Self { path, names })
    }
}

impl Folder for Directory {
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        read_bounded(&self.path.join(name)).map_err(|error| format!("cannot read {name}: {error}"))
    }

    fn other(&self, path: &str) -> Option<Box<dyn Folder>> {
        Self::open(self.path.join(path)).ok().map(|folder| Box::new(folder) as Box<dyn Folder>)
    }
}

fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LARGEST_FILE + 1).read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LARGEST_FILE {
        true => {
            let most = LARGEST_FILE >> 20;
            Err(io::Error::other(format!("it is larger than {most} MiB; no such file is")))
        }
        false => Ok(bytes),
    }
}

impl CaseSet {
    /// The cases of every stage: those of the folder named, or our own; and the hidden ones.
    ///
    /// # Errors
    /// One sentence, if a folder holds no cases.
    pub fn read(
        exercise: &Exercise,
        folder: Option<&Path>,
        hidden: Option<&Path>,
        strictness: Strictness,
    ) -> Result<Self, String> {
        let mut set = match folder {
            None => Self::bundled(exercise, strictness)?,
            Some(folder) => in_folder(folder, strictness)?,
        };
        if let Some(folder) = hidden {
            set.hidden = read_cases(folder, Stage::Four, strictness)?;
        }
        Ok(set)
    }
}

/// The cases of a folder: of those inside it that are named for stages, or else of itself.
fn in_folder(folder: &Path, strictness: Strictness) -> Result<CaseSet, String> {
    let mut set = CaseSet::default();
    for stage in Stage::ALL {
        let of_stage = folder.join(format!("stage{}", stage as u8));
        if of_stage.is_dir() {
            set.stages.insert(stage, read_cases(&of_stage, stage, strictness)?);
        }
    }
    if set.stages.is_empty() {
        for stage in Stage::ALL {
            set.stages.insert(stage, read_cases(folder, stage, strictness)?);
        }
    }
    Ok(set)
}

fn read_cases(folder: &Path, stage: Stage, strictness: Strictness) -> Result<Vec<Case>, String> {
    read_folder(&Directory::open(folder.to_path_buf())?, stage, strictness)
        .map_err(|wrong| format!("{}: {wrong}", folder.display()))
}
