//! Turns: ending them, letting some pass, taking back and playing again.

use crate::history::Act;
use crate::interaction::{Flow, Interaction};
use crate::opponents::Forward;
use crate::overlay::Overlay;
use crate::words;
use game::Words;
use games::HostedGame;

/// Units that are named where all would be too many.
const SOME: usize = 5;

impl<G: HostedGame> Interaction<G> {
    pub(crate) fn end_turn(&mut self, asked: Option<char>) -> Flow {
        if !self.may_order() {
            return Flow::Stay;
        }
        let stuck = self.carry_all_on();
        self.refresh();
        if self.needs_asking(stuck.is_some())
            && !self.is_sure('e', asked, |this| this.question('e', stuck.as_deref()))
        {
            return Flow::Stay;
        }
        self.finish_turn();
        Flow::Save
    }

    /// Whether ending the turn may be a mistake, and cannot be taken back.
    pub(crate) fn needs_asking(&self, is_stuck: bool) -> bool {
        let may_be_meant = is_stuck || !self.waiting().is_empty();
        !self.is_solo() && self.settings.warn_of_waiting && may_be_meant
    }

    /// What is asked before a turn ends that may not be meant to end.
    pub(crate) fn question(&self, letter: char, stuck: Option<&str>) -> String {
        let from = self.viewpoint();
        let waiting = self.waiting();
        let names: Vec<String> =
            waiting.iter().filter_map(|(_, hand)| self.now().hand_name(&from, hand)).collect();
        let mut said = format!("{letter} {}", self.pick(words::AGAIN_ENDS_TURN));
        if let Some(why) = stuck {
            said += &format!("; {why}");
        }
        if !names.is_empty() {
            let (count, some) = (names.len(), names.len().min(SOME));
            let more = if some < count { ", ..." } else { "" };
            let waits = self.pick(words::WAITING);
            said += &format!("; {count} {waits} {}{more}", names[..some].join(", "));
        }
        said
    }

    /// Ends the player's turn, and lets everybody else play until it is the player's turn again or
    /// the game is over.
    pub(crate) fn finish_turn(&mut self) {
        if self.now().to_move().has(self.seat) {
            self.history.play(self.seat, Act::EndTurn);
        }
        if self.is_shared {
            return self.hand_over();
        }
        self.let_others_play();
        self.hand = G::Hand::default();
        self.refresh();
        if self.is_over() {
            self.overlay = Overlay::Over;
        } else if !self.now().to_move().has(self.seat) {
            // The player is out; the others play on.
            self.forward = Some(Forward::to_the_end());
        }
    }

    /// Lets everybody else play until the player is awaited. What they have done cannot be taken
    /// back.
    pub(crate) fn let_others_play(&mut self) {
        if !self.is_solo() {
            self.opponents.play(&mut self.history, self.seat);
            self.history.seal();
            self.standing.seal();
        }
    }

    pub(crate) fn start_forward(&mut self, forward: Forward, letter: char, asked: Option<char>) {
        if !self.may_order() {
            return;
        }
        if self.is_shared {
            return self.warn(self.pick(words::OTHERS_PLAY).into());
        }
        let sure = if forward.stops_for_alarms() {
            let stuck = self.carry_all_on();
            self.refresh();
            self.coach.plays_along()
                || !self.needs_asking(stuck.is_some())
                || self.is_sure(letter, asked, |this| this.question(letter, stuck.as_deref()))
        } else {
            self.is_sure(letter, asked, |this| this.pick(words::RUN_TO_THE_END).into())
        };
        if sure {
            self.left_waiting = self.waiting().into_iter().map(|(_, hand)| hand).collect();
            self.forward = Some(forward);
        }
    }

    /// Whether the game goes on without the player's doing.
    pub const fn is_busy(&self) -> bool {
        self.forward.is_some()
    }

    /// One turn of a fast-forward.
    pub fn tick(&mut self) -> Flow {
        let Some(mut forward) = self.forward.take() else { return Flow::Stay };
        let seen = self.history.log().len();
        self.let_coach_order();
        let stuck = self.carry_all_on();
        self.finish_turn();
        if self.is_over() {
            return Flow::Save;
        }
        let plays_along = self.coach.plays_along();
        let waits = || if plays_along { None } else { self.newly_waiting() };
        let why = stuck.filter(|_| !plays_along).or_else(|| self.alarm(seen)).or_else(waits);
        if let Some(why) = why.filter(|_| forward.stops_for_alarms()) {
            self.warn(format!("{} {why}", self.pick(words::STOPPED_BY)));
            self.forward = None;
            return Flow::Save;
        }
        if forward.count_down() {
            self.forward = Some(forward);
            return Flow::Stay;
        }
        Flow::Save
    }

    /// What happened since so many entries of the log that should stop a fast-forward.
    pub(crate) fn alarm(&self, seen: usize) -> Option<String> {
        let mut news = self.history.log()[seen..].iter();
        let alarm = news.find(|entry| self.now().is_alarm(self.seat, &entry.event))?;
        alarm.said.clone()
    }

    /// What waits for orders that did not when the fast-forward began.
    pub(crate) fn newly_waiting(&self) -> Option<String> {
        let waiting = self.waiting();
        let (_, hand) = waiting.iter().find(|(_, hand)| !self.left_waiting.contains(hand))?;
        let name = self.now().hand_name(&self.viewpoint(), hand)?;
        Some(format!("{} {name}", self.pick(words::WAITS)))
    }

    pub(crate) fn undo(&mut self) {
        let done = !self.waits_for_others() && self.history.undo();
        let refused = if self.is_solo() { words::NOTHING_TO_UNDO } else { words::NOTHING_TO_UNDO_THIS_TURN };
        self.after_travel(done, words::UNDONE, refused);
    }

    pub(crate) fn redo(&mut self) {
        if self.waits_for_others() {
            return self.warn(self.pick(words::WAITING_FOR_OTHERS).into());
        }
        let step = self.history.steps().get(self.history.played());
        if let Some(order) = step.filter(|step| step.seat == self.seat.0).and_then(|step| step.act.order()) {
            self.note_order(order);
        }
        let done = self.history.redo();
        self.after_travel(done, words::REDONE, words::NOTHING_TO_REDO);
    }

    pub(crate) fn restart(&mut self) {
        let done = self.history.undo_all();
        self.after_travel(done, words::RESTARTED, words::NOTHING_TO_UNDO);
    }

    pub(crate) fn after_travel(&mut self, done: bool, said: Words, refused: Words) {
        self.standing.taken_back(self.history.played());
        if done {
            self.hand = self.now().keep_in_hand(self.seat, &self.hand.clone());
            self.refresh();
            self.say(self.look.lang.pick(said).into());
        } else {
            self.warn(self.look.lang.pick(refused).into());
        }
    }
}
