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
        "error: fc18 has no schema `orders`; it has: order, view, briefing, event, message, reply, replay-header, replay-turn, replay-end, replay-cursor, match, match-game\n"
    );
}
