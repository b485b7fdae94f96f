//! What happens.

use crate::kinds::{Kind, Range, Side};
use crate::rulebook;
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use core::fmt;
use game::console::Explained;
use game::mistakes::Rule;

/// Something that happened, in the order in which it happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(tag = "event", rename_all = "snake_case"))]
pub enum Event {
    /// A unit went to a cell by itself.
    Moved {
        /// What it is.
        kind: Kind,
        /// Where it was.
        from: Cell,
        /// Where it is now.
        to: Cell,
    },
    /// A unit attacked a cell.
    Attacked {
        /// What the attacker is.
        kind: Kind,
        /// Where the attacker stands.
        from: Cell,
        /// The cell under attack.
        target: Cell,
    },
    /// A unit was hit.
    Hurt {
        /// What it is.
        kind: Kind,
        /// Where it stands.
        at: Cell,
        /// HP it lost.
        damage: i32,
        /// HP it has left, which may be 0 or less.
        hp: i32,
    },
    /// A unit was pushed to the next cell.
    Pushed {
        /// What it is.
        kind: Kind,
        /// Where it was.
        from: Cell,
        /// Where it is now.
        to: Cell,
    },
    /// A unit was pushed, but there is nothing for it to go to.
    Held {
        /// What it is.
        kind: Kind,
        /// Where it stands.
        at: Cell,
        /// What holds it.
        why: Obstacle,
    },
    /// A unit was pushed against another; both lose 1 HP.
    Bumped {
        /// What the pushed unit is.
        kind: Kind,
        /// Where it stands.
        at: Cell,
        /// What the other unit is.
        into: Kind,
        /// Where the other unit stands.
        into_at: Cell,
    },
    /// A unit was pushed against a mountain, which is gone; the unit loses 1 HP.
    HitMountain {
        /// What it is.
        kind: Kind,
        /// Where it stands.
        at: Cell,
        /// Where the mountain was.
        mountain: Cell,
    },
    /// A land unit was pushed towards the ocean: its HP becomes 0.
    Drowned {
        /// What it is.
        kind: Kind,
        /// Where it stood.
        at: Cell,
        /// The ocean.
        ocean: Cell,
    },
    /// A tank flattened a mountain on which nobody stood.
    Flattened {
        /// Where the mountain was.
        mountain: Cell,
    },
    /// A unit with no HP left leaves the board.
    Died {
        /// What it was.
        kind: Kind,
        /// Where it stood.
        at: Cell,
    },
    /// An enemy saw no reason to move from where it stands.
    Stayed {
        /// What it is.
        kind: Kind,
        /// Where it stands.
        at: Cell,
    },
    /// Forests healed a unit.
    Healed {
        /// What it is.
        kind: Kind,
        /// Where it stands.
        at: Cell,
        /// HP it gained.
        by: i32,
        /// HP it has now.
        hp: i32,
    },
    /// The player's turn is over; the enemy acts.
    TurnEnded {
        /// Number of the turn.
        turn: u32,
    },
    /// The game is over.
    Over {
        /// Whether the player has won.
        won: bool,
    },
}

/// Why a pushed unit stayed where it was, unharmed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(rename_all = "snake_case"))]
pub enum Obstacle {
    /// The edge of the board.
    Edge,
    /// A forest, which flying units do not enter.
    Forest,
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moved { kind, from, to } => write!(f, "the {kind} at {from} moves to {to}"),
            Self::Attacked { kind, from, target } => write!(f, "the {kind} at {from} attacks {target}"),
            Self::Hurt { kind, at, damage, hp } => {
                write!(f, "the {kind} at {at} loses {damage} HP and has {hp} left")
            }
            Self::Pushed { kind, from, to } => write!(f, "the {kind} at {from} is pushed to {to}"),
            Self::Held { kind, at, why: Obstacle::Edge } => {
                write!(f, "the {kind} at {at} is pushed against the edge of the board and stays")
            }
            Self::Held { kind, at, why: Obstacle::Forest } => {
                write!(f, "the {kind} at {at} is pushed against a forest and stays")
            }
            Self::Bumped { kind, at, into, into_at } => {
                write!(f, "the {kind} at {at} is pushed against the {into} at {into_at}")
            }
            Self::HitMountain { kind, at, mountain } => {
                write!(f, "the {kind} at {at} is pushed against the mountain at {mountain}, which crumbles")
            }
            Self::Drowned { kind, at, ocean } => {
                write!(f, "the {kind} at {at} is pushed into the ocean at {ocean} and drowns")
            }
            Self::Flattened { mountain } => write!(f, "the mountain at {mountain} is flattened"),
            Self::Died { kind, at } => write!(f, "the {kind} at {at} dies"),
            Self::Stayed { kind, at } => {
                write!(f, "the {kind} at {at} stays: no cell it can reach is nearer to a player unit")
            }
            Self::Healed { kind, at, by, hp } => {
                write!(f, "the {kind} at {at} gains {by} HP from the forests around it and has {hp}")
            }
            Self::TurnEnded { turn } => write!(f, "turn {turn} ends; the enemy acts"),
            Self::Over { won: true } => f.write_str("no enemy is left: the game is won"),
            Self::Over { won: false } => f.write_str("no player unit is left: the game is lost"),
        }
    }
}

impl Explained for Event {
    fn rule(&self) -> &'static Rule {
        match self {
            Self::Moved { kind, .. } if kind.side() == Side::Player => &rulebook::REACH,
            Self::Moved { .. } | Self::Stayed { .. } => &rulebook::ENEMY_MOVE,
            Self::Attacked { kind, .. } => match (kind.side(), kind.figures().range) {
                (Side::Enemy, _) => &rulebook::ENEMY_ATTACK,
                (Side::Player, Range::Melee) => &rulebook::MELEE,
                (Side::Player, Range::Line) => &rulebook::LINE,
                (Side::Player, Range::Jump) => &rulebook::BLAST,
            },
            Self::Hurt { .. } | Self::Died { .. } => &rulebook::DAMAGE,
            Self::Pushed { .. } => &rulebook::PUSH,
            Self::Held { why: Obstacle::Edge, .. } => &rulebook::EDGE,
            Self::Held { why: Obstacle::Forest, .. } => &rulebook::THICKET,
            Self::Bumped { .. } => &rulebook::BUMP,
            Self::HitMountain { .. } => &rulebook::CRUMBLE,
            Self::Drowned { .. } => &rulebook::DROWN,
            Self::Flattened { .. } => &rulebook::FLATTEN,
            Self::Healed { .. } => &rulebook::GROWTH,
            Self::TurnEnded { .. } => &rulebook::TURN,
            Self::Over { .. } => &rulebook::RESULT,
        }
    }

    fn cells(&self) -> Vec<Cell> {
        match *self {
            Self::Moved { from, to, .. } | Self::Pushed { from, to, .. } => vec![from, to],
            Self::Attacked { target, .. } => vec![target],
            Self::Bumped { at, into_at, .. } => vec![at, into_at],
            Self::HitMountain { at, mountain, .. } => vec![at, mountain],
            Self::Flattened { mountain } => vec![mountain],
            Self::Hurt { at, .. }
            | Self::Held { at, .. }
            | Self::Drowned { at, .. }
            | Self::Died { at, .. }
            | Self::Stayed { at, .. }
            | Self::Healed { at, .. } => vec![at],
            Self::TurnEnded { .. } | Self::Over { .. } => Vec::new(),
        }
    }
}
