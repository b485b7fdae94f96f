//! What has been played: steps, undone steps, and what happened.

use face::{Face, Look, Viewpoint};
use game::{Receipt, Seat, Seats};
use serde::{Deserialize, Serialize};

/// A step: a seat gives an order or ends its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Step<O> {
    pub(crate) seat: u8,
    pub(crate) act: Act<O>,
    /// Whether the seat was not told what becomes of the order.
    #[serde(skip)]
    pub(crate) taken: bool,
}

/// What a seat does in a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Act<O> {
    /// It gives an order.
    Order(O),
    /// It ends its turn.
    EndTurn,
}

impl<O: Copy> Act<O> {
    /// The order, if it is one.
    pub(crate) const fn order(&self) -> Option<O> {
        match self {
            Self::Order(order) => Some(*order),
            Self::EndTurn => None,
        }
    }
}

/// Something that happened, with the turn in which it did.
#[derive(Clone, Debug)]
pub(crate) struct HistoryStep<E> {
    pub(crate) turn: u32,
    pub(crate) event: E,
    /// What is said of it, if it is news. It is put into words when it happens: later what it names
    /// may be gone.
    pub(crate) said: Option<String>,
    /// The side whose doing it is, if that is known and one's.
    pub(crate) side: Option<u8>,
}

/// A turn that every seat awaited in it has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct EndedTurn {
    /// Its number, as the game counts.
    pub(crate) turn: u32,
    /// After which step it was over.
    pub(crate) end: usize,
    /// The hash of the state after it.
    pub(crate) digest: u64,
}

/// A game with all that was played: every step can be taken back and played again.
///
/// A state to go back to is kept every few steps; what is between them is played again. The log
/// holds what one seat is told.
#[derive(Clone, Debug)]
pub struct History<G: Face> {
    start: G,
    now: G,
    seat: Seat,
    look: Look,
    names: G::Names,
    /// The steps played, then those taken back.
    steps: Vec<Step<G::Order>>,
    played: usize,
    turns: Vec<EndedTurn>,
    /// States to go back to, the oldest first. What was played before the first cannot be taken
    /// back any more.
    checkpoints: Vec<Checkpoint<G>>,
    log: Vec<HistoryStep<G::Event>>,
    /// What was played since somebody last looked; nothing where nobody does.
    unseen: Option<Unseen<G>>,
}

/// What was played since somebody last looked, from this state on.
#[derive(Clone, Debug)]
struct Unseen<G: Face> {
    from: G,
    beats: Vec<Beat<G>>,
}

/// What is shown in one go: a step of the player's own, or a turn of somebody else's.
#[derive(Clone, Debug)]
pub struct Beat<G: Face> {
    /// The state after it.
    pub state: G,
    /// Everything that happened. What of it the player may know is for whoever shows it to decide.
    pub events: Vec<G::Event>,
    seat: Seat,
    ends_turn: bool,
}

#[derive(Clone, Debug)]
struct Checkpoint<G> {
    state: G,
    played: usize,
    turns: usize,
    log_length: usize,
}

/// Steps from one checkpoint to the next.
const SPACING: usize = 16;

/// The most checkpoints. If there are more, every second goes.
const MOST_CHECKPOINTS: usize = 64;

impl<G: Face> History<G> {
    /// A game in which nothing has been played, as one seat sees it.
    pub fn new(start: G, seat: Seat, look: Look) -> Self {
        let mut names = G::Names::default();
        start.learn_names(seat, &mut names);
        let first = Checkpoint { state: start.clone(), played: 0, turns: 0, log_length: 0 };
        let (steps, turns, log) = (Vec::new(), Vec::new(), Vec::new());
        let (now, checkpoints) = (start.clone(), vec![first]);
        Self { start, now, seat, look, names, steps, played: 0, turns, checkpoints, log, unseen: None }
    }

    /// Takes what was played since the last time, with the state before it. From now on all that is
    /// played is kept for the next time.
    ///
    /// Nothing is returned if steps were taken back: then what is on the board now did not follow
    /// from what was there before.
    pub fn take_unseen(&mut self) -> Option<(G, Vec<Beat<G>>)> {
        let next = Unseen { from: self.now.clone(), beats: Vec::new() };
        self.unseen.replace(next).map(|unseen| (unseen.from, unseen.beats))
    }

    /// Says all that happened in another language.
    pub(crate) fn retell(&mut self, look: Look) {
        let mut again = Self::new(self.start.clone(), self.seat, look);
        again.steps = self.steps.clone();
        let sealed = self.checkpoints[0].played;
        while again.played < self.played {
            if again.played == sealed {
                again.checkpoints = vec![again.checkpoint()];
            }
            again.redo();
        }
        if again.played == sealed {
            again.checkpoints = vec![again.checkpoint()];
        }
        again.unseen = self.unseen.take();
        *self = again;
    }

    /// Plays a step of a saved game, if the rules accept it.
    ///
    /// # Errors
    /// Why they do not.
    pub(crate) fn play_saved(&mut self, seat: Seat, act: Act<G::Order>) -> Result<(), String> {
        if !self.now.to_move().has(seat) {
            return Err("it is not this seat's turn".into());
        }
        if let Act::Order(order) = act {
            self.now.check(seat, order).map_err(|refusal| refusal.to_string())?;
        }
        self.play(seat, act);
        Ok(())
    }

    /// The state before the first turn.
    pub const fn start(&self) -> &G {
        &self.start
    }

    /// The state now.
    pub const fn now(&self) -> &G {
        &self.now
    }

    /// From where the game is looked at.
    pub const fn viewpoint(&self) -> Viewpoint<'_, G::Names> {
        Viewpoint { seat: self.seat, look: self.look, names: &self.names }
    }

    /// All steps, those taken back included.
    pub(crate) fn steps(&self) -> &[Step<G::Order>] {
        &self.steps
    }

    /// Whether the last step ended a turn.
    pub(crate) fn ends_with_turn(&self) -> bool {
        self.turns.last().is_some_and(|ended| ended.end == self.played)
    }

    /// The turns that are over.
    pub(crate) fn turns(&self) -> &[EndedTurn] {
        &self.turns
    }

    /// How many of the steps are played.
    pub const fn played(&self) -> usize {
        self.played
    }

    /// What happened, as far as the seat was told.
    pub(crate) fn log(&self) -> &[HistoryStep<G::Event>] {
        &self.log
    }

    /// What was played since the last step that cannot be taken back.
    pub(crate) fn unsettled(&self) -> &[Step<G::Order>] {
        &self.steps[self.checkpoints[0].played..self.played]
    }

    /// How many turns this seat has ended.
    pub fn turns_ended(&self) -> usize {
        let ended = |step: &&Step<G::Order>| step.seat == self.seat.0 && matches!(step.act, Act::EndTurn);
        self.steps[..self.played].iter().filter(ended).count()
    }

    #[cfg(test)]
    pub(crate) fn can_redo(&self) -> bool {
        self.played < self.steps.len()
    }

    /// What this seat has ordered in the turn that has not ended.
    pub(crate) fn orders_of_turn(&self) -> Vec<G::Order> {
        let begun = self.turns.last().map_or(0, |ended| ended.end);
        let own = self.steps[begun..self.played].iter().filter(|step| step.seat == self.seat.0);
        own.filter_map(|step| step.act.order()).collect()
    }

    /// Plays a step that the rules accept; what was taken back is forgotten.
    pub(crate) fn play(&mut self, seat: Seat, act: Act<G::Order>) {
        self.steps.truncate(self.played);
        self.steps.push(Step { seat: seat.0, act, taken: false });
        self.redo();
    }

    /// Takes the last step back. False if there is none.
    pub(crate) fn undo(&mut self) -> bool {
        self.played > self.checkpoints[0].played && self.go_back_to(self.played - 1)
    }

    /// Takes everything back that can be. False if there is nothing.
    pub(crate) fn undo_all(&mut self) -> bool {
        self.go_back_to(0)
    }

    /// Takes back what was played after so many steps, as far as it can be taken back. False if
    /// that is nothing.
    pub(crate) fn go_back_to(&mut self, played: usize) -> bool {
        let target = played.max(self.checkpoints[0].played);
        if target >= self.played {
            return false;
        }
        let kept = self.checkpoints.partition_point(|checkpoint| checkpoint.played <= target);
        self.checkpoints.truncate(kept);
        let Checkpoint { state, played, turns, log_length } = &self.checkpoints[kept - 1];
        self.now = state.clone();
        self.unseen = None;
        self.played = *played;
        self.turns.truncate(*turns);
        self.log.truncate(*log_length);
        while self.played < target {
            self.redo();
        }
        true
    }

    /// Plays the step again that was taken back last. False if there is none.
    pub(crate) fn redo(&mut self) -> bool {
        let Some(Step { seat, act, .. }) = self.steps.get(self.played).copied() else { return false };
        let (seat, turn, awaited) = (Seat(seat), self.now.turn(), self.now.to_move());
        let before = self.now.clone();
        let mut events = Vec::new();
        match act {
            Act::Order(order) => {
                self.steps[self.played].taken = self.now.check(seat, order) == Ok(Receipt::Taken);
                self.now.play(seat, order, &mut events);
            }
            Act::EndTurn => self.now.end_turn(seat, &mut events),
        }
        let side = match (before.seats(), act) {
            // The other side acts when the turn ends.
            (1, Act::EndTurn) => Some(1),
            _ => (awaited == Seats::one(seat)).then_some(seat.0),
        };
        self.log_events(turn, &events, &before, side);
        self.keep_unseen(seat, matches!(act, Act::EndTurn), events);
        self.played += 1;
        if matches!(act, Act::EndTurn) && awaited == Seats::one(seat) {
            self.turns.push(EndedTurn { turn, end: self.played, digest: self.now.digest() });
        }
        self.keep_checkpoint();
        true
    }

    fn log_events(&mut self, turn: u32, events: &[G::Event], before: &G, side: Option<u8>) {
        self.now.learn_names(self.seat, &mut self.names);
        let from = Viewpoint { seat: self.seat, look: self.look, names: &self.names };
        let told = events.iter().filter_map(|event| G::redact_for(event, self.seat));
        self.log.extend(told.map(|event| {
            let said = G::is_news(&event).then(|| G::tell(&event, before, &self.now, &from));
            let side = G::side_of(&event, &from).or(side);
            HistoryStep { turn, event, said, side }
        }));
    }

    fn keep_unseen(&mut self, seat: Seat, ends_turn: bool, mut events: Vec<G::Event>) {
        let Some(Unseen { beats, .. }) = &mut self.unseen else { return };
        let state = self.now.clone();
        match beats.last_mut().filter(|last| last.seat == seat && seat != self.seat && !last.ends_turn) {
            Some(last) => {
                last.events.append(&mut events);
                (last.state, last.ends_turn) = (state, ends_turn);
            }
            None => beats.push(Beat { state, events, seat, ends_turn }),
        }
    }

    fn keep_checkpoint(&mut self) {
        let last = self.checkpoints.last().map_or(0, |checkpoint| checkpoint.played);
        if self.played < last + SPACING {
            return;
        }
        self.checkpoints.push(self.checkpoint());
        if self.checkpoints.len() > MOST_CHECKPOINTS {
            let mut number = 0;
            self.checkpoints.retain(|_| {
                number += 1;
                number % 2 == 1
            });
        }
    }

    fn checkpoint(&self) -> Checkpoint<G> {
        let (turns, log_length) = (self.turns.len(), self.log.len());
        Checkpoint { state: self.now.clone(), played: self.played, turns, log_length }
    }

    /// Plays what all seats did since the last step that cannot be taken back, in this order; what
    /// was played in another order is played anew. From here on none of it can be taken back.
    pub(crate) fn settle(&mut self, done: &[(Seat, Act<G::Order>)]) {
        let begin = self.checkpoints[0].played;
        let own = self.unsettled();
        let is_begun = own.len() <= done.len()
            && own.iter().zip(done).all(|(step, (seat, act))| step.seat == seat.0 && step.act == *act);
        if !is_begun {
            let is_watched = self.unseen.is_some();
            self.go_back_to(begin);
            self.unseen = is_watched.then(|| Unseen { from: self.now.clone(), beats: Vec::new() });
        }
        for (seat, act) in &done[self.played - begin..] {
            self.play(*seat, *act);
        }
        self.seal();
    }

    /// From here on nothing that was played so far can be taken back.
    pub(crate) fn seal(&mut self) {
        self.checkpoints = vec![self.checkpoint()];
        self.steps.truncate(self.played);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Cell;
    use breach::{Order, Setup, Stage, State};
    use game::{Game, Seat};

    const LOOK: Look = Look { lang: game::Lang::En, ascii: false, colour: true };

    fn history() -> History<State> {
        let setup = Setup::parse(b"0 2  3 1 T  3 6 B", Stage::Four).unwrap();
        History::new(State::start(&setup, 0), Seat::ONLY, LOOK)
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
    fn a_refused_step_is_named() {
        let mut history = history();
        history.play_saved(Seat::ONLY, Act::Order(SHOT)).unwrap();
        let why = history.play_saved(Seat::ONLY, Act::Order(SHOT)).unwrap_err();
        assert_eq!(why, "the unit at (3, 1) has already attacked this turn");
        assert!(history.play_saved(Seat(3), Act::EndTurn).is_err());
        assert_eq!(history.played(), 1);
    }

    #[test]
    fn a_long_game_is_taken_back_step_by_step_from_few_states() {
        let setup = Setup::parse(b"2 2  6 7 M  7 6 M  3 1 T  7 7 B", Stage::Four).unwrap();
        let mut history = History::new(State::start(&setup, 0), Seat::ONLY, LOOK);
        let moved =
            |at: u8| Order::Move { unit: Cell::new(3, 1 + at % 2), to: Cell::new(3, 1 + (at + 1) % 2) };
        let mut states = Vec::new();
        for number in 0..2_000_u32 {
            let turn = (number / 2 % 2) as u8;
            let act = if number % 2 == 0 { Act::Order(moved(turn)) } else { Act::EndTurn };
            states.push((*history.now(), history.turns().len(), history.log().len()));
            if history.play_saved(Seat::ONLY, act).is_err() {
                states.pop();
                break;
            }
            assert!(history.checkpoints.len() <= MOST_CHECKPOINTS);
        }
        assert!(states.len() > 20, "the game was over at once");
        while let Some((state, turns, log)) = states.pop() {
            assert!(history.undo());
            assert_eq!((*history.now(), history.turns().len(), history.log().len()), (state, turns, log));
        }
        assert!(!history.undo());
    }

    #[test]
    fn another_language_changes_what_is_said_and_nothing_else() {
        let mut history = history();
        history.play(Seat::ONLY, Act::Order(SHOT));
        history.seal();
        history.play(Seat::ONLY, Act::EndTurn);
        history.play(Seat::ONLY, Act::EndTurn);
        history.undo();
        let (state, played, log) = (*history.now(), history.played(), history.log().len());
        history.retell(Look { lang: game::Lang::Zh, ..LOOK });
        assert_eq!((*history.now(), history.played(), history.log().len()), (state, played, log));
        let said = history.log().iter().find_map(|entry| entry.said.clone()).unwrap();
        assert!(!said.is_ascii(), "{said}");
        assert!(history.redo() && history.undo() && history.undo() && !history.undo());
    }

    #[test]
    fn what_was_played_since_the_last_look_is_kept() {
        let mut history = history();
        assert!(history.take_unseen().is_none());
        let start = *history.now();
        history.play(Seat::ONLY, Act::Order(SHOT));
        history.play(Seat::ONLY, Act::EndTurn);
        let (from, beats) = history.take_unseen().unwrap();
        assert_eq!((from, beats.len()), (start, 2));
        assert_eq!(beats[1].state, *history.now());
        assert!(history.take_unseen().unwrap().1.is_empty());
        history.undo();
        assert!(history.take_unseen().is_none(), "the board has leapt");
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
