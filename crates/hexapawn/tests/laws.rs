//! The game keeps the laws of the contract, and says what is wrong with a map.

use game::Game;
use hexapawn::{ENTRY, Setup, State};
use proptest::prelude::*;

fn starts() -> impl Strategy<Value = (Setup, State)> {
    (0..ENTRY.maps().len()).prop_map(|map| {
        let setup = Setup::parse(ENTRY.maps()[map].1.as_bytes()).unwrap();
        (setup, State::start(&setup, 0))
    })
}

testing::laws!(starts());

#[test]
fn broken_maps_say_what_is_wrong_and_where() {
    let wrong = |map: &[u8]| Setup::parse(map).unwrap_err().first();
    assert_eq!(wrong(b"bbb\n.x.\nwww"), "line 2: `x` is no pawn: w, b or .");
    assert!(wrong(b"").starts_with("line 1: a board has 3 to 8 rows"));
    assert!(wrong(b"bbb\n..\nwww").starts_with("line 2: a board has"));
    assert_eq!(wrong(b"bbw\n...\nwww"), "line 1: a `w` stands on its goal");
    assert_eq!(wrong(b"...\n...\nwww"), "line 1: there is no `b`");
}

/// Counted by hand: three moves or a pass, which ends the game; then the end of the turn; then
/// four, five and four replies.
#[test]
fn lines_of_play() {
    let setup = ENTRY.open(ENTRY.maps()[0].1.as_bytes(), "classic").unwrap();
    let lines: Vec<u64> = (1..=3).map(|depth| setup.perft(depth).lines).collect();
    assert_eq!(lines, [4, 4, 14]);
}
