//! `sandtable conform`.

use crate::args::Conform;
use crate::failure::Failure;
use crate::input::read_at_most;
use crate::registry;
use game::conform::{CaseResult, ConformRequest, Folder};
use game::console::Stage;
use serde_json::json;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

pub(crate) fn run(options: &Conform) -> Result<ExitCode, Failure> {
    let entry = registry::find(&options.game)?;
    let rules = match (&options.rules, options.stage) {
        (None, None) => None,
        (rules, stage) => Some(registry::profile(entry, rules.as_deref(), stage)?),
    };
    let folder = Directory::open(options.dir.clone())?;
    let mut cases = Vec::new();
    let mut each = |case: CaseResult| {
        if !options.json {
            print_failure(&case);
        }
        cases.push(case);
    };
    entry
        .conform(
            &folder,
            ConformRequest { stage: options.stage.and_then(Stage::from_number), rules },
            &mut each,
        )
        .map_err(|wrong| Failure::usage(format!("{}: {wrong}", options.dir.display())))?;
    let failed = cases.iter().filter(|case| case.difference.is_some()).count();
    let passed = cases.len() - failed;
    if options.json {
        print_json(&cases, passed, failed);
    } else {
        outln!("{passed} passed, {failed} failed");
    }
    Ok(if failed == 0 { ExitCode::SUCCESS } else { ExitCode::from(1) })
}

fn print_failure(case: &CaseResult) {
    if let Some(difference) = &case.difference {
        outln!("{}: {}", case.name, difference.place);
        outln!("  expected: {}", difference.expected);
        outln!("  got:      {}", difference.got);
    }
}

fn print_json(cases: &[CaseResult], passed: usize, failed: usize) {
    let failures: Vec<_> = cases
        .iter()
        .filter_map(|case| Some((&case.name, case.difference.as_ref()?)))
        .map(|(name, difference)| {
            json!({
                "case": name,
                "place": difference.place,
                "expected": difference.expected,
                "got": difference.got,
            })
        })
        .collect();
    outln!("{}", json!({"passed": passed, "failed": failed, "failures": failures}));
}

/// The largest file of a folder that is read, in bytes.
const LARGEST_FILE: usize = 16 << 20;

/// A folder on disk.
pub(crate) struct Directory {
    path: PathBuf,
    names: Vec<String>,
}

impl Directory {
    pub(crate) fn open(path: PathBuf) -> Result<Self, Failure> {
        let error = |error| Failure::usage(format!("cannot read the folder {}: {error}", path.display()));
        let mut names = Vec::new();
        for entry in fs::read_dir(&path).map_err(error)? {
            let entry = entry.map_err(error)?;
            // Links are not followed: what is read is printed, or shown on a page.
            if entry.file_type().map_err(error)?.is_file() {
                names.push(entry.file_name().to_string_lossy().into_owned());
            }
        }
        names.sort();
        Ok(Self { path, names })
    }
}

impl Folder for Directory {
    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        read_at_most(&self.path.join(name), LARGEST_FILE)
            .map_err(|error| format!("cannot read {name}: {error}"))
    }

    fn other(&self, path: &str) -> Option<Box<dyn Folder>> {
        Self::open(self.path.join(path)).ok().map(|folder| Box::new(folder) as Box<dyn Folder>)
    }
}
