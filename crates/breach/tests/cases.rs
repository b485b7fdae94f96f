//! Recorded dialogues: our own selection, and the whole collection where it is at hand.
#![cfg(feature = "formats")]

use game::conform::{Folder, Request};
use std::fs;
use std::path::{Path, PathBuf};

struct Directory(PathBuf);

impl Folder for Directory {
    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).unwrap();
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        fs::read(self.0.join(name)).map_err(|error| error.to_string())
    }

    fn other(&self, path: &str) -> Option<Box<dyn Folder>> {
        Some(Box::new(Self(self.0.join(path))))
    }
}

/// Runs a folder and returns how many cases it has. Panics with the first difference of each failing case.
fn run(folder: PathBuf, stage: u8) -> usize {
    let mut count = 0;
    let mut failures = Vec::new();
    let request = Request { stage: Some(stage), rules: None };
    breach::TITLE
        .conform(&Directory(folder), request, &mut |case| {
            count += 1;
            failures.extend(case.difference.map(|difference| format!("{}: {difference}", case.name)));
        })
        .unwrap();
    assert!(failures.is_empty(), "{failures:#?}");
    count
}

fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(name)
}

#[test]
fn malformed_maps_and_answers() {
    assert_eq!(run(own("edge"), 4), 52);
}

#[test]
fn every_mechanism() {
    assert!(run(own("fuzz"), 4) >= 20);
}

#[test]
fn early_stages() {
    for stage in 1..=3 {
        assert!(run(own(&format!("stage{stage}")), stage) >= 1);
    }
}

#[test]
fn the_whole_collection() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/breach");
    if !shared.exists() {
        eprintln!("skipped: the recorded cases are not beside this checkout");
        return;
    }
    for stage in 1..=4 {
        assert!(run(shared.join(format!("stage{stage}")), stage) > 0);
    }
    assert!(run(shared.join("fuzz"), 4) + run(shared.join("edge"), 4) > 200);
}
