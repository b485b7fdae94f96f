//! `sandtable solve`: the real program.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sandtable"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The program may not read at all.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_line_of_play_wins_in_the_dialogue_and_as_a_replay() {
    let folder = tempfile::tempdir().unwrap();
    for (game, map, won) in [("breach", "harbour", "Won"), ("goblins", "lake", "You Win!")] {
        let replay = folder.path().join(format!("{map}.replay"));
        let dialogue = run(&["solve", game, map, "--dialogue", "--replay", replay.to_str().unwrap()], b"");
        assert_eq!(dialogue.status.code(), Some(0), "{dialogue:?}");
        let played = run(&["console", game, "--map", map], &dialogue.stdout);
        assert_eq!(printed(&played).lines().last(), Some(won), "{map}");
        let verified = run(&["replay", "verify", replay.to_str().unwrap()], b"");
        assert_eq!(verified.status.code(), Some(0), "{verified:?}");
    }
}

#[test]
fn what_is_proven_is_said() {
    let output = run(&["solve", "breach", "first-contact"], b"");
    assert_eq!(output.status.code(), Some(0));
    assert!(printed(&output).starts_with("turn 1: "), "{output:?}");
    assert!(printed(&output).contains("a win in 2 turns; no win in 1 (proven)"), "{output:?}");
    assert!(output.stderr.is_empty(), "no terminal, no progress: {output:?}");

    let output = run(&["solve", "breach", "first-contact", "--turns", "1"], b"");
    assert_eq!((output.status.code(), printed(&output).as_str()), (Some(1), "no win in 1 turn (proven)\n"));

    let output = run(&["solve", "breach", "old-forest", "--time", "0"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert!(printed(&output).contains("the time is up"), "{output:?}");

    let output = run(&["solve", "goblins", "spark", "--json", "--fewest-losses"], b"");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(json["turns"], 1);
    assert_eq!(json["proven"], true);
    assert_eq!(json["fewest_losses"], true);
    assert_eq!(json["line"].as_array().unwrap().len(), 1);
}

#[test]
fn wrong_usage_and_wrong_maps_are_told_apart() {
    let folder = tempfile::tempdir().unwrap();
    let broken = folder.path().join("broken.map");
    std::fs::write(&broken, "1 1\n9 9 Q\n").unwrap();
    let won = folder.path().join("won.map");
    std::fs::write(&won, "0 1\n5 3 T\n").unwrap();
    let cases: [(&[&str], i32); 6] = [
        (&["solve", "breach", "no-such-map"], 2),
        (&["solve", "deepblue", "duel"], 2),
        (&["solve", "breach", "harbour", "--turns", "0"], 2),
        (&["solve", "breach", "harbour", "--json", "--dialogue"], 2),
        (&["solve", "breach", broken.to_str().unwrap()], 1),
        (&["solve", "breach", won.to_str().unwrap()], 1),
    ];
    for (arguments, status) in cases {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(status), "{arguments:?} {output:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?} {output:?}");
    }
}
