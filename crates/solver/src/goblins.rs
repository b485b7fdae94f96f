//! *goblins* as a puzzle.

use crate::puzzle::{Puzzle, Steps};
use board::{Cell, Compass, Direction};
use game::{Game, Seat, Silent};
use goblins::kinds::MAGES_ACT_SINCE;
use goblins::{Kind, Order, State, Terrain};
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

    /// A fireball burns one goblin; a tornado drowns several, but only beside water. So each goblin that stays away from water takes a
    /// spell of its own, and if there are others one more is needed.
    fn may_win(&self, turns: u32) -> bool {
        let spells = self.mages_to_act() + (turns - 1) * self.own();
        let foes = self.foes();
        if foes <= spells {
            return true;
        }
        let drown = self.goblins().cells().filter(|cell| may_drown(self, *cell, turns)).count() as u32;
        let alone = foes - drown;
        drown > 0 && alone + drown.div_ceil(MOST_DROWNED) <= spells
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
            for direction in Direction::ALL.into_iter().filter(|way_| burns(self, way.at, *way_, is_unit)) {
                go(way, Order::Fireball(direction))?;
            }
            if Compass::ALL.into_iter().any(|side| self.size().step8(way.at, side).is_some_and(is_unit)) {
                go(way, Order::Tornado)?;
            }
        }
        ways.iter().try_for_each(|way| go(way, Order::Done))
    }
}

/// A tornado blows in so many directions, and at most the last unit of a row drowns.
const MOST_DROWNED: u32 = 8;

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
        for number in from..found.len() {
            let (at, steps) = (found[number].at, found[number].steps);
            from = number + 1;
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

/// False if the goblin cannot get into water within so many turns: a tornado blows it one square at a time, and a patrol walks along
/// its line.
fn may_drown(state: &State, goblin: Cell, turns: u32) -> bool {
    let (mut rows, mut cols) = (0, 0);
    let blown = state.mages_to_act() + (turns - 1) * state.own();
    if turns > 1 {
        match state.kind(goblin) {
            Some(Kind::Patrol { facing, steps }) => {
                let walked = (turns - 1).saturating_mul(steps.max(0) as u32);
                match facing {
                    Direction::Up | Direction::Down => rows = walked,
                    Direction::Left | Direction::Right => cols = walked,
                }
            }
            _ => return true,
        }
    }
    let (rows, cols) = (blown.saturating_add(rows), blown.saturating_add(cols));
    let near = |at: u8, by: u32, other: u8| u32::from(at.abs_diff(other)) <= by;
    let columns = (0..32).filter(|col| near(goblin.col, cols, *col)).fold(0_u32, |set, col| set | 1 << col);
    let water = state.land(Terrain::Water);
    (0..).zip(&water.0).any(|(row, water)| near(goblin.row, rows, row) && water & columns != 0)
}
