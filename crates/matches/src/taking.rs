//! What of a bot's files is copied.
//!
//! The folder in which a bot lies is somebody's home or worse, and its owner may change it at any
//! moment: a bot gets to see copies of its own files, taken once.

use crate::outputs;
use sandbox::{Caps, Found, Snapshot, SnapshotError};
use std::ffi::OsStr;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// What tools leave in a folder of sources; no bot needs it, and none is another for it.
const LEFT_BY_TOOLS: [&str; 4] = ["__pycache__", ".git", ".hg", ".svn"];

/// Enough for a bot that is a file with others beside it; more than that belongs in a folder with a
/// `bot.toml`.
const BESIDE: u32 = 500;

/// A copy of a bot's folder.
///
/// What can be made again is left out, but for the files that are `needed`, and so are what its
/// author wants `ignored`, what matches wrote, and the folders `without`, which belong to somebody
/// else.
pub(crate) fn folder(
    path: &Path,
    needed: &[PathBuf],
    ignored: &[String],
    without: &[PathBuf],
) -> Result<Snapshot, SnapshotError> {
    // What is not there yet cannot be met on the way.
    let identity = |path: &PathBuf| path.metadata().ok().map(|meta| (meta.dev(), meta.ino()));
    let without: Vec<(u64, u64)> = without.iter().filter_map(identity).collect();
    let mut made_again: Vec<PathBuf> = Vec::new();
    Snapshot::of_folder(path, &Caps::default(), &mut |found| {
        if made_again.iter().any(|folder| found.path.starts_with(folder)) {
            return needed.iter().any(|file| file.starts_with(found.path));
        }
        let is_needed = needed.iter().any(|file| file.starts_with(found.path));
        if !is_needed && outputs::is_no_part(path, found, ignored) {
            return false;
        }
        if found.is_folder && can_be_made_again(found) {
            made_again.push(found.path.to_owned());
            return is_needed;
        }
        !found.is_folder || !without.contains(&found.identity())
    })
}

/// A copy of a file alone.
pub(crate) fn file(path: &Path) -> Result<Snapshot, SnapshotError> {
    Snapshot::of_file(path, &Caps::default())
}

/// A copy of a Python file, of those beside it, and of the packages beside it.
pub(crate) fn python_file(path: &Path) -> Result<Snapshot, SnapshotError> {
    let caps = Caps { entries: BESIDE, bytes: 64 << 20, ..Caps::default() };
    Snapshot::of_file_and(path, &caps, &mut |found| match found.is_folder {
        true => can_be_imported(found.path) && found.holds("__init__.py"),
        false => can_be_imported(found.path) && found.path.extension() == Some(OsStr::new("py")),
    })
}

/// Whether a path could be that of a module. What cannot is somebody else's, and no reason to
/// refuse the bot beside it.
fn can_be_imported(path: &Path) -> bool {
    !path.as_os_str().as_encoded_bytes().iter().any(u8::is_ascii_control)
}

/// Whether a folder holds nothing but what tools make again: their caches, and virtual
/// environments, which hold links to what is elsewhere and are named with `--bind` if they are
/// wanted.
///
/// See <https://bford.info/cachedir/>.
fn can_be_made_again(found: &Found<'_>) -> bool {
    const SIGNATURE: &[u8] = b"Signature: 8a477f597d28d172789f06886806bc55";
    let name = found.path.file_name();
    LEFT_BY_TOOLS.iter().any(|left| name == Some(OsStr::new(left)))
        || found.begins_with("CACHEDIR.TAG", SIGNATURE)
        || found.holds("pyvenv.cfg")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    fn folder_with(files: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "Signature: 8a477f597d28d172789f06886806bc55\n").unwrap();
        }
        folder
    }

    #[test]
    fn a_changed_bot_is_another() {
        let bot = folder_with(&["src/a.py"]);
        let at = |name: &str| bot.path().join(name);
        let replays = at("replays");
        let now = || {
            folder(bot.path(), &[], &["*.log".to_owned()], std::slice::from_ref(&replays))
                .unwrap()
                .digest()
                .unwrap()
        };
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
        fs::create_dir(at("__pycache__")).unwrap();
        fs::write(at("__pycache__/b.pyc"), "").unwrap();
        fs::write(at("today.log"), "").unwrap();
        fs::write(at("game.jsonl"), "{\"replay\":1}\n").unwrap();
        fs::create_dir(&replays).unwrap();
        fs::write(replays.join("00001.jsonl.zst"), "").unwrap();
        assert_eq!(seen.last(), Some(&now()), "a cache, a log, and what matches write");
        std::os::unix::fs::symlink("b.py", at("c.py")).unwrap();
        let copy = folder(bot.path(), &[], &[], &[]).unwrap();
        assert!(copy.left_out()[0].contains("c.py was left out: it is a symbolic link"), "{copy:?}");
    }

    #[test]
    fn of_what_can_be_made_again_only_the_needed_files_are_taken() {
        let bot = folder_with(&["target/CACHEDIR.TAG", "target/release/bot", "target/release/deps/x", "w"]);
        let copy = folder(bot.path(), &[], &[], &[]).unwrap();
        assert!(copy.folder().join("w").exists() && !copy.folder().join("target").exists());
        let copy = folder(bot.path(), &["target/release/bot".into()], &[], &[]).unwrap();
        assert!(copy.folder().join("target/release/bot").is_file());
        assert!(!copy.folder().join("target/release/deps").exists());
    }

    #[test]
    fn a_python_file_comes_with_modules_and_packages() {
        let bot = folder_with(&["bot.py", "own.py", "pkg/__init__.py", "pkg/a.py", "notes/b.py", "secret"]);
        fs::write(bot.path().join("x\u{1b}[2J.py"), "").unwrap();
        fs::create_dir(bot.path().join("p\n")).unwrap();
        fs::write(bot.path().join("p\n/__init__.py"), "").unwrap();
        let copy = python_file(&bot.path().join("bot.py")).unwrap();
        let has = |name: &str| copy.folder().join(name).exists();
        assert!(has("bot.py") && has("own.py") && has("pkg/a.py"));
        assert!(!has("notes") && !has("secret"));
    }
}
