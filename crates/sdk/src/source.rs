//! The files that belong to a player.

use crate::charset::{Charset, to_utf8};
use crate::contest::{self, LeftOut};
use crate::include;
use crate::kit::Kit;
use crate::scan;
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
    /// Files that were left out, because they are the contest's and not the player's.
    pub left_out: Vec<LeftOut>,
    /// Tables of texts in the contest's headers that came with the player: name and what stands in
    /// the braces.
    pub tables: Vec<(&'static str, String)>,
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
    /// Sources without a player.
    #[error("{}: no source here defines {wanted}, which a player of this contest does in its ai.cpp", path.display())]
    NoPlayer {
        /// The folder.
        path: PathBuf,
        /// The functions that are missing.
        wanted: String,
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
            return gathering.finish();
        }
        let (folder, name) = StrangersFolder::around(path)?;
        let root = path.parent().unwrap_or(Path::new("")).to_owned();
        let mut gathering = Gathering { kit, folder, root, bytes: 0, found };
        gathering.add_unit(Path::new(name))?;
        gathering.finish()
    }
}

impl Sources {
    /// The macros that give the parts of the interface which the player uses.
    pub(crate) fn parts(&self, kit: &Kit) -> Vec<&'static str> {
        let used = |words: &[&str]| self.files.values().any(|text| scan::mentions(text, words));
        let mut parts: Vec<&str> =
            kit.parts.iter().filter(|(words, _)| used(words)).map(|(_, name)| *name).collect();
        parts.dedup();
        parts.extend((!self.tables.is_empty()).then_some("SANDTABLE_FC18_OWN_TABLES"));
        parts
    }

    /// Words of other years' interfaces that the player's files use.
    pub(crate) fn of_other_years(&self, kit: &Kit) -> Vec<String> {
        let used = |words: &&&[&str]| self.files.values().any(|text| scan::mentions(text, words));
        kit.other_years.iter().filter(used).map(|words| format!("`{}`", words.concat())).collect()
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
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with('.') {
                continue;
            }
            if is_folder {
                if depth < MAX_DEPTH {
                    self.add_folder(&path, depth + 1)?;
                }
            } else if is_unit(&name) {
                self.add_unit(&path)?;
            } else if has_ending(&name, &INCLUDED_ENDINGS) {
                self.add(&path)?;
            }
        }
        Ok(())
    }

    /// A file that is compiled by itself.
    fn add_unit(&mut self, path: &Path) -> Result<(), SourceError> {
        if let Some(name) = self.add(path)?
            && !self.found.units.contains(&name)
        {
            self.found.units.push(name);
        }
        Ok(())
    }

    /// A file, and those it includes; its name, if it is in the folder.
    fn add(&mut self, path: &Path) -> Result<Option<String>, SourceError> {
        let Some(name) = name_below(path) else { return Ok(None) };
        if self.found.files.contains_key(&name) {
            return Ok(Some(name));
        }
        let bytes = self.folder.read(Path::new(&name), MAX_BYTES as u64)?;
        let wanted = self.take(name.clone(), &bytes)?;
        for other in wanted.iter().filter(|other| other.quoted) {
            self.add_included(&Path::new(&name).parent().unwrap_or(Path::new("")).join(&other.name))?;
        }
        Ok(Some(name))
    }

    /// A file that another one includes. What is not there may come with the kit or the compiler,
    /// or the compiler says that it is missing.
    fn add_included(&mut self, path: &Path) -> Result<(), SourceError> {
        let Some(file) = name_below(path).and_then(|name| self.file_called(&name)) else { return Ok(()) };
        match self.add(&file) {
            Err(SourceError::Read(SnapshotError::TooLarge { .. })) => {
                Err(SourceError::TooMuch { path: self.root.clone() })
            }
            Err(SourceError::Read(_)) | Ok(_) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// The file of this name. Players wrote their names on systems to which capitals are all the
    /// same.
    fn file_called(&self, name: &str) -> Option<PathBuf> {
        let mut at = PathBuf::new();
        for part in name.split('/') {
            let entries: Vec<PathBuf> =
                self.folder.list(&at).ok()?.into_iter().map(|(path, _)| path).collect();
            let exact = |path: &&PathBuf| path.file_name().is_some_and(|other| other == part);
            let alike =
                |path: &&PathBuf| path.file_name().is_some_and(|other| other.eq_ignore_ascii_case(part));
            at = entries.iter().find(exact).or_else(|| entries.iter().find(alike))?.clone();
        }
        Some(at)
    }

    /// Keeps a file's text, and gives what it includes.
    fn take(&mut self, name: String, bytes: &[u8]) -> Result<Vec<scan::Include>, SourceError> {
        self.bytes += bytes.len();
        if self.bytes > MAX_BYTES || self.found.files.len() >= MAX_FILES {
            return Err(SourceError::TooMuch { path: self.root.clone() });
        }
        let (text, charset) = to_utf8(bytes);
        let own = self.kit.own(name.rsplit('/').next().unwrap_or_default()).is_some();
        let tables = if own { scan::text_tables(&text, self.kit.text_tables) } else { Vec::new() };
        // Of a copy of the contest's header only its texts count.
        let counts = !own || tables.iter().any(|(_, texts)| !texts.is_ascii());
        self.found.has_gbk |= charset == Charset::Gbk && counts;
        self.found.tables.extend(tables);
        let wanted = scan::includes(&text);
        self.found.files.insert(name, text.into_owned());
        Ok(wanted)
    }

    fn finish(mut self) -> Result<Sources, SourceError> {
        // A source that another one includes is not compiled again by itself.
        let taken = include::resolve(self.kit, &mut self.found.files);
        self.found.units.retain(|unit| !taken.contains(unit));
        contest::leave_out(self.kit, &mut self.found);
        if self.found.units.is_empty() && self.found.left_out.is_empty() {
            return Err(SourceError::Empty { path: self.root });
        }
        let mentioned = |wanted: &&str| self.found.files.values().any(|text| scan::mentions(text, &[wanted]));
        if self.kit.entry.iter().any(mentioned) {
            return Ok(self.found);
        }
        let wanted = self.kit.entry.iter().map(|name| format!("{name}()")).collect::<Vec<_>>().join(" and ");
        Err(SourceError::NoPlayer { path: self.root, wanted })
    }
}

/// Whether a folder holds a player of an old contest: an `ai.cpp`, in it or in a folder in it.
#[must_use]
pub fn has_player(folder: &Path) -> bool {
    StrangersFolder::open(folder).is_ok_and(|folder| has_player_in(&folder, Path::new(""), 2))
}

fn has_player_in(root: &StrangersFolder, folder: &Path, depth: usize) -> bool {
    let entries = root.list(folder).unwrap_or_default();
    let is_player = |path: &Path| path.file_name().is_some_and(|name| name.eq_ignore_ascii_case("ai.cpp"));
    entries.iter().any(|(path, is_folder)| match is_folder {
        true => depth > 0 && has_player_in(root, path, depth - 1),
        false => is_player(path),
    })
}

fn is_unit(name: &str) -> bool {
    has_ending(name, &UNIT_ENDINGS)
}

fn has_ending(name: &str, endings: &[&str]) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, ending)| endings.iter().any(|other| ending.eq_ignore_ascii_case(other)))
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
