//! Namespaces that the launcher makes itself: a file system, a network, processes and a host name
//! of the program's own.
//!
//! What bubblewrap does from outside is done here from inside: the launcher separates itself
//! ([`separate`]), and its copy, process 1 of the new process namespace, builds the file system
//! ([`FileSystem::enter`]). An ordinary user may do so where the kernel allows user namespaces.

use super::system;
use crate::program::{Author, Limits, Program};
use crate::sys::{self, MountRules};
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{CWD, FileType, Mode, OFlags, fstat, mkdirat, openat, symlinkat};
use rustix::io::Errno;
use rustix::mount::{
    FsMountFlags, FsOpenFlags, MountAttrFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags,
    UnmountFlags, fsconfig_create, fsconfig_set_string, fsmount, fsopen, mount_change, move_mount, open_tree,
    unmount,
};
use rustix::process::{chdir, fchdir, pivot_root};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where the scratch folder is inside.
pub(crate) const SCRATCH: &str = "/tmp";

/// What everybody inside calls this machine.
pub(crate) const HOST_NAME: &str = "sandtable";

const NAMESPACES: libc::c_int =
    libc::CLONE_NEWNS | libc::CLONE_NEWPID | libc::CLONE_NEWNET | libc::CLONE_NEWIPC | libc::CLONE_NEWUTS;

/// Separates this process from the rest of the machine. Its next child is process 1 of a new
/// process namespace.
///
/// Root needs no user namespace, and could not have one in which every program is a user of its
/// own.
///
/// # Safety
/// As for [`sys::unshare`].
#[allow(unsafe_code, reason = "passes on what it demands of its caller")]
pub(crate) unsafe fn separate(as_root: bool) -> io::Result<()> {
    let (user, group) = (rustix::process::geteuid().as_raw(), rustix::process::getegid().as_raw());
    let namespaces = if as_root { NAMESPACES } else { NAMESPACES | libc::CLONE_NEWUSER };
    // SAFETY: as the caller promises.
    unsafe {
        match sys::unshare(namespaces | libc::CLONE_NEWCGROUP) {
            // A kernel without control groups.
            Err(error) if error.raw_os_error() == Some(libc::EINVAL) => sys::unshare(namespaces)?,
            other => other?,
        }
    }
    if !as_root {
        fs::write("/proc/self/setgroups", "deny")?;
        fs::write("/proc/self/uid_map", format!("{user} {user} 1"))?;
        fs::write("/proc/self/gid_map", format!("{group} {group} 1"))?;
    }
    Ok(())
}

/// The file system of one program.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FileSystem<'a> {
    pub(crate) program: &'a Program,
    /// Where the files of the program's folder really are.
    pub(crate) folder: &'a Path,
    pub(crate) limits: &'a Limits,
}

/// Where the new root is mounted until it is the root: a folder that every machine has. Nothing
/// below it is looked up any more by then.
const FOOTHOLD: &str = "/usr";

const QUIET: MountRules = MountRules::NO_SETUID.and(MountRules::NO_DEVICES);
const READ_ONLY: MountRules = QUIET.and(MountRules::READ_ONLY);
/// Not [`MountRules::NO_DEVICES`]: it is one. Writing to a device does not write to its file
/// system.
const DEVICE: MountRules = MountRules::NO_SETUID.and(MountRules::NO_EXECUTION).and(MountRules::READ_ONLY);

impl FileSystem<'_> {
    /// Makes this file system the one of this process; everything else is out of reach from then
    /// on.
    pub(crate) fn enter(self) -> io::Result<()> {
        sys::set_host_name(HOST_NAME)?;
        mount_change("/", MountPropagationFlags::PRIVATE | MountPropagationFlags::REC)?;
        let pieces = self.pieces()?;
        let root = make("tmpfs", &[("mode", "0755"), ("size", "1M"), ("nr_inodes", "4096")])?;
        attach(&root, CWD, FOOTHOLD)?;
        furnish(&root)?;
        for piece in pieces {
            piece.mount_below(&root)?;
        }
        sys::restrict_mount(root.as_fd(), READ_ONLY)?;
        fchdir(&root)?;
        // The old root is stacked upon the new one, and taken away from there.
        pivot_root(".", ".")?;
        unmount(".", UnmountFlags::DETACH)?;
        Ok(chdir("/")?)
    }

    /// Everything that is shown, opened while the old file system is still there. What is later
    /// covers what is earlier.
    fn pieces(self) -> io::Result<Vec<Piece>> {
        let folders = system::FOLDERS.iter().map(PathBuf::from).filter(|path| !path.is_symlink());
        let system = folders.chain(system::settings()).filter(|path| path.exists());
        let mut pieces =
            system.map(|path| Piece::of(&path, &path, READ_ONLY)).collect::<io::Result<Vec<_>>>()?;
        for device in system::DEVICES.map(Path::new).into_iter().filter(|path| path.exists()) {
            pieces.push(Piece::of(device, device, DEVICE)?);
        }
        pieces.push(Piece::new(make("proc", &[])?, "/proc", READ_ONLY.and(MountRules::NO_EXECUTION))?);
        pieces.push(self.scratch()?);
        for path in self.program.readable.iter().filter(|path| !system::covers(path)) {
            pieces.push(Piece::of(path, path, READ_ONLY)?);
        }
        pieces.push(Piece::of(self.folder, &self.program.folder, READ_ONLY)?);
        Ok(pieces)
    }

    /// The scratch folder, which lives in memory. Compilers load what they have just made;
    /// strangers' programs have no use for that.
    fn scratch(self) -> io::Result<Piece> {
        let (bytes, files) = (self.limits.scratch_bytes.to_string(), self.limits.scratch_files.to_string());
        let memory = make("tmpfs", &[("mode", "1777"), ("size", &bytes), ("nr_inodes", &files)])?;
        Piece::new(memory, SCRATCH, scratch_rules(self.program.author))
    }
}

fn scratch_rules(author: Author) -> MountRules {
    match author {
        Author::Stranger => QUIET.and(MountRules::NO_EXECUTION),
        Author::Tool => QUIET,
    }
}

/// Something to be mounted, not yet anywhere.
struct Piece {
    mount: OwnedFd,
    place: PathBuf,
    is_folder: bool,
}

impl Piece {
    /// What is at a path now, with everything mounted below it.
    fn of(path: &Path, place: &Path, rules: MountRules) -> io::Result<Self> {
        let flags =
            OpenTreeFlags::OPEN_TREE_CLONE | OpenTreeFlags::OPEN_TREE_CLOEXEC | OpenTreeFlags::AT_RECURSIVE;
        let mount = open_tree(CWD, path, flags).map_err(|error| named(error, path))?;
        let is_folder = FileType::from_raw_mode(fstat(&mount)?.st_mode) == FileType::Directory;
        sys::restrict_mounts(mount.as_fd(), rules).map_err(|error| named(error, path))?;
        Ok(Self { mount, place: place.to_path_buf(), is_folder })
    }

    /// A new file system.
    fn new(mount: OwnedFd, place: &str, rules: MountRules) -> io::Result<Self> {
        sys::restrict_mounts(mount.as_fd(), rules)?;
        Ok(Self { mount, place: place.into(), is_folder: true })
    }

    fn mount_below(self, root: &OwnedFd) -> io::Result<()> {
        let place = self.place.strip_prefix("/").unwrap_or(&self.place);
        if self.is_folder {
            make_folders(root, place)?;
        } else {
            make_folders(root, place.parent().unwrap_or(Path::new("")))?;
            let flags = OFlags::CREATE | OFlags::RDONLY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
            // What is there already can be covered.
            let _ = openat(root, place, flags, Mode::from_raw_mode(0o444));
        }
        attach(&self.mount, root, place).map_err(|error| named(error, &self.place))
    }
}

/// A new file system, not yet mounted anywhere.
fn make(kind: &str, options: &[(&str, &str)]) -> io::Result<OwnedFd> {
    let context = fsopen(kind, FsOpenFlags::FSOPEN_CLOEXEC).map_err(|error| named(error, Path::new(kind)))?;
    for (name, value) in options {
        fsconfig_set_string(&context, *name, *value)?;
    }
    fsconfig_create(&context).map_err(|error| named(error, Path::new(kind)))?;
    Ok(fsmount(&context, FsMountFlags::FSMOUNT_CLOEXEC, MountAttrFlags::empty())?)
}

fn attach(mount: &OwnedFd, parent: impl AsFd, place: impl rustix::path::Arg) -> rustix::io::Result<()> {
    move_mount(mount, "", parent, place, MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH)
}

/// The links of the root folder, and the names under which a process finds its own descriptors.
fn furnish(root: &OwnedFd) -> io::Result<()> {
    for folder in system::FOLDERS {
        if let Ok(target) = fs::read_link(folder) {
            symlinkat(target, root, folder.trim_start_matches('/'))?;
        }
    }
    make_folders(root, Path::new("dev"))?;
    for (target, name) in [("", "fd"), ("/0", "stdin"), ("/1", "stdout"), ("/2", "stderr")] {
        symlinkat(format!("/proc/self/fd{target}"), root, format!("dev/{name}"))?;
    }
    Ok(())
}

/// Makes a folder with those on the way to it, as far as they are missing, open to everybody.
fn make_folders(root: &OwnedFd, path: &Path) -> io::Result<()> {
    let mut way: Vec<&Path> = path.ancestors().filter(|folder| !folder.as_os_str().is_empty()).collect();
    way.reverse();
    for folder in way {
        match mkdirat(root, folder, Mode::from_raw_mode(0o755)) {
            Ok(()) | Err(Errno::EXIST) => {}
            Err(error) => return Err(named(error, folder)),
        }
    }
    Ok(())
}

fn named(error: impl Into<io::Error>, path: &Path) -> io::Error {
    let error = error.into();
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
