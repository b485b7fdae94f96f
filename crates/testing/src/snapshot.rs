//! Texts on file that a program's words are compared with.

use std::fs;
use std::path::Path;

/// Compares what was said with what is on file. With `UPDATE_SNAPSHOTS` in the environment the file
/// is written instead.
///
/// # Panics
/// If they differ.
pub fn compare(path: &Path, said: &str) {
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        let folder = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder).and_then(|()| fs::write(path, said)).unwrap();
        return;
    }
    let kept = fs::read_to_string(path).unwrap_or_default();
    assert!(kept == said, "{}\n--- on file\n{kept}\n--- said now\n{said}", path.display());
}
