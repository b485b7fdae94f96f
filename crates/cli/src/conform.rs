//! `sandtable conform`.

use crate::args::Conform;
use crate::failure::Failure;
use crate::registry;
use game::conform::{CaseResult, ConformRequest};
use game::console::Stage;
use judge::Directory;
use serde_json::json;
use std::process::ExitCode;

pub(crate) fn run(options: &Conform) -> Result<ExitCode, Failure> {
    let entry = registry::find(&options.game)?;
    let rules = match (&options.rules, options.stage) {
        (None, None) => None,
        (rules, stage) => Some(registry::profile(entry, rules.as_deref(), stage)?),
    };
    let folder = Directory::open(options.dir.clone()).map_err(Failure::usage)?;
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
