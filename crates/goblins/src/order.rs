//! What a player can ask for, and why it may be refused.

use crate::kinds::{Terrain, direction_words};
use board::{Cell, Direction};
use core::fmt;
use game::{Lang, Speak, say};

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

impl Speak for Refusal {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NobodyToMove => say!(
                f,
                lang,
                "every mage has acted this turn; end the turn",
                "本回合所有法师都已行动；请结束回合"
            ),
            Self::NoPointsLeft => say!(
                f,
                lang,
                "this mage has no points left: all 3 steps of its turn are made",
                "此法师没有行动力了：本回合的 3 步已走完"
            ),
            Self::Edge(direction) => {
                let way = lang.pick(direction_words(direction));
                say!(f, lang, "a step {way} would leave the board", "向{way}一步会离开棋盘")
            }
            Self::NotPlain(cell, terrain) => {
                let terrain = lang.pick(terrain.words());
                say!(
                    f,
                    lang,
                    "{cell} is {terrain}; only plain can be entered",
                    "{cell} 是{terrain}；只能走平原"
                )
            }
            Self::Occupied(cell) => say!(f, lang, "another unit stands on {cell}", "{cell} 有其他单位"),
        }
    }
}

game::display_in_english!(Refusal);
