//! A game being played.

use crate::{Game, Receipt, Seat, Silent};
use alloc::vec::Vec;
use core::fmt;

/// A game being played by seats that may do anything at any time.
///
/// It answers what has nothing to do with a game's rules (wrong seat, game over, unreadable), and
/// keeps the events until they are taken, if anybody wants them.
#[derive(Clone, Debug)]
pub struct Session<G: Game> {
    game: G,
    /// None if nobody listens: the game is then played with a log that costs nothing.
    events: Option<Vec<G::Event>>,
}

/// The answer to an order: every order gets one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer<R> {
    /// Accepted.
    Done,
    /// Received; what becomes of it the seat may not know.
    Taken,
    /// Refused, and why.
    Refused(RefusalReason<R>),
}

/// Why an order was refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RefusalReason<R> {
    /// The game is over.
    GameOver,
    /// Another seat is to move.
    NotYourTurn,
    /// It was not an order of this game.
    Unreadable,
    /// The rules forbid it.
    Rule(R),
}

impl<R> Answer<R> {
    /// The same answer with the rule's reason put otherwise, in words for example.
    pub fn map<S>(self, say: impl FnOnce(R) -> S) -> Answer<S> {
        match self {
            Self::Done => Answer::Done,
            Self::Taken => Answer::Taken,
            Self::Refused(RefusalReason::GameOver) => Answer::Refused(RefusalReason::GameOver),
            Self::Refused(RefusalReason::NotYourTurn) => Answer::Refused(RefusalReason::NotYourTurn),
            Self::Refused(RefusalReason::Unreadable) => Answer::Refused(RefusalReason::Unreadable),
            Self::Refused(RefusalReason::Rule(refusal)) => Answer::Refused(RefusalReason::Rule(say(refusal))),
        }
    }
}

impl<R: fmt::Display> fmt::Display for RefusalReason<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameOver => f.write_str("the game is over"),
            Self::NotYourTurn => f.write_str("it is not your turn"),
            Self::Unreadable => f.write_str("this is not an order of this game"),
            Self::Rule(refusal) => refusal.fmt(f),
        }
    }
}

impl<G: Game> Session<G> {
    /// Sits down at this state.
    #[must_use]
    pub const fn new(game: G) -> Self {
        Self { game, events: Some(Vec::new()) }
    }

    /// Keeps events from now on, or keeps none.
    pub fn listen(&mut self, wanted: bool) {
        self.events = wanted.then(|| self.events.take().unwrap_or_default());
    }

    /// The state.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Submits an order. `None` stands for one that could not be read.
    #[inline(always)]
    pub fn submit(&mut self, seat: Seat, order: Option<G::Order>) -> Answer<G::Refusal> {
        if let Err(why) = self.may_act(seat) {
            return Answer::Refused(why);
        }
        let Some(order) = order else {
            self.game.note_rejected(seat);
            return Answer::Refused(RefusalReason::Unreadable);
        };
        let answer = match &mut self.events {
            Some(events) => self.game.submit(seat, order, events),
            None => self.game.submit(seat, order, &mut Silent),
        };
        match answer {
            Ok(Receipt::Done) => Answer::Done,
            Ok(Receipt::Taken) => Answer::Taken,
            Err(refusal) => Answer::Refused(RefusalReason::Rule(refusal)),
        }
    }

    /// Ends the seat's turn.
    ///
    /// # Errors
    /// If the seat is not to move.
    pub fn end_turn(&mut self, seat: Seat) -> Result<(), RefusalReason<G::Refusal>> {
        self.may_act(seat)?;
        match &mut self.events {
            Some(events) => self.game.end_turn(seat, events),
            None => self.game.end_turn(seat, &mut Silent),
        }
        Ok(())
    }

    /// The events since they were last taken.
    #[must_use]
    pub fn events(&self) -> &[G::Event] {
        self.events.as_deref().unwrap_or_default()
    }

    /// Takes the events, and starts a new list.
    pub fn take_events(&mut self) -> Vec<G::Event> {
        self.events.as_mut().map(core::mem::take).unwrap_or_default()
    }

    #[inline]
    fn may_act(&self, seat: Seat) -> Result<(), RefusalReason<G::Refusal>> {
        let awaited = self.game.to_move();
        if awaited.is_empty() {
            Err(RefusalReason::GameOver)
        } else if !awaited.has(seat) {
            Err(RefusalReason::NotYourTurn)
        } else {
            Ok(())
        }
    }
}
