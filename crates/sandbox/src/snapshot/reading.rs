//! Reading single files of a folder that its owner may change at any moment.

use super::{SnapshotError, home_and_name, open_folder, open_folder_anyhow};
use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, Dir, FileType, Mode, OFlags, openat, statat};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// A folder that a stranger handed over, of which single files are read: no link is followed, and
/// nothing but ordinary files is opened.
#[derive(Debug)]
pub struct StrangersFolder {
    folder: OwnedFd,
    path: PathBuf,
}

/// Entries of one folder that are listed.
const MOST_ENTRIES: u32 = 10_000;

impl StrangersFolder {
    /// Opens a folder that was named.
    ///
    /// # Errors
    /// If it is none, or cannot be read.
    pub fn open(path: &Path) -> Result<Self, SnapshotError> {
        Ok(Self { folder: open_folder(path)?, path: path.to_owned() })
    }

    /// Opens the folder in which a file is that was named, and gives the file's name in it.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn around(file: &Path) -> Result<(Self, &OsStr), SnapshotError> {
        let (home, name) = home_and_name(file)?;
        Ok((Self { folder: open_folder_anyhow(&home)?, path: home }, name))
    }

    /// What a file in it holds.
    ///
    /// # Errors
    /// If it is not there, is a link or no ordinary file, cannot be read, or is longer than `most`
    /// bytes.
    pub fn read(&self, name: &Path, most: u64) -> Result<Vec<u8>, SnapshotError> {
        let path = self.path.join(name);
        let files = |error: io::Error| SnapshotError::Files { path: path.clone(), error };
        let (parent, own_name) = self.way_to(name)?;
        let parent = parent.as_ref().unwrap_or(&self.folder);
        let stat =
            statat(parent, own_name, AtFlags::SYMLINK_NOFOLLOW).map_err(|error| files(error.into()))?;
        match FileType::from_raw_mode(stat.st_mode) {
            FileType::RegularFile => {}
            FileType::Symlink => return Err(SnapshotError::Link(path)),
            _ => return Err(SnapshotError::Special(path)),
        }
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::NOCTTY | OFlags::CLOEXEC;
        let file =
            File::from(openat(parent, own_name, flags, Mode::empty()).map_err(|error| files(error.into()))?);
        if !file.metadata().map_err(files)?.is_file() {
            return Err(SnapshotError::Changed(path));
        }
        let mut bytes = Vec::new();
        file.take(most + 1).read_to_end(&mut bytes).map_err(files)?;
        match bytes.len() as u64 > most {
            true => Err(SnapshotError::TooLarge { path, most }),
            false => Ok(bytes),
        }
    }

    /// The files and folders in a folder in it, by their paths from this one, in order; whether
    /// each is a folder. All else is left out.
    ///
    /// # Errors
    /// If it cannot be read, or holds too many.
    pub fn list(&self, folder: &Path) -> Result<Vec<(PathBuf, bool)>, SnapshotError> {
        let path = self.path.join(folder);
        let files = |error: Errno| SnapshotError::Files { path: path.clone(), error: error.into() };
        let opened = self.enter(folder)?;
        let opened = opened.as_ref().unwrap_or(&self.folder);
        let mut entries = Vec::new();
        let mut left = MOST_ENTRIES;
        for entry in Dir::read_from(opened).map_err(files)? {
            let name = entry.map_err(files)?.file_name().to_owned();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let too_many = || SnapshotError::TooMany { path: path.clone(), most: MOST_ENTRIES };
            left = left.checked_sub(1).ok_or_else(too_many)?;
            let Ok(stat) = statat(opened, name.as_c_str(), AtFlags::SYMLINK_NOFOLLOW) else { continue };
            let inside = folder.join(OsString::from(OsStr::from_bytes(name.to_bytes())));
            match FileType::from_raw_mode(stat.st_mode) {
                FileType::Directory => entries.push((inside, true)),
                FileType::RegularFile => entries.push((inside, false)),
                _ => {}
            }
        }
        entries.sort();
        Ok(entries)
    }

    /// The folder in which something is, if it is not this one, and its name there.
    fn way_to<'a>(&self, name: &'a Path) -> Result<(Option<OwnedFd>, &'a OsStr), SnapshotError> {
        let own_name = name.file_name().ok_or_else(|| SnapshotError::Special(self.path.join(name)))?;
        Ok((self.enter(name.parent().unwrap_or(Path::new("")))?, own_name))
    }

    /// Opens a folder in it, step by step; none if it is this one.
    fn enter(&self, folder: &Path) -> Result<Option<OwnedFd>, SnapshotError> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let mut opened: Option<OwnedFd> = None;
        for step in folder.components() {
            let Component::Normal(step) = step else {
                return Err(SnapshotError::Special(self.path.join(folder)));
            };
            let next = openat(opened.as_ref().unwrap_or(&self.folder), step, flags, Mode::empty());
            opened = Some(next.map_err(|error| match error {
                Errno::LOOP | Errno::NOTDIR => SnapshotError::Link(self.path.join(folder)),
                error => SnapshotError::Files { path: self.path.join(folder), error: error.into() },
            })?);
        }
        Ok(opened)
    }
}
