//! Any bytes as a map of fc18: reading never fails hard, and what is usable survives being written
//! and read again.
#![no_main]

use fc18::formats::{draw_map, read_map, write_map};
use fc18::{LargeFc18, Rules, Setup};
use game::Game;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    for rules in [Rules::MANUAL, Rules::JUDGE] {
        let (map, report) = read_map(text, &rules);
        assert_eq!(map.is_some(), report.is_usable());
        let Some(map) = map else { continue };
        let (again, report) = read_map(write_map(&map).as_bytes(), &rules);
        assert_eq!(again.as_ref(), Some(&map), "{report:?}\n{}", draw_map(&map));
        let state = LargeFc18::start(&Setup::new(map, rules).unwrap(), 0);
        assert!(!state.to_move().is_empty());
    }
});
