//! Files of ours in folders where a stranger may have put links.

use crate::private::letters;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file whole or not at all: what was there stays until the new one is on disk.
///
/// A link in its place is replaced, and not followed: it may lead to any file of the user's.
///
/// # Errors
/// If it cannot be written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = OsString::from(".");
    name.push(path.file_name().ok_or(io::ErrorKind::InvalidInput)?);
    // A name may be as long as names get, and ours would be longer.
    let name = if name.len() > LONGEST { OsString::from(".") } else { name };
    let mut beside = name;
    beside.push(format!(".{}.part", letters()?));
    let beside = path.with_file_name(beside);
    let mut file = File::options().write(true).create_new(true).open(&beside)?;
    let written =
        file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| fs::rename(&beside, path));
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written
}

/// Bytes of a name that leave room for what is added to it.
const LONGEST: usize = 200;

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_link_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("precious"), "precious").unwrap();
        symlink(at("precious"), at("page.html")).unwrap();
        write_whole(&at("page.html"), b"one").unwrap();
        write_whole(&at("page.html"), b"two").unwrap();
        write_whole(&at(&"x".repeat(255)), b"").unwrap();
        assert_eq!(fs::read(at("precious")).unwrap(), b"precious");
        assert_eq!(fs::read(at("page.html")).unwrap(), b"two");
        assert!(at("page.html").symlink_metadata().unwrap().is_file());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3);
        assert!(write_whole(&at("none/page.html"), b"").is_err());
    }
}
