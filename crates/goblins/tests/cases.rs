//! Recorded dialogues and counts: our own selection, and the whole collection where it is at hand.
#![cfg(feature = "formats")]

use game::conform::{ConformRequest, Folder};
use goblins::{ENTRY, Stage};
use testing::{OnDisk, all_pass, check_perft};

fn run(folder: &dyn Folder, stage: Stage) -> usize {
    all_pass(ENTRY, folder, ConformRequest { stage: Some(stage), rules: None })
}

fn own(name: &str) -> OnDisk {
    OnDisk::own(env!("CARGO_MANIFEST_DIR"), &format!("tests/cases/{name}"))
}

#[test]
fn one_rule_each() {
    assert_eq!(run(&own("edge"), Stage::Four), 75);
}

#[test]
fn decisions_where_the_original_gives_up() {
    assert_eq!(run(&own("choices"), Stage::Four), 22);
}

#[test]
fn generated_games() {
    assert_eq!(run(&own("fuzz"), Stage::Four), 50);
}

#[test]
fn early_stages() {
    assert_eq!(run(&own("stage1"), Stage::One), 1);
    assert_eq!(run(&own("stage2"), Stage::Two), 1);
}

#[test]
fn the_whole_collection() {
    let Some(folder) = OnDisk::shared("goblins") else { return };
    for stage in Stage::ALL {
        assert!(run(&*folder.other(&format!("stage{}", stage as u8)).unwrap(), stage) > 0);
    }
    for name in ["fuzz", "edge", "choices"] {
        assert!(run(&*folder.other(name).unwrap(), Stage::Four) > 20);
    }
}

#[test]
fn lines_of_play() {
    assert!(check_perft(ENTRY, include_str!("perft.txt")) > 10);
}
