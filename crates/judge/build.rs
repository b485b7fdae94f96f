//! Lists the bundled cases, so that they can be built into the program.
#![allow(clippy::print_stdout, reason = "this is how a build script talks to cargo")]

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=cases");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("cases");
    let mut list = String::from("&[\n");
    for path in files(&root)? {
        let name = path.strip_prefix(&root).unwrap_or(&path);
        let _ = writeln!(list, "({:?}, include_bytes!({:?})),", name, path);
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
        if path.is_dir() {
            all.extend(files(&path)?);
        } else {
            all.push(path);
        }
    }
    Ok(all)
}
