//! The contract, in terms of the other modules.

use crate::briefing::Briefing;
use crate::chance::Chance;
use crate::event::{Event, Fact};
use crate::kinds::Team;
use crate::map::Setup;
use crate::order::{Order, Refusal};
use crate::order_counts::OrderCounts;
use crate::state::{State, Winner};
use crate::view::View;
use board::Digest;
use core::ops::ControlFlow;
use game::{Game, Log, Outcome, Receipt, Seat, Seats, Standing, Told, Viewer};

impl Game for State {
    const NAME: &'static str = "deepblue";

    const RULES_VERSION: u32 = 1;
    // Goals outside the sea, places out of sight and odd amounts are accepted but not listed.
    const LEGAL_IS_ALL: bool = false;
    const FOG: bool = true;

    type Setup = Setup;
    type Order = Order;
    type Refusal = Refusal;
    type Event = Event;
    type View = View;
    type OrderCounts = OrderCounts;

    fn start(setup: &Setup, seed: u64) -> Self {
        Self { chance: Chance::seeded(seed), ..setup.start.clone() }
    }

    fn seats(&self) -> u8 {
        2
    }

    /// The rules, the views and the contest's files count settled rounds, from 0.
    fn turn(&self) -> u32 {
        self.round + 1
    }

    fn to_move(&self) -> Seats {
        match self.result {
            Some(_) => Seats::NONE,
            None => self.ended.iter().fold(Seats::first(2), Seats::without),
        }
    }

    fn check(&self, seat: Seat, order: Order) -> Result<Receipt, Refusal> {
        self.check_order(seat, order)
    }

    #[inline]
    fn submit(&mut self, seat: Seat, order: Order, _: &mut impl Log<Event>) -> Result<Receipt, Refusal> {
        self.submit_order(seat, order)
    }

    #[inline]
    fn play(&mut self, seat: Seat, order: Order, _: &mut impl Log<Event>) {
        self.enter_order(seat, order);
    }

    /// Every order that is read counts against the limit of a turn.
    fn note_rejected(&mut self, seat: Seat) {
        if let Some(count) = self.submitted.get_mut(seat.index()) {
            *count = count.saturating_add(1);
        }
    }

    fn end_turn(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        self.ended = self.ended.with(seat);
        if self.to_move().is_empty() {
            self.ended = Seats::NONE;
            self.settle(log);
        }
    }

    fn legal(&self, seat: Seat, each: impl FnMut(Order) -> ControlFlow<()>) -> ControlFlow<()> {
        self.each_order(Team::of(seat), each)
    }

    fn pick(&self, seat: Seat, below: &mut impl FnMut(u32) -> u32) -> Option<Order> {
        let mut counts = OrderCounts::default();
        let all = self.count_orders(seat, &mut counts);
        if all == 0 { None } else { self.nth_counted(&counts, below(all)) }
    }

    fn count_orders(&self, seat: Seat, into: &mut OrderCounts) -> u32 {
        self.count_legal(Team::of(seat), into);
        into.total()
    }

    /// Orders wait, so they change nothing.
    #[inline]
    fn recount_orders(&self, _: Seat, _: Order, counts: &mut OrderCounts) -> u32 {
        counts.total()
    }

    #[inline]
    fn order_at(&self, _: Seat, counts: &OrderCounts, n: u32) -> Option<Order> {
        self.nth_counted(counts, n)
    }

    fn view(&self, who: Viewer, into: &mut View) {
        self.fill_view(who, into);
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.result?;
        Some(Outcome::new(&Team::BOTH.map(|team| Standing {
            place: if winner == Winner::Team(team.other()) { 2 } else { 1 },
            score: self.scores[team as usize],
        })))
    }

    fn digest(&self) -> u64 {
        let mut digest = Digest::new();
        self.encode(&mut digest);
        digest.finish()
    }

    fn key(&self) -> u64 {
        self.search_key()
    }

    fn reseed(&mut self, seed: u64) {
        self.chance = Chance::seeded(seed);
    }
}

impl Told for State {
    type Briefing = Briefing;

    fn redact_for(event: &Event, seat: Seat) -> Option<Event> {
        event.redact_for(seat)
    }

    fn briefing(&self) -> Briefing {
        self.brief()
    }

    fn round_millis(&self) -> Option<u32> {
        Some(self.chart.millis_per_round)
    }

    fn is_loss(event: &Event) -> bool {
        matches!(event.fact, Fact::Destroy { .. })
    }
}
