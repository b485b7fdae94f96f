//! What becomes of orders, and how they are listed, drawn and counted.

use super::{is_the_same, listed, some};
use core::fmt::Debug;
use game::{Game, Seat, Silent, Viewer};

/// Draws a legal order; none if there is none. All that are listed can be drawn, each with one
/// number.
pub(super) fn pick<G: Game>(state: &G, seat: Seat, number: u32) -> Option<G::Order> {
    let legal = listed(state, seat);
    let count = legal.len() as u32;
    for wanted in [number % count.max(1), 0, count.saturating_sub(1)] {
        let mut draws = 0;
        let picked = state.pick(seat, &mut |below| {
            assert_eq!(below, count, "the number of legal orders");
            draws += 1;
            wanted
        });
        assert_eq!(draws, count.min(1), "one number is drawn, if there is anything to draw");
        assert_eq!(picked, legal.get(wanted as usize).copied(), "picking and listing disagree");
    }
    legal.get((number % count.max(1)) as usize).copied()
}

/// Submits an order to a state and to its twin, to which nobody listens. Returns the order.
///
/// The answer is the one that `check` gave; a refusal does what `note_rejected` does, which is
/// nothing in most games.
pub(super) fn submit<G: Game + PartialEq + Debug>(
    state: &mut G,
    mut twin: G,
    seat: Seat,
    order: G::Order,
    told: &mut Vec<G::Event>,
) -> Option<G::Order> {
    let before = state.clone();
    let promised = state.check(seat, order);
    is_listed_rightly(state, seat, order, promised.is_ok());
    super::order_survives_bytes(&order);

    let mut events = Vec::new();
    let answer = state.submit(seat, order, &mut events);
    assert_eq!(answer, promised, "{order:?}");
    if let Err(refusal) = answer {
        drop(refusal.to_string());
        let mut rejected = before.clone();
        rejected.note_rejected(seat);
        assert_eq!(*state, rejected, "{order:?} was refused ({refusal}) and changed something");
        assert!(events.is_empty(), "{order:?} was refused ({refusal}) and caused {events:?}");
    }
    if answer.is_ok() {
        let mut played = before.clone();
        played.play(seat, order, &mut Silent);
        assert_eq!(played, *state, "{order:?} is played otherwise than submitted");
    }
    events.iter().for_each(|event| drop(event.to_string()));
    told.extend(events);

    assert_eq!(twin.submit(seat, order, &mut Silent), answer, "{order:?}");
    is_the_same(&twin, state);
    assert!(
        state.to_move() == before.to_move() && state.turn() == before.turn(),
        "{order:?} settled the turn"
    );
    others_notice_nothing(&before, state, seat, order);
    Some(order)
}

fn is_listed_rightly<G: Game>(state: &G, seat: Seat, order: G::Order, accepted: bool) {
    let is_listed = listed(state, seat).contains(&order);
    assert!(accepted || !is_listed, "{order:?} is listed as legal and refused");
    assert!(!accepted || is_listed || !G::LEGAL_IS_ALL, "{order:?} is accepted and not listed as legal");
}

/// Before settlement one seat's orders never change what another seat is told.
fn others_notice_nothing<G: Game>(before: &G, after: &G, seat: Seat, order: G::Order) {
    for other in after.to_move().without(seat).iter() {
        let view = |state: &G| {
            let mut view = G::View::default();
            state.view(Viewer::Seat(other), &mut view);
            format!("{view:?}")
        };
        assert_eq!(view(before), view(after), "what {other} sees");
        let legal = listed(before, other);
        assert_eq!(legal, listed(after, other), "what {other} may order");
        for order in some(&legal, 16).chain([&order]) {
            assert_eq!(before.check(other, *order), after.check(other, *order), "the answer to {other}");
        }
    }
}

/// The numbers of legal orders, kept through a turn.
pub(super) struct Numbers<G: Game> {
    counts: G::OrderCounts,
    /// Whose they are, and the turn; none before the first.
    of: Option<(Seat, u32)>,
    /// What was submitted since they were last brought up to date.
    pub(super) submitted: Option<G::Order>,
    /// How often they were brought up to date.
    updates: u32,
}

impl<G: Game> Default for Numbers<G> {
    fn default() -> Self {
        Self { counts: G::OrderCounts::default(), of: None, submitted: None, updates: 0 }
    }
}

impl<G: Game> Numbers<G> {
    /// Longer lists are compared in this many places.
    const SAMPLES: usize = 64;
    /// How many updates there are for each comparison, which takes much longer.
    const UPDATES: u32 = 8;

    /// Brings the numbers up to date, and now and then compares them with the list.
    pub(super) fn update(&mut self, state: &G, seat: Seat) {
        let now = Some((seat, state.turn()));
        let count = match self.submitted.take().filter(|_| self.of == now) {
            Some(order) => state.recount_orders(seat, order, &mut self.counts),
            None => state.count_orders(seat, &mut self.counts),
        };
        self.of = now;
        self.updates += 1;
        if self.updates.is_multiple_of(Self::UPDATES) {
            self.compare(state, seat, count);
        }
    }

    fn compare(&self, state: &G, seat: Seat, count: u32) {
        let listed = listed(state, seat);
        let numbered = |number| state.order_at(seat, &self.counts, number);
        if count as usize == listed.len() {
            let numbers: Vec<usize> = (0..listed.len()).collect();
            some(&numbers, Self::SAMPLES).for_each(|at| assert_eq!(numbered(*at as u32), Some(listed[*at])));
        } else {
            assert_eq!((0..count).filter_map(numbered).collect::<Vec<_>>(), listed);
        }
    }
}
