//! `sandtable feed`: records of real matches, played to real programs again.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn bot(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bots/checked");
    folder.join(name).display().to_string()
}

/// Records a game of breach that lasts five turns, and returns the record's folder.
fn record(test: &str, name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("feed-{test}"));
    let _ = fs::remove_dir_all(&path);
    let folder = path.display().to_string();
    let played = run(&["match", "breach", &bot(name), "--map", "narrow-pass", "--record", &folder]);
    assert!(played.status.success(), "{}", text(&played.stderr));
    path
}

/// Feeds seat 0 of a record, and expects this exit status.
fn feed(record: &Path, more: &[&str], status: i32) -> String {
    let folder = record.display().to_string();
    let output = run(&[&["feed", &folder, "0"], more].concat());
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(status), "{said}{}", text(&output.stderr));
    said + &text(&output.stderr)
}

#[test]
fn a_bot_that_does_the_same_is_said_to() {
    let record = record("same", "always_refused.py");
    let bot = bot("always_refused.py");
    let said = feed(&record, &[&bot], 0);
    for turn in 1..=5 {
        assert!(said.contains(&format!("turn {turn}: same: {{\"turn\": {turn}, ")), "{said}");
    }
    let summary = "5 of 5 replies: 5 the same, 0 different, 0 where none was recorded\n\
                   the program replied to everything; it ended with status 0\n";
    assert!(said.contains(summary), "{said}");
    let one_game = feed(&record.join("game-00001"), &[&bot, "--strict"], 0);
    assert!(one_game.contains("5 the same"), "{one_game}");
}

#[test]
fn another_program_is_compared_reply_by_reply() {
    let record = record("different", "always_refused.py");
    let other = ["--", "python3", &bot("crashes_in_turn_3.py")];
    // It differs from the first turn on, and crashes in the third.
    let said = feed(&record, &other, 1);
    let first = "turn 1: different, for the first time\n  recorded: {\"turn\": 1, \"orders\": [{\"order\": \"surrender\"}, ";
    assert!(said.contains(first), "{said}");
    assert!(said.contains("  now:      {\"turn\": 1, \"orders\": []}\n"), "{said}");
    assert!(said.contains("turn 2: different\n"), "{said}");
    assert!(said.contains("turn 3: no reply, and its output is closed"), "{said}");
    assert!(said.contains("2 of 5 replies: 0 the same, 2 different"), "{said}");
    assert!(said.contains("the first difference is in turn 1"), "{said}");
    assert!(said.contains("did not reply to everything; it ended with status 1"), "{said}");
    assert!(said.contains("my plan for turn 2 is to wait"), "its standard error is the user's: {said}");

    let quiet = ["--", "python3", &bot("spins_at_the_end_of_input.py")];
    assert!(feed(&record, &quiet, 0).contains("5 different"), "differences are no failure");
    let strict = [&["--strict"], &quiet[..]].concat();
    assert!(feed(&record, &strict, 1).contains("5 different"), "unless they are to be");
}

#[test]
fn a_crash_comes_back() {
    let record = record("crash", "crashes_in_turn_3.py");
    let said = feed(&record, &[&bot("crashes_in_turn_3.py")], 1);
    assert!(said.contains("turn 2: same"), "{said}");
    assert!(said.contains("IndexError: list index out of range"), "{said}");
    assert!(said.contains("2 of 3 replies: 2 the same"), "{said}");
}

#[test]
fn a_turn_of_several_replies_is_fed_as_it_was() {
    let record = record("more", "asks_for_more.py");
    let said = feed(&record, &[&bot("asks_for_more.py"), "--strict"], 0);
    assert!(said.contains("10 of 10 replies: 10 the same"), "{said}");
}

#[test]
fn recorded_output_that_is_cut_is_said_to_be_so() {
    let record = record("cut", "always_refused.py");
    let path = record.join("game-00001/seat-0/output.jsonl");
    let output = fs::read(&path).unwrap();
    fs::write(&path, &output[..output.len() - 5]).unwrap();
    // A bot that fell over within a line can be fed all the same.
    let bot = bot("always_refused.py");
    for (more, status) in [(&[&*bot][..], 0), (&[&bot, "--strict"][..], 1)] {
        let said = feed(&record, more, status);
        assert!(said.contains("4 the same, 0 different, 1 where none was recorded"), "{said}");
        assert!(said.contains("the recorded output ends within a line"), "{said}");
    }
    fs::write(&path, &output[..output.len() - 1]).unwrap();
    assert!(feed(&record, &[&bot, "--strict"], 0).contains("5 the same"), "only the newline is missing");
}

#[test]
fn nothing_that_a_record_names_is_run() {
    let record = record("forged", "always_refused.py");
    let about = record.join("game-00001/seat-0/about.json");
    let proof = record.join("proof");
    let forged = fs::read_to_string(&about).unwrap();
    let mut forged: serde_json::Value = serde_json::from_str(&forged).unwrap();
    forged["command"] = serde_json::json!(["/usr/bin/touch", proof]);
    forged["env"] = serde_json::json!({ "LD_PRELOAD": "/tmp/evil.so" });
    forged["bot"] = "\u{1b}]0;owned\u{7}".into();
    fs::write(&about, forged.to_string()).unwrap();
    let said = feed(&record, &[], 2);
    assert!(said.contains("name the bot to feed") && !said.contains('\u{1b}'), "{said:?}");
    let said = feed(&record, &[&bot("always_refused.py")], 0);
    assert!(said.contains("5 the same"), "{said}");
    assert!(!proof.exists(), "what the record names was run");
}

#[test]
fn a_bot_that_is_fed_is_contained() {
    let record = record("contained", "always_refused.py");
    let proof = record.join("proof");
    fs::write(&proof, "untouched").unwrap();
    let bot = record.join("vandal.py");
    let lines = ["import sys", "try:", "    open(PATH, 'w').write('touched')", "except OSError as e:"];
    let text = lines.join("\n").replace("PATH", &format!("{:?}", proof.display().to_string()));
    fs::write(&bot, format!("{text}\n    print('refused', e, file=sys.stderr)\n")).unwrap();
    let said = feed(&record, &[&bot.display().to_string()], 1);
    assert_eq!(fs::read_to_string(&proof).unwrap(), "untouched", "{said}");
    assert!(said.contains("refused"), "its log is shown: {said}");
}

#[test]
fn lines_that_are_no_replies_are_shown_and_waited_past() {
    let record = record("asides", "always_refused.py");
    let said = feed(&record, &["--", "python3", &bot("prints_junk.py")], 0);
    assert!(said.contains("turn 1: still waiting, for this is no reply to it: ready when you are"), "{said}");
    assert!(
        said.contains("turn 5: still waiting, for this is no reply to it: thinking about turn 5"),
        "{said}"
    );
    assert!(said.contains("after the last turn it wrote: that was fun"), "{said}");
    assert!(said.contains("5 of 5 replies: 0 the same, 5 different"), "{said}");
}

#[test]
fn the_input_can_be_had_as_a_file() {
    let record = record("to", "always_refused.py");
    let kept = fs::read_to_string(record.join("game-00001/seat-0/input.jsonl")).unwrap();
    assert_eq!(feed(&record, &["--to", "-"], 0), kept);
    let file = record.join("copy.jsonl");
    assert_eq!(feed(&record, &["--to", &file.display().to_string()], 0), "");
    assert_eq!(fs::read_to_string(file).unwrap(), kept);
}

#[test]
fn what_cannot_be_fed_is_said_in_one_message() {
    let record = record("wrong", "always_refused.py");
    let folder = record.display().to_string();
    let seat = record.join("game-00001/seat-0");
    let wrong = |words: &[&str], status: i32, expected: &str| {
        let output = run(&[&["feed"], words].concat());
        assert_eq!(output.status.code(), Some(status), "{words:?}: {}", text(&output.stderr));
        let said = text(&output.stderr);
        assert!(said.contains(expected) && said.lines().count() == 1, "{words:?}: {said}");
    };
    wrong(&["/nowhere", "0"], 2, "there is no such folder");
    wrong(&[&seat.display().to_string(), "0"], 2, "holds no record");
    wrong(&[&folder, "3"], 2, "has no record of seat 3; it has those of 0");
    wrong(&[&folder, "0", "--game", "7"], 2, "has no record of game 7; it has those of 1");
    let game = record.join("game-00001").display().to_string();
    wrong(&[&game, "0", "--game", "1"], 2, "leave --game out");
    wrong(&[&folder, "0", "--", "./no-such-program"], 2, "cannot run ./no-such-program");

    wrong(
        &[&folder, "0"],
        2,
        "name the bot to feed, or add `-- COMMAND` (recorded was always_refused.py, as `",
    );
    wrong(&[&folder, "0", "greedy"], 2, "is no program that could be fed");
    wrong(&[&folder, "0", "./nobody"], 2, "there is no bot `./nobody`");
    fs::remove_file(seat.join("about.json")).unwrap();
    wrong(&[&folder, "0"], 2, "name the bot to feed, or add `-- COMMAND`\n");
    let input = fs::read_to_string(seat.join("input.jsonl")).unwrap();
    fs::write(seat.join("input.jsonl"), input.replacen("{\"type\":\"turn\"", "{\"type\":\"trun\"", 1))
        .unwrap();
    wrong(&[&folder, "0", "--", "true"], 1, "line 2: this is not a message to a bot");
    fs::write(seat.join("input.jsonl"), &input[..input.len() - 5]).unwrap();
    wrong(&[&folder, "0", "--", "true"], 1, "cut short");
    fs::write(seat.join("input.jsonl"), "").unwrap();
    wrong(&[&folder, "0", "--", "true"], 1, "is empty");
    fs::remove_file(seat.join("input.jsonl")).unwrap();
    wrong(&[&folder, "0", "--", "true"], 2, "input.jsonl");
}
