//! `sandtable puzzle`, par, and `strong` as a bot of a match: the real program.

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn a_puzzle_is_a_map_and_has_one_solution() {
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("mine.map");
    let made = run(&["puzzle", "goblins", "--turns", "2", "--seed", "14", "-o", text(&map), "--solution"]);
    assert_eq!(made.status.code(), Some(0), "{made:?}");
    assert!(printed(&made).contains("win in 2 turns; "), "{made:?}");
    assert!(printed(&made).contains(" 1 of ") && printed(&made).contains("\nturn 1: "), "{made:?}");
    let solved = run(&["solve", "goblins", text(&map)]);
    assert!(printed(&solved).contains("a win in 2 turns; no win in 1 (proven)"), "{solved:?}");

    let as_json = run(&["puzzle", "goblins", "--turns", "2", "--seed", "14", "--json"]);
    let puzzle: serde_json::Value = serde_json::from_slice(&as_json.stdout).unwrap();
    let file = std::fs::read_to_string(&map).unwrap();
    assert_eq!(puzzle["map"], file, "the same seed, the same puzzle");
    assert_eq!((&puzzle["turns"], &puzzle["seed"]), (&2.into(), &"14".into()));
    assert!(!puzzle["solution"].as_array().unwrap().is_empty());

    // Without a file the map is all that standard output holds.
    let plain = run(&["puzzle", "goblins", "--seed", "14"]);
    assert_eq!(printed(&plain), file);
    assert!(!plain.stderr.is_empty());
}

#[test]
fn bundled_puzzles_are_listed_and_are_maps() {
    for game in ["breach", "goblins"] {
        let list = printed(&run(&["puzzle", game, "--list"]));
        assert_eq!(list.lines().count(), 25, "{list}");
        let last = list.lines().last().unwrap();
        assert!(last.starts_with("puzzle-25  par ") && last.ends_with("hard"), "{last}");
        let json = run(&["puzzle", game, "--list", "--json"]);
        let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
        assert_eq!(json.as_array().unwrap().len(), 25);
        for row in json.as_array().unwrap() {
            let checked = run(&["map", game, "check", row["name"].as_str().unwrap()]);
            assert_eq!(checked.status.code(), Some(0), "{checked:?}");
        }
    }
}

#[test]
fn wrong_usage_is_said() {
    let missing = tempfile::tempdir().unwrap().path().join("no/such/folder.map");
    let cases: [(&[&str], i32); 5] = [
        (&["puzzle", "deepblue"], 2),
        (&["puzzle", "breach", "--turns", "0"], 2),
        (&["puzzle", "breach", "--turns", "4"], 2),
        (&["puzzle", "breach", "--list", "--seed", "1"], 2),
        (&["puzzle", "breach", "--seed", "3", "-o", text(&missing)], 1),
    ];
    for (arguments, status) in cases {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(status), "{arguments:?} {output:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?} {output:?}");
    }
}

#[test]
fn par_is_told() {
    let list = printed(&run(&["map", "breach", "list"]));
    assert!(list.lines().any(|line| line == "harbour          par 2"), "{list}");
    assert!(printed(&run(&["map", "deepblue", "list"])).lines().any(|line| line == "duel"));
    let json: serde_json::Value =
        serde_json::from_slice(&run(&["map", "goblins", "list", "--json"]).stdout).unwrap();
    assert!(json.as_array().unwrap().contains(&serde_json::json!({ "name": "maze", "par": 4 })));

    let folder = tempfile::tempdir().unwrap();
    let replay = folder.path().join("g.jsonl");
    let played = run(&["match", "breach", "strong", "--map", "first-contact", "--replay", text(&replay)]);
    assert!(printed(&played).contains("\nwon in 2 turns, par 2\n"), "{played:?}");
    let shown = printed(&run(&["replay", "show", "--brief", text(&replay)]));
    assert!(shown.contains("note: a win in 2 turns, none shorter; "), "{shown}");
    assert!(shown.contains(" of 3000000 positions"), "{shown}");
    assert!(shown.ends_with("  won in 2 turns, par 2\n"), "{shown}");
    let idle = run(&["match", "breach", "idle", "--map", "first-contact"]);
    assert!(printed(&idle).contains("\nnot won in "), "{idle:?}");
}
