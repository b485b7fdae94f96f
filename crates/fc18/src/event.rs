//! What happens.

use crate::kinds::{CorpsKind, Point, Task, Terrain, number_of};
use crate::roster::CorpsId;
use crate::towers::TowerId;
use core::fmt;
use game::Seat;

/// Something that happened: enough for a viewer to animate it, and for the old logs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize))]
#[cfg_attr(feature = "formats", serde(tag = "event", rename_all = "snake_case"))]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum Event {
    /// A corps walked to a neighbouring cell.
    Moved { corps: CorpsId, from: Point, to: Point, points_left: u8 },
    /// A fighter attacked a fighter.
    CorpsAttacked { corps: CorpsId, target: CorpsId, at: Point, inflicted: i32, suffered: i32 },
    /// A fighter attacked a tower.
    TowerAttacked { corps: CorpsId, tower: TowerId, at: Point, inflicted: i32, suffered: i32 },
    /// A tower shot at a fighter.
    CorpsShot { tower: TowerId, target: CorpsId, at: Point, inflicted: i32 },
    /// A victor moved onto the cell it had attacked.
    Advanced { corps: CorpsId, from: Point, to: Point },
    /// An engineer changed sides.
    EngineerTaken {
        corps: CorpsId,
        at: Point,
        #[cfg_attr(feature = "formats", serde(serialize_with = "player_number"))]
        from: Seat,
        #[cfg_attr(feature = "formats", serde(serialize_with = "player_number"))]
        to: Seat,
    },
    /// A corps left the board.
    CorpsGone {
        corps: CorpsId,
        #[cfg_attr(feature = "formats", serde(serialize_with = "player_number"))]
        owner: Seat,
        kind: CorpsKind,
        at: Point,
        why: Gone,
    },
    /// A tower changed sides.
    TowerCaptured {
        tower: TowerId,
        at: Point,
        #[cfg_attr(feature = "formats", serde(serialize_with = "player_number"))]
        from: Seat,
        #[cfg_attr(feature = "formats", serde(serialize_with = "player_number"))]
        to: Seat,
        level: u8,
    },
    /// A tower fell together with its attacker and stays with its owner.
    TowerKept { tower: TowerId, level: u8 },
    /// A tower was destroyed.
    TowerDestroyed {
        tower: TowerId,
        #[cfg_attr(feature = "formats", serde(serialize_with = "player_number"))]
        owner: Seat,
        at: Point,
    },
    /// A tower was founded.
    TowerFounded {
        tower: TowerId,
        #[cfg_attr(feature = "formats", serde(serialize_with = "player_number"))]
        owner: Seat,
        at: Point,
    },
    /// A builder repaired a tower.
    Repaired { corps: CorpsId, tower: TowerId, hp: u8 },
    /// A builder set to work on the ground; it changes when the turn ends.
    TerrainOrdered { corps: CorpsId, at: Point, terrain: Terrain },
    /// The ground changed.
    TerrainChanged { at: Point, terrain: Terrain },
    /// A tower worked on a task; `left` may be 0 or less.
    Worked { tower: TowerId, task: Task, work: i16, left: i16 },
    /// Work came to nothing.
    WorkLost { tower: TowerId, work: i16, why: Loss },
    /// A task is finished; `work` went into it.
    Finished { tower: TowerId, task: Task, work: i16 },
    /// A corps was made.
    CorpsMade {
        corps: CorpsId,
        tower: TowerId,
        #[cfg_attr(feature = "formats", serde(serialize_with = "player_number"))]
        owner: Seat,
        kind: CorpsKind,
        at: Point,
    },
    /// A tower has a new level, higher after an upgrade and lower after an extender.
    LevelChanged { tower: TowerId, level: u8, hp: u8 },
    /// A player lost its last tower.
    PlayerOut {
        #[cfg_attr(feature = "formats", serde(serialize_with = "player_number"))]
        player: Seat,
        round: u16,
    },
    /// A turn ended.
    TurnEnded {
        turn: u16,
        #[cfg_attr(feature = "formats", serde(serialize_with = "player_number"))]
        player: Seat,
    },
    /// The game ended.
    GameOver { turn: u16 },
}

/// Why a corps left the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize))]
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
#[cfg_attr(feature = "formats", derive(serde::Serialize))]
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

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Moved { corps, from, to, points_left } => {
                write!(f, "corps {} moves from {from} to {to}, {points_left} points left", corps.0)
            }
            Self::CorpsAttacked { corps, target, inflicted, suffered, .. } => write!(
                f,
                "corps {} attacks corps {}: inflicts {inflicted}, suffers {suffered}",
                corps.0, target.0
            ),
            Self::TowerAttacked { corps, tower, inflicted, suffered, .. } => write!(
                f,
                "corps {} attacks tower {}: inflicts {inflicted}, suffers {suffered}",
                corps.0, tower.0
            ),
            Self::CorpsShot { tower, target, inflicted, .. } => {
                write!(f, "tower {} shoots at corps {}: inflicts {inflicted}", tower.0, target.0)
            }
            Self::Advanced { corps, to, .. } => write!(f, "corps {} advances to {to}", corps.0),
            Self::EngineerTaken { corps, from, to, .. } => write!(
                f,
                "player {} takes the engineer {} from player {}",
                number_of(to),
                corps.0,
                number_of(from)
            ),
            Self::CorpsGone { corps, kind, at, why, .. } => {
                write!(f, "the {} {} at {at} is gone: {why}", kind.name(), corps.0)
            }
            Self::TowerCaptured { tower, to, level, .. } => {
                write!(f, "player {} captures tower {}, now level {level}", number_of(to), tower.0)
            }
            Self::TowerKept { tower, level } => {
                write!(f, "tower {} falls with its attacker and stays, now level {level}", tower.0)
            }
            Self::TowerDestroyed { tower, owner, at } => {
                write!(f, "tower {} of player {} at {at} is destroyed", tower.0, number_of(owner))
            }
            Self::TowerFounded { tower, owner, at } => {
                write!(f, "player {} founds tower {} at {at}", number_of(owner), tower.0)
            }
            Self::Repaired { corps, tower, hp } => {
                write!(f, "corps {} repairs tower {}, now {hp} hp", corps.0, tower.0)
            }
            Self::TerrainOrdered { corps, at, terrain } => {
                write!(f, "corps {} begins to turn {at} into {}", corps.0, terrain.name())
            }
            Self::TerrainChanged { at, terrain } => write!(f, "{at} is {} now", terrain.name()),
            Self::Worked { tower, task, work, left } => {
                write!(f, "tower {} does {work} work on: {}; left: {}", tower.0, task.name(), left.max(0))
            }
            Self::WorkLost { tower, work, why } => {
                write!(f, "{work} work of tower {} is lost: {why}", tower.0)
            }
            Self::Finished { tower, task, .. } => write!(f, "tower {} finishes: {}", tower.0, task.name()),
            Self::CorpsMade { corps, tower, kind, .. } => {
                write!(f, "tower {} sends out the {} {}", tower.0, kind.name(), corps.0)
            }
            Self::LevelChanged { tower, level, hp } => {
                write!(f, "tower {} is level {level} now, {hp} hp", tower.0)
            }
            Self::PlayerOut { player, round } => {
                write!(f, "player {} is out in round {round}", number_of(player))
            }
            Self::TurnEnded { turn, player } => {
                write!(f, "turn {turn} of player {} ends", number_of(player))
            }
            Self::GameOver { turn } => write!(f, "the game is over after turn {turn}"),
        }
    }
}

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fell => "it fell",
            Self::WithItsTower => "its tower is lost",
            Self::NoRoom => "its captor has ten engineers already",
            Self::BecameTower => "it became a tower",
            Self::WorkedOut => "its labour is spent",
        })
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Surplus => "the task needed less",
            Self::NoRoom => "the player has ten of that class already",
            Self::HighestLevel => "there is no higher level",
            Self::TowerDestroyed => "the tower is destroyed",
        })
    }
}
