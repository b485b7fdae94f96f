//! Copying a folder that its owner may change at any moment.

use super::{PLAIN, RUNNABLE, SnapshotError};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{
    AtFlags, Dir, FileType, Mode, OFlags, ResolveFlags, Stat, fchmod, fstat, mkdirat, open, openat, openat2,
    statat,
};
use rustix::io::Errno;
use std::ffi::{CString, OsStr};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How much is copied at most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Caps {
    /// Files and folders.
    pub entries: u32,
    /// Bytes of all files: as they say, or as they take on disk, whichever is more.
    pub bytes: u64,
    /// Folders in folders.
    pub depth: u32,
    /// Bytes of a path from the folder.
    pub path: usize,
    /// The time it may take.
    pub time: Duration,
}

impl Default for Caps {
    /// More than any hand-in of a person.
    fn default() -> Self {
        Self { entries: 10_000, bytes: 256 << 20, depth: 32, path: 1024, time: Duration::from_secs(30) }
    }
}

/// Entries that are looked at for each that may be copied: what is not wanted costs time, too.
const LOOKS_PER_ENTRY: u32 = 10;

/// Something found on the way, before it is copied.
#[derive(Debug)]
pub struct Found<'a> {
    /// Its path from the folder that is copied.
    pub path: &'a Path,
    /// Whether it is a folder; otherwise it is a file, or something that will be left out.
    pub is_folder: bool,
    stat: &'a Stat,
    parent: &'a OwnedFd,
    name: &'a CString,
}

impl Found<'_> {
    /// Whether a folder holds an ordinary file of this name.
    #[must_use]
    pub fn holds(&self, name: &str) -> bool {
        self.begins_with(name, b"")
    }

    /// Whether a folder holds an ordinary file of this name that begins with these bytes.
    #[must_use]
    pub fn begins_with(&self, name: &str, bytes: &[u8]) -> bool {
        let read = || -> io::Result<bool> {
            let folder = openat(self.parent, self.name.as_c_str(), FOLDER, Mode::empty())?;
            let file = File::from(openat(&folder, name, FILE, Mode::empty())?);
            let mut begin = vec![0; bytes.len()];
            Ok(file.metadata()?.is_file() && (&file).read_exact(&mut begin).is_ok() && begin == bytes)
        };
        self.is_folder && read().unwrap_or(false)
    }

    /// Its device and number, by which the same folder is known again under another name.
    #[must_use]
    pub fn identity(&self) -> (u64, u64) {
        (self.stat.st_dev, self.stat.st_ino)
    }
}

const FOLDER: OFlags = OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);
const FILE: OFlags = OFlags::RDONLY
    .union(OFlags::NONBLOCK)
    .union(OFlags::NOCTTY)
    .union(OFlags::NOFOLLOW)
    .union(OFlags::CLOEXEC);
const LOOK: OFlags = OFlags::PATH.union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

/// A copy in progress.
pub(super) struct Copying<'a> {
    /// What is copied, for messages.
    origin: &'a Path,
    caps: &'a Caps,
    wanted: &'a mut dyn FnMut(&Found<'_>) -> bool,
    begin: Instant,
    looks: u32,
    entries: u32,
    bytes: u64,
    /// To whom the copied folder belongs.
    owner: u32,
    left_out: Vec<String>,
}

/// Sentences about what was left out; the rest is counted.
const MOST_SENTENCES: usize = 5;

impl<'a> Copying<'a> {
    pub(super) fn new(
        origin: &'a Path,
        caps: &'a Caps,
        wanted: &'a mut dyn FnMut(&Found<'_>) -> bool,
    ) -> Self {
        let looks = caps.entries.saturating_mul(LOOKS_PER_ENTRY);
        let (begin, owner) = (Instant::now(), 0);
        let (entries, bytes, left_out) = (caps.entries, caps.bytes, Vec::new());
        Self { origin, caps, wanted, begin, looks, entries, bytes, owner, left_out }
    }

    /// Copies an open folder, or one entry of it, and says what was left out that might be missed.
    pub(super) fn run(
        &mut self,
        from: &OwnedFd,
        to: &Path,
        only: Option<&OsStr>,
    ) -> Result<Vec<String>, SnapshotError> {
        let files = |error: Errno| SnapshotError::Files { path: self.origin.to_owned(), error: error.into() };
        self.owner = fstat(from).map_err(files)?.st_uid;
        let to = open(to, FOLDER, Mode::empty()).map_err(files)?;
        match only.map(|name| (CString::new(name.as_bytes()), Path::new(name))) {
            Some((Ok(name), path)) => self.entry(Place { from, to: &to, name: &name, path }, 0)?,
            _ => self.entries_of(from, &to, Path::new(""), self.caps.depth)?,
        }
        let more = self.left_out.len().saturating_sub(MOST_SENTENCES);
        self.left_out.truncate(MOST_SENTENCES);
        if more > 0 {
            self.left_out.push(format!("{more} more entries were left out for such reasons"));
        }
        Ok(std::mem::take(&mut self.left_out))
    }

    fn entries_of(
        &mut self,
        from: &OwnedFd,
        to: &OwnedFd,
        path: &Path,
        depth: u32,
    ) -> Result<(), SnapshotError> {
        let Some(deeper) = depth.checked_sub(1) else {
            return Err(SnapshotError::TooDeep { path: self.origin.to_owned(), most: self.caps.depth });
        };
        for name in self.names(from, path)? {
            let path = path.join(OsStr::from_bytes(name.to_bytes()));
            self.check_time()?;
            self.entry(Place { from, to, name: &name, path: &path }, deeper)?;
        }
        Ok(())
    }

    /// The names in a folder, in order.
    fn names(&mut self, folder: &OwnedFd, path: &Path) -> Result<Vec<CString>, SnapshotError> {
        let mut names = Vec::new();
        let wrong = |error: Errno| self.files(path, error.into());
        let entries = Dir::read_from(folder).map_err(wrong)?;
        for entry in entries {
            let entry = entry.map_err(|error| self.files(path, error.into()))?;
            if !matches!(entry.file_name().to_bytes(), b"." | b"..") {
                self.looks = self.looks.checked_sub(1).ok_or_else(|| self.too_many())?;
                names.push(entry.file_name().to_owned());
            }
        }
        names.sort();
        Ok(names)
    }

    fn entry(&mut self, place: Place<'_>, depth: u32) -> Result<(), SnapshotError> {
        let stat = match place.look() {
            Ok(stat) => stat,
            // Somebody removed it since it was listed.
            Err(Errno::NOENT) => return Ok(()),
            Err(Errno::XDEV) => {
                self.leave_out(place.path, "another file system is mounted there");
                return Ok(());
            }
            Err(error) => return Err(self.files(place.path, error.into())),
        };
        let Place { from: parent, name, path, .. } = place;
        let kind = FileType::from_raw_mode(stat.st_mode);
        let is_folder = kind == FileType::Directory;
        if !(self.wanted)(&Found { path, is_folder, stat: &stat, parent, name }) {
            return Ok(());
        }
        let why = match kind {
            FileType::Symlink => Some("it is a symbolic link, and links are not followed"),
            FileType::RegularFile if stat.st_nlink > 1 && stat.st_uid != self.owner => {
                Some("it is another user's file under a second name")
            }
            FileType::Directory | FileType::RegularFile => None,
            _ => Some("it is neither a file nor a folder"),
        };
        if let Some(why) = why {
            self.leave_out(path, why);
            return Ok(());
        }
        self.check_name(path)?;
        self.entries = self.entries.checked_sub(1).ok_or_else(|| self.too_many())?;
        if is_folder { self.folder_at(place, depth) } else { self.file_at(place, &stat) }
    }

    fn folder_at(&mut self, place: Place<'_>, depth: u32) -> Result<(), SnapshotError> {
        let from = openat(place.from, place.name, FOLDER, Mode::empty());
        let from = from.map_err(|error| self.files_or_changed(place.path, error))?;
        let made = || -> Result<OwnedFd, Errno> {
            mkdirat(place.to, place.name, Mode::RWXU)?;
            let folder = openat(place.to, place.name, FOLDER, Mode::empty())?;
            fchmod(&folder, Mode::from_raw_mode(0o755))?;
            Ok(folder)
        };
        let to = made().map_err(|error| self.files(place.path, error.into()))?;
        self.entries_of(&from, &to, place.path, depth)
    }

    fn file_at(&mut self, place: Place<'_>, seen: &Stat) -> Result<(), SnapshotError> {
        let from = openat(place.from, place.name, FILE, Mode::empty());
        let from = from.map_err(|error| self.files_or_changed(place.path, error))?;
        let stat = fstat(&from).map_err(|error| self.files(place.path, error.into()))?;
        let is_same = (stat.st_dev, stat.st_ino, stat.st_mode) == (seen.st_dev, seen.st_ino, seen.st_mode);
        if !is_same {
            return Err(SnapshotError::Changed(self.origin.join(place.path)));
        }
        let says = u64::try_from(stat.st_size).unwrap_or(u64::MAX);
        let takes = u64::try_from(stat.st_blocks).unwrap_or(0).saturating_mul(512);
        let most = self.caps.bytes;
        let too_large = || SnapshotError::TooLarge { path: self.origin.to_owned(), most };
        self.bytes = self.bytes.checked_sub(says.max(takes)).ok_or_else(too_large)?;
        self.open_file(place, &File::from(from), &stat)
    }

    /// Copies an open file, which must stay what it was when it was looked at.
    fn open_file(&self, place: Place<'_>, from: &File, stat: &Stat) -> Result<(), SnapshotError> {
        let wrong = |error: Errno| self.files(place.path, error.into());
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let to = File::from(openat(place.to, place.name, flags, Mode::RUSR | Mode::WUSR).map_err(wrong)?);
        self.contents(from, &to, u64::try_from(stat.st_size).unwrap_or(u64::MAX), place.path)?;
        let after = fstat(from).map_err(wrong)?;
        let version = |stat: &Stat| (stat.st_size, stat.st_mtime, stat.st_mtime_nsec);
        if version(&after) != version(stat) {
            return Err(SnapshotError::Changed(self.origin.join(place.path)));
        }
        let mode = if stat.st_mode & 0o111 != 0 { RUNNABLE } else { PLAIN };
        fchmod(&to, Mode::from_raw_mode(mode)).map_err(wrong)
    }

    /// Copies exactly so many bytes. Holes stay holes: a file that says much and holds little takes
    /// little.
    fn contents(
        &self,
        mut from: &File,
        mut to: &File,
        length: u64,
        path: &Path,
    ) -> Result<(), SnapshotError> {
        let wrong = |error: io::Error| self.files(path, error);
        let mut buffer = vec![0; usize::try_from(length.clamp(1, 1 << 17)).unwrap_or(1 << 17)];
        let mut copied = 0;
        loop {
            self.check_time()?;
            let count = match from.read(&mut buffer) {
                Ok(0) => break,
                Ok(count) => count,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(wrong(error)),
            };
            copied += count as u64;
            if copied > length {
                break;
            }
            if buffer[..count].iter().all(|byte| *byte == 0) {
                to.seek(SeekFrom::Start(copied)).map_err(wrong)?;
            } else {
                to.write_all(&buffer[..count]).map_err(wrong)?;
            }
        }
        if copied != length {
            return Err(SnapshotError::Changed(self.origin.join(path)));
        }
        to.set_len(length).map_err(wrong)
    }

    fn check_name(&self, path: &Path) -> Result<(), SnapshotError> {
        let bytes = path.as_os_str().as_bytes();
        if bytes.iter().any(u8::is_ascii_control) {
            return Err(SnapshotError::Name(self.origin.join(path)));
        }
        if bytes.len() > self.caps.path {
            return Err(self
                .files(path, io::Error::other(format!("its path is longer than {} bytes", self.caps.path))));
        }
        Ok(())
    }

    fn check_time(&self) -> Result<(), SnapshotError> {
        match self.begin.elapsed() > self.caps.time {
            true => Err(SnapshotError::TooSlow {
                path: self.origin.to_owned(),
                seconds: self.caps.time.as_secs(),
            }),
            false => Ok(()),
        }
    }

    fn leave_out(&mut self, path: &Path, why: &str) {
        self.left_out.push(format!("{} was left out: {why}", path.display()));
    }

    fn too_many(&self) -> SnapshotError {
        SnapshotError::TooMany { path: self.origin.to_owned(), most: self.caps.entries }
    }

    fn files(&self, path: &Path, error: io::Error) -> SnapshotError {
        let path: PathBuf = self.origin.join(path);
        SnapshotError::Files { path, error }
    }

    /// What kept an entry from being opened: a link in its place is somebody's doing.
    fn files_or_changed(&self, path: &Path, error: Errno) -> SnapshotError {
        match error {
            Errno::LOOP | Errno::NOTDIR | Errno::NOENT => SnapshotError::Changed(self.origin.join(path)),
            error => self.files(path, error.into()),
        }
    }
}

/// An entry on its way from one open folder to another.
#[derive(Clone, Copy)]
struct Place<'a> {
    from: &'a OwnedFd,
    to: &'a OwnedFd,
    name: &'a CString,
    path: &'a Path,
}

impl Place<'_> {
    /// What is there, without opening it: neither a link nor another file system is entered.
    fn look(&self) -> Result<Stat, Errno> {
        let resolve = ResolveFlags::BENEATH | ResolveFlags::NO_XDEV | ResolveFlags::NO_MAGICLINKS;
        match openat2(self.from.as_fd(), self.name.as_c_str(), LOOK, Mode::empty(), resolve) {
            Ok(itself) => fstat(&itself),
            // An older kernel, or a container that does not know the call.
            Err(Errno::NOSYS | Errno::PERM) => {
                statat(self.from, self.name.as_c_str(), AtFlags::SYMLINK_NOFOLLOW)
            }
            Err(error) => Err(error),
        }
    }
}
