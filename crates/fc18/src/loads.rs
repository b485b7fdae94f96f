//! Named loads for benchmarks.

use crate::formats::{OldLogs, Recorder};
use crate::kinds::CONTEST_SIZE;
use crate::kinds::{CorpsKind, TOWER_RANGE};
use crate::{Corps, Fc18, Order, Rules, Setup, Task, Terrain, Tower, TowerId, generate};
use alloc::boxed::Box;
use alloc::vec::Vec;
use board::{Cell, Direction, SplitMix64};
use game::{BenchLoad, BenchWork, Game, Painting, Rollout, Seat, Silent};
use once_cell::race::OnceBox;

/// The loads of this game. An answer changes only if a rule or a load does.
pub(crate) const LOADS: &[BenchLoad] = &[
    BenchLoad {
        name: "fc18-war-12",
        about: "four whole games of armies that march on the nearest foreign tower, recorded once and replayed 16 times, exactly 12 orders a turn",
        unit: "player-turns",
        answer: 0x5297_c28f_9aa5_9979,
        pass: || replay(war_scripts(), 16),
    },
    BenchLoad {
        name: "fc18-random-12",
        about: "four whole games of random legal orders, recorded once and replayed 16 times, exactly 12 orders a turn",
        unit: "player-turns",
        answer: 0x79c9_7834_5582_fc44,
        pass: || replay(random_scripts(), 16),
    },
    BenchLoad {
        name: "fc18-empty-turns",
        about: "turns without orders, 10 corps a player on the board, up to the end of the game",
        unit: "turns",
        answer: 0xfdce_400a_b1e3_e854,
        pass: empty_turns,
    },
    BenchLoad {
        name: "fc18-old-logs",
        about: "the four games of fc18-war-12, played while both of the contest's logs are written",
        unit: "games",
        answer: 0xa0a2_bc95_4a2d_cf88,
        pass: logged_games,
    },
    BenchLoad {
        name: "fc18-playout-pick",
        about: "random play with `pick`, a turn ended with one chance in 12",
        unit: "orders",
        answer: 0xd433_58c1_984e_c27a,
        pass: playout,
    },
    BenchLoad {
        name: "fc18-learn",
        about: "128 games from the middle of fc18-war-12 as a learner plays them: mask, a random number, its order, changes painted",
        unit: "steps",
        answer: 0x07fd_bc1d_a879_2116,
        pass: || learn(Painting::Changes),
    },
    BenchLoad {
        name: "fc18-learn-full",
        about: "the same with a full picture after every step",
        unit: "steps",
        answer: 0x07fd_bc1d_a879_2116,
        pass: || learn(Painting::Full),
    },
];

/// Orders of every turn of a script.
const ORDERS: usize = 12;

/// How often a general thinks again before it gives an order that will be refused.
const TRIES: u32 = 12;

/// A game and the orders of every turn.
struct Script {
    start: Fc18,
    orders: Vec<Order>,
}

fn start(seed: u64) -> Option<Fc18> {
    Some(Fc18::start(&setup(seed)?, seed))
}

fn setup(seed: u64) -> Option<Setup<16>> {
    Setup::new(generate::fair(CONTEST_SIZE, seed).ok()?, Rules::MANUAL).ok()
}

fn learn(painting: Painting) -> BenchWork {
    let starts: Vec<Fc18> = war_scripts().iter().map(Script::middle).collect();
    match setup(0) {
        Some(setup) => Rollout::new(&setup, &starts, 128, painting).steps(256),
        None => BenchWork { units: 0, answer: 0 },
    }
}

impl Script {
    /// The game after half of its orders, at the beginning of a turn.
    fn middle(&self) -> Fc18 {
        let mut state = self.start.clone();
        for turn in self.orders.chunks(ORDERS).take(self.orders.len() / ORDERS / 2) {
            for order in turn {
                let _ = state.submit(state.on_turn(), *order, &mut Silent);
            }
            state.end_turn(state.on_turn(), &mut Silent);
        }
        state
    }
}

fn war_scripts() -> &'static [Script] {
    static SCRIPTS: OnceBox<Vec<Script>> = OnceBox::new();
    SCRIPTS.get_or_init(|| {
        Box::new(scripts(|state, random| {
            let mut order = war_order(state, random);
            for _ in 0..TRIES {
                if state.check(state.on_turn(), order).is_ok() {
                    break;
                }
                order = war_order(state, random);
            }
            order
        }))
    })
}

fn random_scripts() -> &'static [Script] {
    static SCRIPTS: OnceBox<Vec<Script>> = OnceBox::new();
    SCRIPTS.get_or_init(|| {
        Box::new(scripts(|state, random| {
            let picked = state.pick(state.on_turn(), &mut |n| random.below(n.into()) as u32);
            picked.unwrap_or(Order::Produce { tower: TowerId(0), task: Task::Warrior })
        }))
    })
}

fn scripts(mut choose: impl FnMut(&Fc18, &mut SplitMix64) -> Order) -> Vec<Script> {
    (1..=4).filter_map(|seed| record(seed, &mut choose)).collect()
}

fn record(seed: u64, choose: &mut impl FnMut(&Fc18, &mut SplitMix64) -> Order) -> Option<Script> {
    let mut random = SplitMix64::new(seed);
    let start = start(seed)?;
    let mut state = start.clone();
    let mut orders = Vec::new();
    while !state.is_over() {
        for _ in 0..ORDERS {
            let order = choose(&state, &mut random);
            let _ = state.submit(state.on_turn(), order, &mut Silent);
            orders.push(order);
        }
        state.end_turn(state.on_turn(), &mut Silent);
    }
    Some(Script { start, orders })
}

fn replay(scripts: &[Script], times: u32) -> BenchWork {
    let mut work = BenchWork { units: 0, answer: 0 };
    for script in scripts {
        for _ in 0..times {
            let mut state = script.start.clone();
            for turn in script.orders.chunks_exact(ORDERS) {
                let seat = state.on_turn();
                for order in turn {
                    let _ = state.submit(seat, *order, &mut Silent);
                }
                state.end_turn(seat, &mut Silent);
                work.units += 1;
            }
            work.answer = fold(work.answer, state.digest());
        }
    }
    work
}

fn fold(answer: u64, digest: u64) -> u64 {
    (answer ^ digest).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(23)
}

fn empty_turns() -> BenchWork {
    let Some(crowd) = crowd() else { return BenchWork { units: 0, answer: 0 } };
    let mut work = BenchWork { units: 0, answer: 0 };
    for _ in 0..100 {
        let mut state = crowd.clone();
        while !state.is_over() {
            state.end_turn(state.on_turn(), &mut Silent);
            work.units += 1;
        }
        work.answer = fold(work.answer, state.digest());
    }
    work
}

/// A game in which every player has ten corps, early enough to leave a thousand turns.
fn crowd() -> Option<Fc18> {
    let mut state = start(1)?;
    while state.roster.living().iter().count() < 40 {
        let seat = state.on_turn();
        let own = state.roster.of(seat).iter().count();
        for tower in state.towers.all().to_vec().iter().filter(|tower| tower.owner == seat && own < 10) {
            let task = if own < 5 { Task::Warrior } else { Task::Builder };
            let _ = state.submit(seat, Order::Produce { tower: tower.id, task }, &mut Silent);
        }
        state.end_turn(seat, &mut Silent);
    }
    Some(state)
}

fn logged_games() -> BenchWork {
    let mut work = BenchWork { units: 0, answer: 0 };
    for (seed, script) in (1..).zip(war_scripts()) {
        let Some(setup) = setup(seed) else { break };
        let (state, logs) = logged_game(&setup, script);
        // What the logs hold is not part of the answer: a build without events writes less into
        // them.
        let blocks = [&logs.orders, &logs.states].map(|log| log.matches("round ").count());
        work.answer = fold(work.answer, state.digest() ^ (blocks[0] << 16 | blocks[1]) as u64);
        work.units += 1;
    }
    work
}

fn logged_game(setup: &Setup<16>, script: &Script) -> (Fc18, OldLogs) {
    let mut recorder = Recorder::new(setup, ["north", "east", "south", "west"], 1);
    for turn in script.orders.chunks_exact(ORDERS) {
        for order in turn {
            let _ = recorder.submit(*order);
        }
        recorder.end_turn();
    }
    (recorder.state().clone(), recorder.finish())
}

fn playout() -> BenchWork {
    let Some(start) = start(1) else { return BenchWork { units: 0, answer: 0 } };
    let mut random = SplitMix64::new(1);
    let mut state = start.clone();
    let mut work = BenchWork { units: 0, answer: 0 };
    while work.units < 20_000 {
        let seat = state.on_turn();
        match state.pick(seat, &mut |n| random.below(n.into()) as u32) {
            Some(order) if random.below(ORDERS as u64) > 0 => {
                let _ = state.submit(seat, order, &mut Silent);
                work.units += 1;
            }
            _ => state.end_turn(seat, &mut Silent),
        }
        if state.is_over() {
            work.answer = fold(work.answer, state.digest());
            state = start.clone();
        }
    }
    work.answer = fold(work.answer, state.digest());
    work
}

/// What a simple general would order: to one of its towers or corps, drawn by lot.
fn war_order(state: &Fc18, random: &mut SplitMix64) -> Order {
    let seat = state.on_turn();
    let towers = state.towers.all().iter().filter(|tower| tower.owner == seat);
    let corps = state.roster.of(seat).iter().count();
    if corps == 0 || random.below(3) == 0 {
        let drawn = random.below(state.tower_count(seat).into()) as usize;
        return tower_order(state, towers.clone().nth(drawn), random);
    }
    let drawn = random.below(corps as u64) as usize;
    let slot = state.roster.of(seat).iter().nth(drawn).unwrap_or_default();
    let corps = state.roster.get(slot);
    match corps.kind {
        CorpsKind::Builder => builder_order(state, corps, random),
        CorpsKind::Extender if random.below(2) == 0 => Order::Found { corps: corps.id },
        CorpsKind::Extender => step(state, corps, random),
        _ => fighter_order(state, corps, random),
    }
}

fn tower_order(state: &Fc18, tower: Option<&Tower>, random: &mut SplitMix64) -> Order {
    use Task::{Archer, Builder, Extender, Mage, Upgrade, Warrior};
    let tasks = [Warrior, Warrior, Archer, Archer, Mage, Mage, Builder, Extender, Extender, Upgrade, Upgrade];
    let task = tasks[random.below(tasks.len() as u64) as usize];
    let Some(tower) = tower else { return Order::Produce { tower: TowerId(0), task } };
    match foe_near(state, tower.at, TOWER_RANGE, tower.owner) {
        Some(foe) if random.below(2) == 0 => Order::Shoot { tower: tower.id, target: foe.id },
        _ => Order::Produce { tower: tower.id, task: tower.task.unwrap_or(task) },
    }
}

fn fighter_order(state: &Fc18, corps: &Corps, random: &mut SplitMix64) -> Order {
    let range = corps.kind.range();
    let in_reach = |tower: &&Tower| tower.owner != corps.owner && tower.at.chebyshev(corps.at) <= range;
    if let Some(tower) = state.towers().iter().find(in_reach) {
        return Order::AttackTower { corps: corps.id, target: tower.id };
    }
    match foe_near(state, corps.at, range, corps.owner) {
        Some(foe) => Order::AttackCorps { corps: corps.id, target: foe.id },
        None => step(state, corps, random),
    }
}

fn builder_order(state: &Fc18, corps: &Corps, random: &mut SplitMix64) -> Order {
    match random.below(3) {
        0 => Order::Repair { corps: corps.id },
        1 => {
            let terrain = state.ground(corps.at).changed().unwrap_or(Terrain::Plain);
            Order::ChangeTerrain { corps: corps.id, terrain }
        }
        _ => step(state, corps, random),
    }
}

fn foe_near(state: &Fc18, at: Cell, range: u32, seat: Seat) -> Option<&Corps> {
    let all = state.roster.living();
    let mut foes = all.iter().map(|slot| state.roster.get(slot));
    foes.find(|corps| corps.owner != seat && corps.at.chebyshev(at) <= range)
}

/// A step towards the nearest foreign tower, or one in four times any step.
fn step(state: &Fc18, corps: &Corps, random: &mut SplitMix64) -> Order {
    let foreign = state.towers().iter().filter(|tower| tower.owner != corps.owner);
    let goal = foreign.min_by_key(|tower| tower.at.chebyshev(corps.at)).map_or(corps.at, |tower| tower.at);
    let drawn = random.below(4) as usize;
    let direction = match random.below(4) {
        0 => Direction::ALL[drawn],
        n if n % 2 == 0 && goal.col != corps.at.col || goal.row == corps.at.row => {
            if goal.col > corps.at.col { Direction::Right } else { Direction::Left }
        }
        _ if goal.row > corps.at.row => Direction::Up,
        _ => Direction::Down,
    };
    Order::Move { corps: corps.id, direction }
}
