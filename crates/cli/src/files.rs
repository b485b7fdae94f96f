//! Files written whole or not at all.

use std::fs::{self, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Writes a file: what was there stays until the new one is complete, and on a full disk nothing
/// half-written is left.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Links are followed; what is no file, a pipe or a device, is written to as it is.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let there = fs::metadata(path).ok();
    if there.as_ref().is_some_and(|there| !there.is_file()) {
        return fs::write(path, bytes);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // As readable as any file: the system takes off what the user's mask forbids.
    let mode = there.map_or(0o666, |there| there.permissions().mode() & 0o777);
    let mut file = tempfile::Builder::new().permissions(Permissions::from_mode(mode)).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path).map(drop).map_err(|refused| refused.error)
}
