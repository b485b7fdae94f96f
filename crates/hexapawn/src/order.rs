//! What a seat can ask for, and why it may be refused.

use alloc::vec::Vec;
use board::Cell;
use core::fmt;
use game::codec::take_byte;
use game::{Lang, OrderCodec, Speak, say};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "order", rename_all = "snake_case", deny_unknown_fields)]
pub enum Order {
    /// Moves a pawn one cell ahead, or takes one cell ahead to the left or right.
    Move {
        /// Where the pawn stands.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
}

impl OrderCodec for Order {
    fn encode(&self, into: &mut Vec<u8>) {
        let Self::Move { from, to } = *self;
        into.extend([from.row, from.col, to.row, to.col]);
    }

    fn decode(from: &mut &[u8]) -> Option<Self> {
        let mut cell = || Some(Cell::new(take_byte(from)?, take_byte(from)?));
        Some(Self::Move { from: cell()?, to: cell()? })
    }
}

/// Why an order is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Refusal {
    /// One move a turn.
    HasMoved,
    /// None of the seat's pawns stands here.
    NoPawn(Cell),
    /// Not one row ahead, in the same column or the next.
    NotAhead(Cell),
    /// Straight ahead only onto empty cells.
    Blocked(Cell),
    /// Diagonally only to take.
    NothingToTake(Cell),
}

impl Speak for Refusal {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HasMoved => say!(f, lang, "you have moved this turn", "本回合已经走过"),
            Self::NoPawn(cell) => say!(f, lang, "no pawn of yours stands at {cell}", "{cell} 没有己方的兵"),
            Self::NotAhead(cell) => {
                say!(f, lang, "{cell} is not one step ahead of the pawn", "{cell} 不在兵的前方一步")
            }
            Self::Blocked(cell) => say!(f, lang, "{cell} is not empty", "{cell} 不是空格"),
            Self::NothingToTake(cell) => {
                say!(f, lang, "there is nothing to take at {cell}", "{cell} 没有可吃的兵")
            }
        }
    }
}

game::display_in_english!(Refusal);
