//! Any bytes as a packed replay: it is unpacked as far as it goes, or said to be damaged, without a
//! panic. Any text as a replay: if it can be packed, it unpacks to the same bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, Read};

fuzz_target!(|input: &[u8]| {
    let input = input.to_vec();
    let mut text = Vec::new();
    let is_read = replays::text_of(Cursor::new(input.clone()))
        .is_ok_and(|mut from| from.read_to_end(&mut text).is_ok());
    let Ok(packed) = replays::pack(Cursor::new(input)) else { return };
    if is_read {
        let mut again = Vec::new();
        replays::text_of(Cursor::new(packed)).unwrap().read_to_end(&mut again).unwrap();
        assert!(again == text, "it unpacks to something else");
    }
});
