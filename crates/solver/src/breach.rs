//! *breach* as a puzzle.

use crate::puzzle::{Puzzle, Steps};
use board::Mask8;
use breach::kinds::TURNS_SINCE;
use breach::{Kind, Order, Side, State, Terrain};
use game::{Game, Seat, Silent};
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
        bound(self, turns)
    }

    fn worth(&self) -> i64 {
        let hp = |side: Side| -> i64 {
            self.side(side).cells().filter_map(|cell| self.hp(cell)).map(i64::from).sum()
        };
        1_000 * i64::from(self.own()) + 50 * hp(Side::Player)
            - 1_500 * i64::from(self.foes())
            - 300 * hp(Side::Enemy)
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

fn bound(state: &State, turns: u32) -> bool {
    let n = state.foes() as i32;
    let own = state.side(Side::Player);
    let (mut total_now, mut total_turn, mut one_now, mut one_turn) = (0, 0, 0, 0);
    for unit in own.cells() {
        let (one, all) = match state.kind(unit) {
            Some(Kind::Tank) => (2, 2 + i32::from(n > 1)),
            Some(Kind::Fighter) => (2, n + 1),
            _ => (1, 1),
        };
        total_turn += all;
        one_turn += one;
        if !state.has_attacked(unit) {
            total_now += all;
            one_now += one;
        }
    }
    let later = turns as i32 - 1;
    let ocean = !state.land(Terrain::Ocean).is_empty();
    let mut total = 0;
    let mut hydras = 0;
    for cell in state.side(Side::Enemy).cells() {
        let hp = state.hp(cell).unwrap_or(0);
        let land = state.kind(cell) == Some(Kind::Hydralisk);
        hydras += i32::from(land);
        let need = if land && ocean { 1 } else { hp };
        total += need;
        if need > one_now + later * (one_turn + hydras) {
            return false;
        }
    }
    total <= total_now + later * (total_turn + hydras)
}
