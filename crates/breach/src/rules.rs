//! The contract, fulfilled: each line leads to the module that does it.

use crate::briefing::Briefing;
use crate::event::Event;
use crate::kinds::Side;
use crate::map::Setup;
use crate::mistakes::MistakeKind;
use crate::order::{Order, Refusal};
use crate::position::Position;
use crate::state::{Phase, StateOf};
use board::Digest;
use core::ops::ControlFlow;
use game::mistakes::Adherence;
use game::{Game, Log, Outcome, Receipt, Seat, Seats, Told, Viewer, WithoutFog};

impl<R: Adherence<MistakeKind>> Game for StateOf<R> {
    const NAME: &'static str = "breach";

    const RULES_VERSION: u32 = 1;
    const LEGAL_IS_ALL: bool = true;

    type Setup = Setup;
    type Order = Order;
    type Refusal = Refusal;
    type Event = Event;
    type View = Position;
    type OrderCounts = ();

    fn start(setup: &Setup, _seed: u64) -> Self {
        Self::new(setup)
    }

    fn seats(&self) -> u8 {
        1
    }

    fn turn(&self) -> u32 {
        self.turn
    }

    #[inline]
    fn to_move(&self) -> Seats {
        match self.phase {
            Phase::Playing => Seats::one(Seat::ONLY),
            Phase::Won | Phase::Lost => Seats::NONE,
        }
    }

    #[inline]
    fn check(&self, _seat: Seat, order: Order) -> Result<Receipt, Refusal> {
        self.check_order(order).map(|()| Receipt::Done)
    }

    // Called in the innermost loop of a search; the compiler would leave it a call.
    #[inline(always)]
    fn submit(&mut self, _seat: Seat, order: Order, log: &mut impl Log<Event>) -> Result<Receipt, Refusal> {
        self.check_order(order)?;
        self.resolve(order, log);
        Ok(Receipt::Done)
    }

    #[inline]
    fn play(&mut self, _seat: Seat, order: Order, log: &mut impl Log<Event>) {
        self.resolve(order, log);
    }

    #[inline]
    fn end_turn(&mut self, _seat: Seat, log: &mut impl Log<Event>) {
        self.settle(log);
    }

    #[inline]
    fn legal(&self, _seat: Seat, each: impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_order(each)
    }

    #[inline]
    fn pick(&self, _seat: Seat, below: &mut impl FnMut(u32) -> u32) -> Option<Order> {
        self.pick_order(below)
    }

    fn view(&self, _who: Viewer, into: &mut Position) {
        into.copy_from(self);
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.phase {
            Phase::Playing => None,
            Phase::Won => Some(Outcome::solo(1)),
            Phase::Lost => Some(Outcome::solo(-1)),
        }
    }

    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        self.encode(&mut digest);
        digest.finish()
    }

    #[inline]
    fn key(&self) -> u64 {
        self.search_key()
    }
}

impl<R: Adherence<MistakeKind>> Told for StateOf<R> {
    type Briefing = Briefing;

    fn briefing(&self) -> Briefing {
        self.brief()
    }

    fn units(&self, _: Seat) -> Option<u32> {
        Some(self.side(Side::Player).count())
    }

    fn is_loss(event: &Event) -> bool {
        matches!(event, Event::Died { .. })
    }
}

impl<R: Adherence<MistakeKind>> WithoutFog for StateOf<R> {}
