//! Any bytes as a replay: it is read, said to be damaged, and run as far as it goes, without a panic.
#![no_main]

use game::GameEntry;
use game::replay::Rerun;
use libfuzzer_sys::fuzz_target;
use matches::Recording;

fuzz_target!(|input: &[u8]| {
    let Ok(recording) = Recording::read(input) else { return };
    assert!(recording.end.is_some() || recording.damage.is_some());
    let titles: [&dyn GameEntry; 4] = [breach::ENTRY, goblins::ENTRY, deepblue::ENTRY, fc18::ENTRY];
    let Some(title) = titles.into_iter().find(|title| title.name() == recording.header.game) else { return };
    let Ok(mut rerun) = Rerun::new(title, &recording.header) else { return };
    // What differs is said; the rest is run all the same.
    let _ = rerun.run(&recording.turns, recording.end.as_ref(), &mut |_, _, _| {});
});
