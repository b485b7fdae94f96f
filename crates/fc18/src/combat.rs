//! Who is hit, how hard, and what follows: decided here, carried out in `resolve`.

use crate::kinds::{Class, CorpsKind};
use crate::kinds::{FALL, MAX_ENGINEERS, MAX_TOWERS, tower_strength};
use crate::losses::{inflicted, suffered};
use crate::profile::JointFall;
use crate::roster::{Corps, CorpsId};
use crate::state::State;
use crate::towers::{Tower, TowerId};
use game::Seat;

/// What an attack or a shot would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// Who is really hit: garrisons hide behind their tower, engineers behind their escort.
    pub target: Target,
    /// What the target loses.
    pub inflicted: i32,
    /// What the attacker loses in return.
    pub suffered: i32,
    /// Whether the attacker falls.
    pub attacker_falls: bool,
    /// Whether the target falls.
    pub target_falls: bool,
    /// What becomes of a tower that falls.
    pub fate: Option<Fate>,
    /// Whether the corps in the tower die.
    pub garrison_dies: bool,
    /// The engineer that is taken.
    pub taken: Option<Taken>,
    /// Whether the attacker moves onto the target's cell.
    pub advances: bool,
}

/// Who is really hit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// A fighter, or an engineer that nobody escorts.
    Corps(CorpsId),
    /// A tower.
    Tower(TowerId),
}

/// What becomes of a tower that falls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It is removed.
    Destroyed,
    /// The attacker's owner gets it at a lower level.
    Captured,
    /// Its owner keeps it at a lower level.
    Kept,
}

/// An engineer that is taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    /// Which one.
    pub corps: CorpsId,
    /// Whether it vanishes because the taker has ten engineers.
    pub vanishes: bool,
}

/// Who is really hit, as the state finds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hit {
    /// A fighter outside its towers, by slot.
    Fighter(usize),
    /// An engineer that nobody escorts, by slot.
    Engineer(usize),
    /// A tower, by place.
    Tower(usize),
}

impl Forecast {
    const fn nothing(target: Target) -> Self {
        Self {
            target,
            inflicted: 0,
            suffered: 0,
            attacker_falls: false,
            target_falls: false,
            fate: None,
            garrison_dies: false,
            taken: None,
            advances: false,
        }
    }
}

impl<const SIDE: usize> State<SIDE> {
    /// Strength of a fighter where it stands.
    #[must_use]
    #[inline]
    pub const fn strength(&self, corps: &Corps) -> i32 {
        corps.kind.strength(corps.hp) + self.ground(corps.at).bonus()
    }

    /// Strength of a tower with its garrison.
    #[must_use]
    pub fn tower_strength(&self, tower: &Tower) -> i32 {
        let max = self.rules.tower_max_hp(tower.level);
        let bonus = |corps: &Corps| corps.kind.garrison_bonus().unwrap_or(self.rules.engineer_garrison_bonus);
        tower_strength(tower.level, tower.hp, max) + self.standing(tower.at).map(bonus).sum::<i32>()
    }

    /// The tower in which a corps is garrisoned, by place.
    #[inline]
    pub(crate) fn garrison_of(&self, corps: &Corps) -> Option<usize> {
        self.towers.at(corps.at).filter(|place| self.towers.get(*place).owner == corps.owner)
    }

    /// Who is hit by an attack on this corps.
    #[inline]
    pub(crate) fn hit_by_attack(&self, slot: usize) -> Hit {
        match self.garrison_of(self.roster.get(slot)) {
            Some(place) => Hit::Tower(place),
            None => self.hit_in_the_open(slot),
        }
    }

    /// Who is hit when this corps, which is not garrisoned, is aimed at.
    #[inline]
    pub(crate) fn hit_in_the_open(&self, slot: usize) -> Hit {
        let corps = self.roster.get(slot);
        if corps.kind.is_fighter() {
            return Hit::Fighter(slot);
        }
        let mut others = self.roster.standing(corps.at);
        match others.find(|other| self.roster.get(*other).kind.is_fighter()) {
            Some(escort) => Hit::Fighter(escort),
            None => Hit::Engineer(slot),
        }
    }

    pub(crate) fn forecast_attack(&self, slot: usize, hit: Hit) -> Forecast {
        self.forecast_attack_by(self.roster.get(slot), hit)
    }

    /// The same of a fighter that need not stand where the roster has it.
    pub(crate) fn forecast_attack_by(&self, attacker: &Corps, hit: Hit) -> Forecast {
        let strength = self.strength(attacker);
        match hit {
            Hit::Fighter(slot) => self.forecast_duel(attacker, strength, slot),
            Hit::Engineer(slot) => {
                let taken = self.taken(slot, attacker.owner);
                let advances = taken.vanishes && attacker.kind != CorpsKind::Archer;
                let target = Target::Corps(taken.corps);
                Forecast { taken: Some(taken), advances, ..Forecast::nothing(target) }
            }
            Hit::Tower(place) => self.forecast_siege(attacker, strength, self.towers.get(place)),
        }
    }

    pub(crate) fn forecast_shot(&self, place: usize, hit: Hit) -> Forecast {
        let tower = self.towers.get(place);
        match hit {
            Hit::Fighter(slot) => {
                let target = self.roster.get(slot);
                let loss = inflicted(self.tower_strength(tower) - self.strength(target));
                let target_falls = loss >= i32::from(target.hp);
                let taken = if target_falls { self.taken_with(target, tower.owner) } else { None };
                Forecast {
                    inflicted: loss,
                    target_falls,
                    taken,
                    ..Forecast::nothing(Target::Corps(target.id))
                }
            }
            Hit::Engineer(slot) => {
                let taken = self.taken(slot, tower.owner);
                Forecast { taken: Some(taken), ..Forecast::nothing(Target::Corps(taken.corps)) }
            }
            // Garrisoned corps are no targets of shots.
            Hit::Tower(place) => Forecast::nothing(Target::Tower(self.towers.get(place).id)),
        }
    }

    fn forecast_duel(&self, attacker: &Corps, strength: i32, slot: usize) -> Forecast {
        let target = self.roster.get(slot);
        let d = strength - self.strength(target);
        let (loss, price) = (inflicted(d), price(attacker, d));
        let attacker_falls = price >= i32::from(attacker.hp);
        let target_falls = loss >= i32::from(target.hp);
        let wins = target_falls && !attacker_falls;
        Forecast {
            inflicted: loss,
            suffered: price,
            attacker_falls,
            target_falls,
            taken: if wins { self.taken_with(target, attacker.owner) } else { None },
            advances: wins && attacker.kind != CorpsKind::Archer,
            ..Forecast::nothing(Target::Corps(target.id))
        }
    }

    fn forecast_siege(&self, attacker: &Corps, strength: i32, tower: &Tower) -> Forecast {
        let d = strength - self.tower_strength(tower);
        let (loss, price) = (attacker.kind.siege_loss(inflicted(d)), price(attacker, d));
        let attacker_falls = price >= i32::from(attacker.hp);
        let target_falls = loss >= i32::from(tower.hp);
        let fate = target_falls.then(|| self.fate(tower, attacker.owner, attacker_falls));
        let lost = matches!(fate, Some(Fate::Destroyed | Fate::Captured));
        let kept_empty = fate == Some(Fate::Kept) && self.rules.joint_fall == JointFall::LosesGarrison;
        Forecast {
            inflicted: loss,
            suffered: price,
            attacker_falls,
            target_falls,
            fate,
            garrison_dies: lost || kept_empty,
            advances: lost && !attacker_falls && attacker.kind != CorpsKind::Archer,
            ..Forecast::nothing(Target::Tower(tower.id))
        }
    }

    /// What becomes of a tower that falls.
    fn fate(&self, tower: &Tower, attacker: Seat, attacker_falls: bool) -> Fate {
        let limit_matters = !attacker_falls || self.rules.joint_fall == JointFall::LosesGarrison;
        let no_room = limit_matters && self.towers.count(attacker) >= MAX_TOWERS;
        if tower.level <= FALL || no_room {
            Fate::Destroyed
        } else if attacker_falls {
            Fate::Kept
        } else {
            Fate::Captured
        }
    }

    /// The engineer that is taken when its escort falls.
    fn taken_with(&self, escort: &Corps, taker: Seat) -> Option<Taken> {
        let mut others = self.roster.standing(escort.at);
        let engineer = others.find(|slot| !self.roster.get(*slot).kind.is_fighter())?;
        Some(self.taken(engineer, taker))
    }

    fn taken(&self, slot: usize, taker: Seat) -> Taken {
        let vanishes = self.roster.count(taker, Class::Engineer) >= MAX_ENGINEERS;
        Taken { corps: self.roster.get(slot).id, vanishes }
    }
}

/// What the attacker loses: archers are never hit in return.
fn price(attacker: &Corps, d: i32) -> i32 {
    if attacker.kind == CorpsKind::Archer { 0 } else { suffered(d) }
}
