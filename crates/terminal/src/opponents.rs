//! Who sits in the other seats.

use crate::history::{Act, History};
use game::{Answer, Bot, Chair, Game, Seat, Session};
use std::fmt;

/// The players of the seats that are not the person's.
pub(crate) struct Opponents<G: Game> {
    /// One a seat; none where the person sits.
    bots: Vec<Option<Box<dyn Bot<G>>>>,
}

impl<G: Game> Opponents<G> {
    /// Nobody: a game against fixed rules.
    pub(crate) const fn none() -> Self {
        Self { bots: Vec::new() }
    }

    /// These bots, one a seat.
    pub(crate) fn new(bots: Vec<Option<Box<dyn Bot<G>>>>) -> Self {
        Self { bots }
    }

    /// Lets the others play until the person is awaited or the game is over, but not longer than a round.
    pub(crate) fn play(&mut self, history: &mut History<G>, person: Seat) {
        for _ in 0..history.now().seats() {
            let awaited = history.now().to_move();
            let Some(seat) = awaited.iter().next().filter(|_| !awaited.has(person)) else { return };
            self.play_one(history, seat);
        }
    }

    fn play_one(&mut self, history: &mut History<G>, seat: Seat) {
        if let Some(Some(bot)) = self.bots.get_mut(seat.index()) {
            let mut session = Session::new(history.now().clone());
            let mut given = Vec::new();
            bot.play(&mut Chair::new(&mut session, seat, Some(&mut given)));
            for (order, answer) in given {
                if let (Some(order), Answer::Done | Answer::Taken) = (order, answer) {
                    history.play(seat, Act::Order(order));
                }
            }
        }
        if history.now().to_move().has(seat) {
            history.play(seat, Act::EndTurn);
        }
    }
}

impl<G: Game> fmt::Debug for Opponents<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Opponents").field("seats", &self.bots.len()).finish()
    }
}

/// Turns that the person lets pass without orders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Forward {
    /// How many; all that are left if there is no number.
    turns: Option<u32>,
}

impl Forward {
    /// A few turns, until something worth a look happens.
    pub(crate) const fn few() -> Self {
        Self { turns: Some(10) }
    }

    /// To the end of the game, whatever happens.
    pub(crate) const fn to_the_end() -> Self {
        Self { turns: None }
    }

    pub(crate) const fn stops_for_alarms(self) -> bool {
        self.turns.is_some()
    }

    /// One turn has passed. False if it was the last.
    pub(crate) fn count_down(&mut self) -> bool {
        if let Some(turns) = &mut self.turns {
            *turns = turns.saturating_sub(1);
        }
        self.turns != Some(0)
    }
}
