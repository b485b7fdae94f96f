//! Folders of cases for tests.

use game::conform::Folder;
use std::path::{Path, PathBuf};

/// A folder on disk.
pub(crate) struct OnDisk(pub(crate) PathBuf);

impl Folder for OnDisk {
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(name)).map_err(|error| error.to_string())
    }

    fn other(&self, path: &str) -> Option<Box<dyn Folder>> {
        Some(Box::new(Self(self.0.join(path))))
    }
}

/// A folder in memory.
pub(crate) struct Memory(pub(crate) Vec<(String, Vec<u8>)>);

impl Folder for Memory {
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| name.clone()).collect()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let file = self.0.iter().find(|(other, _)| other == name);
        file.map(|(_, contents)| contents.clone()).ok_or_else(|| format!("there is no {name}"))
    }

    fn other(&self, _: &str) -> Option<Box<dyn Folder>> {
        None
    }
}

/// A folder of recorded cases that is not part of the project. Without it the test is skipped.
pub(crate) fn shared(name: &str) -> Option<OnDisk> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/fc18").join(name);
    if folder.is_dir() {
        return Some(OnDisk(folder));
    }
    println!("skipped: there is no {}", folder.display());
    None
}
