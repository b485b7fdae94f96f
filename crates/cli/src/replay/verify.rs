//! `sandtable replay verify`.

use super::args::Verify;
use super::files::listed;
use super::wrong::Wrong;
use super::{Opened, say};
use crate::failure::Failure;
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;

pub(super) fn run(options: &Verify) -> Result<ExitCode, Failure> {
    let files = listed(&options.files)?;
    let mut failed = 0;
    for path in &files {
        let result = verify(path);
        failed += usize::from(result.is_err());
        let shown = path.display();
        match result {
            _ if options.json => print_json(path, &result),
            Ok(_) if files.len() > 1 => {}
            Ok(1) => say(&format!("{shown}: 1 turn verified")),
            Ok(turns) => say(&format!("{shown}: {turns} turns verified")),
            Err(wrong) => say(&format!("{shown}: {wrong}")),
        }
    }
    if files.len() > 1 && !options.json {
        outln!("{} verified, {failed} failed", files.len() - failed);
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// Runs a replay again; returns its number of turns, or the first thing that is wrong.
fn verify(path: &Path) -> Result<usize, Wrong> {
    let mut opened = Opened::read(path)?;
    let mut rerun = opened.rerun()?;
    rerun.table_mut().listen(false);
    opened.verify(&mut rerun)?;
    Ok(opened.replay.turns())
}

fn print_json(path: &Path, result: &Result<usize, Wrong>) {
    let path = path.display().to_string();
    match result {
        Ok(turns) => outln!("{}", json!({"file": path, "verified": true, "turns": turns})),
        Err(wrong) => {
            let (turn, seat) = wrong.difference().map_or((None, None), |it| (it.turn, it.seat));
            let what = wrong.to_string();
            outln!(
                "{}",
                json!({"file": path, "verified": false, "difference": what, "turn": turn, "seat": seat})
            );
        }
    }
}
