//! Sources in a zip file. They are read into memory: nothing of an archive gets onto a disk under a name of its own choice.

use encoding_rs::GBK;
use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::Path;
use zip::ZipArchive;

/// More entries than any player's archive has.
const MAX_ENTRIES: usize = 20_000;

/// Whether a file is a zip file, by its first bytes.
#[must_use]
pub fn is_zip(path: &Path) -> bool {
    let mut head = [0; 4];
    File::open(path).and_then(|mut file| file.read_exact(&mut head)).is_ok() && head == *b"PK\x03\x04"
}

/// Hands on the files of an archive that are wanted by their paths, each with as many of its bytes as are allowed and one more.
pub(crate) fn read<E: From<io::Error>>(
    archive: Vec<u8>,
    most_bytes: usize,
    mut wanted: impl FnMut(&str) -> bool,
    mut each: impl FnMut(String, Vec<u8>) -> Result<(), E>,
) -> Result<(), E> {
    if has_many_entries(&archive) {
        return Err(io::Error::other(format!("it holds more than {MAX_ENTRIES} files")).into());
    }
    let mut zip = ZipArchive::new(Cursor::new(archive)).map_err(io::Error::from)?;
    for number in 0..zip.len() {
        let mut entry = zip.by_index(number).map_err(io::Error::from)?;
        let Some(name) = normal_name(entry.name_raw()) else { continue };
        if entry.is_dir() || entry.is_symlink() || !wanted(&name) {
            continue;
        }
        // What an archive says about sizes need not be true.
        let mut bytes = Vec::new();
        entry.by_ref().take(most_bytes as u64 + 1).read_to_end(&mut bytes)?;
        each(name, bytes)?;
    }
    Ok(())
}

/// Whether an archive lists too many entries. Every entry begins with the same bytes in the list, which is read into memory whole: they are counted first.
fn has_many_entries(archive: &[u8]) -> bool {
    const LISTED: &[u8] = b"PK\x01\x02";
    archive.windows(LISTED.len()).filter(|bytes| *bytes == LISTED).nth(MAX_ENTRIES).is_some()
}

/// A path in an archive, with `/` between folders; none if it leads out of it. Old tools wrote names in GBK.
fn normal_name(raw: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(raw).map_or_else(|_| GBK.decode(raw).0.into_owned(), str::to_owned);
    let mut parts = Vec::new();
    for part in text.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => return None,
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_counted_before_they_are_read() {
        let refused = |entries: usize| {
            let archive = b"PK\x01\x02".repeat(entries);
            let error = read::<io::Error>(archive, 1, |_| true, |_, _| Ok(())).unwrap_err();
            error.to_string().contains("more than 20000 files")
        };
        assert!(!refused(MAX_ENTRIES) && refused(MAX_ENTRIES + 1));
    }

    #[test]
    fn names_are_paths_below_the_archive() {
        assert_eq!(normal_name(b"a\\b/.//c.h").as_deref(), Some("a/b/c.h"));
        assert_eq!(normal_name(b"\xb4\xfa\xc2\xeb/ai.cpp").as_deref(), Some("代码/ai.cpp"));
        assert_eq!(normal_name(b"/etc/passwd").as_deref(), Some("etc/passwd"));
        for name in [&b"../x"[..], b"a/../../x", b"", b"/"] {
            assert_eq!(normal_name(name), None);
        }
    }
}
