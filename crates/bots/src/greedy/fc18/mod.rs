//! The greedy bot for *fc18*.
//!
//! A turn goes: towers shoot or work ([`towers`]), fighters attack or advance ([`fighters`]), engineers found, repair or walk ([`engineers`]).
//! All of them ask [`ways`] how to get somewhere.

mod engineers;
mod fighters;
mod towers;
mod ways;

use fc18::{Corps, CorpsId, Order, State};
use game::{Answer, Bot, Seat, SeatHandle};

/// Founds towers until it has all it may have, upgrades them, shoots at whoever comes near, and sends fighters to the weakest tower in reach.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl<const SIDE: usize> Bot<State<SIDE>> for Greedy {
    fn play(&mut self, handle: &mut SeatHandle<'_, State<SIDE>>) {
        let seat = handle.seat();
        let Some(state) = handle.state() else { return };
        for order in towers::plan(state, seat) {
            submit(handle, &[order]);
        }
        for id in own(handle, |corps| corps.kind.is_fighter()) {
            act(handle, id, fighters::orders);
        }
        for id in own(handle, |corps| !corps.kind.is_fighter()) {
            act(handle, id, engineers::orders);
        }
    }
}

/// The player's corps of a kind, as they are now.
fn own<const SIDE: usize>(handle: &SeatHandle<'_, State<SIDE>>, wanted: fn(&Corps) -> bool) -> Vec<CorpsId> {
    let seat = handle.seat();
    let corps = handle.state().into_iter().flat_map(State::corps);
    corps.filter(|corps| corps.owner == seat && wanted(corps)).map(|corps| corps.id).collect()
}

/// Lets a corps do what is decided for it now, if it still lives and is still the player's.
fn act<const SIDE: usize>(
    handle: &mut SeatHandle<'_, State<SIDE>>,
    id: CorpsId,
    decide: fn(&State<SIDE>, Seat, &Corps) -> Vec<Order>,
) {
    let seat = handle.seat();
    let Some(state) = handle.state() else { return };
    let Some(corps) = state.find_corps(id).filter(|corps| corps.owner == seat) else { return };
    let orders = decide(state, seat, corps);
    submit(handle, &orders);
}

/// Gives orders that build on each other: after a refusal the rest makes no sense.
fn submit<const SIDE: usize>(handle: &mut SeatHandle<'_, State<SIDE>>, orders: &[Order]) {
    for order in orders {
        if matches!(handle.submit(*order), Answer::Refused(_)) {
            return;
        }
    }
}
