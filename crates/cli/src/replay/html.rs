//! `sandtable replay html`.

use super::args::Html;
use super::wrong::Wrong;
use super::{Opened, files};
use crate::conform::Directory;
use crate::failure::Failure;
use crate::input::read_at_most;
use deepblue::formats::battle::Battle;
use fc18::formats::{ORDER_LOG, STATE_LOG};
use game::conform::Folder;
use page::Film;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) fn run(options: &Html) -> Result<ExitCode, Failure> {
    let file = named(&options.file)?;
    let Filmed { film, reservation } = film(&file)?;
    let output = options.output.clone().unwrap_or_else(|| beside(&file));
    let wrong = |error| Failure::failed(format!("{}: {error}", output.display()));
    std::fs::write(&output, page::render(&film)).map_err(wrong)?;
    outln!("{}", output.display());
    reservation.map_or(Ok(ExitCode::SUCCESS), Err)
}

/// A path whose last part is a name, for pages are called after it: `.` has none.
fn named(path: &Path) -> Result<PathBuf, Failure> {
    if path.file_name().is_some() {
        return Ok(path.to_owned());
    }
    path.canonicalize().map_err(|error| Failure::failed(format!("{}: {error}", path.display())))
}

/// A film, and what is to be said about the file it was made from.
struct Filmed {
    film: Film,
    reservation: Option<Failure>,
}

impl From<Film> for Filmed {
    fn from(film: Film) -> Self {
        Self { film, reservation: None }
    }
}

/// The largest `.battle` file that is read, in bytes.
const LARGEST_BATTLE: usize = 64 << 20;

/// Films whatever the path leads to: a replay, a replay of the old deepblue contest, or a log folder of the fc18 contest.
fn film(path: &Path) -> Result<Filmed, Failure> {
    let failed = |what: String| Wrong::Unusable(what).with(path);
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    if path.is_dir() {
        let folder = Directory::open(path.to_path_buf())?;
        return film_logs(&folder, &name).map(Filmed::from).map_err(failed);
    }
    if path.extension().is_some_and(|extension| extension == "battle") {
        let bytes =
            read_at_most(path, LARGEST_BATTLE).map_err(|error| failed(format!("cannot be read: {error}")))?;
        let battle = Battle::read(&bytes).and_then(|battle| page::old::battle::film(&battle, &name));
        return battle.map(Filmed::from).map_err(failed);
    }
    film_replay(path)
}

fn film_replay(path: &Path) -> Result<Filmed, Failure> {
    let mut opened = Opened::read(path).map_err(|wrong| wrong.with(path))?;
    let header = opened.header().clone();
    let filmed = page::replay::film(opened.entry, &header, &mut opened.replay);
    let (film, difference) = filmed.map_err(|what| Wrong::Unusable(what).with(path))?;
    let wrong = opened.judge(difference.map_or(Ok(()), Err)).err();
    let reservation = wrong.map(|wrong| match wrong.difference() {
        Some(_) => wrong.with_remedy(path, "the page shows what the rules say"),
        None => wrong.with_remedy(path, "the page shows what was before it"),
    });
    Ok(Filmed { film, reservation })
}

fn film_logs(folder: &Directory, name: &str) -> Result<Film, String> {
    let names = folder.names();
    let stem = STATE_LOG.trim_end_matches(".txt");
    // Parts of a state log are kept under longer names.
    let is_states = |name: &&String| name.starts_with(stem) && name.ends_with(".txt");
    let states = names.iter().find(|name| *name == STATE_LOG).or_else(|| names.iter().find(is_states));
    let states = states.ok_or_else(|| format!("there is no {STATE_LOG} in this folder"))?;
    let orders = names.iter().find(|name| *name == ORDER_LOG).map(|name| folder.read(name)).transpose()?;
    page::old::fc18_logs::film(&folder.read(states)?, orders.as_deref(), name)
}

/// Where the page goes if nothing else is said: beside the replay.
fn beside(file: &Path) -> PathBuf {
    match file.extension() {
        Some(extension) if extension == "battle" => file.with_extension("html"),
        _ => files::beside(file, ".html"),
    }
}
