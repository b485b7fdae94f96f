//! Random positions and orders.
#![allow(dead_code, reason = "every test file uses its own part")]

pub(crate) mod hidden;

use board::{Cell, Size, SplitMix64};
use deepblue::{Amounts, Chance, Kind, Order, Parts, Placed, Plan, Rules, State, Team};

/// What a random position is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct World {
    pub(crate) seed: u64,
    pub(crate) rows: u8,
    pub(crate) cols: u8,
    /// Percentage of land.
    pub(crate) land: u64,
    pub(crate) units: usize,
    pub(crate) weather: i32,
    pub(crate) rules: Rules,
    pub(crate) canonical: bool,
}

impl World {
    /// A small crowded world.
    pub(crate) fn new(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed ^ 0x5eed);
        Self {
            seed,
            rows: 8 + random.below(9) as u8,
            cols: 8 + random.below(9) as u8,
            land: random.below(40),
            units: random.below(24) as usize,
            weather: random.below(9) as i32 - 6,
            rules: if random.below(2) == 0 { Rules::DOCUMENT } else { Rules::FINAL },
            canonical: random.below(4) == 0,
        }
    }

    pub(crate) fn parts(&self) -> Parts {
        let mut random = SplitMix64::new(self.seed);
        let size = Size::new(self.rows, self.cols);
        let land = size.cells().map(|_| random.below(100) < self.land).collect();
        let plan = Plan { size, land, weather: self.weather, max_round: 1000, ..Plan::default() };
        let mut parts = Parts {
            plan,
            round: 0,
            scores: [0; 2],
            production: [Vec::new(), Vec::new()],
            chance: if self.canonical { Chance::Canonical } else { Chance::seeded(self.seed) },
        };
        put(&mut parts.plan, 1, Kind::Base, Team::First, Cell::new(1, 1));
        put(&mut parts.plan, 2, Kind::Base, Team::Second, Cell::new(self.rows - 4, self.cols - 4));
        for number in 0..8 + self.units {
            let kind = match number {
                0..3 => Kind::Mine,
                3..6 => Kind::Oilfield,
                6..8 => Kind::Fort,
                _ => Kind::UNITS[random.below(6) as usize],
            };
            let team = match kind {
                Kind::Mine | Kind::Oilfield => Team::Nobody,
                Kind::Fort => [Team::First, Team::Second, Team::Nobody][random.below(3) as usize],
                _ => Team::BOTH[random.below(2) as usize],
            };
            if let Some(at) = free_cell(&parts.plan, kind, &mut random) {
                put(&mut parts.plan, 10 + 13 * number as i32, kind, team, at);
                let placed = parts.plan.elements.last_mut().unwrap();
                // Some are damaged and half empty.
                let mut part =
                    |max: i16| (random.below(3) > 0).then(|| 1 + random.below(max.max(1) as u64) as i32);
                let full = self.rules.of(kind);
                placed.health = part(full.health_max);
                placed.fuel = part(full.fuel_max);
                placed.ammo = part(full.ammo_max);
                placed.metal = part(full.metal_max);
            }
        }
        for list in &mut parts.production {
            for _ in 0..random.below(4) {
                list.push((Kind::UNITS[random.below(6) as usize], random.below(5) as u8));
            }
        }
        parts
    }

    pub(crate) fn state(&self) -> State {
        State::from_parts(self.parts(), self.rules).expect("a valid position")
    }
}

/// Puts an element; the terrain becomes what it needs.
pub(crate) fn put(plan: &mut Plan, index: i32, kind: Kind, team: Team, at: Cell) {
    let placed = Placed::new(index, kind, team, at);
    for cell in placed.area().cells() {
        let under = plan.size.index(cell);
        if kind.is_unit() && !kind.is_plane() {
            plan.land[under] = false;
        } else if !kind.is_unit() {
            plan.land[under] = true;
        }
    }
    plan.elements.push(placed);
}

/// A cell where an element of this kind is in nobody's way.
pub(crate) fn free_cell(plan: &Plan, kind: Kind, random: &mut SplitMix64) -> Option<Cell> {
    (0..50).find_map(|_| {
        let cell =
            Cell::new(random.below(plan.size.rows.into()) as u8, random.below(plan.size.cols.into()) as u8);
        let free = plan.elements.iter().all(|placed| {
            let clash = placed.kind.level() == kind.level() || !placed.kind.is_unit() && !kind.is_plane();
            !clash || placed.area().cells().all(|other| other != cell)
        });
        free.then_some(cell)
    })
}

/// A random order, mostly plausible, sometimes absurd.
pub(crate) fn random_order(state: &State, random: &mut SplitMix64) -> Order {
    let indices: Vec<i32> = state.elements().map(|(index, _)| index).collect();
    let extremes = [i32::MIN, i32::MAX, -1, 0, 10_000, 255, 256, 65_536];
    let mut index = || match random.below(40) {
        0 => extremes[random.below(8) as usize],
        _ => indices[random.below(indices.len() as u64) as usize],
    };
    let (unit, target) = (index(), index());
    let near = state.element(unit).map_or((0, 0), |body| (i32::from(body.at.row), i32::from(body.at.col)));
    let mut number = |around: i32, spread: u64| match random.below(40) {
        0 => extremes[random.below(8) as usize],
        _ => around + random.below(2 * spread + 1) as i32 - spread as i32,
    };
    let (row, col, level) = (number(near.0, 9), number(near.1, 9), number(1, 2));
    let amounts = Amounts::these([number(10, 20), number(10, 20), number(10, 20)]);
    let kind = number(6, 4);
    match random.below(12) {
        0 | 1 => Order::AttackPos { unit, row, col, level },
        2..5 => Order::AttackUnit { unit, target },
        5..8 => Order::ChangeDest { unit, row, col, level },
        8 => Order::Fix { unit, target },
        9 => Order::Produce { kind },
        10 => Order::Supply { unit, target, amounts: if kind < 5 { Amounts::default() } else { amounts } },
        _ => Order::Cancel { unit },
    }
}
