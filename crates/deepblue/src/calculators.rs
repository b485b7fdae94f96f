//! Calculators: the questions players ask, answered by the rules themselves.
//!
//! Answers to a seat are functions of its view: asked about what it does not see, they know
//! nothing.

use crate::event::Stores;
use crate::kinds::{Kind, Rules, Team, UNLIMITED};
use crate::order::Refusal;
use crate::place::{Area, Place};
use crate::resolve::modified_attack;
use crate::seas::STEPS;
use crate::state::{Body, State};
use alloc::vec;
use alloc::vec::Vec;
use board::Cell;
use core::fmt;
use game::Seat;

/// One of the two kinds of damage of an attack, spelled out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blow {
    /// The attack value in the table.
    pub value: i32,
    /// The value as changed by the distance.
    pub modified: i32,
    /// The target's defence; none if it is immune.
    pub defence: Option<i32>,
    /// What gets through.
    pub damage: i32,
}

/// What an attack would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Forecast {
    /// Distance of the nearest cells.
    pub distance: i32,
    /// The attacker's range on the target's level.
    pub range: i32,
    /// Whether the distance changes the attack values: a carrier's it does not.
    pub scaled: bool,
    /// Damage by fire.
    pub fire: Blow,
    /// Damage by torpedo.
    pub torpedo: Blow,
    /// The target's health, where the asker knows it.
    pub health: Option<i32>,
}

impl Forecast {
    /// All that gets through.
    #[must_use]
    pub const fn damage(&self) -> i32 {
        self.fire.damage + self.torpedo.damage
    }

    /// Whether the target would be destroyed or taken, where its health is known.
    #[must_use]
    pub fn is_fatal(&self) -> Option<bool> {
        self.health.map(|health| self.damage() >= health)
    }
}

/// The whole sum in words.
impl fmt::Display for Forecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { distance, range, .. } = self;
        if distance > range {
            return write!(f, "out of range: distance {distance}, range {range}");
        }
        let part = |f: &mut fmt::Formatter<'_>, name: &str, blow: &Blow| match blow.defence {
            None => write!(f, "{name}: immune"),
            Some(defence) if self.scaled => write!(
                f,
                "{name}: {} x (1 - ({distance} - {}) / {}) = {}, less defence {defence} = {}",
                blow.value,
                range / 2,
                range + 1,
                blow.modified,
                blow.damage
            ),
            Some(defence) => write!(f, "{name}: {}, less defence {defence} = {}", blow.modified, blow.damage),
        };
        part(f, "fire", &self.fire)?;
        part(f, "; torpedo", &self.torpedo)?;
        write!(f, "; damage {}", self.damage())
    }
}

/// What an attack of one kind on another does at this distance.
#[must_use]
pub fn forecast(rules: &Rules, attacker: Kind, target: Kind, distance: i32) -> Forecast {
    let (attacks, defends) = (rules.of(attacker), rules.of(target));
    let range = i32::from(attacks.fire_ranges[target.level() as usize]);
    let blow = |number: usize| {
        let modified = modified_attack(attacker, attacks.attacks[number], range, distance);
        let defence = Some(defends.defences[number]).filter(|defence| *defence != UNLIMITED).map(i32::from);
        let damage = defence.map_or(0, |defence| (modified - defence).max(0));
        Blow { value: attacks.attacks[number].into(), modified, defence, damage }
    };
    let scaled = attacker != Kind::Carrier;
    Forecast { distance, range, scaled, fire: blow(0), torpedo: blow(1), health: None }
}

/// When an entry of a production list will be born.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Birth {
    /// Number of settlements until it is due, the one that brings it included.
    pub rounds: u32,
    /// What would hold it up if it were due now.
    pub hindrance: Option<Hindrance>,
}

/// What holds up a birth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hindrance {
    /// There is no base.
    NoBase,
    /// The population would become this, above the limit.
    Population {
        /// What it would become.
        would_be: i32,
        /// The limit.
        limit: i32,
    },
    /// No cell at the base seems to be free.
    NoRoom,
}

/// A plane's way to the nearest thing that could refuel it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refuge {
    /// Index of the base, fort or carrier.
    pub supplier: i32,
    /// Steps to it.
    pub steps: u32,
    /// Rounds until the plane is above it.
    pub rounds: u32,
    /// Fuel left when it gets there; it has crashed if this is not above 0.
    pub fuel_left: i32,
    /// Fuel the supplier has now.
    pub fuel_there: i32,
}

impl Refuge {
    /// Whether the plane gets there.
    #[must_use]
    pub const fn is_reached(&self) -> bool {
        self.fuel_left > 0
    }
}

impl State {
    /// What an attack of the seat's own element on a listed one would do if it fired from this
    /// cell.
    ///
    /// # Errors
    /// If the element is not the seat's, cannot attack, or the target is not listed.
    pub fn forecast(&self, seat: Seat, unit: i32, from: Cell, target: i32) -> Result<Forecast, Refusal> {
        let attacker = self.own_element(seat, unit)?;
        if attacker.kind == Kind::Cargo {
            return Err(Refusal::CannotAttack { kind: attacker.kind });
        }
        let team = Team::of(seat);
        let body = self.element(target).filter(|_| self.is_listed(team, target));
        let body = body.ok_or(Refusal::NoSuchTarget { target })?;
        if body.kind.is_resource() {
            return Err(Refusal::TargetIsResource { kind: body.kind });
        }
        let distance = Area::of(attacker.kind, from).distance(body.area());
        // Of a fort out of sight not even the health is known.
        let known = body.kind != Kind::Fort || self.sees(team, body.area(), body.kind.level());
        let health = known.then(|| body.health.into());
        Ok(Forecast { health, ..forecast(&self.chart.rules, attacker.kind, body.kind, distance) })
    }

    /// The way a unit of the seat's own would take to a goal, from its own cell to where it ends.
    ///
    /// # Errors
    /// If it is not the seat's, or does not move.
    pub fn way(&self, seat: Seat, unit: i32, row: i32, col: i32) -> Result<Vec<Cell>, Refusal> {
        let mut body = *self.mover(seat, unit)?;
        body.dest = self.destination(&body, self.clamp_goal(row, col));
        let mut way = vec![body.at];
        let mut leg = [body.at; 64];
        loop {
            let done = self.first_steps(&body, &mut leg);
            if done == 0 {
                return Ok(way);
            }
            way.extend_from_slice(&leg[..done]);
            body.at = leg[done - 1];
        }
    }

    /// The cells where a unit of the seat's own could end this round, nearest first, its own
    /// included: those within speed and fuel on which nothing stands that the seat knows of.
    ///
    /// # Errors
    /// If it is not the seat's, or does not move.
    pub fn reach(&self, seat: Seat, unit: i32) -> Result<Vec<Cell>, Refusal> {
        let body = self.mover(seat, unit)?;
        let most = u32::from(self.chart.rules.of(body.kind).speed).min(body.fuel.max(0) as u32);
        let size = self.chart.size;
        let mut seen = vec![false; size.area()];
        seen[size.index(body.at)] = true;
        let mut queue = vec![(body.at, 0)];
        let mut taken = 0;
        while let Some((cell, steps)) = queue.get(taken).copied() {
            taken += 1;
            for near in STEPS.iter().filter_map(|(rows, cols)| size.offset(cell, *rows, *cols)) {
                let open = body.kind.is_plane() || !self.chart.is_land(near);
                if steps < most && open && !core::mem::replace(&mut seen[size.index(near)], true) {
                    queue.push((near, steps + 1));
                }
            }
        }
        let level = body.kind.level();
        let is_free =
            |cell: &Cell| *cell == body.at || !self.is_known_taken(Team::of(seat), Place::new(*cell, level));
        Ok(queue.into_iter().map(|(cell, _)| cell).filter(is_free).collect())
    }

    /// Indices of the seat's own elements that see a place.
    pub fn watchers(&self, seat: Seat, place: Place) -> impl Iterator<Item = i32> {
        let sees = move |body: &Body| {
            body.team == Team::of(seat) && self.body_sees(body, Area::cell(place.cell), place.level)
        };
        self.elements().filter(move |(_, body)| sees(body)).map(|(index, _)| index)
    }

    /// When an entry of the seat's own production list will be born; none if there is no such
    /// entry.
    #[must_use]
    pub fn birth(&self, seat: Seat, entry: usize) -> Option<Birth> {
        let team = Team::of(seat);
        let (kind, left) = *self.production(team).get(entry)?;
        Some(Birth { rounds: u32::from(left.max(1)), hindrance: self.hindrance(team, kind) })
    }

    /// The way of a plane of the seat's own to the nearest of its bases, forts and carriers, if
    /// those stay where they are.
    ///
    /// # Errors
    /// If it is not the seat's. None if it is no plane, or the seat has nothing that could refuel
    /// it.
    pub fn refuge(&self, seat: Seat, plane: i32) -> Result<Option<Refuge>, Refusal> {
        let body = self.own_element(seat, plane)?;
        if !body.kind.is_plane() {
            return Ok(None);
        }
        let supplies = |other: &Body| {
            other.team == body.team && matches!(other.kind, Kind::Base | Kind::Fort | Kind::Carrier)
        };
        let speed = u32::from(self.chart.rules.of(body.kind).speed).max(1);
        let way = |(supplier, other): (i32, &Body)| {
            let steps = body.area().distance(other.area()) as u32;
            Refuge {
                supplier,
                steps,
                rounds: steps.div_ceil(speed),
                fuel_left: i32::from(body.fuel) - steps as i32,
                fuel_there: other.fuel.into(),
            }
        };
        Ok(self.elements().filter(|(_, other)| supplies(other)).map(way).min_by_key(|refuge| refuge.steps))
    }

    /// What one supply would hand over if it were the only order.
    ///
    /// # Errors
    /// Why it would be refused.
    pub fn supply_preview(
        &self,
        seat: Seat,
        unit: i32,
        target: i32,
        amounts: [i32; 3],
    ) -> Result<Stores, Refusal> {
        self.own_element(seat, unit)?;
        let slot = self.elements.find(unit).ok_or(Refusal::NotYours { unit })?;
        if !self.is_listed(Team::of(seat), target) {
            return Err(Refusal::NoSuchTarget { target });
        }
        let to = self.may_supply(slot, target)?;
        let amounts = amounts.map(|amount| amount.clamp(-1, i16::MAX.into()) as i16);
        let [fuel, ammo, metal] = self.stores_moved(slot, to, amounts).map(i32::from);
        Ok(Stores { fuel, ammo, metal })
    }

    fn own_element(&self, seat: Seat, unit: i32) -> Result<&Body, Refusal> {
        let team = Team::of(seat);
        let own = |body: &&Body| team.plays() && body.team == team;
        self.element(unit).filter(own).ok_or(Refusal::NotYours { unit })
    }

    fn mover(&self, seat: Seat, unit: i32) -> Result<&Body, Refusal> {
        let body = self.own_element(seat, unit)?;
        if body.kind.is_unit() { Ok(body) } else { Err(Refusal::CannotMove { kind: body.kind }) }
    }

    /// Whether something that is listed for the team is at this place.
    fn is_known_taken(&self, team: Team, place: Place) -> bool {
        self.at(place).is_some_and(|slot| self.is_listed(team, self.elements.index(slot)))
    }

    fn hindrance(&self, team: Team, kind: Kind) -> Option<Hindrance> {
        let Some(base) = self.base(team) else { return Some(Hindrance::NoBase) };
        let limit = self.chart.max_population;
        let would_be = self.populations[team as usize] + i32::from(self.chart.rules.of(kind).population);
        if would_be > limit {
            return Some(Hindrance::Population { would_be, limit });
        }
        let around = self.elements.get(base).area();
        let mut cells = [around.from; 12];
        let count = self.birth_cells(kind, around, &mut cells);
        let is_free = |cell: &Cell| {
            (kind.is_plane() || !self.chart.is_land(*cell))
                && !self.is_known_taken(team, Place::new(*cell, kind.level()))
        };
        if cells[..count].iter().any(is_free) { None } else { Some(Hindrance::NoRoom) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Chance;
    use crate::map::{Parts, Placed, Plan};
    use alloc::string::ToString;
    use board::Size;

    const ME: Seat = Seat(0);

    /// 12 by 12: my base at (1, 1), a wall of land in row 8 but for its last cell.
    fn state(elements: &[Placed]) -> State {
        let size = Size::new(12, 12);
        let land = size.cells().map(|cell| cell.row == 8 && cell.col < 11).collect();
        let mut plan = Plan { size, land, weather: -2, max_population: 4, ..Plan::default() };
        plan.elements.push(Placed::new(1, Kind::Base, Team::First, Cell::new(1, 1)));
        plan.elements.extend_from_slice(elements);
        let production = [vec![(Kind::Carrier, 5), (Kind::Fighter, 0)], vec![]];
        let parts = Parts { plan, round: 0, scores: [0; 2], production, chance: Chance::Canonical };
        State::from_parts(parts, Rules::DOCUMENT).unwrap()
    }

    #[test]
    fn a_forecast_spells_out_the_sum() {
        let destroyer = Placed::new(2, Kind::Destroyer, Team::First, Cell::new(6, 6));
        let cargo = Placed { health: Some(20), ..Placed::new(3, Kind::Cargo, Team::Second, Cell::new(6, 9)) };
        let state = state(&[destroyer, cargo]);
        let forecast = state.forecast(ME, 2, Cell::new(6, 6), 3).unwrap();
        assert_eq!((forecast.damage(), forecast.is_fatal()), (12 + 19, Some(true)));
        assert_eq!(
            forecast.to_string(),
            "fire: 25 x (1 - (3 - 4) / 9) = 27, less defence 15 = 12; \
             torpedo: 25 x (1 - (3 - 4) / 9) = 27, less defence 8 = 19; damage 31"
        );
        assert_eq!(
            state.forecast(ME, 2, Cell::new(0, 0), 3).unwrap().to_string(),
            "out of range: distance 15, range 8"
        );
        assert_eq!(state.forecast(ME, 3, Cell::new(0, 0), 2), Err(Refusal::NotYours { unit: 3 }));
    }

    /// The forecasts against what an attack really does.
    #[test]
    fn forecasts_come_true() {
        for kind in Kind::UNITS {
            for target in Kind::UNITS {
                for distance in 0..8 {
                    let mine = Placed::new(2, kind, Team::First, Cell::new(0, 4));
                    let other = Placed::new(3, target, Team::Second, Cell::new(distance, 4));
                    if distance == 0 && kind.level() == target.level() {
                        continue;
                    }
                    let mut state = state(&[mine, other]);
                    let Ok(forecast) = state.forecast(ME, 2, Cell::new(0, 4), 3) else { continue };
                    if state.accept(ME, crate::Order::AttackUnit { unit: 2, target: 3 }).is_ok() {
                        state.settle(&mut game::Silent);
                        let left = state.element(3).map(|body| i32::from(body.health));
                        let full = i32::from(Rules::DOCUMENT.of(target).health_max);
                        assert_eq!(left, Some(full - forecast.damage()).filter(|left| *left > 0));
                    }
                }
            }
        }
    }

    #[test]
    fn ways_reach_and_watchers() {
        let sub = Placed { fuel: Some(3), ..Placed::new(2, Kind::Submarine, Team::First, Cell::new(7, 9)) };
        let plane = Placed { fuel: Some(9), ..Placed::new(3, Kind::Scout, Team::First, Cell::new(9, 9)) };
        let state = state(&[sub, plane]);
        let way = state.way(ME, 2, 9, 9).unwrap();
        let cells = [(7, 9), (7, 10), (7, 11), (8, 11), (9, 11), (9, 10), (9, 9)];
        assert_eq!(way, cells.map(|(row, col)| Cell::new(row, col)));
        let reach = state.reach(ME, 2).unwrap();
        assert!(reach.contains(&Cell::new(8, 11)) && !reach.contains(&Cell::new(9, 11)));
        assert_eq!(state.reach(ME, 1), Err(Refusal::CannotMove { kind: Kind::Base }));
        let place = Place::new(Cell::new(9, 9), crate::Level::Underwater);
        assert!(state.watchers(ME, place).eq([2, 3]));
    }

    #[test]
    fn births_and_refuges() {
        let plane = Placed { fuel: Some(12), ..Placed::new(3, Kind::Scout, Team::First, Cell::new(9, 9)) };
        let state = state(&[plane]);
        let full = Hindrance::Population { would_be: 5, limit: 4 };
        assert_eq!(state.birth(ME, 0), Some(Birth { rounds: 5, hindrance: Some(full) }));
        assert_eq!(state.birth(ME, 1), Some(Birth { rounds: 1, hindrance: None }));
        assert_eq!(state.birth(ME, 2), None);
        let refuge = state.refuge(ME, 3).unwrap().unwrap();
        assert_eq!((refuge.supplier, refuge.steps, refuge.rounds, refuge.fuel_left), (1, 12, 2, 0));
        assert!(!refuge.is_reached());
    }
}
