//! Headers of the standard library, read by the compiler once for all programs.
//!
//! To read `<iostream>` takes a compiler as long as to compile what students write below it. What a
//! source includes first a compiler can keep as it has read it. Whether what is kept is the same is
//! the compiler's to find out: where it is not sure it reads the header itself.

use crate::sources::first_include;
use sandbox::{Cache, Entry, Recipe, Sandbox, Snapshot, Tool, ToolKind};
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

/// Those that take long enough to read.
const HEADERS: &[&str] = &[
    "algorithm",
    "bits/stdc++.h",
    "deque",
    "fstream",
    "iomanip",
    "iostream",
    "list",
    "map",
    "queue",
    "set",
    "sstream",
    "stack",
    "string",
    "vector",
];

/// What includes a header alone. Where a compiler names it in a message, that is not what it would
/// say of the sources as they are.
pub(crate) const WRAPPER: &str = "sandtable-first-include.h";

/// The folder of what is kept.
const KEPT: &str = "kept";

/// A header as it is kept; nothing if the compiler keeps none. It is checked once, and then in use
/// until the end.
type Header = Arc<OnceLock<Option<Entry>>>;

static HEADERS_IN_USE: Mutex<Option<HashMap<(PathBuf, &'static str), Header>>> = Mutex::new(None);

/// The folders to be searched for includes before the compiler's own.
pub(crate) fn folders(
    sandbox: &Sandbox,
    cache: &Cache,
    compiler: &Tool,
    flags: &[&str],
    sources: &[PathBuf],
) -> Vec<PathBuf> {
    let texts = sources.iter().filter_map(|source| fs::read(source).ok());
    let mut wanted: Vec<&'static str> = texts
        .filter_map(|text| first_include(&text))
        .filter_map(|name| HEADERS.iter().copied().find(|header| *header == name))
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    let folder = |header| {
        let kept = in_use(cache, header)?;
        let made = || make(sandbox, cache, compiler, flags, header);
        kept.get_or_init(made).as_ref().map(|entry| entry.folder.join(KEPT))
    };
    wanted.into_iter().filter_map(folder).collect()
}

fn in_use(cache: &Cache, header: &'static str) -> Option<Header> {
    let mut all = HEADERS_IN_USE.lock().ok()?;
    let of = (cache.folder().to_path_buf(), header);
    Some(all.get_or_insert_default().entry(of).or_default().clone())
}

/// Has the compiler read a header. Beside what it keeps stands a file that includes the real one,
/// for when it cannot use that.
fn make(sandbox: &Sandbox, cache: &Cache, compiler: &Tool, flags: &[&str], header: &str) -> Option<Entry> {
    let text = format!("#include <{header}>\n");
    let copy = Snapshot::of_contents([(WRAPPER, text.as_bytes())]).ok()?;
    let shell = Tool {
        kind: ToolKind::C,
        path: "/bin/sh".into(),
        version: compiler.version.clone(),
        readable: compiler.readable.clone(),
    };
    let place = Path::new(KEPT).join(header);
    let folder = place.parent()?.display();
    let script = format!(
        "mkdir -p {folder} && echo '#include_next <{header}>' > {place} && \"$0\" {} -x c++-header -o {place}.gch \"$1\"",
        flags.join(" "),
        place = place.display(),
    );
    let wrapper = copy.folder().join(WRAPPER);
    let arguments: [OsString; 4] =
        ["-c".into(), script.into(), compiler.path.as_os_str().into(), wrapper.into()];
    let recipe = Recipe::new(shell, &copy.sources(), arguments.into(), &format!("{KEPT}/"));
    Some(sandbox.compile(&recipe, cache).ok()?.entry)
}
