//! Folders that nobody but their maker can enter, and that do not outlive it.
//!
//! Everything that is copied, laid out or unpacked for a program is in such a folder. Its maker
//! holds a lock on it, which the system lets go of when the maker dies, however it dies. So whoever
//! comes later can tell what belongs to nobody any more, and removes it.

use crate::removal;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{CWD, Dir, FlockOperation, Mode, OFlags, fchmod, flock, fstat, mkdir, openat};
use rustix::io::Errno;
use rustix::rand::{GetRandomFlags, getrandom};
use std::ffi::CStr;
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Once;

/// A folder that nobody else can enter. It is removed with this value, or by the next runner if
/// this one is killed.
#[derive(Debug)]
pub struct PrivateFolder {
    path: PathBuf,
    lock: OwnedFd,
}

/// How the names of all these folders begin; letters and digits by chance follow.
const PREFIX: &str = "sandtable-private-";

/// So many that nobody meets a name by trying.
const LETTERS: usize = 20;

impl PrivateFolder {
    /// A new one in the temporary folder. The first of a process removes those of runners that were
    /// killed.
    ///
    /// # Errors
    /// If there is no temporary folder that can be trusted, or nothing can be written there.
    pub fn new() -> io::Result<Self> {
        static SWEPT: Once = Once::new();
        let parent = std::env::temp_dir();
        SWEPT.call_once(|| sweep(&parent));
        Self::new_in(&parent)
    }

    /// A new one in this folder.
    pub(crate) fn new_in(parent: &Path) -> io::Result<Self> {
        check_parent(parent)?;
        loop {
            let path = parent.join(format!("{PREFIX}{}", letters()?));
            match mkdir(&path, Mode::RWXU) {
                Ok(()) => {}
                Err(Errno::EXIST) => continue,
                Err(error) => return Err(about(parent, &error.into())),
            }
            let lock = match open(CWD, &path) {
                // Somebody took it for one of the dead before it was locked.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                other => other?,
            };
            loop {
                match flock(&lock, FlockOperation::LockShared) {
                    Ok(()) => break,
                    Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            if is_at(&lock, &path) {
                // Whatever the user's mask says.
                fchmod(&lock, Mode::RWXU)?;
                return Ok(Self { path, lock });
            }
        }
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Lets the members of a group pass through it, without seeing what is in it.
    pub(crate) fn let_pass(&self, group: u32) -> io::Result<()> {
        std::os::unix::fs::chown(&self.path, None, Some(group))?;
        Ok(fchmod(&self.lock, Mode::RWXU | Mode::XGRP)?)
    }

    /// Gives it another name, under which it stays.
    pub(crate) fn keep_as(mut self, name: &Path) -> io::Result<()> {
        fs::rename(&self.path, name)?;
        self.path.clear();
        Ok(())
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        if !self.path.as_os_str().is_empty() {
            let _ = removal::remove(&self.path);
        }
    }
}

/// A text with paths of copies as their author knows them: from the folder that was copied.
pub(crate) fn without_copies(text: &str) -> String {
    let start = format!("{}/{PREFIX}", std::env::temp_dir().display());
    let end = format!("/{FILES}/");
    let mut parts = text.split(start.as_str());
    let mut shortened = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.get(LETTERS..).and_then(|rest| rest.strip_prefix(end.as_str())) {
            Some(rest) => shortened.push_str(rest),
            None => shortened.extend([start.as_str(), part]),
        }
    }
    shortened
}

/// The folder in a private folder in which copies are.
pub(crate) const FILES: &str = "files";

/// Removes the folders of makers that no longer live.
pub(crate) fn sweep(parent: &Path) {
    let Ok(parent) = open(CWD, parent) else { return };
    for entry in Dir::read_from(&parent).into_iter().flatten().flatten() {
        let name = entry.file_name();
        if is_ours_by_name(name)
            && let Some(_lock) = belongs_to_nobody(&parent, name)
        {
            let _ = removal::remove_in(&parent, name);
        }
    }
}

fn is_ours_by_name(name: &CStr) -> bool {
    let letters = name.to_bytes().strip_prefix(PREFIX.as_bytes());
    letters.is_some_and(|rest| rest.len() == LETTERS && rest.iter().all(u8::is_ascii_alphanumeric))
}

/// The lock on a folder of our own whose maker is dead. It is held while the folder is removed, so
/// that nobody takes the folder over.
fn belongs_to_nobody(parent: &OwnedFd, name: &CStr) -> Option<OwnedFd> {
    let folder = open(parent, name).ok()?;
    let own = fstat(&folder).ok()?.st_uid == rustix::process::geteuid().as_raw();
    (own && flock(&folder, FlockOperation::NonBlockingLockExclusive).is_ok()).then_some(folder)
}

fn open(parent: impl AsFd, name: impl rustix::path::Arg) -> io::Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    Ok(openat(parent, name, flags, Mode::empty())?)
}

/// Whether an open folder is the one that has this name now.
fn is_at(folder: &OwnedFd, path: &Path) -> bool {
    let (Ok(opened), Ok(named)) = (fstat(folder), fs::symlink_metadata(path)) else { return false };
    (opened.st_dev, opened.st_ino) == (named.dev(), named.ino())
}

/// A folder in which everybody may rename everything is no place for anything.
fn check_parent(parent: &Path) -> io::Result<()> {
    const OTHERS_WRITE: u32 = 0o002;
    const STICKY: u32 = 0o1000;
    let mode = fs::metadata(parent).map_err(|error| about(parent, &error))?.mode();
    if mode & OTHERS_WRITE == 0 || mode & STICKY != 0 {
        return Ok(());
    }
    let why = "others can rename what is in it (its sticky bit is missing): `chmod +t` it, or set TMPDIR";
    Err(about(parent, &io::Error::new(io::ErrorKind::PermissionDenied, why)))
}

fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Letters by chance, for a name that nobody guesses.
pub(crate) fn letters() -> io::Result<String> {
    const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";
    let mut bytes = [0; LETTERS];
    getrandom(&mut bytes, GetRandomFlags::empty())?;
    Ok(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    /// What a killed runner leaves: a folder without a lock, with a part that may not be written.
    fn left_in(parent: &PrivateFolder, letter: char) -> PathBuf {
        let path = parent.path().join(format!("{PREFIX}{}", letter.to_string().repeat(LETTERS)));
        fs::create_dir_all(path.join("inner/deeper")).unwrap();
        fs::write(path.join("inner/deeper/file"), "x").unwrap();
        for folder in ["inner/deeper", "inner"] {
            fs::set_permissions(path.join(folder), fs::Permissions::from_mode(0o555)).unwrap();
        }
        path
    }

    #[test]
    fn only_folders_of_the_dead_are_swept() {
        let parent = PrivateFolder::new().unwrap();
        let alive = PrivateFolder::new_in(parent.path()).unwrap();
        let dead = left_in(&parent, 'a');
        let other = parent.path().join("sandtable-private-of-mine");
        fs::create_dir(&other).unwrap();
        let link = parent.path().join(format!("{PREFIX}{}", "b".repeat(LETTERS)));
        std::os::unix::fs::symlink(&other, &link).unwrap();
        sweep(parent.path());
        assert!(!dead.exists());
        assert!(alive.path().exists() && other.exists() && link.is_symlink());
    }

    #[test]
    fn nobody_else_can_enter_and_it_goes_with_its_value() {
        let folder = PrivateFolder::new().unwrap();
        let path = folder.path().to_owned();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o700);
        let _ = left_in(&folder, 'c');
        drop(folder);
        assert!(!path.exists());
    }

    #[test]
    fn paths_of_copies_are_shortened() {
        let folder = PrivateFolder::new().unwrap();
        let path = folder.path().display();
        let text = format!("{path}/files/a.c:1: in {path}/files/b.h, {path}/other and {path}");
        assert_eq!(without_copies(&text), format!("a.c:1: in b.h, {path}/other and {path}"));
    }

    #[test]
    fn a_folder_where_others_may_rename_is_refused() {
        let parent = PrivateFolder::new().unwrap();
        let set = |mode| fs::set_permissions(parent.path(), fs::Permissions::from_mode(mode)).unwrap();
        set(0o777);
        let refused = PrivateFolder::new_in(parent.path()).unwrap_err();
        assert!(refused.to_string().contains("sticky"), "{refused}");
        set(0o1777);
        assert!(PrivateFolder::new_in(parent.path()).is_ok());
        set(0o700);
    }
}
