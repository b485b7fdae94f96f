//! The bot that does nothing.

use game::{Bot, Chair, Game};

/// Ends every turn at once, in any game.
#[derive(Clone, Copy, Debug, Default)]
pub struct Idle;

impl<G: Game> Bot<G> for Idle {
    fn play(&mut self, _: &mut Chair<'_, G>) {}
}
