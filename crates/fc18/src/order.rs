//! What a player can ask for.

use crate::kinds::{Task, Terrain};
use crate::roster::CorpsId;
use crate::towers::TowerId;
use board::Direction;
use core::fmt;

/// An order to a corps or to a tower.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(tag = "order", rename_all = "snake_case", deny_unknown_fields))]
pub enum Order {
    /// A corps moves one cell.
    Move {
        /// Who.
        corps: CorpsId,
        /// Where to. Up is the next row, unless the rules say otherwise: the briefing's
        /// `directions` say it.
        #[cfg_attr(feature = "formats", schemars(schema_with = "crate::formats::direction_word"))]
        direction: Direction,
    },
    /// A fighter attacks a corps.
    AttackCorps {
        /// Who.
        corps: CorpsId,
        /// Whom.
        target: CorpsId,
    },
    /// A fighter attacks a tower.
    AttackTower {
        /// Who.
        corps: CorpsId,
        /// What.
        target: TowerId,
    },
    /// An extender becomes a tower.
    Found {
        /// Who.
        corps: CorpsId,
    },
    /// A builder repairs the tower it stands in.
    Repair {
        /// Who.
        corps: CorpsId,
    },
    /// A builder changes the terrain of its cell.
    ChangeTerrain {
        /// Who.
        corps: CorpsId,
        /// Into what.
        terrain: Terrain,
    },
    /// A tower works on a task.
    Produce {
        /// Which.
        tower: TowerId,
        /// On what.
        task: Task,
    },
    /// A tower shoots at a corps.
    Shoot {
        /// Which.
        tower: TowerId,
        /// At whom.
        target: CorpsId,
    },
}

/// Orders to corps in the numbering of the contest.
const CORPS_ORDER: i64 = 0;
/// Orders to towers in the numbering of the contest.
const TOWER_ORDER: i64 = 1;

impl Order {
    /// The order that the contest writes as a type and a list of parameters.
    ///
    /// # Errors
    /// Why these numbers are no order.
    pub fn from_numbers(kind: i64, parameters: &[i64]) -> Result<Self, Unreadable> {
        let (operation, rest) = parameters.split_first().ok_or(Unreadable::Empty)?;
        match (kind, operation) {
            (CORPS_ORDER, 0) => {
                two(rest, |corps, way| Ok(Self::Move { corps: corps_id(corps)?, direction: direction(way)? }))
            }
            (CORPS_ORDER, 3) => two(rest, |corps, target| {
                Ok(Self::AttackCorps { corps: corps_id(corps)?, target: corps_id(target)? })
            }),
            (CORPS_ORDER, 4) => two(rest, |corps, target| {
                Ok(Self::AttackTower { corps: corps_id(corps)?, target: tower_id(target)? })
            }),
            (CORPS_ORDER, 7) => one(rest, |corps| Ok(Self::Found { corps: corps_id(corps)? })),
            (CORPS_ORDER, 8) => one(rest, |corps| Ok(Self::Repair { corps: corps_id(corps)? })),
            (CORPS_ORDER, 9) => two(rest, |corps, into| {
                let terrain = Terrain::from_number(into).ok_or(Unreadable::Terrain(into))?;
                Ok(Self::ChangeTerrain { corps: corps_id(corps)?, terrain })
            }),
            (TOWER_ORDER, 0) => two(rest, |tower, task| {
                let task = Task::from_number(task).ok_or(Unreadable::Task(task))?;
                Ok(Self::Produce { tower: tower_id(tower)?, task })
            }),
            (TOWER_ORDER, 1) => two(rest, |tower, target| {
                Ok(Self::Shoot { tower: tower_id(tower)?, target: corps_id(target)? })
            }),
            (CORPS_ORDER | TOWER_ORDER, operation) => Err(Unreadable::Operation(kind, *operation)),
            _ => Err(Unreadable::Type(kind)),
        }
    }

    /// The order as the contest writes it: type and parameters.
    #[must_use]
    pub fn to_numbers(self) -> (i32, Parameters) {
        match self {
            Self::Move { corps, direction } => (0, Parameters::three(0, corps.0, direction as i32)),
            Self::AttackCorps { corps, target } => (0, Parameters::three(3, corps.0, target.0)),
            Self::AttackTower { corps, target } => (0, Parameters::three(4, corps.0, target.0)),
            Self::Found { corps } => (0, Parameters::two(7, corps.0)),
            Self::Repair { corps } => (0, Parameters::two(8, corps.0)),
            Self::ChangeTerrain { corps, terrain } => {
                (0, Parameters::three(9, corps.0, terrain.number().into()))
            }
            Self::Produce { tower, task } => (1, Parameters::three(0, tower.0, task.number().into())),
            Self::Shoot { tower, target } => (1, Parameters::three(1, tower.0, target.0)),
        }
    }
}

/// The parameters of an order in the numbering of the contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameters {
    numbers: [i32; 3],
    count: usize,
}

impl Parameters {
    const fn two(operation: i32, actor: i32) -> Self {
        Self { numbers: [operation, actor, 0], count: 2 }
    }

    const fn three(operation: i32, actor: i32, third: i32) -> Self {
        Self { numbers: [operation, actor, third], count: 3 }
    }

    /// The numbers, the operation first.
    #[must_use]
    pub fn as_slice(&self) -> &[i32] {
        &self.numbers[..self.count]
    }
}

/// Why a list of numbers is no order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// No parameters at all.
    Empty,
    /// Neither to a corps nor to a tower.
    Type(i64),
    /// An operation that does not exist (any more).
    Operation(i64, i64),
    /// Too many or too few parameters.
    Count {
        /// How many there are beside the operation.
        found: usize,
        /// How many the operation takes.
        wanted: usize,
    },
    /// Not a direction.
    Direction(i64),
    /// Not a kind of terrain.
    Terrain(i64),
    /// Not a task.
    Task(i64),
    /// A number that no corps can have.
    Corps(i64),
    /// A number that no tower can have.
    Tower(i64),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => write!(f, "an order needs parameters, and there are none"),
            Self::Type(kind) => write!(f, "{kind} is no type of order: 0 is for corps, 1 for towers"),
            Self::Operation(0, operation) => {
                write!(f, "{operation} is no operation of a corps: those are 0, 3, 4, 7, 8 and 9")
            }
            Self::Operation(_, operation) => {
                write!(f, "{operation} is no operation of a tower: those are 0 and 1")
            }
            Self::Count { found, wanted } => {
                write!(f, "the operation takes {wanted} more parameters and has {found}")
            }
            Self::Direction(way) => write!(f, "{way} is no direction: those are 0 to 3"),
            Self::Terrain(terrain) => write!(f, "{terrain} is no terrain: those are 0 to 12"),
            Self::Task(task) => write!(f, "{task} is no task: those are 0 to 5"),
            Self::Corps(id) => write!(f, "there is no corps {id}"),
            Self::Tower(id) => write!(f, "there is no tower {id}"),
        }
    }
}

fn one(rest: &[i64], read: impl FnOnce(i64) -> Result<Order, Unreadable>) -> Result<Order, Unreadable> {
    match rest {
        [actor] => read(*actor),
        _ => Err(Unreadable::Count { found: rest.len(), wanted: 1 }),
    }
}

fn two(rest: &[i64], read: impl FnOnce(i64, i64) -> Result<Order, Unreadable>) -> Result<Order, Unreadable> {
    match rest {
        [actor, target] => read(*actor, *target),
        _ => Err(Unreadable::Count { found: rest.len(), wanted: 2 }),
    }
}

fn corps_id(number: i64) -> Result<CorpsId, Unreadable> {
    i32::try_from(number).map(CorpsId).map_err(|_| Unreadable::Corps(number))
}

fn tower_id(number: i64) -> Result<TowerId, Unreadable> {
    i32::try_from(number).map(TowerId).map_err(|_| Unreadable::Tower(number))
}

fn direction(number: i64) -> Result<Direction, Unreadable> {
    let known = usize::try_from(number).ok().and_then(|number| Direction::ALL.get(number));
    known.copied().ok_or(Unreadable::Direction(number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn numbers_there_and_back() {
        for kind in 0..2 {
            for operation in 0..12 {
                for parameters in [&[operation, 5][..], &[operation, 5, 3][..]] {
                    if let Ok(order) = Order::from_numbers(kind, parameters) {
                        let (again, numbers) = order.to_numbers();
                        assert_eq!(i64::from(again), kind);
                        assert!(
                            numbers.as_slice().iter().map(|n| i64::from(*n)).eq(parameters.iter().copied())
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_no_order_says_why() {
        let said = |kind, parameters: &[i64]| Order::from_numbers(kind, parameters).unwrap_err().to_string();
        assert_eq!(said(0, &[]), "an order needs parameters, and there are none");
        assert_eq!(said(2, &[0, 0, 0]), "2 is no type of order: 0 is for corps, 1 for towers");
        assert_eq!(said(1, &[2, 0, 0]), "2 is no operation of a tower: those are 0 and 1");
        assert_eq!(said(0, &[0, 1]), "the operation takes 2 more parameters and has 1");
        assert_eq!(said(0, &[0, 1, 9]), "9 is no direction: those are 0 to 3");
        assert_eq!(said(0, &[3, i64::MAX, 9]), "there is no corps 9223372036854775807");
    }
}
