//! A program of the contest in a seat.

use super::{Hearing, RoundInfo, Said, StableInfo, framed};
use crate::order::Order;
use crate::state::State;
use crate::view::View;
use alloc::string::String;
use alloc::vec::Vec;
use game::{DynGame, Game, GuestProtocol, JsonText, Seat, Session, Told, Viewer};

/// Orders of one round that are kept; the game itself reads no more.
const MAX_ORDERS: usize = 512;

/// The conversation with a program of the contest.
#[derive(Debug)]
pub struct Guest {
    seat: Seat,
    hearing: Hearing,
    view: View,
    /// What has been heard and not been taken.
    orders: Vec<Order>,
    unreadable: Vec<String>,
    done_with: Option<u32>,
}

impl Guest {
    /// A program that has not said anything yet.
    #[must_use]
    pub fn new(seat: Seat) -> Self {
        let (hearing, view) = (Hearing::new(), View::default());
        Self { seat, hearing, view, orders: Vec::new(), unreadable: Vec::new(), done_with: None }
    }
}

impl GuestProtocol for Guest {
    fn take(&mut self, bytes: &[u8]) {
        let Self { hearing, orders, unreadable, done_with, .. } = self;
        hearing.take(bytes, |said| match said {
            Said::Order(order) if orders.len() < MAX_ORDERS => orders.push(order),
            Said::Unreadable(text) if unreadable.len() < MAX_ORDERS => unreadable.push(text),
            Said::EndOfTurn(round) => *done_with = Some(round),
            Said::Order(_) | Said::Unreadable(_) => {}
        });
    }

    fn name(&self) -> Option<&[u8]> {
        self.hearing.name()
    }

    fn greeting(&self, table: &dyn DynGame) -> Vec<u8> {
        let stable = |state: &State| StableInfo::new(&state.briefing().chart, self.seat).encode();
        state(table).map(stable).map_or_else(Vec::new, |payload| framed(&payload))
    }

    fn news(&mut self, table: &dyn DynGame) -> Vec<u8> {
        let Some(state) = state(table) else { return Vec::new() };
        state.view(Viewer::Seat(self.seat), &mut self.view);
        framed(&RoundInfo::new(&self.view, &state.chart().rules, self.seat).encode())
    }

    fn take_orders(&mut self) -> Vec<JsonText> {
        core::mem::take(&mut self.orders).iter().map(JsonText::of).collect()
    }

    fn take_unreadable(&mut self) -> Vec<String> {
        core::mem::take(&mut self.unreadable)
    }

    fn is_done_with(&self, round: u32) -> bool {
        self.done_with == Some(round)
    }
}

fn state(table: &dyn DynGame) -> Option<&State> {
    table.as_any().downcast_ref::<Session<State>>().map(Session::game)
}
