//! Named loads for benchmarks.

use crate::console::Console;
use crate::kinds::Stage;
use crate::map::Setup;
use crate::order::Order;
use crate::state::{Phase, SIZE, State};
use alloc::vec::Vec;
use board::{Cell, Mask8, SplitMix64};
use core::ops::ControlFlow;
use game::console::{Console as _, DialogueOptions, Transcript};
use game::{BenchLoad, BenchWork, Game, Painting, Rollout, Seat, Silent, bench_keys};

/// The loads of this game. An answer changes only if a rule or a load does.
pub(crate) const LOADS: &[BenchLoad] = &[
    BenchLoad {
        name: "breach-enemy-phase",
        about: "end of turn with 8 enemies, 3 player units and 12 cells of terrain, from 256 seeded positions, copied each time",
        unit: "phases",
        answer: 0x74dd_7944_f7b8_f4c1,
        pass: enemy_phases,
    },
    BenchLoad {
        name: "breach-playout-legal",
        about: "random play on a 3-against-4 map: all legal orders listed, one submitted, turn ended when none is left",
        unit: "orders",
        answer: 0x246b_e830_857c_0c34,
        pass: playout_by_listing,
    },
    BenchLoad {
        name: "breach-playout-pick",
        about: "random play on the same map with `pick`",
        unit: "orders",
        answer: 0x246b_e830_857c_0c34,
        pass: playout_by_picking,
    },
    BenchLoad {
        name: "breach-learn",
        about: "1,024 games on the same map as a learner plays them: mask, a random number, its order, a full picture",
        unit: "steps",
        answer: 0x5445_4019_65ac_9023,
        pass: learn,
    },
    BenchLoad {
        name: "breach-key",
        about: "the hash for search, of the 256 positions of breach-enemy-phase",
        unit: "keys",
        answer: 0xfaf9_075b_2396_d85b,
        pass: || bench_keys(&crowded_positions(), KEYS),
    },
    BenchLoad {
        name: "breach-console",
        about: "the dialogue of a 323-answer game in memory, boards and prompts included",
        unit: "lines",
        answer: 0x0000_0000_000b_f903,
        pass: dialogue,
    },
];

const PHASES: usize = 20_000;
const ORDERS: u64 = 100_000;
const KEYS: u64 = 200_000;

/// Folds what a state is into a number, cheaply.
fn fold(answer: u64, state: &State) -> u64 {
    let hp = state.hp.iter().fold(0u64, |sum, hp| sum.wrapping_add(*hp as u64));
    (answer ^ state.occupied().0 ^ hp << 7).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
}

fn enemy_phases() -> BenchWork {
    let positions = crowded_positions();
    let mut answer = 0u64;
    for round in 0..PHASES {
        let mut state = positions[round % positions.len()];
        state.end_turn(Seat::ONLY, &mut Silent);
        answer = answer.wrapping_add(state.occupied().0);
    }
    BenchWork { units: PHASES as u64, answer }
}

/// Boards with 8 enemies, 3 player units and some of every terrain.
fn crowded_positions() -> Vec<State> {
    let mut random = SplitMix64::new(8);
    (0..256)
        .map(|_| {
            let mut cells: Vec<Cell> = SIZE.cells().collect();
            random.shuffle(&mut cells);
            let set = |range: core::ops::Range<usize>| cells[range].iter().copied().collect::<Mask8>();
            State::new(&Setup {
                stage: Stage::Four,
                mountains: set(11..15),
                oceans: set(15..19),
                forests: set(19..23),
                units: [set(0..1), set(1..2), set(2..3), set(3..7), set(7..11)],
            })
        })
        .collect()
}

fn learn() -> BenchWork {
    Rollout::new(&harbour(), &[three_against_four()], 1024, Painting::Full).steps(128)
}

/// Three against four, with mountains, water and forests between them.
fn three_against_four() -> State {
    State::new(&harbour())
}

fn harbour() -> Setup {
    let map = include_bytes!("../../../maps/breach/harbour.map");
    Setup::parse(map, Stage::Four).unwrap_or_default()
}

fn playout_by_listing() -> BenchWork {
    let mut random = SplitMix64::new(1);
    let mut orders = [Order::Move { unit: Cell::new(0, 0), to: Cell::new(0, 0) }; 512];
    playout(|state| {
        let mut slots = orders.iter_mut();
        let _ = state.legal(Seat::ONLY, |order| match slots.next() {
            Some(slot) => {
                *slot = order;
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        });
        let count = 512 - slots.len();
        (count > 0).then(|| orders[random.below(count as u64) as usize])
    })
}

fn playout_by_picking() -> BenchWork {
    let mut random = SplitMix64::new(1);
    playout(|state| state.pick(Seat::ONLY, &mut |n| random.below(u64::from(n)) as u32))
}

/// Plays games until so many orders are submitted.
fn playout(mut choose: impl FnMut(&State) -> Option<Order>) -> BenchWork {
    let start = three_against_four();
    let mut state = start;
    let (mut submitted, mut answer) = (0, 0);
    while submitted < ORDERS {
        match choose(&state) {
            Some(order) => submitted += u64::from(state.submit(Seat::ONLY, order, &mut Silent).is_ok()),
            None => state.end_turn(Seat::ONLY, &mut Silent),
        }
        if state.phase() != Phase::Playing {
            answer = fold(answer, &state);
            state = start;
        }
    }
    BenchWork { units: submitted, answer: fold(answer, &state) }
}

fn dialogue() -> BenchWork {
    let mut port = Transcript::new(include_bytes!("../tests/data/long-game.in"));
    let status = Console.run(&mut port, DialogueOptions::default());
    let lines = port.output.iter().filter(|byte| **byte == b'\n').count() as u64;
    BenchWork { units: lines, answer: lines << 8 | u64::from(status) }
}
