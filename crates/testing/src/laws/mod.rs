//! The laws of the contract: what every game must keep, checked by its tests and by the fuzzer.
//!
//! A game is played with orders of all kinds ([`hold`]); what must be true of every state, every
//! order and every end of a turn is asked on the way. In a test, [`laws!`](crate::laws!) is one
//! line a game. [`same_to`] compares two states that a seat cannot tell apart; the suite does so
//! with the true one and with one that was imagined, a game with fog also with others that it
//! makes.
//!
//! Everything here panics with the law that is broken.

mod codec;
mod imagining;
mod learning;
mod orders;

pub use codec::{order_survives_bytes, orders_have_one_form};
pub use imagining::same_to;

use core::fmt::Debug;
use core::ops::ControlFlow;
use game::{Actions, Game, Imagine, OrderCodec, Paint, Save, Seat, Silent, Told};
use learning::Easel;
use orders::Numbers;

/// A game with all that its contract has.
pub trait Lawful: Told + Actions + Paint + Save + Imagine + PartialEq + Debug {}

impl<G: Told + Actions + Paint + Save + Imagine + PartialEq + Debug> Lawful for G {}

/// A property test that plays a game by its laws: `testing::laws!(STRATEGY);`, where the strategy
/// makes pairs of a setup and a state on it. A number behind it says how many games are played.
#[macro_export]
macro_rules! laws {
    ($starts:expr) => {
        $crate::laws!($starts, 256);
    };
    ($starts:expr, $games:expr) => {
        proptest::proptest! {
            #![proptest_config(proptest::prelude::ProptestConfig {
                cases: $games,
                failure_persistence: None,
                ..proptest::prelude::ProptestConfig::default()
            })]

            #[test]
            fn the_laws_of_the_contract_hold(
                (setup, start) in $starts,
                bytes in proptest::collection::vec(proptest::num::u8::ANY, 0..300),
            ) {
                $crate::laws::hold_for_bytes(&setup, start, &bytes);
            }
        }
    };
}

/// What somebody does with a seat.
#[derive(Clone, Copy, Debug)]
pub enum Move<O> {
    /// Submit an order, legal or not.
    Submit(O),
    /// Submit a legal order, drawn with this number.
    Pick(u32),
    /// Submit the order that a number stands for: of those that may be chosen, the one that so many
    /// others precede.
    Choose(u32),
    /// End the turn.
    EndTurn,
}

/// Moves of any game, made of bytes.
pub fn moves<O: OrderCodec>(mut bytes: &[u8]) -> impl FnMut() -> Option<Move<O>> {
    move || {
        let [first, second, third, rest @ ..] = bytes else { return None };
        let number = u32::from(u16::from_le_bytes([*second, *third]));
        bytes = rest;
        Some(match first % 16 {
            0 => Move::EndTurn,
            1..8 => Move::Pick(number),
            8..12 => Move::Choose(number),
            _ => {
                let mut form = bytes;
                let order = O::decode(&mut form);
                bytes = if order.is_some() { form } else { bytes };
                order.map_or(Move::Pick(number), Move::Submit)
            }
        })
    }
}

/// All laws, for what bytes make of a game: they are its moves, and they are read as orders.
///
/// # Panics
/// If a law is broken.
pub fn hold_for_bytes<G: Lawful>(setup: &G::Setup, start: G, bytes: &[u8]) {
    orders_have_one_form::<G::Order>(bytes);
    hold(setup, start, &mut moves(bytes), |_| ());
}

/// Plays until the moves or the game are over, by the laws. `look` sees every state with the eyes
/// of its game.
///
/// # Panics
/// If a law is broken.
pub fn hold<G: Lawful>(
    setup: &G::Setup,
    start: G,
    next: &mut impl FnMut() -> Option<Move<G::Order>>,
    look: impl Fn(&G),
) {
    assert_eq!(G::start(setup, 0).turn(), 1, "turns are counted from 1");
    let mut round = Round::new(setup, start);
    loop {
        look(&round.state);
        let twin = round.look();
        let (Some(seat), Some(turn)) = (awaited(&round.state, round.moves), next()) else { break };
        round.play(twin, seat, turn);
    }
    let state = round.state;
    assert_eq!(
        state.to_move().is_empty(),
        state.outcome().is_some(),
        "over without an outcome, or the other way round"
    );
    if let Some(outcome) = state.outcome() {
        assert_eq!(outcome.standings().len(), usize::from(state.seats()), "a standing for every seat");
    }
}

/// How many moves there are for each look at what takes long to look at.
const THOROUGH: u32 = 8;

/// How many moves there are for each look at all that a seat is told of what it imagines.
const MOST_THOROUGH: u32 = 64;

/// A game that is looked at while it is played.
struct Round<'a, G: Lawful> {
    setup: &'a G::Setup,
    state: G,
    numbers: Numbers<G>,
    easel: Easel<G>,
    memories: Vec<G::Memory>,
    told: Vec<G::Event>,
    moves: u32,
}

impl<'a, G: Lawful> Round<'a, G> {
    fn new(setup: &'a G::Setup, state: G) -> Self {
        let seats = || (0..state.seats()).map(Seat);
        let memories = seats().map(|seat| G::memory(setup, seat)).collect();
        let easel = Easel::new(setup, state.seats());
        Self { setup, state, numbers: Numbers::default(), easel, memories, told: Vec::new(), moves: 0 }
    }

    /// Looks at the state; returns its twin, made of the bytes that it was saved as.
    fn look(&mut self) -> G {
        let twin = learning::saves(self.setup, &self.state, self.moves);
        is_the_same(&twin, &self.state);
        let thorough = self.moves.is_multiple_of(THOROUGH);
        self.moves += 1;
        for seat in self.state.to_move().iter() {
            learning::numbers_are_the_menu(self.setup, &self.state, seat, thorough);
        }
        self.easel.paints(&self.state, &self.told, self.moves);
        for (seat, memory) in (0..).map(Seat).zip(&mut self.memories) {
            if self.state.to_move().has(seat) {
                let imagined = imagining::remembers(&self.state, seat, &self.told, memory, thorough);
                let imagined = imagined.filter(|_| self.moves % MOST_THOROUGH == 1);
                imagined.inspect(|imagined| same_to(seat, self.setup, &self.state, imagined));
            }
        }
        self.told.clear();
        twin
    }

    fn play(&mut self, twin: G, seat: Seat, turn: Move<G::Order>) {
        self.numbers.update(&self.state, seat);
        let order = match turn {
            Move::EndTurn => return self.end_turn(twin, seat),
            Move::Submit(order) => Some(order),
            Move::Pick(number) => orders::pick(&self.state, seat, number),
            Move::Choose(number) => learning::choose(self.setup, &self.state, seat, number),
        };
        match order {
            Some(order) => {
                self.numbers.submitted = orders::submit(&mut self.state, twin, seat, order, &mut self.told)
            }
            None => self.end_turn(twin, seat),
        }
    }

    fn end_turn(&mut self, mut twin: G, seat: Seat) {
        let (turn, mut events) = (self.state.turn(), Vec::new());
        self.state.end_turn(seat, &mut events);
        assert!(self.state.turn() >= turn, "turn {turn} is followed by turn {}", self.state.turn());
        events.iter().for_each(|event| drop(event.to_string()));
        twin.end_turn(seat, &mut Silent);
        is_the_same(&twin, &self.state);
        self.told.extend(events);
    }
}

/// Equal states have equal hashes.
fn is_the_same<G: Game + PartialEq + Debug>(twin: &G, state: &G) {
    assert_eq!(twin, state, "made of the same bytes, with nobody listening");
    assert_eq!(twin.digest(), state.digest(), "{state:?}");
    assert_eq!(twin.key(), state.key(), "{state:?}");
}

/// One of the seats that are awaited: they take turns.
fn awaited<G: Game>(state: &G, moves: u32) -> Option<Seat> {
    let seats: Vec<Seat> = state.to_move().iter().collect();
    seats.get(moves as usize % seats.len().max(1)).copied()
}

fn listed<G: Game>(state: &G, seat: Seat) -> Vec<G::Order> {
    let mut orders = Vec::new();
    let _ = state.legal(seat, |order| {
        orders.push(order);
        ControlFlow::Continue(())
    });
    orders
}

/// At most so many, spread over all.
fn some<T>(all: &[T], most: usize) -> impl Iterator<Item = &T> {
    all.iter().step_by(1 + all.len() / most)
}
