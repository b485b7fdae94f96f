//! Copies of folders that the user without rights could not read.
//!
//! Started as root, programs run as a user that owns nothing. A folder that only root can read is copied for it.

use crate::layers::system;
use rustix::fd::OwnedFd;
use rustix::fs::{
    AtFlags, CWD, Dir, FileType, Mode, OFlags, ResolveFlags, openat, openat2, readlinkat, statat,
};
use std::ffi::OsStr;
use std::fs::{self, DirBuilder, File, Permissions};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// A copy for the user without rights; it is removed in the end.
#[derive(Debug)]
pub(crate) struct Stage {
    pub(crate) folder: PathBuf,
}

/// What was copied for a program.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    /// Its own folder.
    pub(crate) folder: Option<Stage>,
    /// The folder in which the program itself stands, where that is another.
    pub(crate) home: Option<Stage>,
}

impl Copies {
    /// Lets one user read the copies, and nobody else.
    pub(crate) fn give_to(&self, user: u32) -> io::Result<()> {
        self.folder.iter().chain(&self.home).try_for_each(|stage| stage.give_to(user))
    }
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
        DirBuilder::new().mode(0o700).create(&copy)?;
        let stage = Self { folder: copy };
        // Whoever owns the folder may change it meanwhile: no link is followed, neither on the way to it nor in it.
        let from = openat2(CWD, folder, FOLDER, Mode::empty(), ResolveFlags::NO_SYMLINKS)?;
        Budget { bytes: MOST_BYTES, files: MOST_FILES, folder }.copy(&from, &stage.folder, DEEPEST)?;
        Ok(stage)
    }

    /// Lets one user read the copy, and nobody else.
    fn give_to(&self, user: u32) -> io::Result<()> {
        std::os::unix::fs::chown(&self.folder, Some(user), Some(user))?;
        fs::set_permissions(&self.folder, Permissions::from_mode(0o500))
    }
}

impl Drop for Stage {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
const FILE: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// Folders inside folders that are copied.
const DEEPEST: u32 = 64;

/// What may still be copied.
struct Budget<'a> {
    bytes: u64,
    files: u32,
    /// For messages.
    folder: &'a Path,
}

impl Budget<'_> {
    fn copy(&mut self, from: &OwnedFd, to: &Path, deepest: u32) -> io::Result<()> {
        let deeper = deepest.checked_sub(1).ok_or_else(|| too_large(self.folder))?;
        for entry in Dir::read_from(from)? {
            let entry = entry?;
            let name = entry.file_name();
            if matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            self.files = self.files.checked_sub(1).ok_or_else(|| too_large(self.folder))?;
            let copy = to.join(OsStr::from_bytes(name.to_bytes()));
            let stat = statat(from, name, AtFlags::SYMLINK_NOFOLLOW)?;
            match FileType::from_raw_mode(stat.st_mode) {
                FileType::Directory => {
                    DirBuilder::new().mode(0o755).create(&copy)?;
                    self.copy(&openat(from, name, FOLDER, Mode::empty())?, &copy, deeper)?;
                }
                FileType::Symlink => {
                    let target = readlinkat(from, name, Vec::new())?;
                    std::os::unix::fs::symlink(OsStr::from_bytes(target.to_bytes()), &copy)?;
                }
                FileType::RegularFile => self.copy_file(openat(from, name, FILE, Mode::empty())?, &copy)?,
                // Nothing that a program could be made of.
                _ => {}
            }
        }
        Ok(())
    }

    fn copy_file(&mut self, from: OwnedFd, to: &Path) -> io::Result<()> {
        let from = File::from(from);
        let metadata = from.metadata()?;
        let copied = io::copy(&mut from.take(self.bytes), &mut File::create_new(to)?)?;
        if copied < metadata.len() {
            return Err(too_large(self.folder));
        }
        self.bytes -= copied;
        let mode = if metadata.mode() & 0o100 != 0 { 0o555 } else { 0o444 };
        fs::set_permissions(to, Permissions::from_mode(mode))
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
