//! Named loads for benchmarks.

use crate::console::Console;
use crate::kinds::{Kind, Stage, Terrain};
use crate::map::{Map, Setup};
use crate::order::Order;
use crate::state::{MAX_SIDE, Squares, State};
use crate::track::{Quarry, quarry};
use alloc::collections::VecDeque;
use alloc::sync::Arc;
use alloc::vec::Vec;
use board::{Cell, Direction, Size, SplitMix64};
use game::console::{Console as _, DialogueOptions, Transcript};
use game::{BenchLoad, BenchWork, Game, Painting, Rollout, Seat, Silent, bench_keys};

/// The loads of this game. An answer changes only if a rule or a load does.
pub(crate) const LOADS: &[BenchLoad] = &[
    BenchLoad {
        name: "goblins-turn-sight-6",
        about: "a turn on 20 x 20 with 3 living, reachable mages, 10 patrols and 6 trackers of sight 6, from 64 seeded positions, copied each time",
        unit: "turns",
        answer: 0x3c22_0f2c_aef0_7930,
        pass: || turns(6),
    },
    BenchLoad {
        name: "goblins-turn-sight-40",
        about: "the same with sight 40: every tracker sees every mage",
        unit: "turns",
        answer: 0x8447_dfde_54bf_c256,
        pass: || turns(40),
    },
    BenchLoad {
        name: "goblins-16-trackers",
        about: "a turn on an open 20 x 20 board with 16 trackers that see 3 walled-in mages: every search runs dry",
        unit: "turns",
        answer: 0xe6e6_e6e6_e6e6_e6e6,
        pass: sixteen_trackers,
    },
    BenchLoad {
        name: "goblins-search",
        about: "one tracker's search, from the positions of goblins-turn-sight-40",
        unit: "searches",
        answer: 0x3d01_0344_e679_e831,
        pass: || searches(quarry),
    },
    BenchLoad {
        name: "goblins-search-naive",
        about: "the same searches with a queue and an array of distances, for comparison",
        unit: "searches",
        answer: 0x3d01_0344_e679_e831,
        pass: || searches(quarry_by_queue),
    },
    BenchLoad {
        name: "goblins-learn",
        about: "1,024 games on 16 x 16 as a learner plays them: mask, a random number, its order, changes painted",
        unit: "steps",
        answer: 0x565e_7f85_098a_438a,
        pass: || learn(Painting::Changes),
    },
    BenchLoad {
        name: "goblins-learn-full",
        about: "the same with a full picture after every step",
        unit: "steps",
        answer: 0x565e_7f85_098a_438a,
        pass: || learn(Painting::Full),
    },
    BenchLoad {
        name: "goblins-key",
        about: "the hash for search, of the 64 positions of goblins-turn-sight-6",
        unit: "keys",
        answer: 0xdc33_6d63_57d8_0f67,
        pass: || bench_keys(&hunts(6), KEYS),
    },
    BenchLoad {
        name: "goblins-console",
        about: "the dialogue of 500 turns on 20 x 20 in memory, drawings included",
        unit: "lines",
        answer: 0x0000_0000_018b_dc00,
        pass: dialogue,
    },
];

const BOARD: Size = Size::new(MAX_SIDE as u8, MAX_SIDE as u8);
const TURNS: usize = 50_000;
const KEYS: u64 = 200_000;

fn turns(sight: i32) -> BenchWork {
    let positions = hunts(sight);
    let mut answer = 0u64;
    for turn in 0..TURNS {
        let mut state = positions[turn % positions.len()].clone();
        while state.mage_to_move().is_some() {
            state.play(Seat::ONLY, Order::Done, &mut Silent);
        }
        state.end_turn(Seat::ONLY, &mut Silent);
        answer = fold(answer, &state);
    }
    BenchWork { units: TURNS as u64, answer }
}

fn learn(painting: Painting) -> BenchWork {
    let start = skirmish();
    Rollout::new(&start.setup(), core::slice::from_ref(&start), 1024, painting).steps(128)
}

/// Three mages, four patrols and two trackers of sight 6 on a board of 16 x 16, a tenth of it
/// rough.
fn skirmish() -> State {
    let size = Size::new(16, 16);
    let mut random = SplitMix64::new(16);
    let mut cells: Vec<Cell> = size.cells().collect();
    random.shuffle(&mut cells);
    let mut map = Map::empty(Stage::Four, size);
    for (number, cell) in cells[9..35].iter().enumerate() {
        map.lay(*cell, if number % 2 == 0 { Terrain::Water } else { Terrain::Mountain });
    }
    map.mages = 3;
    for (number, cell) in cells[..9].iter().enumerate() {
        let kind = match number {
            0..3 => Kind::Mage,
            3..7 => Kind::Patrol { facing: Direction::ALL[number % 4], steps: 3 },
            _ => Kind::Tracker { sight: 6 },
        };
        map.units.push((*cell, kind));
    }
    State::new(&Setup(Arc::new(map)))
}

fn sixteen_trackers() -> BenchWork {
    let start = walled_in();
    let mut answer = 0u64;
    for _ in 0..TURNS / 50 {
        let mut state = start.clone();
        state.end_turn(Seat::ONLY, &mut Silent);
        answer = fold(answer, &state);
    }
    BenchWork { units: TURNS as u64 / 50, answer }
}

/// Folds where everybody stands into a number, cheaply.
fn fold(answer: u64, state: &State) -> u64 {
    let rows = state.mages().0.iter().chain(&state.goblins().0);
    rows.fold(answer, |sum, row| sum.rotate_left(5).wrapping_add(u64::from(*row)))
}

fn searches(search: fn(Cell, &Squares, &Squares) -> Option<Quarry>) -> BenchWork {
    let mut answer = 0u64;
    let mut units = 0;
    for state in hunts(40) {
        let (seen, free) = (*state.mages(), state.free());
        for goblin in state.goblins().cells() {
            for _ in 0..20 {
                units += 1;
                let found = search(goblin, &seen, &free);
                let place = found
                    .map_or(0, |quarry| u64::from(quarry.landing.row) << 8 | u64::from(quarry.landing.col));
                answer = answer.rotate_left(5).wrapping_add(place);
            }
        }
    }
    BenchWork { units, answer }
}

/// Seeded positions with a fifth of the board rough, in which every tracker can reach every mage.
fn hunts(sight: i32) -> Vec<State> {
    let mut random = SplitMix64::new(20);
    let mut positions = Vec::new();
    while positions.len() < 64 {
        let state = hunt(&mut random, sight);
        let free = state.free();
        let goes = |goblin: Cell, mage: Cell| quarry(goblin, &Squares::of(mage), &free).is_some();
        if state.goblins().cells().all(|goblin| state.mages().cells().all(|mage| goes(goblin, mage))) {
            positions.push(state);
        }
    }
    positions
}

fn hunt(random: &mut SplitMix64, sight: i32) -> State {
    let mut cells: Vec<Cell> = BOARD.cells().collect();
    random.shuffle(&mut cells);
    let mut map = Map::empty(Stage::Four, BOARD);
    for (number, cell) in cells[19..99].iter().enumerate() {
        map.lay(*cell, if number % 2 == 0 { Terrain::Water } else { Terrain::Mountain });
    }
    map.mages = 3;
    for (number, cell) in cells[..19].iter().enumerate() {
        let facing = Direction::ALL[number % 4];
        let kind = match number {
            0..3 => Kind::Mage,
            3..13 => Kind::Patrol { facing, steps: 3 },
            _ => Kind::Tracker { sight },
        };
        map.units.push((*cell, kind));
    }
    State::new(&Setup(Arc::new(map)))
}

/// Three mages in a chamber in a corner, sixteen trackers all over an open board.
fn walled_in() -> State {
    let mut map = Map::empty(Stage::Four, BOARD);
    for (row, col) in [(0, 3), (1, 2), (2, 1), (3, 0)] {
        map.lay(Cell::new(row, col), Terrain::Mountain);
    }
    map.mages = 3;
    map.units.extend([(0, 0), (0, 1), (1, 0)].map(|(row, col)| (Cell::new(row, col), Kind::Mage)));
    let trackers = (0..16).map(|number| Cell::new(4 + number / 4 * 5, 4 + number % 4 * 5));
    map.units.extend(trackers.map(|cell| (cell, Kind::Tracker { sight: 40 })));
    State::new(&Setup(Arc::new(map)))
}

/// The search as one would first write it. The tests compare it with the real one.
pub(crate) fn quarry_by_queue(from: Cell, seen: &Squares, free: &Squares) -> Option<Quarry> {
    let mut distances = [u32::MAX; MAX_SIDE * MAX_SIDE];
    let mut queue = VecDeque::from([from]);
    distances[BOARD.index(from)] = 0;
    while let Some(cell) = queue.pop_front() {
        for next in Direction::ALL.into_iter().filter_map(|way| BOARD.step(cell, way)) {
            if free.has(next) && distances[BOARD.index(next)] == u32::MAX {
                distances[BOARD.index(next)] = distances[BOARD.index(cell)] + 1;
                queue.push_back(next);
            }
        }
    }
    let choices = seen.cells().flat_map(|mage| {
        let beside = Direction::ALL.into_iter().filter_map(move |way| BOARD.step(mage, way));
        beside.map(move |landing| (mage, landing))
    });
    let reached = choices.map(|(mage, landing)| (distances[BOARD.index(landing)], mage, landing));
    let (steps, mage, landing) = reached.filter(|(steps, ..)| *steps != u32::MAX).min()?;
    Some(Quarry { mage, landing, distance: steps + 1 })
}

fn dialogue() -> BenchWork {
    let mut random = SplitMix64::new(3);
    let map = &hunt(&mut random, -1).map;
    let mut input = Setup(Arc::clone(map)).to_text().into_bytes();
    input.extend(b"\n".repeat(3 * 500));
    let mut port = Transcript::new(&input);
    let status = Console.run(&mut port, DialogueOptions::default());
    let lines = port.output.iter().filter(|byte| **byte == b'\n').count() as u64;
    BenchWork { units: lines, answer: lines << 8 | u64::from(status) }
}
