//! What happens, and who may know of it.

use crate::kinds::{Kind, Team};
use crate::place::{Area, Place};
use crate::state::{Slot, State};
use alloc::vec::Vec;
use core::fmt;
use game::Seat;

/// Something that happened, together with who could see it at that moment.
///
/// Within [`Fact`] a field that is left out for a seat is none.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// What happened.
    pub fact: Fact,
    /// What each seat has to do with it; cleared in an event that was told to a seat.
    witness: [Witness; 2],
}

/// What happened. Elements are named by their indices; a part that the seat may not know is none.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
#[cfg_attr(feature = "formats", serde(tag = "event", rename_all = "snake_case"))]
pub enum Fact {
    /// An order to produce was paid and entered.
    AddProductionEntry {
        /// Whose order.
        team: Team,
        /// What will be built.
        kind: Kind,
    },
    /// An attack met its target.
    AttackUnit {
        /// Who fired.
        attacker: Option<i32>,
        /// Who was hit.
        target: Option<i32>,
        /// Health that the target lost.
        damage: Option<i32>,
    },
    /// An attack met nothing it could hurt.
    AttackMiss {
        /// Who fired.
        attacker: i32,
        /// What it aimed at.
        at: Place,
    },
    /// A fort changed sides.
    Capture {
        /// The fort.
        fort: i32,
        /// Whose it is now.
        team: Team,
    },
    /// An element was destroyed, or a plane crashed.
    Destroy {
        /// Which one.
        unit: i32,
    },
    /// Stores changed hands.
    Supply {
        /// Who gave.
        giver: i32,
        /// Who received.
        receiver: i32,
        /// How much.
        stores: Option<Stores>,
    },
    /// A base repaired something.
    Fix {
        /// The base.
        base: i32,
        /// What it repaired.
        target: i32,
        /// Metal it took.
        metal: Option<i32>,
        /// Health that the target gained.
        health: i32,
    },
    /// A unit has a new goal.
    ChangeDest {
        /// Which unit.
        unit: i32,
        /// Where it is going.
        to: Place,
    },
    /// A unit moved.
    Move {
        /// Which unit.
        unit: i32,
        /// The places along its way, as far as they were seen; the first is where it was.
        way: Vec<Place>,
    },
    /// A cargo took from a resource.
    Collect {
        /// The cargo.
        cargo: i32,
        /// The mine or oilfield.
        resource: i32,
        /// Fuel it took.
        fuel: i32,
        /// Metal it took.
        metal: i32,
    },
    /// A unit was born.
    Create {
        /// Its index.
        unit: i32,
        /// What it is.
        kind: Kind,
        /// Where it is.
        at: Place,
    },
}

/// Amounts that changed hands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "formats", derive(serde::Serialize, schemars::JsonSchema))]
pub struct Stores {
    /// Fuel.
    pub fuel: i32,
    /// Ammunition.
    pub ammo: i32,
    /// Metal.
    pub metal: i32,
}

/// What one seat has to do with an event. *First* is what the fact names first, *second* what it names next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Witness {
    owns_first: bool,
    owns_second: bool,
    sees_first: bool,
    sees_second: bool,
    /// For a movement, which places of the way are in sight.
    way: Vec<bool>,
}

impl Event {
    /// Whether what happened is the seat's own doing, or happened to its own element. In an event that was told to a seat nobody is
    /// known.
    #[must_use]
    pub fn is_of(&self, seat: Seat) -> bool {
        let own = |witness: &Witness| match self.fact {
            // A birth names a place first; whose it is comes second.
            Fact::Create { .. } => witness.owns_second,
            _ => witness.owns_first,
        };
        self.witness.get(seat.index()).is_some_and(own)
    }

    /// What a seat is told of it.
    #[must_use]
    pub(crate) fn redact_for(&self, seat: Seat) -> Option<Self> {
        let witness = self.witness.get(seat.index())?;
        let fact = witness.tell(&self.fact)?;
        Some(Self { fact, witness: [Witness::default(), Witness::default()] })
    }
}

impl Witness {
    /// The table of what is told of one's own and of what one sees.
    fn tell(&self, fact: &Fact) -> Option<Fact> {
        let sees_both = self.sees_first && self.sees_second;
        let whole = |told: bool| told.then(|| fact.clone());
        match fact {
            Fact::AddProductionEntry { .. } | Fact::ChangeDest { .. } => whole(self.owns_first),
            Fact::AttackUnit { attacker, target, damage } => {
                if sees_both {
                    whole(true)
                } else if self.owns_first {
                    Some(Fact::AttackUnit { attacker: *attacker, target: None, damage: None })
                } else if self.owns_second {
                    Some(Fact::AttackUnit { attacker: None, target: *target, damage: *damage })
                } else {
                    None
                }
            }
            Fact::AttackMiss { attacker, .. } => {
                if sees_both {
                    whole(true)
                } else {
                    let attacker = self.owns_first.then_some(*attacker)?;
                    Some(Fact::AttackUnit { attacker: Some(attacker), target: None, damage: None })
                }
            }
            Fact::Capture { .. } | Fact::Create { .. } => {
                whole(self.owns_first || self.owns_second || self.sees_first)
            }
            Fact::Destroy { .. } => whole(self.owns_first || self.sees_first),
            Fact::Supply { giver, receiver, .. } if !self.owns_first => {
                sees_both.then_some(Fact::Supply { giver: *giver, receiver: *receiver, stores: None })
            }
            Fact::Fix { base, target, health, .. } if !self.owns_first => {
                sees_both.then_some(Fact::Fix { base: *base, target: *target, metal: None, health: *health })
            }
            Fact::Supply { .. } | Fact::Fix { .. } => whole(true),
            Fact::Move { unit, way } if !self.owns_first => {
                let seen = way.iter().zip(&self.way).filter(|(_, seen)| **seen);
                let way: Vec<Place> = seen.map(|(place, _)| *place).collect();
                (!way.is_empty()).then_some(Fact::Move { unit: *unit, way })
            }
            Fact::Move { .. } => whole(true),
            Fact::Collect { .. } => whole(self.owns_first || sees_both),
        }
    }
}

/// Something an event names, on the board as it is now.
#[derive(Clone, Copy)]
pub(crate) enum Named {
    Nothing,
    Element(Slot),
    /// A place, or what a team has there.
    Place(Place),
    /// Something of this team that is nowhere.
    Of(Team),
}

impl State {
    /// An event with who owns and sees what it names, at this moment.
    pub(crate) fn event(&self, fact: Fact, first: Named, second: Named) -> Event {
        let witness = Team::BOTH.map(|team| {
            let way = match &fact {
                Fact::Move { way, .. } => way.iter().map(|place| self.sees_place(team, *place)).collect(),
                _ => Vec::new(),
            };
            let ((owns_first, sees_first), (owns_second, sees_second)) =
                (self.knows(team, first), self.knows(team, second));
            Witness { owns_first, owns_second, sees_first, sees_second, way }
        });
        Event { fact, witness }
    }

    /// Whether a team owns and whether it sees something.
    fn knows(&self, team: Team, named: Named) -> (bool, bool) {
        match named {
            Named::Nothing => (false, false),
            Named::Of(owner) => (owner == team, owner == team),
            Named::Place(place) => (false, self.sees_place(team, place)),
            Named::Element(slot) => {
                let body = self.elements.get(slot);
                (body.team == team, self.sees(team, body.area(), body.kind.level()))
            }
        }
    }

    fn sees_place(&self, team: Team, place: Place) -> bool {
        self.sees(team, Area::cell(place.cell), place.level)
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.fact.fmt(f)
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AddProductionEntry { team, kind } => {
                write!(f, "team {} starts to build a {kind}", *team as u8)
            }
            Self::AttackUnit { attacker, target, damage } => {
                match attacker {
                    Some(attacker) => write!(f, "{attacker} fires")?,
                    None => f.write_str("something out of sight fires")?,
                }
                match (target, damage) {
                    (Some(target), Some(damage)) => write!(f, " at {target}: {damage} damage"),
                    _ => f.write_str(" at something out of sight"),
                }
            }
            Self::AttackMiss { attacker, at } => write!(f, "{attacker} fires at {at} and hits nothing"),
            Self::Capture { fort, team } => write!(f, "team {} takes the fort {fort}", *team as u8),
            Self::Destroy { unit } => write!(f, "{unit} is destroyed"),
            Self::Supply { giver, receiver, stores: Some(Stores { fuel, ammo, metal }) } => {
                write!(f, "{giver} supplies {receiver} with {fuel} fuel, {ammo} ammunition, {metal} metal")
            }
            Self::Supply { giver, receiver, stores: None } => write!(f, "{giver} supplies {receiver}"),
            Self::Fix { base, target, metal, health } => {
                write!(f, "{base} repairs {target}: {health} health")?;
                metal.map_or(Ok(()), |metal| write!(f, " for {metal} metal"))
            }
            Self::ChangeDest { unit, to } => write!(f, "{unit} heads for {to}"),
            Self::Move { unit, way } => {
                write!(f, "{unit} moves")?;
                match (way.first(), way.last()) {
                    (Some(from), Some(to)) => write!(f, " from {from} to {to}"),
                    _ => Ok(()),
                }
            }
            Self::Collect { cargo, resource, fuel, metal } => {
                write!(f, "{cargo} collects {fuel} fuel and {metal} metal from {resource}")
            }
            Self::Create { unit, kind, at } => write!(f, "the {kind} {unit} is born at {at}"),
        }
    }
}
