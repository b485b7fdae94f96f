//! Control groups, where they are delegated: the whole program's CPU time and, if their controllers
//! are there, its memory and processes, and an equal share of the processors for every program that
//! does not stand back.

use super::priority;
use crate::program::Limits;
use rustix::fd::{AsFd, BorrowedFd};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A folder in which groups can be made.
#[derive(Clone, Debug)]
pub(crate) struct Delegated {
    folder: PathBuf,
    /// Whether groups in it have limits on memory and processes.
    pub(crate) limits: bool,
}

/// Groups carry the number of their runner, so that what a dead one left behind can be told from
/// what is in use.
const PREFIX: &str = "sandtable-";

/// Makes the names of one runner's groups differ.
static COUNTER: AtomicU32 = AtomicU32::new(0);

impl Delegated {
    /// The runner's own group, if groups can be made in it.
    pub(crate) fn find() -> Result<Self, String> {
        let mounts = fs::read_to_string("/proc/self/mountinfo").map_err(|error| error.to_string())?;
        let mount = mount_point(&mounts).ok_or("control groups (version 2) are not mounted")?;
        let groups = fs::read_to_string("/proc/self/cgroup").map_err(|error| error.to_string())?;
        let own = groups.lines().find_map(|line| line.strip_prefix("0::/"));
        let own = without_leaf(own.ok_or("this process is in no control group of version 2")?);
        let folder = Path::new(mount).join(own);
        sweep(&folder);
        let trial = Group::make_in(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        drop(trial);
        let limits = enable_controllers(&folder).or_else(|_| enable_from_leaf(&folder)).is_ok();
        Ok(Self { folder, limits })
    }

    /// A new group with these limits, as far as there are any.
    pub(crate) fn make(&self, limits: &Limits) -> io::Result<Group> {
        let group = Group::make_in(&self.folder)?;
        if self.limits {
            fs::write(group.folder.join("memory.max"), limits.memory.to_string())?;
            fs::write(group.folder.join("pids.max"), limits.processes.to_string())?;
            // Absent where there is no swap.
            let _ = fs::write(group.folder.join("memory.swap.max"), "0");
        }
        priority::lower_group(&group.folder);
        Ok(group)
    }
}

/// A group of one program's own; it is removed in the end.
#[derive(Debug)]
pub(crate) struct Group {
    folder: PathBuf,
    stat: File,
    door: File,
}

impl Group {
    fn make_in(parent: &Path) -> io::Result<Self> {
        let number = COUNTER.fetch_add(1, Ordering::Relaxed);
        let folder = parent.join(format!("{PREFIX}{}-{number}", std::process::id()));
        fs::create_dir(&folder)?;
        let open = || {
            // Whoever is to be born in it needs the right to write this.
            File::options().write(true).open(folder.join("cgroup.procs"))?;
            Ok((File::open(folder.join("cpu.stat"))?, File::open(&folder)?))
        };
        match open() {
            Ok((stat, door)) => Ok(Self { folder, stat, door }),
            Err(error) => {
                let _ = fs::remove_dir(&folder);
                Err(error)
            }
        }
    }

    /// Its folder, by which a process can be born in it.
    pub(crate) fn door(&self) -> BorrowedFd<'_> {
        self.door.as_fd()
    }

    /// CPU time of all that ever were in it.
    pub(crate) fn cpu_time(&self) -> io::Result<Duration> {
        let mut text = [0; 512];
        let length = self.stat.read_at(&mut text, 0)?;
        let usage = text[..length].strip_prefix(b"usage_usec ").unwrap_or_default();
        let digits = usage.iter().take_while(|byte| byte.is_ascii_digit());
        Ok(Duration::from_micros(digits.fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'))))
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        // It is empty by now; if it cannot be removed, the next runner's sweep will do it.
        let _ = fs::remove_dir(&self.folder);
    }
}

/// Where the version 2 hierarchy is mounted.
fn mount_point(mounts: &str) -> Option<&str> {
    mounts.lines().find_map(|line| {
        let (mount, kind) = line.split_once(" - ")?;
        kind.starts_with("cgroup2 ").then(|| mount.split(' ').nth(4)).flatten()
    })
}

/// Lets groups in this folder have limits. Impossible while processes live in the folder itself,
/// unless it is the root.
fn enable_controllers(folder: &Path) -> io::Result<()> {
    let control = folder.join("cgroup.subtree_control");
    fs::write(&control, "+memory +pids")?;
    // With it every group has the same weight, however many processes are in it.
    let _ = fs::write(&control, "+cpu");
    Ok(())
}

/// The same after this process has moved to a group of its own below the folder; it goes back if
/// that was for nothing, because others live there.
fn enable_from_leaf(folder: &Path) -> io::Result<()> {
    let (leaf, process) = (folder.join(leaf_name()), std::process::id().to_string());
    fs::create_dir(&leaf)?;
    let enabled = fs::write(leaf.join("cgroup.procs"), &process).and_then(|()| enable_controllers(folder));
    if enabled.is_err() {
        let _ = fs::write(folder.join("cgroup.procs"), &process);
        let _ = fs::remove_dir(&leaf);
    }
    enabled
}

/// The group of this process below the folder that was given to it.
fn leaf_name() -> String {
    format!("{PREFIX}{}-runner", std::process::id())
}

/// A group, or the one above it if it is [`leaf_name`]: who looks a second time looks from where it
/// was.
fn without_leaf(group: &str) -> &str {
    group.strip_suffix(leaf_name().as_str()).map_or(group, |above| above.trim_end_matches('/'))
}

/// Removes what runners that no longer live have left behind.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let runner = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next());
        if runner.is_some_and(|runner| !Path::new("/proc").join(runner).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_groups_are_mounted() {
        let hybrid = "30 28 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n\
                      31 28 0:27 / /sys/fs/cgroup/unified rw,relatime shared:9 - cgroup2 cgroup2 rw\n";
        assert_eq!(mount_point(hybrid), Some("/sys/fs/cgroup/unified"));
        assert_eq!(mount_point("22 1 0:5 / /proc rw - proc proc rw\n"), None);
    }

    #[test]
    fn who_moved_looks_from_where_it_was() {
        assert_eq!(
            without_leaf(&format!("user.slice/run-1.scope/{}", leaf_name())),
            "user.slice/run-1.scope"
        );
        assert_eq!(without_leaf("user.slice/run-1.scope"), "user.slice/run-1.scope");
        assert_eq!(without_leaf(&leaf_name()), "");
    }
}
