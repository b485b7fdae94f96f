//! What every game provides.

use crate::{Log, OrderCodec, Outcome, Seat, Seats, Viewer};
use core::fmt::{Debug, Display};
use core::ops::ControlFlow;

/// A state of a game, and the rules that change it.
///
/// All games share one rhythm: a seat *submits* orders one by one, each accepted or refused; when
/// a seat has nothing more to order it *ends its turn*; when every awaited seat has done so the
/// game *settles* the turn. In most games an accepted order acts at once and settling runs what
/// follows, an enemy's turn for example; where all seats order at the same time, orders wait and
/// settling does everything.
///
/// What an implementation guarantees:
///
/// - Same setup, same seed, same calls: same states, on every machine.
/// - [`end_turn`](Self::end_turn) is the only thing that settles, and is always possible for a seat
///   of [`to_move`](Self::to_move).
/// - Before settlement, one seat's orders never change another seat's answers.
/// - [`check`](Self::check), [`legal`](Self::legal) and [`view`](Self::view) are functions of what
///   the seat may see: no question reveals what the view does not. What seats are told besides is
///   in [`Told`](crate::Told).
/// - Calls with a seat that is not to move are answered by [`Session`](crate::Session), not here.
pub trait Game: Clone {
    /// The name on the command line and in files.
    const NAME: &'static str;

    /// The version of the rules. It rises when the same orders may lead to other states than
    /// before: a replay names the version that it was played by, and is run by no other.
    const RULES_VERSION: u32 = 1;

    /// Whether every order outside [`legal`](Self::legal) is refused.
    const LEGAL_IS_ALL: bool;

    /// Whether a seat may be kept from seeing some of the state. Where there is no fog, a bot in
    /// the same program may look at the state itself.
    const FOG: bool = false;

    /// A valid map with its rule profile. Large fixed parts sit behind an `Arc`.
    type Setup: Clone;
    /// What a seat can ask for; small, passed by value, and small on disk.
    type Order: Copy + Eq + Debug + OrderCodec;
    /// Why an order is refused; displays as one plain sentence.
    type Refusal: Copy + Eq + Debug + Display;
    /// Something that happened: enough for a viewer to animate it. Displays as one plain sentence.
    type Event: Clone + Debug + Display;
    /// What a viewer may see.
    type View: Default + Debug;
    /// What [`count_orders`](Self::count_orders) remembers of a seat's legal orders; nothing where
    /// counting them is cheap.
    type OrderCounts: Default + Debug + Send;

    /// The state before the first turn. Games without chance ignore the seed.
    #[must_use]
    fn start(setup: &Self::Setup, seed: u64) -> Self;

    /// Number of seats.
    fn seats(&self) -> u8;

    /// Number of the current turn, counted from 1.
    fn turn(&self) -> u32;

    /// The seats whose orders are awaited; empty when the game is over.
    fn to_move(&self) -> Seats;

    /// What [`submit`](Self::submit) would answer. Changes nothing.
    ///
    /// # Errors
    /// The reason for a refusal.
    fn check(&self, seat: Seat, order: Self::Order) -> Result<Receipt, Self::Refusal>;

    /// Checks the order and, if it is accepted, carries it out; for people and bots.
    ///
    /// # Errors
    /// The reason that [`check`](Self::check) gives. A refusal does to the state what
    /// [`note_rejected`](Self::note_rejected) does.
    fn submit(
        &mut self,
        seat: Seat,
        order: Self::Order,
        log: &mut impl Log<Self::Event>,
    ) -> Result<Receipt, Self::Refusal>;

    /// Carries out an order that [`check`](Self::check) accepts; for search loops. To be provided
    /// where that is quicker than checking it again.
    ///
    /// With any other order the state stays valid but is not one that play leads to.
    #[inline]
    fn play(&mut self, seat: Seat, order: Self::Order, log: &mut impl Log<Self::Event>) {
        let _ = self.submit(seat, order, log);
    }

    /// Takes note that an order of this seat was refused or could not be read.
    ///
    /// Nothing happens in most games; where a turn has room for so many orders only, it uses up a
    /// place.
    fn note_rejected(&mut self, seat: Seat) {
        let _ = seat;
    }

    /// Ends the seat's turn and, when no seat is awaited any more, settles it.
    fn end_turn(&mut self, seat: Seat, log: &mut impl Log<Self::Event>);

    /// Hands every legal order to `each`, in a fixed order and each once, until told to stop.
    fn legal(&self, seat: Seat, each: impl FnMut(Self::Order) -> ControlFlow<()>) -> ControlFlow<()>;

    /// One order of [`legal`](Self::legal), each as likely as the others; none if there is none.
    ///
    /// `below(n)` draws a number below `n`; it is called once, with the number of legal orders, if
    /// there are any. As provided, all are listed twice; games in which many are drawn do better.
    fn pick(&self, seat: Seat, below: &mut impl FnMut(u32) -> u32) -> Option<Self::Order> {
        let mut count = 0;
        let _ = self.legal(seat, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        let mut left = if count == 0 { return None } else { below(count) };
        let mut picked = None;
        let _ = self.legal(seat, |order| {
            if left == 0 {
                picked = Some(order);
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        picked
    }

    /// Numbers the orders of [`legal`](Self::legal), and fills `into` with what makes drawing many
    /// of them in one turn cheap.
    ///
    /// Returns how many numbers there are: one for each legal order and, where it is cheaper to
    /// find that out only when they are drawn, some for none. A buffer that is used again costs no
    /// allocation.
    fn count_orders(&self, seat: Seat, into: &mut Self::OrderCounts) -> u32 {
        let _ = into;
        let mut count = 0;
        self.pick(seat, &mut |all| {
            count = all;
            0
        });
        count
    }

    /// The same as [`count_orders`](Self::count_orders), given the counts of the state before this
    /// order of the seat was submitted.
    fn recount_orders(&self, seat: Seat, submitted: Self::Order, counts: &mut Self::OrderCounts) -> u32 {
        let _ = submitted;
        self.count_orders(seat, counts)
    }

    /// The legal order of this number, given the counts of this very state; none if the number is
    /// that of none.
    ///
    /// Whoever draws again then draws every legal order with the same probability. The numbers
    /// ascend as the orders are listed.
    fn order_at(&self, seat: Seat, counts: &Self::OrderCounts, n: u32) -> Option<Self::Order> {
        let _ = counts;
        self.pick(seat, &mut |_| n)
    }

    /// Fills `into` with what `who` may see. A buffer that is used again costs no allocation.
    fn view(&self, who: Viewer, into: &mut Self::View);

    /// Places and scores when the game is over.
    fn outcome(&self) -> Option<Outcome>;

    /// A hash of the whole state over a documented encoding, stable across machines and versions.
    fn digest(&self) -> u64;

    /// A hash of all that play can tell apart, but for the number of the turn; much cheaper than
    /// [`digest`](Self::digest), for search.
    ///
    /// It says nothing of what is fixed by the setup, and may change from version to version.
    fn key(&self) -> u64;

    /// Replaces the seed of all chance still to come: a search must not see the future dice.
    fn reseed(&mut self, seed: u64) {
        let _ = seed;
    }
}

/// How an order was accepted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Receipt {
    /// Carried out, or certain to be looked at when the turn settles.
    Done,
    /// Received; what becomes of it depends on what the seat may not know.
    Taken,
}
