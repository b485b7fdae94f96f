//! Files in a folder.

use super::is_name;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

/// A folder of files, those whose names begin alike in a folder together.
#[derive(Clone, Debug)]
pub(super) struct FilesInFolder {
    folder: PathBuf,
}

impl FilesInFolder {
    pub(super) fn open(folder: PathBuf) -> io::Result<Self> {
        let said = |error: io::Error| io::Error::new(error.kind(), format!("{}: {error}", folder.display()));
        fs::create_dir_all(&folder).map_err(said)?;
        Ok(Self { folder })
    }

    /// A file is written, synced and given its name, in this order.
    pub(super) fn keep(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let path = self.path(name);
        if path.exists() {
            return Ok(());
        }
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(&path).map_err(|refused| refused.error)?;
        File::open(folder)?.sync_all()
    }

    pub(super) fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(self.path(name))?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    pub(super) fn names(&self) -> io::Result<Vec<String>> {
        let mut names = Vec::new();
        for group in entries(&self.folder)? {
            if !group.is_dir() {
                continue;
            }
            // What is being written has no name of its own yet.
            let found =
                entries(&group)?.into_iter().filter_map(|path| Some(path.file_name()?.to_str()?.to_owned()));
            names.extend(found.filter(|name| is_name(name)));
        }
        names.sort();
        Ok(names)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(&name[..2]).join(name)
    }
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}
