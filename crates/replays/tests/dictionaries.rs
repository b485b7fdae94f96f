//! Packed replays open as long as there are dictionaries, whatever they were packed with.

use replays::{Replay, pack, text_of};
use std::fs;
use std::io::{Cursor, Read};
use std::path::{Path, PathBuf};

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn unpacked(packed: &[u8]) -> Result<String, String> {
    let mut text = String::new();
    let mut from = text_of(Cursor::new(packed.to_vec()))?;
    from.read_to_string(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

/// The files whose names end like this, and which game they are of.
fn files(ending: &str) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(data()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_name().unwrap().to_str().unwrap().strip_suffix(ending)?.to_owned();
        Some((name, fs::read(path).unwrap()))
    };
    files.into_iter().filter_map(read).collect()
}

#[test]
fn dictionaries_never_change() {
    let mut hashes = String::new();
    for entry in games::ALL {
        for (number, dictionary) in (1..).zip(entry.dictionaries()) {
            hashes += &format!("{} {number} {}\n", entry.name(), blake3::hash(dictionary).to_hex());
        }
    }
    let kept = fs::read_to_string(data().join("dictionaries.txt")).unwrap();
    for line in kept.lines() {
        assert!(hashes.contains(line), "{line}: without it no replay opens that was packed with it");
    }
    assert_eq!(hashes, kept, "a new dictionary belongs in the list");
}

#[test]
fn replays_of_every_dictionary_open() {
    for (game, text) in files(".jsonl") {
        let text = String::from_utf8(text).unwrap();
        let entry = games::find(&game).unwrap();
        for number in 0..=entry.dictionaries().len() {
            let path = data().join(format!("{game}-{number}.replay"));
            let packed = fs::read(&path).unwrap();
            assert_eq!(
                packed[9 + game.len()],
                number as u8,
                "{}: the dictionary that it names",
                path.display()
            );
            assert!(unpacked(&packed).as_ref() == Ok(&text), "{}", path.display());
            Replay::open(&path).unwrap();
        }
    }
}

#[test]
fn every_game_with_a_dictionary_has_replays_to_try() {
    let tried: Vec<String> = files(".jsonl").into_iter().map(|(game, _)| game).collect();
    let wanted = games::ALL.iter().filter(|entry| !entry.dictionaries().is_empty());
    assert!(wanted.into_iter().all(|entry| tried.contains(&entry.name().to_owned())));
}

#[test]
fn small_replays_gain_by_a_dictionary() {
    for (game, text) in files(".jsonl") {
        let without = fs::read(data().join(format!("{game}-0.replay"))).unwrap().len();
        let with = pack(Cursor::new(text)).unwrap().len();
        assert!(with < without, "{game}: {with} bytes, {without} without a dictionary");
    }
}

#[test]
fn a_wrong_dictionary_is_an_error() {
    for (game, text) in files(".jsonl") {
        let packed = pack(Cursor::new(text.clone())).unwrap();
        let named = 9 + game.len();
        let with = |number: u8| {
            let mut packed = packed.clone();
            packed[named] = number;
            unpacked(&packed)
        };
        assert!(with(200).unwrap_err().contains("a dictionary that this program does not have"), "{game}");
        assert!(with(0).is_err(), "{game}: zstd knows the dictionary by its number");
    }
}
