//! The folder of an arena: everything that it keeps.

use rustix::fs::{FlockOperation, flock};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// A folder that is ours as long as this lives.
#[derive(Debug)]
pub(crate) struct ArenaFolder {
    path: PathBuf,
    _lock: File,
}

impl ArenaFolder {
    /// Takes a folder, and makes it if it is not there.
    pub(crate) fn take(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let said = |error: io::Error| format!("{shown}: {error}");
        fs::DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(said)?;
        let path = path.canonicalize().map_err(said)?;
        let lock = File::options().create(true).truncate(false).write(true).open(path.join("lock"));
        let lock = lock.map_err(said)?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
            format!("{shown}: another sandtable uses this folder: stop it, or name another with --data")
        })?;
        let folder = Self { path, _lock: lock };
        // What a killed server left behind.
        let _ = fs::remove_dir_all(folder.scratch());
        fs::create_dir_all(folder.scratch()).map_err(said)?;
        fs::create_dir_all(folder.pages()).map_err(said)?;
        Ok(folder)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Files that never change.
    pub(crate) fn files(&self) -> PathBuf {
        self.path.join("files")
    }

    /// Where matches write while they are played.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.path.join("scratch")
    }

    /// Replay pages, which can be made again.
    pub(crate) fn pages(&self) -> PathBuf {
        self.path.join("pages")
    }
}
