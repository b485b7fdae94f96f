//! What a player can ask for, and why it may be refused.

use board::Cell;
use core::fmt;
use game::{Lang, Speak, say};

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

impl Speak for Refusal {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => say!(f, lang, "the game is over", "游戏已经结束"),
            Self::OffBoard(cell) => {
                say!(f, lang, "{cell} is off the board: rows and columns go from 0 to 7", "{cell} 不在棋盘上")
            }
            Self::NoUnit(cell) => say!(f, lang, "there is no unit at {cell}", "{cell} 没有单位"),
            Self::EnemyUnit(cell) => say!(f, lang, "the unit at {cell} is an enemy", "{cell} 的单位是敌方的"),
            Self::HasMoved(cell) => {
                say!(
                    f,
                    lang,
                    "the unit at {cell} has already moved this turn",
                    "{cell} 的单位本回合已经移动过"
                )
            }
            Self::HasAttacked(cell) => {
                say!(
                    f,
                    lang,
                    "the unit at {cell} has already attacked this turn",
                    "{cell} 的单位本回合已经攻击过"
                )
            }
            Self::NoAttacksYet => say!(f, lang, "there are no attacks in stage 1", "第一阶段没有攻击"),
            Self::OutOfReach { unit, to } => {
                say!(f, lang, "the unit at {unit} cannot reach {to}", "{unit} 的单位到不了 {to}")
            }
            Self::OutOfRange { unit, target } => say!(
                f,
                lang,
                "{target} is not in the attack range of the unit at {unit}",
                "{target} 不在 {unit} 的单位的攻击范围内"
            ),
        }
    }
}

game::display_in_english!(Refusal);
