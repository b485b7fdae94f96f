//! Any bytes as the map and the answers of a dialogue of breach.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| fuzz::holds_a_dialogue(&breach::console::Console, input));
