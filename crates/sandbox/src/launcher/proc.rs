//! Reading `/proc`.

use rustix::fd::OwnedFd;
use rustix::fs::{CWD, Dir, Mode, OFlags, openat, readlinkat};
use rustix::process::Pid;
use std::fs::File;
use std::io::{self, Read};

/// The folder `/proc`, held open.
#[derive(Debug)]
pub(super) struct Proc(OwnedFd);

impl Proc {
    pub(super) fn open() -> io::Result<Self> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self(openat(CWD, "/proc", flags, Mode::empty())?))
    }

    /// Every process that can be seen, but this one.
    pub(super) fn others(&self) -> Vec<Pid> {
        let this = rustix::process::getpid();
        let numbers = names(&self.0).into_iter().filter_map(|name| pid(&name));
        numbers.filter(|process| *process != this).collect()
    }

    /// All processes below this one, whoever started them: orphans become children of the launcher.
    pub(super) fn descendants(&self) -> Vec<Pid> {
        let mut found = self.children(rustix::process::getpid());
        let mut next = 0;
        while let Some(&process) = found.get(next) {
            found.extend(self.children(process));
            next += 1;
        }
        found
    }

    fn children(&self, process: Pid) -> Vec<Pid> {
        let lists = self.threads(process).into_iter();
        let lists = lists.map(|thread| self.read(&format!("{thread}/children")).unwrap_or_default());
        lists.flat_map(|list| list.split_whitespace().filter_map(pid).collect::<Vec<_>>()).collect()
    }

    /// The folders of a process's threads.
    pub(super) fn threads(&self, process: Pid) -> Vec<String> {
        let folder = format!("{}/task", process.as_raw_nonzero());
        let numbers = self.names(&folder).into_iter().filter(|name| pid(name).is_some());
        numbers.map(|thread| format!("{folder}/{thread}")).collect()
    }

    /// The state of a thread, as one letter, if it still exists.
    pub(super) fn state(&self, thread: &str) -> Option<char> {
        let text = self.read(&format!("{thread}/stat")).ok()?;
        // The name, in parentheses, may hold anything.
        text.rsplit_once(") ")?.1.chars().next()
    }

    /// How many sockets a process has open; if it hides them, how many descriptors it has room for.
    pub(super) fn sockets(&self, process: Pid) -> usize {
        let folder = format!("{}/fd", process.as_raw_nonzero());
        match self.open_folder(&folder) {
            Ok(descriptors) => {
                let is_socket = |name: &&String| {
                    let target = readlinkat(&descriptors, name.as_str(), Vec::new());
                    target.is_ok_and(|target| target.to_bytes().starts_with(b"socket:"))
                };
                names(&descriptors).iter().filter(is_socket).count()
            }
            Err(_) => {
                let status = self.read_of(process, "status").unwrap_or_default();
                usize::try_from(field(&status, "FDSize").unwrap_or(0)).unwrap_or(usize::MAX)
            }
        }
    }

    fn names(&self, folder: &str) -> Vec<String> {
        self.open_folder(folder).map(|folder| names(&folder)).unwrap_or_default()
    }

    fn open_folder(&self, path: &str) -> io::Result<OwnedFd> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(openat(&self.0, path, flags, Mode::empty())?)
    }

    /// A file of a process.
    pub(super) fn read_of(&self, process: Pid, name: &str) -> io::Result<String> {
        self.read(&format!("{}/{name}", process.as_raw_nonzero()))
    }

    pub(super) fn read(&self, path: &str) -> io::Result<String> {
        let file = openat(&self.0, path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
        let mut text = String::new();
        File::from(file).read_to_string(&mut text)?;
        Ok(text)
    }
}

fn names(folder: &OwnedFd) -> Vec<String> {
    let entries = Dir::read_from(folder).into_iter().flatten().flatten();
    entries.filter_map(|entry| Some(entry.file_name().to_str().ok()?.to_string())).collect()
}

fn pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

/// The number after a name at the beginning of a line, as in `Threads:  4` or `Pss:  12 kB`.
pub(super) fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}
