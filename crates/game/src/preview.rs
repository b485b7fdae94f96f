//! What would happen.

use crate::{Game, Seat};
use alloc::vec::Vec;

/// The events this order would cause at once.
///
/// # Errors
/// Why the order would be refused.
pub fn preview<G: Game>(game: &G, seat: Seat, order: G::Order) -> Result<Vec<G::Event>, G::Refusal> {
    let mut events = Vec::new();
    game.clone().submit(seat, order, &mut events)?;
    Ok(events)
}

/// The events that would follow if the seat ended its turn now: in games against fixed rules,
/// all that the enemy would do. Also returns the state after it.
#[must_use]
pub fn preview_end_turn<G: Game>(game: &G, seat: Seat) -> (G, Vec<G::Event>) {
    let mut after = game.clone();
    let mut events = Vec::new();
    after.end_turn(seat, &mut events);
    (after, events)
}
