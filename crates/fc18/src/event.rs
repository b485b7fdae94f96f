//! What happens.

use crate::kinds::{CorpsKind, Point, Task, Terrain, number_of};
use crate::roster::CorpsId;
use crate::towers::TowerId;
use core::fmt;
use game::Seat;

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
        from: Point,
        /// Where it is now.
        to: Point,
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
        at: Point,
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
        at: Point,
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
        at: Point,
        /// Hit points the target lost.
        inflicted: i32,
    },
    /// A victor moved onto the cell it had attacked.
    Advanced {
        /// The victor.
        corps: CorpsId,
        /// Where it was.
        from: Point,
        /// Where it is now.
        to: Point,
    },
    /// An engineer changed sides.
    EngineerTaken {
        /// The engineer.
        corps: CorpsId,
        /// Where it stands.
        at: Point,
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
        at: Point,
        /// Why it is gone.
        why: Gone,
    },
    /// A tower changed sides.
    TowerCaptured {
        /// Which tower.
        tower: TowerId,
        /// Where it stands.
        at: Point,
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
        at: Point,
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
        at: Point,
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
        at: Point,
        /// What the ground will be.
        terrain: Terrain,
    },
    /// The ground changed.
    TerrainChanged {
        /// Where.
        at: Point,
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
        at: Point,
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
