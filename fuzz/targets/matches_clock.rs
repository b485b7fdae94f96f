//! Any text as a clock: what is read is written so that it is read again as the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use matches::Clock;

fuzz_target!(|text: &str| {
    if let Ok(clock) = text.parse::<Clock>() {
        assert_eq!(clock.to_string().parse(), Ok(clock));
    }
});
