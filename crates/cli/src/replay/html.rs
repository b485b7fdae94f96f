//! `sandtable replay html`.

use super::args::Html;
use super::wrong::Wrong;
use super::{Opened, files};
use crate::failure::Failure;
use crate::files::write_whole;
use crate::input::read_at_most;
use face::ForeignFiles;
use game::GameEntry;
use games::{HostedGame, Visitor};
use judge::Directory;
use page::Film;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

pub(super) fn run(options: &Html) -> Result<ExitCode, Failure> {
    let file = named(&options.file)?;
    let filmed = if file.is_dir() { film_folder(&file)? } else { Some(film_file(&file)?) };
    let Some(Filmed { film, reservation }) = filmed else {
        return super::gallery::run(&file, options.output.as_deref());
    };
    let output = options.output.clone().unwrap_or_else(|| beside(&file));
    let page = page::render(&film);
    let written = match options.output {
        Some(_) => write_whole(&output, page.as_ref()),
        // Beside a stranger's file may stand a stranger's link.
        None => sandbox::write_whole(&output, page.as_ref()),
    };
    written.map_err(|error| Failure::failed(format!("{}: {error}", output.display())))?;
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
pub(super) struct Filmed {
    pub(super) film: Film,
    pub(super) reservation: Option<Failure>,
}

impl From<Film> for Filmed {
    fn from(film: Film) -> Self {
        Self { film, reservation: None }
    }
}

/// The largest file of an old contest that is read, in bytes.
const LARGEST_FOREIGN: usize = 64 << 20;

/// Films what a program of an old contest wrote into a folder; none if it wrote nothing there.
fn film_folder(path: &Path) -> Result<Option<Filmed>, Failure> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let files = Directory::open(path.to_path_buf()).map_err(Failure::usage)?;
    let found = foreign(ForeignFiles::Folder { name: &name, files: &files });
    found.map(|film| film.map(Filmed::from)).transpose().map_err(|what| Wrong::Unusable(what).with(path))
}

/// Films whatever the file is: a replay, or what a program of an old contest wrote.
fn film_file(path: &Path) -> Result<Filmed, Failure> {
    let failed = |what: String| Wrong::Unusable(what).with(path);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if files::stem(path).is_some() {
        return film_replay(path);
    }
    let bytes =
        read_at_most(path, LARGEST_FOREIGN).map_err(|error| failed(format!("cannot be read: {error}")))?;
    match foreign(ForeignFiles::File { name: &name, bytes: &bytes }) {
        Some(film) => film.map(Filmed::from).map_err(failed),
        None => film_replay(path),
    }
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

pub(super) fn film_replay(path: &Path) -> Result<Filmed, Failure> {
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

/// Where the page goes if nothing else is said: beside the replay.
fn beside(file: &Path) -> PathBuf {
    match file.extension() {
        Some(extension) if extension == "battle" => file.with_extension("html"),
        _ => files::beside(file, ".html"),
    }
}
