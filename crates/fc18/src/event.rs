//! What happens.

use crate::kinds::{CorpsKind, Task, Terrain, number_of};
use crate::roster::CorpsId;
use crate::towers::TowerId;
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use core::fmt::{self, Display};
use game::{Lang, Seat, Speak, say};

/// Something that happened: enough for a viewer to animate it, and for the old logs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(tag = "event", rename_all = "snake_case"))]
pub enum Event {
    /// A corps walked to a neighbouring cell.
    Moved {
        /// Which corps.
        corps: CorpsId,
        /// Where it was.
        from: Cell,
        /// Where it is now.
        to: Cell,
        /// Move points it has left.
        points_left: u8,
    },
    /// A fighter attacked a fighter.
    CorpsAttacked {
        /// The attacker.
        corps: CorpsId,
        /// Whom the order named.
        target: CorpsId,
        /// Where the target stands.
        at: Cell,
        /// Hit points the target lost.
        inflicted: i32,
        /// Hit points the attacker lost.
        suffered: i32,
    },
    /// A fighter attacked a tower.
    TowerAttacked {
        /// The attacker.
        corps: CorpsId,
        /// The tower.
        tower: TowerId,
        /// Where the tower stands.
        at: Cell,
        /// Hit points the tower lost.
        inflicted: i32,
        /// Hit points the attacker lost.
        suffered: i32,
    },
    /// A tower shot at a fighter.
    CorpsShot {
        /// The tower.
        tower: TowerId,
        /// Whom it shot at.
        target: CorpsId,
        /// Where the target stands.
        at: Cell,
        /// Hit points the target lost.
        inflicted: i32,
    },
    /// A victor moved onto the cell it had attacked.
    Advanced {
        /// The victor.
        corps: CorpsId,
        /// Where it was.
        from: Cell,
        /// Where it is now.
        to: Cell,
    },
    /// An engineer changed sides.
    EngineerTaken {
        /// The engineer.
        corps: CorpsId,
        /// Where it stands.
        at: Cell,
        /// Whose it was.
        #[cfg_attr(
            feature = "formats",
            serde(serialize_with = "player_number"),
            schemars(with = "PlayerNumber")
        )]
        from: Seat,
        /// Whose it is now.
        #[cfg_attr(
            feature = "formats",
            serde(serialize_with = "player_number"),
            schemars(with = "PlayerNumber")
        )]
        to: Seat,
    },
    /// A corps left the board.
    CorpsGone {
        /// Which corps.
        corps: CorpsId,
        /// Whose it was.
        #[cfg_attr(
            feature = "formats",
            serde(serialize_with = "player_number"),
            schemars(with = "PlayerNumber")
        )]
        owner: Seat,
        /// What it was.
        kind: CorpsKind,
        /// Where it stood.
        at: Cell,
        /// Why it is gone.
        why: Gone,
    },
    /// A tower changed sides.
    TowerCaptured {
        /// Which tower.
        tower: TowerId,
        /// Where it stands.
        at: Cell,
        /// Whose it was.
        #[cfg_attr(
            feature = "formats",
            serde(serialize_with = "player_number"),
            schemars(with = "PlayerNumber")
        )]
        from: Seat,
        /// Whose it is now.
        #[cfg_attr(
            feature = "formats",
            serde(serialize_with = "player_number"),
            schemars(with = "PlayerNumber")
        )]
        to: Seat,
        /// Its level from now on.
        level: u8,
    },
    /// A tower fell together with its attacker and stays with its owner.
    TowerKept {
        /// Which tower.
        tower: TowerId,
        /// Its level from now on.
        level: u8,
    },
    /// A tower was destroyed.
    TowerDestroyed {
        /// Which tower.
        tower: TowerId,
        /// Whose it was.
        #[cfg_attr(
            feature = "formats",
            serde(serialize_with = "player_number"),
            schemars(with = "PlayerNumber")
        )]
        owner: Seat,
        /// Where it stood.
        at: Cell,
    },
    /// A tower was founded.
    TowerFounded {
        /// Its number.
        tower: TowerId,
        /// Whose it is.
        #[cfg_attr(
            feature = "formats",
            serde(serialize_with = "player_number"),
            schemars(with = "PlayerNumber")
        )]
        owner: Seat,
        /// Where it stands.
        at: Cell,
    },
    /// A builder repaired a tower.
    Repaired {
        /// The builder.
        corps: CorpsId,
        /// The tower.
        tower: TowerId,
        /// The tower's hit points from now on.
        hp: u8,
    },
    /// A builder set to work on the ground; it changes when the turn ends.
    TerrainOrdered {
        /// The builder.
        corps: CorpsId,
        /// Where it works.
        at: Cell,
        /// What the ground will be.
        terrain: Terrain,
    },
    /// The ground changed.
    TerrainChanged {
        /// Where.
        at: Cell,
        /// What the ground is now.
        terrain: Terrain,
    },
    /// A tower worked on a task.
    Worked {
        /// Which tower.
        tower: TowerId,
        /// On what.
        task: Task,
        /// How much work it did.
        work: i16,
        /// Work still to do; may be 0 or less.
        left: i16,
    },
    /// Work came to nothing.
    WorkLost {
        /// Which tower.
        tower: TowerId,
        /// How much work is lost.
        work: i16,
        /// Why.
        why: Loss,
    },
    /// A task is finished.
    Finished {
        /// Which tower.
        tower: TowerId,
        /// What is finished.
        task: Task,
        /// How much work went into it.
        work: i16,
    },
    /// A corps was made.
    CorpsMade {
        /// Its number.
        corps: CorpsId,
        /// The tower that made it.
        tower: TowerId,
        /// Whose it is.
        #[cfg_attr(
            feature = "formats",
            serde(serialize_with = "player_number"),
            schemars(with = "PlayerNumber")
        )]
        owner: Seat,
        /// What it is.
        kind: CorpsKind,
        /// Where it stands.
        at: Cell,
    },
    /// A tower has a new level, higher after an upgrade and lower after an extender.
    LevelChanged {
        /// Which tower.
        tower: TowerId,
        /// Its level from now on.
        level: u8,
        /// Its hit points from now on.
        hp: u8,
    },
    /// A player lost its last tower.
    PlayerOut {
        /// Which player.
        #[cfg_attr(
            feature = "formats",
            serde(serialize_with = "player_number"),
            schemars(with = "PlayerNumber")
        )]
        player: Seat,
        /// In which round.
        round: u16,
    },
    /// A turn ended.
    TurnEnded {
        /// Number of the turn.
        turn: u16,
        /// Whose turn it was.
        #[cfg_attr(
            feature = "formats",
            serde(serialize_with = "player_number"),
            schemars(with = "PlayerNumber")
        )]
        player: Seat,
    },
    /// The game ended.
    GameOver {
        /// Number of the last turn.
        turn: u16,
    },
}

/// Why a corps left the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(rename_all = "snake_case"))]
pub enum Gone {
    /// It lost its last hit points.
    Fell,
    /// Its tower was lost.
    WithItsTower,
    /// It was taken by somebody who has ten engineers already.
    NoRoom,
    /// It became a tower.
    BecameTower,
    /// Its labour is spent.
    WorkedOut,
}

/// Why work came to nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(rename_all = "snake_case"))]
pub enum Loss {
    /// The task needed less.
    Surplus,
    /// The player has ten of that class by now.
    NoRoom,
    /// There is no higher level.
    HighestLevel,
    /// The tower was destroyed.
    TowerDestroyed,
}

#[cfg(feature = "formats")]
fn player_number<S: serde::Serializer>(seat: &Seat, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_u8(number_of(*seat))
}

/// What a player is in JSON.
#[cfg(feature = "formats")]
struct PlayerNumber;

#[cfg(feature = "formats")]
impl schemars::JsonSchema for PlayerNumber {
    fn schema_name() -> alloc::borrow::Cow<'static, str> {
        "PlayerNumber".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        game::schema::integer("A player: one more than its seat.", 1, 4)
    }
}

game::sentences! {
    /// What can be said of an event.
    pub enum Sentence {
        Moved: Routine, Way, "{0p} moves from {1c} to {2c}, {3n} points left", "{0p} 从 {1c} 移动到 {2c}，剩余行动力 {3n}";
        Attacked: Battle, Shot, "{0p} attacks {1p}: inflicts {2n}, suffers {3n}", "{0p} 攻击{1p}：造成 {2n}，承受 {3n}";
        Shot: Battle, Shot, "{0p} shoots at {1p}: inflicts {2n}", "{0p} 射击{1p}：造成 {2n}";
        Advanced: Routine, Way, "{0p} advances to {1c}", "{0p} 进占 {1c}";
        EngineerTaken: Loss, Glow, "{1s} takes {0p} from {2s}", "{1s} 从{2s} 俘虏{0p}";
        Fell: Loss, Burst, "{0p} at {1c} is gone: it fell", "{1c} 的{0p} 消失：阵亡";
        FellWithTower: Loss, Burst, "{0p} at {1c} is gone: its tower is lost", "{1c} 的{0p} 消失：随塔失陷";
        NoRoom: Loss, Burst, "{0p} at {1c} is gone: its captor has ten engineers already", "{1c} 的{0p} 消失：俘虏它的一方工程兵已满";
        BecameTower: Routine, None, "{0p} at {1c} is gone: it became a tower", "{1c} 的{0p} 消失：化为塔";
        WorkedOut: News, None, "{0p} at {1c} is gone: its labour is spent", "{1c} 的{0p} 消失：劳动力用尽";
        TowerCaptured: Capture, Glow, "{1s} captures {0p} from {2s}, now level {3n}", "{1s} 从{2s} 占领{0p}，现为 {3n} 级";
        TowerKept: Battle, Burst, "{0p} falls with its attacker and stays, now level {1n}", "{0p} 与攻击者两败俱伤，仍属原主，现为 {1n} 级";
        TowerDestroyed: Capture, Burst, "{0p} of {1s} at {2c} is destroyed", "{1s} 在 {2c} 的{0p} 被摧毁";
        TowerFounded: News, Glow, "{1s} founds {0p} at {2c}", "{1s} 在 {2c} 建立{0p}";
        Repaired: Routine, Glow, "{0p} repairs {1p}, now {2n} hp", "{0p} 维修{1p}，生命现为 {2n}";
        TerrainOrdered: Routine, None, "{0p} begins to turn {1c} into {2t}", "{0p} 开始把 {1c} 改造为{2t}";
        TerrainChanged: Routine, Glow, "{0c} is {1t} now", "{0c} 变为{1t}";
        Worked: Routine, None, "{0p} does {1n} work on: {2w}; left: {3n}", "{0p} 为{2w}投入 {1n}，还需 {3n}";
        WorkTooMuch: Routine, None, "{1n} work of {0p} is lost: the task needed less", "{0p} 的 {1n} 点生产力浪费：任务用不了这么多";
        WorkWithoutRoom: Routine, None, "{1n} work of {0p} is lost: the player has ten of that class already", "{0p} 的 {1n} 点生产力浪费：该类兵团已满";
        WorkAtTheTop: Routine, None, "{1n} work of {0p} is lost: there is no higher level", "{0p} 的 {1n} 点生产力浪费：已是最高级";
        WorkWithTower: Routine, None, "{1n} work of {0p} is lost: the tower is destroyed", "{0p} 的 {1n} 点生产力浪费：塔被摧毁";
        Finished: Routine, None, "{0p} finishes: {1w}", "{0p} 完成{1w}";
        Made: News, Glow, "{0p} sends out {1p}", "{0p} 派出{1p}";
        LevelChanged: News, Glow, "{0p} is level {1n} now, {2n} hp", "{0p} 现为 {1n} 级，生命 {2n}";
        PlayerOut: Decision, None, "{0s} is out in round {1n}", "{0s} 在第 {1n} 轮出局";
        TurnEnded: Routine, None, "turn {0n} of {1s} ends", "{1s} 的第 {0n} 回合结束";
        GameOver: Routine, None, "the game is over after turn {0n}", "第 {0n} 回合后游戏结束";
        Walked: Routine, Way, "{0p} moves to {1c}", "{0p} 移动到 {1c}";
        Appeared: News, Glow, "{1s} has a new corps: {0p}", "{1s} 新增{0p}";
        Vanished: Loss, Burst, "{0p} is gone", "{0p} 消失";
        Lead: News, None, "{0s} takes the lead from {1s}, {2n} points to {3n}", "{0s} 取代{1s} 领先，{2n} 分比 {3n} 分";
        Swing: News, None, "from here to round {3n} {0s} gains {2n} points on {1s}", "从这里到第 {3n} 轮，{0s} 比{1s} 多得 {2n} 分";
        LastOne: Decision, None, "{0s} wins: nobody else is left", "{0s} 获胜：其余玩家均已出局";
        Outscored: Decision, None, "{0s} wins by score, {1n} points", "{0s} 以 {1n} 分获胜";
        Shared: Decision, None, "several share the first place with {0n} points", "多人以 {0n} 分并列第一";
    }
}

/// Something that a sentence names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Noun {
    /// A corps.
    Corps(CorpsId),
    /// A corps of a known kind.
    CorpsOf(CorpsKind, CorpsId),
    /// A tower.
    Tower(TowerId),
    /// A player.
    Player(Seat),
    /// A cell.
    Cell(Cell),
    /// A number.
    Number(i32),
    /// What the ground is.
    Terrain(Terrain),
    /// What a tower works on.
    Task(Task),
}

impl Speak for Noun {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Corps(id) => say!(f, lang, "corps {}", "兵团 {}", id.0),
            Self::CorpsOf(kind, id) => {
                say!(f, lang, "the {} {}", "{} {}", lang.pick(kind.words()), id.0)
            }
            Self::Tower(id) => say!(f, lang, "tower {}", "塔 {}", id.0),
            Self::Player(seat) => say!(f, lang, "player {}", "玩家 {}", number_of(seat)),
            Self::Cell(at) => at.fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Terrain(terrain) => f.write_str(lang.pick(terrain.words())),
            Self::Task(task) => f.write_str(lang.pick(task.words())),
        }
    }
}

impl Event {
    /// What is said of it, and of what.
    #[must_use]
    pub fn sentence(&self) -> (Sentence, Vec<Noun>) {
        use Noun::{Cell, Corps, CorpsOf, Number, Player, Tower};
        match *self {
            Self::Moved { corps, from, to, points_left } => {
                (Sentence::Moved, vec![Corps(corps), Cell(from), Cell(to), Number(points_left.into())])
            }
            Self::CorpsAttacked { corps, target, inflicted, suffered, .. } => {
                (Sentence::Attacked, vec![Corps(corps), Corps(target), Number(inflicted), Number(suffered)])
            }
            Self::TowerAttacked { corps, tower, inflicted, suffered, .. } => {
                (Sentence::Attacked, vec![Corps(corps), Tower(tower), Number(inflicted), Number(suffered)])
            }
            Self::CorpsShot { tower, target, inflicted, .. } => {
                (Sentence::Shot, vec![Tower(tower), Corps(target), Number(inflicted)])
            }
            Self::Advanced { corps, to, .. } => (Sentence::Advanced, vec![Corps(corps), Cell(to)]),
            Self::EngineerTaken { corps, from, to, .. } => {
                (Sentence::EngineerTaken, vec![Corps(corps), Player(to), Player(from)])
            }
            Self::CorpsGone { corps, kind, at, why, .. } => {
                (why.sentence(), vec![CorpsOf(kind, corps), Cell(at)])
            }
            Self::TowerCaptured { tower, from, to, level, .. } => {
                (Sentence::TowerCaptured, vec![Tower(tower), Player(to), Player(from), Number(level.into())])
            }
            Self::TowerKept { tower, level } => {
                (Sentence::TowerKept, vec![Tower(tower), Number(level.into())])
            }
            Self::TowerDestroyed { tower, owner, at } => {
                (Sentence::TowerDestroyed, vec![Tower(tower), Player(owner), Cell(at)])
            }
            Self::TowerFounded { tower, owner, at } => {
                (Sentence::TowerFounded, vec![Tower(tower), Player(owner), Cell(at)])
            }
            Self::Repaired { corps, tower, hp } => {
                (Sentence::Repaired, vec![Corps(corps), Tower(tower), Number(hp.into())])
            }
            Self::TerrainOrdered { corps, at, terrain } => {
                (Sentence::TerrainOrdered, vec![Corps(corps), Cell(at), Noun::Terrain(terrain)])
            }
            Self::TerrainChanged { at, terrain } => {
                (Sentence::TerrainChanged, vec![Cell(at), Noun::Terrain(terrain)])
            }
            Self::Worked { tower, task, work, left } => {
                let (work, left) = (Number(work.into()), Number(left.max(0).into()));
                (Sentence::Worked, vec![Tower(tower), work, Noun::Task(task), left])
            }
            Self::WorkLost { tower, work, why } => (why.sentence(), vec![Tower(tower), Number(work.into())]),
            Self::Finished { tower, task, .. } => (Sentence::Finished, vec![Tower(tower), Noun::Task(task)]),
            Self::CorpsMade { corps, tower, kind, .. } => {
                (Sentence::Made, vec![Tower(tower), CorpsOf(kind, corps)])
            }
            Self::LevelChanged { tower, level, hp } => {
                (Sentence::LevelChanged, vec![Tower(tower), Number(level.into()), Number(hp.into())])
            }
            Self::PlayerOut { player, round } => {
                (Sentence::PlayerOut, vec![Player(player), Number(round.into())])
            }
            Self::TurnEnded { turn, player } => {
                (Sentence::TurnEnded, vec![Number(turn.into()), Player(player)])
            }
            Self::GameOver { turn } => (Sentence::GameOver, vec![Number(turn.into())]),
        }
    }
}

impl Gone {
    const fn sentence(self) -> Sentence {
        match self {
            Self::Fell => Sentence::Fell,
            Self::WithItsTower => Sentence::FellWithTower,
            Self::NoRoom => Sentence::NoRoom,
            Self::BecameTower => Sentence::BecameTower,
            Self::WorkedOut => Sentence::WorkedOut,
        }
    }
}

impl Loss {
    const fn sentence(self) -> Sentence {
        match self {
            Self::Surplus => Sentence::WorkTooMuch,
            Self::NoRoom => Sentence::WorkWithoutRoom,
            Self::HighestLevel => Sentence::WorkAtTheTop,
            Self::TowerDestroyed => Sentence::WorkWithTower,
        }
    }
}

game::spoken_as_sentence!(Event);
