//! Whether two folders hold the same: names, contents, and what can be run.

use blake3::{Hash, Hasher};
use std::fs::{self, DirEntry, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// A hash of everything below a folder. What is hashed is a copy of ours, or a folder that its user
/// named.
///
/// # Errors
/// If something cannot be read, or the folder is too large to be looked through.
pub(crate) fn digest(folder: &Path) -> io::Result<Hash> {
    let mut looking =
        Looking { hasher: Hasher::new_derive_key("sandtable 2026 files of a folder"), left: MOST_BYTES };
    looking.add_folder(folder)?;
    Ok(looking.hasher.finalize())
}

/// More than any library; hashing must not become a way to keep a machine busy.
const MOST_BYTES: u64 = 1 << 30;

struct Looking {
    hasher: Hasher,
    left: u64,
}

impl Looking {
    fn add_folder(&mut self, folder: &Path) -> io::Result<()> {
        let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<DirEntry>>>);
        let mut entries = entries.map_err(|error| about(folder, &error))?;
        entries.sort_by_key(DirEntry::file_name);
        for entry in entries {
            self.add_entry(&entry)?;
        }
        // Where one folder ends, so that a file cannot move from it to the next unseen.
        self.add(b"end", b"");
        Ok(())
    }

    fn add_entry(&mut self, entry: &DirEntry) -> io::Result<()> {
        let (path, name, kind) = (entry.path(), entry.file_name(), entry.file_type()?);
        if kind.is_dir() {
            self.add(b"folder", name.as_bytes());
            self.add_folder(&path)
        } else if kind.is_symlink() {
            self.add(b"link", name.as_bytes());
            self.add(b"to", fs::read_link(&path)?.as_os_str().as_bytes());
            Ok(())
        } else if kind.is_file() {
            self.add_file(&path, entry).map_err(|error| about(&path, &error))
        } else {
            self.add(b"something else", name.as_bytes());
            Ok(())
        }
    }

    fn add_file(&mut self, path: &Path, entry: &DirEntry) -> io::Result<()> {
        let metadata = entry.metadata()?;
        let can_be_run = metadata.permissions().mode() & 0o111 != 0;
        let left = self.left.checked_sub(metadata.len());
        self.left = left.ok_or_else(|| io::Error::other("the folder is too large to be looked through"))?;
        self.add(if can_be_run { b"program" } else { b"file" }, entry.file_name().as_bytes());
        let mut contents = Hasher::new();
        io::copy(&mut File::open(path)?, &mut contents)?;
        self.add(b"holds", contents.finalize().as_bytes());
        Ok(())
    }

    fn add(&mut self, what: &[u8], bytes: &[u8]) {
        for part in [what, bytes] {
            self.hasher.update(&(part.len() as u64).to_le_bytes());
            self.hasher.update(part);
        }
    }
}

/// The error with what it is about.
fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
