//! Any orders, as the contest writes them, on a few maps of fc18. The input is a digit for the
//! rules, one for the map, and the moves.
#![no_main]

use board::Size;
use fc18::kinds::Class;
use fc18::{CONTEST_SIZE, Fc18, Order, Rules, Setup, generate};
use fuzz::{Bytes, Move};
use game::{Game, Seat};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    if let Some(setup) = setup(&mut bytes) {
        fuzz::hold(&setup, Fc18::start(&setup, 0), &mut || next(&mut bytes), look);
    }
});

fn setup(bytes: &mut Bytes<'_>) -> Option<Setup<16>> {
    let rules = Rules::NAMES[usize::from(bytes.byte()?.wrapping_sub(b'0')) % Rules::NAMES.len()];
    let seed = u64::from(bytes.byte()? % 8);
    let size = if seed < 4 { CONTEST_SIZE } else { Size { rows: 9, cols: 8 } };
    let map =
        if seed.is_multiple_of(2) { generate::fair(size, seed) } else { generate::original(size, seed) };
    Setup::new(map.ok()?, Rules::named(rules)?).ok()
}

fn next(bytes: &mut Bytes<'_>) -> Option<Move<Order>> {
    loop {
        match bytes.byte()? % 8 {
            0 => return Some(Move::EndTurn),
            1..=4 => return Some(Move::Pick(bytes.byte()?.into())),
            _ => {}
        }
        let mut number = || Some(wide(bytes.byte()?));
        let numbers = [number()?, number()?, number()?, number()?, number()?];
        let length = 1 + usize::from(bytes.byte()?) % 4;
        match Order::from_numbers(numbers[0], &numbers[1..=length]) {
            Ok(order) => return Some(Move::Submit(order)),
            Err(unreadable) => drop(unreadable.to_string()),
        }
    }
}

/// Small numbers mean themselves; the last few are extremes.
fn wide(byte: u8) -> i64 {
    match byte {
        255 => i64::MAX,
        254 => i64::MIN,
        253 => i64::from(i32::MAX),
        252 => -1,
        251 => 65_535,
        small => small.into(),
    }
}

/// Checks what every state promises.
fn look(state: &Fc18) {
    for player in 0..4 {
        assert!(state.tower_count(Seat(player)) <= 10);
        assert!(state.corps_count(Seat(player), Class::Fighter) <= 10);
        assert!(state.corps_count(Seat(player), Class::Engineer) <= 10);
    }
    for corps in state.corps() {
        let beside = state.standing(corps.at).filter(|other| other.kind.class() == corps.kind.class());
        assert!(state.tower_at(corps.at).is_some() || beside.count() == 1, "two of a class at {}", corps.at);
        assert!(corps.hp <= corps.kind.max_hp());
    }
}
