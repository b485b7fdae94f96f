//! Removing a stranger's folder, however deep it is.

use rustix::fd::{AsFd, AsRawFd, OwnedFd};
use rustix::fs::{AtFlags, CWD, Dir, Mode, OFlags, chmodat, fchmod, openat, renameat, unlinkat};
use rustix::io::Errno;
use rustix::path::Arg;
use std::ffi::CString;
use std::io;
use std::path::Path;

/// Removes a folder with everything in it.
///
/// Whatever its depth, a few descriptors are enough: the folders in a folder are moved up before it
/// is removed. The standard library holds one a level, and a program can make more levels than
/// there are descriptors. Folders that may not be written are made writable. A link is removed,
/// never followed.
pub(crate) fn remove(folder: &Path) -> io::Result<()> {
    remove_in(CWD, folder)
}

/// Removes a folder in an open folder.
pub(crate) fn remove_in(parent: impl AsFd, name: impl Arg + Copy) -> io::Result<()> {
    let top = Top { folder: unlocked(&parent, name)?, moved: 0 };
    top.clear()?;
    Ok(unlinkat(parent, name, AtFlags::REMOVEDIR)?)
}

struct Top {
    folder: OwnedFd,
    /// How many folders were moved up: each gets a name of its own.
    moved: u64,
}

impl Top {
    fn clear(mut self) -> io::Result<()> {
        loop {
            let names = names(&self.folder)?;
            if names.is_empty() {
                return Ok(());
            }
            for name in names {
                if !is_gone(&self.folder, &name) {
                    self.flatten(&name)?;
                }
            }
        }
    }

    /// Removes a folder that is not empty; what is in it and not empty either comes up.
    fn flatten(&mut self, name: &CString) -> io::Result<()> {
        let inner = unlocked(&self.folder, name)?;
        for name in names(&inner)?.iter().filter(|name| !is_gone(&inner, name)) {
            // A folder that cannot be written cannot be moved to another parent.
            let _ = unlocked(&inner, name);
            self.move_up(&inner, name)?;
        }
        Ok(unlinkat(&self.folder, name, AtFlags::REMOVEDIR)?)
    }

    fn move_up(&mut self, from: &OwnedFd, name: &CString) -> io::Result<()> {
        loop {
            self.moved += 1;
            match renameat(from, name, &self.folder, format!("moved-{}", self.moved)) {
                Ok(()) => return Ok(()),
                // Somebody thought of that name.
                Err(Errno::EXIST | Errno::NOTEMPTY | Errno::NOTDIR | Errno::ISDIR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
}

/// Opens a folder that its owner may have locked. If its owner is not us, what cannot be unlocked
/// stays locked.
///
/// Its mode is changed by descriptor: whoever swaps the folder for a link gets nothing else
/// changed.
fn unlocked(parent: impl AsFd, name: impl Arg + Copy) -> io::Result<OwnedFd> {
    let folder = match open(&parent, name, OFlags::RDONLY) {
        Err(Errno::ACCESS) => {
            let locked = open(&parent, name, OFlags::PATH)?;
            // There is no other way to change the mode of what cannot be opened.
            let itself = format!("/proc/self/fd/{}", locked.as_raw_fd());
            let _ = chmodat(CWD, itself, Mode::RWXU, AtFlags::empty());
            open(&parent, name, OFlags::RDONLY)?
        }
        other => other?,
    };
    let _ = fchmod(&folder, Mode::RWXU);
    Ok(folder)
}

fn open(parent: impl AsFd, name: impl Arg, how: OFlags) -> Result<OwnedFd, Errno> {
    let flags = how | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
    openat(parent, name, flags, Mode::empty())
}

fn names(folder: &OwnedFd) -> io::Result<Vec<CString>> {
    let mut names = Vec::new();
    for entry in Dir::read_from(folder)? {
        let entry = entry?;
        if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
            names.push(entry.file_name().to_owned());
        }
    }
    Ok(names)
}

/// Removes a file or an empty folder; whether it is gone.
fn is_gone(folder: &OwnedFd, name: &CString) -> bool {
    unlinkat(folder, name, AtFlags::empty()).is_ok() || unlinkat(folder, name, AtFlags::REMOVEDIR).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::fs::mkdirat;
    use std::fs;

    #[test]
    fn deep_wide_and_locked() {
        let root = std::env::temp_dir().join(format!("sandtable-removal-{}", std::process::id()));
        fs::create_dir(&root).unwrap();
        for name in ["moved-1", "file"] {
            fs::write(root.join(name), name).unwrap();
        }
        fs::create_dir_all(root.join("locked/inner")).unwrap();
        fs::write(root.join("locked/inner/file"), "").unwrap();
        chmodat(CWD, root.join("locked/inner"), Mode::empty(), AtFlags::empty()).unwrap();
        chmodat(CWD, root.join("locked"), Mode::empty(), AtFlags::empty()).unwrap();
        std::os::unix::fs::symlink("/", root.join("link")).unwrap();
        let mut deepest = open(CWD, &root, OFlags::RDONLY).unwrap();
        for _ in 0..2000 {
            mkdirat(&deepest, "down", Mode::RWXU).unwrap();
            deepest = open(&deepest, "down", OFlags::RDONLY).unwrap();
        }
        remove(&root).unwrap();
        assert!(!root.exists() && Path::new("/").exists());
    }
}
