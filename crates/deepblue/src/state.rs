//! The state of a game.

use crate::chance::Chance;
use crate::kinds::{Kind, Team};
use crate::map::{Chart, Fault, Parts, Placed};
use crate::order::{Amounts, Order};
use crate::pending::{Action, Pending, Queued};
use crate::place::{Area, Place};
use crate::seas::air_destination;
use alloc::sync::Arc;
use alloc::vec::Vec;
use board::{Cell, Digest, Key};
use game::Seats;

/// The most elements on a board at once, those destroyed in the round included. Births wait when it
/// is full.
pub const MAX_ELEMENTS: usize = 256;

/// The largest score a game can be set up with: no game adds so much that it would overflow.
pub(crate) const LARGEST_SCORE: u64 = 1 << 53;

/// The most entries a production list holds.
pub const MAX_PRODUCTION: usize = 256;

/// A game between two rounds: everything that can change, and a shared pointer to what cannot.
///
/// About ten kilobytes without any further pointer, so that copying it is one `memcpy`. Elements
/// stand in three parallel arrays in ascending order of their indices.
#[derive(Clone, Debug)]
pub struct State {
    pub(crate) chart: Arc<Chart>,
    pub(crate) chance: Chance,
    pub(crate) round: u32,
    pub(crate) scores: [i64; 2],
    pub(crate) populations: [i32; 2],
    pub(crate) result: Option<Winner>,
    /// Seats that have ended their turn.
    pub(crate) ended: Seats,
    /// Orders each seat has submitted in this turn, whatever became of them.
    pub(crate) submitted: [u16; 2],
    pub(crate) elements: Elements,
    pub(crate) production: [Production; 2],
    pub(crate) pending: Pending,
}

/// Who has won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    /// This team.
    Team(Team),
    /// Nobody: equal scores.
    Tie,
}

/// Number of an element in the arrays. Valid until the end of the round.
pub(crate) type Slot = u8;

/// The elements, in ascending order of their indices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Elements {
    pub(crate) len: u16,
    pub(crate) index: [i32; MAX_ELEMENTS],
    /// Upper-left place of each as one number, so that looking for a place is a straight scan.
    spot: [u32; MAX_ELEMENTS],
    pub(crate) body: [Body; MAX_ELEMENTS],
    /// The slot of an element whose index ends in these bits: of several, of any.
    hints: [Slot; HINTS],
}

/// Enough that few elements share a hint.
const HINTS: usize = 256;

/// What an element is and has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it all")]
pub struct Body {
    pub kind: Kind,
    /// Whose it is; nobody's if it was destroyed in this round.
    pub team: Team,
    /// Upper-left cell.
    pub at: Cell,
    /// Where it is going; its own cell if it rests.
    pub dest: Cell,
    pub health: i16,
    pub fuel: i16,
    /// 0 where ammunition is unlimited.
    pub ammo: i16,
    pub metal: i16,
}

impl Body {
    const NONE: Self = Self {
        kind: Kind::Mine,
        team: Team::Nobody,
        at: Cell::new(0, 0),
        dest: Cell::new(0, 0),
        health: 0,
        fuel: 0,
        ammo: 0,
        metal: 0,
    };

    /// What it covers.
    #[must_use]
    #[inline]
    pub const fn area(&self) -> Area {
        Area::of(self.kind, self.at)
    }

    /// Its upper-left cell with its level.
    #[must_use]
    #[inline]
    pub const fn place(&self) -> Place {
        Place::new(self.at, self.kind.level())
    }
}

/// The spot of what was destroyed in this round.
const GONE: u32 = u32::MAX;

const fn spot(place: Place) -> u32 {
    (place.level as u32) << 16 | (place.cell.row as u32) << 8 | place.cell.col as u32
}

/// Where to look for the slot of an element.
const fn hint(index: i32) -> usize {
    index as usize % HINTS
}

impl Elements {
    const EMPTY: Self = Self {
        len: 0,
        index: [0; MAX_ELEMENTS],
        spot: [GONE; MAX_ELEMENTS],
        body: [Body::NONE; MAX_ELEMENTS],
        hints: [0; HINTS],
    };

    #[inline]
    pub(crate) fn len(&self) -> usize {
        usize::from(self.len)
    }

    /// All slots, those of elements destroyed in this round included.
    #[inline]
    pub(crate) fn slots(&self) -> impl Iterator<Item = Slot> + use<> {
        (0..self.len).map(|slot| slot as Slot)
    }

    /// The bodies of all elements, those destroyed in this round included: they are nobody's.
    #[inline]
    pub(crate) fn bodies(&self) -> &[Body] {
        &self.body[..self.len()]
    }

    #[inline]
    pub(crate) fn get(&self, slot: Slot) -> &Body {
        &self.body[usize::from(slot)]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, slot: Slot) -> &mut Body {
        &mut self.body[usize::from(slot)]
    }

    #[inline]
    pub(crate) fn index(&self, slot: Slot) -> i32 {
        self.index[usize::from(slot)]
    }

    /// Whether the element was not destroyed in this round.
    #[inline]
    pub(crate) fn is_alive(&self, slot: Slot) -> bool {
        self.spot[usize::from(slot)] != GONE
    }

    /// The element with this index.
    #[inline]
    pub(crate) fn find(&self, index: i32) -> Option<Slot> {
        let likely = self.hints[hint(index)];
        let slot = match self.index(likely) == index {
            true => likely,
            false => self.index[..self.len()].binary_search(&index).ok()? as Slot,
        };
        self.is_alive(slot).then_some(slot)
    }

    /// Whether the index belongs to an element, or to one that was destroyed in this round.
    pub(crate) fn knows(&self, index: i32) -> bool {
        self.index[..self.len()].binary_search(&index).is_ok()
    }

    /// Whether a unit (or the upper-left cell of anything) is at this place.
    #[inline]
    pub(crate) fn is_taken(&self, place: Place) -> bool {
        let wanted = spot(place);
        // Whole blocks without an early end: the compiler makes vector instructions of them. Beyond
        // `len` all is gone.
        let blocks = self.len().div_ceil(16) * 16;
        self.spot[..blocks]
            .chunks_exact(16)
            .any(|block| block.iter().fold(false, |any, spot| any | (*spot == wanted)))
    }

    /// The element whose upper-left cell this is.
    #[inline]
    fn with_corner(&self, place: Place) -> Option<Slot> {
        let wanted = spot(place);
        let here = |spots: &[u32]| spots.iter().position(|spot| *spot == wanted);
        self.is_taken(place).then(|| here(&self.spot[..self.len()]))?.map(|slot| slot as Slot)
    }

    /// The base that covers a cell.
    fn base_over(&self, cell: Cell) -> Option<Slot> {
        let covers = |body: &Body| body.kind == Kind::Base && body.area().distance(Area::cell(cell)) == 0;
        self.bodies().iter().position(covers).map(|slot| slot as Slot)
    }

    /// Moves a unit.
    #[inline]
    pub(crate) fn relocate(&mut self, slot: Slot, to: Cell) {
        let body = self.get_mut(slot);
        body.at = to;
        let place = body.place();
        self.spot[usize::from(slot)] = spot(place);
    }

    /// Takes a unit off the board. Its row stays until [`bury`](Self::bury).
    pub(crate) fn destroy(&mut self, slot: Slot) {
        self.spot[usize::from(slot)] = GONE;
        self.get_mut(slot).team = Team::Nobody;
    }

    /// Adds an element, in its place in the order. There must be room, and no other of the same
    /// index.
    pub(crate) fn insert(&mut self, index: i32, body: Body) -> Slot {
        let len = self.len();
        let at = self.index[..len].partition_point(|other| *other < index);
        self.index.copy_within(at..len, at + 1);
        self.spot.copy_within(at..len, at + 1);
        self.body.copy_within(at..len, at + 1);
        self.index[at] = index;
        self.spot[at] = spot(body.place());
        self.body[at] = body;
        self.len += 1;
        self.give_hints();
        at as Slot
    }

    /// Forgets what was destroyed.
    pub(crate) fn bury(&mut self) {
        let mut kept = 0;
        for slot in 0..self.len() {
            if self.spot[slot] != GONE {
                if kept != slot {
                    self.index[kept] = self.index[slot];
                    self.spot[kept] = self.spot[slot];
                    self.body[kept] = self.body[slot];
                }
                kept += 1;
            }
        }
        if kept < self.len() {
            self.spot[kept..].fill(GONE);
            self.len = kept as u16;
            self.give_hints();
        }
    }

    fn give_hints(&mut self) {
        for slot in self.slots() {
            self.hints[hint(self.index(slot))] = slot;
        }
    }
}

/// A production list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Production {
    len: u16,
    entries: [(Kind, u8); MAX_PRODUCTION],
}

impl Production {
    const EMPTY: Self = Self { len: 0, entries: [(Kind::Cargo, 0); MAX_PRODUCTION] };

    #[inline]
    pub(crate) fn entries(&self) -> &[(Kind, u8)] {
        &self.entries[..usize::from(self.len)]
    }

    #[inline]
    pub(crate) fn entries_mut(&mut self) -> &mut [(Kind, u8)] {
        &mut self.entries[..usize::from(self.len)]
    }

    pub(crate) fn is_full(&self) -> bool {
        usize::from(self.len) == MAX_PRODUCTION
    }

    /// Appends an entry; there must be room.
    pub(crate) fn push(&mut self, kind: Kind, left: u8) {
        self.entries[usize::from(self.len)] = (kind, left);
        self.len += 1;
    }

    pub(crate) fn remove(&mut self, at: usize) {
        self.entries.copy_within(at + 1..usize::from(self.len), at);
        self.len -= 1;
    }
}

impl State {
    /// Sets up a game in its middle.
    ///
    /// # Errors
    /// All that keeps the parts from being a position. What only a map must keep to (buildings on
    /// land, a base each, planes with fuel) is not asked for here.
    pub fn from_parts(parts: Parts, rules: crate::Rules) -> Result<Self, Vec<Fault>> {
        let Parts { plan, round, scores, production, chance } = parts;
        let mut faults = plan.faults();
        if production.iter().any(|list| list.len() > MAX_PRODUCTION) {
            let text = alloc::format!("a production list has more than {MAX_PRODUCTION} entries");
            faults.push(Fault { element: None, text });
        }
        if scores.iter().any(|score| score.unsigned_abs() > LARGEST_SCORE) {
            let text = alloc::format!(
                "the scores are {scores:?}; from -{LARGEST_SCORE} to {LARGEST_SCORE} is possible"
            );
            faults.push(Fault { element: None, text });
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut state = Self { chance, round, scores, ..Self::without_elements(Chart::new(&plan, rules)) };
        plan.elements.iter().for_each(|placed| state.put(placed));
        for (list, wanted) in state.production.iter_mut().zip(production) {
            wanted.into_iter().for_each(|(kind, left)| list.push(kind, left));
        }
        Ok(state)
    }

    /// The board of a game before its first round, with nothing on it.
    pub(crate) const fn without_elements(chart: Arc<Chart>) -> Self {
        Self {
            chart,
            chance: Chance::Canonical,
            round: 0,
            scores: [0; 2],
            populations: [0; 2],
            result: None,
            ended: Seats::NONE,
            submitted: [0; 2],
            elements: Elements::EMPTY,
            production: [Production::EMPTY; 2],
            pending: Pending::NONE,
        }
    }

    /// Puts an element on the board. There must be room, and no other of the same index.
    pub(crate) fn add(&mut self, index: i32, body: Body) {
        if body.kind.is_unit() {
            let population = self.chart.rules.of(body.kind).population;
            self.populations[body.team as usize] += i32::from(population);
        }
        self.elements.insert(index, body);
    }

    /// What does not change in this game.
    #[must_use]
    pub fn chart(&self) -> &Chart {
        &self.chart
    }

    /// The elements on the board by ascending index: the truth, not what a seat may see.
    pub fn elements(&self) -> impl Iterator<Item = (i32, &Body)> {
        self.elements.index.iter().copied().zip(self.elements.bodies())
    }

    /// The element with this index: the truth, not what a seat may see.
    #[must_use]
    pub fn element(&self, index: i32) -> Option<&Body> {
        self.elements.find(index).map(|slot| self.elements.get(slot))
    }

    /// The scores of both teams.
    #[must_use]
    pub const fn scores(&self) -> [i64; 2] {
        self.scores
    }

    /// The populations of both teams.
    #[must_use]
    pub const fn populations(&self) -> [i32; 2] {
        self.populations
    }

    /// What a team is producing: kind and rounds left.
    #[must_use]
    pub fn production(&self, team: Team) -> &[(Kind, u8)] {
        self.production.get(team as usize).map_or(&[], Production::entries)
    }

    /// Who has won; none while the game runs.
    #[must_use]
    pub const fn result(&self) -> Option<Winner> {
        self.result
    }

    /// Where chance comes from.
    #[must_use]
    pub const fn chance(&self) -> Chance {
        self.chance
    }

    /// A team's accepted orders in order of acceptance, as the game will carry them out: the truth,
    /// not what the seat was told.
    pub fn pending_orders(&self, team: Team) -> impl Iterator<Item = Order> {
        let entries = team.plays().then(|| self.pending.of(team));
        entries.into_iter().flatten().map(|entry| match entry {
            Queued::Produce(kind) => Order::Produce { kind: kind as i32 },
            Queued::Goal(slot) => {
                let (unit, goal) = (self.elements.index(slot), self.pending.goal(slot));
                let level = self.elements.get(slot).kind.level() as i32;
                Order::ChangeDest { unit, row: goal.row.into(), col: goal.col.into(), level }
            }
            Queued::Action(slot) => {
                let (unit, index) = (self.elements.index(slot), |other| self.elements.index(other));
                match self.pending.action(slot) {
                    Action::AttackPlace(Place { cell, level }) => Order::AttackPos {
                        unit,
                        row: cell.row.into(),
                        col: cell.col.into(),
                        level: level as i32,
                    },
                    Action::AttackUnit(target) => Order::AttackUnit { unit, target: index(target) },
                    Action::Fix(target) => Order::Fix { unit, target: index(target) },
                    Action::Supply { to, amounts } => Order::Supply {
                        unit,
                        target: index(to),
                        amounts: Amounts::these(amounts.map(i32::from)),
                    },
                }
            }
        })
    }

    /// The element at this place, whichever of its cells it is.
    #[inline]
    pub(crate) fn at(&self, place: Place) -> Option<Slot> {
        let corner = self.elements.with_corner(place);
        if corner.is_some() || !self.chart.is_covered(place) {
            return corner;
        }
        self.elements.base_over(place.cell)
    }

    /// The team's base; of several the one with the lowest index.
    #[inline]
    pub(crate) fn base(&self, team: Team) -> Option<Slot> {
        let is_base = |body: &Body| body.kind == Kind::Base && body.team == team;
        self.elements.bodies().iter().position(is_base).map(|slot| slot as Slot)
    }

    fn put(&mut self, placed: &Placed) {
        let full = self.chart.rules.of(placed.kind);
        let cut = |said: Option<i32>, max: i16| {
            said.unwrap_or(i32::from(max)).clamp(0, i32::from(max.max(0))) as i16
        };
        let mut body = Body {
            kind: placed.kind,
            team: placed.team,
            at: placed.at,
            dest: placed.at,
            health: cut(placed.health, full.health_max),
            fuel: cut(placed.fuel, full.fuel_max),
            ammo: cut(placed.ammo, full.ammo_max),
            metal: cut(placed.metal, full.metal_max),
        };
        if let Some(goal) = placed.dest.filter(|_| placed.kind.is_unit()) {
            body.dest = self.destination(&body, goal);
        }
        self.add(placed.index, body);
    }

    /// Where a unit that is told to go to this goal will end. The goal may lie one past the edge.
    pub(crate) fn destination(&self, unit: &Body, goal: Cell) -> Cell {
        if unit.kind.is_plane() {
            air_destination(self.chart.size, goal)
        } else {
            self.chart.seas.destination(unit.at, goal)
        }
    }

    /// The encoding that [`Game::digest`](game::Game::digest) hashes: round, scores, populations,
    /// result (0 running, 1 and 2 the teams, 3 a tie), seats that ended their turn, orders
    /// submitted, chance; for each element index, kind, team, cell, destination, health, fuel,
    /// ammo, metal; for each team its production list (length, then kind and rounds left) and its
    /// pending orders.
    pub(crate) fn encode(&self, digest: &mut Digest) {
        digest.u32(self.round);
        self.scores.iter().for_each(|score| digest.u64(*score as u64));
        self.populations.iter().for_each(|population| digest.i32(*population));
        digest.u8(match self.result {
            None => 0,
            Some(Winner::Team(team)) => 1 + team as u8,
            Some(Winner::Tie) => 3,
        });
        self.ended.iter().for_each(|seat| digest.u8(seat.0));
        self.submitted.iter().for_each(|count| digest.u16(*count));
        self.chance.digest(digest);
        digest.u16(self.elements.len);
        for (index, body) in self.elements() {
            digest.i32(index);
            digest.bytes(&[body.kind as u8, body.team as u8]);
            digest.bytes(&[body.at.row, body.at.col, body.dest.row, body.dest.col]);
            [body.health, body.fuel, body.ammo, body.metal]
                .iter()
                .for_each(|store| digest.u16(*store as u16));
        }
        for list in &self.production {
            digest.u16(list.len);
            list.entries().iter().for_each(|(kind, left)| digest.bytes(&[*kind as u8, *left]));
        }
        self.pending.digest(digest);
    }

    /// The hash for search: what [`encode`](Self::encode) covers, but for the round.
    pub(crate) fn search_key(&self) -> u64 {
        let mut key = Key::new();
        self.scores.iter().for_each(|score| key.put(*score as u64));
        let result = match self.result {
            None => 0,
            Some(Winner::Team(team)) => 1 + team as u64,
            Some(Winner::Tie) => 3,
        };
        let ended = self.ended.iter().fold(0, |all, seat| all | 1 << seat.0);
        let submitted = self.submitted.iter().fold(0, |all, count| all << 16 | u64::from(*count));
        key.put(submitted << 16 | ended << 8 | result);
        self.chance.hash(&mut key);
        for (index, body) in self.elements() {
            let places = [body.at.row, body.at.col, body.dest.row, body.dest.col];
            let what = (body.kind as u64) << 8 | body.team as u64;
            key.put(places.iter().fold(index as u64, |all, part| all << 8 | u64::from(*part)));
            let stores = [body.health, body.fuel, body.ammo, body.metal];
            key.put(stores.iter().fold(0, |all, store| all << 16 | u64::from(*store as u16)));
            key.put(what);
        }
        for list in &self.production {
            key.put(list.len.into());
            list.entries().iter().for_each(|(kind, left)| key.put((*kind as u64) << 8 | u64::from(*left)));
        }
        self.pending.hash(&mut key);
        key.finish()
    }
}

/// Two states of one map are equal if play cannot tell them apart.
impl PartialEq for State {
    fn eq(&self, other: &Self) -> bool {
        let figures = |state: &Self| {
            let State { chance, round, scores, populations, result, ended, submitted, .. } = state;
            (*chance, *round, *scores, *populations, *result, *ended, *submitted)
        };
        let same_orders = |team: Team| {
            let orders = |state: &Self| state.pending.of(team).count();
            orders(self) == orders(other) && self.pending_orders(team).eq(other.pending_orders(team))
        };
        figures(self) == figures(other)
            && self.elements().eq(other.elements())
            && Team::BOTH.into_iter().all(|team| self.production(team) == other.production(team))
            && Team::BOTH.into_iter().all(same_orders)
    }
}

impl Eq for State {}
