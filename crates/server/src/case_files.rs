//! Zip files of cases and of what was handed out, as teachers hand them over. They are unpacked in
//! the sandbox, like everything of strangers.

use crate::arena::Arena;
use crate::limits::LARGEST_UPLOAD;
use class::judging::COMPARED;
use judge::case::Strictness;
use judge::submission::sources_in;
use judge::{CaseSet, Exercise};
use sandbox::{Sandbox, Snapshot};
use std::fs;
use std::path::PathBuf;

/// The cases of an assignment: the files of public and hidden ones; without public ones, those of
/// this program.
///
/// # Errors
/// One sentence, if a file holds no cases.
pub(crate) fn case_set(
    arena: &Arena,
    sandbox: &Sandbox,
    exercise: &Exercise,
    (public, hidden): (Option<&str>, Option<&str>),
) -> Result<CaseSet, String> {
    let open = |name: &str| {
        let bytes = arena.files.read(name, LARGEST_UPLOAD as u64).map_err(|error| error.to_string())?;
        unpacked(sandbox, &bytes)
    };
    let (public, hidden) = (public.map(open).transpose()?, hidden.map(open).transpose()?);
    let folder = |snapshot: &Option<Snapshot>| snapshot.as_ref().map(innermost);
    let (public_folder, hidden_folder) = (folder(&public), folder(&hidden));
    let set = CaseSet::read(exercise, public_folder.as_deref(), hidden_folder.as_deref(), Strictness::Course);
    // Whoever sent the zip file knows the paths in it, not where we unpacked it.
    set.map_err(|wrong| {
        let laid = [&public_folder, &hidden_folder].into_iter().flatten();
        laid.fold(wrong, |said, folder| said.replace(&folder.display().to_string(), "the zip file"))
    })
}

/// The sources in the zip file of what was handed out, by their paths in it.
///
/// # Errors
/// One sentence, if it holds none.
pub(crate) fn handout_sources(sandbox: &Sandbox, bytes: &[u8]) -> Result<Vec<(String, String)>, String> {
    let snapshot = unpacked(sandbox, bytes)?;
    let sources = sources_in(snapshot.folder(), COMPARED).map_err(|error| error.to_string())?;
    match sources.is_empty() {
        true => Err("there are no sources or headers in it".to_owned()),
        false => Ok(sources),
    }
}

fn unpacked(sandbox: &Sandbox, bytes: &[u8]) -> Result<Snapshot, String> {
    let packed = Snapshot::of_contents([("cases.zip", bytes)]).map_err(|error| error.to_string())?;
    sandbox.unpack(&packed).map_err(|error| error.to_string())
}

/// The folder that holds the cases: a single folder around them does not count.
fn innermost(snapshot: &Snapshot) -> PathBuf {
    let mut folder = snapshot.folder().to_path_buf();
    loop {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let paths: Vec<PathBuf> = entries.map(|entry| entry.path()).take(2).collect();
        match &paths[..] {
            // A folder of a stage says which it is.
            [only] if only.is_dir() && !is_stage(only) => folder.clone_from(only),
            _ => return folder,
        }
    }
}

fn is_stage(folder: &std::path::Path) -> bool {
    folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("stage"))
}
