//! Ways that take more than one turn.

use crate::roster::{Corps, CorpsId};
use crate::state::State;
use alloc::collections::BinaryHeap;
use alloc::vec;
use alloc::vec::Vec;
use board::{Cell, Direction};
use core::cmp::Reverse;

/// The quickest way of a corps to a cell, as the board is now.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Journey {
    /// The steps of this turn. None if somebody is in the way, or no points are left.
    pub steps: Vec<Direction>,
    /// Turns until it is there, this one included.
    pub turns: u16,
}

/// When a corps is somewhere: in which turn, and how many points of that turn it has used.
type Arrival = (u16, u8);

/// How a cell was reached: when, from where, by which step.
#[derive(Clone, Copy)]
struct Reached {
    when: Arrival,
    from: Cell,
    direction: Direction,
}

impl<const SIDE: usize> State<SIDE> {
    /// The quickest way of a corps to another cell; none if there is no such corps or no way.
    ///
    /// Corps in the way count this turn, when they would stop it; whoever stands further off may be
    /// gone by then. Towers of others always count.
    #[must_use]
    pub fn journey(&self, corps: CorpsId, to: Cell) -> Option<Journey> {
        let corps = self.find_corps(corps)?;
        if corps.at == to || !self.size().contains(to) {
            return None;
        }
        let reached = self.travel(corps, to);
        let turns = reached[self.size().index(to)]?.when.0;
        let mut way = vec![];
        let mut at = to;
        while at != corps.at {
            let step = reached[self.size().index(at)]?;
            way.push(step);
            at = step.from;
        }
        let steps = way.iter().rev().take_while(|step| step.when.0 == 1).map(|step| step.direction);
        Some(Journey { steps: steps.collect(), turns })
    }

    /// How every cell up to the goal is reached soonest.
    fn travel(&self, corps: &Corps, goal: Cell) -> Vec<Option<Reached>> {
        let size = self.size();
        let full = self.rules.moves_of(corps.kind);
        let mut reached: Vec<Option<Reached>> = vec![None; size.area()];
        let mut queue = BinaryHeap::from([Reverse(((1, full.saturating_sub(corps.moves)), corps.at))]);
        while let Some(Reverse((when, at))) = queue.pop() {
            if at == goal {
                break;
            }
            if reached[size.index(at)].is_some_and(|best| best.when < when) {
                continue;
            }
            for direction in Direction::ALL {
                let Some((next, when)) = self.arrive(corps, (at, when), direction, full) else { continue };
                let known = &mut reached[size.index(next)];
                if next != corps.at && known.is_none_or(|best| when < best.when) {
                    *known = Some(Reached { when, from: at, direction });
                    queue.push(Reverse((when, next)));
                }
            }
        }
        reached
    }

    /// Where a step leads and when the corps is there: in the same turn if its points last, else in
    /// the next.
    fn arrive(
        &self,
        corps: &Corps,
        (at, (turn, used)): (Cell, Arrival),
        direction: Direction,
        full: u8,
    ) -> Option<(Cell, Arrival)> {
        let to = self.rules.step(self.size(), at, direction)?;
        let cost = self.ground(at).cost_to(self.ground(to))?;
        if self.towers.owner_at(to).is_some_and(|owner| owner != corps.owner) || cost > full {
            return None;
        }
        let in_time = used + cost <= full;
        if in_time && (turn > 1 || self.step(corps, at, direction).is_ok()) {
            return Some((to, (turn, used + cost)));
        }
        Some((to, (turn + 1, cost)))
    }
}
