//! The contract: each line leads to one of the other modules.

use crate::briefing::Briefing;
use crate::event::Event;
use crate::map::Setup;
use crate::order::Order;
use crate::order_counts::OrderCounts;
use crate::refusal::Refusal;
use crate::state::{Phase, State};
use crate::view::View;
use board::Digest;
use core::ops::ControlFlow;
use game::{Game, Log, Outcome, Receipt, Seat, Seats, Silent, Told, Viewer, WithoutFog};

impl<const SIDE: usize> Game for State<SIDE> {
    const NAME: &'static str = "fc18";

    const RULES_VERSION: u32 = 1;
    const LEGAL_IS_ALL: bool = true;

    type Setup = Setup<SIDE>;
    type Order = Order;
    type Refusal = Refusal;
    type Event = Event;
    type View = View;
    type OrderCounts = OrderCounts;

    fn start(setup: &Setup<SIDE>, _: u64) -> Self {
        let mut state = Self::before_first_turn(setup);
        state.open_turn();
        state
    }

    fn seats(&self) -> u8 {
        crate::kinds::PLAYERS as u8
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn to_move(&self) -> Seats {
        match self.phase {
            Phase::Over | Phase::Between => Seats::NONE,
            Phase::Open | Phase::Decided => Seats::one(self.on_turn()),
        }
    }

    fn check(&self, seat: Seat, order: Order) -> Result<Receipt, Refusal> {
        self.check_order(seat, order).map(|_| Receipt::Done)
    }

    #[inline]
    fn submit(&mut self, seat: Seat, order: Order, log: &mut impl Log<Event>) -> Result<Receipt, Refusal> {
        match self.check_order(seat, order) {
            Ok(action) => {
                self.resolve(action, log);
                Ok(Receipt::Done)
            }
            Err(refusal) => {
                self.note_rejected(seat);
                Err(refusal)
            }
        }
    }

    fn note_rejected(&mut self, _: Seat) {
        self.places_used = self.places_used.saturating_add(1);
    }

    fn end_turn(&mut self, _: Seat, log: &mut impl Log<Event>) {
        self.settle(log);
    }

    fn legal(&self, seat: Seat, each: impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_order(seat, each)
    }

    fn pick(&self, seat: Seat, below: &mut impl FnMut(u32) -> u32) -> Option<Order> {
        let mut counts = OrderCounts::default();
        self.count_legal(seat, &mut counts);
        self.leave_out_taken(seat, &mut counts);
        let all = counts.total();
        if all == 0 { None } else { self.nth_counted(&counts, below(all)) }
    }

    #[inline]
    fn count_orders(&self, seat: Seat, into: &mut OrderCounts) -> u32 {
        self.count_legal(seat, into);
        into.total()
    }

    #[inline]
    fn recount_orders(&self, seat: Seat, submitted: Order, counts: &mut OrderCounts) -> u32 {
        self.recount_legal(seat, submitted, counts);
        counts.total()
    }

    #[inline]
    fn order_at(&self, _: Seat, counts: &OrderCounts, n: u32) -> Option<Order> {
        self.nth_counted(counts, n)
    }

    fn view(&self, _: Viewer, into: &mut View) {
        self.fill_view(into);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| self.standings())
    }

    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        self.encode(&mut digest);
        digest.finish()
    }

    fn key(&self) -> u64 {
        self.search_key()
    }
}

impl<const SIDE: usize> Told for State<SIDE> {
    type Briefing = Briefing;

    fn briefing(&self) -> Briefing {
        self.brief()
    }

    fn is_loss(event: &Event) -> bool {
        matches!(event, Event::CorpsGone { .. } | Event::TowerDestroyed { .. })
    }
}

impl<const SIDE: usize> WithoutFog for State<SIDE> {}

impl<const SIDE: usize> State<SIDE> {
    /// Passes the turns of players that are out, until one that is in the game is on turn or the
    /// game is over.
    pub(crate) fn resume(mut self) -> Self {
        self.open_next_living_turn(&mut Silent);
        self
    }
}
