//! Recorded cases: our own selection, and all of them where they are at hand.
#![cfg(feature = "formats")]

use fc18::ENTRY;
use game::conform::{ConformRequest, Folder};
use testing::{Memory, OnDisk, all_pass, conform};

fn rules(rules: &'static str) -> ConformRequest<'static> {
    ConformRequest { stage: None, rules: Some(rules) }
}

fn own_vectors() -> OnDisk {
    OnDisk::own(env!("CARGO_MANIFEST_DIR"), "tests/cases")
}

#[test]
fn our_vectors() {
    assert_eq!(all_pass(ENTRY, &own_vectors(), ConformRequest::default()), 136);
}

#[test]
fn all_vectors() {
    let Some(folder) = OnDisk::shared("fc18/vectors") else { return };
    assert_eq!(all_pass(ENTRY, &folder, ConformRequest::default()), 206);
}

#[test]
fn the_contests_final() {
    let Some(folder) = OnDisk::shared("fc18/logs/contest_2021_final") else { return };
    assert_eq!(all_pass(ENTRY, &folder, rules("final2021")), 1200);
    let by_other_rules = conform(ENTRY, &folder, rules("manual"));
    assert!(by_other_rules.iter().any(|case| case.difference.is_some()));
}

#[test]
fn a_vector_without_a_profile_takes_the_one_asked_for() {
    let name = "s001_combat_warrior_vs_warrior.json";
    let mut vector: serde_json::Value = serde_json::from_slice(&own_vectors().read(name).unwrap()).unwrap();
    vector.as_object_mut().unwrap().remove("rules");
    // A number that nothing can hold is an order too, and refused.
    let turn = &mut vector["turns"][0];
    turn["commands"].as_array_mut().unwrap().push(serde_json::json!([1e30, [u64::MAX]]));
    turn["ok"].as_array_mut().unwrap().push(0.into());
    let folder = Memory(vec![(name.into(), serde_json::to_vec(&vector).unwrap())]);
    assert_eq!(all_pass(ENTRY, &folder, rules("manual")), 1);
    assert!(conform(ENTRY, &folder, ConformRequest::default())[0].difference.is_some());
}

#[test]
fn a_log_without_the_other_is_refused() {
    let Some(folder) = OnDisk::shared("fc18/logs/contest_2021_final") else { return };
    for name in ["log_info.txt", "everyround_info.txt"] {
        let half = Memory(vec![(name.into(), folder.read(name).unwrap())]);
        let request = ConformRequest::default();
        let wrong = ENTRY.conform(&half, request, &mut |_| {}).unwrap_err();
        assert!(wrong.contains("there is no"), "{wrong}");
    }
}

/// Changes one expected number after another; every one must be reported.
#[test]
fn a_changed_number_is_reported() {
    for name in
        ["s056_escort_killed_engineer_captured_warrior", "s116_captured_tower_keeps_task", "s176_elimination"]
    {
        let file = format!("{name}.json");
        let vector: serde_json::Value = serde_json::from_slice(&own_vectors().read(&file).unwrap()).unwrap();
        let mut places = Vec::new();
        for (n, turn) in vector["turns"].as_array().unwrap().iter().enumerate() {
            for part in ["turn", "player", "ok", "delta"] {
                numbers(&turn[part], format!("/turns/{n}/{part}"), &mut places);
            }
        }
        numbers(&vector["rank_groups"], "/rank_groups".into(), &mut places);
        assert!(places.len() > 20);
        for place in places.iter().step_by(1 + places.len() / 60) {
            let mut changed = vector.clone();
            let number = changed.pointer_mut(place).unwrap();
            *number = (number.as_i64().unwrap() + 1).into();
            let folder = Memory(vec![(file.clone(), serde_json::to_vec(&changed).unwrap())]);
            let cases = conform(ENTRY, &folder, ConformRequest::default());
            assert!(cases[0].difference.is_some(), "{name}{place}");
        }
    }
}

fn numbers(value: &serde_json::Value, place: String, found: &mut Vec<String>) {
    match value {
        serde_json::Value::Number(_) => found.push(place),
        serde_json::Value::Array(items) => {
            for (n, item) in items.iter().enumerate() {
                numbers(item, format!("{place}/{n}"), found);
            }
        }
        serde_json::Value::Object(fields) => {
            for (name, field) in fields {
                numbers(field, format!("{place}/{name}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn broken_vectors_fail_and_say_why() {
    let broken = [
        ("{", "EOF"),
        (r#"{"rules":"manual"}"#, "missing field"),
        (
            r#"{"rules":"odd","width":15,"height":15,"turns_played":0,"initial":{},"turns":[],"over":false,"rank_groups":[]}"#,
            "no rule profile",
        ),
        (
            r#"{"rules":"manual","width":99,"height":15,"turns_played":0,"initial":{},"turns":[],"over":false,"rank_groups":[]}"#,
            "cols 99",
        ),
    ];
    for (text, reason) in broken {
        let cases = conform(ENTRY, &Memory(vec![("a.json".into(), text.into())]), ConformRequest::default());
        let difference = cases[0].difference.clone().unwrap();
        assert!(difference.got.contains(reason), "{difference}");
    }
}

#[test]
fn an_empty_folder_is_no_folder_of_cases() {
    let wrong = ENTRY.conform(&Memory(Vec::new()), ConformRequest::default(), &mut |_| {}).unwrap_err();
    assert!(wrong.starts_with("there are no cases here"), "{wrong}");
}
