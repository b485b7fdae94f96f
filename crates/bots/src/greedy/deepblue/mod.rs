//! The greedy bot for *deepblue*.
//!
//! It knows what its seat is told and what it remembers of it. A turn goes: guns fire ([`gunnery`]), the base builds, repairs and supplies
//! ([`yard`]), cargo ships collect and deliver ([`trade`]), everything that fights sails for the next thing worth taking ([`fleet`]).
//! [`scene`] is the board as far as it is known.

mod fleet;
mod gunnery;
mod scene;
mod trade;
mod yard;

use deepblue::{Order, State, View};
use game::{Bot, SeatHandle};
use scene::{Memory, Scene};

/// Collects metal and fuel, builds carriers with escorts, takes forts on the way and besieges the other base from out of its range.
#[derive(Clone, Debug, Default)]
pub struct Greedy {
    view: View,
    memory: Memory,
    /// What the fleet is after.
    aim: Option<i32>,
}

impl Bot<State> for Greedy {
    fn play(&mut self, handle: &mut SeatHandle<'_, State>) {
        handle.view(&mut self.view);
        self.memory.learn(&self.view);
        let briefing = handle.briefing();
        let mut scene = Scene::new(&briefing.chart, handle.seat(), &self.view, &self.memory);
        let mut orders: Vec<Order> = Vec::new();
        gunnery::fire(&mut scene, &mut orders);
        yard::work(&mut scene, &mut orders);
        trade::run(&mut scene, &mut orders);
        self.aim = fleet::sail(&mut scene, self.aim, &mut orders);
        for order in orders {
            handle.submit(order);
        }
    }
}
