//! Scripts for *deepblue*.

use super::Script;
use board::Cell;
use deepblue::{Amounts, Area, Chart, Kind, Order, Sighting, State, Team, View};
use game::{Bot, SeatHandle};

pub(crate) struct Scripted {
    script: Script,
    view: View,
}

impl Scripted {
    pub(crate) fn new(script: Script) -> Self {
        Self { script, view: View::default() }
    }
}

impl Bot<State> for Scripted {
    fn play(&mut self, handle: &mut SeatHandle<'_, State>) {
        handle.view(&mut self.view);
        let briefing = handle.briefing();
        let table = Table { chart: &briefing.chart, team: Team::of(handle.seat()), view: &self.view };
        let mut orders = table.produce(self.script);
        for unit in table.own() {
            orders.extend(table.fire(unit));
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

/// What the seat sees.
struct Table<'a> {
    chart: &'a Chart,
    team: Team,
    view: &'a View,
}

impl<'a> Table<'a> {
    fn own(&self) -> impl Iterator<Item = &'a Sighting> {
        let team = self.team;
        self.view.elements.iter().filter(move |seen| seen.team == team)
    }

    fn base(&self, own: bool) -> Option<&'a Sighting> {
        let bases = self.view.elements.iter().filter(|seen| seen.kind == Kind::Base);
        bases.into_iter().find(|base| (base.team == self.team) == own)
    }

    fn distance(&self, one: &Sighting, other: &Sighting) -> i32 {
        let area = |seen: &Sighting| Area::of(seen.kind, seen.corner(&self.chart.rules));
        area(one).distance(area(other))
    }

    fn produce(&self, script: Script) -> Vec<Order> {
        let count = |kind: Kind| self.own().filter(|own| own.kind == kind).count();
        let cargo = match script {
            Script::Rush => 1,
            Script::Turtle => 3,
            Script::Economy => 6,
        };
        let kind = match script {
            _ if count(Kind::Cargo) < cargo => Kind::Cargo,
            Script::Rush => Kind::Destroyer,
            Script::Turtle if count(Kind::Submarine) < 4 => Kind::Submarine,
            Script::Turtle => Kind::Destroyer,
            Script::Economy => Kind::Carrier,
        };
        vec![Order::Produce { kind: kind as i32 }]
    }

    /// At the nearest thing that can be hit.
    fn fire(&self, unit: &Sighting) -> Option<Order> {
        let ranges = self.chart.rules.of(unit.kind).fire_ranges;
        let hit = |seen: &&Sighting| {
            seen.team != self.team
                && !seen.kind.is_resource()
                && self.distance(unit, seen) <= i32::from(ranges[seen.kind.level() as usize])
        };
        let targets = self.view.elements.iter().filter(hit);
        let nearest = targets.min_by_key(|seen| (seen.kind != Kind::Base, self.distance(unit, seen)));
        nearest
            .filter(|_| unit.kind != Kind::Cargo)
            .map(|target| Order::AttackUnit { unit: unit.index, target: target.index })
    }

    fn sail(&self, unit: &Sighting, script: Script) -> Vec<Order> {
        let forts = self.view.elements.iter().filter(|seen| seen.kind == Kind::Fort);
        let fort = forts.filter(|fort| fort.team != self.team).min_by_key(|fort| self.distance(unit, fort));
        let goal = match script {
            Script::Rush => self.base(false),
            Script::Turtle => self.base(true),
            Script::Economy if self.view.round >= LATE => self.base(false),
            Script::Economy => fort.or(self.base(false)),
        };
        let empty = unit.ammo < i32::from(self.chart.rules.of(unit.kind).ammo_once) || unit.fuel < 30;
        let goal = if empty { self.base(true) } else { goal };
        goal.map(|goal| go(unit, goal.place.cell)).into_iter().collect()
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
