//! Orders drawn by number are the listed ones, each once and in that order, however the numbers
//! were kept up to date.

use board::SplitMix64;
use game::{Game, GameEntry, Seat, Session, Silent};
use games::{HostedGame, Visitor};
use std::ops::ControlFlow;

/// Turns of a seat that are looked at in each game.
const TURNS: usize = 120;
/// Orders of a turn.
const ORDERS: u32 = 24;

fn listed<G: Game>(state: &G, seat: Seat) -> Vec<G::Order> {
    let mut orders = Vec::new();
    let _ = state.legal(seat, |order| {
        orders.push(order);
        ControlFlow::Continue(())
    });
    orders
}

fn compare<G: Game>(state: &G, seat: Seat, counts: &G::OrderCounts, count: u32, what: &str) {
    let orders = listed(state, seat);
    if count as usize == orders.len() {
        // The whole list where it is short, a sample of it where it is long.
        for (number, order) in orders.iter().enumerate().step_by(1 + orders.len() / 200) {
            assert_eq!(state.order_at(seat, counts, number as u32), Some(*order), "{what}: {number}");
        }
    } else {
        let numbered = (0..count).filter_map(|number| state.order_at(seat, counts, number));
        assert_eq!(numbered.collect::<Vec<_>>(), orders, "{what}");
    }
    assert_eq!(state.order_at(seat, counts, count), None, "{what}");
    for chosen in [0, orders.len() / 2, orders.len().saturating_sub(1)] {
        let below = &mut |all| {
            assert_eq!(all as usize, orders.len(), "{what}");
            chosen as u32
        };
        assert_eq!(state.pick(seat, below), orders.get(chosen).copied(), "{what}");
    }
}

/// Plays legal orders, and now and then one that was legal before, with the same counts all the
/// time.
fn check<G: Game>(start: &G, what: &str) {
    let mut random = SplitMix64::new(7);
    let (mut state, mut counts) = (start.clone(), G::OrderCounts::default());
    for turn in 0..TURNS {
        let Some(seat) = state.to_move().iter().next() else { return };
        let mut count = state.count_orders(seat, &mut counts);
        let mut stale = None;
        for _ in 0..random.below(ORDERS.into()) {
            compare(&state, seat, &counts, count, &format!("{what}, turn {turn}"));
            if count == 0 {
                break;
            }
            let Some(drawn) = state.order_at(seat, &counts, random.below(count.into()) as u32) else {
                continue;
            };
            let order = stale.take().filter(|_| random.below(4) == 0).unwrap_or(drawn);
            let _ = state.submit(seat, order, &mut Silent);
            count = state.recount_orders(seat, order, &mut counts);
            stale = Some(drawn);
        }
        compare(&state, seat, &counts, count, &format!("{what}, end of turn {turn}"));
        state.end_turn(seat, &mut Silent);
    }
}

fn check_all<G: Game + 'static>(entry: &dyn GameEntry) {
    let mut found = 0;
    for rules in entry.profiles() {
        for (name, map) in entry.maps() {
            let Ok(table) = entry.start(map.as_bytes(), rules, 3) else { continue };
            let Some(session) = table.as_any().downcast_ref::<Session<G>>() else { continue };
            check(session.game(), &format!("{} {name} {rules}", entry.name()));
            found += 1;
        }
    }
    assert!(found > 0);
}

struct CheckAll;

impl Visitor for CheckAll {
    type Found = ();

    fn visit<G: HostedGame>(&mut self, entry: &'static dyn GameEntry) -> ControlFlow<()> {
        check_all::<G>(entry);
        ControlFlow::Continue(())
    }
}

#[test]
fn numbers_are_those_of_the_legal_orders() {
    games::visit(&mut CheckAll);
}
