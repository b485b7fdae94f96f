//! The example game through everything that treats all games alike: nothing here says which game it
//! is.
#![cfg(feature = "example")]

use serde_json::Value;
use std::path::Path;
use std::process::{Command, Output};
use terminal::{Input, Lang, Scene};

fn sandtable(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_sandtable")).args(arguments).output().unwrap()
}

/// What it prints; it must succeed.
fn printed(arguments: &[&str]) -> String {
    let output = sandtable(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {said}");
    String::from_utf8(output.stdout).unwrap()
}

/// The last of the list is the one that the feature adds.
fn game() -> Value {
    let games: Value = serde_json::from_str(&printed(&["games", "--json"])).unwrap();
    games.as_array().unwrap().last().unwrap().clone()
}

fn name() -> String {
    game()["name"].as_str().unwrap().to_owned()
}

#[test]
fn it_is_played_replayed_and_made_a_page() {
    let (name, folder) = (name(), tempfile::tempdir().unwrap());
    let path = |file: &str| folder.path().join(file).to_string_lossy().into_owned();
    let (replay, page) = (path("game.jsonl"), path("game.html"));
    printed(&["match", &name, "greedy", "random", "--seed", "7", "--replay", &replay]);
    printed(&["replay", "verify", &replay]);
    assert!(printed(&["replay", "show", &replay]).contains("wins"), "the last event says who wins");
    printed(&["replay", "html", &replay, "-o", &page]);
    let page = std::fs::read_to_string(Path::new(&page)).unwrap();
    assert!(page.contains(&format!("SKINS.{name} =")), "its skin is in the page");
    let others = games::ALL.iter().filter(|other| other.name() != name);
    others.for_each(|other| assert!(!page.contains(&format!("SKINS.{} =", other.name())), "and no other"));
}

#[test]
fn a_series_rotates_seats() {
    let name = name();
    let text = printed(&["match", &name, "random", "greedy", "--games", "20", "--seed", "1", "--json"]);
    let result: Value = serde_json::from_str(&text).unwrap();
    assert!(result.is_object(), "{result}");
}

#[test]
fn it_has_schemas_maps_and_counts() {
    let game = game();
    let name = game["name"].as_str().unwrap();
    let schemas: Value = serde_json::from_str(&printed(&["schema", name])).unwrap();
    for piece in ["order", "view", "briefing", "event", "message", "reply"] {
        assert!(schemas[piece].is_object(), "{piece}");
    }
    for map in game["maps"].as_array().unwrap() {
        let map = map.as_str().unwrap();
        printed(&["map", name, "check", map]);
        assert!(printed(&["map", name, "show", map]).lines().count() >= 3);
        printed(&["perft", name, map, "--depth", "2"]);
    }
    let refused = sandtable(&["match", name, "random", "random", "--rules", "chess"]);
    assert_eq!(refused.status.code(), Some(2));
}

/// On the screen, in both languages, with keys that play a move and end the turn.
#[test]
fn it_is_played_on_the_screen() {
    let name: &'static str = name().leak();
    let map: &'static str = game()["maps"][0].as_str().unwrap().to_owned().leak();
    let mut seen = Vec::new();
    for lang in [Lang::En, Lang::Zh] {
        let keys =
            [Input::Next, Input::Enter, Input::Arrow(terminal::Arrow::Up), Input::Enter, Input::Letter('e')];
        for length in 0..=keys.len() {
            let scene = Scene { name: "x", game: name, map, lang, inputs: keys[..length].to_vec() };
            seen.push(scene.draw().unwrap().svg);
        }
    }
    let before = seen.len();
    seen.sort();
    seen.dedup();
    assert!(seen.len() >= before - 2, "every key changes the screen: {} of {before}", seen.len());
}
