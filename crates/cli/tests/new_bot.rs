//! `sandtable new-bot`: what it writes, and what it refuses. The bots themselves are played by the
//! tests of the SDKs.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

fn new_bot(arguments: &[&str]) -> Output {
    Command::new(SANDTABLE).arg("new-bot").args(arguments).output().unwrap()
}

/// A folder that does not exist yet.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("new-bot-{name}"));
    let _ = fs::remove_dir_all(&folder);
    folder
}

fn refused(arguments: &[&str], why: &str) {
    let output = new_bot(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    assert!(said.contains(why), "{arguments:?}: {said}");
}

#[test]
fn nothing_is_overwritten() {
    let folder = fresh("taken");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("thesis.txt"), "years of work").unwrap();
    refused(&["fc18", "python", folder.to_str().unwrap()], "is not empty");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    let file = folder.join("thesis.txt");
    refused(&["fc18", "python", file.to_str().unwrap()], "Not a directory");
}

#[test]
fn what_does_not_exist_is_said() {
    let folder = fresh("never");
    let folder = folder.to_str().unwrap();
    refused(&["breach", "cpp", folder, "--style", "classic"], "deepblue and fc18");
    refused(&["fc18", "rust", folder, "--style", "classic"], "the classic interfaces are C++");
    refused(&["chess", "python", folder], "possible values");
    refused(&["breach", "cobol", folder], "possible values");
    assert!(!Path::new(folder).exists());
}

#[test]
fn a_folder_is_complete_and_names_its_bot() {
    let folder = fresh("Deep Thought");
    let output = new_bot(&["goblins", "python", folder.to_str().unwrap()]);
    assert!(output.status.success(), "{output:?}");
    let manifest = fs::read_to_string(folder.join("bot.toml")).unwrap();
    assert!(manifest.contains("Deep-Thought"), "{manifest}");
    let sample = fs::read_to_string(folder.join("sample.jsonl")).unwrap();
    let kinds: Vec<serde_json::Value> =
        sample.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(kinds.iter().map(|message| &message["type"]).collect::<Vec<_>>(), ["start", "turn"]);
    let left: Vec<_> = fs::read_dir(folder.parent().unwrap()).unwrap().flatten().collect();
    assert!(!left.iter().any(|entry| entry.file_name().to_string_lossy().starts_with(".new-bot")));
}

#[test]
fn the_classic_starts_pass_their_own_test() {
    if !["g++", "clang++"].iter().any(|name| Command::new(name).arg("--version").output().is_ok()) {
        return println!("skipped: there is no C++ compiler");
    }
    for game in ["deepblue", "fc18"] {
        let folder = fresh(&format!("classic-{game}"));
        let output = new_bot(&[game, "cpp", folder.to_str().unwrap(), "--style", "classic"]);
        assert!(output.status.success(), "{output:?}");
        let tested =
            Command::new("sh").arg(folder.join("test.sh")).env("SANDTABLE", SANDTABLE).output().unwrap();
        assert!(tested.status.success(), "{game}: {tested:?}");
    }
}
