//! `sandtable replay html DIR`: the pages of a series, and a gallery that leads to them.

use super::files::{listed, stem};
use super::html::{Filmed, film_replay};
use crate::failure::Failure;
use crate::files::write_whole;
use page::Gallery;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

/// The gallery's own page.
const INDEX: &str = "index.html";

/// Writes a page of every replay in a folder, and the gallery. A replay that cannot be shown is
/// named in it, and does not stop the others.
pub(super) fn run(folder: &Path, output: Option<&Path>) -> Result<ExitCode, Failure> {
    let files = listed(&[folder.to_path_buf()]).map_err(|failure| {
        Failure::failed(format!("{}, and no logs of an old contest", failure.message()))
    })?;
    let output = output.ok_or_else(|| {
        Failure::usage(format!("{}: say where the gallery goes, as in `-o gallery/`", folder.display()))
    })?;
    let wrong = |path: &Path, error| Failure::failed(format!("{}: {error}", path.display()));
    std::fs::create_dir_all(output).map_err(|error| wrong(output, error))?;
    let mut gallery = Gallery::default();
    let mut names = BTreeSet::from([INDEX.to_owned()]);
    let mut failed = 0;
    for file in &files {
        match film_replay(file) {
            Ok(Filmed { film, reservation }) => {
                let name = free_name(&stem(file).unwrap_or_default(), &mut names);
                let path = output.join(&name);
                write_whole(&path, page::render(&film).as_ref()).map_err(|error| wrong(&path, error))?;
                gallery.add(&film, &name);
                if let Some(reservation) = reservation {
                    reservation.report();
                    failed += 1;
                }
            }
            Err(failure) => {
                let name = file.file_name().unwrap_or_default().to_string_lossy();
                // The page may go to others: what is wrong, and not where the file was.
                let path = format!("{}: ", file.display());
                gallery.add_broken(&name, failure.message().trim_start_matches(&path));
                failure.report();
                failed += 1;
            }
        }
    }
    let index = output.join(INDEX);
    write_whole(&index, gallery.render().as_ref()).map_err(|error| wrong(&index, error))?;
    outln!("{}", index.display());
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

/// The name of a replay's page, which no other has: replays may differ in their endings alone.
fn free_name(stem: &str, taken: &mut BTreeSet<String>) -> String {
    let numbered = (2..).map(|number| format!("{stem}-{number}.html"));
    let mut names = [format!("{stem}.html")].into_iter().chain(numbered);
    let name = names.find(|name| !taken.contains(name)).unwrap_or_default();
    taken.insert(name.clone());
    name
}
