//! Whether a bot is still the same program: a hash of its files.

use crate::outputs;
use blake3::Hasher;
use std::fs::{self, DirEntry, File};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// What tools leave in a folder of sources; no bot is another for it.
const LEFT_BY_TOOLS: [&str; 2] = ["__pycache__", ".git"];

/// A hash of all files in a folder, with their names and whether they can be run, but for these folders, what its author wants ignored, and
/// what we wrote or can be made again.
pub(crate) fn of_folder(folder: &Path, ignored: &[String], without: &[&Path]) -> io::Result<String> {
    let mut hasher = Hasher::new_derive_key("sandtable 2026 files of a bot");
    // What is not there yet cannot be met on the way.
    let mut without: Vec<PathBuf> = without.iter().filter_map(|path| path.canonicalize().ok()).collect();
    let left_out = outputs::left_out(folder, ignored)?;
    without.extend(left_out.iter().filter_map(|path| path.canonicalize().ok()));
    add_folder(&mut hasher, folder, &without)?;
    Ok(hasher.finalize().to_hex().to_string())
}

fn add_folder(hasher: &mut Hasher, folder: &Path, without: &[PathBuf]) -> io::Result<()> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<DirEntry>>>);
    let mut entries = entries.map_err(|error| about(folder, &error))?;
    entries.retain(|entry| !LEFT_BY_TOOLS.iter().any(|name| entry.file_name() == *name));
    entries.sort_by_key(DirEntry::file_name);
    for entry in entries {
        add_entry(hasher, &entry, without)?;
    }
    // Where one folder ends, so that a file cannot move from it to the next unseen.
    add(hasher, b"end", b"");
    Ok(())
}

/// The error with what it is about.
fn about(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

fn add_entry(hasher: &mut Hasher, entry: &DirEntry, without: &[PathBuf]) -> io::Result<()> {
    let (path, name) = (entry.path(), entry.file_name());
    let kind = entry.file_type()?;
    // A link is what it leads to only for whoever follows it.
    if !kind.is_symlink() && path.canonicalize().is_ok_and(|real| without.contains(&real)) {
        return Ok(());
    }
    if kind.is_dir() {
        add(hasher, b"folder", name.as_bytes());
        add_folder(hasher, &path, without)?;
    } else if kind.is_symlink() {
        add(hasher, b"link", name.as_bytes());
        add(hasher, b"to", fs::read_link(&path)?.as_os_str().as_bytes());
    } else if kind.is_file() {
        let can_be_run = entry.metadata()?.permissions().mode() & 0o111 != 0;
        add(hasher, if can_be_run { b"program" } else { b"file" }, name.as_bytes());
        let mut contents = Hasher::new();
        let read = File::open(&path).and_then(|mut file| io::copy(&mut file, &mut contents));
        read.map_err(|error| about(&path, &error))?;
        add(hasher, b"holds", contents.finalize().as_bytes());
    }
    Ok(())
}

fn add(hasher: &mut Hasher, what: &[u8], bytes: &[u8]) {
    for part in [what, bytes] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_bot_is_another() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let replays = at("replays");
        let now = || of_folder(folder.path(), &["*.log".to_owned()], &[&replays]).unwrap();
        fs::create_dir(at("src")).unwrap();
        fs::write(at("src/a.py"), "1").unwrap();
        let mut seen = vec![now()];
        let mut is_another = |what: &str| {
            assert!(!seen.contains(&now()), "{what}");
            seen.push(now());
        };
        fs::write(at("src/a.py"), "2").unwrap();
        is_another("contents");
        fs::rename(at("src/a.py"), at("src/b.py")).unwrap();
        is_another("a name");
        fs::rename(at("src/b.py"), at("b.py")).unwrap();
        is_another("a folder");
        fs::set_permissions(at("b.py"), fs::Permissions::from_mode(0o755)).unwrap();
        is_another("what can be run");
        std::os::unix::fs::symlink("b.py", at("c.py")).unwrap();
        is_another("a link");
        fs::create_dir(at("__pycache__")).unwrap();
        fs::write(at("__pycache__/b.pyc"), "").unwrap();
        fs::write(at("today.log"), "").unwrap();
        fs::write(at("game.jsonl"), "{\"replay\":1}\n").unwrap();
        fs::create_dir(&replays).unwrap();
        fs::write(replays.join("00001.jsonl.zst"), "").unwrap();
        assert_eq!(seen.last(), Some(&now()), "a cache, a log, and what matches write");
    }
}
