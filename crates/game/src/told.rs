//! What seats are told.

use crate::{Game, Seat};
use core::fmt::Debug;

/// What the seats of a game are told: the part of a game that only messages need, and no search.
///
/// Like the view, everything here is a function of what a seat may see.
pub trait Told: Game {
    /// What every seat is told once, before the first turn: terrain and tables that never change.
    type Briefing: Debug;

    /// What is fixed for the whole game, as far as every seat may know it.
    fn briefing(&self) -> Self::Briefing;

    /// How long a round lasts if it goes by a wall clock, in milliseconds, in games that know such
    /// a thing.
    fn round_millis(&self) -> Option<u32> {
        None
    }

    /// How many units a seat has, in games that count it: of two who won equally soon, who lost
    /// fewer did better.
    fn units(&self, seat: Seat) -> Option<u32> {
        let _ = seat;
        None
    }

    /// Whether something died, fell or was destroyed for good in this event.
    #[must_use]
    fn is_loss(event: &Self::Event) -> bool {
        let _ = event;
        false
    }

    /// What a seat is told of an event; nothing if it may not know of it.
    ///
    /// In games with fog the event carries who could see what when it happened.
    #[must_use]
    fn redact_for(event: &Self::Event, seat: Seat) -> Option<Self::Event> {
        let _ = seat;
        Some(event.clone())
    }
}
