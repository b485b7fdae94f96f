//! Files that never change, named by the hash of what is in them.
//!
//! A file is written, synced and given its name before any row names it. Nothing a user types is
//! part of a path.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::PathBuf;

/// Digits of a BLAKE3 hash in hexadecimal.
const NAME_LENGTH: usize = 64;

/// A folder of files.
#[derive(Clone, Debug)]
pub(crate) struct Files {
    folder: PathBuf,
}

impl Files {
    pub(crate) fn open(folder: PathBuf) -> io::Result<Self> {
        fs::create_dir_all(&folder)?;
        Ok(Self { folder })
    }

    /// Keeps these bytes and returns their name. What is there already is not written again.
    pub(crate) fn keep(&self, bytes: &[u8]) -> io::Result<String> {
        let name = blake3::hash(bytes).to_hex().to_string();
        let path = self.path(&name)?;
        if path.exists() {
            return Ok(name);
        }
        let folder = path.parent().unwrap_or(&self.folder);
        fs::create_dir_all(folder)?;
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(&path).map_err(|refused| refused.error)?;
        File::open(folder)?.sync_all()?;
        Ok(name)
    }

    /// The bytes of this name, at most so many.
    pub(crate) fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(self.path(name)?)?.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Where a file is. A name that is no hash has no place.
    pub(crate) fn path(&self, name: &str) -> io::Result<PathBuf> {
        let is_hash = name.len() == NAME_LENGTH && name.bytes().all(|byte| byte.is_ascii_hexdigit());
        match is_hash {
            true => Ok(self.folder.join(&name[..2]).join(name)),
            false => Err(io::Error::new(io::ErrorKind::NotFound, "no such file")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_by_its_hash_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let files = Files::open(folder.path().join("files")).unwrap();
        let name = files.keep(b"a bot").unwrap();
        assert_eq!(files.keep(b"a bot").unwrap(), name);
        assert_eq!(files.read(&name, 100).unwrap(), b"a bot");
        assert_eq!(files.read(&name, 3).unwrap(), b"a b", "bounded");
        for wrong in ["", "../../etc/passwd", &name[1..], &format!("{}/", &name[1..])] {
            assert!(files.read(wrong, 100).is_err(), "{wrong}");
        }
    }
}
