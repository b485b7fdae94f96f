//! Things that were made once, kept by content.
//!
//! An entry is a folder named by its key, which appears whole or not at all: it is made under
//! another name, written to disk, and renamed. In it are the files, and a digest of them: what does
//! not fit its digest when it is wanted is made again. Nobody but the user can enter the cache,
//! because what is compiled of private sources is private.
//!
//! Beside an entry stands a lock file. Whoever uses an entry holds the lock shared; whoever makes
//! or removes it holds it alone. So several runners can share a cache: each thing is made once, and
//! nothing that is in use is removed.

use crate::private::{self, PrivateFolder};
use crate::removal;
use crate::snapshot::digest;
use rustix::fs::{FlockOperation, flock};
use rustix::io::Errno;
use std::fmt;
use std::fs::{self, DirBuilder, File, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// A folder of things that were made once, bounded in size.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
    most_bytes: u64,
}

/// What decides about being the same: a digest of everything that goes into the making.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key(blake3::Hash);

/// An entry in use: while this value lives it is not removed.
#[derive(Debug)]
pub struct Entry {
    /// The folder of its files.
    pub folder: PathBuf,
    /// A digest of the files.
    pub digest: String,
    _lock: File,
}

/// Enough for thousands of programs.
const USUAL_BYTES: u64 = 1 << 30;

/// What is in an entry: its files, and the digest that they had when they were made.
const FILES: &str = "files";
const DIGEST: &str = "digest";

impl Cache {
    /// The cache of this user: `sandtable` in `$XDG_CACHE_HOME` or `~/.cache`.
    ///
    /// # Errors
    /// If there is no home folder, or it cannot be written.
    pub fn of_user() -> io::Result<Self> {
        let variable = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let caches = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
        let caches = caches.ok_or_else(|| {
            io::Error::new(
                io::ErrorKind::NotFound,
                "neither XDG_CACHE_HOME nor HOME says where a cache may be",
            )
        })?;
        Self::open(caches.join("sandtable"), USUAL_BYTES)
    }

    /// The cache in a folder, which is made if need be.
    ///
    /// # Errors
    /// If the folder cannot be made, or belongs to somebody else.
    pub fn open(folder: impl Into<PathBuf>, most_bytes: u64) -> io::Result<Self> {
        let folder = folder.into();
        let named = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
        DirBuilder::new().recursive(true).mode(0o700).create(&folder).map_err(named)?;
        let metadata = fs::symlink_metadata(&folder).map_err(named)?;
        if metadata.uid() != rustix::process::geteuid().as_raw() || metadata.mode() & 0o022 != 0 {
            let why = format!("{} can be written by others: it is no cache to trust", folder.display());
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, why));
        }
        if metadata.mode() & 0o077 != 0 {
            fs::set_permissions(&folder, Permissions::from_mode(0o700))?;
        }
        Ok(Self { folder, most_bytes })
    }

    /// The folder of the cache.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The entry of this key, made by `make` in the folder it is given if there is none.
    ///
    /// Of several that want the same entry one makes it and the others wait. What `make` fails to
    /// make is not kept.
    ///
    /// # Errors
    /// What `make` returns, or an error of the file system.
    pub fn get_or_make<E: From<io::Error>>(
        &self,
        key: Key,
        make: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<Entry, E> {
        if let Some(entry) = self.get(key)? {
            return Ok(entry);
        }
        let lock = self.lock(key, FlockOperation::LockExclusive)?;
        let path = self.path(key);
        if checked(&path).is_none() {
            self.make(&path, make)?;
        }
        // Others may use it now; nobody can remove it in between, because whoever does looks for
        // the lock again.
        flock(&lock, FlockOperation::LockShared).map_err(io::Error::from)?;
        self.make_room(key)?;
        match checked(&path) {
            Some(digest) => Ok(Entry { folder: path.join(FILES), digest, _lock: lock }),
            None => Err(io::Error::other("an entry of the cache was removed as soon as it was made").into()),
        }
    }

    /// Makes an entry; what stands in its place is no good.
    fn make<E: From<io::Error>>(
        &self,
        path: &Path,
        make: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<(), E> {
        private::sweep(&self.folder);
        let unfinished = PrivateFolder::new_in(&self.folder)?;
        let files = unfinished.path().join(FILES);
        fs::create_dir(&files)?;
        // Programs may run as a user that is not us; the folder around keeps everybody else out.
        fs::set_permissions(&files, Permissions::from_mode(0o755))?;
        make(&files)?;
        fs::write(unfinished.path().join(DIGEST), digest(&files)?.to_hex().as_bytes())?;
        sync(unfinished.path())?;
        if path.is_dir() {
            removal::remove(path)?;
        }
        Ok(unfinished.keep_as(path)?)
    }

    /// The entry of this key, if there is one and it is what was made.
    ///
    /// # Errors
    /// An error of the file system.
    pub fn get(&self, key: Key) -> io::Result<Option<Entry>> {
        let path = self.path(key);
        if !path.is_dir() {
            return Ok(None);
        }
        let lock = self.lock(key, FlockOperation::LockShared)?;
        let Some(digest) = checked(&path) else { return Ok(None) };
        // The times of the folder say when it was used last.
        File::open(&path)?.set_modified(SystemTime::now())?;
        Ok(Some(Entry { folder: path.join(FILES), digest, _lock: lock }))
    }

    fn path(&self, key: Key) -> PathBuf {
        self.folder.join(key.to_string())
    }

    /// Waits for the lock of a key.
    fn lock(&self, key: Key, kind: FlockOperation) -> io::Result<File> {
        let path = self.path(key).with_extension("lock");
        loop {
            let file = File::options().create(true).truncate(false).write(true).open(&path)?;
            loop {
                match flock(&file, kind) {
                    Ok(()) => break,
                    Err(Errno::INTR) => {}
                    Err(error) => return Err(error.into()),
                }
            }
            // Whoever removed the entry while we waited removed the lock with it.
            if is_same(&file, &path) {
                return Ok(file);
            }
        }
    }

    /// Removes what was not used for the longest time until the rest fits. What is in use stays.
    fn make_room(&self, keep: Key) -> io::Result<()> {
        let mut entries = self.entries()?;
        let mut bytes: u64 = entries.iter().map(|entry| entry.bytes).sum();
        entries.sort_by_key(|entry| entry.used);
        for entry in entries.iter().filter(|entry| entry.folder != self.path(keep)) {
            if bytes <= self.most_bytes {
                break;
            }
            if self.remove(&entry.folder)? {
                bytes -= entry.bytes;
            }
        }
        Ok(())
    }

    fn entries(&self) -> io::Result<Vec<Kept>> {
        let mut entries = Vec::new();
        for entry in fs::read_dir(&self.folder)?.flatten() {
            let (Ok(metadata), folder) = (entry.metadata(), entry.path()) else { continue };
            let used = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            if metadata.is_dir() && entry.file_name().len() == KEY_LENGTH {
                entries.push(Kept { bytes: size(&folder.join(FILES)), used, folder });
            }
        }
        Ok(entries)
    }

    /// Removes an entry unless it is in use.
    fn remove(&self, folder: &Path) -> io::Result<bool> {
        let path = folder.with_extension("lock");
        let lock = File::options().create(true).truncate(false).write(true).open(&path)?;
        if flock(&lock, FlockOperation::NonBlockingLockExclusive).is_err() || !is_same(&lock, &path) {
            return Ok(false);
        }
        // Somebody else may have removed it since it was listed.
        if folder.is_dir() {
            let aside = PrivateFolder::new_in(&self.folder)?;
            fs::rename(folder, aside.path().join("entry"))?;
        }
        fs::remove_file(&path)?;
        Ok(true)
    }
}

/// An entry as it is found.
struct Kept {
    folder: PathBuf,
    bytes: u64,
    used: SystemTime,
}

/// Letters of a key.
const KEY_LENGTH: usize = 2 * blake3::OUT_LEN;

/// The digest of an entry's files, if they are what was made.
fn checked(entry: &Path) -> Option<String> {
    let made = fs::read_to_string(entry.join(DIGEST)).ok()?;
    let now = digest(&entry.join(FILES)).ok()?.to_hex();
    (made == now.as_str()).then_some(made)
}

/// Whether a file that was opened is the one that has the name now.
fn is_same(file: &File, path: &Path) -> bool {
    let (Ok(opened), Ok(named)) = (file.metadata(), fs::metadata(path)) else { return false };
    (opened.dev(), opened.ino()) == (named.dev(), named.ino())
}

/// Writes a folder and everything in it to disk.
fn sync(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            sync(&entry.path())?;
        } else {
            File::open(entry.path())?.sync_all()?;
        }
    }
    File::open(folder)?.sync_all()
}

fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(metadata) if metadata.is_dir() => size(&entry.path()),
            metadata => metadata.map_or(0, |metadata| metadata.len()),
        })
        .sum()
}

/// Takes in what goes into the making of something, piece by piece, and gives the key.
#[derive(Clone, Default)]
pub struct KeyMaker(blake3::Hasher);

impl KeyMaker {
    /// Takes in a piece. Where one ends and the next begins matters.
    pub fn add(&mut self, piece: &[u8]) -> &mut Self {
        self.0.update(&(piece.len() as u64).to_le_bytes()).update(piece);
        self
    }

    /// The key of all that was taken in.
    #[must_use]
    pub fn key(&self) -> Key {
        Key(self.0.finalize())
    }
}

impl fmt::Debug for KeyMaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KeyMaker").field(&self.key()).finish()
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_hex())
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Key({self})")
    }
}
