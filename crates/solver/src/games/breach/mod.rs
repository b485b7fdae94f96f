//! *breach* as a puzzle.

mod bound;
mod relaxed;
pub(super) mod sketch;

use crate::puzzle::{Puzzle, Steps};
use board::{Cell, Mask8};
use breach::kinds::TURNS_SINCE;
use breach::{Kind, Order, Side, State, Terrain};
use game::{Game, Seat, Silent};
use std::fmt::Write;
use std::ops::ControlFlow;

impl Puzzle for State {
    #[inline]
    fn wide_key(&self) -> u128 {
        Self::wide_key(self)
    }

    fn has_turns(&self) -> bool {
        self.stage() >= TURNS_SINCE
    }

    #[inline]
    fn own(&self) -> u32 {
        self.side(Side::Player).count()
    }

    #[inline]
    fn foes(&self) -> u32 {
        self.side(Side::Enemy).count()
    }

    #[inline]
    fn may_win(&self, turns: u32) -> bool {
        match turns {
            1 => relaxed::may_win_now(self),
            _ => bound::may_win(self, turns),
        }
    }

    fn worth(&self) -> i64 {
        let units = |side: Side| self.side(side).cells();
        let hp = |side: Side| units(side).filter_map(|cell| self.hp(cell)).map(i64::from).sum::<i64>();
        let count = |side: Side| i64::from(self.side(side).count());
        let away = |cell: Cell| units(Side::Enemy).map(|enemy| i64::from(cell.manhattan(enemy))).min();
        let ways: i64 = units(Side::Player).filter_map(away).sum();
        OWN * count(Side::Player) + OWN_HP * hp(Side::Player)
            - FOE * count(Side::Enemy)
            - FOE_HP * hp(Side::Enemy)
            - AWAY * ways
    }

    fn answers(&self, turn: &[Order], into: &mut String) {
        let mut state = *self;
        for order in turn {
            let (number, cell) = match order {
                Order::Move { to, .. } => (1, to),
                // The list leaves out what the unit has done.
                Order::Attack { unit, target } => (if state.has_moved(*unit) { 1 } else { 2 }, target),
            };
            let unit = order.unit();
            let _ = write!(into, "n\n{} {}\n{number}\n{} {}\n", unit.row, unit.col, cell.row, cell.col);
            state.play(Seat::ONLY, *order, &mut Silent);
        }
        // Who has nobody left to command is not asked.
        if !state.actable().is_empty() {
            into.push_str("y\n");
        }
    }

    #[inline]
    fn options<B>(&self, mut each: impl FnMut(Steps<Order>, Self) -> ControlFlow<B>) -> ControlFlow<B> {
        let occupied = self.occupied();
        let mut go = |order| {
            let mut next = *self;
            next.play(Seat::ONLY, order, &mut Silent);
            each(Steps::one(order), next)
        };
        for unit in self.actable().cells() {
            let Some(kind) = self.kind(unit) else { continue };
            let choices = self.choices(unit);
            let matters = match kind {
                Kind::Tank => occupied | self.land(Terrain::Mountain),
                Kind::Fighter => occupied | occupied.neighbours(),
                _ => occupied,
            };
            for target in (choices.attacks & matters).cells() {
                go(Order::Attack { unit, target })?;
            }
        }
        for unit in self.actable().cells() {
            for to in (self.choices(unit).moves - Mask8::of(unit)).cells() {
                go(Order::Move { unit, to })?;
            }
        }
        ControlFlow::Continue(())
    }
}

/// What a unit of ours is worth, an HP of it, an enemy and an HP of it, and a cell of the way from
/// a unit of ours to the nearest enemy.
const OWN: i64 = 500;
const OWN_HP: i64 = 20;
const FOE: i64 = 800;
const FOE_HP: i64 = 200;
const AWAY: i64 = 10;
