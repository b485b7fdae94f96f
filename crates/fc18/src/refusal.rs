//! Why an order is refused.

use crate::kinds::{
    Class, CorpsKind, MAX_ENGINEERS, MAX_FIGHTERS, MAX_TOWERS, ORDERS_A_TURN, Owner, Terrain, number_of,
};
use crate::roster::CorpsId;
use crate::towers::TowerId;
use board::Cell;
use core::fmt;
use game::{Lang, Seat, Speak, say};

/// Why an order is refused: one plain sentence with the figures in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// All places of this turn are used up.
    NoPlaceLeft,
    /// The player is out.
    Out(Seat),
    /// The game was decided in this turn.
    Decided,
    /// There never was such a corps.
    NoSuchCorps(CorpsId),
    /// The corps is dead.
    DeadCorps(CorpsId),
    /// The corps belongs to somebody else.
    ForeignCorps(CorpsId, Seat),
    /// There never was such a tower.
    NoSuchTower(TowerId),
    /// The tower is gone.
    LostTower(TowerId),
    /// The tower belongs to somebody else.
    ForeignTower(TowerId, Seat),
    /// The step leads off the map.
    OffTheMap(CorpsId, Cell),
    /// The step leads into a landmark.
    Impassable(Cell, Terrain),
    /// The step costs more than is left.
    TooFewPoints {
        /// What it costs.
        need: u8,
        /// What is left.
        have: u8,
    },
    /// The step leads into a foreign tower.
    IntoForeignTower(Cell, TowerId, Seat),
    /// The step leads to a cell held by somebody else.
    HeldBy(Cell, CorpsId, Seat),
    /// The step leads to a cell that already holds one of this class.
    ClassTaken(Cell, Class, CorpsId),
    /// Nothing is left to act with.
    NoPointsLeft(CorpsId),
    /// Engineers do not attack.
    NotAFighter(CorpsId, CorpsKind),
    /// Only extenders found towers.
    NotAnExtender(CorpsId, CorpsKind),
    /// Only builders repair and change terrain.
    NotABuilder(CorpsId, CorpsKind),
    /// The target is the player's own.
    OwnTarget,
    /// The target is too far away.
    OutOfRange {
        /// How far it is.
        distance: u32,
        /// How far the attacker reaches.
        range: u32,
    },
    /// Towers do not shoot at corps that stand in their owner's tower.
    Garrisoned(CorpsId, TowerId),
    /// No more towers.
    TowersFull,
    /// No more fighters.
    FightersFull,
    /// No more engineers.
    EngineersFull,
    /// A tower stands here.
    TowerHere(Cell, TowerId),
    /// The land is not the player's.
    NotYourLand(Cell, Owner),
    /// The builder stands in no own tower.
    NotInYourTower(CorpsId, Cell),
    /// The terrain cannot be changed like this.
    CannotBecome(Terrain, Terrain),
    /// The tower had its order.
    TowerSpent(TowerId),
}

impl Speak for Refusal {
    fn speak(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind_of = |kind: CorpsKind| match lang {
            Lang::En => kind.one(),
            Lang::Zh => kind.words().1,
        };
        let ground = |terrain: Terrain| lang.pick(terrain.words());
        match *self {
            Self::NoPlaceLeft => say!(
                f,
                lang,
                "all {ORDERS_A_TURN} orders of this turn are used up",
                "本回合的 {ORDERS_A_TURN} 条命令已用完"
            ),
            Self::Out(seat) => {
                say!(f, lang, "player {} is out of the game", "玩家 {} 已出局", number_of(seat))
            }
            Self::Decided => {
                say!(f, lang, "the game is decided: nothing more is carried out", "胜负已分，命令不再执行")
            }
            Self::NoSuchCorps(id) => say!(f, lang, "there is no corps {}", "没有兵团 {}", id.0),
            Self::DeadCorps(id) => {
                say!(f, lang, "corps {} is no longer on the board", "兵团 {} 已不在场上", id.0)
            }
            Self::ForeignCorps(id, owner) => {
                say!(f, lang, "corps {} belongs to player {}", "兵团 {} 属于玩家 {}", id.0, number_of(owner))
            }
            Self::NoSuchTower(id) => say!(f, lang, "there is no tower {}", "没有塔 {}", id.0),
            Self::LostTower(id) => say!(f, lang, "tower {} no longer stands", "塔 {} 已不存在", id.0),
            Self::ForeignTower(id, owner) => {
                say!(f, lang, "tower {} belongs to player {}", "塔 {} 属于玩家 {}", id.0, number_of(owner))
            }
            Self::OffTheMap(id, at) => {
                say!(
                    f,
                    lang,
                    "corps {} stands at the edge of the map, at {at}",
                    "兵团 {} 在地图边缘 {at}",
                    id.0
                )
            }
            Self::Impassable(at, terrain) => {
                say!(f, lang, "{} at {at} cannot be entered", "{at} 的{}不能进入", ground(terrain))
            }
            Self::TooFewPoints { need, have } => say!(
                f,
                lang,
                "not enough move points left: need {need}, have {have}",
                "行动力不足：需要 {need}，有 {have}"
            ),
            Self::IntoForeignTower(at, tower, owner) => say!(
                f,
                lang,
                "tower {0} of player {1} stands at {at}",
                "{at} 是玩家 {1} 的塔 {0}",
                tower.0,
                number_of(owner)
            ),
            Self::HeldBy(at, corps, owner) => say!(
                f,
                lang,
                "corps {0} of player {1} stands at {at}",
                "{at} 有玩家 {1} 的兵团 {0}",
                corps.0,
                number_of(owner)
            ),
            Self::ClassTaken(at, Class::Fighter, corps) => {
                say!(f, lang, "{at} already holds your fighter {}", "{at} 已有自己的战斗兵团 {}", corps.0)
            }
            Self::ClassTaken(at, Class::Engineer, corps) => {
                say!(f, lang, "{at} already holds your engineer {}", "{at} 已有自己的工程兵 {}", corps.0)
            }
            Self::NoPointsLeft(id) => {
                say!(f, lang, "corps {} has no move points left", "兵团 {} 没有行动力了", id.0)
            }
            Self::NotAFighter(id, kind) => {
                say!(
                    f,
                    lang,
                    "corps {} is {} and cannot attack",
                    "兵团 {} 是{}，不能攻击",
                    id.0,
                    kind_of(kind)
                )
            }
            Self::NotAnExtender(id, kind) => say!(
                f,
                lang,
                "corps {} is {}; only extenders found towers",
                "兵团 {} 是{}；只有开拓者能建塔",
                id.0,
                kind_of(kind)
            ),
            Self::NotABuilder(id, kind) => say!(
                f,
                lang,
                "corps {} is {}; only builders do this",
                "兵团 {} 是{}；只有建造者能做",
                id.0,
                kind_of(kind)
            ),
            Self::OwnTarget => say!(f, lang, "the target is your own", "目标是自己的"),
            Self::OutOfRange { distance, range } => say!(
                f,
                lang,
                "the target is {distance} cells away, the range is {range}",
                "目标距离 {distance}，射程 {range}"
            ),
            Self::Garrisoned(corps, tower) => say!(
                f,
                lang,
                "the target, corps {}, stands in its tower {}",
                "目标兵团 {} 驻扎在塔 {} 中",
                corps.0,
                tower.0
            ),
            Self::TowersFull => {
                say!(f, lang, "you have {MAX_TOWERS} towers already", "已有 {MAX_TOWERS} 座塔")
            }
            Self::FightersFull => {
                say!(f, lang, "you have {MAX_FIGHTERS} fighters already", "已有 {MAX_FIGHTERS} 个战斗兵团")
            }
            Self::EngineersFull => {
                say!(f, lang, "you have {MAX_ENGINEERS} engineers already", "已有 {MAX_ENGINEERS} 个工程兵")
            }
            Self::TowerHere(at, tower) => say!(f, lang, "tower {} stands at {at}", "{at} 已有塔 {}", tower.0),
            Self::NotYourLand(at, owner) => {
                let owner = owner.said_in(lang);
                say!(f, lang, "{at} is {owner}, not yours", "{at} 是{owner}，不是你的领地")
            }
            Self::NotInYourTower(id, at) => say!(
                f,
                lang,
                "corps {} stands at {at}, not in a tower of yours",
                "兵团 {} 在 {at}，不在自己的塔中",
                id.0
            ),
            Self::CannotBecome(from, to) => say!(
                f,
                lang,
                "{} cannot be made {}: only plain and forest change",
                "{}不能改造为{}：只有平原和森林可改",
                ground(from),
                ground(to)
            ),
            Self::TowerSpent(id) => {
                say!(f, lang, "tower {} accepts no more orders this turn", "塔 {} 本回合不再接受命令", id.0)
            }
        }
    }
}

game::display_in_english!(Refusal);
