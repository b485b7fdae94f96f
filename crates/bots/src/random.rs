//! The bot that does anything.

use board::SplitMix64;
use game::{Answer, Bot, Game, SeatHandle};

/// Plays every legal order, and ending the turn, with the same probability, in any game.
#[derive(Debug)]
pub struct Random<G: Game> {
    chance: SplitMix64,
    /// Kept between turns for its memory.
    counts: G::OrderCounts,
}

impl<G: Game> Random<G> {
    /// A bot with this seed: the same seed plays the same game.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { chance: SplitMix64::new(seed), counts: G::OrderCounts::default() }
    }
}

impl<G: Game> Bot<G> for Random<G> {
    fn play(&mut self, handle: &mut SeatHandle<'_, G>) {
        let mut count = handle.count_orders(&mut self.counts);
        loop {
            let drawn = self.chance.below(u64::from(count) + 1) as u32;
            if drawn == count {
                return;
            }
            // Numbers of no order are drawn again, which leaves all others as likely as each other.
            let Some(order) = handle.order_at(&self.counts, drawn) else { continue };
            // What is listed is refused only when the turn has no room for more orders.
            if matches!(handle.submit(order), Answer::Refused(_)) {
                return;
            }
            count = handle.recount_orders(order, &mut self.counts);
        }
    }
}
