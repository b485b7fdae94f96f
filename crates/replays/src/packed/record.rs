//! A line as it is packed.
//!
//! A record begins with a number: [`LINE`], and the line itself follows as a text; [`TURN`] or
//! [`END`], and what cannot be computed of it follows, without what was measured; or
//! [`MEASURED_TURN`] or [`MEASURED_END`], with it.
//!
//! Of a turn, for each awaited seat: four times the number of its orders, plus 2 if it has
//! [extras](Extras), plus 1 if some of its orders are texts; then the orders, in the second case
//! each with a 0 before it, or a 1 and its text; then the extras.

use super::body::{Body, Streams};
use super::damaged;
use game::replay::{MOST_ORDERS, Measured, Move};
use game::{DynGame, JsonText, Seats};
use std::io;

pub(super) const LINE: u64 = 0;
pub(super) const TURN: u64 = 1;
pub(super) const MEASURED_TURN: u64 = 2;
pub(super) const END: u64 = 3;
pub(super) const MEASURED_END: u64 = 4;

/// What else a move may hold, as bits of a number: a note, faults, that the seat is out.
struct Extras;

impl Extras {
    const NOTE: u64 = 1;
    const FAULTS: u64 = 2;
    const OUT: u64 = 4;

    fn of(step: &Move) -> u64 {
        let mut extras = 0;
        extras |= if step.note.is_some() { Self::NOTE } else { 0 };
        extras |= if step.faults.is_empty() { 0 } else { Self::FAULTS };
        extras | if step.out { Self::OUT } else { 0 }
    }
}

/// The bytes of an order, if they stand for its text, and not just for the same order.
fn exact_bytes(table: &dyn DynGame, order: &JsonText) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let is_order = table.encode_order(order.get(), &mut bytes);
    let back = is_order.then(|| table.decode_order(&mut &bytes[..])).flatten();
    back.is_some_and(|back| back == *order).then_some(bytes)
}

/// Writes the moves of a turn.
pub(super) fn put_moves(table: &dyn DynGame, moves: &[Move], into: &mut Body) {
    for step in moves {
        let orders: Vec<Option<Vec<u8>>> =
            step.orders.iter().map(|order| exact_bytes(table, order)).collect();
        let (extras, mixed) = (Extras::of(step), orders.iter().any(Option::is_none));
        into.number(4 * orders.len() as u64 + 2 * u64::from(extras != 0) + u64::from(mixed));
        for (order, bytes) in step.orders.iter().zip(orders) {
            if mixed {
                into.number(u64::from(bytes.is_none()));
            }
            match bytes {
                Some(bytes) => into.records.extend_from_slice(&bytes),
                None => into.text(order.get().as_bytes()),
            }
        }
        if extras != 0 {
            put_extras(step, extras, into);
        }
    }
}

fn put_extras(step: &Move, extras: u64, into: &mut Body) {
    into.number(extras);
    if let Some(note) = &step.note {
        into.text(note.as_bytes());
    }
    if !step.faults.is_empty() {
        into.number(step.faults.len() as u64);
        step.faults.iter().for_each(|fault| into.text(fault.as_bytes()));
    }
}

/// Reads the moves of a turn of these seats. The answers are still missing.
pub(super) fn take_moves(table: &dyn DynGame, awaited: Seats, from: &mut Streams) -> io::Result<Vec<Move>> {
    let mut moves = Vec::new();
    for seat in awaited.iter() {
        let head = from.number()?;
        let (count, has_extras, mixed) = (head / 4, head & 2 != 0, head & 1 != 0);
        if count > MOST_ORDERS as u64 {
            return Err(damaged("it has more orders in a turn than any replay"));
        }
        let mut step = Move { seat: seat.0, ..Move::default() };
        for _ in 0..count {
            let is_text = mixed && from.number()? == 1;
            step.orders.push(match is_text {
                true => json(text(from)?)?,
                false => from.take_with(|bytes| table.decode_order(bytes))?,
            });
        }
        if has_extras {
            take_extras(&mut step, from)?;
        }
        moves.push(step);
    }
    Ok(moves)
}

fn take_extras(step: &mut Move, from: &mut Streams) -> io::Result<()> {
    let extras = from.number()?;
    if extras & Extras::NOTE != 0 {
        step.note = Some(text(from)?);
    }
    if extras & Extras::FAULTS != 0 {
        let count = from.number()?;
        if count > MOST_ORDERS as u64 {
            return Err(damaged("it has more faults in a turn than any replay"));
        }
        step.faults = (0..count).map(|_| text(from)).collect::<io::Result<_>>()?;
    }
    step.out = extras & Extras::OUT != 0;
    Ok(())
}

/// Reads what so many moves took.
pub(super) fn take_measured(count: usize, from: &mut Streams) -> io::Result<Vec<Measured>> {
    let one = |_| Ok(Measured { cpu_us: from.measured()?, wall_us: from.measured()? });
    (0..count).map(one).collect()
}

/// Reads a text.
pub(super) fn text(from: &mut Streams) -> io::Result<String> {
    let text = str::from_utf8(from.text()?).map_err(|_| damaged("a text is not UTF-8"))?;
    Ok(text.to_owned())
}

/// JSON from its text.
pub(super) fn json(text: String) -> io::Result<JsonText> {
    serde_json::from_str(&text).map_err(|_| damaged("an order is not JSON"))
}
