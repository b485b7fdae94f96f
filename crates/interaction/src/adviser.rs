//! Advice in games against others: what a bot would order in the player's place.
//!
//! It is asked about a copy of the game and sees what the player's seat may see.

use crate::history::Act;
use crate::interaction::{Flow, Interaction};
use crate::words;
use bots::Script;
use game::{Answer, Session};
use games::HostedGame;
use std::collections::VecDeque;

/// Who gives advice: a bot that wins against weaker ones and thinks for a moment only.
const ADVISER: &str = "hard";

/// Orders that a bot would give now, one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Advice<O> {
    /// Steps played when it was given: it is worth nothing after others.
    played: usize,
    orders: VecDeque<O>,
}

impl<G: HostedGame> Interaction<G> {
    /// Asks what to do; asked again, that is done.
    pub(crate) fn ask_advice(&mut self) -> Flow {
        if self.among_people {
            self.warn(self.pick(words::NO_ADVICE).into());
            return Flow::Stay;
        }
        if !self.may_order() {
            return Flow::Stay;
        }
        if self.advice_now().is_none() {
            self.advice = Some(Advice { played: self.history.played(), orders: self.advised() });
            return Flow::Stay;
        }
        let next = self.advice.as_mut().and_then(|advice| advice.orders.pop_front());
        let Some(order) = next else { return self.end_turn(Some('e')) };
        self.give(&[order], G::Hand::default());
        if let Some(advice) = &mut self.advice {
            advice.played = self.history.played();
        }
        Flow::Stay
    }

    /// The advice that still holds.
    fn advice_now(&self) -> Option<&Advice<G::Order>> {
        self.advice.as_ref().filter(|advice| advice.played == self.history.played() && !self.is_over())
    }

    /// What is advised next, if anything is: an order, or nothing more.
    pub(crate) fn advised_next(&self) -> Option<Option<G::Order>> {
        self.advice_now().map(|advice| advice.orders.front().copied())
    }

    /// What the adviser would order in this turn, as far as the rules take it.
    fn advised(&self) -> VecDeque<G::Order> {
        let mut session = Session::new(self.now().clone());
        // Chance of its own, so that nothing is learnt about the game's.
        let Some(mut bot) = bots::built_in(ADVISER, &session, 0) else { return VecDeque::new() };
        let mut script = Script::default();
        bot.play(&mut session, self.seat, Some(&mut script));
        let taken = script.lines.into_iter().filter(|(_, answer)| !matches!(answer, Answer::Refused(_)));
        taken.filter_map(|(order, _)| serde_json::from_str(order.get()).ok()).collect()
    }

    /// Lets the coach order what it would, where it plays along.
    pub(crate) fn let_coach_order(&mut self) {
        if self.is_solo() || !self.coach.plays_along() || !self.now().to_move().has(self.seat) {
            return;
        }
        for order in self.advised() {
            if self.now().check(self.seat, order).is_ok() {
                self.history.play(self.seat, Act::Order(order));
            }
        }
    }

    /// What the adviser says now.
    pub(crate) fn advice_in_words(&self) -> Vec<String> {
        let Some(next) = self.advised_next() else { return Vec::new() };
        let said = match next {
            Some(order) => self.order_in_words(order),
            None => self.pick(words::END_THE_TURN).into(),
        };
        vec![format!("{} {said}", self.pick(words::NEXT)), self.pick(words::AGAIN_DOES_IT).into()]
    }

    /// An order as a sentence: what the game calls it, or what it would cause.
    pub(crate) fn order_in_words(&self, order: G::Order) -> String {
        let from = self.viewpoint();
        self.now().say_order(&from, order).unwrap_or_else(|| {
            let foreseen = self.preview(&[order]);
            let after = foreseen.after.as_ref().unwrap_or(self.now());
            let told = foreseen.events.first().map(|event| G::tell(event, self.now(), after, &from));
            told.unwrap_or_else(|| self.pick(words::LEAVE_IT).into())
        })
    }
}
