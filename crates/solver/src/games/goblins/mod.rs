//! *goblins* as a puzzle.

mod bound;
pub(super) mod sketch;

use crate::puzzle::{Puzzle, Steps};
use board::{Cell, Compass, Direction};
use game::{Game, Seat, Silent};
use goblins::kinds::{MAGES_ACT_SINCE, letter_of};
use goblins::{Order, State, Terrain};
use std::ops::ControlFlow;

impl Puzzle for State {
    #[inline]
    fn wide_key(&self) -> u128 {
        Self::wide_key(self)
    }

    fn has_turns(&self) -> bool {
        self.stage() >= MAGES_ACT_SINCE
    }

    #[inline]
    fn own(&self) -> u32 {
        count(&self.mages().0)
    }

    #[inline]
    fn foes(&self) -> u32 {
        count(&self.goblins().0)
    }

    fn may_win(&self, turns: u32) -> bool {
        bound::may_win(self, turns)
    }

    fn worth(&self) -> i64 {
        let way = |mage: Cell, goblin: Cell| {
            let (rows, cols) = (mage.row.abs_diff(goblin.row), mage.col.abs_diff(goblin.col));
            4 * i64::from(rows.min(cols)) + i64::from(rows) + i64::from(cols)
        };
        let ways = |mage: Cell| self.goblins().cells().map(|goblin| way(mage, goblin)).min();
        let ways: i64 = self.mages().cells().filter_map(ways).sum();
        1_500 * i64::from(self.own()) - 1_000 * i64::from(self.foes()) - ways
    }

    fn answers(&self, turn: &[Order], into: &mut String) {
        let mut state = self.clone();
        for order in turn {
            match order {
                Order::Step(direction) => into.push(char::from(letter_of(*direction))),
                Order::Fireball(direction) => into.extend(['X', char::from(letter_of(*direction)), '\n']),
                Order::Tornado => into.push_str("Y\n"),
                Order::Done => into.push('\n'),
            }
            state.play(Seat::ONLY, *order, &mut Silent);
        }
        // The others are asked, too.
        state.mages_to_act().for_each(|_| into.push('\n'));
    }

    /// A mage goes to some square and casts a spell there that changes something, or none.
    fn options<B>(&self, mut each: impl FnMut(Steps<Order>, Self) -> ControlFlow<B>) -> ControlFlow<B> {
        let Some(mage) = self.mage_to_move() else { return ControlFlow::Continue(()) };
        // As seen from where the mage goes: its old square is free.
        let mut units = *self.mages() | *self.goblins();
        units.remove(mage);
        let is_unit = |cell: Cell| units.has(cell);
        let mut go = |way: &Way, spell| {
            let mut next = self.clone();
            way.orders().for_each(|step| next.play(Seat::ONLY, step, &mut Silent));
            next.play(Seat::ONLY, spell, &mut Silent);
            each(Steps::all(way.orders().chain([spell])), next)
        };
        let ways = ways(self, mage);
        for way in &ways {
            for direction in
                Direction::ALL.into_iter().filter(|towards| burns(self, way.at, *towards, is_unit))
            {
                go(way, Order::Fireball(direction))?;
            }
            if Compass::ALL.into_iter().any(|side| self.size().step8(way.at, side).is_some_and(is_unit)) {
                go(way, Order::Tornado)?;
            }
        }
        ways.iter().try_for_each(|way| go(way, Order::Done))
    }
}

fn count(rows: &[u32]) -> u32 {
    rows.iter().map(|row| row.count_ones()).sum()
}

/// How a mage gets to a square.
struct Way {
    at: Cell,
    steps: [Option<Direction>; 3],
}

impl Way {
    fn orders(&self) -> impl Iterator<Item = Order> {
        self.steps.into_iter().flatten().map(Order::Step)
    }
}

/// The shortest ways of the mage to move, nearest squares first.
fn ways(state: &State, mage: Cell) -> Vec<Way> {
    let mut closed = !state.free();
    let mut found = Vec::with_capacity(25);
    found.push(Way { at: mage, steps: [None; 3] });
    let mut from = 0;
    for step in 0..usize::from(state.points()) {
        let reached = found.len();
        for number in from..reached {
            let (at, steps) = (found[number].at, found[number].steps);
            for direction in Direction::ALL {
                let Some(to) = state.size().step(at, direction).filter(|to| !closed.has(*to)) else {
                    continue;
                };
                closed.insert(to);
                let mut steps = steps;
                steps[step] = Some(direction);
                found.push(Way { at: to, steps });
            }
        }
        from = reached;
    }
    found
}

/// Whether a fireball hits somebody.
fn burns(state: &State, from: Cell, direction: Direction, is_unit: impl Fn(Cell) -> bool) -> bool {
    let mut at = from;
    while let Some(next) = state.size().step(at, direction) {
        if is_unit(next) {
            return true;
        }
        if state.terrain(next) == Terrain::Mountain {
            return false;
        }
        at = next;
    }
    false
}
