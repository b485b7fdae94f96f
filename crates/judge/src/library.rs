//! Headers with the interface of the Stanford C++ library, written from scratch, and those that
//! Visual Studio puts into every program: what students of the course include.

use crate::bundled::FILES;
use std::fs;
use std::io;
use std::path::Path;

/// Every header: its name in lower case and its text.
fn headers() -> impl Iterator<Item = (&'static str, &'static [u8])> {
    FILES.iter().filter_map(|(path, text)| Some((path.strip_prefix("library/")?, *text)))
}

/// What the library calls a header that is another one here.
const ALIASES: &[(&str, &str)] = &[
    ("pqueue.h", "priorityqueue.h"),
    ("stanford.h", "collections.h"),
    ("dawglexicon.h", "lexicon.h"),
    ("pch.h", "stdafx.h"),
];

/// Parts of the library that draw or play, for which there is no screen here.
const GRAPHICAL: &[&str] = &[
    "gwindow.h",
    "gobjects.h",
    "gevents.h",
    "ginteractors.h",
    "gmath.h",
    "gtypes.h",
    "graphics.h",
    "extgraph.h",
    "sound.h",
    "gbufferedimage.h",
    "gfilechooser.h",
    "goptionpane.h",
    "gtable.h",
    "gbutton.h",
    "gcanvas.h",
    "note.h",
];

/// The name of the file that an include of the library means.
pub(crate) fn file_name(include: &str) -> String {
    let name = include.rsplit(['/', '\\']).next().unwrap_or(include).to_ascii_lowercase();
    ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, real)| (*real).to_string())
}

/// Whether the library has this header.
pub(crate) fn has(include: &str) -> bool {
    let name = file_name(include);
    headers().any(|(header, _)| header == name)
}

/// What is missing for a header that we do not have and cannot have.
pub(crate) fn unavailable(include: &str) -> Option<&'static str> {
    let name = include.rsplit(['/', '\\']).next().unwrap_or(include);
    let second = name.chars().nth(1);
    if name.starts_with('Q') && second.is_some_and(|letter| letter.is_ascii_uppercase() || letter == 't') {
        Some("Qt")
    } else if GRAPHICAL.contains(&file_name(include).as_str()) {
        Some("graphics")
    } else {
        None
    }
}

/// Writes the library to a folder.
pub(crate) fn write(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for (name, text) in headers() {
        fs::write(folder.join(name), text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_any_case() {
        for include in
            ["Grid.h", "vector.h", "StanfordCPPLib/HashMap.h", "lib\\simpio.h", "PQueue.h", "SDKDDKVer.h"]
        {
            assert!(has(include), "{include}");
        }
        assert!(!has("vector") && !has("iostream") && !has("unit.h"));
    }

    #[test]
    fn what_draws_is_not_here() {
        assert_eq!(unavailable("QtGui/QWidget"), Some("Qt"));
        assert_eq!(unavailable("gwindow.h"), Some("graphics"));
        assert_eq!(unavailable("Queue.h"), None);
    }
}
