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
    goblins::TITLE
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
fn one_rule_each() {
    assert_eq!(run(own("edge"), 4), 75);
}

#[test]
fn decisions_where_the_original_gives_up() {
    assert_eq!(run(own("choices"), 4), 22);
}

#[test]
fn generated_games() {
    assert_eq!(run(own("fuzz"), 4), 50);
}

#[test]
fn early_stages() {
    for stage in 1..=2 {
        assert!(run(own(&format!("stage{stage}")), stage) >= 1);
    }
}

#[test]
fn the_whole_collection() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/goblins");
    if !shared.exists() {
        eprintln!("skipped: the recorded cases are not beside this checkout");
        return;
    }
    for stage in 1..=4 {
        assert!(run(shared.join(format!("stage{stage}")), stage) > 0);
    }
    for folder in ["fuzz", "edge", "choices"] {
        assert!(run(shared.join(folder), 4) > 20);
    }
}
