//! The board as far as the seat knows it.

use super::style::{Plan, Style};
use board::Cell;
use deepblue::kinds::Properties;
use deepblue::map::Chart;
use deepblue::{Area, Kind, Level, Order, Sighting, Team, View};
use game::Seat;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// What was seen once and is not shown all the time: what mines and oilfields held.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    stores: BTreeMap<i32, i32>,
}

impl Memory {
    /// Takes note of what is in sight now.
    pub(super) fn learn(&mut self, view: &View) {
        for seen in view.elements.iter().filter(|seen| seen.kind.is_resource() && seen.visible) {
            self.stores.insert(seen.index, seen.metal + seen.fuel);
        }
    }

    /// What a mine or an oilfield held when it was last seen; plenty if it never was.
    pub(super) fn store(&self, resource: &Sighting) -> i32 {
        self.stores.get(&resource.index).copied().unwrap_or(i32::MAX)
    }
}

/// What the seat knows, and what it has decided so far this turn.
#[derive(Debug)]
pub(super) struct Scene<'a> {
    pub(super) chart: &'a Chart,
    pub(super) team: Team,
    plan: &'a Plan,
    pub(super) view: &'a View,
    pub(super) memory: &'a Memory,
    /// Places where something is or will be, one bit a level.
    reserved: Vec<u8>,
    /// Elements that have an action this turn.
    busy: Vec<i32>,
}

impl<'a> Scene<'a> {
    pub(super) fn new(
        chart: &'a Chart,
        seat: Seat,
        plan: &'a Plan,
        view: &'a View,
        memory: &'a Memory,
    ) -> Self {
        let reserved = vec![0; chart.size.area()];
        let mut scene = Self { chart, team: Team::of(seat), plan, view, memory, reserved, busy: Vec::new() };
        for element in &view.elements {
            scene.area(element).cells().for_each(|cell| scene.reserve(cell, element.kind.level()));
        }
        scene
    }

    pub(super) fn style(&self) -> &'a Style {
        &self.plan.style
    }

    /// Where the plan sends a unit, if it can get there and nobody is there.
    pub(super) fn errand(&self, unit: &Sighting) -> Option<Cell> {
        let goal = self.plan.goal_of(unit.index, self.view.round)?;
        let fits = self.chart.size.contains(goal)
            && self.can_reach(unit, goal)
            && (goal == unit.place.cell || self.is_free(goal, unit.kind.level()));
        fits.then_some(goal)
    }

    /// What an element covers.
    pub(super) fn area(&self, element: &Sighting) -> Area {
        let Cell { row, col } = element.place.cell;
        match element.kind {
            Kind::Base if self.chart.rules.bases_shown_by_centre => {
                Area::of(Kind::Base, Cell::new(row.saturating_sub(1), col.saturating_sub(1)))
            }
            kind => Area::of(kind, element.place.cell),
        }
    }

    pub(super) fn distance(&self, one: &Sighting, other: &Sighting) -> i32 {
        self.area(one).distance(self.area(other))
    }

    /// The numbers of a kind.
    pub(super) fn figures(&self, kind: Kind) -> &'a Properties {
        self.chart.rules.of(kind)
    }

    pub(super) fn own(&self) -> impl Iterator<Item = &'a Sighting> + use<'a> {
        let team = self.team;
        self.view.elements.iter().filter(move |element| element.team == team)
    }

    pub(super) fn own_of(&self, kind: Kind) -> impl Iterator<Item = &'a Sighting> + use<'a> {
        self.own().filter(move |element| element.kind == kind)
    }

    pub(super) fn base(&self) -> Option<&'a Sighting> {
        self.own_of(Kind::Base).next()
    }

    /// Everything that can be shot at: the other side's units and base, and forts that are not
    /// ours.
    pub(super) fn targets(&self) -> impl Iterator<Item = &'a Sighting> + use<'a> {
        let team = self.team;
        let others = self.view.elements.iter().filter(move |element| element.team != team);
        others.filter(|element| !element.kind.is_resource())
    }

    /// The other side's units that are in sight.
    pub(super) fn foes(&self) -> impl Iterator<Item = &'a Sighting> + use<'a> {
        self.targets().filter(|element| element.kind.is_unit())
    }

    /// Whether the element has no action yet; from now on it has.
    pub(super) fn engage(&mut self, element: &Sighting) {
        self.busy.push(element.index);
    }

    pub(super) fn is_busy(&self, element: &Sighting) -> bool {
        self.busy.contains(&element.index)
    }

    pub(super) fn has_ammo(&self, element: &Sighting) -> bool {
        let figures = self.figures(element.kind);
        figures.endless_ammo() || element.ammo >= i32::from(figures.ammo_once)
    }

    /// Takes a place for this turn.
    pub(super) fn reserve(&mut self, cell: Cell, level: Level) {
        if self.chart.size.contains(cell) {
            self.reserved[self.chart.size.index(cell)] |= 1 << level as u8;
        }
    }

    fn is_free(&self, cell: Cell, level: Level) -> bool {
        self.reserved[self.chart.size.index(cell)] >> level as u8 & 1 == 0
    }

    /// The place nearest to a unit, its own included, at one of these distances from an area, where
    /// it can get and nobody is.
    pub(super) fn berth(&self, unit: &Sighting, beside: Area, away: RangeInclusive<i32>) -> Option<Cell> {
        let (size, here) = (self.chart.size, unit.place.cell);
        let fits = |cell: Cell| {
            away.contains(&Area::cell(cell).distance(beside))
                && (cell == here || self.is_free(cell, unit.kind.level()))
                && self.can_reach(unit, cell)
        };
        if fits(here) {
            return Some(here);
        }
        let most = (*away.end()).clamp(0, i32::from(u8::MAX)) as u8;
        let within = |from: u8, to: u8, below: u8| {
            from.saturating_sub(most)..below.min(to.saturating_add(most).saturating_add(1))
        };
        let mut best: Option<(u32, Cell)> = None;
        for row in within(beside.from.row, beside.to.row, size.rows) {
            if best.is_some_and(|(least, _)| u32::from(row.abs_diff(here.row)) >= least) {
                continue;
            }
            for col in within(beside.from.col, beside.to.col, size.cols) {
                let cell = Cell::new(row, col);
                let way = here.manhattan(cell);
                // Of the nearest the first, row by row.
                if best.is_none_or(|(least, _)| way < least) && fits(cell) {
                    best = Some((way, cell));
                }
            }
        }
        best.map(|(_, cell)| cell)
    }

    /// Whether there is a way, however long.
    pub(super) fn can_reach(&self, unit: &Sighting, cell: Cell) -> bool {
        let piece = |cell| self.chart.seas.piece_of(cell);
        unit.kind.is_plane() || (piece(cell) != 0 && piece(cell) == piece(unit.place.cell))
    }

    /// Sends a unit to a cell, unless it is going there already.
    pub(super) fn send(&mut self, unit: &Sighting, to: Cell, orders: &mut Vec<Order>) {
        self.reserve(to, unit.kind.level());
        if unit.dest.is_none_or(|dest| dest.cell != to) {
            let level = unit.kind.level() as i32;
            orders.push(Order::ChangeDest {
                unit: unit.index,
                row: to.row.into(),
                col: to.col.into(),
                level,
            });
        }
    }
}
