//! Any text as a clock: what is read is written so that it is read again as the same.
#![no_main]

use arena::Clock;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(clock) = text.parse::<Clock>() {
        assert_eq!(clock.to_string().parse(), Ok(clock));
    }
});
