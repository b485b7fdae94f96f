//! Why an order is refused.

use crate::kinds::{
    Class, CorpsKind, MAX_ENGINEERS, MAX_FIGHTERS, MAX_TOWERS, ORDERS_A_TURN, Owner, Point, Terrain,
    number_of,
};
use crate::roster::CorpsId;
use crate::towers::TowerId;
use core::fmt;
use game::Seat;

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
    OffTheMap(CorpsId, Point),
    /// The step leads into a landmark.
    Impassable(Point, Terrain),
    /// The step costs more than is left.
    TooFewPoints {
        /// What it costs.
        need: u8,
        /// What is left.
        have: u8,
    },
    /// The step leads into a foreign tower.
    IntoForeignTower(Point, TowerId, Seat),
    /// The step leads to a cell held by somebody else.
    HeldBy(Point, CorpsId, Seat),
    /// The step leads to a cell that already holds one of this class.
    ClassTaken(Point, Class, CorpsId),
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
    TowerHere(Point, TowerId),
    /// The land is not the player's.
    NotYourLand(Point, Owner),
    /// The builder stands in no own tower.
    NotInYourTower(CorpsId, Point),
    /// The terrain cannot be changed like this.
    CannotBecome(Terrain, Terrain),
    /// The tower had its order.
    TowerSpent(TowerId),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NoPlaceLeft => write!(f, "all {ORDERS_A_TURN} orders of this turn are used up"),
            Self::Out(seat) => write!(f, "player {} is out of the game", number_of(seat)),
            Self::Decided => write!(f, "the game is decided: nothing more is carried out"),
            Self::NoSuchCorps(id) => write!(f, "there is no corps {}", id.0),
            Self::DeadCorps(id) => write!(f, "corps {} is no longer on the board", id.0),
            Self::ForeignCorps(id, owner) => {
                write!(f, "corps {} belongs to player {}", id.0, number_of(owner))
            }
            Self::NoSuchTower(id) => write!(f, "there is no tower {}", id.0),
            Self::LostTower(id) => write!(f, "tower {} no longer stands", id.0),
            Self::ForeignTower(id, owner) => {
                write!(f, "tower {} belongs to player {}", id.0, number_of(owner))
            }
            Self::OffTheMap(id, at) => write!(f, "corps {} stands at the edge of the map, at {at}", id.0),
            Self::Impassable(at, terrain) => write!(f, "{} at {at} cannot be entered", terrain.name()),
            Self::TooFewPoints { need, have } => {
                write!(f, "not enough move points left: need {need}, have {have}")
            }
            Self::IntoForeignTower(at, tower, owner) => {
                write!(f, "tower {} of player {} stands at {at}", tower.0, number_of(owner))
            }
            Self::HeldBy(at, corps, owner) => {
                write!(f, "corps {} of player {} stands at {at}", corps.0, number_of(owner))
            }
            Self::ClassTaken(at, Class::Fighter, corps) => {
                write!(f, "{at} already holds your fighter {}", corps.0)
            }
            Self::ClassTaken(at, Class::Engineer, corps) => {
                write!(f, "{at} already holds your engineer {}", corps.0)
            }
            Self::NoPointsLeft(id) => write!(f, "corps {} has no move points left", id.0),
            Self::NotAFighter(id, kind) => write!(f, "corps {} is {} and cannot attack", id.0, kind.one()),
            Self::NotAnExtender(id, kind) => {
                write!(f, "corps {} is {}; only extenders found towers", id.0, kind.one())
            }
            Self::NotABuilder(id, kind) => {
                write!(f, "corps {} is {}; only builders do this", id.0, kind.one())
            }
            Self::OwnTarget => write!(f, "the target is your own"),
            Self::OutOfRange { distance, range } => {
                write!(f, "the target is {distance} cells away, the range is {range}")
            }
            Self::Garrisoned(corps, tower) => {
                write!(f, "the target, corps {}, stands in its tower {}", corps.0, tower.0)
            }
            Self::TowersFull => write!(f, "you have {MAX_TOWERS} towers already"),
            Self::FightersFull => write!(f, "you have {MAX_FIGHTERS} fighters already"),
            Self::EngineersFull => write!(f, "you have {MAX_ENGINEERS} engineers already"),
            Self::TowerHere(at, tower) => write!(f, "tower {} stands at {at}", tower.0),
            Self::NotYourLand(at, owner) => write!(f, "{at} is {owner}, not yours"),
            Self::NotInYourTower(id, at) => {
                write!(f, "corps {} stands at {at}, not in a tower of yours", id.0)
            }
            Self::CannotBecome(from, to) => {
                write!(f, "{} cannot be made {}: only plain and forest change", from.name(), to.name())
            }
            Self::TowerSpent(id) => write!(f, "tower {} accepts no more orders this turn", id.0),
        }
    }
}
