//! Recorded dialogues and counts: our own selection, and the whole collection where it is at hand.
#![cfg(feature = "formats")]

use breach::{ENTRY, Stage};
use game::conform::{ConformRequest, Folder};
use testing::{OnDisk, all_pass, check_perft};

fn run(folder: &dyn Folder, stage: Stage) -> usize {
    all_pass(ENTRY, folder, ConformRequest { stage: Some(stage), rules: None })
}

fn own(name: &str) -> OnDisk {
    OnDisk::own(env!("CARGO_MANIFEST_DIR"), &format!("tests/cases/{name}"))
}

#[test]
fn malformed_maps_and_answers() {
    assert_eq!(run(&own("edge"), Stage::Four), 52);
}

#[test]
fn every_mechanism() {
    assert_eq!(run(&own("fuzz"), Stage::Four), 35);
}

#[test]
fn early_stages() {
    assert_eq!(run(&own("stage1"), Stage::One), 3);
    assert_eq!(run(&own("stage2"), Stage::Two), 2);
    assert_eq!(run(&own("stage3"), Stage::Three), 2);
}

#[test]
fn the_whole_collection() {
    let Some(folder) = OnDisk::shared("breach") else { return };
    for stage in Stage::ALL {
        assert!(run(&*folder.other(&format!("stage{}", stage as u8)).unwrap(), stage) > 0);
    }
    for name in ["fuzz", "edge"] {
        assert!(run(&*folder.other(name).unwrap(), Stage::Four) > 20);
    }
}

#[test]
fn lines_of_play() {
    assert!(check_perft(ENTRY, include_str!("perft.txt")) > 10);
}
