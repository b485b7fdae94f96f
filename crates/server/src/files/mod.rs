//! Files that never change, named by the hash of what is in them.
//!
//! A file is kept, safely, before any row names it. Nothing a user types is part of a name. They
//! lie in a folder, in an S3-compatible store, or with the servers, of which a worker asks what its
//! jobs need ([`FilesPlace`]).

mod in_folder;
mod in_s3;
mod of_server;

use self::in_folder::FilesInFolder;
use self::in_s3::FilesInS3;
use self::of_server::FilesOfServer;
pub(crate) use self::of_server::{MACHINE_HEADER, WAY};
use crate::accounts::secret::Secret;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::str::FromStr;

/// Digits of a BLAKE3 hash in hexadecimal.
const NAME_LENGTH: usize = 64;

/// Where files lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FilesPlace {
    /// In a folder, which machines share as they share any folder.
    Folder(PathBuf),
    /// In a bucket of an S3-compatible store, below a prefix that may be empty.
    S3 {
        /// The bucket.
        bucket: String,
        /// What all names begin with, without a slash at its ends.
        prefix: String,
    },
    /// With the servers at this address. Only workers can use them so.
    Server(String),
}

impl FromStr for FilesPlace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(place) = text.strip_prefix("s3://") {
            let (bucket, prefix) = place.split_once('/').unwrap_or((place, ""));
            let is_bucket = (3..=63).contains(&bucket.len())
                && bucket.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte));
            let prefix = prefix.trim_matches('/');
            let is_prefix =
                prefix.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._/".contains(&byte))
                    && !prefix.contains("//");
            return match is_bucket && is_prefix {
                true => Ok(Self::S3 { bucket: bucket.to_owned(), prefix: prefix.to_owned() }),
                false => {
                    Err("write s3://BUCKET or s3://BUCKET/PREFIX, with letters, digits, `-`, `.` and `_`"
                        .to_owned())
                }
            };
        }
        if text.starts_with("http://") || text.starts_with("https://") {
            return Ok(Self::Server(text.trim_end_matches('/').to_owned()));
        }
        match text.split_once("://") {
            Some((scheme, _)) => Err(format!("{scheme}:// is none of DIR, s3://BUCKET and https://SERVER")),
            None if text.is_empty() => Err("name a folder".to_owned()),
            None => Ok(Self::Folder(text.into())),
        }
    }
}

impl fmt::Display for FilesPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "{}", folder.display()),
            Self::S3 { bucket, prefix } if prefix.is_empty() => write!(f, "s3://{bucket}"),
            Self::S3 { bucket, prefix } => write!(f, "s3://{bucket}/{prefix}"),
            Self::Server(address) => f.write_str(address),
        }
    }
}

/// The files of an arena.
#[derive(Clone, Debug)]
pub(crate) struct Files(Kept);

#[derive(Clone, Debug)]
enum Kept {
    Folder(FilesInFolder),
    S3(FilesInS3),
    Server(FilesOfServer),
}

impl Files {
    /// Opens the files of a server, or of somebody who has them all.
    pub(crate) fn open(place: &FilesPlace) -> io::Result<Self> {
        match place {
            FilesPlace::Folder(folder) => Ok(Self(Kept::Folder(FilesInFolder::open(folder.clone())?))),
            FilesPlace::S3 { bucket, prefix } => Ok(Self(Kept::S3(FilesInS3::open(bucket, prefix)?))),
            FilesPlace::Server(_) => {
                Err(io::Error::other("only a worker gets its files from a server: name a folder or s3://…"))
            }
        }
    }

    /// Opens the files of a machine, which shows this secret where it asks a server.
    pub(crate) fn open_as(place: &FilesPlace, machine: i64, secret: &Secret) -> io::Result<Self> {
        match place {
            FilesPlace::Server(address) => {
                Ok(Self(Kept::Server(FilesOfServer::new(address, machine, secret.clone()))))
            }
            _ => Self::open(place),
        }
    }

    /// Keeps these bytes and returns their name. What is there already is not written again.
    pub(crate) fn keep(&self, bytes: &[u8]) -> io::Result<String> {
        let name = name_of(bytes);
        match &self.0 {
            Kept::Folder(files) => files.keep(&name, bytes)?,
            Kept::S3(files) => files.keep(&name, bytes)?,
            Kept::Server(files) => files.keep(&name, bytes)?,
        }
        Ok(name)
    }

    /// The bytes of this name, at most so many. What is read whole is what the name says.
    pub(crate) fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        if !is_name(name) {
            return Err(io::Error::new(io::ErrorKind::NotFound, "no such file"));
        }
        let bytes = match &self.0 {
            Kept::Folder(files) => files.read(name, most)?,
            Kept::S3(files) => files.read(name, most)?,
            Kept::Server(files) => files.read(name, most)?,
        };
        let is_whole = (bytes.len() as u64) < most;
        if is_whole && name_of(&bytes) != name {
            let damaged = format!("the file {name} is damaged: its content is not what its name says");
            return Err(io::Error::new(io::ErrorKind::InvalidData, damaged));
        }
        Ok(bytes)
    }

    /// The names of all files.
    pub(crate) fn names(&self) -> io::Result<Vec<String>> {
        match &self.0 {
            Kept::Folder(files) => files.names(),
            Kept::S3(files) => files.names(),
            Kept::Server(_) => Err(io::Error::other("a worker has no list of files")),
        }
    }

    /// Copies all files to another place, where those that are there already are left.
    pub(crate) fn copy_to(&self, to: &Self) -> io::Result<()> {
        let known: std::collections::BTreeSet<String> = to.names()?.into_iter().collect();
        for name in self.names()?.iter().filter(|name| !known.contains(*name)) {
            to.keep(&self.read(name, u64::MAX)?)?;
        }
        Ok(())
    }
}

/// The name of a file with this content.
pub(crate) fn name_of(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Whether this can be the name of a file.
pub(crate) fn is_name(name: &str) -> bool {
    name.len() == NAME_LENGTH
        && name.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_found_by_its_hash_and_nothing_else_is() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("files");
        let files = Files::open(&FilesPlace::Folder(place.clone())).unwrap();
        let name = files.keep(b"a bot").unwrap();
        assert_eq!(files.keep(b"a bot").unwrap(), name);
        assert_eq!(files.read(&name, 100).unwrap(), b"a bot");
        assert_eq!(files.read(&name, 3).unwrap(), b"a b", "bounded");
        for wrong in ["", "../../etc/passwd", &name[1..], &format!("{}/", &name[1..])] {
            assert!(files.read(wrong, 100).is_err(), "{wrong}");
        }
        assert_eq!(files.names().unwrap(), std::slice::from_ref(&name));
        std::fs::write(place.join(&name[..2]).join(&name), b"a lie").unwrap();
        assert!(files.read(&name, 100).unwrap_err().to_string().contains("damaged"));
    }

    #[test]
    fn places_are_read_as_they_are_written() {
        for place in ["/srv/files", "files", "s3://arena", "s3://arena/one/two", "https://arena.example"] {
            assert_eq!(place.parse::<FilesPlace>().unwrap().to_string(), place);
        }
        assert_eq!("s3://arena/one/".parse::<FilesPlace>().unwrap().to_string(), "s3://arena/one");
        for wrong in ["", "s3://", "s3://a b", "s3://arena/a b", "s3://arena/a//b", "ftp://there"] {
            assert!(wrong.parse::<FilesPlace>().is_err(), "{wrong}");
        }
    }
}
