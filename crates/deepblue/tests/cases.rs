//! The recorded cases: our own selection, and all of them where they are at hand.
#![cfg(feature = "formats")]

use game::conform::{Case, Folder, Request};
use std::path::{Path, PathBuf};

/// A folder on disk.
struct Disk(PathBuf);

impl Folder for Disk {
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("a folder of cases");
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        std::fs::read(self.0.join(name)).map_err(|wrong| format!("{name}: {wrong}"))
    }

    fn other(&self, path: &str) -> Option<Box<dyn Folder>> {
        let path = self.0.join(path);
        path.is_dir().then(|| Box::new(Self(path)) as Box<dyn Folder>)
    }
}

fn run(folder: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    deepblue::TITLE
        .conform(&Disk(folder.into()), Request::default(), &mut |case| cases.push(case))
        .expect("a folder of cases");
    cases
}

fn all_pass(folder: &Path) {
    let cases = run(folder);
    let failed: Vec<String> = cases
        .iter()
        .filter_map(|case| case.difference.as_ref().map(|difference| format!("{}: {difference}", case.name)))
        .collect();
    assert!(failed.is_empty(), "{} of {} failed:\n{}", failed.len(), cases.len(), failed.join("\n"));
    assert!(!cases.is_empty());
}

#[test]
fn all_recorded_vectors() {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/cases/deepblue");
    if !shared.is_dir() {
        println!("skipped: {} is not there", shared.display());
        return;
    }
    for folder in ["vectors/document", "vectors/final", "told"] {
        all_pass(&shared.join(folder));
    }
}
