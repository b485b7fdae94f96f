//! Reading `/proc`.

use rustix::fd::OwnedFd;
use rustix::fs::{AtFlags, CWD, Dir, FileType, Mode, OFlags, openat, readlinkat, statat};
use rustix::process::Pid;
use std::fs::File;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;

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

    /// How many mappings these processes have together; not counted beyond `most`.
    pub(super) fn mappings(&self, processes: impl Iterator<Item = Pid>, most: u64) -> u64 {
        let mut sum = 0;
        for process in processes {
            if sum >= most {
                break;
            }
            if let Ok(file) = self.open_file(&format!("{}/maps", process.as_raw_nonzero())) {
                sum += lines(file, most - sum);
            }
        }
        sum
    }

    /// The files that a process holds open, by descriptor or by mapping, and that no longer have a
    /// name: their numbers and sizes in bytes.
    pub(super) fn removed_files(&self, process: Pid) -> Vec<((u64, u64), u64)> {
        let folder = self.open_folder(&format!("{}/fd", process.as_raw_nonzero()));
        let Ok(folder) = folder else { return Vec::new() };
        let files = names(&folder).into_iter().filter_map(|name| {
            let file = statat(&folder, name.as_str(), AtFlags::empty()).ok()?;
            let is_removed = file.st_nlink == 0 && FileType::from_raw_mode(file.st_mode).is_file();
            let bytes = u64::try_from(file.st_blocks).unwrap_or(0) * 512;
            is_removed.then_some(((file.st_dev, file.st_ino), bytes))
        });
        files.chain(self.removed_mappings(process)).collect()
    }

    /// The same for files that are mapped; how much of one is mapped is all that can be told.
    fn removed_mappings(&self, process: Pid) -> Vec<((u64, u64), u64)> {
        let text = self.read_of(process, "maps").unwrap_or_default();
        let removed = text.lines().filter(|line| line.ends_with(" (deleted)"));
        removed.filter_map(mapped_file).collect()
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

    /// A file of a process with the number of the user that it belongs to.
    pub(super) fn owned_of(&self, process: Pid, name: &str) -> io::Result<(u32, String)> {
        let mut file = self.open_file(&format!("{}/{name}", process.as_raw_nonzero()))?;
        // First the owner: who ends in between has no memory in what is read.
        let owner = file.metadata()?.uid();
        let mut text = String::new();
        file.read_to_string(&mut text)?;
        Ok((owner, text))
    }

    pub(super) fn read(&self, path: &str) -> io::Result<String> {
        let mut text = String::new();
        self.open_file(path)?.read_to_string(&mut text)?;
        Ok(text)
    }

    fn open_file(&self, path: &str) -> io::Result<File> {
        Ok(openat(&self.0, path, OFlags::RDONLY | OFlags::CLOEXEC, Mode::empty())?.into())
    }
}

/// The lines of a file, counted up to `most`.
fn lines(mut file: File, most: u64) -> u64 {
    let (mut count, mut buffer) = (0, vec![0; 1 << 16]);
    while count < most {
        match file.read(&mut buffer) {
            Ok(0) | Err(_) => break,
            Ok(length) => count += buffer[..length].iter().filter(|byte| **byte == b'\n').count() as u64,
        }
    }
    count
}

/// What a line of `maps` says of a file: its number, and how many bytes are mapped.
fn mapped_file(line: &str) -> Option<((u64, u64), u64)> {
    let mut fields = line.split_whitespace();
    let (begin, end) = fields.next()?.split_once('-')?;
    let [begin, end] = [begin, end].map(|number| u64::from_str_radix(number, 16).ok());
    let device = fields.nth(2)?;
    let (major, minor) = device.split_once(':')?;
    let [major, minor] = [major, minor].map(|number| u32::from_str_radix(number, 16).ok());
    let number = fields.next()?.parse().ok()?;
    Some(((rustix::fs::makedev(major?, minor?), number), end?.saturating_sub(begin?)))
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
