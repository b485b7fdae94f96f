//! What a seat has seen, and the states that it can imagine.
//!
//! Known for certain is what the view says. The rest is made up as plausibly as memory allows:
//! units that went out of sight are somewhere out of sight that they can have reached; forts and
//! resources out of sight are as they were last seen; the opponent has about as many units as
//! oneself, so that those which were never seen make up for the difference.

use crate::chance::Chance;
use crate::event::{Event, Fact};
use crate::kinds::{Kind, Rules, Team};
use crate::map::{Chart, Setup};
use crate::place::{Area, Place};
use crate::state::{Body, MAX_ELEMENTS, State};
use crate::view::{Sighting, View};
use alloc::sync::Arc;
use alloc::vec::Vec;
use board::{Cell, SplitMix64};
use game::{Game, Imagine, Seat, Viewer};

/// What a seat has seen.
#[derive(Clone, Debug)]
pub struct Memory {
    team: Team,
    /// An empty board of the map.
    board: State,
    /// What it sees now.
    view: View,
    /// What it does not own and has seen, as it was last seen, by ascending index.
    seen: Vec<Seen>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Seen {
    sighting: Sighting,
    /// The round in which it was seen.
    round: u32,
}

impl Imagine for State {
    type Memory = Memory;

    fn memory(setup: &Setup, seat: Seat) -> Memory {
        Memory::new(Arc::clone(&setup.start.chart), seat)
    }

    fn remember(&self, told: &[Event], memory: &mut Memory) {
        let mut view = core::mem::take(&mut memory.view);
        self.view(Viewer::Seat(Seat(memory.team as u8)), &mut view);
        memory.update(view, told);
    }

    fn imagine(memory: &Memory, random: &mut SplitMix64) -> Self {
        Imagination { memory, random, state: memory.board.clone() }.state()
    }
}

impl Memory {
    /// The memory of somebody who was told what never changes, and has seen nothing.
    #[must_use]
    pub const fn new(chart: Arc<Chart>, seat: Seat) -> Self {
        let view = View { round: 0, scores: [0; 2], economies: [None, None], elements: Vec::new() };
        Self { team: Team::of(seat), board: State::without_elements(chart), view, seen: Vec::new() }
    }

    /// Forgets a unit that was seen: for those who know that it was destroyed, and were not told
    /// so.
    pub fn forget(&mut self, unit: i32) {
        self.seen.retain(|seen| seen.sighting.index != unit || !seen.sighting.kind.is_unit());
    }

    /// Takes in what the seat sees, and what it was told since it last did so.
    pub fn update(&mut self, view: View, told: &[Event]) {
        for event in told {
            self.hear(&event.fact, view.round);
        }
        let team = self.team;
        for sighting in view.elements.iter().filter(|sighting| sighting.team != team) {
            // Bases, forts and resources out of sight are listed, with less than was known of them.
            if sighting.visible || self.find(sighting.index).is_none() {
                self.note(Seen { sighting: *sighting, round: view.round });
            }
        }
        let is_own = |seen: &Seen| {
            let listed = view.elements.iter().find(|sighting| sighting.index == seen.sighting.index);
            listed.is_some_and(|sighting| sighting.team == team)
        };
        self.seen.retain(|seen| !is_own(seen));
        self.view = view;
    }

    fn hear(&mut self, fact: &Fact, round: u32) {
        match fact {
            Fact::Destroy { unit } => self.seen.retain(|seen| seen.sighting.index != *unit),
            Fact::Capture { fort, team } => {
                if let Some(seen) = self.find(*fort).map(|at| &mut self.seen[at]) {
                    seen.sighting.team = *team;
                }
            }
            Fact::Create { unit, kind, at } => {
                let known =
                    Sighting { index: *unit, kind: *kind, team: self.team.other(), place: *at, ..UNKNOWN };
                self.note(Seen { sighting: known, round });
            }
            // It may have gone out of sight on its way.
            Fact::Move { unit, way } => {
                if let (Some(at), Some(place)) = (self.find(*unit), way.last()) {
                    self.seen[at].sighting.place = *place;
                    self.seen[at].round = round;
                }
            }
            _ => {}
        }
    }

    fn find(&self, index: i32) -> Option<usize> {
        self.seen.binary_search_by_key(&index, |seen| seen.sighting.index).ok()
    }

    fn note(&mut self, new: Seen) {
        match self.seen.binary_search_by_key(&new.sighting.index, |seen| seen.sighting.index) {
            Ok(at) => self.seen[at] = new,
            Err(at) => self.seen.insert(at, new),
        }
    }
}

/// An element of which nothing is known.
const UNKNOWN: Sighting = Sighting {
    index: 0,
    kind: Kind::Cargo,
    team: Team::Nobody,
    place: Place::new(Cell::new(0, 0), crate::kinds::Level::Surface),
    visible: false,
    health: 0,
    fuel: 0,
    ammo: 0,
    metal: 0,
    dest: None,
};

/// A state that is being made up.
struct Imagination<'a> {
    memory: &'a Memory,
    random: &'a mut SplitMix64,
    state: State,
}

/// No base keeps as much metal as this for long.
const SPARE_METAL: i16 = 31;

/// How often a place is drawn before an element is left out.
const TRIES: u32 = 64;

impl Imagination<'_> {
    fn state(mut self) -> State {
        let view = &self.memory.view;
        (self.state.round, self.state.scores) = (view.round, view.scores);
        view.elements.iter().for_each(|sighting| self.put_listed(sighting));
        self.put_hidden();
        self.put_unknown();
        for team in Team::BOTH {
            self.fill_production(team);
        }
        self.state.chance = Chance::seeded(self.random.next_u64());
        self.state
    }

    /// Puts what the view lists.
    fn put_listed(&mut self, sighting: &Sighting) {
        let rules = self.state.chart.rules;
        let mut body = self.body(sighting, &rules);
        if sighting.team != self.memory.team && !sighting.visible {
            // Not all that is listed is as the view has it: of a fort it says nothing.
            let last = self.memory.find(sighting.index).map(|at| self.memory.seen[at].sighting);
            let seen = last.filter(|seen| seen.visible);
            match sighting.kind {
                Kind::Fort => self.make_up_fort(&mut body, seen),
                Kind::Mine | Kind::Oilfield => {
                    let full = rules.of(body.kind);
                    body.fuel = seen.map_or(full.fuel_max, |seen| seen.fuel as i16);
                    body.metal = seen.map_or(full.metal_max, |seen| seen.metal as i16);
                }
                _ => {}
            }
        }
        self.state.add(sighting.index, body);
    }

    /// A fort out of sight is not one's own.
    fn make_up_fort(&mut self, body: &mut Body, seen: Option<Sighting>) {
        let other = self.memory.team.other();
        let drawn = if self.random.below(2) == 0 { other } else { Team::Nobody };
        body.team = match seen.map(|seen| seen.team) {
            Some(team) if team == self.memory.team => other,
            Some(team) => team,
            None => drawn,
        };
        let full = self.state.chart.rules.of(Kind::Fort).health_max;
        body.health = seen.map_or(full, |seen| seen.health.clamp(1, full.into()) as i16);
    }

    /// What a sighting says; what it does not say is drawn.
    fn body(&mut self, sighting: &Sighting, rules: &Rules) -> Body {
        let (kind, team, at) = (sighting.kind, sighting.team, sighting.corner(rules));
        let dest = sighting.dest.map_or(at, |dest| dest.cell);
        let [health, fuel, ammo, metal] =
            [sighting.health, sighting.fuel, sighting.ammo.max(0), sighting.metal].map(|store| store as i16);
        let known = Body { kind, team, at, dest, health, fuel, ammo, metal };
        if team == self.memory.team || kind.is_resource() { known } else { self.fill_stores(known, rules) }
    }

    /// Draws what others have in store. Nobody is about to run dry.
    fn fill_stores(&mut self, body: Body, rules: &Rules) -> Body {
        let full = rules.of(body.kind);
        let mut part = |most: i16| {
            let most = most.max(0);
            most - self.random.below(most as u64 / 2 + 1) as i16
        };
        let (fuel, ammo, metal) = (part(full.fuel_max), part(full.ammo_max), part(full.metal_max));
        // What a base has it spends.
        let metal = if body.kind == Kind::Base { metal % SPARE_METAL } else { metal };
        Body { fuel, ammo, metal, ..body }
    }

    /// Puts the opponent's units that were seen and are out of sight.
    fn put_hidden(&mut self) {
        for at in 0..self.memory.seen.len() {
            let Seen { sighting, round } = self.memory.seen[at];
            if !sighting.kind.is_unit() || self.state.elements.knows(sighting.index) {
                continue;
            }
            let rules = self.state.chart.rules;
            let speed = u32::from(rules.of(sighting.kind).speed);
            let rounds = self.memory.view.round.saturating_sub(round).max(1);
            let away = speed.saturating_mul(rounds);
            if let Some(place) = self.hidden_place(sighting.kind, Some((sighting.place.cell, away))) {
                let most = rules.of(sighting.kind).health_max;
                let health = if sighting.visible { sighting.health } else { most.into() };
                self.put_unit(sighting.index, sighting.kind, place, health as i16);
            }
        }
    }

    /// Puts units of which nothing is known, until the opponent is about as strong as oneself.
    fn put_unknown(&mut self) {
        let Some(fleet) = self.own_kinds() else { return };
        let [own, other] = [self.memory.team, self.memory.team.other()].map(|team| team as usize);
        let least = self.state.populations[own] / 2;
        let wanted = least + self.random.below(u64::from(least.unsigned_abs()) + 1) as i32;
        for _ in 0..MAX_ELEMENTS {
            if self.state.populations[other] >= wanted {
                return;
            }
            let kind = fleet[self.random.below(fleet.len() as u64) as usize];
            let mut index = self.random.below(10_000) as i32;
            while self.state.elements.knows(index) {
                index += 10_000;
            }
            let Some(place) = self.hidden_place(kind, self.reach_from_home(kind)) else { return };
            let health = self.state.chart.rules.of(kind).health_max;
            self.put_unit(index, kind, place, health);
        }
    }

    /// How far a unit of this kind can have got from the opponent's base by now.
    fn reach_from_home(&self, kind: Kind) -> Option<(Cell, u32)> {
        let bodies = self.state.elements.bodies().iter();
        let mut bases = bodies.filter(|body| body.kind == Kind::Base && body.team != self.memory.team);
        let speed = u32::from(self.state.chart.rules.of(kind).speed);
        bases.next().map(|base| (base.at, 2 * speed + speed * self.memory.view.round))
    }

    /// The kinds of one's own units; none if one has none.
    fn own_kinds(&self) -> Option<Vec<Kind>> {
        let own = self.state.elements.bodies().iter().filter(|body| body.team == self.memory.team);
        let kinds: Vec<Kind> = own.map(|body| body.kind).filter(|kind| kind.is_unit()).collect();
        (!kinds.is_empty()).then_some(kinds)
    }

    fn put_unit(&mut self, index: i32, kind: Kind, at: Cell, health: i16) {
        if self.state.elements.len() == MAX_ELEMENTS {
            return;
        }
        let rules = self.state.chart.rules;
        let team = self.memory.team.other();
        let unit = Body { kind, team, at, dest: at, health, fuel: 0, ammo: 0, metal: 0 };
        let unit = self.fill_stores(unit, &rules);
        self.state.add(index, unit);
    }

    /// A free cell out of sight where a unit of this kind can be, at most so far from another cell.
    fn hidden_place(&mut self, kind: Kind, near: Option<(Cell, u32)>) -> Option<Cell> {
        let size = self.state.chart.size;
        for _ in 0..TRIES {
            let cell = match near {
                None => size.at_index(self.random.below(size.area() as u64) as usize),
                Some((from, away)) => self.cell_near(from, away),
            };
            if self.can_hide(kind, cell) {
                return Some(cell);
            }
        }
        // Few cells are left: all of them, from one of them on.
        let first = self.random.below(size.area() as u64) as usize;
        let mut cells = (0..size.area()).map(|number| size.at_index((first + number) % size.area()));
        let is_near = |cell: Cell| near.is_none_or(|(from, away)| cell.manhattan(from) <= away);
        cells.find(|cell| is_near(*cell) && self.can_hide(kind, *cell))
    }

    /// A cell of the square around another, on the map.
    fn cell_near(&mut self, from: Cell, away: u32) -> Cell {
        let size = self.state.chart.size;
        let mut draw = |at: u8, side: u8| {
            let (low, high) =
                (u32::from(at).saturating_sub(away), (u32::from(at) + away).min(u32::from(side) - 1));
            (u64::from(low) + self.random.below(u64::from(high - low) + 1)) as u8
        };
        let cell = Cell::new(draw(from.row, size.rows), draw(from.col, size.cols));
        if cell.manhattan(from) <= away { cell } else { from }
    }

    fn can_hide(&self, kind: Kind, cell: Cell) -> bool {
        let place = Place::new(cell, kind.level());
        (kind.is_plane() || self.state.chart.seas.is_ocean(cell))
            && !self.state.is_occupied(place)
            && !self.state.sees(self.memory.team, Area::cell(cell), place.level)
    }

    /// What oneself makes is known; the opponent makes something or other.
    fn fill_production(&mut self, team: Team) {
        let known = self.memory.view.economies.get(team as usize).and_then(Option::as_ref);
        match known {
            Some(economy) => {
                economy
                    .production
                    .iter()
                    .for_each(|(kind, left)| self.state.production[team as usize].push(*kind, *left));
            }
            None => {
                for _ in 0..self.random.below(3) {
                    let kind = Kind::UNITS[self.random.below(Kind::UNITS.len() as u64) as usize];
                    let rounds = self.state.chart.rules.of(kind).build_round.max(1);
                    let left = 1 + self.random.below(rounds.into()) as u8;
                    self.state.production[team as usize].push(kind, left);
                }
            }
        }
    }
}
