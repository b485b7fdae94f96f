//! What was handed in: one program, or one for each stage.
//!
//! Everything is copied to a folder of its own first, without the cases: what the compiler or the program can see never holds an expected
//! output.

use crate::archive::{ArchiveError, unpack};
use game::console::Stage;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;
use thiserror::Error;

/// A hand-in, copied to a safe place.
#[derive(Debug)]
pub struct Submission {
    /// The sources of each stage; the same for all stages if there is one program only.
    parts: Parts,
    /// Holds the copy while it is in use.
    _copy: TempDir,
}

/// What a hand-in consists of.
#[derive(Debug)]
enum Parts {
    /// One program.
    One(Part),
    /// A program for some of the stages.
    Stages(Vec<(Stage, Part)>),
}

/// The sources of one program, or the program itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// A program that can be run as it is.
    Program(PathBuf),
    /// A folder with sources or scripts.
    Folder(PathBuf),
}

/// Why a hand-in cannot be judged.
#[derive(Debug, Error)]
pub enum SubmissionError {
    /// There is nothing of that name.
    #[error("{path}: {error}")]
    Unreadable {
        /// The path.
        path: String,
        /// What the system says.
        error: io::Error,
    },
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
    /// There is too much of it.
    #[error("{0} holds more than {MOST_BYTES} bytes or {MOST_FILES} files")]
    TooLarge(String),
}

/// More than any hand-in.
const MOST_BYTES: u64 = 256 << 20;
const MOST_FILES: u32 = 10_000;

impl Submission {
    /// Copies what was handed in, leaving out the folder of the cases if that is inside.
    ///
    /// # Errors
    /// If it cannot be read, or is nothing that could be judged.
    pub fn open(source: &Path, cases: Option<&Path>) -> Result<Self, SubmissionError> {
        let unreadable = |error| SubmissionError::Unreadable { path: source.display().to_string(), error };
        let copy = tempfile::Builder::new().prefix("sandtable-judge-").tempdir().map_err(unreadable)?;
        fs::set_permissions(copy.path(), fs::Permissions::from_mode(0o755)).map_err(unreadable)?;
        let root = copy.path().join("source");
        fs::create_dir(&root).map_err(unreadable)?;
        let kind = fs::metadata(source).map_err(unreadable)?;
        let parts = if kind.is_dir() {
            let cases = cases.and_then(|cases| fs::canonicalize(cases).ok());
            let mut copying = Copying { cases, bytes: MOST_BYTES, files: MOST_FILES };
            copying.folder(&fs::canonicalize(source).map_err(unreadable)?, &root).map_err(
                |error| match error.kind() {
                    io::ErrorKind::FileTooLarge => SubmissionError::TooLarge(source.display().to_string()),
                    _ => unreadable(error),
                },
            )?;
            Parts::find(&root)
        } else if has_extension(source, &["zip"]) {
            unpack(source, &root)
                .map_err(|error| SubmissionError::Archive { path: source.display().to_string(), error })?;
            Parts::find(&root)
        } else {
            let name = source.file_name().unwrap_or(source.as_os_str());
            let target = root.join(name);
            fs::copy(source, &target).map_err(unreadable)?;
            if is_source(source) {
                Parts::One(Part::Folder(root))
            } else if kind.permissions().mode() & 0o111 != 0 {
                Parts::One(Part::Program(target))
            } else {
                return Err(SubmissionError::NoProgram(source.display().to_string()));
            }
        };
        Ok(Self { parts, _copy: copy })
    }

    /// A hand-in without files: everything is said by the command that runs it.
    ///
    /// # Errors
    /// If no folder can be made for it.
    pub fn nothing() -> io::Result<Self> {
        let copy = tempfile::tempdir()?;
        fs::set_permissions(copy.path(), fs::Permissions::from_mode(0o755))?;
        Ok(Self { parts: Parts::One(Part::Folder(copy.path().to_path_buf())), _copy: copy })
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
    pub fn part(&self, stage: Stage) -> Option<&Part> {
        match &self.parts {
            Parts::One(part) => Some(part),
            Parts::Stages(parts) => parts.iter().find(|(its, _)| *its == stage).map(|(_, part)| part),
        }
    }
}

impl Parts {
    /// Looks for the course's folders, also inside a single folder around them.
    fn find(root: &Path) -> Self {
        let mut folder = root.to_path_buf();
        loop {
            let stages = task_folders(&folder);
            if !stages.is_empty() {
                return Self::Stages(stages);
            }
            match only_folder(&folder) {
                Some(inner) => folder = inner,
                None => return Self::One(Part::Folder(folder)),
            }
        }
    }
}

/// The folders `1_task1` to `4_task4`, in whatever case.
fn task_folders(folder: &Path) -> Vec<(Stage, Part)> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let folders: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| path.is_dir()).collect();
    let named = |stage: Stage| {
        let name = format!("{0}_task{0}", stage as u8);
        folders.iter().find(|path| path.file_name().is_some_and(|its| its.eq_ignore_ascii_case(&name)))
    };
    Stage::ALL.into_iter().filter_map(|stage| Some((stage, Part::Folder(named(stage)?.clone())))).collect()
}

/// The folder that is all there is in a folder.
fn only_folder(folder: &Path) -> Option<PathBuf> {
    let entries: Vec<PathBuf> =
        fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path()).take(2).collect();
    match &entries[..] {
        [only] if only.is_dir() => Some(only.clone()),
        _ => None,
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

/// A copy in progress.
struct Copying {
    cases: Option<PathBuf>,
    bytes: u64,
    files: u32,
}

impl Copying {
    /// Copies files and folders; links and everything else that is neither are left out.
    fn folder(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let (source, target, kind) = (entry.path(), to.join(entry.file_name()), entry.file_type()?);
            if self.cases.as_ref() == Some(&source) || entry.file_name() == ".git" {
                continue;
            }
            if kind.is_dir() {
                fs::create_dir(&target)?;
                self.folder(&source, &target)?;
            } else if kind.is_file() {
                self.count(entry.metadata()?.len())?;
                fs::copy(&source, &target)?;
            }
        }
        Ok(())
    }

    fn count(&mut self, bytes: u64) -> io::Result<()> {
        let too_large = || io::Error::from(io::ErrorKind::FileTooLarge);
        self.bytes = self.bytes.checked_sub(bytes).ok_or_else(too_large)?;
        self.files = self.files.checked_sub(1).ok_or_else(too_large)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[&str]) -> TempDir {
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
            let submission = Submission::open(source.path(), None).unwrap();
            assert_eq!(submission.stages(), Some(vec![Stage::One, Stage::Three]), "{prefix}");
            assert!(submission.part(Stage::Two).is_none());
        }
    }

    #[test]
    fn cases_inside_are_left_out() {
        let source = folder(&["main.cpp", "cases/1.in", "cases/1.out"]);
        let submission = Submission::open(source.path(), Some(&source.path().join("cases"))).unwrap();
        let Some(Part::Folder(copy)) = submission.part(Stage::Four) else { panic!() };
        assert!(copy.join("main.cpp").exists() && !copy.join("cases").exists());
    }

    #[test]
    fn a_text_is_no_program() {
        let source = folder(&["notes.txt"]);
        let refused = Submission::open(&source.path().join("notes.txt"), None);
        assert!(matches!(refused, Err(SubmissionError::NoProgram(_))));
        let refused = Submission::open(&source.path().join("absent"), None);
        assert!(matches!(refused, Err(SubmissionError::Unreadable { .. })));
    }
}
