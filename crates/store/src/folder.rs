//! A tournament's folder, and the lock that keeps two runs apart.

use crate::{Store, StoreError};
use rustix::fs::{FlockOperation, OFlags, flock};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

/// A tournament's folder.
#[derive(Debug)]
pub struct StoreFolder {
    path: PathBuf,
}

/// Why a folder cannot be used, in one message.
#[derive(Debug)]
pub enum FolderError {
    /// There is no tournament in it.
    Empty(PathBuf),
    /// Another run has it.
    Taken(PathBuf),
    /// A file cannot be read or written.
    Disk(PathBuf, io::Error),
}

impl std::fmt::Display for FolderError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Empty(path) => {
                write!(f, "{}: there is no tournament here (no {})", path.display(), StoreFolder::DATABASE)
            }
            Self::Taken(path) => {
                write!(
                    f,
                    "{}: another run is playing this tournament; wait for it, or stop it",
                    path.display()
                )
            }
            Self::Disk(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for FolderError {}

impl StoreFolder {
    /// The database's file.
    pub const DATABASE: &str = "cup.sqlite";
    /// The lock's file.
    const LOCK: &str = "lock";

    /// The folder at this path, whether or not it is there.
    #[must_use]
    pub fn at(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether a tournament is in it.
    #[must_use]
    pub fn has_tournament(&self) -> bool {
        self.database().is_file()
    }

    /// The database's path.
    #[must_use]
    pub fn database(&self) -> PathBuf {
        self.path.join(Self::DATABASE)
    }

    /// Takes the folder for a run, and makes it if it is not there. It is free again when the file
    /// is closed, however this program ends.
    ///
    /// # Errors
    /// If another run has it, or it cannot be written.
    pub fn take(&self) -> Result<File, FolderError> {
        let disk = |error| FolderError::Disk(self.path.clone(), error);
        fs::create_dir_all(&self.path).map_err(disk)?;
        // A link in its place leads to a file of somebody else's.
        let flags = OFlags::NOFOLLOW.bits().cast_signed();
        let mut options = File::options();
        options.write(true).create(true).truncate(false).custom_flags(flags);
        let path = self.path.join(Self::LOCK);
        let file = options.open(&path).map_err(|error| FolderError::Disk(path, error))?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(file),
            Err(rustix::io::Errno::WOULDBLOCK) => Err(FolderError::Taken(self.path.clone())),
            Err(error) => Err(disk(error.into())),
        }
    }

    /// Opens the tournament in it.
    ///
    /// # Errors
    /// If there is none, or it cannot be read.
    pub fn open(&self) -> Result<Store, StoreError> {
        if !self.has_tournament() {
            return Err(FolderError::Empty(self.path.clone()).into());
        }
        Store::open(&self.database())
    }
}
