//! `sandtable replay verify`.

use super::Opened;
use super::args::Verify;
use crate::failure::Failure;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) fn run(options: &Verify) -> Result<ExitCode, Failure> {
    let files = listed(&options.files)?;
    let mut failed = 0;
    for path in &files {
        let result = verify(path);
        failed += usize::from(result.is_err());
        match result {
            _ if options.json => print_json(path, &result),
            Ok(turns) if files.len() == 1 => outln!("{}: {turns} turns verified", path.display()),
            Ok(_) => {}
            Err(what) => outln!("{}: {what}", path.display()),
        }
    }
    if files.len() > 1 && !options.json {
        outln!("{} verified, {failed} failed", files.len() - failed);
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The files named; for a folder the replays in it.
fn listed(named: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    for path in named {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let wrong = |error| Failure::usage(format!("{}: {error}", path.display()));
        let mut inside: Vec<PathBuf> = Vec::new();
        for entry in std::fs::read_dir(path).map_err(wrong)? {
            let file = entry.map_err(wrong)?.path();
            let name = file.to_string_lossy();
            if name.ends_with(".jsonl") || name.ends_with(".jsonl.zst") {
                inside.push(file);
            }
        }
        if inside.is_empty() {
            return Err(Failure::usage(format!(
                "{}: there are no replays (.jsonl, .jsonl.zst) here",
                path.display()
            )));
        }
        inside.sort();
        files.append(&mut inside);
    }
    Ok(files)
}

/// Runs a replay again; returns its number of turns, or the first thing that is wrong.
fn verify(path: &Path) -> Result<u32, String> {
    let opened = Opened::read(path).map_err(|failure| failure.message().to_owned())?;
    let mut rerun = opened.rerun(path).map_err(|failure| failure.message().to_owned())?;
    rerun.table_mut().listen(false);
    for turn in &opened.recording.turns {
        rerun.turn(turn).map_err(|difference| difference.to_string())?;
    }
    match (&opened.recording.damage, &opened.recording.end) {
        (Some(damage), _) => Err(format!("{damage}; the {} turns before it verify", rerun.turns())),
        (None, Some(end)) => {
            rerun.end(end).map(|()| rerun.turns()).map_err(|difference| difference.to_string())
        }
        (None, None) => Err("it has no end".to_owned()),
    }
}

fn print_json(path: &Path, result: &Result<u32, String>) {
    let path = path.display().to_string();
    match result {
        Ok(turns) => outln!("{}", json!({"file": path, "verified": true, "turns": turns})),
        Err(what) => outln!("{}", json!({"file": path, "verified": false, "difference": what})),
    }
}
