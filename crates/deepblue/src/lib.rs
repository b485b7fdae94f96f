//! The rules of *deepblue*: two fleets on a grid with three levels, fog, and rounds that settle at
//! once for both sides.
//!
//! Reading order: [`kinds`] (kinds of elements, and the rulesets with their numbers), [`map`] (from
//! plain data to something playable), [`seas`] (ways over the sea), [`state`], [`order`], then what
//! happens: [`legal`] (what may be ordered now, in truth and as far as a seat may know),
//! [`resolve`] (what an order does), [`settle`] (the settlement of a round: start at
//! [`State::end_turn`](game::Game::end_turn)), [`event`] (what happens, and who may know of it),
//! [`view`] (what a seat may see), [`calculators`] (calculators), [`practice`] (the practice
//! levels' judges), [`generate`] and [`fair`] (new maps, and whether a map treats both sides
//! alike).
//!
//! ```
//! use board::{Cell, Size};
//! use deepblue::{Kind, Order, Placed, Plan, Rules, Setup, State, Team};
//! use game::{Game, Receipt, Seat, Silent};
//!
//! // Two bases on a strait, and a destroyer for each side.
//! let size = Size::new(12, 12);
//! let mut plan = Plan { size, land: vec![false; size.area()], ..Plan::default() };
//! for (team, corner, ship) in [(Team::First, 0, 4), (Team::Second, 9, 8)] {
//!     let base = Placed::new(corner, Kind::Base, team, Cell::new(corner as u8, corner as u8));
//!     base.area().cells().for_each(|cell| plan.land[size.index(cell)] = true);
//!     plan.elements.push(base);
//!     plan.elements.push(Placed::new(100 + ship, Kind::Destroyer, team, Cell::new(ship as u8, 5)));
//! }
//! let setup = Setup::new(plan, Rules::DOCUMENT).unwrap();
//! let mut state = State::start(&setup, 2015);
//!
//! // Both order, then everything settles at once.
//! let shot = Order::AttackUnit { unit: 104, target: 108 };
//! assert_eq!(state.submit(Seat(0), shot, &mut Silent), Ok(Receipt::Done));
//! let refusal = state.submit(Seat(1), Order::Produce { kind: 3 }, &mut Silent).unwrap_err();
//! assert_eq!(refusal.to_string(), "nothing of type 3 can be produced: units are 4 to 9");
//! let mut events: Vec<deepblue::Event> = Vec::new();
//! state.end_turn(Seat(0), &mut events);
//! state.end_turn(Seat(1), &mut events);
//! assert_eq!(events[0].to_string(), "104 fires at 108: 27 damage");
//! assert_eq!(state.turn(), 2);
//! ```
//!
//! Features: `formats` adds JSON for orders, events and views, map files, property tables, old
//! replays, and the `face` adds how the game is shown. registry entry `ENTRY`.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;
#[cfg(feature = "formats")]
extern crate std;

mod actions;
pub mod briefing;
pub mod calculators;
pub mod chance;
mod codec;
pub mod event;
#[cfg(feature = "face")]
pub mod face;
pub mod fair;
#[cfg(feature = "formats")]
pub mod formats;
pub mod generate;
pub mod kinds;
pub mod legal;
#[cfg(feature = "formats")]
mod loads;
pub mod map;
mod memory;
mod menu;
pub mod order;
mod order_counts;
mod paint;
mod pending;
pub mod place;
pub mod practice;
pub mod resolve;
mod rules;
mod save;
pub mod seas;
pub mod settle;
mod sight;
pub mod state;
pub mod view;

pub use briefing::Briefing;
pub use chance::Chance;
pub use event::{Event, Fact, Stores};
#[cfg(feature = "formats")]
pub use formats::ENTRY;
pub use kinds::{Kind, Level, Rules, Team};
pub use map::{Chart, Fault, Parts, Placed, Plan, Setup};
pub use memory::Memory;
pub use order::{Amounts, Order, Refusal};
pub use order_counts::OrderCounts;
pub use paint::Shown;
pub use place::{Area, Place};
pub use state::{Body, State, Winner};
pub use view::{Economy, Sighting, View};
