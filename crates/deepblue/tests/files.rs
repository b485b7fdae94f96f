//! Files: maps, property tables, replays, orders.
#![cfg(feature = "formats")]

mod common;

use board::{Size, SplitMix64};
use common::{World, random_order};
use deepblue::fair::unfairness;
use deepblue::formats::battle::Battle;
use deepblue::formats::{map_file, properties};
use deepblue::generate::{Wish, generate};
use deepblue::{Amounts, Event, Kind, Order, Plan, Rules, State};
use flate2::Compression;
use flate2::write::GzEncoder;
use game::{Game, Seat, Silent};
use proptest::prelude::*;
use serde_json::Value;
use std::io::Write;
use std::path::{Path, PathBuf};
use testing::OnDisk;

/// A folder of recorded files, where they are at hand.
fn shared(folder: &str) -> Option<PathBuf> {
    OnDisk::shared("deepblue").map(|shared| shared.0.join(folder))
}

fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let all = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    all.filter(|path| path.extension().is_some_and(|other| other == ending)).collect()
}

#[test]
fn our_own_maps_are_clean_and_fair() {
    assert!(deepblue::ENTRY.maps().len() >= 6);
    for (name, text) in deepblue::ENTRY.maps() {
        for profile in deepblue::ENTRY.profiles() {
            let report = deepblue::ENTRY.check_map(text.as_bytes(), profile).unwrap();
            let cut = |text: &str| text.contains("is cut to");
            assert!(
                report.is_usable() && report.warnings.iter().all(|warning| cut(&warning.text)),
                "{name}: {report:?}"
            );
        }
        let mut table = deepblue::ENTRY.start(text.as_bytes(), "document", 1).unwrap();
        for _ in 0..3 {
            table.end_turn(Seat(0)).unwrap();
            table.end_turn(Seat(1)).unwrap();
        }
        assert_eq!(table.turn(), 4);
        assert!(deepblue::ENTRY.show_map(text.as_bytes(), "document").unwrap().contains('b'));
    }
}

#[test]
fn contest_maps_are_clean() {
    let Some(folder) = shared("maps") else { return };
    for path in files(&folder, "map") {
        let report = deepblue::ENTRY.check_map(&std::fs::read(&path).unwrap(), "document").unwrap();
        let odd = report.warnings.iter().find(|warning| !warning.text.contains("is cut to"));
        assert!(report.is_usable() && odd.is_none(), "{}: {odd:?} {:?}", path.display(), report.problems);
    }
}

#[test]
fn old_maps_are_repaired_and_say_so() {
    let Some(folder) = shared("maps/legacy") else { return };
    let repaired = |name: &str, what: &str| {
        let report =
            deepblue::ENTRY.check_map(&std::fs::read(folder.join(name)).unwrap(), "document").unwrap();
        assert!(report.is_usable(), "{name}: {:?}", report.problems);
        assert!(
            report.warnings.iter().any(|warning| warning.text.contains(what)),
            "{name}: {:?}",
            report.warnings
        );
    };
    for name in ["50round.map", "s.map", "small2.map", "big.map", "test_map.map", "b.map"] {
        repaired(name, "a base covers 3 by 3 cells");
    }
    repaired("big.map", "there is ocean under the mine");
    repaired("small2.map", "`max_round` is the text");
    repaired("island.map", "a fort covers one cell");
    repaired("small15.map", "a fort covers one cell");
    repaired("reversed_corners.map", "the key is taken");
    repaired("reversed_corners.map", "a base covers 3 by 3 cells");
    for path in files(&folder, "map") {
        assert!(deepblue::ENTRY.start(&std::fs::read(&path).unwrap(), "final-large", 1).is_ok());
    }
}

#[test]
fn large_maps_are_played_only_when_asked_for() {
    let wish = Wish { seed: 1, size: Size::new(100, 100), land: 1 };
    let text = map_file::write(&generate(wish).unwrap());
    assert!(deepblue::ENTRY.check_map(text.as_bytes(), "document").unwrap().is_usable());
    let refused = deepblue::ENTRY.start(text.as_bytes(), "document", 1).unwrap_err();
    assert!(refused.to_string().contains("a match takes up to 80 by 80"));
    assert!(deepblue::ENTRY.start(text.as_bytes(), "document-large", 1).is_ok());
}

#[test]
fn broken_maps_say_what_is_wrong_and_where() {
    let good = deepblue::ENTRY.maps()[0].1;
    let refused = |from: &str, to: &str, line: u32, what: &str| {
        assert!(good.contains(from), "{from}");
        let report = deepblue::ENTRY.check_map(good.replacen(from, to, 1).as_bytes(), "document").unwrap();
        let found = report.problems.iter().any(|problem| problem.line == line && problem.text.contains(what));
        assert!(found, "{from} -> {to}: {:?}", report.problems);
    };
    refused("\"x_max\":24", "\"x_max\":151", 2, "`x_max` is 151; it may be from 1 to 150");
    refused("\"x_max\":24", "\"x_max\":23", 4, "`types` has 24 rows, `x_max` says 23");
    refused("[0,0,", "[0,7,", 4, "(0, 1) of `types` is 7");
    refused("\"max_round\":200", "\"max_round\":\"soon\"", 3, "which is no number");
    refused("\"__class__\":\"Fort\"", "\"__class__\":\"Castle\"", 50, "there is no class `Castle`");
    refused("\"types\"", "types", 4, "this is not JSON");
    let no_base = good.replace("\"Base\"", "\"Fort\"");
    let report = deepblue::ENTRY.check_map(no_base.as_bytes(), "document").unwrap();
    assert!(report.problems.iter().any(|problem| problem.text == "team 0 has no base"), "{report:?}");
    for text in [
        "",
        "[]",
        "null",
        "{}",
        "\u{feff}{}",
        "{\"x_max\":1e999}",
        "{\"x_max\":Infinity,\"y_max\":-Infinity}",
    ] {
        assert!(!deepblue::ENTRY.check_map(text.as_bytes(), "document").unwrap().is_usable());
    }
}

#[test]
fn property_tables_are_ours_and_can_be_replaced() {
    if let Some(path) = shared("properties.json") {
        let tables: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
        for (name, rules) in [("document", Rules::DOCUMENT), ("final", Rules::FINAL)] {
            let mut replaced = rules;
            replaced.properties.0 = [deepblue::kinds::Properties::NONE; 10];
            properties::replace(&mut replaced, &tables[name]).unwrap();
            assert_eq!(replaced, rules);
        }
    }
    let mut rules = Rules::DOCUMENT;
    properties::replace(&mut rules, &serde_json::json!({"cargo": {"speed": 3}})).unwrap();
    assert_eq!(rules.of(Kind::Cargo).speed, 3);
    for (table, what) in [
        (serde_json::json!({"raft": {}}), "a kind `raft`"),
        (serde_json::json!({"cargo": {"speed": 256}}), "cargo: `speed` is 256; it may be from 0 to 255"),
        (serde_json::json!({"cargo": {"defences": [1]}}), "`defences` is not a list of 2 numbers"),
        (serde_json::json!({"base": {"size": 4}}), "`size` is 4 and cannot be other than 3"),
    ] {
        let wrong = properties::replace(&mut rules, &table).unwrap_err();
        assert!(wrong.contains(what), "{wrong}");
    }
    let map = deepblue::ENTRY.maps()[0].1.replacen(
        "\"x_max\"",
        "\"properties\":{\"base\":{\"health_max\":9}},\"x_max\"",
        1,
    );
    let state = State::start(&map_file::read(map.as_bytes(), Rules::DOCUMENT).unwrap(), 1);
    assert!(state.elements().filter(|(_, body)| body.kind == Kind::Base).all(|(_, body)| body.health == 9));
}

#[test]
fn orders_in_json() {
    let read = |text: &str| serde_json::from_str::<Order>(text).ok();
    assert_eq!(read(r#""au1 2""#), Some(Order::AttackUnit { unit: 1, target: 2 }));
    assert_eq!(read(r#"{"order":"produce","kind":"scout"}"#), Some(Order::Produce { kind: 9 }));
    assert_eq!(read(r#"{"order":"produce","kind":77}"#), Some(Order::Produce { kind: 77 }));
    let supply =
        Order::Supply { unit: 1, target: 2, amounts: Amounts { fuel: Some(5), ..Amounts::default() } };
    assert_eq!(read(r#"{"order":"supply","unit":1,"target":2,"fuel":5}"#), Some(supply));
    for text in [r#""xx1""#, r#"{"order":"cancel"}"#, r#"{"order":"cancel","unit":1,"x":2}"#, "1", "null"] {
        assert_eq!(read(text), None, "{text}");
    }
    let mut random = SplitMix64::new(3);
    let state = World::new(3).state();
    for _ in 0..500 {
        let order = random_order(&state, &mut random);
        assert_eq!(read(&serde_json::to_string(&order).unwrap()), Some(order));
        let has_all = !matches!(order, Order::Supply { amounts, .. } if amounts == Amounts::default());
        assert!(!has_all || Order::parse(&order.to_string()) == Some(order));
    }
}

#[test]
fn old_replays_are_read() {
    let Some(folder) = shared("replays") else { return };
    for path in files(&folder, "battle") {
        let battle = Battle::read(&std::fs::read(&path).unwrap())
            .unwrap_or_else(|wrong| panic!("{}: {wrong}", path.display()));
        assert_eq!(battle.frames.len(), battle.rounds.len() + 1);
        assert_eq!(Battle::read(battle.write().as_bytes()).as_ref(), Ok(&battle), "{}", path.display());
        assert!(serde_json::to_value(&battle).unwrap()["frames"].is_array());
        if path.ends_with("v3_two_ais_34_rounds.battle") {
            let last = battle.frames.last().unwrap();
            assert_eq!((battle.result, last.scores, battle.rounds.len()), (1, [0, 1708], 34));
        }
    }
}

/// A game of random orders, as a replay.
fn random_battle(seed: u64, rounds: usize) -> Battle {
    let mut state = World::new(seed).state();
    let mut random = SplitMix64::new(seed);
    let mut battle = Battle::begin([Some("Infini".into()), None], &state);
    for _ in 0..rounds {
        for _ in 0..30 {
            let order = random_order(&state, &mut random);
            let _ = state.submit(Seat(random.below(2) as u8), order, &mut Silent);
        }
        let before = state.clone();
        let mut events: Vec<Event> = Vec::new();
        state.settle(&mut events);
        battle.record(&before, &events, &state);
    }
    battle
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn replays_read_as_they_are_written(seed: u64) {
        let battle = random_battle(seed, 8);
        let text = battle.write();
        assert!(Battle::read(text.as_bytes()).as_ref() == Ok(&battle));
        let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(text.as_bytes()).unwrap();
        assert!(Battle::read(&packed.finish().unwrap()).as_ref() == Ok(&battle));
    }

    #[test]
    fn new_maps_are_fair(seed: u64, rows in 24u8..90, cols in 24u8..90, land in 0u8..3) {
        let wish = Wish { seed, size: Size::new(rows, cols), land };
        if let Some(plan) = generate(wish) {
            assert_eq!(unfairness(&plan), None);
            let text = map_file::write(&plan);
            let (read, _, report): (Option<Plan>, _, _) = map_file::read_plan(text.as_bytes(), Rules::DOCUMENT);
            assert_eq!(read, Some(plan.clone()));
            assert_eq!(report, Default::default());
            assert_eq!(generate(wish), Some(plan));
        }
    }
}

#[test]
fn of_an_element_given_twice_the_last_counts() {
    let battle = random_battle(5, 3);
    let text = battle.write();
    let frames = text.find("key_frames").unwrap();
    let twice = text[frames..].replacen("\\\"2\\\":{", "\\\"1\\\":{", 1);
    let read = Battle::read(format!("{}{twice}", &text[..frames]).as_bytes()).unwrap();
    let [first, ..] = &read.frames[0].elements[..] else { panic!("no elements") };
    assert_eq!((first.index, first.from), (1, battle.frames[0].elements[1].from));
    assert_eq!(Battle::read(read.write().as_bytes()).as_ref(), Ok(&read));
}

#[test]
fn broken_replays_are_refused() {
    let text = random_battle(5, 3).write();
    for (from, to) in
        [("\"version\":3", "\"version\":2"), ("\"gamebody\"", "\"body\""), ("\\\"x_max\\\"", "\\\"x\\\"")]
    {
        assert!(text.contains(from));
        assert!(Battle::read(text.replace(from, to).as_bytes()).is_err(), "{from}");
    }
    for length in (0..text.len()).step_by(text.len() / 50) {
        assert!(Battle::read(&text.as_bytes()[..length]).is_err());
    }
    assert!(Battle::read(&[0x1f, 0x8b, 8, 0]).is_err());
}
