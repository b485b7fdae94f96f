//! What a side may not know, it cannot find out.

mod common;

use board::SplitMix64;
use common::hidden::{other_fleet, other_forts, other_resources, other_stores};
use common::{World, random_order};
use deepblue::{Amounts, Chance, Event, Kind, Order, OrderCounts, Parts, Setup, State, Team, View};
use game::{Game, Receipt, Seat, SeatHandle, Session, Silent, Told, Viewer};
use proptest::prelude::*;
use std::ops::ControlFlow;

const ME: Seat = Seat(0);

/// Everything the first seat is told when it asks.
#[derive(PartialEq)]
struct Knowledge {
    view: View,
    answers: Vec<String>,
    legal: Vec<String>,
}

impl Knowledge {
    fn of(state: &State, orders: &[Order]) -> Self {
        let mut view = View::default();
        state.view(Viewer::Seat(ME), &mut view);
        let answers = orders.iter().map(|order| match state.check(ME, *order) {
            Ok(receipt) => format!("{receipt:?}"),
            Err(refusal) => refusal.to_string(),
        });
        let mut legal = Vec::new();
        let _ = state.legal(ME, |order| {
            legal.push(order.to_string());
            ControlFlow::Continue(())
        });
        Self { answers: answers.collect(), view, legal }
    }
}

/// A state whose scores are settled, so that parts of it can be changed.
fn world(seed: u64) -> (World, Parts, State) {
    let world = World { canonical: true, ..World::new(seed) };
    let parts = world.parts();
    let state = State::from_parts(parts.clone(), world.rules).unwrap();
    (world, parts, state)
}

/// Every order of the first seat's elements at every index that anything has, and some that nothing
/// has, and at every square.
fn everything(states: [&State; 2]) -> Vec<Order> {
    let own = || states[0].elements().filter(|(_, body)| body.team == Team::First).map(|(index, _)| index);
    let elements = states.iter().flat_map(|state| state.elements().map(|(index, _)| index));
    let indices: Vec<i32> = elements.chain([-1, 0, 7, 9_999, i32::MAX]).collect();
    let mut orders = Vec::new();
    for (unit, target) in own().flat_map(|unit| indices.iter().map(move |target| (unit, *target))) {
        orders.push(Order::AttackUnit { unit, target });
        orders.push(Order::Fix { unit, target });
        orders.push(Order::Supply { unit, target, amounts: Amounts::default() });
        orders.push(Order::Cancel { unit: target });
    }
    for cell in states[0].chart().size.cells() {
        let (row, col) = (cell.row.into(), cell.col.into());
        orders.extend(own().map(|unit| Order::ChangeDest { unit, row, col, level: 1 }));
        orders.extend(
            own().flat_map(|unit| (0..3).map(move |level| Order::AttackPos { unit, row, col, level })),
        );
    }
    orders.extend((3..11).map(|kind| Order::Produce { kind }));
    orders
}

/// All that a bot in the first seat learns: it asks everything, then orders as much as it may.
fn learnt_in_the_chair(state: &State, orders: &[Order], random: &mut SplitMix64) -> Vec<String> {
    let mut session = Session::new(state.clone());
    let mut handle = SeatHandle::new(&mut session, ME, None);
    assert!(handle.state().is_none(), "the state itself is not for a seat in the fog");
    let mut view = View::default();
    handle.view(&mut view);
    let mut counts = OrderCounts::default();
    let count = handle.count_orders(&mut counts);
    let mut learnt = vec![format!("{view:?}"), format!("{count} orders in turn {}", handle.turn())];
    learnt.extend((0..count).map(|n| format!("{:?}", handle.order_at(&counts, n))));
    learnt.push(format!("{:?}", handle.pick(&mut |all| all / 2)));
    learnt.extend(orders.iter().map(|order| format!("{order}: {:?}", handle.check(*order))));
    for _ in 0..600 {
        let order = orders[random.below(orders.len() as u64) as usize];
        learnt.push(format!("{order}: {:?}", handle.submit(order)));
        learnt.push(format!("{} orders", handle.recount_orders(order, &mut counts)));
    }
    handle.view(&mut view);
    learnt.push(format!("{view:?}"));
    learnt
}

fn settings(cases: u32) -> ProptestConfig {
    ProptestConfig { cases, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(settings(150))]

    /// Views, answers and listed orders are functions of what the seat sees.
    #[test]
    fn questions_tell_nothing(seed: u64) {
        let (world, parts, state) = world(seed);
        let mut random = SplitMix64::new(seed);
        let mut changed = parts.clone();
        other_stores(&mut changed, &state, &world.rules, &mut random);
        other_resources(&mut changed, &state, &mut random);
        other_forts(&mut changed, &state, &mut random);
        other_fleet(&mut changed, &state, &mut random);
        changed.chance = Chance::seeded(seed);
        let mut other = State::from_parts(changed, world.rules).unwrap();
        for _ in 0..10 {
            let order = random_order(&other, &mut random);
            let _ = other.submit(Seat(1), order, &mut Silent);
        }
        let mut orders: Vec<Order> = (0..80).map(|_| random_order(&state, &mut random)).collect();
        orders.extend((0..80).map(|_| random_order(&other, &mut random)));
        let setup = Setup::new(parts.plan, world.rules).unwrap();
        testing::laws::same_to(ME, &setup, &state, &other);
        let (one, two) = (Knowledge::of(&state, &orders), Knowledge::of(&other, &orders));
        assert!(one.view == two.view && one.legal == two.legal);
        assert_eq!(one.answers, two.answers);
    }

    /// A bot that tries every index and every square through every question of its handle learns
    /// nothing that its view does not say.
    #[test]
    fn a_chair_tells_nothing(seed: u64) {
        let (world, parts, state) = world(seed);
        let mut random = SplitMix64::new(seed);
        let mut changed = parts.clone();
        other_stores(&mut changed, &state, &world.rules, &mut random);
        other_resources(&mut changed, &state, &mut random);
        other_forts(&mut changed, &state, &mut random);
        other_fleet(&mut changed, &state, &mut random);
        let other = State::from_parts(changed, world.rules).unwrap();
        let orders = everything([&state, &other]);
        let one = learnt_in_the_chair(&state, &orders, &mut SplitMix64::new(seed));
        let two = learnt_in_the_chair(&other, &orders, &mut SplitMix64::new(seed));
        prop_assert_eq!(one, two);
    }

    /// Events are told by what is seen: healths and stores out of sight, and hits in the fog, leave
    /// no trace.
    #[test]
    fn events_tell_nothing(seed: u64) {
        let (world, mut parts, _) = world(seed);
        // How much a cargo in sight collects says how full it was.
        parts.plan.elements.retain(|placed| placed.kind != Kind::Cargo || placed.team == Team::First);
        let state = State::from_parts(parts.clone(), world.rules).unwrap();
        let mut random = SplitMix64::new(seed);
        let mut variant = || {
            let mut changed = parts.clone();
            other_stores(&mut changed, &state, &world.rules, &mut random);
            State::from_parts(changed, world.rules).unwrap()
        };
        let (one, two) = (variant(), variant());
        let mut orders: Vec<Order> = (0..60).map(|_| random_order(&state, &mut random)).collect();
        // Who survives in the fog can be felt by running into them, and by orders on them that
        // lapse.
        orders.retain(|order| !matches!(order, Order::ChangeDest { .. }));
        orders.retain(|order| state.check(ME, *order) != Ok(Receipt::Taken));
        let (one, two) = (told(one, &orders), told(two, &orders));
        assert!(one == two, "{:?}", one.iter().zip(&two).find(|(one, two)| one != two));
    }

    /// Shots into the fog look alike whether somebody is there or not.
    #[test]
    fn shots_into_the_fog_look_alike(seed: u64) {
        let (world, parts, state) = world(seed);
        let mut random = SplitMix64::new(seed);
        let mut changed = parts.clone();
        other_fleet(&mut changed, &state, &mut random);
        let other = State::from_parts(changed, world.rules).unwrap();
        let mut shots = Vec::new();
        while shots.len() < 40 {
            let order = random_order(&state, &mut random);
            if matches!(order, Order::AttackPos { .. }) {
                shots.push(order);
            }
        }
        assert!(told_of_shots(state, &shots) == told_of_shots(other, &shots));
    }
}

/// What the first seat is told of a round in which only it gives orders.
fn told(mut state: State, orders: &[Order]) -> Vec<Event> {
    for order in orders {
        let _ = state.submit(ME, *order, &mut Silent);
    }
    let mut events = Vec::new();
    state.settle(&mut events);
    events.iter().filter_map(|event| State::redact_for(event, ME)).collect()
}

/// The same up to where units begin to move: who stands in the way can be felt.
fn told_of_shots(state: State, orders: &[Order]) -> Vec<Event> {
    let told = told(state, orders).into_iter();
    told.filter(|event| {
        matches!(event.fact, deepblue::Fact::AttackUnit { .. } | deepblue::Fact::AttackMiss { .. })
    })
    .collect()
}
