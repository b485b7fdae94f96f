//! The names of replays.

use crate::failure::Failure;
use std::path::{Path, PathBuf};

/// How the names of replays end: plain, compressed and packed ones.
const ENDINGS: [&str; 3] = [".jsonl", ".jsonl.zst", ".replay"];

/// The name of a replay without its ending; none if it does not end like one.
pub(super) fn stem(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    ENDINGS.iter().find_map(|ending| name.strip_suffix(ending)).map(String::from)
}

/// A file beside this one, of the same name with another ending.
pub(super) fn beside(path: &Path, ending: &str) -> PathBuf {
    let name =
        stem(path).unwrap_or_else(|| path.file_name().unwrap_or_default().to_string_lossy().into_owned());
    path.with_file_name(format!("{name}{ending}"))
}

/// The files named; for a folder the replays in it.
pub(super) fn listed(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let wrong = |error| Failure::usage(format!("{}: {error}", path.display()));
        let mut inside: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(path).map_err(wrong)? {
            let entry = entry.map_err(wrong)?;
            let file = entry.path();
            // A pipe would keep us waiting, and a link may lead anywhere.
            if entry.file_type().map_err(wrong)?.is_file() && stem(&file).is_some() {
                inside.push(file);
            }
        }
        if inside.is_empty() {
            return Err(Failure::usage(format!(
                "{}: there are no replays (.jsonl, .jsonl.zst, .replay) here",
                path.display()
            )));
        }
        inside.sort();
        files.append(&mut inside);
    }
    Ok(files)
}
