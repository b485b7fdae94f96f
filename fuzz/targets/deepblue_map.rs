//! Any bytes as a map of deepblue: reading never fails hard, and what is usable survives being
//! written and read again, and a few rounds.
#![no_main]

use deepblue::formats::map_file;
use deepblue::{Rules, State};
use game::{Game, Silent};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|map: &[u8]| {
    for rules in [Rules::DOCUMENT, Rules::FINAL] {
        let (setup, report) = map_file::inspect(map, rules);
        assert_eq!(setup.is_some(), report.is_usable());
        let Some(setup) = setup else { continue };
        let (plan, rules, _) = map_file::read_plan(map, rules);
        let text = map_file::write(plan.as_ref().expect("a usable map"));
        let (again, _, report) = map_file::read_plan(text.as_bytes(), rules);
        assert_eq!(again, plan, "{report:?}\n{text}");
        let mut state = State::start(&setup, 1);
        for _ in 0..3 {
            state.settle(&mut Silent);
        }
    }
});
