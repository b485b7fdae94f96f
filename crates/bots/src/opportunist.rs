//! The bot that takes a win when it sees one, in any game.

use crate::Random;
use game::{Answer, Bot, Game, SeatHandle, Silent};
use std::ops::ControlFlow;

/// Plays the order that wins on the spot, if there is one; else plays like [`Random`].
///
/// It is the `greedy` of games that have none of their own. In games with fog it sees no state to
/// try orders on, and only plays at random.
#[derive(Debug)]
pub struct Opportunist<G: Game> {
    random: Random<G>,
}

impl<G: Game> Opportunist<G> {
    /// A bot with this seed: the same seed plays the same game.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self { random: Random::new(seed) }
    }
}

impl<G: Game> Bot<G> for Opportunist<G> {
    fn play(&mut self, handle: &mut SeatHandle<'_, G>) {
        match winning_order(handle) {
            Some(order) if !matches!(handle.submit(order), Answer::Refused(_)) => {}
            _ => self.random.play(handle),
        }
    }
}

/// The first legal order after which, when the turn ends, the seat alone has won.
fn winning_order<G: Game>(handle: &SeatHandle<'_, G>) -> Option<G::Order> {
    let (state, seat) = (handle.state()?, handle.seat());
    let mut found = None;
    let _ = handle.legal(|order| {
        let mut after = state.clone();
        after.play(seat, order, &mut Silent);
        if after.to_move().has(seat) {
            after.end_turn(seat, &mut Silent);
        }
        if after.outcome().is_some_and(|outcome| crate::is_sole_first(&outcome, seat)) {
            found = Some(order);
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}
