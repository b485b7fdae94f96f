//! Named loads for benchmarks.
//!
//! Two fleets in the thick of it: a sea with about 30 % land, units of all kinds all over it. Every
//! round a random quarter of the units gets a new random goal (land cells included), and every
//! second unit that has an enemy in sight and range fires. The orders are worked out once,
//! beforehand; what is measured is submitting and settling them. Every 20 rounds the game starts
//! anew, with more units than it will have on average, other dice and other orders, on the same
//! map.

use crate::kinds::{Kind, Rules, Team};
use crate::map::{Placed, Plan, Setup};
use crate::order::Order;
use crate::place::Place;
use crate::seas::Seas;
use crate::state::State;
use crate::view::View;
use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Digest, Size, SplitMix64};
use game::{BenchLoad, BenchWork, Game, Painting, Receipt, Rollout, Seat, Silent, Viewer};
use once_cell::race::OnceBox;

/// The loads of this game. An answer changes only if a rule or a load does.
pub(crate) const LOADS: &[BenchLoad] = &[
    BenchLoad {
        name: "deepblue-fleets60-warm",
        about: "60 x 60, 60 units a side on average, 30 goals and 35 shots a round, submitted and settled; path tables warm",
        unit: "rounds",
        answer: 0xb148_72ad_596a_356c,
        pass: || play(large(), Ways::Warm, Views::No),
    },
    BenchLoad {
        name: "deepblue-fleets60-fresh",
        about: "the same from a fresh map, its set-up and the building of path tables included: the first 200 rounds",
        unit: "rounds",
        answer: 0xb148_72ad_596a_356c,
        pass: || play(large(), Ways::Fresh, Views::No),
    },
    BenchLoad {
        name: "deepblue-fleets60-views",
        about: "the same, warm, with the views of both seats after every round",
        unit: "rounds",
        answer: 0xc94b_62c8_0993_e9b1,
        pass: || play(large(), Ways::Warm, Views::Both),
    },
    BenchLoad {
        name: "deepblue-fleets30-warm",
        about: "30 x 30, 20 units a side on average, 10 goals and 13 shots a round, submitted and settled; path tables warm",
        unit: "rounds",
        answer: 0xff68_c71d_a35e_7131,
        pass: || play(small(), Ways::Warm, Views::No),
    },
    BenchLoad {
        name: "deepblue-setup60",
        about: "a map of 60 x 60 with 186 elements checked, made playable and started",
        unit: "maps",
        answer: 0x7743_84eb_1641_a2e5,
        pass: set_up,
    },
    BenchLoad {
        name: "deepblue-learn",
        about: "64 games on 30 x 30, 31 elements a side at first, as learners play them: for both seats mask, a random number for each element, changes painted; games begin again after 20 rounds",
        unit: "rounds",
        answer: 0x3391_2c19_3c1c_560b,
        pass: learn,
    },
];

/// Games in a pass, and rounds in a game.
const GAMES: u64 = 10;
const ROUNDS: usize = 20;

/// A map with the orders of all rounds of all games.
#[derive(Debug)]
struct Scene {
    plan: Plan,
    setup: Setup,
    /// For every game, for every round, what is submitted.
    orders: Vec<Vec<Vec<(Seat, Order)>>>,
}

enum Ways {
    Warm,
    Fresh,
}

enum Views {
    No,
    Both,
}

fn large() -> &'static Scene {
    static SCENE: OnceBox<Scene> = OnceBox::new();
    SCENE.get_or_init(|| Box::new(Scene::new(60, 77, 2015)))
}

fn small() -> &'static Scene {
    static SCENE: OnceBox<Scene> = OnceBox::new();
    SCENE.get_or_init(|| Box::new(Scene::new(30, 24, 2016)))
}

fn play(scene: &Scene, ways: Ways, views: Views) -> BenchWork {
    let fresh = match ways {
        Ways::Warm => None,
        Ways::Fresh => Setup::new(scene.plan.clone(), Rules::DOCUMENT).ok(),
    };
    let setup = fresh.as_ref().unwrap_or(&scene.setup);
    let mut digest = Digest::new();
    let mut view = View::default();
    for (seed, game) in scene.orders.iter().enumerate() {
        let mut state = State::start(setup, seed as u64);
        for round in game {
            for (seat, order) in round {
                let _ = state.submit(*seat, *order, &mut Silent);
            }
            end_round(&mut state);
            if matches!(views, Views::Both) {
                for seat in [Seat(0), Seat(1)] {
                    state.view(Viewer::Seat(seat), &mut view);
                    digest.u32(view.elements.len() as u32);
                }
            }
        }
        digest.u64(state.digest());
    }
    BenchWork { units: GAMES * ROUNDS as u64, answer: digest.finish() }
}

fn learn() -> BenchWork {
    let plan = battlefield(Size::new(30, 30), 30, &mut SplitMix64::new(2017));
    match Setup::new(plan, Rules::DOCUMENT) {
        Ok(setup) => Rollout::new(&setup, &[State::start(&setup, 31)], 64, Painting::Changes).rounds(20, 20),
        Err(faults) => panic!("the map of a load is not valid: {}", faults[0]),
    }
}

fn set_up() -> BenchWork {
    let mut digest = Digest::new();
    for seed in 0..10 {
        if let Ok(setup) = Setup::new(large().plan.clone(), Rules::DOCUMENT) {
            digest.u64(State::start(&setup, seed).digest());
        }
    }
    BenchWork { units: 10, answer: digest.finish() }
}

fn end_round(state: &mut State) {
    state.end_turn(Seat(0), &mut Silent);
    state.end_turn(Seat(1), &mut Silent);
}

impl Scene {
    fn new(side: u8, fleet: usize, seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        let plan = battlefield(Size::new(side, side), fleet, &mut random);
        let setup = match Setup::new(plan.clone(), Rules::DOCUMENT) {
            Ok(setup) => setup,
            Err(faults) => panic!("the map of a load is not valid: {}", faults[0]),
        };
        let orders = (0..GAMES).map(|game| script(State::start(&setup, game), &mut random)).collect();
        Self { plan, setup, orders }
    }
}

/// The orders of one game.
fn script(mut state: State, random: &mut SplitMix64) -> Vec<Vec<(Seat, Order)>> {
    let play_round = |_| {
        let mut orders = goals(&state, random);
        orders.extend(shots(&state, random));
        for (seat, order) in &orders {
            let _ = state.submit(*seat, *order, &mut Silent);
        }
        end_round(&mut state);
        orders
    };
    (0..ROUNDS).map(play_round).collect()
}

/// New random goals for a quarter of the units.
fn goals(state: &State, random: &mut SplitMix64) -> Vec<(Seat, Order)> {
    let mut units: Vec<(i32, Team)> = state
        .elements()
        .filter(|(_, body)| body.kind.is_unit())
        .map(|(index, body)| (index, body.team))
        .collect();
    random.shuffle(&mut units);
    units.truncate(units.len() / 4);
    let Size { rows, cols } = state.chart().size;
    let goal = |(unit, team): (i32, Team)| {
        let (row, col) = (random.below(rows.into()) as i32, random.below(cols.into()) as i32);
        (Seat(team as u8), Order::ChangeDest { unit, row, col, level: 0 })
    };
    units.into_iter().map(goal).collect()
}

/// Every second unit fires at the first enemy that it may fire at.
fn shots(state: &State, random: &mut SplitMix64) -> Vec<(Seat, Order)> {
    let mut orders = Vec::new();
    for (unit, body) in state.elements().filter(|(_, body)| body.team.plays()) {
        if random.below(2) == 0 {
            continue;
        }
        let seat = Seat(body.team as u8);
        let near = state.elements().filter(|(_, other)| {
            !other.kind.is_resource() && other.team != body.team && other.area().distance(body.area()) <= 8
        });
        let mut shots = near.map(|(target, _)| Order::AttackUnit { unit, target });
        if let Some(order) = shots.find(|order| state.check(seat, *order) == Ok(Receipt::Done)) {
            orders.push((seat, order));
        }
    }
    orders
}

/// A square sea with about 30 % land and a fleet of all kinds for each side.
fn battlefield(size: Size, fleet: usize, random: &mut SplitMix64) -> Plan {
    let mut plan = Plan { size, land: vec![false; size.area()], max_population: 250, ..Plan::default() };
    let corners = [Cell::new(2, 2), Cell::new(size.rows - 5, size.cols - 5)];
    for (corner, team) in corners.into_iter().zip(Team::BOTH) {
        put(&mut plan, Kind::Base, team, corner);
    }
    while plan.land.iter().filter(|land| **land).count() * 10 < size.area() * 3 {
        let (rows, cols) = (1 + random.below(5) as u8, 1 + random.below(5) as u8);
        let at = random_cell(Size::new(size.rows - rows, size.cols - cols), random);
        for row in at.row..at.row + rows {
            for col in at.col..at.col + cols {
                plan.land[size.index(Cell::new(row, col))] = true;
            }
        }
    }
    for number in 0..usize::from(size.rows) / 2 {
        let kind = [Kind::Mine, Kind::Oilfield, Kind::Fort][number % 3];
        let at = free_cell(&plan, kind, random);
        put(&mut plan, kind, Team::Nobody, at);
    }
    for number in 0..2 * fleet {
        let kind = Kind::UNITS[number / 2 % Kind::UNITS.len()];
        let at = free_cell(&plan, kind, random);
        put(&mut plan, kind, Team::BOTH[number % 2], at);
    }
    plan
}

fn random_cell(size: Size, random: &mut SplitMix64) -> Cell {
    Cell::new(random.below(size.rows.into()) as u8, random.below(size.cols.into()) as u8)
}

/// A random cell where an element of this kind may stand; ships stay in the largest sea.
fn free_cell(plan: &Plan, kind: Kind, random: &mut SplitMix64) -> Cell {
    let seas = Seas::new(plan.size, |cell| !plan.is_land(cell));
    let largest = plan.size.cells().map(|cell| seas.piece_of(cell)).max_by_key(|piece| seas.extent(*piece));
    loop {
        let cell = random_cell(plan.size, random);
        let place = Place::new(cell, kind.level());
        let free = plan.elements.iter().all(|placed| {
            placed.kind.level() != place.level || placed.area().cells().all(|other| other != cell)
        });
        let right = match kind {
            Kind::Fighter | Kind::Scout => true,
            kind if kind.is_unit() => Some(seas.piece_of(cell)) == largest,
            _ => plan.is_land(cell),
        };
        if free && right {
            return cell;
        }
    }
}

/// Puts an element, on land if it is none that moves.
fn put(plan: &mut Plan, kind: Kind, team: Team, at: Cell) {
    let placed = Placed::new(plan.elements.len() as i32 * 37, kind, team, at);
    if !kind.is_unit() {
        placed.area().cells().for_each(|cell| plan.land[plan.size.index(cell)] = true);
    }
    plan.elements.push(placed);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Share of land in percent, shots a round, units on the board on average.
    fn figures(scene: &Scene) -> (usize, usize, usize) {
        let land = scene.plan.land.iter().filter(|land| **land).count() * 100 / scene.plan.size.area();
        let is_shot = |order: &Order| matches!(order, Order::AttackUnit { .. });
        let all = || scene.orders.iter().flatten();
        let shots = all().flatten().filter(|(_, order)| is_shot(order)).count() / all().count();
        let mut units = 0;
        for (seed, game) in scene.orders.iter().enumerate() {
            let mut state = State::start(&scene.setup, seed as u64);
            for round in game {
                for (seat, order) in round {
                    let _ = state.submit(*seat, *order, &mut Silent);
                }
                end_round(&mut state);
                units += state.elements().filter(|(_, body)| body.kind.is_unit()).count();
            }
        }
        (land, shots, units / all().count())
    }

    #[test]
    fn loads_are_what_they_say() {
        // On average 60 and 20 a side.
        assert_eq!(figures(large()), (30, 35, 122));
        assert_eq!(figures(small()), (30, 13, 41));
    }
}
