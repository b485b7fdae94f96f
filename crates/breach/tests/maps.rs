//! The maps that come with the game, each with a line that wins it.
#![cfg(feature = "formats")]

use breach::TITLE;
use testing::{OnDisk, check_maps, check_wins};

#[test]
fn every_map_is_valid() {
    check_maps(TITLE);
}

/// `sandtable console breach --map NAME < maps/breach/wins/NAME.in` shows the same.
#[test]
fn every_map_can_be_won() {
    check_wins(TITLE, &OnDisk::own(env!("CARGO_MANIFEST_DIR"), "../../maps/breach/wins"), "Won");
}
