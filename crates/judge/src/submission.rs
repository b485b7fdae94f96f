//! What was handed in: one program, or one for each stage.
//!
//! Everything is copied to a folder of its own first, without the cases: what the compiler or the
//! program can see never holds an expected output.

use game::console::Stage;
use sandbox::{ArchiveError, Caps, Found, Sandbox, Snapshot, SnapshotError, SourceFolder};
use std::fs;
use std::io;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use thiserror::Error;

/// A hand-in, copied to a safe place.
#[derive(Debug)]
pub struct Submission {
    /// The sources of each stage; the same for all stages if there is one program only.
    parts: Parts,
    /// Holds the copy while it is in use.
    copy: Snapshot,
    /// What was left out although nobody asked for it, one sentence each.
    left_out: Vec<String>,
}

/// What a hand-in consists of.
#[derive(Debug)]
enum Parts {
    /// One program.
    One(StageSource),
    /// A program for some of the stages.
    Stages(Vec<(Stage, StageSource)>),
}

/// The sources of one program, or the program itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StageSource {
    /// A program that can be run as it is, and the folder it is in.
    Program(PathBuf, SourceFolder),
    /// A folder with sources or scripts.
    Folder(SourceFolder),
}

/// Why a hand-in cannot be judged.
#[derive(Debug, Error)]
pub enum SubmissionError {
    /// It is not there, or cannot be copied.
    #[error(transparent)]
    Unreadable(#[from] SnapshotError),
    /// The archive is no good.
    #[error("{path}: {error}")]
    Archive {
        /// The path.
        path: String,
        /// What is wrong with it.
        error: ArchiveError,
    },
    /// A file that is neither an archive, nor a source, nor a program.
    #[error(
        "{0} is no program that can be run (no execute permission), no .cpp file and no .zip; other languages need --run"
    )]
    NoProgram(String),
}

impl Submission {
    /// Copies what was handed in, leaving out the folder of the cases if that is inside. Archives
    /// are unpacked in the sandbox.
    ///
    /// # Errors
    /// If it cannot be read, or is nothing that could be judged.
    pub fn open(source: &Path, cases: Option<&Path>, sandbox: &Sandbox) -> Result<Self, SubmissionError> {
        let caps = Caps::default();
        if source.is_dir() {
            let cases = cases.and_then(|cases| fs::metadata(cases).ok()).map(|meta| (meta.dev(), meta.ino()));
            let wanted =
                &mut |found: &Found<'_>| !found.path.ends_with(".git") && Some(found.identity()) != cases;
            let copy = Snapshot::of_folder(source, &caps, wanted)?;
            // A folder around an archive is how some sites hand hand-ins over.
            let Some(archive) = only_archive(copy.folder()) else {
                return Ok(Self::new(Parts::find(copy.sources()), copy));
            };
            let copy = Snapshot::of_file(&archive, &caps)?;
            let unpacked = unpack_all(copy, sandbox)
                .map_err(|error| SubmissionError::Archive { path: source.display().to_string(), error })?;
            return Ok(Self::new(Parts::find(unpacked.sources()), unpacked));
        }
        let copy = Snapshot::of_file(source, &caps)?;
        let file = copy.folder().join(source.file_name().unwrap_or_default());
        if has_extension(source, &["zip"]) {
            let unpacked = unpack_all(copy, sandbox)
                .map_err(|error| SubmissionError::Archive { path: source.display().to_string(), error })?;
            Ok(Self::new(Parts::find(unpacked.sources()), unpacked))
        } else if is_source(source) {
            Ok(Self::new(Parts::One(StageSource::Folder(copy.sources())), copy))
        } else if fs::metadata(&file).is_ok_and(|meta| meta.permissions().mode() & 0o111 != 0) {
            Ok(Self::new(Parts::One(StageSource::Program(file, copy.sources())), copy))
        } else {
            Err(SubmissionError::NoProgram(source.display().to_string()))
        }
    }

    fn new(parts: Parts, copy: Snapshot) -> Self {
        let left_out = copy.left_out().to_vec();
        Self { parts, copy, left_out }
    }

    /// A hand-in without files: everything is said by the command that runs it.
    ///
    /// # Errors
    /// If no folder can be made for it.
    pub fn nothing() -> Result<Self, SnapshotError> {
        let copy = Snapshot::of_contents([])?;
        Ok(Self::new(Parts::One(StageSource::Folder(copy.sources())), copy))
    }

    /// What was left out although nobody asked for it, one sentence each.
    #[must_use]
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// A hash of everything in it: names, contents, and what can be run.
    ///
    /// # Errors
    /// If the copy cannot be read.
    pub fn digest(&self) -> io::Result<String> {
        self.copy.digest()
    }

    /// What its author wrote: the sources, by their names in it.
    ///
    /// # Errors
    /// If the copy cannot be read.
    pub fn sources(&self, sizes: SourceSizes) -> io::Result<Vec<(String, String)>> {
        sources_in(self.copy.folder(), sizes)
    }

    /// The stages it has programs for; none if it is one program that could be for any.
    #[must_use]
    pub fn stages(&self) -> Option<Vec<Stage>> {
        match &self.parts {
            Parts::One(_) => None,
            Parts::Stages(parts) => Some(parts.iter().map(|(stage, _)| *stage).collect()),
        }
    }

    /// The program for a stage.
    #[must_use]
    pub fn part(&self, stage: Stage) -> Option<&StageSource> {
        match &self.parts {
            Parts::One(part) => Some(part),
            Parts::Stages(parts) => parts.iter().find(|(its, _)| *its == stage).map(|(_, part)| part),
        }
    }
}

impl Parts {
    /// Looks for the course's folders, also inside a single folder around them.
    fn find(root: SourceFolder) -> Self {
        let mut folder = root;
        loop {
            let stages = task_folders(&folder);
            if !stages.is_empty() {
                return Self::Stages(stages);
            }
            match only_folder(&folder) {
                Some(inner) => folder = inner,
                None => return Self::One(StageSource::Folder(folder)),
            }
        }
    }
}

/// The folders `1_task1` to `4_task4`, in whatever case.
fn task_folders(folder: &SourceFolder) -> Vec<(Stage, StageSource)> {
    let entries = fs::read_dir(&**folder).into_iter().flatten().flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name()).collect();
    names.sort();
    let named = |stage: Stage| {
        let name = format!("{0}_task{0}", stage as u8);
        names.iter().filter(|its| its.eq_ignore_ascii_case(&name)).find_map(|its| folder.inner(its))
    };
    Stage::ALL.into_iter().filter_map(|stage| Some((stage, StageSource::Folder(named(stage)?)))).collect()
}

/// The folder that is all there is in a folder.
fn only_folder(folder: &SourceFolder) -> Option<SourceFolder> {
    let entries: Vec<_> =
        fs::read_dir(&**folder).ok()?.flatten().map(|entry| entry.file_name()).take(2).collect();
    match &entries[..] {
        [only] => folder.inner(only),
        _ => None,
    }
}

/// How much of what somebody wrote is read, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SourceSizes {
    /// Larger files are left out.
    pub file: u64,
    /// When there is this much, the rest is left out.
    pub all: u64,
}

/// The sources of a folder that nobody can change, by their paths in it and in their order.
///
/// # Errors
/// If something in it cannot be read.
pub fn sources_in(folder: &Path, sizes: SourceSizes) -> io::Result<Vec<(String, String)>> {
    let mut files: Vec<(String, PathBuf, u64)> = Vec::new();
    let mut open = vec![folder.to_path_buf()];
    while let Some(here) = open.pop() {
        for entry in fs::read_dir(&here)?.flatten() {
            let (path, kind) = (entry.path(), entry.file_type()?);
            if kind.is_dir() {
                open.push(path);
            } else if kind.is_file() && is_own_code(&path) {
                let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().into_owned();
                files.push((name, path, entry.metadata()?.len()));
            }
        }
    }
    files.sort();
    let mut left = sizes.all;
    let mut sources = Vec::new();
    for (name, path, size) in files.into_iter().filter(|(_, _, size)| *size <= sizes.file) {
        let Some(rest) = left.checked_sub(size) else { break };
        left = rest;
        sources.push((name, String::from_utf8_lossy(&fs::read(&path)?).into_owned()));
    }
    Ok(sources)
}

/// Whether a file is a source or a header in C++.
fn is_own_code(path: &Path) -> bool {
    is_source(path) || has_extension(path, &["c", "h", "hh", "hpp", "hxx"])
}

/// Unpacks an archive, and what is nothing but another one inside it.
fn unpack_all(mut copy: Snapshot, sandbox: &Sandbox) -> Result<Snapshot, ArchiveError> {
    /// Deeper than anybody packs by accident.
    const MOST_LAYERS: usize = 3;
    for _ in 0..MOST_LAYERS {
        copy = sandbox.unpack(&copy)?;
        let Some(archive) = only_archive(copy.folder()) else { break };
        let Ok(inner) = Snapshot::of_file(&archive, &Caps::default()) else { break };
        copy = inner;
    }
    Ok(copy)
}

/// The archive that is all there is in a folder, also inside single folders around it.
fn only_archive(folder: &Path) -> Option<PathBuf> {
    let mut here = folder.to_path_buf();
    loop {
        let entries: Vec<PathBuf> = fs::read_dir(&here)
            .ok()?
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| path.file_name().is_none_or(|name| name != "__MACOSX"))
            .take(2)
            .collect();
        match &entries[..] {
            [only] if only.is_dir() => here.clone_from(only),
            [only] if has_extension(only, &["zip"]) => return Some(only.clone()),
            _ => return None,
        }
    }
}

/// Whether a file is a source in C++.
#[must_use]
pub fn is_source(path: &Path) -> bool {
    has_extension(path, &["cpp", "cc", "cxx", "c++"])
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|its| extensions.iter().any(|known| its.eq_ignore_ascii_case(known)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(source: &Path, cases: Option<&Path>) -> Result<Submission, SubmissionError> {
        Submission::open(source, cases, &Sandbox::new(sandbox::Mode::Off).unwrap())
    }

    fn folder(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "x").unwrap();
        }
        folder
    }

    #[test]
    fn the_courses_folders_are_found_also_one_level_down() {
        for prefix in ["", "20190001/", "a/b/"] {
            let files = [format!("{prefix}1_task1/main.cpp"), format!("{prefix}3_Task3/main.cpp")];
            let source = folder(&files.each_ref().map(String::as_str));
            let submission = open(source.path(), None).unwrap();
            assert_eq!(submission.stages(), Some(vec![Stage::One, Stage::Three]), "{prefix}");
            assert!(submission.part(Stage::Two).is_none());
        }
    }

    #[test]
    fn cases_inside_are_left_out() {
        let source = folder(&["main.cpp", "cases/1.in", "cases/1.out"]);
        let submission = open(source.path(), Some(&source.path().join("cases"))).unwrap();
        let Some(StageSource::Folder(copy)) = submission.part(Stage::Four) else { panic!() };
        assert!(copy.join("main.cpp").exists() && !copy.join("cases").exists());
    }

    #[test]
    fn more_sources_than_anybody_writes_are_not_read() {
        let source = folder(&["a.cpp", "b/c.h", "b/notes.txt", "d.cpp", "e.cpp"]);
        fs::write(source.path().join("d.cpp"), "too large").unwrap();
        let names = |all| {
            let sources = sources_in(source.path(), SourceSizes { file: 5, all }).unwrap();
            sources.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
        };
        assert_eq!(names(100), ["a.cpp", "b/c.h", "e.cpp"]);
        assert_eq!(names(2), ["a.cpp", "b/c.h"]);
    }

    #[test]
    fn a_text_is_no_program() {
        let source = folder(&["notes.txt"]);
        let refused = open(&source.path().join("notes.txt"), None);
        assert!(matches!(refused, Err(SubmissionError::NoProgram(_))));
        let refused = open(&source.path().join("absent"), None);
        assert!(matches!(refused, Err(SubmissionError::Unreadable(_))));
    }
}
