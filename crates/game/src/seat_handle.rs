//! A seat as the bot in it sees it.

use crate::{
    Actions, Answer, Game, Imagine, Numbering, Paint, Picture, Receipt, Seat, Session, Told, Viewer,
};
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// An opponent in the same program, written against the contract.
///
/// It draws chance from a seed it was made with and counts its thinking in nodes, never in time, so
/// that a game can be played again and comes out the same.
pub trait Bot<G: Game>: Send {
    /// Plays one turn: orders through the handle, then returns, which ends the turn.
    fn play(&mut self, handle: &mut SeatHandle<'_, G>);

    /// What it thought in the turn that it has just played, in one line; replays keep it.
    fn note(&self) -> Option<String> {
        None
    }
}

/// An order that was given, with its answer.
pub type GivenOrder<G> = (<G as Game>::Order, Answer<<G as Game>::Refusal>);

/// How many orders were given in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GivenCount {
    /// All of them.
    pub orders: u64,
    /// Those that were refused.
    pub refused: u64,
}

/// A seat in a game: what its player may ask and do, and nothing else.
///
/// All answers are functions of what the seat may see.
#[derive(Debug)]
pub struct SeatHandle<'a, G: Game> {
    session: &'a mut Session<G>,
    seat: Seat,
    given: Option<&'a mut Vec<GivenOrder<G>>>,
    count: GivenCount,
}

impl<'a, G: Game> SeatHandle<'a, G> {
    /// Takes the seat. What is ordered is also written down in `given`, if there is one.
    pub const fn new(
        session: &'a mut Session<G>,
        seat: Seat,
        given: Option<&'a mut Vec<GivenOrder<G>>>,
    ) -> Self {
        Self { session, seat, given, count: GivenCount { orders: 0, refused: 0 } }
    }

    /// Which seat it is.
    #[must_use]
    pub const fn seat(&self) -> Seat {
        self.seat
    }

    /// Number of the current turn.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.session.game().turn()
    }

    /// What never changes.
    #[must_use]
    pub fn briefing(&self) -> G::Briefing
    where
        G: Told,
    {
        self.session.game().briefing()
    }

    /// Fills `into` with what the seat may see.
    pub fn view(&self, into: &mut G::View) {
        self.session.game().view(Viewer::Seat(self.seat), into);
    }

    /// The state itself, in games without fog.
    #[must_use]
    pub fn state(&self) -> Option<&G> {
        (!G::FOG).then(|| self.session.game())
    }

    /// What [`submit`](Self::submit) would answer, as far as the rules go.
    ///
    /// # Errors
    /// The reason for a refusal.
    pub fn check(&self, order: G::Order) -> Result<Receipt, G::Refusal> {
        self.session.game().check(self.seat, order)
    }

    /// Hands every legal order to `each` until told to stop.
    pub fn legal(&self, each: impl FnMut(G::Order) -> ControlFlow<()>) -> ControlFlow<()> {
        self.session.game().legal(self.seat, each)
    }

    /// One legal order, each as likely as the others.
    pub fn pick(&self, below: &mut impl FnMut(u32) -> u32) -> Option<G::Order> {
        self.session.game().pick(self.seat, below)
    }

    /// Numbers the legal orders; see [`Game::count_orders`].
    pub fn count_orders(&self, into: &mut G::OrderCounts) -> u32 {
        self.session.game().count_orders(self.seat, into)
    }

    /// Numbers the legal orders anew after an order was submitted; see [`Game::recount_orders`].
    pub fn recount_orders(&self, submitted: G::Order, counts: &mut G::OrderCounts) -> u32 {
        self.session.game().recount_orders(self.seat, submitted, counts)
    }

    /// The legal order of this number, if it is that of one; see [`Game::order_at`].
    pub fn order_at(&self, counts: &G::OrderCounts, n: u32) -> Option<G::Order> {
        self.session.game().order_at(self.seat, counts, n)
    }

    /// Brings the memory of whoever plays the seat up to date: with what the seat sees, and with
    /// what it may know of the events that the session has kept. To be called when the turn begins;
    /// [`Imagine::imagine`] then makes a state to search from, also under fog.
    pub fn remember(&self, memory: &mut G::Memory)
    where
        G: Imagine + Told,
    {
        let events = self.session.events().iter();
        let told: Vec<G::Event> = events.filter_map(|event| G::redact_for(event, self.seat)).collect();
        self.session.game().remember(&told, memory);
    }

    /// Writes which numbers the seat may choose; see [`Actions::mask`].
    pub fn mask(&self, numbering: Numbering, into: &mut [u64])
    where
        G: Actions,
    {
        self.session.game().mask(numbering, self.seat, into);
    }

    /// The order that a number stands for; see [`Actions::numbered`].
    pub fn numbered(&self, numbering: Numbering, number: u32) -> Option<G::Order>
    where
        G: Actions,
    {
        self.session.game().numbered(numbering, self.seat, number)
    }

    /// Paints what the seat sees; see [`Paint::paint`].
    pub fn paint(&self, into: &mut Picture<'_>)
    where
        G: Paint,
    {
        self.session.game().paint(self.seat, into);
    }

    /// Gives an order.
    // Bots give orders in their innermost loop.
    #[inline(always)]
    pub fn submit(&mut self, order: G::Order) -> Answer<G::Refusal> {
        let answer = self.session.submit(self.seat, Some(order));
        self.count.orders += 1;
        if matches!(answer, Answer::Refused(_)) {
            self.count_refused();
        }
        if let Some(given) = &mut self.given {
            given.push((order, answer));
        }
        answer
    }

    // Out of the way: most orders are accepted.
    #[cold]
    fn count_refused(&mut self) {
        self.count.refused += 1;
    }

    /// How many orders were given so far.
    #[must_use]
    pub const fn count(&self) -> GivenCount {
        self.count
    }
}
