//! The greedy bot for *fc18*.
//!
//! A turn goes: towers shoot or work ([`towers`]), fighters attack or advance ([`fighters`]),
//! engineers found, repair or walk ([`engineers`]). All of them ask [`ways`] how to get somewhere.
//! [`turn`] plays it on a bare state, as a [`Plan`] says: what searches play forward with.

mod claims;
mod engineers;
mod fighters;
mod style;
mod towers;
mod turn;
mod waves;
mod ways;

pub(crate) use style::{Arms, Deed, Errand, Plan, Style};
pub(crate) use turn::{Tools, play_turn};

use fc18::State;
use game::{Bot, SeatHandle};

/// Founds towers until it has all it may have, upgrades them, shoots at whoever comes near, and
/// sends fighters to the weakest tower in reach.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl<const SIDE: usize> Bot<State<SIDE>> for Greedy {
    fn play(&mut self, handle: &mut SeatHandle<'_, State<SIDE>>) {
        let Some(state) = handle.state() else { return };
        let (mut state, mut orders) = (state.clone(), Vec::new());
        let plan = Plan::of(Style::GREEDY);
        play_turn(&mut state, handle.seat(), &plan, &mut Tools::default(), Some(&mut orders));
        for order in orders {
            handle.submit(order);
        }
    }
}
