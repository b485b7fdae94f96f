//! Orders as bytes.
//!
//! An order on the board takes two: the number of the unit's cell (`8 * row + column`), plus 64 for
//! an attack, and that of the other cell. Any other order takes five: 128, or 129 for an attack,
//! then the rows and columns of both cells.

use crate::order::Order;
use crate::state::SIZE;
use alloc::vec::Vec;
use board::Cell;
use game::OrderCodec;
use game::codec::take_byte;

/// Set in the first byte of an order that attacks, if it is on the board.
const ATTACK: u8 = 64;
/// The first byte of a move off the board; that of an attack is one more.
const OFF_BOARD: u8 = 128;

impl OrderCodec for Order {
    fn encode(&self, into: &mut Vec<u8>) {
        let (is_attack, unit, other) = match *self {
            Self::Move { unit, to } => (false, unit, to),
            Self::Attack { unit, target } => (true, unit, target),
        };
        if SIZE.contains(unit) && SIZE.contains(other) {
            into.extend([SIZE.index(unit) as u8 + u8::from(is_attack) * ATTACK, SIZE.index(other) as u8]);
        } else {
            into.extend([OFF_BOARD + u8::from(is_attack), unit.row, unit.col, other.row, other.col]);
        }
    }

    fn decode(from: &mut &[u8]) -> Option<Self> {
        let first = take_byte(from)?;
        if first < OFF_BOARD {
            let other = take_byte(from).filter(|cell| *cell < 64)?;
            return Some(order(first & ATTACK != 0, on_board(first % ATTACK), on_board(other)));
        }
        let mut cell = || Some(Cell::new(take_byte(from)?, take_byte(from)?));
        let (unit, other) = (cell()?, cell()?);
        let is_needed = !(SIZE.contains(unit) && SIZE.contains(other));
        (first <= OFF_BOARD + 1 && is_needed).then(|| order(first > OFF_BOARD, unit, other))
    }
}

const fn order(is_attack: bool, unit: Cell, other: Cell) -> Order {
    if is_attack { Order::Attack { unit, target: other } } else { Order::Move { unit, to: other } }
}

const fn on_board(number: u8) -> Cell {
    Cell::new(number / 8, number % 8)
}
