//! Scripts for *deepblue*.

use super::Script;
use board::Cell;
use deepblue::{Amounts, Area, Chart, Kind, Order, Sighting, State, Team, View};
use game::{Bot, SeatHandle};

pub(crate) struct Scripted {
    script: Script,
    view: View,
    /// Whether the army that was saved up has gone out.
    gone_out: bool,
}

impl Scripted {
    pub(crate) fn new(script: Script) -> Self {
        Self { script, view: View::default(), gone_out: false }
    }
}

impl Bot<State> for Scripted {
    fn play(&mut self, handle: &mut SeatHandle<'_, State>) {
        handle.view(&mut self.view);
        let briefing = handle.briefing();
        let team = Team::of(handle.seat());
        let mut table = Table { chart: &briefing.chart, team, view: &self.view, gone_out: self.gone_out };
        self.gone_out |= table.warships() >= HOARD || self.view.round >= LATE;
        table.gone_out = self.gone_out;
        let mut orders = table.produce(self.script);
        for unit in table.own() {
            orders.extend(table.fire(unit, self.script));
            orders.extend(match unit.kind {
                Kind::Cargo => table.trade(unit),
                kind if kind.is_unit() => table.sail(unit, self.script),
                _ => Vec::new(),
            });
        }
        for order in orders {
            handle.submit(order);
        }
    }
}

/// Rounds after which who grew first goes for the base.
const LATE: u32 = 90;
/// Warships that are an army.
const HOARD: usize = 8;

/// What the seat sees.
struct Table<'a> {
    chart: &'a Chart,
    team: Team,
    view: &'a View,
    gone_out: bool,
}

impl<'a> Table<'a> {
    fn own(&self) -> impl Iterator<Item = &'a Sighting> {
        let team = self.team;
        self.view.elements.iter().filter(move |seen| seen.team == team)
    }

    /// The other side's units that are in sight.
    fn foes(&self) -> impl Iterator<Item = &'a Sighting> {
        let other = self.team.other();
        self.view.elements.iter().filter(move |seen| seen.team == other && seen.kind.is_unit())
    }

    fn warships(&self) -> usize {
        self.own().filter(|own| own.kind.is_unit() && own.kind != Kind::Cargo).count()
    }

    fn base(&self, own: bool) -> Option<&'a Sighting> {
        let bases = self.view.elements.iter().filter(|seen| seen.kind == Kind::Base);
        bases.into_iter().find(|base| (base.team == self.team) == own)
    }

    fn area(&self, seen: &Sighting) -> Area {
        Area::of(seen.kind, seen.corner(&self.chart.rules))
    }

    fn distance(&self, one: &Sighting, other: &Sighting) -> i32 {
        self.area(one).distance(self.area(other))
    }

    /// How far one fires at the other.
    fn range(&self, from: &Sighting, at: &Sighting) -> i32 {
        i32::from(self.chart.rules.of(from.kind).fire_ranges[at.kind.level() as usize])
    }

    fn produce(&self, script: Script) -> Vec<Order> {
        let count = |kind: Kind| self.own().filter(|own| own.kind == kind).count();
        let cargo = match script {
            Script::Rush => 1,
            Script::Raid => 2,
            Script::Turtle | Script::Kite | Script::Mirror => 3,
            Script::Hoard => 4,
            Script::Economy => 6,
        };
        let destroyers_lead = count(Kind::Destroyer) > count(Kind::Carrier);
        let kind = match script {
            _ if count(Kind::Cargo) < cargo => Kind::Cargo,
            Script::Rush => Kind::Destroyer,
            Script::Turtle if count(Kind::Submarine) < 4 => Kind::Submarine,
            Script::Turtle => Kind::Destroyer,
            Script::Economy => Kind::Carrier,
            Script::Raid if count(Kind::Fighter) < 4 => Kind::Fighter,
            Script::Raid => Kind::Carrier,
            Script::Mirror => self.favourite().unwrap_or(Kind::Destroyer),
            Script::Kite | Script::Hoard if destroyers_lead => Kind::Carrier,
            Script::Kite | Script::Hoard => Kind::Destroyer,
        };
        vec![Order::Produce { kind: kind as i32 }]
    }

    /// What there is most of on the other side, as far as it is in sight.
    fn favourite(&self) -> Option<Kind> {
        let fighting = Kind::UNITS.into_iter().filter(|kind| *kind != Kind::Cargo);
        let count = |kind: Kind| self.foes().filter(|foe| foe.kind == kind).count();
        fighting.max_by_key(|kind| count(*kind)).filter(|kind| count(*kind) > 0)
    }

    /// At the nearest thing that can be hit, or at the weakest.
    fn fire(&self, unit: &Sighting, script: Script) -> Option<Order> {
        let hit = |seen: &&Sighting| {
            seen.team != self.team
                && !seen.kind.is_resource()
                && self.distance(unit, seen) <= self.range(unit, seen)
        };
        let targets = self.view.elements.iter().filter(hit);
        let best = targets.min_by_key(|seen| match script {
            Script::Kite | Script::Hoard | Script::Mirror => (seen.kind.is_building(), seen.health),
            _ => (seen.kind != Kind::Base, self.distance(unit, seen)),
        });
        best.filter(|_| unit.kind != Kind::Cargo)
            .map(|target| Order::AttackUnit { unit: unit.index, target: target.index })
    }

    fn sail(&self, unit: &Sighting, script: Script) -> Vec<Order> {
        let forts = self.view.elements.iter().filter(|seen| seen.kind == Kind::Fort);
        let fort = forts.filter(|fort| fort.team != self.team).min_by_key(|fort| self.distance(unit, fort));
        let foe = self.foes().min_by_key(|foe| (self.distance(unit, foe), foe.index));
        let goal = match script {
            Script::Rush | Script::Raid => self.base(false),
            Script::Turtle => self.base(true),
            Script::Economy if self.view.round >= LATE => self.base(false),
            Script::Economy => fort.or(self.base(false)),
            Script::Kite => fort.or(self.base(false)),
            Script::Hoard if self.gone_out => self.base(false),
            Script::Hoard => self.base(true),
            Script::Mirror => foe.or(fort).or(self.base(false)),
        };
        let low = if unit.kind.is_plane() { 60 } else { 30 };
        let empty = unit.ammo < i32::from(self.chart.rules.of(unit.kind).ammo_once) || unit.fuel < low;
        let goal = if empty { self.base(true) } else { goal };
        let Some(goal) = goal else { return Vec::new() };
        if (script == Script::Kite || script == Script::Raid) && !empty && !unit.kind.is_plane() {
            return vec![go(unit, self.stand(unit, goal))];
        }
        vec![go(unit, goal.place.cell)]
    }

    /// The cell in reach where the ship can fire and be fired at least, or the nearest to its goal.
    fn stand(&self, unit: &Sighting, goal: &Sighting) -> Cell {
        let figures = self.chart.rules.of(unit.kind);
        let here = unit.place.cell;
        let hostile = self.view.elements.iter().filter(|seen| seen.team == self.team.other());
        let hostile: Vec<&Sighting> = hostile.filter(|seen| !seen.kind.is_resource()).collect();
        let price = |cell: &Cell| {
            let away = |seen: &Sighting| Area::cell(*cell).distance(self.area(seen));
            let menaced = |seen: &&&Sighting| {
                let speed = if seen.kind.is_unit() { 2 } else { 0 };
                away(seen) <= self.range(seen, unit) + speed
            };
            let menaces = hostile.iter().filter(menaced).count() as i32;
            let fires = hostile.iter().any(|seen| away(seen) <= self.range(unit, seen));
            4 * menaces + away(goal) - if fires { 12 } else { 0 }
        };
        let near = self.chart.size.around(here, figures.speed);
        let sea = near.into_iter().filter(|cell| {
            cell.manhattan(here) <= u32::from(figures.speed)
                && self.chart.seas.piece_of(*cell) == self.chart.seas.piece_of(here)
        });
        sea.min_by_key(|cell| (price(cell), cell.manhattan(here), cell.row, cell.col)).unwrap_or(here)
    }

    /// Carries metal from the nearest mine to the base.
    fn trade(&self, cargo: &Sighting) -> Vec<Order> {
        let Some(base) = self.base(true) else { return Vec::new() };
        let mut orders = Vec::new();
        if self.distance(cargo, base) <= 1 {
            let amounts = Amounts::these([0, 0, -1]);
            orders.push(Order::Supply { unit: cargo.index, target: base.index, amounts });
        }
        let wanted = if cargo.fuel < 60 { Kind::Oilfield } else { Kind::Mine };
        let places = self.view.elements.iter().filter(|seen| seen.kind == wanted);
        let stocked = places.filter(|place| !place.visible || place.metal + place.fuel > 0);
        let nearest = stocked.min_by_key(|place| self.distance(cargo, place));
        let laden = cargo.metal > 30 && self.distance(cargo, base) > 1;
        let goal = if laden { Some(base) } else { nearest };
        orders.extend(goal.map(|goal| go(cargo, goal.place.cell)));
        orders
    }
}

fn go(unit: &Sighting, to: Cell) -> Order {
    let level = unit.kind.level() as i32;
    Order::ChangeDest { unit: unit.index, row: to.row.into(), col: to.col.into(), level }
}
