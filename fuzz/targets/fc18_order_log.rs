//! Any bytes as an order log of fc18: reading never fails hard, and what it says can be tried in a
//! game.
#![no_main]

use fc18::formats::OrderLog;
use fc18::{CONTEST_SIZE, Fc18, Rules, Setup, generate};
use game::{Game, Silent};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let Ok(log) = OrderLog::read(text) else { return };
    let map = generate::fair(CONTEST_SIZE, 1).unwrap();
    let mut state = Fc18::start(&Setup::new(map, Rules::FINAL2021).unwrap(), 0);
    for turn in &log.turns {
        for logged in turn {
            let seat = state.on_turn();
            match logged.order_in(&state) {
                Some(order) => drop(state.submit(seat, order, &mut Silent).map_err(|why| why.to_string())),
                None => state.note_rejected(seat),
            }
        }
        state.end_turn(state.on_turn(), &mut Silent);
    }
});
