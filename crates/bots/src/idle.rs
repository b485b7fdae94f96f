//! The bot that does nothing.

use game::{Bot, Game, SeatHandle};

/// Ends every turn at once, in any game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Idle;

impl<G: Game> Bot<G> for Idle {
    fn play(&mut self, _: &mut SeatHandle<'_, G>) {}
}
