//! The program's scratch folder.

use super::proc::Proc;
use crate::bundle;
use crate::layers::namespaces;
use crate::layers::user::Nobody;
use crate::private::PrivateFolder;
use crate::program::{Author, Limits};
use crate::wire::Start;
use rustix::fd::OwnedFd;
use rustix::fs::{
    AtFlags, Dir, FileType, Gid, MemfdFlags, Mode, OFlags, Uid, chown, memfd_create, open, openat, statat,
};
use rustix::mount::{MountFlags, mount_remount};
use rustix::process::Pid;
use std::collections::BTreeMap;
use std::fs::{DirBuilder, File};
use std::io::{self, BufWriter, Seek};
use std::os::fd::AsFd;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// The program's scratch folder.
#[derive(Debug)]
pub(super) struct Scratch {
    pub(super) path: PathBuf,
    /// Whether it is on disk, where it has to be watched and removed.
    pub(super) on_disk: bool,
    /// What is around it on disk; it is removed with this value.
    _around: Option<PrivateFolder>,
}

impl Scratch {
    /// The one of the namespaces, which lives in memory and has bounds of its own.
    pub(super) fn in_memory() -> Self {
        Self { path: namespaces::SCRATCH.into(), on_disk: false, _around: None }
    }

    /// The same as bubblewrap makes it, which knows no bound on files.
    pub(super) fn of_bubblewrap(start: &Start) -> io::Result<Self> {
        let (bytes, files) = (start.limits.scratch_bytes, start.limits.scratch_files);
        let options = format!("size={bytes},nr_inodes={files},mode=1777");
        let flags = match start.program.author {
            Author::Stranger => MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC,
            Author::Tool => MountFlags::NOSUID | MountFlags::NODEV,
        };
        mount_remount(namespaces::SCRATCH, flags, options.as_str())?;
        Ok(Self::in_memory())
    }

    /// A new one on disk, for this user.
    pub(super) fn on_disk(user: Option<Nobody>) -> io::Result<Self> {
        let around = PrivateFolder::new_in(&std::env::temp_dir())?;
        let path = around.path().join("scratch");
        DirBuilder::new().mode(0o700).create(&path)?;
        if let Some(user) = user {
            chown(&path, Some(Uid::from_raw(user.id)), Some(Gid::from_raw(user.id)))?;
            around.let_pass(user.id)?;
        }
        Ok(Self { path, on_disk: true, _around: Some(around) })
    }

    /// Opens something in it: an ordinary file by its name, or a folder, as a bundle, by its name
    /// and a slash.
    pub(super) fn open(&self, name: &str) -> io::Result<OwnedFd> {
        let folder = open(&self.path, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())?;
        let flags = OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
        if let Some(name) = name.strip_suffix('/').filter(|name| !name.contains('/')) {
            return packed(&openat(&folder, name, flags | OFlags::DIRECTORY, Mode::empty())?);
        }
        if name.contains('/') {
            return Err(io::Error::other("only names in the scratch folder itself can be collected"));
        }
        let file = openat(&folder, name, flags, Mode::empty())?;
        let kind = FileType::from_raw_mode(rustix::fs::fstat(&file)?.st_mode);
        if kind == FileType::RegularFile { Ok(file) } else { Err(io::Error::other("not an ordinary file")) }
    }

    /// Bytes of files that these processes have open and that no longer have a name.
    pub(super) fn removed_bytes(&self, proc: &Proc, processes: &[Pid]) -> u64 {
        let mut files: BTreeMap<(u64, u64), u64> = BTreeMap::new();
        for (file, bytes) in processes.iter().flat_map(|process| proc.removed_files(*process)) {
            let known = files.entry(file).or_default();
            *known = bytes.max(*known);
        }
        files.values().sum()
    }

    /// Whether more is in it than these limits allow, beside these bytes.
    pub(super) fn is_full(&self, limits: &Limits, bytes: u64) -> bool {
        let mut sum = Sum { bytes, files: 0, limits };
        sum.add(&self.path);
        sum.bytes > limits.scratch_bytes || sum.files > limits.scratch_files
    }
}

/// A bundle of a folder, in memory, to be read from its beginning.
fn packed(folder: &OwnedFd) -> io::Result<OwnedFd> {
    let mut file = File::from(memfd_create("bundle", MemfdFlags::CLOEXEC)?);
    bundle::pack(folder, &mut BufWriter::new(&mut file))?;
    file.rewind()?;
    Ok(file.into())
}

/// What a folder holds, added up until it is too much.
struct Sum<'a> {
    bytes: u64,
    files: u32,
    limits: &'a Limits,
}

/// Folders inside folders beyond this depth count as too much: nobody needs them, and everyone
/// holds a descriptor here.
const DEEPEST: u32 = 16;

impl Sum<'_> {
    fn add(&mut self, folder: &Path) {
        if let Ok(folder) = open(folder, OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC, Mode::empty())
        {
            self.add_open(folder, DEEPEST);
        }
    }

    fn add_open(&mut self, folder: OwnedFd, deepest: u32) {
        let Some(deeper) = deepest.checked_sub(1) else {
            self.files = u32::MAX;
            return;
        };
        for entry in Dir::read_from(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name();
            if self.files > self.limits.scratch_files || matches!(name.to_bytes(), b"." | b"..") {
                continue;
            }
            let Ok(stat) = statat(folder.as_fd(), name, AtFlags::SYMLINK_NOFOLLOW) else { continue };
            self.files = self.files.saturating_add(1);
            self.bytes = self.bytes.saturating_add(u64::try_from(stat.st_blocks).unwrap_or(0) * 512);
            let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            if FileType::from_raw_mode(stat.st_mode) == FileType::Directory
                && let Ok(inner) = openat(&folder, name, flags, Mode::empty())
            {
                self.add_open(inner, deeper);
            }
        }
    }
}
