//! For build scripts: files of the repository built into a program.
#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// What tools leave behind in folders of sources: no part of them.
const LEFTOVERS: [&str; 3] = ["target", "__pycache__", ".mypy_cache"];

/// Writes `bundled.rs` for `include!`: the path and the bytes of every file in these folders, paths
/// counted from `root`.
///
/// `root` is relative to the crate that is built.
///
/// # Errors
/// If a folder cannot be read, or the list not written.
pub fn bundle(root: &str, folders: &[&str]) -> io::Result<()> {
    let root =
        fs::canonicalize(PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join(root))?;
    let mut list = String::from("&[\n");
    for folder in folders {
        let folder = root.join(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        for path in files(&folder)? {
            let name = path.strip_prefix(&root).unwrap_or(&path);
            let _ = writeln!(list, "({name:?}, include_bytes!({path:?})),");
        }
    }
    list.push(']');
    fs::write(PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default()).join("bundled.rs"), list)
}

/// All files below a folder, in the order of their names.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    entries.sort();
    let mut all = Vec::new();
    for path in entries {
        if !path.is_dir() {
            all.push(path);
        } else if !LEFTOVERS.iter().any(|name| path.ends_with(name)) {
            all.extend(files(&path)?);
        }
    }
    Ok(all)
}
