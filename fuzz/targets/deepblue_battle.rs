//! Any bytes as a replay of the old contest: reading never fails hard, and what is read survives
//! being written and read again.
#![no_main]

use deepblue::formats::battle::Battle;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|file: &[u8]| {
    if let Ok(battle) = Battle::read(file) {
        assert_eq!(Battle::read(battle.write().as_bytes()).as_ref(), Ok(&battle));
    }
});
