//! Snapshots: what a stranger handed over, copied once, before anything else is done with it.
//!
//! Whoever handed a folder over may still change it: swap files while they are read, put links
//! where files were. Therefore everything is copied into a folder of our own first, and hashing,
//! building, caching and running look at the copy only. `copy` walks the folder; each entry is
//! opened relative to its parent, no link is followed, and nothing but ordinary files is taken.
//! `digest` says whether two folders hold the same. `reading` reads single files under the same
//! rules.

mod copy;
mod digest;
mod reading;

pub use self::copy::{Caps, Found};
pub(crate) use self::digest::digest;
pub use self::reading::StrangersFolder;

use self::copy::Copying;
use crate::bundle;
use crate::private::{FILES, PrivateFolder};
use rustix::fd::OwnedFd;
use rustix::fs::{FileType, Mode, OFlags, open};
use rustix::io::Errno;
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, BufReader};
use std::ops::Deref;
use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use thiserror::Error;

/// A copy of what was handed over, in a private folder. It is removed with this value.
#[derive(Debug)]
pub struct Snapshot {
    private: PrivateFolder,
    /// The copied files.
    folder: PathBuf,
    /// The folder that holds what was copied.
    origin: PathBuf,
    left_out: Vec<String>,
}

/// The folder of a snapshot, or a folder in it. There is no other way to make one, so that what is
/// built was copied first.
///
/// It does not keep the snapshot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFolder(PathBuf);

impl Deref for SourceFolder {
    type Target = Path;

    fn deref(&self) -> &Path {
        &self.0
    }
}

impl SourceFolder {
    /// A folder in it, if there is one.
    #[must_use]
    pub fn inner(&self, name: &OsStr) -> Option<Self> {
        let path = self.0.join(name);
        let plain =
            matches!(Path::new(name).components().next(), Some(Component::Normal(first)) if first == name);
        (plain && fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_dir())).then_some(Self(path))
    }
}

/// Why something cannot be copied, in one sentence.
#[derive(Debug, Error)]
pub enum SnapshotError {
    /// It is not there, or cannot be read or written.
    #[error("{}: {error}", path.display())]
    Files {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// What was named is a link.
    #[error("{} is a symbolic link, and links are not followed: name what it points to", .0.display())]
    Link(PathBuf),
    /// What was named is a pipe, a device or a socket.
    #[error("{} is neither a file nor a folder", .0.display())]
    Special(PathBuf),
    /// It holds more files or folders than are copied.
    #[error("{}: more than {most} files and folders; what a bot does not need belongs elsewhere", path.display())]
    TooMany {
        /// The folder.
        path: PathBuf,
        /// The bound.
        most: u32,
    },
    /// It is larger than what is copied.
    #[error("{}: more than {} MiB; what a bot does not need belongs elsewhere", path.display(), most >> 20)]
    TooLarge {
        /// The file or folder.
        path: PathBuf,
        /// The bound in bytes.
        most: u64,
    },
    /// It has folders in folders in folders.
    #[error("{}: folders are nested more than {most} deep", path.display())]
    TooDeep {
        /// The folder.
        path: PathBuf,
        /// The bound.
        most: u32,
    },
    /// A name that would deceive whoever reads it.
    #[error("{0:?}: the name of this file holds control characters: give it another one")]
    Name(PathBuf),
    /// Somebody is still writing.
    #[error("{} changed while it was being copied: try again when nobody writes to it", .0.display())]
    Changed(PathBuf),
    /// It took too long.
    #[error("{}: copying it took more than {seconds} s", path.display())]
    TooSlow {
        /// The file or folder.
        path: PathBuf,
        /// The bound.
        seconds: u64,
    },
}

impl SnapshotError {
    /// Whether what was named is not there.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        matches!(self, Self::Files { error, .. } if error.kind() == io::ErrorKind::NotFound)
    }
}

impl Snapshot {
    /// Copies a folder: everything in it that `wanted` takes.
    ///
    /// # Errors
    /// If it is no folder, cannot be read, changes meanwhile or exceeds the caps.
    pub fn of_folder(
        path: &Path,
        caps: &Caps,
        wanted: &mut dyn FnMut(&Found<'_>) -> bool,
    ) -> Result<Self, SnapshotError> {
        let from = open_folder(path)?;
        let mut snapshot = Self::empty(path)?;
        snapshot.left_out =
            Copying::new(&snapshot.origin, caps, wanted).run(&from, &snapshot.folder, None)?;
        Ok(snapshot)
    }

    /// Copies a file and nothing else. It keeps its name.
    ///
    /// # Errors
    /// If it is no ordinary file, cannot be read, changes meanwhile or exceeds the caps.
    pub fn of_file(path: &Path, caps: &Caps) -> Result<Self, SnapshotError> {
        Self::of_one(path, caps, &mut |_| true, true)
    }

    /// Copies a file, and what `wanted` takes of the folder in which it is.
    ///
    /// # Errors
    /// If it is no ordinary file, cannot be read, changes meanwhile or exceeds the caps.
    pub fn of_file_and(
        path: &Path,
        caps: &Caps,
        wanted: &mut dyn FnMut(&Found<'_>) -> bool,
    ) -> Result<Self, SnapshotError> {
        Self::of_one(path, caps, wanted, false)
    }

    fn of_one(
        path: &Path,
        caps: &Caps,
        wanted: &mut dyn FnMut(&Found<'_>) -> bool,
        alone: bool,
    ) -> Result<Self, SnapshotError> {
        let (home, name) = home_and_name(path)?;
        if kind_of(path)? != FileType::RegularFile {
            return Err(SnapshotError::Special(path.to_owned()));
        }
        let from = open_folder_anyhow(&home)?;
        let snapshot = Self::empty(&home)?;
        let mut only = |found: &Found<'_>| found.path.as_os_str() == name || wanted(found);
        let mut copying = Copying::new(&snapshot.origin, caps, &mut only);
        let left_out = copying.run(&from, &snapshot.folder, alone.then_some(name))?;
        if !snapshot.folder.join(name).is_file() {
            return Err(SnapshotError::Changed(path.to_owned()));
        }
        Ok(Self { left_out, ..snapshot })
    }

    /// Lays out files of ours: path and contents.
    ///
    /// # Errors
    /// If one cannot be written, or its path leads elsewhere.
    pub fn of_contents<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a [u8])>,
    ) -> Result<Self, SnapshotError> {
        let snapshot = Self::empty(Path::new(""))?;
        for (name, contents) in files {
            snapshot
                .add(name, contents)
                .map_err(|error| SnapshotError::Files { path: name.into(), error })?;
        }
        Ok(snapshot)
    }

    /// What came out of the sandbox.
    pub(crate) fn of_bundle(bundle: File) -> Result<Self, SnapshotError> {
        let snapshot = Self::empty(Path::new(""))?;
        bundle::unpack(&mut BufReader::new(bundle), &snapshot.folder)
            .map_err(|error| SnapshotError::Files { path: PathBuf::from("what was made"), error })?;
        Ok(snapshot)
    }

    fn add(&self, name: &str, contents: &[u8]) -> io::Result<()> {
        let plain = Path::new(name).components().all(|part| matches!(part, Component::Normal(_)));
        if name.is_empty() || !plain {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "its path leads out of its folder"));
        }
        let path = self.folder.join(name);
        let way: Vec<&Path> = Path::new(name).ancestors().skip(1).collect();
        for folder in
            way.iter().rev().map(|folder| self.folder.join(folder)).filter(|folder| !folder.is_dir())
        {
            make_folder(&folder)?;
        }
        io::Write::write_all(&mut File::create_new(&path)?, contents)?;
        fs::set_permissions(&path, Permissions::from_mode(PLAIN))
    }

    fn empty(origin: &Path) -> Result<Self, SnapshotError> {
        let in_temporary = |error| SnapshotError::Files { path: std::env::temp_dir(), error };
        let private = PrivateFolder::new().map_err(in_temporary)?;
        let folder = private.path().join(FILES);
        make_folder(&folder).map_err(in_temporary)?;
        Ok(Self { private, folder, origin: origin.to_owned(), left_out: Vec::new() })
    }

    /// The folder with the copies.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The folder with the copies, to be built from.
    #[must_use]
    pub fn sources(&self) -> SourceFolder {
        SourceFolder(self.folder.clone())
    }

    /// The folder that holds what was copied.
    #[must_use]
    pub fn origin(&self) -> &Path {
        &self.origin
    }

    /// The file of which this is the copy; the path itself if it is none.
    #[must_use]
    pub fn original(&self, path: &Path) -> PathBuf {
        path.strip_prefix(&self.folder).map_or_else(|_| path.to_owned(), |name| self.origin.join(name))
    }

    /// What was left out although nobody asked for it, one sentence each.
    #[must_use]
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }

    /// A digest of the names and contents of all files, and of which can be run.
    ///
    /// # Errors
    /// If the copy cannot be read.
    pub fn digest(&self) -> io::Result<String> {
        digest(&self.folder).map(|digest| digest.to_hex().to_string())
    }

    /// Lets a group of users read it beside us.
    pub(crate) fn let_read(&self, group: u32) -> io::Result<()> {
        self.private.let_pass(group)
    }
}

/// How copies can be used: read, and run if the original could be. What else the original's mode
/// says is not copied, least of all whose rights a program takes. They are not read-only, so that
/// copies of the copies, in which builds work, can be changed.
const PLAIN: u32 = 0o644;
const RUNNABLE: u32 = 0o755;

/// A folder that others may read, whatever the user's mask says: what is around it keeps them out.
pub(crate) fn make_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(path)?;
    fs::set_permissions(path, Permissions::from_mode(0o755))
}

/// What stands at a path; an error for a link.
fn kind_of(path: &Path) -> Result<FileType, SnapshotError> {
    // Without a slash at its end, which would follow a link.
    let plain: PathBuf = path.components().collect();
    let stat = rustix::fs::lstat(&plain)
        .map_err(|error| SnapshotError::Files { path: path.to_owned(), error: error.into() })?;
    match FileType::from_raw_mode(stat.st_mode) {
        FileType::Symlink => Err(SnapshotError::Link(plain)),
        kind => Ok(kind),
    }
}

/// The folder in which something is, and its name there.
fn home_and_name(path: &Path) -> Result<(PathBuf, &OsStr), SnapshotError> {
    let name = path.file_name().ok_or_else(|| SnapshotError::Special(path.to_owned()))?;
    let home = path.parent().filter(|home| !home.as_os_str().is_empty()).unwrap_or(Path::new("."));
    Ok((home.to_owned(), name))
}

/// Opens a folder that was named. Links on the way to it are its user's; it is none itself.
fn open_folder(path: &Path) -> Result<OwnedFd, SnapshotError> {
    match kind_of(path)? {
        FileType::Directory => {}
        _ => return Err(SnapshotError::Special(path.to_owned())),
    }
    let plain: PathBuf = path.components().collect();
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    open(&plain, flags, Mode::empty()).map_err(|error| match error {
        Errno::LOOP | Errno::NOTDIR => SnapshotError::Changed(plain),
        error => SnapshotError::Files { path: plain, error: error.into() },
    })
}

/// Opens the folder in which a named file is; a link to it is its user's.
fn open_folder_anyhow(path: &Path) -> Result<OwnedFd, SnapshotError> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    open(path, flags, Mode::empty())
        .map_err(|error| SnapshotError::Files { path: path.to_owned(), error: error.into() })
}
