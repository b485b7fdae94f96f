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
    fn play(&mut self, chair: &mut SeatHandle<'_, State<SIDE>>) {
        let seat = chair.seat();
        let Some(state) = chair.state() else { return };
        for order in towers::plan(state, seat) {
            submit(chair, &[order]);
        }
        for id in own(chair, |corps| corps.kind.is_fighter()) {
            act(chair, id, fighters::orders);
        }
        for id in own(chair, |corps| !corps.kind.is_fighter()) {
            act(chair, id, engineers::orders);
        }
    }
}

/// The player's corps of a kind, as they are now.
fn own<const SIDE: usize>(chair: &SeatHandle<'_, State<SIDE>>, wanted: fn(&Corps) -> bool) -> Vec<CorpsId> {
    let seat = chair.seat();
    let corps = chair.state().into_iter().flat_map(State::corps);
    corps.filter(|corps| corps.owner == seat && wanted(corps)).map(|corps| corps.id).collect()
}

/// Lets a corps do what is decided for it now, if it still lives and is still the player's.
fn act<const SIDE: usize>(
    chair: &mut SeatHandle<'_, State<SIDE>>,
    id: CorpsId,
    decide: fn(&State<SIDE>, Seat, &Corps) -> Vec<Order>,
) {
    let seat = chair.seat();
    let Some(state) = chair.state() else { return };
    let Some(corps) = state.find_corps(id).filter(|corps| corps.owner == seat) else { return };
    let orders = decide(state, seat, corps);
    submit(chair, &orders);
}

/// Gives orders that build on each other: after a refusal the rest makes no sense.
fn submit<const SIDE: usize>(chair: &mut SeatHandle<'_, State<SIDE>>, orders: &[Order]) {
    for order in orders {
        if matches!(chair.submit(*order), Answer::Refused(_)) {
            return;
        }
    }
}
