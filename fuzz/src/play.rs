//! Playing a game with orders of all kinds, and what must hold whatever they are.

use core::fmt::Debug;
use core::ops::ControlFlow;
use game::{Game, Seat, Silent};

/// What the fuzzer has a seat do.
#[derive(Clone, Copy, Debug)]
pub enum Move<O> {
    /// Submit an order, legal or not.
    Submit(O),
    /// Submit a legal order, drawn with this number.
    Pick(u8),
    /// End the turn.
    EndTurn,
}

/// Plays until the moves or the game are over.
///
/// `again` looks at every state with the eyes of its game and returns it after a journey through plain data. That one plays the next
/// move as well, with nobody listening: neither may make a difference.
///
/// # Panics
/// If a state or an answer is not what the contract promises.
pub fn plays_by_the_rules<G: Game + PartialEq + Debug>(
    mut state: G,
    mut next: impl FnMut() -> Option<Move<G::Order>>,
    again: impl Fn(&G) -> G,
) {
    let mut numbers = Numbers::default();
    loop {
        let twin = again(&state);
        is_the_same(&twin, &state);
        let (Some(seat), Some(turn)) = (awaited(&state), next()) else { break };
        numbers.update(&state, seat);
        match turn {
            Move::Submit(order) => numbers.submitted = submit(&mut state, twin, seat, order),
            Move::Pick(number) => numbers.submitted = pick(&mut state, twin, seat, number),
            Move::EndTurn => end_turn(&mut state, twin, seat),
        }
    }
    assert_eq!(
        awaited(&state).is_none(),
        state.outcome().is_some(),
        "over without an outcome, or the other way round"
    );
}

/// The numbers of legal orders, kept through a turn.
struct Numbers<G: Game> {
    tally: G::OrderCounts,
    /// Whose they are, and the turn; none before the first.
    of: Option<(Seat, u32)>,
    /// What was submitted since they were last brought up to date.
    submitted: Option<G::Order>,
    /// How often they were brought up to date.
    updates: u32,
}

impl<G: Game> Default for Numbers<G> {
    fn default() -> Self {
        Self { tally: G::OrderCounts::default(), of: None, submitted: None, updates: 0 }
    }
}

impl<G: Game> Numbers<G> {
    /// Longer lists are compared in this many places.
    const SAMPLES: usize = 64;
    /// How many updates there are for each comparison, which takes much longer.
    const UPDATES: u32 = 8;

    /// Brings the numbers up to date, and now and then compares them with the list.
    fn update(&mut self, state: &G, seat: Seat) {
        let now = Some((seat, state.turn()));
        let count = match self.submitted.take().filter(|_| self.of == now) {
            Some(order) => state.recount_orders(seat, order, &mut self.tally),
            None => state.count_orders(seat, &mut self.tally),
        };
        self.of = now;
        self.updates += 1;
        if self.updates.is_multiple_of(Self::UPDATES) {
            self.compare(state, seat, count);
        }
    }

    fn compare(&self, state: &G, seat: Seat, count: u32) {
        let mut listed = Vec::new();
        let _ = state.legal(seat, |order| {
            listed.push(order);
            ControlFlow::Continue(())
        });
        let numbered = |number| state.order_at(seat, &self.tally, number);
        if count as usize == listed.len() {
            let some = listed.iter().enumerate().step_by(1 + listed.len() / Self::SAMPLES);
            some.for_each(|(number, order)| assert_eq!(numbered(number as u32), Some(*order)));
        } else {
            assert_eq!((0..count).filter_map(numbered).collect::<Vec<_>>(), listed);
        }
    }
}

fn is_the_same<G: Game + PartialEq + Debug>(twin: &G, state: &G) {
    assert_eq!(twin, state, "made of the same plain data, with nobody listening");
    assert_eq!(twin.digest(), state.digest(), "{state:?}");
}

fn awaited<G: Game>(state: &G) -> Option<Seat> {
    state.to_move().iter().next()
}

/// The answer is the one that `check` gave; a refusal does what `note_rejected` does, which is nothing in most games. Returns the order.
fn submit<G: Game + PartialEq + Debug>(
    state: &mut G,
    mut twin: G,
    seat: Seat,
    order: G::Order,
) -> Option<G::Order> {
    let before = state.clone();
    let promised = state.check(seat, order);
    let listed = is_listed(state, seat, order);
    assert!(promised.is_ok() || !listed, "{order:?} is listed as legal and refused");
    assert!(promised.is_err() || listed || !G::LEGAL_IS_ALL, "{order:?} is accepted and not listed as legal");

    let mut events = Vec::new();
    let answer = state.submit(seat, order, &mut events);
    assert_eq!(answer, promised, "{order:?}");
    if let Err(refusal) = answer {
        let mut note_rejected = before;
        note_rejected.note_rejected(seat);
        assert_eq!(*state, note_rejected, "{order:?} was refused ({refusal}) and changed something");
        assert!(events.is_empty(), "{order:?} was refused ({refusal}) and caused {events:?}");
    }
    events.iter().for_each(|event| drop(event.to_string()));

    assert_eq!(twin.submit(seat, order, &mut Silent), answer, "{order:?}");
    is_the_same(&twin, state);
    Some(order)
}

fn is_listed<G: Game>(state: &G, seat: Seat, order: G::Order) -> bool {
    let look = |listed| if listed == order { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    state.legal(seat, look).is_break()
}

fn pick<G: Game + PartialEq + Debug>(state: &mut G, twin: G, seat: Seat, number: u8) -> Option<G::Order> {
    let picked = state.pick(seat, &mut |below| u32::from(number) % below);
    let nothing_legal = state.legal(seat, |_| ControlFlow::Break(())).is_continue();
    assert_eq!(picked.is_none(), nothing_legal, "picking and listing disagree");
    let order = picked?;
    assert!(is_listed(state, seat, order), "{order:?} was picked and is not listed as legal");
    submit(state, twin, seat, order)
}

fn end_turn<G: Game + PartialEq + Debug>(state: &mut G, mut twin: G, seat: Seat) {
    let mut events = Vec::new();
    state.end_turn(seat, &mut events);
    events.iter().for_each(|event| drop(event.to_string()));
    twin.end_turn(seat, &mut Silent);
    is_the_same(&twin, state);
}
