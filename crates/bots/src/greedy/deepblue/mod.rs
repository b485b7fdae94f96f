//! The greedy bot for *deepblue*.
//!
//! It knows what its seat is told and what it remembers of it. A turn goes: guns fire
//! ([`gunnery`]), the base builds, repairs and supplies ([`yard`]), cargo ships collect and deliver
//! ([`trade`]), everything that fights sails for the next thing worth taking ([`fleet`]). [`scene`]
//! is the board as far as it is known, a [`Plan`] what can be otherwise: what searches play forward
//! with.

mod fleet;
mod gunnery;
mod scene;
mod style;
mod trade;
mod yard;

pub(crate) use style::{Errand, Mix, Plan, Style};

use deepblue::{Chart, Order, State, View};
use game::{Bot, Game, Seat, SeatHandle, Viewer};
use scene::{Memory, Scene};

/// Collects metal and fuel, builds carriers with escorts, takes forts on the way and besieges the
/// other base from out of its range.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    mind: Mind,
}

impl Bot<State> for Greedy {
    fn play(&mut self, handle: &mut SeatHandle<'_, State>) {
        handle.view(&mut self.mind.view);
        let briefing = handle.briefing();
        for order in self.mind.orders(&briefing.chart, handle.seat(), &Plan::of(Style::GREEDY)) {
            handle.submit(order);
        }
    }
}

/// What a player sees, what it remembers, and what it is up to.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mind {
    pub(crate) view: View,
    memory: Memory,
    /// What the fleet is after.
    aim: Option<i32>,
}

impl Mind {
    /// The orders for a turn, by the view as it is.
    pub(crate) fn orders(&mut self, chart: &Chart, seat: Seat, plan: &Plan) -> Vec<Order> {
        self.memory.learn(&self.view);
        let mut scene = Scene::new(chart, seat, plan, &self.view, &self.memory);
        let mut orders: Vec<Order> = Vec::new();
        yard::mend(&mut scene, &mut orders);
        gunnery::fire(&mut scene, &mut orders);
        yard::work(&mut scene, &mut orders);
        trade::run(&mut scene, &mut orders);
        self.aim = fleet::sail(&mut scene, self.aim, &mut orders);
        orders
    }

    /// Plays a turn on a bare state, but for its end.
    pub(crate) fn play_turn(&mut self, state: &mut State, seat: Seat, plan: &Plan) {
        state.view(Viewer::Seat(seat), &mut self.view);
        let briefing = game::Told::briefing(state);
        for order in self.orders(&briefing.chart, seat, plan) {
            let _ = state.accept(seat, order);
        }
    }
}
