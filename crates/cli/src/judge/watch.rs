//! `sandtable judge --watch`.
//!
//! Files are looked at three times a second. A hand-in is a few dozen files, so that costs nothing,
//! and it also works where the system tells nobody of changes: on network drives and in folders
//! shared with a virtual machine.

use crate::failure::Failure;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

const PAUSE: Duration = Duration::from_millis(300);

/// More files than this are not looked at.
const MOST_FILES: usize = 10_000;

/// Does something now, and again whenever a file changes, for ever.
pub(super) fn repeat(
    source: &Path,
    mut action: impl FnMut() -> Result<ExitCode, Failure>,
) -> Result<ExitCode, Failure> {
    loop {
        let judged = looks(source);
        if let Err(failure) = action() {
            // A file that is being written may be unreadable for a moment.
            failure.report();
        }
        outln!("Waiting for changes of {} (Ctrl-C ends).", source.display());
        wait_for_change(source, &judged);
    }
}

/// Waits until files differ from what they were, and then until they stay as they are.
fn wait_for_change(source: &Path, judged: &[Look]) {
    let mut last = looks(source);
    loop {
        sleep(PAUSE);
        let now = looks(source);
        if now != judged && now == last {
            return;
        }
        last = now;
    }
}

/// A file as it looks from outside.
type Look = (PathBuf, Option<SystemTime>, u64);

fn looks(source: &Path) -> Vec<Look> {
    let mut found = Vec::new();
    look_at(source, &mut found);
    found.sort();
    found
}

fn look_at(path: &Path, found: &mut Vec<Look>) {
    let Ok(metadata) = fs::symlink_metadata(path) else { return };
    if metadata.is_dir() {
        for entry in fs::read_dir(path).into_iter().flatten().flatten() {
            if found.len() < MOST_FILES && entry.file_name() != ".git" {
                look_at(&entry.path(), found);
            }
        }
    } else {
        found.push((path.to_path_buf(), metadata.modified().ok(), metadata.len()));
    }
}
