//! Any bytes as a replay: it is read, said to be damaged, and run as far as it goes, without a
//! panic.
#![no_main]

use game::replay::Rerun;
use libfuzzer_sys::fuzz_target;
use replays::Replay;
use std::io::Cursor;

fuzz_target!(|input: &[u8]| {
    let Ok(mut replay) = Replay::read(Cursor::new(input.to_vec())) else { return };
    let Some(entry) = games::find(&replay.header.game) else { return };
    let Ok(mut rerun) = Rerun::new(entry, &replay.header) else { return };
    // What differs is said; the rest is run all the same.
    let _ = rerun.run(&mut replay, &mut |_, _, _| {});
});
