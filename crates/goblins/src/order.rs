//! What a player can ask for, and why it may be refused.

use crate::kinds::Terrain;
use board::{Cell, Direction};
use core::fmt;

/// An order to the mage whose turn it is: one symbol of a command line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(tag = "order", content = "direction", rename_all = "snake_case"))]
#[cfg_attr(feature = "formats", serde(deny_unknown_fields))]
pub enum Order {
    /// Go to the neighbouring square.
    #[cfg_attr(feature = "formats", schemars(schema_with = "crate::formats::direction"))]
    Step(Direction),
    /// Burn the first unit in this direction; the mage is done.
    #[cfg_attr(feature = "formats", schemars(schema_with = "crate::formats::direction"))]
    Fireball(Direction),
    /// Blow away the units around; the mage is done.
    Tornado,
    /// Nothing more; the next mage's turn.
    Done,
}

impl Order {
    /// Every order there is.
    pub const ALL: [Self; 10] = [
        Self::Step(Direction::Up),
        Self::Step(Direction::Down),
        Self::Step(Direction::Left),
        Self::Step(Direction::Right),
        Self::Fireball(Direction::Up),
        Self::Fireball(Direction::Down),
        Self::Fireball(Direction::Left),
        Self::Fireball(Direction::Right),
        Self::Tornado,
        Self::Done,
    ];
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Step(direction) => write!(f, "step {}", direction.name()),
            Self::Fireball(direction) => write!(f, "fireball {}", direction.name()),
            Self::Tornado => f.write_str("tornado"),
            Self::Done => f.write_str("done"),
        }
    }
}

/// Why an order is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the sentences below say it")]
pub enum Refusal {
    NobodyToMove,
    NoPointsLeft,
    Edge(Direction),
    NotPlain(Cell, Terrain),
    Occupied(Cell),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NobodyToMove => f.write_str("every mage has acted this turn; end the turn"),
            Self::NoPointsLeft => {
                f.write_str("this mage has no points left: all 3 steps of its turn are made")
            }
            Self::Edge(direction) => write!(f, "a step {} would leave the board", direction.name()),
            Self::NotPlain(cell, terrain) => write!(f, "{cell} is {terrain}; only plain can be entered"),
            Self::Occupied(cell) => write!(f, "another unit stands on {cell}"),
        }
    }
}
