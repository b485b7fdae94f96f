//! What a player can ask for, and why it may be refused.

use board::Cell;
use core::fmt;

/// An order to one unit, named by its cell.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(tag = "order", rename_all = "snake_case", deny_unknown_fields))]
pub enum Order {
    /// Go to a cell; the unit's own will do.
    Move {
        /// Where the unit stands.
        unit: Cell,
        /// Where it goes.
        to: Cell,
    },
    /// Attack a cell, whoever stands there or nobody.
    Attack {
        /// Where the unit stands.
        unit: Cell,
        /// What it attacks.
        target: Cell,
    },
}

impl Order {
    /// Where the unit stands.
    #[must_use]
    pub const fn unit(self) -> Cell {
        match self {
            Self::Move { unit, .. } | Self::Attack { unit, .. } => unit,
        }
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Move { unit, to } => write!(f, "move {unit} to {to}"),
            Self::Attack { unit, target } => write!(f, "attack {target} from {unit}"),
        }
    }
}

/// Why an order is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the sentences below say it")]
pub enum Refusal {
    GameOver,
    OffBoard(Cell),
    NoUnit(Cell),
    EnemyUnit(Cell),
    HasMoved(Cell),
    HasAttacked(Cell),
    NoAttacksYet,
    OutOfReach { unit: Cell, to: Cell },
    OutOfRange { unit: Cell, target: Cell },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::OffBoard(cell) => write!(f, "{cell} is off the board: rows and columns go from 0 to 7"),
            Self::NoUnit(cell) => write!(f, "there is no unit at {cell}"),
            Self::EnemyUnit(cell) => write!(f, "the unit at {cell} is an enemy"),
            Self::HasMoved(cell) => write!(f, "the unit at {cell} has already moved this turn"),
            Self::HasAttacked(cell) => write!(f, "the unit at {cell} has already attacked this turn"),
            Self::NoAttacksYet => f.write_str("there are no attacks in stage 1"),
            Self::OutOfReach { unit, to } => write!(f, "the unit at {unit} cannot reach {to}"),
            Self::OutOfRange { unit, target } => {
                write!(f, "{target} is not in the attack range of the unit at {unit}")
            }
        }
    }
}
