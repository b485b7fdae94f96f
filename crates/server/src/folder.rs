//! The folder of an arena: everything that it keeps.

use rustix::fs::{FlockOperation, flock};
use std::fs::{self, File};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

/// A folder that is ours as long as this lives.
#[derive(Debug)]
pub(crate) struct ArenaFolder {
    path: PathBuf,
    _lock: File,
}

impl ArenaFolder {
    /// Takes a folder, and makes it if it is not there.
    pub(crate) fn take(path: &Path) -> Result<Self, String> {
        let shown = path.display();
        let said = |error: io::Error| format!("{shown}: {error}");
        fs::DirBuilder::new().recursive(true).mode(0o700).create(path).map_err(said)?;
        let path = path.canonicalize().map_err(said)?;
        let lock = File::options().create(true).truncate(false).write(true).open(path.join("lock"));
        let lock = lock.map_err(said)?;
        flock(&lock, FlockOperation::NonBlockingLockExclusive).map_err(|_| {
            format!("{shown}: another sandtable uses this folder: stop it, or name another with --data")
        })?;
        let folder = Self { path, _lock: lock };
        // What a killed server left behind.
        let _ = fs::remove_dir_all(folder.scratch());
        fs::create_dir_all(folder.scratch()).map_err(said)?;
        fs::create_dir_all(folder.pages()).map_err(said)?;
        Ok(folder)
    }

    /// The machine of the arena at this place that had this folder last.
    pub(crate) fn last_machine(&self, place: &str) -> Option<i64> {
        let text = fs::read_to_string(self.path.join("machine")).ok()?;
        let (machine, known) = text.split_once('\n')?;
        machine.parse().ok().filter(|_| known == place)
    }

    /// Notes which machine has this folder. Without it the others take longer to miss it, and no
    /// more.
    pub(crate) fn note_machine(&self, machine: i64, place: &str) {
        if let Err(error) = fs::write(self.path.join("machine"), format!("{machine}\n{place}")) {
            tracing::warn!("{}: {error}", self.path.display());
        }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Files that never change.
    pub(crate) fn files(&self) -> PathBuf {
        self.path.join("files")
    }

    /// Where matches write while they are played.
    pub(crate) fn scratch(&self) -> PathBuf {
        self.path.join("scratch")
    }

    /// Replay pages, which can be made again.
    pub(crate) fn pages(&self) -> PathBuf {
        self.path.join("pages")
    }

    /// Removes the oldest replay pages if all of them take more than so many bytes, until they take
    /// three quarters of it.
    pub(crate) fn forget_old_pages(&self, most: u64) -> io::Result<()> {
        let mut pages = Vec::new();
        for entry in fs::read_dir(self.pages())? {
            let entry = entry?;
            // Another thread may have removed it.
            if let Ok(about) = entry.metadata() {
                pages.push((about.modified()?, about.len(), entry.path()));
            }
        }
        let mut all: u64 = pages.iter().map(|(_, length, _)| length).sum();
        if all <= most {
            return Ok(());
        }
        pages.sort();
        for (_, length, path) in pages {
            if all <= most / 4 * 3 {
                break;
            }
            fs::remove_file(path)?;
            all -= length;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, SystemTime};

    #[test]
    fn old_pages_go_when_there_are_too_many() {
        let data = tempfile::tempdir().unwrap();
        let folder = ArenaFolder::take(data.path()).unwrap();
        for age in 0..5_u64 {
            let file = File::create(folder.pages().join(format!("{age}.html"))).unwrap();
            file.set_len(100).unwrap();
            file.set_modified(SystemTime::now() - Duration::from_secs(60 * age)).unwrap();
        }
        let left = || {
            let names = fs::read_dir(folder.pages()).unwrap().map(|entry| entry.unwrap().file_name());
            let mut names: Vec<String> = names.map(|name| name.into_string().unwrap()).collect();
            names.sort();
            names
        };
        folder.forget_old_pages(500).unwrap();
        assert_eq!(left().len(), 5, "there is room for all");
        folder.forget_old_pages(400).unwrap();
        assert_eq!(left(), ["0.html", "1.html", "2.html"]);
    }
}
