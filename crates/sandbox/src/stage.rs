//! Copies of folders that the user without rights could not read.
//!
//! Started as root, programs run as a user that owns nothing. A folder that only root can read is copied for it.

use crate::layers::system;
use std::fs::{self, DirBuilder, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A copy that everybody can read; it is removed in the end.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) folder: PathBuf,
}

/// What a folder may hold to be copied.
const MOST_BYTES: u64 = 1 << 30;
const MOST_FILES: u32 = 10_000;

/// How many files are looked at before every start.
const MOST_LOOKS: u32 = 1000;

/// Makes the names of one runner's copies differ.
static COUNTER: AtomicU32 = AtomicU32::new(0);

/// Copies carry the number of their runner, so that those of a dead one can be removed.
const PREFIX: &str = "sandtable-stage-";

impl Stage {
    /// A copy of the folder if not everybody can read all of it. Folders on the way to it matter only if they are on the program's way.
    pub(crate) fn if_needed(folder: &Path, way_matters: bool) -> io::Result<Option<Self>> {
        if system::covers(folder) {
            return Ok(None);
        }
        let way_is_open = || folder.ancestors().skip(1).all(|folder| has_mode(folder, 0o001));
        if (!way_matters || way_is_open()) && is_open(folder, &mut 0) {
            return Ok(None);
        }
        Self::copy(folder).map(Some)
    }

    fn copy(folder: &Path) -> io::Result<Self> {
        sweep();
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let copy = std::env::temp_dir().join(format!("{PREFIX}{}-{number}", std::process::id()));
        DirBuilder::new().mode(0o755).create(&copy)?;
        let stage = Self { folder: copy };
        Budget { bytes: MOST_BYTES, files: MOST_FILES }.copy(folder, &stage.folder)?;
        Ok(stage)
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// What may still be copied.
struct Budget {
    bytes: u64,
    files: u32,
}

impl Budget {
    fn copy(&mut self, from: &Path, to: &Path) -> io::Result<()> {
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            let (kind, copy) = (entry.file_type()?, to.join(entry.file_name()));
            self.files = self.files.checked_sub(1).ok_or_else(|| too_large(from))?;
            if kind.is_dir() {
                DirBuilder::new().mode(0o755).create(&copy)?;
                self.copy(&entry.path(), &copy)?;
            } else if kind.is_symlink() {
                std::os::unix::fs::symlink(fs::read_link(entry.path())?, &copy)?;
            } else if kind.is_file() {
                let bytes = entry.metadata()?.len();
                self.bytes = self.bytes.checked_sub(bytes).ok_or_else(|| too_large(from))?;
                fs::copy(entry.path(), &copy)?;
                let is_executable = entry.metadata()?.mode() & 0o100 != 0;
                let mode = if is_executable { 0o555 } else { 0o444 };
                fs::set_permissions(&copy, Permissions::from_mode(mode))?;
            }
        }
        Ok(())
    }
}

fn too_large(folder: &Path) -> io::Error {
    io::Error::other(format!(
        "{}: only root can read this folder, and it is too large to be copied for a user without rights; \
         `chmod -R o+rX` lets everybody read it",
        folder.display()
    ))
}

/// Whether everybody can read all of a folder. Large ones are looked at in part: what is missed the program will miss.
fn is_open(folder: &Path, seen: &mut u32) -> bool {
    has_mode(folder, 0o005)
        && fs::read_dir(folder).into_iter().flatten().flatten().all(|entry| {
            *seen += 1;
            match entry.file_type() {
                _ if *seen > MOST_LOOKS => true,
                Ok(kind) if kind.is_dir() => is_open(&entry.path(), seen),
                Ok(kind) if kind.is_file() => has_mode(&entry.path(), 0o004),
                _ => true,
            }
        })
}

fn has_mode(path: &Path, mode: u32) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.mode() & mode == mode)
}

/// Removes the copies of runners that no longer live.
fn sweep() {
    for entry in fs::read_dir(std::env::temp_dir()).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let runner = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next());
        if runner.is_some_and(|runner| !Path::new("/proc").join(runner).exists()) {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}
