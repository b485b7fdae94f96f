//! What happens.

use crate::kinds::{Kind, Range, Side};
use crate::rulebook;
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use core::fmt::{self, Display};
use game::console::Explained;
use game::mistakes::Rule;
use game::{Lang, Speak, say};

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

game::sentences! {
    /// What can be said of an event.
    pub enum Sentence {
        Moved: Routine, Way, "{0p} moves to {1c}", "{0p}移动到 {1c}";
        Attacked: Battle, Shot, "{0p} attacks {1c}", "{0p}攻击 {1c}";
        Hurt: News, Burst, "{0p} loses {1n} HP and has {2n} left", "{0p}失去 {1n} 点生命，剩 {2n}";
        Pushed: News, Slide, "{0p} is pushed to {1c}", "{0p}被击退到 {1c}";
        HeldByEdge: Routine, Burst, "{0p} is pushed against the edge of the board and stays", "{0p}被推向棋盘边缘，原地不动";
        HeldByForest: Routine, Burst, "{0p} is pushed against a forest and stays", "{0p}被推向森林，原地不动";
        Bumped: News, Burst, "{0p} is pushed against {1p}", "{0p}撞上 {1p}";
        HitMountain: News, Burst, "{0p} is pushed against the mountain at {1c}, which crumbles", "{0p}撞上 {1c} 的山脉，山脉崩塌";
        Drowned: News, Slide, "{0p} is pushed into the ocean at {1c} and drowns", "{0p}被推入 {1c} 的海洋，溺亡";
        Flattened: News, Burst, "the mountain at {0c} is flattened", "{0c} 的山脉被夷平";
        Died: Loss, Burst, "{0p} dies", "{0p}阵亡";
        Stayed: Routine, None, "{0p} stays: no cell it can reach is nearer to a player unit", "{0p}原地不动：没有更近的格子";
        Healed: Routine, Glow, "{0p} gains {1n} HP from the forests around it and has {2n}", "{0p}受森林滋养，生命 +{1n}，现为 {2n}";
        TurnEnded: Routine, None, "turn {0n} ends; the enemy acts", "第 {0n} 回合结束，敌方行动";
        Won: Decision, None, "no enemy is left: the game is won", "敌人全部消灭：胜利";
        Lost: Decision, None, "no player unit is left: the game is lost", "己方单位全部阵亡：失败";
    }
}

/// Something that a sentence names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noun {
    /// A unit, where it stands before what is said of it.
    Unit(Kind, Cell),
    /// A cell.
    Cell(Cell),
    /// A number.
    Number(i32),
}

impl Speak for Noun {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unit(kind, at) => {
                let name = lang.pick(kind.words());
                say!(f, lang, "the {0} at {1}", "{1} 的{0}", name, at)
            }
            Self::Cell(cell) => cell.fmt(f),
            Self::Number(number) => number.fmt(f),
        }
    }
}

impl Event {
    /// What is said of it, and of what.
    #[must_use]
    pub fn sentence(&self) -> (Sentence, Vec<Noun>) {
        use Noun::{Cell as At, Number, Unit};
        match *self {
            Self::Moved { kind, from, to } => (Sentence::Moved, vec![Unit(kind, from), At(to)]),
            Self::Attacked { kind, from, target } => (Sentence::Attacked, vec![Unit(kind, from), At(target)]),
            Self::Hurt { kind, at, damage, hp } => {
                (Sentence::Hurt, vec![Unit(kind, at), Number(damage), Number(hp.max(0))])
            }
            Self::Pushed { kind, from, to } => (Sentence::Pushed, vec![Unit(kind, from), At(to)]),
            Self::Held { kind, at, why: Obstacle::Edge } => (Sentence::HeldByEdge, vec![Unit(kind, at)]),
            Self::Held { kind, at, why: Obstacle::Forest } => (Sentence::HeldByForest, vec![Unit(kind, at)]),
            Self::Bumped { kind, at, into, into_at } => {
                (Sentence::Bumped, vec![Unit(kind, at), Unit(into, into_at)])
            }
            Self::HitMountain { kind, at, mountain } => {
                (Sentence::HitMountain, vec![Unit(kind, at), At(mountain)])
            }
            Self::Drowned { kind, at, ocean } => (Sentence::Drowned, vec![Unit(kind, at), At(ocean)]),
            Self::Flattened { mountain } => (Sentence::Flattened, vec![At(mountain)]),
            Self::Died { kind, at } => (Sentence::Died, vec![Unit(kind, at)]),
            Self::Stayed { kind, at } => (Sentence::Stayed, vec![Unit(kind, at)]),
            Self::Healed { kind, at, by, hp } => {
                (Sentence::Healed, vec![Unit(kind, at), Number(by), Number(hp)])
            }
            Self::TurnEnded { turn } => (Sentence::TurnEnded, vec![Number(turn as i32)]),
            Self::Over { won: true } => (Sentence::Won, Vec::new()),
            Self::Over { won: false } => (Sentence::Lost, Vec::new()),
        }
    }
}

game::spoken_as_sentence!(Event);

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
