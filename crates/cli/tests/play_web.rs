//! `sandtable play --web` in a real browser.
#![cfg(feature = "server")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

/// An empty folder that says where the program is.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("program.txt"), SANDTABLE).unwrap();
    folder
}

#[test]
fn games_are_played_in_a_browser() {
    testing::browser::run("play.js", &folder("play-web"));
}

#[test]
fn people_play_at_one_table() {
    testing::browser::run("table.js", &folder("play-table"));
}

#[test]
fn lessons_are_won_and_maps_are_drawn() {
    testing::browser::run("lessons.js", &folder("play-lessons"));
}

#[test]
fn guests_play_in_an_arena() {
    testing::browser::run("guests.js", &folder("play-guests"));
}

/// Prints figures; that 200 tables stay open is asserted.
#[test]
#[ignore = "measures: cargo xtask long tables"]
fn answers_are_quick_at_many_tables() {
    testing::browser::run_with("guests.js", &folder("play-figures"), &["figures"]);
}

#[test]
fn what_cannot_be_played_is_said() {
    for (arguments, status, said) in [
        (&["breach", "--web", "--seat", "7", "--map", "first-contact"][..], 2, "has no seat 7"),
        (&["breach", "--web", "--map", "no-such-map"], 2, "no-such-map"),
        (&["breach", "--no-open"], 2, "--web"),
        (&["breach", "--web", "--map", "first-contact", "--seats", "person"], 2, "a game for one"),
        (&["deepblue", "--web", "--map", "training", "--seats", "person"], 2, "has 2 seats"),
        (&["deepblue", "--web", "--map", "training", "--seats", "easy,hard"], 2, "names no person"),
        (&["deepblue", "--web", "--map", "training", "--seats", "person,nobody"], 2, "nobody"),
        (&["deepblue", "--web", "--map", "training", "--seats", "person,easy", "--clock", "x"], 2, "--clock"),
        (
            &["deepblue", "--web", "--map", "training", "--seats", "person,easy", "--watch", "7"],
            2,
            "--watch 7",
        ),
    ] {
        let ended = Command::new(SANDTABLE).arg("play").args(arguments).output().unwrap();
        let error = String::from_utf8_lossy(&ended.stderr);
        assert_eq!(ended.status.code(), Some(status), "{arguments:?}: {error}");
        assert!(error.contains(said), "{arguments:?}: {error}");
    }
}
