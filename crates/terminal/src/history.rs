//! What has been played: steps, undone steps, and what happened.

use game::{Game, Seat, Told};
use serde::{Deserialize, Serialize};

/// A step: a seat gives an order or ends its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Step<O> {
    pub(crate) seat: u8,
    pub(crate) act: Act<O>,
}

/// What a seat does in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Act<O> {
    Order(O),
    EndTurn,
}

/// Something that happened, with the turn in which it did.
#[derive(Clone, Debug)]
pub(crate) struct HistoryStep<E> {
    pub(crate) turn: u32,
    pub(crate) event: E,
}

/// A game with all that was played: every step can be taken back and played again.
///
/// The log holds what one seat is told.
#[derive(Clone, Debug)]
pub(crate) struct History<G: Game> {
    now: G,
    seat: Seat,
    /// The steps played, then those taken back.
    steps: Vec<Step<G::Order>>,
    played: usize,
    /// What was before each of the last played steps; those before them cannot be taken back any more.
    frames: Vec<Frame<G>>,
    log: Vec<HistoryStep<G::Event>>,
}

#[derive(Clone, Debug)]
struct Frame<G> {
    before: G,
    log_length: usize,
}

/// A step of a saved game that the rules refuse.
#[derive(Clone, Debug)]
pub(crate) struct BadStep {
    pub(crate) number: usize,
    pub(crate) why: String,
}

impl<G: Told> History<G> {
    /// A game in which nothing has been played, as one seat sees it.
    pub(crate) const fn new(start: G, seat: Seat) -> Self {
        Self { now: start, seat, steps: Vec::new(), played: 0, frames: Vec::new(), log: Vec::new() }
    }

    /// Plays the first of these steps again; the others can be had by [`redo`](Self::redo).
    pub(crate) fn replay(
        start: G,
        seat: Seat,
        steps: Vec<Step<G::Order>>,
        played: usize,
    ) -> Result<Self, BadStep> {
        let mut history = Self { steps, ..Self::new(start, seat) };
        for number in 1..=history.steps.len() {
            history.replay_one().map_err(|why| BadStep { number, why })?;
        }
        while history.played > played {
            history.undo();
        }
        Ok(history)
    }

    fn replay_one(&mut self) -> Result<(), String> {
        let Step { seat, act } = self.steps[self.played];
        let awaited = self.now.to_move().has(Seat(seat));
        if !awaited {
            return Err("it is not this seat's turn".into());
        }
        if let Act::Order(order) = act {
            self.now.check(Seat(seat), order).map_err(|refusal| refusal.to_string())?;
        }
        self.redo();
        Ok(())
    }

    /// The state now.
    pub(crate) const fn now(&self) -> &G {
        &self.now
    }

    /// All steps, those taken back included.
    pub(crate) fn steps(&self) -> &[Step<G::Order>] {
        &self.steps
    }

    /// How many of the steps are played.
    pub(crate) const fn played(&self) -> usize {
        self.played
    }

    /// What happened, as far as the seat was told.
    pub(crate) fn log(&self) -> &[HistoryStep<G::Event>] {
        &self.log
    }

    /// How many turns this seat has ended.
    pub(crate) fn turns_ended(&self) -> usize {
        let ended = |step: &&Step<G::Order>| step.seat == self.seat.0 && matches!(step.act, Act::EndTurn);
        self.steps[..self.played].iter().filter(ended).count()
    }

    #[cfg(test)]
    pub(crate) fn can_redo(&self) -> bool {
        self.played < self.steps.len()
    }

    /// Plays a step that the rules accept; what was taken back is forgotten.
    pub(crate) fn play(&mut self, seat: Seat, act: Act<G::Order>) {
        self.steps.truncate(self.played);
        self.steps.push(Step { seat: seat.0, act });
        self.redo();
    }

    /// Takes the last step back. False if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        let Some(Frame { before, log_length }) = self.frames.pop() else { return false };
        self.now = before;
        self.log.truncate(log_length);
        self.played -= 1;
        true
    }

    /// Plays the step again that was taken back last. False if there is none.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(Step { seat, act }) = self.steps.get(self.played).copied() else { return false };
        self.frames.push(Frame { before: self.now.clone(), log_length: self.log.len() });
        let turn = self.now.turn();
        let mut events = Vec::new();
        match act {
            Act::Order(order) => self.now.play(Seat(seat), order, &mut events),
            Act::EndTurn => self.now.end_turn(Seat(seat), &mut events),
        }
        let told = events.iter().filter_map(|event| G::redact_for(event, self.seat));
        self.log.extend(told.map(|event| HistoryStep { turn, event }));
        self.played += 1;
        true
    }

    /// From here on nothing that was played so far can be taken back.
    pub(crate) fn seal(&mut self) {
        self.frames.clear();
        self.steps.truncate(self.played);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Cell;
    use breach::{Order, Setup, Stage, State};
    use game::Seat;

    fn history() -> History<State> {
        let setup = Setup::parse(b"0 2  3 1 T  3 6 B", Stage::Four).unwrap();
        History::new(State::start(&setup, 0), Seat::ONLY)
    }

    const SHOT: Order = Order::Attack { unit: Cell::new(3, 1), target: Cell::new(3, 6) };

    #[test]
    fn everything_can_be_taken_back_and_played_again() {
        let mut history = history();
        let start = *history.now();
        history.play(Seat::ONLY, Act::Order(SHOT));
        history.play(Seat::ONLY, Act::EndTurn);
        let (end, log) = (*history.now(), history.log().len());
        assert!(history.undo() && history.undo() && !history.undo());
        assert_eq!((*history.now(), history.log().len(), history.turns_ended()), (start, 0, 0));
        assert!(history.redo() && history.redo() && !history.redo());
        assert_eq!((*history.now(), history.log().len(), history.turns_ended()), (end, log, 1));
    }

    #[test]
    fn a_new_step_forgets_what_was_taken_back() {
        let mut history = history();
        history.play(Seat::ONLY, Act::Order(SHOT));
        history.undo();
        history.play(Seat::ONLY, Act::EndTurn);
        assert!(!history.can_redo());
        assert_eq!(history.steps().len(), 1);
    }

    #[test]
    fn a_replayed_history_is_the_same() {
        let mut history = history();
        history.play(Seat::ONLY, Act::Order(SHOT));
        history.play(Seat::ONLY, Act::EndTurn);
        history.undo();
        let start = *self::history().now();
        let again = History::replay(start, Seat::ONLY, history.steps().to_vec(), history.played()).unwrap();
        assert_eq!(again.now(), history.now());
        assert!(again.can_redo());
    }

    #[test]
    fn a_refused_step_is_named() {
        let twice = [SHOT, SHOT].map(|order| Step { seat: 0, act: Act::Order(order) });
        let start = *history().now();
        let bad = History::replay(start, Seat::ONLY, twice.to_vec(), 2).unwrap_err();
        assert_eq!((bad.number, bad.why.as_str()), (2, "the unit at (3, 1) has already attacked this turn"));
        let other = Step { seat: 3, act: Act::EndTurn };
        assert_eq!(History::replay(start, Seat::ONLY, vec![other], 1).unwrap_err().number, 1);
    }

    #[test]
    fn what_is_sealed_stays() {
        let mut history = history();
        history.play(Seat::ONLY, Act::Order(SHOT));
        history.seal();
        assert!(!history.undo());
        assert_eq!(history.played(), 1);
    }
}
