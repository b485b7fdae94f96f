//! The settlement of a round: everything both sides ordered happens now.

use crate::event::{Event, Fact, Named};
use crate::kinds::{COLLECT_LEAST, COLLECT_SCORE, FORT_SCORE, Kind, Level, Team};
use crate::order::MAX_ORDERS;
use crate::pending::{Action, Queued};
use crate::place::{Area, Place};
use crate::seas::fly;
use crate::state::{Body, MAX_ELEMENTS, Slot, State, Winner};
use board::Cell;
use game::{Log, tell};

impl State {
    /// Settles the round at once, whoever has ended their turn; for replays. In play
    /// [`Game::end_turn`](game::Game::end_turn) calls it.
    pub fn settle(&mut self, log: &mut impl Log<Event>) {
        self.round += 1;
        self.settle_orders(log);
        self.move_all(log);
        for team in Team::BOTH {
            self.run_production(team, log);
        }
        self.elements.bury();
        self.pay_forts();
        self.pending.clear();
        self.submitted = [0; 2];
        self.judge();
    }

    fn settle_orders(&mut self, log: &mut impl Log<Event>) {
        let agenda = Agenda::draw(self);
        for &(team, entry) in agenda.entries() {
            match entry {
                Queued::Produce(kind) => self.produce(team, kind, log),
                Queued::Action(slot) if self.elements.is_alive(slot) => {
                    self.resolve(slot, self.pending.action(slot), log);
                }
                Queued::Goal(slot) if self.elements.is_alive(slot) => {
                    self.change_dest(slot, self.pending.goal(slot), log);
                }
                Queued::Action(_) | Queued::Goal(_) => {}
            }
        }
    }

    /// Each fort that a team holds gives it points.
    fn pay_forts(&mut self) {
        for body in self.elements.bodies().iter().filter(|body| body.kind == Kind::Fort && body.team.plays())
        {
            self.scores[body.team as usize] += FORT_SCORE;
        }
    }

    fn judge(&mut self) {
        let mut fallen =
            self.elements.bodies().iter().filter(|body| body.kind == Kind::Base && body.health == 0);
        self.result = match (fallen.next(), fallen.next()) {
            (Some(base), None) => Some(Winner::Team(base.team.other())),
            (None, _) if self.round < self.chart.max_round => None,
            _ => Some(match self.scores[0].cmp(&self.scores[1]) {
                core::cmp::Ordering::Greater => Winner::Team(Team::First),
                core::cmp::Ordering::Less => Winner::Team(Team::Second),
                core::cmp::Ordering::Equal => Winner::Tie,
            }),
        };
    }
}

/// All pending orders in the order in which they will be carried out: group after group, each
/// shuffled.
struct Agenda {
    len: usize,
    entries: [(Team, Queued); 2 * MAX_ORDERS],
}

/// Orders are settled in groups: production, attacks, supplies, repairs, new goals.
const GROUPS: usize = 5;

impl Agenda {
    /// Collects the pending orders and draws the order within each group.
    fn draw(state: &mut State) -> Self {
        let pending = &state.pending;
        let group = |entry: Queued| match entry {
            Queued::Produce(_) => 0,
            Queued::Action(slot) => match pending.action(slot) {
                Action::AttackPlace(_) | Action::AttackUnit(_) => 1,
                Action::Supply { .. } => 2,
                Action::Fix(_) => 3,
            },
            Queued::Goal(_) => 4,
        };
        let all = || Team::BOTH.into_iter().flat_map(|team| pending.of(team).map(move |entry| (team, entry)));
        let mut ends = [0usize; GROUPS + 1];
        all().for_each(|(_, entry)| ends[group(entry) + 1] += 1);
        (0..GROUPS).for_each(|group| ends[group + 1] += ends[group]);
        let mut agenda = Self {
            len: ends[GROUPS],
            entries: [(Team::First, Queued::Produce(Kind::Cargo)); 2 * MAX_ORDERS],
        };
        let mut next = ends;
        for (team, entry) in all() {
            let place = &mut next[group(entry)];
            agenda.entries[*place] = (team, entry);
            *place += 1;
        }
        for group in 0..GROUPS {
            state.chance.shuffle(&mut agenda.entries[ends[group]..ends[group + 1]]);
        }
        agenda
    }

    fn entries(&self) -> &[(Team, Queued)] {
        &self.entries[..self.len]
    }
}

/// Movement.
impl State {
    fn move_all(&mut self, log: &mut impl Log<Event>) {
        let (order, count) = self.marching_order();
        for &slot in &order[..count] {
            self.move_one(slot, log);
        }
    }

    /// All units, by speed, those of equal speed in random order.
    fn marching_order(&mut self) -> ([Slot; MAX_ELEMENTS], usize) {
        let groups = &self.chart.speed_group;
        let units = || {
            self.elements
                .slots()
                .filter(|slot| self.elements.get(*slot).kind.is_unit() && self.elements.is_alive(*slot))
        };
        let group = |slot: Slot| usize::from(groups[self.elements.get(slot).kind as usize]);
        let mut ends = [0usize; Kind::UNITS.len() + 1];
        units().for_each(|slot| ends[group(slot) + 1] += 1);
        (0..Kind::UNITS.len()).for_each(|group| ends[group + 1] += ends[group]);
        let mut order = [0; MAX_ELEMENTS];
        let mut next = ends;
        for slot in units() {
            let place = &mut next[group(slot)];
            order[*place] = slot;
            *place += 1;
        }
        for group in 0..Kind::UNITS.len() {
            self.chance.shuffle(&mut order[ends[group]..ends[group + 1]]);
        }
        (order, ends[Kind::UNITS.len()])
    }

    fn move_one(&mut self, slot: Slot, log: &mut impl Log<Event>) {
        let Body { kind, fuel, .. } = *self.elements.get(slot);
        let steps = if fuel == 0 { 0 } else { self.advance(slot, log) };
        if kind == Kind::Cargo {
            // Before the trip is paid.
            self.collect(slot, log);
        }
        if !kind.is_plane() {
            self.elements.get_mut(slot).fuel -= steps;
        } else if fuel > 0 || !self.chart.rules.dry_planes_hang {
            // Hovering costs as much as one step.
            let left = (fuel - steps.max(1)).max(0);
            self.elements.get_mut(slot).fuel = left;
            if left == 0 {
                self.destroy(slot, log);
            }
        }
    }

    /// Moves a unit along its way as far as speed and fuel go; if that place is taken, one step
    /// less, and so on. Returns the number of steps.
    #[inline]
    fn advance<L: Log<Event>>(&mut self, slot: Slot, log: &mut L) -> i16 {
        let unit = self.elements.get(slot);
        if unit.at == unit.dest {
            return 0;
        }
        let (from, level) = (unit.at, unit.kind.level());
        let most = i16::from(self.chart.rules.of(unit.kind).speed).min(unit.fuel);
        let mut way = [from; u8::MAX as usize];
        let length = self.first_steps(unit, &mut way[..most as usize]);
        let way = &way[..length];
        let Some(last) = way.iter().rposition(|cell| !self.is_occupied(Place::new(*cell, level))) else {
            return 0;
        };
        tell!(log: L, {
            let cells = core::iter::once(&from).chain(&way[..=last]);
            let way = cells.map(|cell| Place::new(*cell, level)).collect();
            self.event(
                Fact::Move { unit: self.elements.index(slot), way },
                Named::Element(slot),
                Named::Nothing,
            )
        });
        self.elements.relocate(slot, way[last]);
        last as i16 + 1
    }

    /// The first cells of a unit's way to its destination, at most as many as `into` takes.
    #[inline]
    pub(crate) fn first_steps(&self, unit: &Body, into: &mut [Cell]) -> usize {
        if unit.kind.is_plane() {
            fly(unit.at, unit.dest, into)
        } else {
            self.chart.seas.walk(unit.at, unit.dest, into)
        }
    }

    /// Whether anything is at this place.
    #[inline]
    pub(crate) fn is_occupied(&self, place: Place) -> bool {
        self.chart.is_covered(place) || self.elements.is_taken(place)
    }

    /// Lets a cargo take from the resources around it.
    fn collect(&mut self, cargo: Slot, log: &mut impl Log<Event>) {
        let at = self.elements.get(cargo).at;
        if !self.chart.is_by_resource(at) {
            return;
        }
        for (rows, cols) in [(-1, 0), (0, -1), (0, 0), (0, 1), (1, 0)] {
            let cell = self.chart.size.offset(at, rows, cols);
            let found = cell.and_then(|cell| self.at(Place::new(cell, Level::Surface)));
            if let Some(resource) = found {
                self.collect_from(cargo, resource, log);
            }
        }
    }

    fn collect_from<L: Log<Event>>(&mut self, cargo: Slot, resource: Slot, log: &mut L) {
        let hold = self.chart.rules.of(Kind::Cargo);
        let (body, source) = (self.elements.get(cargo), self.elements.get(resource));
        let (team, kind) = (body.team, source.kind);
        let (room, left) = match kind {
            Kind::Mine => (hold.metal_max - body.metal, source.metal),
            Kind::Oilfield => (hold.fuel_max - body.fuel, source.fuel),
            _ => return,
        };
        if left == 0 {
            return;
        }
        let taken = room.min(left);
        let (fuel, metal) = if kind == Kind::Mine { (0, taken) } else { (taken, 0) };
        tell!(log: L, {
            let (cargo_index, resource_index) = (self.elements.index(cargo), self.elements.index(resource));
            let (fuel, metal) = (fuel.into(), metal.into());
            let fact = Fact::Collect { cargo: cargo_index, resource: resource_index, fuel, metal };
            self.event(fact, Named::Element(cargo), Named::Element(resource))
        });
        let source = self.elements.get_mut(resource);
        source.fuel -= fuel;
        source.metal -= metal;
        let body = self.elements.get_mut(cargo);
        body.fuel += fuel;
        body.metal += metal;
        if taken >= COLLECT_LEAST {
            self.scores[team as usize] += COLLECT_SCORE;
        }
    }
}

/// Production.
impl State {
    /// Brings a team's production list one round forward.
    fn run_production(&mut self, team: Team, log: &mut impl Log<Event>) {
        let base = self.base(team).map(|base| self.elements.index(base));
        let mut at = 0;
        while let Some((kind, left)) = self.production[team as usize].entries_mut().get_mut(at) {
            *left = left.saturating_sub(1);
            let due = *left == 0;
            let kind = *kind;
            let born = due && base.is_some_and(|base| self.try_birth(team, kind, base, log));
            if born {
                self.production[team as usize].remove(at);
            } else {
                at += 1;
            }
        }
    }

    /// Places a new unit if the population allows it and there is a free cell.
    fn try_birth(&mut self, team: Team, kind: Kind, base: i32, log: &mut impl Log<Event>) -> bool {
        let population = i32::from(self.chart.rules.of(kind).population);
        let fits = self.populations[team as usize] + population <= self.chart.max_population;
        if !fits || self.elements.len() == MAX_ELEMENTS {
            return false;
        }
        let Some(base) = self.elements.find(base) else { return false };
        let around = self.elements.get(base).area();
        let mut cells = [around.from; 12];
        let count = self.birth_cells(kind, around, &mut cells);
        self.chance.shuffle(&mut cells[..count]);
        let level = kind.level();
        let is_free = |cell: &&Cell| {
            (kind.is_plane() || self.chart.seas.is_ocean(**cell))
                && !self.is_occupied(Place::new(**cell, level))
        };
        match cells[..count].iter().find(is_free) {
            Some(cell) => {
                self.give_birth(team, kind, *cell, self.elements.index(base), log);
                true
            }
            None => false,
        }
    }

    /// The cells of the map where a unit of this kind can be born; returns how many there are.
    pub(crate) fn birth_cells(&self, kind: Kind, base: Area, into: &mut [Cell; 12]) -> usize {
        if kind.is_plane() {
            into.iter_mut().zip(base.cells()).for_each(|(place, cell)| *place = cell);
            return 9;
        }
        let (x, y) = (i32::from(base.from.row), i32::from(base.from.col));
        let sides = (0..3).map(|n| (x + n, y - 1)).chain((0..3).map(|n| (x + 3, y + n)));
        let sides = sides.chain((0..3).map(|n| (x + n, y + 3))).chain((0..3).map(|n| (x - 1, y + n)));
        let cells = sides.filter_map(|(x, y)| self.chart.size.cell(x, y));
        into.iter_mut().zip(cells).map(|(place, cell)| *place = cell).count()
    }

    fn give_birth<L: Log<Event>>(&mut self, team: Team, kind: Kind, at: Cell, base: i32, log: &mut L) {
        let properties = *self.chart.rules.of(kind);
        let mut index = self.chance.below(10_000) as i32;
        while self.elements.knows(index) {
            index += 10_000;
        }
        let body = Body {
            kind,
            team,
            at,
            dest: at,
            health: properties.health_max,
            fuel: i16::from(kind.is_plane()),
            ammo: properties.ammo_max.max(0),
            metal: 0,
        };
        tell!(log: L, {
            let fact = Fact::Create { unit: index, kind, at: body.place() };
            self.event(fact, Named::Place(body.place()), Named::Of(team))
        });
        let newborn = self.elements.insert(index, body);
        self.populations[team as usize] += i32::from(properties.population);
        let fuel = if kind == Kind::Cargo { properties.fuel_max / 2 } else { -1 };
        if let Some(base) = self.elements.find(base) {
            self.hand_over(base, newborn, [fuel, -1, 0], log);
        }
    }
}
