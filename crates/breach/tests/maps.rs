//! The maps that come with the game, each with a line that wins it.
#![cfg(feature = "formats")]

use breach::ENTRY;
use testing::{OnDisk, check_maps, check_wins};

#[test]
fn every_map_is_valid() {
    check_maps(ENTRY);
}

/// `sandtable console breach --map NAME < maps/breach/wins/NAME.in` shows the same.
#[test]
fn every_map_can_be_won() {
    check_wins(ENTRY, &OnDisk::own(env!("CARGO_MANIFEST_DIR"), "../../maps/breach/wins"), "Won");
}
