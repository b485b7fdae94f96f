//! What an order does when its turn comes in the settlement.
//!
//! Each function asks the conditions again, on the board as it is now; an order that no longer
//! meets them lapses without cost.

use crate::calculators::forecast;
use crate::event::{Event, Fact, Named, Stores};
use crate::kinds::{CAPTURE_SCORE, HEALTH_PER_METAL, Kind, Properties, Team};
use crate::pending::Action;
use crate::place::{Area, Place};
use crate::state::{Slot, State};
use board::Cell;
use game::{Log, tell};

impl State {
    /// Enters a production order and pays for it.
    pub(crate) fn produce<L: Log<Event>>(&mut self, team: Team, kind: Kind, log: &mut L) {
        if self.may_produce(team, kind as i32).is_err() {
            return;
        }
        let Properties { cost, build_round, .. } = *self.chart.rules.of(kind);
        if let Some(base) = self.base(team) {
            self.elements.get_mut(base).metal -= cost;
        }
        self.production[team as usize].push(kind, build_round);
        tell!(log: L, self.event(Fact::AddProductionEntry { team, kind }, Named::Of(team), Named::Nothing));
    }

    /// Carries out an action of an element that is still on the board.
    pub(crate) fn resolve(&mut self, slot: Slot, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::AttackPlace(place) => self.attack_place(slot, place, log),
            Action::AttackUnit(target) => {
                if self.may_attack_unit(slot, self.elements.index(target)).is_ok() {
                    self.spend_ammo(slot);
                    let distance = self.elements.get(slot).area().distance(self.elements.get(target).area());
                    self.hit(slot, target, distance, log);
                }
            }
            Action::Supply { to, amounts } => {
                if self.may_supply(slot, self.elements.index(to)).is_ok() {
                    self.hand_over(slot, to, amounts, log);
                }
            }
            Action::Fix(target) => {
                if self.may_fix(slot, self.elements.index(target)).is_ok() {
                    self.fix(slot, target, log);
                }
            }
        }
    }

    /// Gives a unit a new goal, unless it is going there already.
    pub(crate) fn change_dest<L: Log<Event>>(&mut self, slot: Slot, goal: Cell, log: &mut L) {
        let unit = self.elements.get(slot);
        if unit.dest == goal {
            return;
        }
        let dest = self.destination(unit, goal);
        tell!(log: L, {
            let fact =
                Fact::ChangeDest { unit: self.elements.index(slot), to: Place::new(goal, unit.kind.level()) };
            self.event(fact, Named::Element(slot), Named::Nothing)
        });
        self.elements.get_mut(slot).dest = dest;
    }

    /// Hands over stores; all three amounts may turn out to be 0.
    pub(crate) fn hand_over<L: Log<Event>>(
        &mut self,
        giver: Slot,
        receiver: Slot,
        amounts: [i16; 3],
        log: &mut L,
    ) {
        let moved = self.stores_moved(giver, receiver, amounts);
        if giver != receiver {
            let endless = self.chart.rules.of(self.elements.get(giver).kind).endless_ammo();
            let from = self.elements.get_mut(giver);
            from.fuel -= moved[0];
            from.ammo -= if endless { 0 } else { moved[1] };
            from.metal -= moved[2];
            let to = self.elements.get_mut(receiver);
            to.fuel += moved[0];
            to.ammo += moved[1];
            to.metal += moved[2];
        }
        tell!(log: L, {
            let [fuel, ammo, metal] = moved.map(i32::from);
            let stores = Some(Stores { fuel, ammo, metal });
            let (giver_index, receiver_index) = (self.elements.index(giver), self.elements.index(receiver));
            let fact = Fact::Supply { giver: giver_index, receiver: receiver_index, stores };
            self.event(fact, Named::Element(giver), Named::Element(receiver))
        });
    }

    /// Takes a unit off the board.
    pub(crate) fn destroy(&mut self, slot: Slot, log: &mut impl Log<Event>) {
        self.tell_destroyed(slot, log);
        let unit = self.elements.get(slot);
        self.populations[unit.team as usize] -= i32::from(self.chart.rules.of(unit.kind).population);
        self.elements.destroy(slot);
    }

    fn attack_place<L: Log<Event>>(&mut self, slot: Slot, place: Place, log: &mut L) {
        let Place { cell, level } = place;
        if self.may_attack_place(slot, (cell.row.into(), cell.col.into(), level as i32)).is_err() {
            return;
        }
        self.spend_ammo(slot);
        let attacker = self.elements.get(slot);
        let met = self.at(place).filter(|target| {
            let target = self.elements.get(*target);
            !target.kind.is_resource() && target.team != attacker.team
        });
        match met {
            Some(target) => {
                let distance = attacker.area().distance(Area::cell(cell));
                self.hit(slot, target, distance, log);
            }
            None => tell!(log: L, {
                let fact = Fact::AttackMiss { attacker: self.elements.index(slot), at: place };
                self.event(fact, Named::Element(slot), Named::Place(place))
            }),
        }
    }

    fn spend_ammo(&mut self, slot: Slot) {
        let properties = self.chart.rules.of(self.elements.get(slot).kind);
        if !properties.endless_ammo() {
            let once = properties.ammo_once;
            self.elements.get_mut(slot).ammo -= once;
        }
    }

    /// The attack proper: damage, score, and what becomes of the target.
    fn hit<L: Log<Event>>(&mut self, slot: Slot, target: Slot, distance: i32, log: &mut L) {
        let (attacker, victim) = (self.elements.get(slot), self.elements.get(target));
        let (team, kind) = (attacker.team, victim.kind);
        let full = forecast(&self.chart.rules, attacker.kind, kind, distance).damage();
        let fatal = full >= i32::from(victim.health);
        let damage = if fatal { i32::from(victim.health) } else { full };
        tell!(log: L, {
            let (attacker, target_index) =
                (Some(self.elements.index(slot)), Some(self.elements.index(target)));
            let fact = Fact::AttackUnit { attacker, target: target_index, damage: Some(damage) };
            self.event(fact, Named::Element(slot), Named::Element(target))
        });
        self.scores[team as usize] += i64::from(damage);
        self.elements.get_mut(target).health -= damage as i16;
        match kind {
            _ if !fatal => {}
            Kind::Fort => self.capture(target, team, log),
            Kind::Base => self.tell_destroyed(target, log),
            _ => self.destroy(target, log),
        }
    }

    fn capture<L: Log<Event>>(&mut self, fort: Slot, team: Team, log: &mut L) {
        tell!(log: L, {
            let fact = Fact::Capture { fort: self.elements.index(fort), team };
            self.event(fact, Named::Element(fort), Named::Of(team))
        });
        let health = self.chart.rules.of(Kind::Fort).health_max;
        let body = self.elements.get_mut(fort);
        body.team = team;
        body.health = health;
        self.scores[team as usize] += CAPTURE_SCORE;
    }

    fn tell_destroyed<L: Log<Event>>(&self, slot: Slot, log: &mut L) {
        tell!(log: L, {
            let fact = Fact::Destroy { unit: self.elements.index(slot) };
            self.event(fact, Named::Element(slot), Named::Nothing)
        });
    }

    /// Repairs the target as far as need and metal go, then supplies it.
    fn fix<L: Log<Event>>(&mut self, base: Slot, target: Slot, log: &mut L) {
        let body = self.elements.get(target);
        let most = i32::from(self.chart.rules.of(body.kind).health_max);
        let health = i32::from(body.health);
        let need = (most - health + HEALTH_PER_METAL - 1) / HEALTH_PER_METAL;
        let used = i32::from(self.elements.get(base).metal).min(need);
        let gained = (HEALTH_PER_METAL * used).min(most - health);
        tell!(log: L, {
            let (base_index, target_index) = (self.elements.index(base), self.elements.index(target));
            let fact =
                Fact::Fix { base: base_index, target: target_index, metal: Some(used), health: gained };
            self.event(fact, Named::Element(base), Named::Element(target))
        });
        self.elements.get_mut(base).metal -= used as i16;
        self.elements.get_mut(target).health += gained as i16;
        self.hand_over(base, target, [-1, -1, 0], log);
    }

    /// How much of each store would change hands.
    pub(crate) fn stores_moved(&self, giver: Slot, receiver: Slot, amounts: [i16; 3]) -> [i16; 3] {
        let (from, to) = (self.elements.get(giver), self.elements.get(receiver));
        let (gives, takes) = (self.chart.rules.of(from.kind), self.chart.rules.of(to.kind));
        let least = |wanted: i16, has: i16, room: i16| {
            let wanted = if wanted < 0 { i16::MAX } else { wanted };
            wanted.min(has).min(room)
        };
        let ammo_left = if gives.endless_ammo() { i16::MAX } else { from.ammo };
        let ammo_room = if takes.endless_ammo() { 0 } else { takes.ammo_max - to.ammo };
        let metal_room = if from.kind == Kind::Carrier { 0 } else { takes.metal_max - to.metal };
        [
            least(amounts[0], from.fuel, takes.fuel_max - to.fuel),
            least(amounts[1], ammo_left, ammo_room),
            least(amounts[2], from.metal, metal_room),
        ]
    }
}

/// An attack value as changed by the distance. In IEEE doubles and in exactly this order of
/// operations, as the original did it.
pub(crate) fn modified_attack(attacker: Kind, value: i16, range: i32, distance: i32) -> i32 {
    if attacker == Kind::Carrier {
        return i32::from(value);
    }
    let factor = 1.0 - f64::from(distance - range / 2) / f64::from(range + 1);
    (factor * f64::from(value)) as i32
}
