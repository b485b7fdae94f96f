//! Files of strangers.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The contents of a file of at most so many bytes. What is longer is not read, whatever its length
/// says: a device has none.
pub(crate) fn read_at_most(path: &Path, most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        let most = most >> 20;
        return Err(io::Error::other(format!("it is larger than {most} MiB; no such file is")));
    }
    Ok(bytes)
}
