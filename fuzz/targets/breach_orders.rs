//! Any orders on any map of breach. The input is a digit for the stage, a map, a zero byte and the
//! moves.
#![no_main]

use breach::{Kind, Order, Setup, Side, State};
use fuzz::{Bytes, Move};
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
    Some(match bytes.byte()? % 4 {
        0 => Move::EndTurn,
        1 => Move::Pick(bytes.byte()?.into()),
        2 => Move::Submit(Order::Move { unit: bytes.cell()?, to: bytes.cell()? }),
        _ => Move::Submit(Order::Attack { unit: bytes.cell()?, target: bytes.cell()? }),
    })
}

/// Checks the invariants that [`State`] documents.
fn look(state: &State) {
    for cell in breach::SIZE.cells() {
        let side = state.kind(cell).map(Kind::side);
        assert_eq!(
            side == Some(Side::Player),
            state.side(Side::Player).has(cell),
            "the player's cells lie at {cell}"
        );
        assert_eq!(
            side == Some(Side::Enemy),
            state.side(Side::Enemy).has(cell),
            "the enemy's cells lie at {cell}"
        );
        assert!(state.hp(cell).is_none_or(|hp| hp >= 1), "no HP left at {cell}");
        let tired = state.has_moved(cell) || state.has_attacked(cell);
        assert!(!tired || side == Some(Side::Player), "a mark on {cell}, and no player unit");
    }
    assert_eq!(
        State::try_from(&state.position()).as_ref(),
        Ok(state),
        "every state can be told as plain data"
    );
}
