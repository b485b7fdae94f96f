//! What may be ordered now.

use crate::kinds::{Kind, Side};
use crate::order::{Order, Refusal};
use crate::state::{Phase, SIZE, State};
use board::{Cell, Mask8};
use core::ops::ControlFlow;

impl State {
    /// Whether the order would be accepted.
    ///
    /// # Errors
    /// The first reason against it.
    #[inline]
    pub fn check_order(&self, order: Order) -> Result<(), Refusal> {
        let kind = self.own_unit(order.unit())?;
        match order {
            Order::Move { unit, .. } if self.moved.has(unit) => Err(Refusal::HasMoved(unit)),
            Order::Move { unit, to } if !has(self.reach_of(kind, unit), to) => {
                Err(Refusal::OutOfReach { unit, to })
            }
            Order::Attack { .. } if !self.stage.has_attacks() => Err(Refusal::NoAttacksYet),
            Order::Attack { unit, .. } if self.attacked.has(unit) => Err(Refusal::HasAttacked(unit)),
            Order::Attack { unit, target } if !has(self.targets_of(kind, unit), target) => {
                Err(Refusal::OutOfRange { unit, target })
            }
            Order::Move { .. } | Order::Attack { .. } => Ok(()),
        }
    }

    /// The kind of the player's unit on this cell.
    #[inline]
    fn own_unit(&self, cell: Cell) -> Result<Kind, Refusal> {
        if !SIZE.contains(cell) {
            return Err(Refusal::OffBoard(cell));
        }
        match self.kind(cell) {
            None => Err(Refusal::NoUnit(cell)),
            Some(kind) if kind.side() == Side::Enemy => Err(Refusal::EnemyUnit(cell)),
            Some(kind) => Ok(kind),
        }
    }

    /// Hands every legal order to `each`: unit by unit in row-major order, its moves, then its attacks.
    #[inline]
    pub fn each_order(&self, mut each: impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        for unit in self.commanded().cells() {
            let (moves, attacks) = self.options(unit);
            for to in moves.cells() {
                each(Order::Move { unit, to })?;
            }
            for target in attacks.cells() {
                each(Order::Attack { unit, target })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// One legal order, each as likely as the others, from one number drawn.
    #[inline]
    pub fn pick_order(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Order> {
        let options = |unit| {
            let (moves, attacks) = self.options(unit);
            (unit, moves, attacks)
        };
        let units = self.commanded();
        let count = |(_, moves, attacks): (Cell, Mask8, Mask8)| moves.count() + attacks.count();
        let total: u32 = units.cells().map(options).map(count).sum();
        let mut left = if total > 0 { below(total) } else { return None };
        for (unit, moves, attacks) in units.cells().map(options) {
            if let Some(to) = moves.nth(left) {
                return Some(Order::Move { unit, to });
            }
            left -= moves.count();
            if let Some(target) = attacks.nth(left) {
                return Some(Order::Attack { unit, target });
            }
            left -= attacks.count();
        }
        None
    }

    /// The units that take orders: none when the game is over.
    #[inline]
    fn commanded(&self) -> Mask8 {
        match self.phase {
            Phase::Playing => self.actable(),
            Phase::Won | Phase::Lost => Mask8::EMPTY,
        }
    }

    /// Where a player unit may move and what it may attack, this turn.
    #[inline]
    fn options(&self, unit: Cell) -> (Mask8, Mask8) {
        let Some(kind) = self.kind(unit) else { return (Mask8::EMPTY, Mask8::EMPTY) };
        let moves = if self.moved.has(unit) { Mask8::EMPTY } else { self.reach_of(kind, unit) };
        let may_attack = self.stage.has_attacks() && !self.attacked.has(unit);
        let attacks = if may_attack { self.targets_of(kind, unit) } else { Mask8::EMPTY };
        (moves, attacks)
    }
}

/// Whether the set has the cell, which may be one that a stranger named.
#[inline]
fn has(set: Mask8, cell: Cell) -> bool {
    SIZE.contains(cell) && set.has(cell)
}
