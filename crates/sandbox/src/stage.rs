//! Copies of folders that the user without rights could not read.
//!
//! Started as root, programs run as a user that owns nothing. A folder that only root can read is
//! copied for it.

use crate::layers::system;
use crate::snapshot::{Caps, Snapshot};
use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::time::Duration;

/// What was copied for a program.
#[derive(Debug, Default)]
pub(crate) struct Copies {
    /// Its own folder.
    pub(crate) folder: Option<Snapshot>,
    /// The folder in which the program itself stands, where that is another.
    pub(crate) home: Option<Snapshot>,
}

impl Copies {
    /// Lets one user read the copies, and nobody else.
    pub(crate) fn give_to(&self, user: u32) -> io::Result<()> {
        self.folder.iter().chain(&self.home).try_for_each(|copy| copy.let_read(user))
    }
}

/// What a folder may hold to be copied.
const CAPS: Caps =
    Caps { entries: 20_000, bytes: 1 << 30, depth: 64, path: 4096, time: Duration::from_secs(60) };

/// How many files are looked at before every start.
const MOST_LOOKS: u32 = 1000;

/// A copy of the folder if not everybody can read all of it. Folders on the way to it matter only
/// if they are on the program's way.
pub(crate) fn copy_if_needed(folder: &Path, way_matters: bool) -> io::Result<Option<Snapshot>> {
    if system::covers(folder) {
        return Ok(None);
    }
    let way_is_open = || folder.ancestors().skip(1).all(|folder| has_mode(folder, 0o001));
    if (!way_matters || way_is_open()) && is_open(folder, &mut 0) {
        return Ok(None);
    }
    let copied = match folder.is_dir() {
        true => Snapshot::of_folder(folder, &CAPS, &mut |_| true),
        false => Snapshot::of_file(folder, &CAPS),
    };
    copied.map(Some).map_err(|error| {
        io::Error::other(format!(
            "{error}; only root can read this folder, and it was to be copied for a user without rights: \
             `chmod -R o+rX` lets everybody read it"
        ))
    })
}

/// Whether everybody can read all of a folder. Large ones are looked at in part: what is missed the
/// program will miss.
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
