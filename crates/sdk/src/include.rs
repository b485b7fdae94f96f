//! Names in `#include` lines as this system's compilers find them.
//!
//! Players wrote on systems where `\` stands between folders and capitals are all the same, and
//! pointed at copies of the contest's headers that are not used here.

use crate::kit::Kit;
use crate::scan::{self, Include};
use std::collections::{BTreeMap, BTreeSet};

/// Rewrites the names in all `#include` lines, and gives the files that others include.
pub(crate) fn resolve(kit: &Kit, files: &mut BTreeMap<String, Vec<u8>>) -> BTreeSet<String> {
    let known: BTreeMap<String, String> =
        files.keys().map(|name| (name.to_lowercase(), name.clone())).collect();
    let mut included = BTreeSet::new();
    for (name, text) in files.iter_mut() {
        let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        // From the end, so that places in front stay what they are.
        for include in scan::includes(text).into_iter().rev() {
            let (written, file) = spelling(kit, &known, folder, &include);
            included.extend(file);
            if text[include.at.clone()] != *written.as_bytes() {
                text.splice(include.at, written.into_bytes());
            }
        }
    }
    included
}

/// How a name is to be written, and the player's file that it means.
fn spelling(
    kit: &Kit,
    known: &BTreeMap<String, String>,
    folder: &str,
    include: &Include,
) -> (String, Option<String>) {
    let last = include.name.rsplit('/').next().unwrap_or_default();
    if let Some(header) = kit.header(last) {
        return (header.to_owned(), None);
    }
    if !include.quoted {
        let lower = include.name.to_lowercase();
        let is_standard = STANDARD.binary_search(&lower.as_str()).is_ok();
        return (if is_standard { lower } else { include.name.clone() }, None);
    }
    match find(known, folder, &include.name) {
        Some(file) if normal(&format!("{folder}/{}", include.name)).as_ref() == Some(&file) => {
            (include.name.clone(), Some(file))
        }
        // The folder of all files is searched, too.
        Some(file) => (file.clone(), Some(file)),
        None => (include.name.clone(), None),
    }
}

/// The player's file of this name: beside the one that includes it, below the root, or the only one
/// that is called so.
fn find(known: &BTreeMap<String, String>, folder: &str, name: &str) -> Option<String> {
    let name = name.to_lowercase();
    let beside = normal(&format!("{}/{name}", folder.to_lowercase()));
    let found = [beside, normal(&name)].into_iter().flatten().find_map(|path| known.get(&path));
    found.cloned().or_else(|| {
        let last = name.rsplit('/').next().unwrap_or_default();
        let mut called = known.iter().filter(|(path, _)| path.rsplit('/').next() == Some(last));
        called.next().filter(|_| called.next().is_none()).map(|(_, file)| file.clone())
    })
}

/// A path without `.` and `..`; none if it leads out of the folder.
fn normal(path: &str) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// Headers of the standard library that players wrote with capitals now and then; in order.
const STANDARD: [&str; 40] = [
    "algorithm",
    "array",
    "assert.h",
    "bitset",
    "cassert",
    "cctype",
    "cfloat",
    "climits",
    "cmath",
    "cstddef",
    "cstdio",
    "cstdlib",
    "cstring",
    "ctime",
    "deque",
    "fstream",
    "functional",
    "iomanip",
    "iostream",
    "iterator",
    "limits",
    "list",
    "map",
    "math.h",
    "memory",
    "numeric",
    "queue",
    "random",
    "set",
    "sstream",
    "stack",
    "stdio.h",
    "stdlib.h",
    "string",
    "string.h",
    "time.h",
    "unordered_map",
    "unordered_set",
    "utility",
    "vector",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn resolved(game: &str, files: &[(&str, &str)]) -> (BTreeMap<String, Vec<u8>>, BTreeSet<String>) {
        let mut files =
            files.iter().map(|(name, text)| ((*name).to_owned(), text.as_bytes().to_vec())).collect();
        let included = resolve(Kit::of(game).unwrap(), &mut files);
        (files, included)
    }

    #[test]
    fn names_are_written_as_the_compiler_finds_them() {
        let text = "#include \"..\\ai_internal\\BASIC.H\"\r\n#include <Cmath>\n#include \"Util.H\"\n#include <windows.h>\n#include \"my.h\"\n";
        let (files, included) =
            resolved("deepblue", &[("src/ai.cpp", text), ("src/util.h", ""), ("include/My.h", "")]);
        let expected = "#include \"basic.h\"\r\n#include <cmath>\n#include \"src/util.h\"\n#include <windows.h>\n#include \"include/My.h\"\n";
        assert_eq!(String::from_utf8_lossy(&files["src/ai.cpp"]), expected);
        assert_eq!(included.into_iter().collect::<Vec<_>>(), ["include/My.h", "src/util.h"]);
    }

    #[test]
    fn what_is_missing_or_outside_stays_as_it_is() {
        let text = "#include \"missing.h\"\n#include \"../../secret.h\"\n#include \"a.h\"\n";
        let (files, _) = resolved("fc18", &[("ai.cpp", text), ("x/a.h", ""), ("y/a.h", "")]);
        assert_eq!(String::from_utf8_lossy(&files["ai.cpp"]), text);
    }

    #[test]
    fn the_standard_headers_are_in_order() {
        assert!(STANDARD.is_sorted());
    }
}
