//! The recorded cases: our own selection, and all of them where they are at hand.
#![cfg(feature = "formats")]

use game::conform::{Case, Folder, Request};
use serde_json::Value;
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

/// The selection that comes with this crate.
fn own_cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

#[test]
fn our_own_selection() {
    for folder in ["vectors/document", "vectors/final", "told"] {
        all_pass(&own_cases().join(folder));
    }
}

/// One file in memory, damaged.
struct Damaged {
    name: &'static str,
    text: String,
    around: PathBuf,
}

impl Folder for Damaged {
    fn names(&self) -> Vec<String> {
        vec![self.name.to_string()]
    }

    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Ok(self.text.clone().into_bytes())
    }

    fn other(&self, path: &str) -> Option<Box<dyn Folder>> {
        Disk(self.around.clone()).other(path)
    }
}

/// What is expected is changed, one number at a time: each change must be noticed.
fn notices_every_change(folder: &str, name: &'static str) {
    let around = own_cases().join(folder);
    let whole: Value = serde_json::from_slice(&std::fs::read(around.join(name)).unwrap()).unwrap();
    let mut places = Vec::new();
    for (number, round) in whole["rounds"].as_array().unwrap().iter().enumerate() {
        for (key, expected) in round.as_object().unwrap().iter().filter(|(key, _)| *key != "commands") {
            expectations(expected, &format!("/rounds/{number}/{key}"), &mut places);
        }
    }
    expectations(&whole["initial_views"], "/initial_views", &mut places);
    assert!(!places.is_empty());
    // Long vectors: a part of the places that is spread over all of them.
    let stride = places.len().div_ceil(150) | 1;
    for place in places.into_iter().step_by(stride) {
        let mut damaged = whole.clone();
        let value = damaged.pointer_mut(&place).unwrap();
        *value = match &*value {
            Value::Bool(flag) => Value::Bool(!flag),
            Value::String(word) => Value::String(format!("{word}x")),
            number => (number.as_i64().unwrap() + 1).into(),
        };
        let folder = Damaged { name, text: damaged.to_string(), around: around.clone() };
        let mut noticed = false;
        let each = &mut |case: Case| noticed = case.difference.is_some();
        deepblue::TITLE.conform(&folder, Request::default(), each).unwrap();
        assert!(noticed, "{name}: a change at {place} was not noticed");
    }
}

/// The way to every flag, word and number within a value.
fn expectations(value: &Value, place: &str, into: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items
                .iter()
                .enumerate()
                .for_each(|(at, item)| expectations(item, &format!("{place}/{at}"), into));
        }
        Value::Object(fields) => {
            fields.iter().for_each(|(key, item)| expectations(item, &format!("{place}/{key}"), into));
        }
        Value::Null => {}
        _ => into.push(place.to_string()),
    }
}

#[test]
fn changed_expectations_are_noticed() {
    notices_every_change("vectors/document", "seeded_skirmish_01.json");
    notices_every_change("vectors/document", "vision_enemy_base_and_fields.json");
    notices_every_change("vectors/document", "produce_many_birth_cells.json");
    notices_every_change("vectors/final", "plane_without_fuel.json");
    notices_every_change("told", "attackpos_miss_kinds.json");
    notices_every_change("told", "capture_enemy_fort.json");
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
