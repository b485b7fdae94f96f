//! Any orders on any map of goblins. The input is a digit for the stage, a map, a zero byte and the
//! moves.
#![no_main]

use fuzz::{Bytes, Move};
use goblins::{Kind, Order, Phase, Setup, State, Terrain};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    if let Some(setup) = setup(&mut bytes) {
        fuzz::hold(&setup, State::new(&setup), &mut || next(&mut bytes), look);
    }
});

fn setup(bytes: &mut Bytes<'_>) -> Option<Setup> {
    let stage = fuzz::stage(bytes.byte()?);
    Setup::parse(bytes.text(), stage).ok()
}

fn next(bytes: &mut Bytes<'_>) -> Option<Move<Order>> {
    Some(match bytes.byte()? % 12 {
        10 => Move::Pick(bytes.byte()?.into()),
        11 => Move::EndTurn,
        order => Move::Submit(Order::ALL[usize::from(order)]),
    })
}

/// Checks the invariants that [`State`] documents.
fn look(state: &State) {
    for cell in state.size().cells() {
        let (mage, goblin) = (state.mages().has(cell), state.goblins().has(cell));
        let kind = state.kind(cell);
        assert_eq!(kind.is_some(), mage || goblin, "a unit on one list only at {cell}");
        assert_eq!(kind == Some(Kind::Mage), mage, "a unit of the other side at {cell}");
        assert!(kind.is_none() || state.terrain(cell) == Terrain::Plain, "a unit beside the plain at {cell}");
    }
    let awaited = state.mage_to_move();
    assert!(awaited.is_none() || state.phase() == Phase::Playing, "a mage is to move after the end");
    assert!(awaited.is_none_or(|cell| state.mages().has(cell)), "somebody else than a mage is to move");
    assert_eq!(
        State::try_from(&state.position()).as_ref(),
        Ok(state),
        "every state can be told as plain data"
    );
}
