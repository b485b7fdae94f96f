//! The files that belong to a player.

use crate::charset::{Charset, to_utf8};
use crate::kit::Kit;
use sandbox::{SnapshotError, StrangersFolder};
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use thiserror::Error;

/// A player's files, by their paths from the folder they are in.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    /// Path, with `/` between folders, and text in UTF-8.
    pub files: BTreeMap<String, Vec<u8>>,
    /// Those that are compiled by themselves; the others are included.
    pub units: Vec<String>,
    /// Whether any file was in GBK.
    pub has_gbk: bool,
    /// Files that were left alone, because the kit has its own of the same name.
    pub replaced: Vec<String>,
}

/// Why there is nothing to compile.
#[derive(Debug, Error)]
pub enum SourceError {
    /// A file cannot be read.
    #[error(transparent)]
    Read(#[from] SnapshotError),
    /// A folder without sources.
    #[error("{}: there is no C++ source here (a player of this contest is an ai.cpp)", path.display())]
    Empty {
        /// The folder.
        path: PathBuf,
    },
    /// Somebody's whole disk.
    #[error("{}: more than {MAX_FILES} files or {} MiB of sources", path.display(), MAX_BYTES >> 20)]
    TooMuch {
        /// The folder.
        path: PathBuf,
    },
}

/// More files than any player of the contests had.
const MAX_FILES: usize = 500;
/// More text than any player of the contests had.
const MAX_BYTES: usize = 16 << 20;
/// Folders in folders beyond this are not looked into.
const MAX_DEPTH: usize = 8;

const UNIT_ENDINGS: [&str; 4] = ["cpp", "cc", "cxx", "c++"];
const INCLUDED_ENDINGS: [&str; 9] = ["h", "hpp", "hh", "hxx", "inl", "inc", "ipp", "tpp", "def"];

impl Sources {
    /// Reads a player: a source file with what it includes, or a folder with all sources in it.
    ///
    /// Every file is read once, and no link is followed: what is compiled is what was read.
    ///
    /// # Errors
    /// If something cannot be read, or there is nothing to compile.
    pub fn read(kit: &Kit, path: &Path) -> Result<Self, SourceError> {
        let found = Self::default();
        if path.is_dir() {
            let (folder, root) = (StrangersFolder::open(path)?, path.to_owned());
            let mut gathering = Gathering { kit, folder, root, bytes: 0, found };
            gathering.add_folder(Path::new(""), 0)?;
            gathering.finish()
        } else {
            let (folder, name) = StrangersFolder::around(path)?;
            let root = path.parent().unwrap_or(Path::new("")).to_owned();
            let mut gathering = Gathering { kit, folder, root, bytes: 0, found };
            gathering.add_unit(Path::new(name))?;
            gathering.finish()
        }
    }
}

struct Gathering<'a> {
    kit: &'a Kit,
    folder: StrangersFolder,
    /// Where the folder is, for messages.
    root: PathBuf,
    bytes: usize,
    found: Sources,
}

impl Gathering<'_> {
    fn add_folder(&mut self, folder: &Path, depth: usize) -> Result<(), SourceError> {
        for (path, is_folder) in self.folder.list(folder)? {
            let ending =
                path.extension().and_then(|ending| ending.to_str()).unwrap_or_default().to_lowercase();
            let hidden = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if hidden {
                continue;
            }
            if is_folder {
                if depth < MAX_DEPTH {
                    self.add_folder(&path, depth + 1)?;
                }
            } else if UNIT_ENDINGS.contains(&ending.as_str()) {
                self.add_unit(&path)?;
            } else if INCLUDED_ENDINGS.contains(&ending.as_str()) {
                self.add(&path)?;
            }
        }
        Ok(())
    }

    /// A file that is compiled by itself.
    fn add_unit(&mut self, path: &Path) -> Result<(), SourceError> {
        if let Some(name) = self.add(path)? {
            self.found.units.push(name);
        }
        Ok(())
    }

    /// A file, and those it includes; its name, unless the kit has its own.
    fn add(&mut self, path: &Path) -> Result<Option<String>, SourceError> {
        let Some(name) = name_below(path) else { return Ok(None) };
        if let Some(own) = path.file_name().and_then(|file| self.kit.own(file.to_str()?)) {
            // A copy that says the same needs no words.
            let same = self.contents(&name).is_ok_and(|copy| copy == own.as_bytes());
            if !same && !self.found.replaced.contains(&name) {
                self.found.replaced.push(name);
            }
            return Ok(None);
        }
        if self.found.files.contains_key(&name) {
            return Ok(Some(name));
        }
        let bytes = self.contents(&name)?;
        self.bytes += bytes.len();
        if self.bytes > MAX_BYTES || self.found.files.len() >= MAX_FILES {
            return Err(SourceError::TooMuch { path: self.root.clone() });
        }
        let (text, charset) = to_utf8(&bytes);
        self.found.has_gbk |= charset == Charset::Gbk;
        let text = text.into_owned();
        let wanted = included(&text);
        self.found.files.insert(name.clone(), text);
        for other in wanted {
            self.add_included(&Path::new(&name).parent().unwrap_or(Path::new("")).join(other))?;
        }
        Ok(Some(name))
    }

    /// A file that another one includes. What is not there may come with the kit or the compiler, or the compiler says that it is missing.
    fn add_included(&mut self, path: &Path) -> Result<(), SourceError> {
        match self.add(path) {
            Err(SourceError::Read(SnapshotError::TooLarge { .. })) => {
                Err(SourceError::TooMuch { path: self.root.clone() })
            }
            Err(SourceError::Read(_)) | Ok(_) => Ok(()),
            Err(error) => Err(error),
        }
    }

    fn contents(&self, name: &str) -> Result<Vec<u8>, SnapshotError> {
        self.folder.read(Path::new(name), MAX_BYTES as u64)
    }

    fn finish(mut self) -> Result<Sources, SourceError> {
        // A source that another one includes is not compiled again by itself.
        let includes = |(name, text): (&String, &Vec<u8>)| {
            let folder = Path::new(name).parent().unwrap_or(Path::new("")).to_owned();
            included(text)
                .into_iter()
                .map(move |other| folder.join(other).to_string_lossy().into_owned())
                .collect::<Vec<_>>()
        };
        let taken: Vec<String> = self.found.files.iter().flat_map(includes).collect();
        self.found.units.retain(|unit| !taken.contains(unit));
        if self.found.units.is_empty() {
            return Err(SourceError::Empty { path: self.root });
        }
        Ok(self.found)
    }
}

/// A path without detours; none if it leads out of the folder.
fn name_below(path: &Path) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.components() {
        match part {
            Component::Normal(part) => parts.push(part.to_str()?),
            Component::CurDir => {}
            Component::ParentDir => {
                parts.pop()?;
            }
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// The names in the source's `#include "…"` lines.
fn included(text: &[u8]) -> Vec<String> {
    let name = |line: &[u8]| {
        let rest = line.trim_ascii_start().strip_prefix(b"#")?.trim_ascii_start().strip_prefix(b"include")?;
        let quoted = rest.trim_ascii_start().strip_prefix(b"\"")?;
        let end = quoted.iter().position(|byte| *byte == b'"')?;
        String::from_utf8(quoted[..end].to_vec()).ok()
    };
    text.split(|byte| *byte == b'\n').filter_map(name).collect()
}
