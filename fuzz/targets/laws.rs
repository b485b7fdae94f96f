//! The laws of the contract, for every game that there is, the example too. The first byte is a
//! digit for the game, the second a digit for one of its maps; the rest is what is done there.
#![no_main]

use game::{GameEntry, OpenSetup};
use games::{HostedGame, Visitor};
use libfuzzer_sys::fuzz_target;
use std::ops::ControlFlow;

/// Longer games say little more, and the laws take long.
const MOST_BYTES: usize = 256;

fuzz_target!(|input: &[u8]| {
    let [game, map, moves @ ..] = input else { return };
    let entry = games::ALL[digit(*game) % games::ALL.len()];
    let (_, map) = entry.maps()[digit(*map) % entry.maps().len()];
    let moves = &moves[..moves.len().min(MOST_BYTES)];
    games::visit(&mut Play { entry, map, moves }).expect("a type for every map");
});

fn digit(byte: u8) -> usize {
    byte.wrapping_sub(b'0').into()
}

struct Play<'a> {
    entry: &'static dyn GameEntry,
    map: &'static str,
    moves: &'a [u8],
}

impl Visitor for Play<'_> {
    type Found = ();

    fn visit<G: HostedGame>(&mut self, entry: &'static dyn GameEntry) -> ControlFlow<()> {
        if entry.name() != self.entry.name() {
            return ControlFlow::Continue(());
        }
        let open = |rules: &&str| entry.open(self.map.as_bytes(), rules).ok();
        let setup = entry.profiles().iter().find_map(open).expect("a profile for every map");
        // A game may keep its states in several types.
        let Some(OpenSetup(setup)) = setup.as_any().downcast_ref::<OpenSetup<G>>() else {
            return ControlFlow::Continue(());
        };
        testing::laws::hold_for_bytes(setup, G::start(setup, 1), self.moves);
        ControlFlow::Break(())
    }
}
