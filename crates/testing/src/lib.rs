//! What tests share: the laws of the contract ([`mod@laws`]), folders of recorded cases, perft
//! files, winning lines, texts on file ([`snapshot`]), a browser ([`browser`]), PostgreSQL
//! ([`postgres`]), an S3-compatible store ([`s3`]) and real terminals ([`tmux`]).
//!
//! Only tests use it: it panics where a test fails.

pub mod browser;
pub mod laws;
pub mod postgres;
pub mod s3;
pub mod snapshot;
pub mod tmux;

use game::GameEntry;
use game::conform::{CaseResult, ConformRequest, Folder};
use game::console::{DialogueOptions, Transcript};
use std::fs;
use std::path::{Path, PathBuf};

/// The example in the book is run, too.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/src/learning.md")]
struct Book;

/// A folder on disk.
#[derive(Clone, Debug)]
pub struct OnDisk(pub PathBuf);

impl OnDisk {
    /// A folder of the crate whose `CARGO_MANIFEST_DIR` this is.
    #[must_use]
    pub fn own(manifest_dir: &str, path: &str) -> Self {
        Self(Path::new(manifest_dir).join(path))
    }

    /// A folder of recorded cases that is not part of the project. Where it is absent the reason is
    /// printed, and the test is to be skipped.
    #[must_use]
    #[allow(clippy::print_stdout, reason = "a skipped test says why")]
    pub fn shared(path: &str) -> Option<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases").join(path);
        if folder.is_dir() {
            return Some(Self(folder));
        }
        println!("skipped: the recorded cases of {path} are not beside this checkout");
        None
    }
}

impl Folder for OnDisk {
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap_or_else(|error| panic!("{}: {error}", self.0.display()));
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        fs::read(self.0.join(name)).map_err(|error| error.to_string())
    }

    fn other(&self, path: &str) -> Option<Box<dyn Folder>> {
        Some(Box::new(Self(self.0.join(path))))
    }
}

/// A folder in memory: names and contents.
#[derive(Clone, Debug)]
pub struct Memory(pub Vec<(String, Vec<u8>)>);

impl Folder for Memory {
    fn names(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| name.clone()).collect()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        let file = self.0.iter().find(|(other, _)| other == name);
        file.map(|(_, contents)| contents.clone()).ok_or_else(|| format!("there is no {name}"))
    }

    fn other(&self, _: &str) -> Option<Box<dyn Folder>> {
        None
    }
}

/// All cases of a folder with their results.
///
/// # Panics
/// If the folder is not one of cases.
pub fn conform(entry: &dyn GameEntry, folder: &dyn Folder, request: ConformRequest<'_>) -> Vec<CaseResult> {
    let mut cases = Vec::new();
    entry.conform(folder, request, &mut |case| cases.push(case)).unwrap();
    cases
}

/// Runs a folder in which every case must pass, and counts them.
///
/// # Panics
/// With the first difference of each failing case.
pub fn all_pass(entry: &dyn GameEntry, folder: &dyn Folder, request: ConformRequest<'_>) -> usize {
    let cases = conform(entry, folder, request);
    let failed = cases.iter().filter_map(|case| Some((&case.name, case.difference.as_ref()?)));
    let failed: Vec<String> = failed.map(|(name, difference)| format!("{name}: {difference}")).collect();
    assert!(failed.is_empty(), "{failed:#?}");
    cases.len()
}

/// Checks a perft file and counts its numbers: lines `map TEXT` (with `/` for line ends), each
/// followed by lines `depth lines digest`; empty lines and those that start with `#` are for the
/// reader.
///
/// # Panics
/// If a number is wrong, or the file.
pub fn check_perft(entry: &dyn GameEntry, file: &str) -> usize {
    let mut map = String::new();
    let mut checked = 0;
    for line in file.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if let Some(text) = line.strip_prefix("map ") {
            map = text.replace('/', "\n");
            continue;
        }
        let fields: Vec<&str> = line.split_whitespace().collect();
        let found =
            entry.open(map.as_bytes(), entry.profiles()[0]).unwrap().perft(fields[0].parse().unwrap());
        assert_eq!([found.lines.to_string(), format!("{:016x}", found.digest)], fields[1..], "{map}: {line}");
        checked += 1;
    }
    checked
}

/// Plays the recorded winning line of every bundled map in the graded dialogue, which must end with
/// `last_line`.
///
/// The folder holds one file of answers a map, called `NAME.in`, and nothing else.
///
/// # Panics
/// If a line does not win, a map has none, or a file belongs to no map.
pub fn check_wins(entry: &dyn GameEntry, folder: &dyn Folder, last_line: &str) {
    let mut expected: Vec<String> = entry.maps().iter().map(|(name, _)| format!("{name}.in")).collect();
    let mut found = folder.names();
    expected.sort_unstable();
    found.sort_unstable();
    assert_eq!(found, expected);
    for (name, map) in entry.maps() {
        let answers = folder.read(&format!("{name}.in")).unwrap();
        let mut port = Transcript::new(&answers);
        let options = DialogueOptions { map: Some(map.as_bytes()), ..DialogueOptions::default() };
        assert_eq!(entry.console().unwrap().run(&mut port, options), 0, "{name}");
        let output = String::from_utf8_lossy(&port.output);
        assert_eq!(output.lines().last(), Some(last_line), "{name}");
        assert!(port.remarks.is_empty(), "{name}: {:?}", port.remarks);
    }
}

/// Every bundled map is valid, without so much as a warning.
///
/// # Panics
/// If one is not.
pub fn check_maps(entry: &dyn GameEntry) {
    for (name, map) in entry.maps() {
        let report = entry.check_map(map.as_bytes(), entry.profiles()[0]).unwrap();
        assert!(report.problems.is_empty() && report.warnings.is_empty(), "{name}: {report:?}");
    }
}
