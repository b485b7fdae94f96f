//! What may be ordered now.

use crate::kinds::Terrain;
use crate::mistakes::MistakeKind;
use crate::order::{Order, Refusal};
use crate::state::StateOf;
use board::{Cell, Direction};
use core::ops::ControlFlow;
use game::mistakes::Adherence;

impl<R: Adherence<MistakeKind>> StateOf<R> {
    /// Whether the order would be accepted.
    ///
    /// # Errors
    /// The first reason against it.
    #[inline]
    pub fn check_order(&self, order: Order) -> Result<(), Refusal> {
        let mage = self.mage_to_move().ok_or(Refusal::NobodyToMove)?;
        match order {
            Order::Step(direction) => self.check_step(mage, direction),
            Order::Fireball(_) | Order::Tornado | Order::Done => Ok(()),
        }
    }

    fn check_step(&self, mage: Cell, direction: Direction) -> Result<(), Refusal> {
        let to = self.size().step(mage, direction).ok_or(Refusal::Edge(direction))?;
        match self.terrain(to) {
            Terrain::Plain if self.is_held(to) => Err(Refusal::Occupied(to)),
            Terrain::Plain if self.points == 0 => Err(Refusal::NoPointsLeft),
            Terrain::Plain => Ok(()),
            other if !R::FAULTLESS && self.carries_mages(other) && !self.is_held(to) && self.points > 0 => {
                Ok(())
            }
            other => Err(Refusal::NotPlain(to, other)),
        }
    }

    /// Hands every legal order to `each`, in the order of [`Order::ALL`].
    #[inline]
    pub fn each_order(&self, mut each: impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        for order in Order::ALL {
            if self.check_order(order).is_ok() {
                each(order)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// One legal order, each as likely as the others, from one number drawn.
    #[inline]
    pub fn pick_order(&self, below: &mut impl FnMut(u32) -> u32) -> Option<Order> {
        let legal = || Order::ALL.into_iter().filter(|order| self.check_order(*order).is_ok());
        match legal().count() as u32 {
            0 => None,
            count => legal().nth(below(count) as usize),
        }
    }
}
