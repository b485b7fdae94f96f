//! A folder of its own for a bot that is a single file.
//!
//! The folder in which the file lies is somebody's home or worse: a bot gets to see copies of its own files, not that.

use std::ffi::OsStr;
use std::fs::{self, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Enough for a bot; more than that belongs in a folder with a `bot.toml`.
const MOST_NEIGHBOURS: usize = 200;

/// A folder with copies of a bot's files. It is removed with this value.
#[derive(Debug)]
pub struct Stage {
    folder: TempDir,
    program: PathBuf,
    /// The folder that holds what was copied.
    origin: PathBuf,
}

impl Stage {
    /// A copy of the file, alone.
    pub(crate) fn alone(file: &Path) -> Result<Self, String> {
        let folder = tempfile::Builder::new().prefix("sandtable-bot-").tempdir();
        folder
            .and_then(|folder| Self::fill(folder, file))
            .map_err(|error| format!("{}: {error}", file.display()))
    }

    /// A copy of a Python file, of those beside it, and of the packages beside it.
    pub(crate) fn with_neighbours(file: &Path) -> Result<Self, String> {
        let stage = Self::alone(file)?;
        let wrong = |error: io::Error| format!("{}: {error}", file.display());
        let folder = file.parent().unwrap_or(Path::new("."));
        for neighbour in modules(folder).map_err(wrong)?.iter().filter(|module| *module != file) {
            let place = stage.folder.path().join(neighbour.strip_prefix(folder).unwrap_or(neighbour));
            let home = place.parent().unwrap_or(stage.folder.path());
            fs::create_dir_all(home).and_then(|()| copy_into(home, neighbour)).map_err(wrong)?;
        }
        Ok(stage)
    }

    fn fill(folder: TempDir, file: &Path) -> io::Result<Self> {
        // Programs may run as a user that is not us.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
        let program = copy_into(folder.path(), file)?;
        let origin = file.parent().map_or_else(PathBuf::new, Path::to_owned);
        Ok(Self { folder, program, origin })
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// The folder that holds what was copied.
    pub(crate) fn origin(&self) -> &Path {
        &self.origin
    }

    /// The file that was copied, if this is a copy; the path itself otherwise.
    pub(crate) fn original(&self, path: &Path) -> PathBuf {
        match path.strip_prefix(self.folder.path()) {
            Ok(name) => self.origin.join(name),
            Err(_) => path.to_owned(),
        }
    }

    pub(crate) fn program(&self) -> &Path {
        &self.program
    }
}

fn copy_into(folder: &Path, file: &Path) -> io::Result<PathBuf> {
    let copy = folder.join(file.file_name().unwrap_or(OsStr::new("bot")));
    fs::copy(file, &copy)?;
    fs::set_permissions(&copy, Permissions::from_mode(0o755))?;
    Ok(copy)
}

/// The Python files in a folder and in the packages in it.
fn modules(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension() == Some(OsStr::new("py")) && path.is_file() {
            found.push(path);
        } else if path.join("__init__.py").is_file() {
            found.extend(modules(&path)?);
        }
    }
    found.sort();
    found.truncate(MOST_NEIGHBOURS);
    Ok(found)
}
