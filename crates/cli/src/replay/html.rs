//! `sandtable replay html`.

use super::Opened;
use super::args::Html;
use super::wrong::Wrong;
use crate::conform::Directory;
use crate::failure::Failure;
use crate::files;
use face::ForeignFiles;
use game::GameEntry;
use games::{HostedGame, Visitor};
use matches::Recording;
use page::Film;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) fn run(options: &Html) -> Result<ExitCode, Failure> {
    let file = named(&options.file)?;
    let Filmed { film, reservation } = film(&file)?;
    let output = options.output.clone().unwrap_or_else(|| beside(&file));
    let wrong = |error| Failure::failed(format!("{}: {error}", output.display()));
    files::write_whole(&output, page::render(&film).as_ref()).map_err(wrong)?;
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

/// Films whatever the path leads to: a replay, or what a program of an old contest wrote.
fn film(path: &Path) -> Result<Filmed, Failure> {
    let failed = |what: String| Wrong::Unusable(what).with(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if path.is_dir() {
        let files = Directory::open(path.to_path_buf())?;
        let found = foreign(ForeignFiles::Folder { name: &name, files: &files });
        let none = || Err("there are no logs of an old contest in this folder".to_owned());
        return found.unwrap_or_else(none).map(Filmed::from).map_err(failed);
    }
    if is_replay(&name) {
        return film_replay(path);
    }
    let bytes = std::fs::read(path).map_err(|error| failed(format!("cannot be read: {error}")))?;
    match foreign(ForeignFiles::File { name: &name, bytes: &bytes }) {
        Some(film) => film.map(Filmed::from).map_err(failed),
        None => film_replay(path),
    }
}

fn is_replay(name: &str) -> bool {
    name.ends_with(".jsonl") || name.ends_with(".jsonl.zst")
}

/// A film of what another program wrote, by the first game that knows such files.
fn foreign(files: ForeignFiles<'_>) -> Option<Result<Film, String>> {
    struct Find<'a>(ForeignFiles<'a>);

    impl Visitor for Find<'_> {
        type Found = Result<Film, String>;

        fn visit<G: HostedGame>(&mut self, _: &'static dyn GameEntry) -> ControlFlow<Self::Found> {
            G::film_foreign(self.0).map_or(ControlFlow::Continue(()), ControlFlow::Break)
        }
    }

    games::visit(&mut Find(files))
}

fn film_replay(path: &Path) -> Result<Filmed, Failure> {
    let opened = Opened::read(path).map_err(|wrong| wrong.with(path))?;
    let Recording { header, turns, end, .. } = &opened.recording;
    let filmed = page::replay::film(opened.entry, header, turns, end.as_ref());
    let (film, difference) = filmed.map_err(|what| Wrong::Unusable(what).with(path))?;
    let wrong = opened.judge(difference.map_or(Ok(()), Err)).err();
    let reservation = wrong.map(|wrong| match wrong.difference() {
        Some(_) => wrong.with_remedy(path, "the page shows what the rules say"),
        None => wrong.with_remedy(path, "the page shows what was before it"),
    });
    Ok(Filmed { film, reservation })
}

/// Where the page goes if nothing else is said: beside the replay.
fn beside(file: &Path) -> PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let stem = [".jsonl.zst", ".jsonl", ".battle"].iter().find_map(|ending| name.strip_suffix(ending));
    file.with_file_name(format!("{}.html", stem.unwrap_or(&name)))
}
