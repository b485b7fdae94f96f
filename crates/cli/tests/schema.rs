//! `sandtable schema`, and the book's copies of what it prints.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{fs, str};

fn sandtable(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(arguments).output().unwrap()
}

/// What it prints when all goes well.
fn printed(arguments: &[&str]) -> String {
    let output = sandtable(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn schemas(game: &str) -> BTreeMap<String, Value> {
    serde_json::from_str(&printed(&["schema", game])).unwrap()
}

fn copies(game: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/schemas").join(game)
}

#[test]
fn the_books_copies_are_up_to_date() {
    for game in printed(&["games"]).lines() {
        let schemas = schemas(game);
        let files: Vec<_> = fs::read_dir(copies(game)).unwrap().collect();
        assert_eq!(files.len(), schemas.len(), "{game}: `cargo xtask schemas` writes the copies anew");
        for (name, schema) in schemas {
            let copy = fs::read_to_string(copies(game).join(format!("{name}.json"))).unwrap();
            assert!(
                copy == format!("{schema:#}\n"),
                "{game} {name}: `cargo xtask schemas` writes the copies anew"
            );
        }
    }
}

#[test]
fn a_piece_is_printed_alone() {
    for (name, schema) in schemas("goblins") {
        let alone: Value = serde_json::from_str(&printed(&["schema", "goblins", &name])).unwrap();
        assert_eq!(alone, schema);
    }
}

#[test]
fn an_unknown_piece_is_wrong_usage() {
    let output = sandtable(&["schema", "fc18", "orders"]);
    assert_eq!(output.status.code(), Some(2));
    let said = str::from_utf8(&output.stderr).unwrap();
    assert_eq!(
        said,
        "error: fc18 has no schema `orders`; it has: order, view, briefing, event, message, reply, replay-header, replay-turn, replay-end, replay-cursor, match, match-game, compare, rate, tournament-status, tune\n"
    );
}

#[test]
fn what_programs_are_told_of_results_is_what_the_schemas_say() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("schema-results");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let at = |name: &str| folder.join(name).display().to_string();
    let (replays, cup, bot) = (at("replays"), at("cup"), at("bot"));
    printed(&["match", "breach", "random", "--map", "first-shot", "--replay", &format!("{replays}/")]);
    let settings = "game = 'breach'\nmaps = ['first-shot']\nblocks = 1\n[entrants]\nann = 'idle'\nbob = 'random'\ncid = './nobody'\n";
    fs::write(folder.join("CUP.toml"), settings).unwrap();
    printed(&["tournament", "run", &at("CUP.toml"), "-o", &cup]);
    let ladder = settings.replace("blocks = 1", "blocks = 1\nformat = 'ladder'");
    fs::write(folder.join("LADDER.toml"), ladder).unwrap();
    printed(&["tournament", "run", &at("LADDER.toml"), "-o", &at("ladder")]);
    fs::create_dir(&bot).unwrap();
    let manifest =
        "run = ['python3', '-c', 'pass']\n[parameters]\ncare = { default = 1, min = 0, max = 2, step = 1 }";
    fs::write(Path::new(&bot).join("bot.toml"), manifest).unwrap();
    let schemas = schemas("breach");
    for (piece, words) in [
        ("compare", &["compare", "breach", "random", "idle", "--maps", "first-shot", "--json"][..]),
        ("compare", &["compare", "breach", "idle", "old=idle", "--maps", "first-shot", "--json"]),
        ("rate", &["rate", &replays, "--json"]),
        ("tournament-status", &["tournament", "status", &cup, "--json"]),
        ("tournament-status", &["tournament", "status", &at("ladder"), "--json"]),
        (
            "tune",
            &[
                "tune",
                "breach",
                &bot,
                "--maps",
                "first-shot",
                "--iterations",
                "1",
                "-o",
                &at("tune"),
                "--json",
            ],
        ),
    ] {
        let output = sandtable(words);
        let document: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{words:?}: {error}: {output:?}"));
        let validator = jsonschema::draft202012::new(&schemas[piece]).unwrap();
        let wrong: Vec<String> = validator.iter_errors(&document).map(|error| error.to_string()).collect();
        assert!(wrong.is_empty(), "{words:?}: {wrong:?}");
        // A schema that says nothing would allow this, too.
        assert!(!validator.is_valid(&Value::from(1)) && document.as_object().unwrap().len() > 1);
    }
}
