//! The recorded cases: our own selection, and all of them where they are at hand.
#![cfg(feature = "formats")]

use deepblue::ENTRY;
use game::conform::{ConformRequest, Folder};
use serde_json::Value;
use testing::{OnDisk, all_pass, conform};

/// A folder of the selection that comes with this crate.
fn own(name: &str) -> OnDisk {
    OnDisk::own(env!("CARGO_MANIFEST_DIR"), &format!("tests/cases/{name}"))
}

#[test]
fn our_own_selection() {
    for (folder, count) in [("vectors/document", 131), ("vectors/final", 27), ("told", 20)] {
        assert_eq!(all_pass(ENTRY, &own(folder), ConformRequest::default()), count);
    }
}

#[test]
fn the_whole_collection() {
    let Some(shared) = OnDisk::shared("deepblue") else { return };
    for folder in ["vectors/document", "vectors/final", "told"] {
        assert!(all_pass(ENTRY, &*shared.other(folder).unwrap(), ConformRequest::default()) >= 20);
    }
}

/// One file in memory, damaged.
struct Damaged {
    name: &'static str,
    text: String,
    around: OnDisk,
}

impl Folder for Damaged {
    fn names(&self) -> Vec<String> {
        vec![self.name.to_string()]
    }

    fn read(&self, _: &str) -> Result<Vec<u8>, String> {
        Ok(self.text.clone().into_bytes())
    }

    fn other(&self, path: &str) -> Option<Box<dyn Folder>> {
        self.around.other(path)
    }
}

/// What is expected is changed, one number at a time: each change must be noticed.
fn notices_every_change(folder: &str, name: &'static str) {
    let around = own(folder);
    let whole: Value = serde_json::from_slice(&around.read(name).unwrap()).unwrap();
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
        let noticed =
            conform(ENTRY, &folder, ConformRequest::default()).iter().any(|case| case.difference.is_some());
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
fn a_digest_is_for_ever() {
    let (_, map) = ENTRY.maps().iter().find(|(name, _)| *name == "duel").unwrap();
    // Replays of all ages depend on this number.
    assert_eq!(ENTRY.start(map.as_bytes(), "document", 2015).unwrap().digest(), 6_588_492_643_659_034_934);
}
