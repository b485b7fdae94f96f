//! A search to the end of the turn, and a glance at the next, for games against fixed rules.

use game::{Bot, Game, Outcome, Seat, SeatHandle, Silent};
use std::ops::ControlFlow;

/// What a player of a game strives for.
pub trait Judge<G>: Send {
    /// How good this undecided state is for the player, who begins a turn in it; more is better.
    fn worth(&self, state: &G) -> i64;
}

/// Plays the series of orders after which the rules' answer leaves the best position.
///
/// It is a beam search: from the most promising series so far every legal order is tried, and after
/// each the turn is ended on a copy to see what the rules would do. The best few plans are then
/// looked at once more with a small search of the turn after.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ahead<J> {
    judge: J,
    sight: Sight,
}

/// How far a player looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Sight {
    /// At one order after the other, as if nobody answered.
    Order,
    /// At what the rules answer to the orders of this turn, with so many series of orders taken
    /// further.
    Turn { width: usize },
    /// At the turn after it, too.
    #[default]
    NextTurn,
}

/// How wide and how far to look.
#[derive(Clone, Copy, Debug)]
struct Effort {
    /// Series of orders that are taken further.
    width: usize,
    /// States tried, in all.
    nodes: u32,
    /// Finished plans that are handed on.
    plans: usize,
}

const EACH_ORDER: Effort = Effort { width: 1, nodes: 12_000, plans: 1 };
const THIS_TURN: Effort = Effort { width: 24, nodes: 12_000, plans: 12 };
const NEXT_TURN: Effort = Effort { width: 6, nodes: 1_200, plans: 1 };

/// More orders than a sensible turn has: in stages without turns there is no other end.
const LONGEST: usize = 24;

/// The orders of a turn, what they lead to, and what that is worth.
#[derive(Clone, Debug)]
struct Plan<G: Game> {
    orders: Vec<G::Order>,
    /// Before the turn ends.
    state: G,
    /// After the rules have answered; the same for a player who does not look at their answer.
    after: G,
    worth: i64,
}

impl<J: Default> Ahead<J> {
    /// A player that looks this far.
    pub(crate) fn with_sight(sight: Sight) -> Self {
        Self { judge: J::default(), sight }
    }
}

impl<J> Ahead<J> {
    /// The orders to give now.
    fn decide<G: Game>(&self, state: &G, seat: Seat) -> Vec<G::Order>
    where
        J: Judge<G>,
    {
        let effort = match self.sight {
            Sight::Order => EACH_ORDER,
            Sight::Turn { width } => Effort { width, ..EACH_ORDER },
            Sight::NextTurn => THIS_TURN,
        };
        let plans = self.plans(state, seat, effort);
        // Of equals the first: the one that looked best, or is shortest.
        let best = plans.into_iter().map(|plan| (self.prospect(&plan, seat), plan));
        let best = best.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map(|(_, plan)| plan.orders).unwrap_or_default()
    }

    /// What a plan is worth after the best that can be done in the turn after it.
    fn prospect<G: Game>(&self, plan: &Plan<G>, seat: Seat) -> i64
    where
        J: Judge<G>,
    {
        if self.sight != Sight::NextTurn || !plan.after.to_move().has(seat) {
            return plan.worth * 2;
        }
        let next = self.plans(&plan.after, seat, NEXT_TURN);
        plan.worth + next.first().map_or(plan.worth, |next| next.worth)
    }

    /// The best plans for the turn, the best first.
    fn plans<G: Game>(&self, state: &G, seat: Seat, effort: Effort) -> Vec<Plan<G>>
    where
        J: Judge<G>,
    {
        let mut nodes = effort.nodes;
        let mut beam = vec![self.plan(Vec::new(), state.clone(), seat)];
        let mut best = beam.clone();
        for _ in 0..LONGEST {
            let mut next = Vec::new();
            for plan in &beam {
                let _ = plan.state.legal(seat, |order| {
                    nodes = nodes.saturating_sub(1);
                    if nodes == 0 {
                        return ControlFlow::Break(());
                    }
                    let mut state = plan.state.clone();
                    state.play(seat, order, &mut Silent);
                    next.push(self.plan(extended(&plan.orders, order), state, seat));
                    ControlFlow::Continue(())
                });
            }
            keep_best(&mut next, effort.width);
            best.extend(next.iter().cloned());
            keep_best(&mut best, effort.plans);
            if next.is_empty() || nodes == 0 {
                break;
            }
            beam = next;
        }
        best
    }

    fn plan<G: Game>(&self, orders: Vec<G::Order>, state: G, seat: Seat) -> Plan<G>
    where
        J: Judge<G>,
    {
        let mut after = state.clone();
        if self.sight != Sight::Order {
            after.end_turn(seat, &mut Silent);
        }
        let worth = match after.outcome() {
            Some(outcome) => decided(outcome, &after),
            None => self.judge.worth(&after),
        };
        Plan { orders, state, after, worth }
    }
}

impl<G: Game, J: Judge<G>> Bot<G> for Ahead<J> {
    /// In a game with fog it has nothing to search and gives no orders.
    fn play(&mut self, handle: &mut SeatHandle<'_, G>) {
        let Some(state) = handle.state() else { return };
        for order in self.decide(state, handle.seat()) {
            handle.submit(order);
        }
    }
}

/// More than any undecided state is worth.
const DECIDED: i64 = 1_000_000;

/// What the end of a game for one is worth: a win the sooner the better.
fn decided<G: Game>(outcome: Outcome, state: &G) -> i64 {
    match outcome.of(Seat::ONLY).score {
        1.. => DECIDED - i64::from(state.turn()),
        0 => -DECIDED / 2,
        _ => -DECIDED,
    }
}

fn extended<T: Copy>(orders: &[T], order: T) -> Vec<T> {
    let mut longer = Vec::with_capacity(orders.len() + 1);
    longer.extend_from_slice(orders);
    longer.push(order);
    longer
}

/// Keeps the best plans, the best first; of plans that lead to the same state the first.
fn keep_best<G: Game>(plans: &mut Vec<Plan<G>>, count: usize) {
    plans.sort_by_key(|plan| std::cmp::Reverse(plan.worth));
    let mut kept: Vec<(i64, u64)> = Vec::with_capacity(count);
    plans.retain(|plan| {
        if kept.len() == count {
            return false;
        }
        let key = (plan.worth, plan.state.digest());
        let is_new = !kept.contains(&key);
        if is_new {
            kept.push(key);
        }
        is_new
    });
}
