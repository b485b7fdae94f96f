//! A program of the contest at a table.

use crate::original::{Door, Original};
use deepblue::{State, View};
use game::{DynGame, Game, JsonText, Seat, Session, Told, Viewer};
use std::io;
use std::net::TcpStream;
use std::time::Duration;

/// A program of the contest in a seat of a deepblue match, over TCP. Rounds go by wall time for it.
#[derive(Debug)]
pub struct Guest {
    original: Original<TcpStream>,
    seat: Seat,
    view: View,
}

impl Guest {
    /// Waits at a port until a program takes the seat, or somebody does not want to wait any more.
    ///
    /// # Errors
    /// If the port cannot be had, nobody comes in time, or this is no table of deepblue.
    pub fn await_at(
        port: u16,
        (table, seat): (&dyn DynGame, Seat),
        patience: Duration,
        given_up: &dyn Fn() -> bool,
    ) -> io::Result<Self> {
        let state = state(table).ok_or_else(|| io::Error::other("only deepblue has such programs"))?;
        let stream = Door::open(port)?.wait_unless(patience, given_up)?;
        let original = Original::greet(stream, seat, &state.briefing(), patience)?;
        Ok(Self { original, seat, view: View::default() })
    }

    /// Whether the program is still there.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        self.original.is_open()
    }

    /// Tells the program how things stand.
    pub fn tell(&mut self, table: &dyn DynGame) {
        if let Some(state) = state(table) {
            state.view(Viewer::Seat(self.seat), &mut self.view);
            self.original.tell(&self.view);
        }
    }

    /// Takes what has arrived, without waiting.
    pub fn serve(&mut self) {
        self.original.serve();
    }

    /// The orders so far; later ones belong to the next round.
    pub fn take_orders(&mut self) -> Vec<JsonText> {
        self.original.take_orders().iter().map(JsonText::of).collect()
    }

    /// Ends the conversation.
    pub fn leave(self) {
        self.original.leave();
    }
}

fn state(table: &dyn DynGame) -> Option<&State> {
    table.as_any().downcast_ref::<Session<State>>().map(Session::game)
}
