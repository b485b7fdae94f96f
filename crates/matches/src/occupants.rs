//! Occupants without a conversation of their own: built-in bots, guests over TCP, and nobody.

use crate::occupant::{Occupant, TurnHandle};
use crate::protocol_fault::ProtocolFault;
use bots::{Player, Script};
use game::DynGame;
use sdk::Guest;
use std::time::{Duration, Instant};

/// How long a guest's connection can be left alone.
const GUEST_NAP: Duration = Duration::from_millis(100);

/// A bot of ours.
pub(crate) struct BuiltIn(pub(crate) Box<dyn Player>);

impl Occupant for BuiltIn {
    fn answers_at_once(&self) -> bool {
        true
    }

    fn begin(&mut self, turn: &mut TurnHandle<'_>) {
        let seat = turn.seat();
        if turn.terms.written {
            let mut script = Script::default();
            self.0.play(turn.table, seat, Some(&mut script));
            for (order, answer) in script.lines {
                turn.write_down(order, answer);
            }
            turn.doing.step.note = script.note;
            turn.finish(Duration::ZERO);
        } else {
            let given = self.0.play(turn.table, seat, None);
            turn.report.orders += given.orders;
            turn.report.refused += given.refused;
            turn.doing.done = true;
        }
    }

    fn proceed(&mut self, _turn: &mut TurnHandle<'_>, _now: Instant) -> Duration {
        Duration::ZERO
    }

    fn cut_off(&mut self, _turn: &mut TurnHandle<'_>) {}
}

/// Nobody any more: the seat is out, and its turns are empty.
pub(crate) struct Gone;

impl Occupant for Gone {
    fn answers_at_once(&self) -> bool {
        true
    }

    fn begin(&mut self, turn: &mut TurnHandle<'_>) {
        turn.doing.step.out = true;
        turn.doing.done = true;
    }

    fn proceed(&mut self, _turn: &mut TurnHandle<'_>, _now: Instant) -> Duration {
        Duration::ZERO
    }

    fn cut_off(&mut self, _turn: &mut TurnHandle<'_>) {}
}

/// A program of an old contest, over TCP. Its rounds go by wall time: it orders until the bell.
pub(crate) struct GuestSeat(pub(crate) Option<Guest>);

impl Occupant for GuestSeat {
    fn begin(&mut self, turn: &mut TurnHandle<'_>) {
        if let Some(guest) = &mut self.0 {
            guest.tell(turn.table);
        }
    }

    fn proceed(&mut self, turn: &mut TurnHandle<'_>, _now: Instant) -> Duration {
        if let Some(guest) = &mut self.0 {
            guest.serve();
        }
        if turn.terms.bell.is_none() {
            // Nobody would ever end the round.
            self.cut_off(turn);
        }
        GUEST_NAP
    }

    fn cut_off(&mut self, turn: &mut TurnHandle<'_>) {
        if let Some(guest) = &mut self.0 {
            for order in guest.take_orders() {
                let answer = turn.table.submit(turn.seat(), order.get());
                turn.write_down(order, answer);
            }
            if !guest.is_open() {
                // Its user has it in hand, not we.
                turn.fault(ProtocolFault::Disconnected);
                turn.put_out();
            }
        }
        turn.finish(Duration::ZERO);
    }

    fn dismiss(&mut self, table: &dyn DynGame) {
        if let Some(mut guest) = self.0.take() {
            guest.tell(table);
            guest.leave();
        }
    }
}
