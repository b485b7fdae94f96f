//! What holds in every game, whatever the orders.

use board::{Cell, Direction, Size, SplitMix64};
use fc18::kinds::{Class, INFLUENCE, INFLUENCE_AT_HOME, MAX_LEVEL, PLAYERS};
use fc18::{
    CONTEST_SIZE, CorpsId, CorpsKind, Event, Fc18, LargeFc18, Map, Order, Owner, Rules, Setup, State, Task,
    Terrain, TowerId, generate,
};
use game::{Game, Seat, Silent};
use proptest::prelude::*;
use std::ops::ControlFlow;

/// What production came to, in whole games.
#[derive(Default)]
struct Accounts {
    spent: i64,
    delivered: i64,
    lost: i64,
}

impl Accounts {
    fn enter(&mut self, event: &Event) {
        match event {
            Event::Worked { work, .. } => self.spent += i64::from(*work),
            Event::Finished { work, .. } => self.delivered += i64::from(*work),
            Event::WorkLost { work, .. } => self.lost += i64::from(*work),
            _ => {}
        }
    }
}

/// Some order: legal, plausible or nonsense; none is one that cannot be read.
fn some_order<const SIDE: usize>(state: &State<SIDE>, random: &mut SplitMix64) -> Option<Order> {
    let mut below = |n: u64| random.below(n);
    match below(8) {
        0..4 => state.pick(state.on_turn(), &mut |n| below(n.into()) as u32),
        4 | 5 => Some(aggressive(state, &mut below)),
        6 => {
            let mut number = || [below(60) as i64, -1, 309, i64::MAX, i64::MIN, 1 << 40][below(6) as usize];
            let parameters: Vec<i64> = [number() % 12, number(), number(), number()].to_vec();
            let length = below(5) as usize;
            Order::from_numbers(below(3) as i64, &parameters[..length.min(4)]).ok()
        }
        _ => {
            let (corps, tower) = (CorpsId(below(40) as i32 - 2), TowerId(below(12) as i32 - 2));
            Some(match below(5) {
                0 => Order::Move { corps, direction: Direction::ALL[below(4) as usize] },
                1 => Order::AttackCorps { corps, target: CorpsId(below(40) as i32) },
                2 => Order::AttackTower { corps, target: tower },
                3 => Order::Produce { tower, task: Task::ALL[below(6) as usize] },
                _ => Order::ChangeTerrain { corps, terrain: Terrain::ALL[below(13) as usize] },
            })
        }
    }
}

/// A fight, if one is to be had.
fn aggressive<const SIDE: usize>(state: &State<SIDE>, below: &mut impl FnMut(u64) -> u64) -> Order {
    let mut fights = Vec::new();
    let _ = state.legal(state.on_turn(), |order| {
        if matches!(
            order,
            Order::AttackCorps { .. } | Order::AttackTower { .. } | Order::Shoot { .. } | Order::Found { .. }
        ) {
            fights.push(order);
        }
        ControlFlow::Continue(())
    });
    match fights.is_empty() {
        true => Order::Produce { tower: TowerId(below(8) as i32), task: Task::ALL[below(6) as usize] },
        false => fights[below(fights.len() as u64) as usize],
    }
}

/// Plays and checks everything after every turn, and much after every order.
fn play_and_check<const SIDE: usize>(map: Map, rules: Rules, seed: u64, turns: u32) {
    let setup = Setup::<SIDE>::new(map, rules).unwrap();
    let mut random = SplitMix64::new(seed);
    let mut state = State::start(&setup, seed);
    let mut accounts = Accounts::default();
    while !state.to_move().is_empty() && state.turn() <= turns {
        let seat = state.on_turn();
        for _ in 0..random.below(16) {
            give_and_check(&mut state, seat, &mut random, &mut accounts);
        }
        end_turn(&mut state, &mut accounts);
        check_state(&state);
        let stored: i64 = state.towers().iter().map(|tower| i64::from(tower.stored_work())).sum();
        assert_eq!(accounts.spent, accounts.delivered + accounts.lost + stored, "turn {}", state.turn());
    }
    assert_eq!(state.outcome().is_some(), state.to_move().is_empty());
}

fn end_turn<const SIDE: usize>(state: &mut State<SIDE>, accounts: &mut Accounts) {
    let mut events = Vec::new();
    state.end_turn(state.on_turn(), &mut events);
    events.iter().for_each(|event| accounts.enter(event));
}

fn give_and_check<const SIDE: usize>(
    state: &mut State<SIDE>,
    seat: Seat,
    random: &mut SplitMix64,
    accounts: &mut Accounts,
) {
    let Some(order) = some_order(state, random) else {
        state.note_rejected(seat);
        return;
    };
    let before = state.clone();
    let mut events = Vec::new();
    let answer = state.submit(seat, order, &mut events);
    events.iter().for_each(|event| accounts.enter(event));
    match answer {
        Ok(_) => check_forecast(&before, seat, order, state),
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
}

/// The calculator said what happened.
fn check_forecast<const SIDE: usize>(before: &State<SIDE>, seat: Seat, order: Order, after: &State<SIDE>) {
    if let Order::Move { corps, direction } = order {
        let moved = after.find_corps(corps).unwrap();
        let reach = before.reach(corps).unwrap();
        assert!(reach.points_left(moved.at).unwrap() >= moved.moves);
        let cost = before.step_cost(corps, direction).unwrap();
        assert_eq!(before.find_corps(corps).unwrap().moves - cost, moved.moves);
    }
    let Ok(Some(forecast)) = before.forecast(seat, order) else { return };
    match forecast.target {
        fc18::Target::Corps(id) => {
            assert_eq!(forecast.target_falls, after.find_corps(id).is_none() && forecast.inflicted > 0)
        }
        fc18::Target::Tower(id) => {
            let tower = after.find_tower(id);
            assert_eq!(forecast.fate == Some(fc18::Fate::Destroyed), tower.is_none());
            assert_eq!(
                forecast.fate == Some(fc18::Fate::Captured),
                tower.is_some_and(|tower| tower.owner == seat)
            );
        }
    }
}

fn check_state<const SIDE: usize>(state: &State<SIDE>) {
    check_corps(state);
    check_towers(state);
    check_territory(state);
    assert!(state.is_over() || state.is_alive(state.on_turn()));
    assert!(state.corps().is_sorted_by_key(|corps| corps.id));
    for player in 0..PLAYERS as u8 {
        let seat = Seat(player);
        assert!(state.tower_count(seat) <= 10);
        assert!(state.corps_count(seat, Class::Fighter) <= 10);
        assert!(state.corps_count(seat, Class::Engineer) <= 10);
        let fighters = state.corps().filter(|corps| corps.owner == seat && corps.kind.is_fighter()).count();
        assert_eq!(fighters, usize::from(state.corps_count(seat, Class::Fighter)));
        assert_eq!(
            state.towers().iter().filter(|tower| tower.owner == seat).count(),
            usize::from(state.tower_count(seat))
        );
        let cells = state.size().cells().filter(|at| state.owner(*at) == Owner::player(seat)).count();
        assert_eq!(cells, usize::from(state.cell_count(seat)));
        if !state.is_alive(seat) {
            assert_eq!(state.tower_count(seat), 0);
            let order = Order::Produce { tower: TowerId(0), task: Task::Warrior };
            assert!(state.check(seat, order).is_err());
        }
    }
}

fn check_corps<const SIDE: usize>(state: &State<SIDE>) {
    for at in state.size().cells() {
        let here: Vec<_> = state.standing(at).collect();
        let mut ids: Vec<_> = here.iter().map(|corps| corps.id).collect();
        ids.sort_unstable();
        assert!(ids.into_iter().eq(state.corps().filter(|corps| corps.at == at).map(|corps| corps.id)));
        assert!(here.windows(2).all(|two| two[0].owner == two[1].owner), "two owners at {at}");
        if let Some(tower) = state.tower_at(at) {
            assert!(here.iter().all(|corps| corps.owner == tower.owner));
        } else {
            assert!(here.iter().filter(|corps| corps.kind.is_fighter()).count() <= 1);
            assert!(here.iter().filter(|corps| !corps.kind.is_fighter()).count() <= 1);
        }
    }
    for corps in state.corps() {
        assert!(corps.hp <= corps.kind.max_hp() && (corps.hp > 0) == corps.kind.is_fighter());
        assert!((corps.labour > 0) == (corps.kind == CorpsKind::Builder) && corps.labour <= 3);
        assert!(corps.moves <= state.rules().moves_of(corps.kind));
        assert!(state.ground(corps.at).cost_to(Terrain::Plain).is_some(), "on a landmark");
    }
}

fn check_towers<const SIDE: usize>(state: &State<SIDE>) {
    for tower in state.towers() {
        assert!((1..=MAX_LEVEL).contains(&tower.level));
        assert!(tower.hp <= state.rules().tower_max_hp(tower.level));
        assert!(tower.left.iter().all(|left| (0..=320).contains(left)));
        assert!(tower.task.is_none_or(|task| tower.left[task as usize] > 0));
        assert_eq!(state.owner(tower.at), Owner::player(tower.owner));
    }
}

/// By `manual` the values are plain sums over the towers, and the owner follows from them.
fn check_territory<const SIDE: usize>(state: &State<SIDE>) {
    if state.rules().name != "manual" {
        return;
    }
    for at in state.size().cells() {
        let mut sums = [0; PLAYERS];
        for tower in state.towers() {
            let distance = tower.at.col.abs_diff(at.col).max(tower.at.row.abs_diff(at.row));
            sums[tower.owner.index()] += match distance {
                0 => INFLUENCE_AT_HOME,
                1..=5 => i32::from(INFLUENCE[usize::from(distance)]),
                _ => 0,
            };
        }
        assert_eq!(state.influence(at), sums, "{at}");
        let highest = *sums.iter().max().unwrap();
        let holders: Vec<usize> = (0..PLAYERS).filter(|player| sums[*player] == highest).collect();
        let owner = match (highest, holders.as_slice()) {
            (0, _) => Owner::PUBLIC,
            (_, [one]) => Owner::player(Seat(*one as u8)),
            _ => Owner::TRANSITION,
        };
        assert_eq!(state.owner(at), owner, "{at}");
    }
}

fn map(size: Size, seed: u64) -> Map {
    if seed.is_multiple_of(2) {
        generate::fair(size, seed).unwrap()
    } else {
        generate::original(size, seed).unwrap()
    }
}

/// A game that has been played for some turns, with as many fights as possible.
fn starts() -> impl Strategy<Value = (Setup<16>, Fc18)> {
    let size = prop_oneof![Just(CONTEST_SIZE), Just(Size { rows: 9, cols: 8 })];
    (size, any::<u64>(), 0..Rules::NAMES.len(), 0..300u32).prop_map(|(size, seed, profile, turns)| {
        let setup = Setup::new(map(size, seed), Rules::named(Rules::NAMES[profile]).unwrap()).unwrap();
        let mut random = SplitMix64::new(seed);
        let mut state = Fc18::start(&setup, seed);
        while !state.to_move().is_empty() && state.turn() <= turns {
            for _ in 0..random.below(16) {
                if let Some(order) = some_order(&state, &mut random) {
                    let _ = state.submit(state.on_turn(), order, &mut Silent);
                }
            }
            end_turn(&mut state, &mut Accounts::default());
        }
        (setup, state)
    })
}

testing::laws!(starts(), 128);

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_on_random_maps(seed: u64, profile in 0..Rules::NAMES.len()) {
        let rules = Rules::named(Rules::NAMES[profile]).unwrap();
        play_and_check::<16>(map(CONTEST_SIZE, seed), rules, seed, 240);
    }

    #[test]
    fn games_on_boards_of_other_sizes(seed: u64, width in 8u8..=32, height in 8u8..=32, profile in 0usize..3) {
        let size = Size { rows: height, cols: width };
        prop_assume!(generate::fair(size, 0).is_ok());
        let rules = Rules::named(Rules::NAMES[profile]).unwrap();
        play_and_check::<32>(map(size, seed), rules, seed, 60);
    }

    #[test]
    fn the_type_of_state_makes_no_difference(seed: u64) {
        let map = map(CONTEST_SIZE, seed);
        let small = Fc18::start(&Setup::new(map.clone(), Rules::MANUAL).unwrap(), 0);
        let large = LargeFc18::start(&Setup::new(map, Rules::MANUAL).unwrap(), 0);
        prop_assert_eq!(small.digest(), large.digest());
    }
}

#[test]
fn whole_games_by_every_profile() {
    for (seed, name) in (1..).zip(&Rules::NAMES[..3]) {
        play_and_check::<16>(map(CONTEST_SIZE, seed), Rules::named(name).unwrap(), seed, u32::MAX);
    }
}

#[test]
fn territory_with_one_more_tower_is_what_founding_makes() {
    let state = Fc18::start(&Setup::new(map(CONTEST_SIZE, 4), Rules::MANUAL).unwrap(), 0);
    let centre = Cell::new(7, 7);
    let changed =
        state.territory_with(centre, Seat(2)).filter(|(at, owner)| state.owner(*at) != *owner).count();
    assert!(changed > 0);
    assert!(
        state
            .territory_with(centre, Seat(2))
            .any(|(at, owner)| at == centre && owner == Owner::player(Seat(2)))
    );
}
