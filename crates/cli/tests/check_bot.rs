//! `sandtable check-bot` as a beginner uses it: real bots with one thing wrong each, real
//! processes.
//!
//! `checks` holds what is said about each bot, with times left out. After a change that is meant,
//! `UPDATE_SNAPSHOTS=1 cargo test -p sandtable --test check_bot` writes these files anew; read the
//! difference before you commit it.

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use testing::snapshot;

/// On this map a bot that does nothing lives for five turns.
const MAP: &str = "narrow-pass";

fn run(arguments: &[&str]) -> Output {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("check-bot-cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_sandtable"));
    command.arg("check-bot").args(arguments).env("XDG_CACHE_HOME", cache);
    command.stdin(Stdio::null()).output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn bot(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/bots/checked");
    folder.join(name).display().to_string()
}

/// Compares a report with what is on file, and its exit status with its number of problems.
fn check(game: &str, name: &str, more: &[&str], problems: u8) {
    let output = run(&[&[game, &bot(name)], more].concat());
    let said = text(&output.stdout);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/checks").join(format!("{name}.txt"));
    snapshot::compare(&path, &without_accidents(&said));
    assert_eq!(output.status.code(), Some(i32::from(problems > 0)), "{said}{}", text(&output.stderr));
    let last = said.lines().last().unwrap();
    assert!(last.starts_with(&format!("{problems} problem")), "{said}");
}

/// What differs from run to run and from machine to machine: times, how they compare, folders, what
/// Python underlines.
fn without_accidents(said: &str) -> String {
    let underlines = |line: &&str| !line.trim_start_matches([' ', '|', '^', '~']).is_empty();
    let lines = said.lines().filter(underlines).map(|line| {
        let is_measured = line.split_whitespace().nth(1) == Some("speed");
        let words = line.split(' ').collect::<Vec<_>>();
        let blank = |at: usize| {
            let word: &str = words[at];
            let is_number = word.starts_with(|letter: char| letter.is_ascii_digit());
            let is_time = words
                .get(at + 1)
                .is_some_and(|unit| matches!(unit.trim_end_matches([',', ';', '.']), "ms" | "s"));
            match (is_number && (is_time || is_measured), word.contains("/sandtable-private-")) {
                (true, _) => {
                    "N".to_owned()
                        + word.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == '.')
                }
                (_, true) => "\"FILE\",".to_owned(),
                _ => word.to_owned(),
            }
        };
        let blanked: Vec<String> = (0..words.len()).map(blank).collect();
        blanked.join(" ").replace("N ms", "N s") + "\n"
    });
    lines.collect()
}

#[test]
fn a_good_bot_has_nothing_to_be_told() {
    check("fc18", "good.py", &["--rules", "manual"], 0);
}

#[test]
fn a_bot_that_never_flushes_is_found_out() {
    check("breach", "never_flushes.py", &["--map", MAP], 1);
}

#[test]
fn a_bot_that_prints_what_is_no_reply_is_shown_the_line() {
    check("breach", "prints_junk.py", &["--map", MAP], 2);
}

#[test]
fn a_bot_that_is_always_refused_is_told_why() {
    check("breach", "always_refused.py", &["--map", MAP], 0);
}

#[test]
fn a_bot_that_asks_for_more_of_the_same_is_found_out() {
    check("breach", "stubborn.py", &["--map", MAP], 1);
}

#[test]
fn a_bot_that_reads_beyond_the_end_of_its_input_is_found_out() {
    check("breach", "spins_at_the_end_of_input.py", &["--map", MAP], 1);
    check("breach", "waits_at_the_end_of_input.py", &["--map", MAP], 0);
}

#[test]
fn a_bot_that_crashes_is_shown_where() {
    check("breach", "crashes_in_turn_3.py", &["--map", MAP], 1);
    check("breach", "exits_at_start.py", &["--map", MAP], 1);
}

#[test]
fn a_bot_that_stays_after_the_end_is_warned() {
    check("breach", "stays_after_the_end.py", &["--map", MAP], 0);
}

#[test]
fn a_bot_that_knows_all_fields_will_not_know_all_for_ever() {
    check("breach", "knows_all_fields.py", &["--map", MAP], 1);
}

#[test]
fn a_bot_that_draws_lots_is_told_so() {
    let output = run(&["breach", &bot("draws_lots.py"), "--map", MAP]);
    let said = text(&output.stdout);
    assert!(said.contains("the same game again gave other orders from turn 1 on"), "{said}");
}

#[test]
fn the_same_is_said_to_programs() {
    let output = run(&["breach", &bot("prints_junk.py"), "--map", MAP, "--json"]);
    assert_eq!(output.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&report["problems"], &report["warnings"]), (&2.into(), &0.into()), "{report}");
    let checks: Vec<&str> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["check"].as_str().unwrap())
        .collect();
    let all = ["builds", "starts", "protocol", "speed", "orders", "after_end", "input_stops"];
    assert_eq!(checks[..7], all);
    assert_eq!(checks[7..], ["unknown_fields", "repeatable"]);
    let protocol = &report["findings"][2];
    assert_eq!(protocol["level"], "problem");
    assert!(protocol["what"].as_str().unwrap().starts_with("seat 0, turn 1: "), "{protocol}");
    assert!(protocol["advice"].as_str().unwrap().contains("standard error"), "{protocol}");
}

#[test]
fn sources_for_the_old_interfaces_are_checked_alike() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../sdk/tests/programs/fc18");
    let output = run(&["fc18", &programs.join("every_order.cpp").display().to_string()]);
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}{}", text(&output.stderr));
    for part in ["compile", "from each of 4 seats", "orders were refused", "after end", "input stops"] {
        assert!(said.contains(part), "{part}: {said}");
    }
    let broken = run(&["fc18", &bot("does_not_compile.cpp")]);
    let said = text(&broken.stdout);
    assert_eq!(broken.status.code(), Some(1), "{said}{}", text(&broken.stderr));
    assert!(said.contains("does_not_compile.cpp:4:") && said.contains("error"), "{said}");
    assert!(said.ends_with("1 problem, 0 warnings\n"), "{said}");
}

#[test]
fn wrong_usage_is_explained() {
    let wrong: [(&[&str], &str); 5] = [
        (&["breach", "greedy"], "`greedy` is built in and speaks no protocol"),
        (&["deepblue", "tcp:8067"], "`tcp:8067` comes over TCP"),
        (&["breach", "./nobody.py"], "there is no bot `./nobody.py`"),
        (&["breach", &bot("good.py"), "--map", "nowhere"], "cannot read the map"),
        (&["deepblue", &bot("good.py"), "--clock", "rounds"], "without `rounds`"),
    ];
    for (words, expected) in wrong {
        let output = run(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(expected), "{words:?}: {}", text(&output.stderr));
    }
}
