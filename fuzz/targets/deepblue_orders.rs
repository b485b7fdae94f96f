//! Any text as orders of deepblue, in a game on a map of ours. The first byte is a digit for the
//! map, a line is an order of one seat and the next of the other; an empty line ends the round.
#![no_main]

use deepblue::formats::map_file;
use deepblue::{Order, Rules, Setup, State};
use fuzz::Move;
use game::{Game, Receipt, Seat, Silent};
use libfuzzer_sys::fuzz_target;

/// The smaller maps: fields that start with units, and one that starts with none.
const MAPS: [&str; 3] = ["training", "fogbank", "duel"];

fuzz_target!(|input: &[u8]| {
    let Some((first, orders)) = input.split_first() else { return };
    let setup = setup(*first);
    answers_are_true(State::start(&setup, 1), orders);
    // Much can be ordered here, and the laws look at all of it.
    let mut lines = lines(orders).take(24);
    let mut next = || lines.next().map(|line| read(line).map_or(Move::EndTurn, Move::Submit));
    fuzz::hold(&setup, State::start(&setup, 1), &mut next, is_within_bounds);
});

fn setup(first: u8) -> Setup {
    let name = MAPS[usize::from(first.wrapping_sub(b'0')) % MAPS.len()];
    let map = deepblue::ENTRY.maps().iter().find(|(other, _)| *other == name).expect("a map of ours");
    let rules = [Rules::DOCUMENT, Rules::FINAL][usize::from(first.wrapping_sub(b'0')) / MAPS.len() % 2];
    map_file::read(map.1.as_bytes(), rules).expect("a valid map")
}

/// What can be read as text.
fn lines(orders: &[u8]) -> impl Iterator<Item = &str> {
    orders.split(|byte| *byte == b'\n').map(|line| std::str::from_utf8(line).unwrap_or("?"))
}

fn answers_are_true(mut state: State, orders: &[u8]) {
    for (number, line) in lines(orders).take(400).enumerate() {
        if line.is_empty() {
            state.settle(&mut Vec::new());
            is_within_bounds(&state);
        } else if let Some(order) = read(line) {
            submit(&mut state, Seat((number % 2) as u8), order);
        }
    }
}

/// As on the old wire; what is read reads the same when it is written.
fn read(line: &str) -> Option<Order> {
    let order = Order::parse(line)?;
    assert_eq!(Order::parse(&order.to_string()), Some(order));
    Some(order)
}

/// The answer agrees with the truth wherever it is not `Taken`.
fn submit(state: &mut State, seat: Seat, order: Order) {
    let truth = state.clone().accept(seat, order);
    match state.submit(seat, order, &mut Silent) {
        Ok(Receipt::Done) => assert_eq!(truth, Ok(())),
        Ok(Receipt::Taken) => {}
        Err(refusal) => {
            assert!(truth.is_err(), "{order:?} was refused ({refusal}) and is accepted in truth");
            drop(refusal.to_string());
        }
    }
}

fn is_within_bounds(state: &State) {
    for (index, body) in state.elements() {
        let most = state.chart().rules.of(body.kind);
        let stores =
            [(body.health, most.health_max), (body.fuel, most.fuel_max), (body.metal, most.metal_max)];
        assert!(stores.iter().all(|(has, most)| (0..=*most).contains(has)), "{index}: {body:?}");
        assert!(state.chart().size.contains(body.at));
    }
}
