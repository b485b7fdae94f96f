//! The bot that does anything.

use board::SplitMix64;
use game::{Answer, Bot, Chair, Game};

/// Plays every legal order, and ending the turn, with the same probability, in any game.
#[derive(Clone, Copy, Debug)]
pub struct Random {
    chance: SplitMix64,
}

impl Random {
    /// A bot with this seed: the same seed plays the same game.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { chance: SplitMix64::new(seed) }
    }

    /// One of the legal orders, or none to end the turn: all equally likely.
    ///
    /// [`Game::pick`] draws once, below the number of legal orders; drawing below one more leaves the last number for ending the turn.
    fn choose<G: Game>(&mut self, chair: &Chair<'_, G>) -> Option<G::Order> {
        let mut ends = false;
        let order = chair.pick(&mut |count| {
            let drawn = self.chance.below(u64::from(count) + 1) as u32;
            ends = drawn == count;
            if ends { 0 } else { drawn }
        });
        order.filter(|_| !ends)
    }
}

impl<G: Game> Bot<G> for Random {
    fn play(&mut self, chair: &mut Chair<'_, G>) {
        while let Some(order) = self.choose(chair) {
            // What is listed is refused only when the turn has no room for more orders.
            if matches!(chair.submit(order), Answer::Refused(_)) {
                return;
            }
        }
    }
}
