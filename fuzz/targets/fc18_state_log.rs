//! Any bytes as a state log of fc18: reading never fails hard, and a map in it is a map.
#![no_main]

use fc18::Rules;
use fc18::formats::{StateLog, read_map, write_map};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let Ok(log) = StateLog::read(text) else { return };
    assert!(!log.blocks.is_empty());
    if let Ok(map) = log.map() {
        assert_eq!(read_map(write_map(&map).as_bytes(), &Rules::MANUAL).0, Some(map));
    }
});
