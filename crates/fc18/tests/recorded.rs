//! Recorded cases: our own selection, and all of them where they are at hand.

mod folders;

use folders::{Memory, OnDisk, shared};
use game::conform::{Case, Folder, Request};
use std::path::Path;

fn conform(folder: &dyn Folder, rules: Option<&str>) -> Vec<Case> {
    let mut cases = Vec::new();
    let request = Request { stage: None, rules };
    fc18::TITLE.conform(folder, request, &mut |case| cases.push(case)).unwrap();
    cases
}

fn all_pass(cases: &[Case]) {
    for case in cases {
        assert_eq!(case.difference, None, "{}", case.name);
    }
}

fn own_vectors() -> OnDisk {
    OnDisk(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors"))
}

#[test]
fn our_vectors() {
    let cases = conform(&own_vectors(), None);
    assert!(cases.len() > 100);
    all_pass(&cases);
}

#[test]
fn all_vectors() {
    let Some(folder) = shared("vectors") else { return };
    all_pass(&conform(&folder, None));
}

#[test]
fn the_contests_final() {
    let Some(folder) = shared("logs/contest_2021_final") else { return };
    let cases = conform(&folder, Some("final2021"));
    assert_eq!(cases.len(), 1200);
    all_pass(&cases);
    let by_other_rules = conform(&folder, Some("manual"));
    assert!(by_other_rules.iter().any(|case| case.difference.is_some()));
}

#[test]
fn a_log_without_the_other_is_refused() {
    let Some(folder) = shared("logs/contest_2021_final") else { return };
    for name in ["log_info.txt", "everyround_info.txt"] {
        let half = Memory(vec![(name.into(), folder.read(name).unwrap())]);
        let request = Request::default();
        let wrong = fc18::TITLE.conform(&half, request, &mut |_| {}).unwrap_err();
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
            let cases = conform(&folder, None);
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
            "width 99",
        ),
    ];
    for (text, reason) in broken {
        let cases = conform(&Memory(vec![("a.json".into(), text.into())]), None);
        let difference = cases[0].difference.clone().unwrap();
        assert!(difference.got.contains(reason), "{difference}");
    }
}

#[test]
fn an_empty_folder_is_no_folder_of_cases() {
    let wrong = fc18::TITLE.conform(&Memory(Vec::new()), Request::default(), &mut |_| {}).unwrap_err();
    assert!(wrong.starts_with("there are no cases here"), "{wrong}");
}
