//! What the player orders, and what is marked on the board for it.

use crate::history::Act;
use crate::interaction::{Foresight, Interaction};
use crate::overlay::{Entry, Overlay};
use crate::words;
use board::Cell;
use face::{Choice, Mark, Marks, OrderArrow, Progress, StandingFacts};
use games::HostedGame;

impl<G: HostedGame> Interaction<G> {
    /// What a click or enter on a cell would mean now.
    pub fn choice_at(&self, cell: Cell) -> Choice<G> {
        self.now().point(&self.viewpoint(), &self.hand, cell)
    }

    pub(crate) fn point(&mut self, cell: Cell) {
        let choice = self.choice_at(cell);
        self.choose(choice);
    }

    pub(crate) fn choose(&mut self, choice: Choice<G>) {
        match choice {
            Choice::Give { orders, then } => self.give(&orders, then),
            Choice::Take(hand) => self.hand = hand,
            Choice::Stand { standing, then } => self.stand(standing, then),
            Choice::Ask { title, offers } => {
                let entries = offers.into_iter().map(Entry::of_offer).collect();
                self.overlay = Overlay::List { title, entries, marked: 0, hint: words::CHOOSE_HINT };
            }
            Choice::Refuse(why) => self.warn(why),
            Choice::Nothing => {}
        }
    }

    pub(crate) fn give(&mut self, orders: &[G::Order], then: G::Hand) {
        if !self.may_order() {
            return;
        }
        for order in orders {
            if let Err(refusal) = self.now().check(self.seat, *order) {
                self.warn(self.now().refuse(&refusal, &self.viewpoint()));
                break;
            }
            self.note_order(*order);
            self.history.play(self.seat, Act::Order(*order));
        }
        self.hand = then;
        self.refresh();
    }

    /// An order that the player gives, or gives again, changes what goes on by itself.
    pub(crate) fn note_order(&mut self, order: G::Order) {
        let (played, repeat) = (self.history.played(), self.settings.repeat_work);
        self.standing.note_order(self.history.now(), order, played, repeat);
    }

    /// Takes note of all that the player has ordered so far, in a game that is gone on with.
    pub(crate) fn recall_standing(&mut self) {
        let steps = &self.history.steps()[..self.history.played()];
        let own = steps.iter().filter(|step| step.seat == self.seat.0);
        let orders: Vec<G::Order> = own.filter_map(|step| step.act.order()).collect();
        orders.into_iter().for_each(|order| self.note_order(order));
        self.standing.seal();
    }

    pub(crate) fn stand(&mut self, standing: G::Standing, then: G::Hand) {
        if !self.may_order() {
            return;
        }
        let added = self.standing.toggle(standing.clone());
        let facts = self.now().standing_facts(&self.viewpoint(), &standing);
        let said = self.pick(if added { words::STANDING_ADDED } else { words::STANDING_DROPPED });
        if let Some(StandingFacts { whose, what, .. }) = facts {
            self.say(format!("{said} {whose}: {what}"));
        }
        if added && let Some(why) = self.carry_on(&standing) {
            self.warn(why);
        }
        self.hand = then;
        self.refresh();
    }

    pub(crate) fn drop_standing_here(&mut self) {
        let here = self.standing_at(self.cursor);
        let Some((_, facts)) = here.first() else {
            return self.warn(self.pick(words::NO_STANDING_HERE).into());
        };
        self.say(format!("{} {}", self.pick(words::STANDING_DROPPED), facts.what));
        here.iter().for_each(|(standing, _)| self.standing.drop_one(standing));
    }

    /// The standing orders of what is on a cell.
    pub fn standing_at(&self, cell: Cell) -> Vec<(G::Standing, StandingFacts)> {
        let from = self.viewpoint();
        let here = |standing: &G::Standing| {
            let facts = self.now().standing_facts(&from, standing)?;
            (facts.at == cell).then(|| (standing.clone(), facts))
        };
        self.standing.list().iter().filter_map(here).collect()
    }

    /// Carries a standing order out, as far as it goes this turn. Returns why it cannot go on, if
    /// so.
    pub(crate) fn carry_on(&mut self, standing: &G::Standing) -> Option<String> {
        match self.now().carry_on(&self.viewpoint(), standing) {
            Progress::Orders(orders) => {
                for order in orders {
                    if self.now().check(self.seat, order).is_err() {
                        break;
                    }
                    self.history.play(self.seat, Act::Order(order));
                }
                return None;
            }
            Progress::Over => self.standing.drop_one(standing),
            Progress::Stuck(why) => {
                self.standing.drop_one(standing);
                return Some(why);
            }
        }
        None
    }

    /// Carries all standing orders out, for those who have done nothing else. Returns why one
    /// cannot go on, if so.
    pub(crate) fn carry_all_on(&mut self) -> Option<String> {
        if !self.now().to_move().has(self.seat) {
            return None;
        }
        let all = self.standing.list().to_vec();
        let stuck: Vec<String> = all.iter().filter_map(|standing| self.carry_on(standing)).collect();
        stuck.into_iter().next()
    }

    /// What orders would cause, up to the first that would be refused.
    pub fn preview(&self, orders: &[G::Order]) -> Foresight<G> {
        let mut after = self.now().clone();
        let mut events = Vec::new();
        for order in orders {
            if after.submit(self.seat, *order, &mut events).is_err() {
                break;
            }
        }
        let events = events.iter().filter_map(|event| G::redact_for(event, self.seat)).collect();
        Foresight { events, after: Some(after) }
    }

    /// Marks for everything under consideration.
    pub fn marks(&self) -> Marks {
        let mut marks = Marks::new(self.now().extent());
        if !self.is_solo() && !self.is_busy() {
            marks.add_all(self.waiting().into_iter().map(|(cell, _)| cell), Mark::Waiting);
        }
        for event in &self.foresight.events {
            self.now().mark_foresight(event, &mut marks);
        }
        self.now().mark_hand(self.seat, &self.hand, self.cursor, &mut marks);
        for event in self.hinted().iter().flat_map(|order| self.preview(&[*order]).events) {
            G::mark_preview(&event, &mut marks);
        }
        if let Choice::Give { orders, .. } = self.choice_at(self.cursor) {
            for event in self.preview(&orders).events {
                G::mark_preview(&event, &mut marks);
            }
        }
        marks
    }

    /// What the player has ordered and is still to be carried out, as arrows.
    pub fn order_arrows(&self) -> Vec<OrderArrow> {
        let ordered = self.history.orders_of_turn();
        self.now().order_arrows(self.seat, &ordered, self.standing.list())
    }
}
