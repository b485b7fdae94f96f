//! Reading `/proc`, even when its mount has been taken away.

use rustix::fd::OwnedFd;
use rustix::fs::{CWD, Dir, Mode, OFlags, openat};
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
        let entries = Dir::read_from(&self.0).into_iter().flatten().flatten();
        let numbers = entries.filter_map(|entry| pid(entry.file_name().to_str().ok()?));
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
        let folder = format!("{}/task", process.as_raw_nonzero());
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let Ok(tasks) = openat(&self.0, &folder, flags, Mode::empty()) else { return Vec::new() };
        let entries = Dir::new(tasks).into_iter().flatten().flatten();
        let threads = entries.filter_map(|entry| pid(entry.file_name().to_str().ok()?));
        let lists = threads.map(|thread| {
            self.read(&format!("{folder}/{}/children", thread.as_raw_nonzero())).unwrap_or_default()
        });
        lists.flat_map(|list| list.split_whitespace().filter_map(pid).collect::<Vec<_>>()).collect()
    }

    /// A file of a process.
    pub(super) fn read_of(&self, process: Pid, name: &str) -> io::Result<String> {
        self.read(&format!("{}/{name}", process.as_raw_nonzero()))
    }

    fn read(&self, path: &str) -> io::Result<String> {
        let file = openat(&self.0, path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?;
        let mut text = String::new();
        File::from(file).read_to_string(&mut text)?;
        Ok(text)
    }
}

fn pid(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

/// The number after a name at the beginning of a line, as in `Threads:  4` or `Pss:  12 kB`.
pub(super) fn field(text: &str, name: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(':'))?;
    line.split_whitespace().next()?.parse().ok()
}
