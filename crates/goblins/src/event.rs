//! What happens.

use crate::kinds::{Kind, Terrain};
use crate::rulebook;
use crate::state::Phase;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Direction};
use core::fmt;
use game::console::Explained;
use game::mistakes::Rule;

/// Something that happened, in the order in which it happened.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(tag = "event", rename_all = "snake_case"))]
pub enum Event {
    /// A mage made a step.
    Stepped {
        /// Where it was.
        from: Cell,
        /// Where it is now.
        to: Cell,
    },
    /// A mage cast a fireball.
    Fireball {
        /// Where the mage stands.
        from: Cell,
        /// Which way the fireball flew.
        direction: Direction,
        /// Where it ended.
        end: FireballEnd,
    },
    /// A mage cast a tornado; what it did follows.
    Tornado {
        /// Where the mage stands.
        at: Cell,
    },
    /// A unit was blown one square outwards.
    Blown {
        /// What it is.
        kind: Kind,
        /// Where it was.
        from: Cell,
        /// Where it is now.
        to: Cell,
    },
    /// A unit was blown into water and died.
    Drowned {
        /// What it was.
        kind: Kind,
        /// Where it stood.
        from: Cell,
        /// The water.
        water: Cell,
    },
    /// A row of units could not be blown away.
    Held {
        /// Where the row begins.
        from: Cell,
        /// Where the row ends.
        to: Cell,
        /// What holds it.
        wall: Wall,
    },
    /// The player's turn is over; the goblins act.
    TurnEnded {
        /// Number of the turn.
        turn: u32,
    },
    /// A patrol goblin walked.
    Patrolled {
        /// Where it was.
        from: Cell,
        /// Where it is now.
        to: Cell,
    },
    /// A patrol goblin turned round.
    TurnedRound {
        /// Where it stands.
        at: Cell,
        /// Which way it faces now.
        facing: Direction,
        /// What stopped it.
        why: Halt,
    },
    /// A patrol goblin with a negative number of steps never does anything.
    Idle {
        /// Where it stands.
        at: Cell,
    },
    /// A tracking goblin sees a mage.
    Sees {
        /// Where the goblin stands.
        goblin: Cell,
        /// Where the mage stands.
        mage: Cell,
        /// How far apart they are, as the crow flies.
        away: u32,
    },
    /// A tracking goblin sees nobody and does nothing.
    SeesNobody {
        /// Where it stands.
        at: Cell,
        /// How far it sees.
        sight: i32,
    },
    /// A tracking goblin can reach nobody it sees, and does nothing.
    NoWay {
        /// Where it stands.
        at: Cell,
    },
    /// A tracking goblin goes for this mage.
    Chose {
        /// Where the goblin stands.
        goblin: Cell,
        /// Where the mage stands.
        mage: Cell,
        /// Steps to get there.
        distance: u32,
    },
    /// A tracking goblin moved up to its mage.
    Rushed {
        /// Where it was.
        from: Cell,
        /// Where it is now.
        to: Cell,
    },
    /// A goblin struck at all mages beside it.
    Struck {
        /// Where it stands.
        at: Cell,
    },
    /// A mage died of a strike.
    Slain {
        /// Where the mage stood.
        mage: Cell,
        /// Where the goblin stands.
        by: Cell,
    },
    /// The game is over.
    Over {
        /// How it ended.
        phase: Phase,
    },
}

/// Where a fireball ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(tag = "hit", rename_all = "snake_case"))]
pub enum FireballEnd {
    /// It burnt a unit.
    Unit {
        /// What it was.
        kind: Kind,
        /// Where it stood.
        at: Cell,
    },
    /// It hit a mountain.
    Mountain {
        /// Where the mountain is.
        at: Cell,
    },
    /// It left the board.
    Edge,
}

/// What holds a row of units against a tornado.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(rename_all = "snake_case"))]
pub enum Wall {
    /// The edge of the board.
    Edge,
    /// A mountain.
    #[cfg_attr(feature = "formats", schemars(schema_with = "crate::formats::obstacle"))]
    Mountain(Cell),
}

/// Why a patrol goblin stopped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(rename_all = "snake_case"))]
pub enum Halt {
    /// It struck at a mage.
    Struck,
    /// It has made all its steps.
    NoStepsLeft,
    /// The board ends.
    Edge,
    /// Water or a mountain lies ahead.
    #[cfg_attr(feature = "formats", schemars(schema_with = "crate::formats::terrain_row"))]
    Terrain(Cell, Terrain),
    /// A unit stands ahead.
    #[cfg_attr(feature = "formats", schemars(schema_with = "crate::formats::obstacle"))]
    Unit(Cell),
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stepped { from, to } => write!(f, "the mage at {from} steps to {to}"),
            Self::Fireball { from, direction, end } => {
                write!(f, "the mage at {from} throws a fireball {}: {end}", direction.name())
            }
            Self::Tornado { at } => write!(f, "the mage at {at} raises a tornado"),
            Self::Blown { kind, from, to } => write!(f, "the {kind} at {from} is blown to {to}"),
            Self::Drowned { kind, from, water } => {
                write!(f, "the {kind} at {from} is blown into the water at {water} and dies")
            }
            Self::Held { from, to, wall } if from == to => write!(f, "the unit at {from} is held by {wall}"),
            Self::Held { from, to, wall } => write!(f, "the units from {from} to {to} are held by {wall}"),
            Self::TurnEnded { turn } => write!(f, "turn {turn}: the goblins act"),
            Self::Patrolled { from, to } => write!(f, "the patrol goblin at {from} walks to {to}"),
            Self::TurnedRound { at, facing, why } => {
                write!(f, "the patrol goblin at {at} turns round to face {}: {why}", facing.name())
            }
            Self::Idle { at } => write!(f, "the patrol goblin at {at} never does anything"),
            Self::Sees { goblin, mage, away } => {
                write!(f, "the tracking goblin at {goblin} sees the mage at {mage}, {away} away")
            }
            Self::SeesNobody { at, sight } => {
                write!(f, "the tracking goblin at {at} sees nobody within {sight} and does nothing")
            }
            Self::NoWay { at } => {
                write!(f, "the tracking goblin at {at} has no way to anybody it sees and does nothing")
            }
            Self::Chose { goblin, mage, distance } => {
                write!(
                    f,
                    "the tracking goblin at {goblin} goes for the mage at {mage}, {distance} steps by path"
                )
            }
            Self::Rushed { from, to } => write!(f, "the tracking goblin at {from} moves to {to}"),
            Self::Struck { at } => write!(f, "the goblin at {at} strikes"),
            Self::Slain { mage, by } => write!(f, "the mage at {mage} is slain by the goblin at {by}"),
            Self::Over { phase: Phase::Playing } => f.write_str("the game goes on"),
            Self::Over { phase: Phase::Won } => f.write_str("only mages are left: the game is won"),
            Self::Over { phase: Phase::Lost } => f.write_str("only goblins are left: the game is lost"),
            Self::Over { phase: Phase::Drawn } => f.write_str("nobody is left: the game is drawn"),
        }
    }
}

impl fmt::Display for FireballEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unit { kind, at } => write!(f, "the {kind} at {at} burns"),
            Self::Mountain { at } => write!(f, "it hits the mountain at {at}"),
            Self::Edge => f.write_str("it hits nobody"),
        }
    }
}

impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Edge => f.write_str("the edge of the board"),
            Self::Mountain(at) => write!(f, "the mountain at {at}"),
        }
    }
}

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Struck => f.write_str("it has struck"),
            Self::NoStepsLeft => f.write_str("it has made all its steps"),
            Self::Edge => f.write_str("the board ends here"),
            Self::Terrain(at, terrain) => write!(f, "{at} is {terrain}"),
            Self::Unit(at) => write!(f, "a unit stands on {at}"),
        }
    }
}

impl Explained for Event {
    fn rule(&self) -> &'static Rule {
        match self {
            Self::Stepped { .. } => &rulebook::STEPS,
            Self::Fireball { .. } => &rulebook::FIREBALL,
            Self::Tornado { .. } | Self::Blown { .. } | Self::Drowned { .. } | Self::Held { .. } => {
                &rulebook::TORNADO
            }
            Self::TurnEnded { .. } => &rulebook::ORDER,
            Self::Patrolled { .. } | Self::TurnedRound { .. } | Self::Idle { .. } => &rulebook::PATROL,
            Self::Sees { .. } | Self::SeesNobody { .. } => &rulebook::SIGHT,
            Self::NoWay { .. } | Self::Chose { .. } => &rulebook::TARGET,
            Self::Rushed { .. } => &rulebook::LANDING,
            Self::Struck { .. } | Self::Slain { .. } => &rulebook::STRIKE,
            Self::Over { .. } => &rulebook::RESULT,
        }
    }

    fn cells(&self) -> Vec<Cell> {
        match *self {
            Self::Stepped { from, to }
            | Self::Blown { from, to, .. }
            | Self::Patrolled { from, to }
            | Self::Rushed { from, to } => vec![from, to],
            Self::Fireball { end: FireballEnd::Unit { at, .. } | FireballEnd::Mountain { at }, .. } => {
                vec![at]
            }
            Self::Fireball { from, end: FireballEnd::Edge, .. } | Self::Drowned { from, .. } => vec![from],
            Self::Held { from, to, .. } => vec![from, to],
            Self::Chose { goblin, mage, .. } => vec![goblin, mage],
            Self::Slain { mage, .. } => vec![mage],
            Self::Tornado { at }
            | Self::TurnedRound { at, .. }
            | Self::Idle { at }
            | Self::SeesNobody { at, .. }
            | Self::NoWay { at }
            | Self::Struck { at } => vec![at],
            Self::Sees { .. } | Self::TurnEnded { .. } | Self::Over { .. } => Vec::new(),
        }
    }
}
