//! `sandtable play --web` in a real browser.
#![cfg(feature = "server")]

use std::fs;
use std::path::Path;
use std::process::Command;

const SANDTABLE: &str = env!("CARGO_BIN_EXE_sandtable");

#[test]
fn games_are_played_in_a_browser() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play-web");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("program.txt"), SANDTABLE).unwrap();
    testing::browser::run("play.js", &folder);
}

#[test]
fn people_play_at_one_table() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("play-table");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("program.txt"), SANDTABLE).unwrap();
    testing::browser::run("table.js", &folder);
}

#[test]
fn what_cannot_be_played_is_said() {
    for (arguments, status, said) in [
        (&["breach", "--web", "--seat", "7", "--map", "first-contact"][..], 2, "has no seat 7"),
        (&["breach", "--web", "--map", "no-such-map"], 2, "no-such-map"),
        (&["breach", "--no-open"], 2, "--web"),
        (&["deepblue", "--web", "--seats", "person,person"], 2, "--map"),
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
