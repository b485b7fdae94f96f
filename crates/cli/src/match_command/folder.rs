//! Where replays go, and what of a series is there already.

use super::args::Match;
use crate::failure::Failure;
use matches::{GameReport, Ledger, Replays, Series, SeriesSeed};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// Where the command line wants replays to go: a file takes one game, a folder any number.
pub(super) fn replays(options: &Match) -> Result<Replays, Failure> {
    let Some(path) = &options.replay else { return Ok(Replays::None) };
    if path.is_dir() || path.as_os_str().as_bytes().ends_with(b"/") {
        return Ok(Replays::Folder(path.clone()));
    }
    let why = match (options.wanted(2), options.resume) {
        (1, false) => return Ok(Replays::File(path.clone())),
        (1, true) => "--resume goes on with a folder of replays",
        _ => "several games need a folder for their replays",
    };
    let shown = path.display();
    if path.exists() {
        return Err(Failure::usage(format!("{why}, and {shown} is a file")));
    }
    if [".jsonl", ".jsonl.zst"].iter().any(|end| path.as_os_str().as_bytes().ends_with(end.as_bytes())) {
        return Err(Failure::usage(format!(
            "{why}, and {shown} is a file's name; name a folder, for example `--replay replays`"
        )));
    }
    Ok(Replays::Folder(path.clone()))
}

/// The seed of the series that is to be gone on with, if there is one.
pub(super) fn seed(replays: &Replays, resume: bool) -> Result<Option<SeriesSeed>, Failure> {
    match replays {
        Replays::Folder(folder) if resume => {
            Ok(open(folder)?.map(|ledger| SeriesSeed::Master(ledger.seed.0)))
        }
        _ => Ok(None),
    }
}

/// Which games are finished already, and which are to be played.
pub(super) fn sift(series: &Series, options: &Match) -> Result<(Vec<GameReport>, Vec<u32>), Failure> {
    let all = match options.only {
        Some(only) => only..=only,
        None => 1..=options.wanted(series.schedule.block_size()),
    };
    let Replays::Folder(folder) = &series.replays else { return Ok((Vec::new(), all.collect())) };
    let ours = Ledger::of(series);
    let shown = folder.display();
    let mut done = Vec::new();
    match open(folder)? {
        Some(_) if !options.resume => {
            return Err(Failure::usage(format!(
                "{shown} holds a series already: add --resume to go on with it, or name another folder"
            )));
        }
        Some(ledger) => {
            if let Some(difference) = ledger.difference(&ours) {
                return Err(Failure::usage(format!("{shown} holds another series; {difference}")));
            }
            done.extend(all.clone().filter_map(|game| series.finished(game)));
        }
        None if holds_replays(folder) => {
            return Err(Failure::usage(format!(
                "{shown} holds replays, and no {} that says of what series: name another folder",
                Ledger::FILE
            )));
        }
        None => {
            ours.save(folder).map_err(|error| Failure::failed(format!("{shown}: {error}")))?;
        }
    }
    let finished: Vec<u32> = done.iter().map(|report| report.game).collect();
    Ok((done, all.filter(|game| finished.binary_search(game).is_err()).collect()))
}

/// Whether games of some series would be overwritten here.
pub(crate) fn holds_replays(folder: &Path) -> bool {
    let mut entries = folder.read_dir().into_iter().flatten().flatten();
    entries.any(|entry| {
        let name = entry.file_name();
        let number = name.as_bytes().strip_suffix(b".jsonl.zst");
        number.is_some_and(|number| number.iter().all(u8::is_ascii_digit))
    })
}

fn open(folder: &Path) -> Result<Option<Ledger>, Failure> {
    Ledger::open(folder).map_err(Failure::failed)
}
