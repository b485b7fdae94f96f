//! What may be ordered now.
//!
//! [`StateOf::choices`] decides; listing, picking and checking only read it.

use crate::kinds::{ATTACKS_SINCE, Kind, Side};
use crate::mistakes::MistakeKind;
use crate::order::{Order, Refusal};
use crate::state::{Phase, SIZE, StateOf};
use board::{Cell, Mask8};
use core::ops::ControlFlow;
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Where the player may send the unit on this cell now, and what the player may attack with it;
    /// nothing if the unit takes no such order.
    #[must_use]
    #[inline(always)]
    pub fn choices(&self, unit: Cell) -> Choices {
        let (mut moves, mut attacks) = (Mask8::EMPTY, Mask8::EMPTY);
        if let Some(kind) = self.kind(unit).filter(|_| self.commanded().has(unit)) {
            if !self.moved.has(unit) || self.rules.errs(MistakeKind::ListsMoved) {
                moves = self.reach_of(kind, unit);
            }
            let attacked = self.attacked.has(unit) && !self.rules.errs(MistakeKind::ListsAttacked);
            if self.stage >= ATTACKS_SINCE && !attacked {
                attacks = self.targets_of(kind, unit);
            }
        }
        Choices { moves, attacks }
    }

    /// The units that take orders: none when the game is over.
    #[inline]
    fn commanded(&self) -> Mask8 {
        match self.phase {
            Phase::Playing => self.side(Side::Player),
            Phase::Won | Phase::Lost => Mask8::EMPTY,
        }
    }

    /// Whether the order would be accepted.
    ///
    /// # Errors
    /// The first reason against it.
    #[inline]
    pub fn check_order(&self, order: Order) -> Result<(), Refusal> {
        if self.is_legal(order) { Ok(()) } else { Err(self.reason_against(order)) }
    }

    #[inline]
    fn is_legal(&self, order: Order) -> bool {
        let (chosen, cell) = match order {
            Order::Move { unit, to } => (self.choices(unit).moves, to),
            Order::Attack { unit, target } => (self.choices(unit).attacks, target),
        };
        SIZE.contains(order.unit()) && SIZE.contains(cell) && chosen.has(cell)
    }

    /// Puts into words why an order is not among the choices.
    #[cold]
    fn reason_against(&self, order: Order) -> Refusal {
        let unit = order.unit();
        if self.phase != Phase::Playing {
            return Refusal::GameOver;
        }
        if !SIZE.contains(unit) {
            return Refusal::OffBoard(unit);
        }
        match (self.kind(unit).map(Kind::side), order) {
            (None, _) => Refusal::NoUnit(unit),
            (Some(Side::Enemy), _) => Refusal::EnemyUnit(unit),
            (_, Order::Attack { .. }) if self.stage < ATTACKS_SINCE => Refusal::NoAttacksYet,
            (_, Order::Move { .. }) if self.moved.has(unit) => Refusal::HasMoved(unit),
            (_, Order::Attack { .. }) if self.attacked.has(unit) => Refusal::HasAttacked(unit),
            (_, Order::Move { to, .. }) => Refusal::OutOfReach { unit, to },
            (_, Order::Attack { target, .. }) => Refusal::OutOfRange { unit, target },
        }
    }

    /// Hands every legal order to `each`: unit by unit in row-major order, its moves, then its
    /// attacks.
    #[inline]
    pub fn each_order(&self, mut each: impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        for unit in self.actable().cells() {
            let Choices { moves, attacks } = self.choices(unit);
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
        let units = self.actable();
        let mut known = [Counted::default(); KNOWN];
        let mut total = 0;
        for (at, unit) in units.cells().enumerate() {
            let counted = Counted::new(self.choices(unit));
            total += counted.moves + counted.attacks;
            if let Some(place) = known.get_mut(at) {
                *place = counted;
            }
        }
        let mut left = if total > 0 { below(total) } else { return None };
        for (at, unit) in units.cells().enumerate() {
            let counted = known.get(at).copied().unwrap_or_else(|| Counted::new(self.choices(unit)));
            if left < counted.moves + counted.attacks {
                return counted.nth(unit, left);
            }
            left -= counted.moves + counted.attacks;
        }
        None
    }
}

/// How many units' choices [`StateOf::pick_order`] remembers; those of more units are worked out
/// twice.
const KNOWN: usize = 4;

/// What a unit may be ordered to do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Choices {
    /// Where it may go.
    pub moves: Mask8,
    /// What it may attack.
    pub attacks: Mask8,
}

/// Choices and how many they are: counting bits is slow on old processors.
#[derive(Clone, Copy, Default)]
struct Counted {
    choices: Choices,
    moves: u32,
    attacks: u32,
}

impl Counted {
    #[inline]
    fn new(choices: Choices) -> Self {
        Self { choices, moves: choices.moves.count(), attacks: choices.attacks.count() }
    }

    /// The order that `n` others precede: moves come first.
    #[inline]
    fn nth(&self, unit: Cell, n: u32) -> Option<Order> {
        if n < self.moves {
            self.choices.moves.nth(n).map(|to| Order::Move { unit, to })
        } else {
            self.choices.attacks.nth(n - self.moves).map(|target| Order::Attack { unit, target })
        }
    }
}
