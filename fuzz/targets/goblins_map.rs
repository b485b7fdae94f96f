//! Any bytes as a map of goblins: reading never fails hard, and what is usable survives being
//! written and read again.
#![no_main]

use goblins::{Setup, Stage, State};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|map: &[u8]| {
    for stage in Stage::ALL {
        let (setup, report) = Setup::inspect(map, stage);
        assert_eq!(setup.is_some(), report.is_usable());
        if let Some(setup) = setup {
            comes_back(&setup, stage);
        }
    }
});

fn comes_back(setup: &Setup, stage: Stage) {
    let text = setup.to_text();
    let (again, report) = Setup::inspect(text.as_bytes(), stage);
    assert_eq!(again.as_ref(), Some(setup), "{report:?}\n{text}");
    let state = State::new(setup);
    assert_eq!(State::try_from(&state.position()).as_ref(), Ok(&state));
}
