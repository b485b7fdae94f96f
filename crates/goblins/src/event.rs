//! What happens.

use crate::kinds::{Kind, MAGE, PATROL, TRACKER, Terrain, direction_words};
use crate::rulebook;
use crate::state::Phase;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Direction};
use core::fmt::{self, Display};
use game::console::Explained;
use game::mistakes::Rule;
use game::{Lang, Speak, Words, say};

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

game::sentences! {
    /// What can be said of an event.
    pub enum Sentence {
        Stepped: Routine, Way, "{0p} steps to {1c}", "{0p}走到 {1c}";
        Burnt: Battle, Shot, "{0p} throws a fireball {1w}: {2p} burns", "{0p}向{1w}施放火球：{2p}被烧死";
        Scorched: Battle, Shot, "{0p} throws a fireball {1w}: it hits the mountain at {2c}", "{0p}向{1w}施放火球：撞上 {2c} 的高山";
        Fizzled: News, Shot, "{0p} throws a fireball {1w}: it hits nobody", "{0p}向{1w}施放火球：没有击中任何人";
        Tornado: Battle, Burst, "{0p} raises a tornado", "{0p}施放龙卷风";
        Blown: News, Slide, "{0p} is blown to {1c}", "{0p}被吹到 {1c}";
        Drowned: News, Slide, "{0p} is blown into the water at {1c} and dies", "{0p}被吹入 {1c} 的深水淹死";
        HeldByEdge: Routine, None, "the unit at {0c} is held by the edge of the board", "{0c} 的单位被棋盘边缘挡住";
        HeldByMountain: Routine, None, "the unit at {0c} is held by the mountain at {1c}", "{0c} 的单位被 {1c} 的高山挡住";
        RowHeldByEdge: Routine, None, "the units from {0c} to {1c} are held by the edge of the board", "{0c} 到 {1c} 的单位被棋盘边缘挡住";
        RowHeldByMountain: Routine, None, "the units from {0c} to {1c} are held by the mountain at {2c}", "{0c} 到 {1c} 的单位被 {2c} 的高山挡住";
        TurnEnded: Routine, None, "turn {0n}: the goblins act", "第 {0n} 回合：哥布林行动";
        Patrolled: Routine, Way, "{0p} walks to {1c}", "{0p}走到 {1c}";
        TurnedAfterStriking: Routine, None, "{0p} turns round to face {1w}: it has struck", "{0p}转身向{1w}：已出击";
        TurnedAfterSteps: Routine, None, "{0p} turns round to face {1w}: it has made all its steps", "{0p}转身向{1w}：步数走完";
        TurnedAtEdge: Routine, None, "{0p} turns round to face {1w}: the board ends here", "{0p}转身向{1w}：到了棋盘边缘";
        TurnedAtTerrain: Routine, None, "{0p} turns round to face {1w}: {2c} is {3t}", "{0p}转身向{1w}：{2c} 是{3t}";
        TurnedAtUnit: Routine, None, "{0p} turns round to face {1w}: a unit stands on {2c}", "{0p}转身向{1w}：{2c} 有单位";
        Idle: Routine, None, "{0p} never does anything", "{0p}从不行动";
        Sees: Routine, None, "{0p} sees {1p}, {2n} away", "{0p}看见 {1p}，距离 {2n}";
        SeesNobody: Routine, None, "{0p} sees nobody within {1n} and does nothing", "{0p}在视野 {1n} 内看不见人，不动";
        NoWay: Routine, None, "{0p} has no way to anybody it sees and does nothing", "{0p}到不了它看见的人，不动";
        Chose: News, None, "{0p} goes for {1p}, {2n} steps by path", "{0p}扑向 {1p}，路程 {2n}";
        Rushed: Routine, Way, "{0p} moves to {1c}", "{0p}移动到 {1c}";
        Struck: Battle, Burst, "{0p} strikes", "{0p}出击";
        Slain: Loss, Burst, "{0p} is slain by {1p}", "{0p}被 {1p}杀死";
        GoesOn: Routine, None, "the game goes on", "游戏继续";
        Won: Decision, None, "only mages are left: the game is won", "只剩法师：胜利";
        Lost: Decision, None, "only goblins are left: the game is lost", "只剩哥布林：失败";
        Drawn: Decision, None, "nobody is left: the game is drawn", "无人幸存：平局";
        Gone: Loss, Burst, "{0p} is gone", "{0p}死亡";
    }
}

/// Something that a sentence names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noun {
    /// A unit, where it stands before what is said of it.
    Unit(Words, Cell),
    /// A cell.
    Cell(Cell),
    /// A number.
    Number(i32),
    /// A direction.
    Way(Direction),
    /// What a cell is made of.
    Terrain(Terrain),
}

impl Speak for Noun {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unit(name, at) => {
                let name = lang.pick(name);
                say!(f, lang, "the {0} at {1}", "{1} 的{0}", name, at)
            }
            Self::Cell(cell) => cell.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Way(direction) => f.write_str(lang.pick(direction_words(direction))),
            Self::Terrain(terrain) => f.write_str(lang.pick(terrain.words())),
        }
    }
}

/// A goblin of either kind.
const GOBLIN: Words = Words("goblin", "哥布林");

impl Event {
    /// What is said of it, and of what.
    #[must_use]
    pub fn sentence(&self) -> (Sentence, Vec<Noun>) {
        use Noun::{Cell as At, Number, Unit, Way};
        let mage = |at| Unit(MAGE, at);
        let patrol = |at| Unit(PATROL, at);
        let tracker = |at| Unit(TRACKER, at);
        match *self {
            Self::Stepped { from, to } => (Sentence::Stepped, vec![mage(from), At(to)]),
            Self::Fireball { from, direction, end } => {
                let thrown = vec![mage(from), Way(direction)];
                let (sentence, hit) = match end {
                    FireballEnd::Unit { kind, at } => (Sentence::Burnt, Some(Unit(kind.words(), at))),
                    FireballEnd::Mountain { at } => (Sentence::Scorched, Some(At(at))),
                    FireballEnd::Edge => (Sentence::Fizzled, None),
                };
                (sentence, thrown.into_iter().chain(hit).collect())
            }
            Self::Tornado { at } => (Sentence::Tornado, vec![mage(at)]),
            Self::Blown { kind, from, to } => (Sentence::Blown, vec![Unit(kind.words(), from), At(to)]),
            Self::Drowned { kind, from, water } => {
                (Sentence::Drowned, vec![Unit(kind.words(), from), At(water)])
            }
            Self::Held { from, to, wall } => match (from == to, wall) {
                (true, Wall::Edge) => (Sentence::HeldByEdge, vec![At(from)]),
                (true, Wall::Mountain(at)) => (Sentence::HeldByMountain, vec![At(from), At(at)]),
                (false, Wall::Edge) => (Sentence::RowHeldByEdge, vec![At(from), At(to)]),
                (false, Wall::Mountain(at)) => (Sentence::RowHeldByMountain, vec![At(from), At(to), At(at)]),
            },
            Self::TurnEnded { turn } => (Sentence::TurnEnded, vec![Number(turn as i32)]),
            Self::Patrolled { from, to } => (Sentence::Patrolled, vec![patrol(from), At(to)]),
            Self::TurnedRound { at, facing, why } => {
                let turned = vec![patrol(at), Way(facing)];
                let (sentence, because) = match why {
                    Halt::Struck => (Sentence::TurnedAfterStriking, vec![]),
                    Halt::NoStepsLeft => (Sentence::TurnedAfterSteps, vec![]),
                    Halt::Edge => (Sentence::TurnedAtEdge, vec![]),
                    Halt::Terrain(at, terrain) => {
                        (Sentence::TurnedAtTerrain, vec![At(at), Noun::Terrain(terrain)])
                    }
                    Halt::Unit(at) => (Sentence::TurnedAtUnit, vec![At(at)]),
                };
                (sentence, [turned, because].concat())
            }
            Self::Idle { at } => (Sentence::Idle, vec![patrol(at)]),
            Self::Sees { goblin, mage: seen, away } => {
                (Sentence::Sees, vec![tracker(goblin), mage(seen), Number(away as i32)])
            }
            Self::SeesNobody { at, sight } => (Sentence::SeesNobody, vec![tracker(at), Number(sight)]),
            Self::NoWay { at } => (Sentence::NoWay, vec![tracker(at)]),
            Self::Chose { goblin, mage: chosen, distance } => {
                (Sentence::Chose, vec![tracker(goblin), mage(chosen), Number(distance as i32)])
            }
            Self::Rushed { from, to } => (Sentence::Rushed, vec![tracker(from), At(to)]),
            Self::Struck { at } => (Sentence::Struck, vec![Unit(GOBLIN, at)]),
            Self::Slain { mage: slain, by } => (Sentence::Slain, vec![mage(slain), Unit(GOBLIN, by)]),
            Self::Over { phase: Phase::Playing } => (Sentence::GoesOn, vec![]),
            Self::Over { phase: Phase::Won } => (Sentence::Won, vec![]),
            Self::Over { phase: Phase::Lost } => (Sentence::Lost, vec![]),
            Self::Over { phase: Phase::Drawn } => (Sentence::Drawn, vec![]),
        }
    }
}

game::spoken_as_sentence!(Event);

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
