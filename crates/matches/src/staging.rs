//! A folder of its own for a bot that is a single file.
//!
//! The folder in which the file lies is somebody's home or worse: a bot gets to see copies of its own files, not that.

use rustix::fs::{FlockOperation, flock};
use std::ffi::OsStr;
use std::fs::{self, File, Permissions};
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Once;
use std::time::Duration;
use tempfile::TempDir;

/// Enough for a bot; more than that belongs in a folder with a `bot.toml`.
const MOST_NEIGHBOURS: usize = 200;

/// How the names of all these folders begin.
const PREFIX: &str = "sandtable-bot-";

/// Nobody needs so long to lock a folder after making it.
const SETTLED: Duration = Duration::from_secs(60);

/// A folder with copies of a bot's files. It is removed with this value.
///
/// Its maker holds a lock on it, which the system lets go of when the maker dies, however it dies. So whoever comes later
/// can tell what belongs to nobody any more.
#[derive(Debug)]
pub struct Stage {
    folder: TempDir,
    _lock: File,
    program: PathBuf,
    /// The folder that holds what was copied.
    origin: PathBuf,
}

impl Stage {
    /// A copy of the file, alone.
    pub(crate) fn alone(file: &Path) -> Result<Self, String> {
        static SWEPT: Once = Once::new();
        SWEPT.call_once(|| sweep(&std::env::temp_dir()));
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir();
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
        let lock = File::open(folder.path())?;
        flock(&lock, FlockOperation::NonBlockingLockShared)?;
        // Programs may run as a user that is not us.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755))?;
        let program = copy_into(folder.path(), file)?;
        let origin = file.parent().map_or_else(PathBuf::new, Path::to_owned);
        Ok(Self { folder, _lock: lock, program, origin })
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

/// Removes the folders of makers that no longer live.
fn sweep(temporary: &Path) {
    for entry in fs::read_dir(temporary).into_iter().flatten().flatten() {
        let ours = entry.file_name().to_string_lossy().starts_with(PREFIX);
        if ours && entry.file_type().is_ok_and(|kind| kind.is_dir()) && belongs_to_nobody(&entry.path()) {
            // It may be another user's.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

fn belongs_to_nobody(folder: &Path) -> bool {
    let Ok(lock) = File::open(folder) else { return false };
    let age = lock.metadata().and_then(|meta| meta.modified()).map(|made| made.elapsed().unwrap_or_default());
    age.is_ok_and(|age| age > SETTLED) && flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok()
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    #[test]
    fn only_folders_of_the_dead_are_swept() {
        let temporary = tempfile::tempdir().unwrap();
        let made = |name: &str, age: Duration| {
            let path = temporary.path().join(name);
            fs::create_dir(&path).unwrap();
            fs::write(path.join("bot.py"), "").unwrap();
            let folder = File::open(&path).unwrap();
            folder.set_modified(SystemTime::now() - age).unwrap();
            (path, folder)
        };
        let (dead, _) = made("sandtable-bot-dead", 2 * SETTLED);
        let (alive, lock) = made("sandtable-bot-alive", 2 * SETTLED);
        flock(&lock, FlockOperation::NonBlockingLockShared).unwrap();
        let (new, _) = made("sandtable-bot-new", Duration::ZERO);
        let (other, _) = made("other", 2 * SETTLED);
        sweep(temporary.path());
        assert!(!dead.exists());
        assert!(alive.exists() && new.exists() && other.exists());
    }

    #[test]
    fn a_stage_is_locked_while_it_lives() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("bot.py");
        fs::write(&file, "").unwrap();
        let stage = Stage::alone(&file).unwrap();
        let again = File::open(stage.folder()).unwrap();
        assert!(flock(&again, FlockOperation::NonBlockingLockExclusive).is_err());
    }
}
