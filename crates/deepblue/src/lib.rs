//! The rules of *deepblue*: two fleets on a grid with three levels, fog, and rounds that settle at once for both sides.
//!
//! Reading order: [`kinds`] (kinds of elements, and the rulesets with their numbers), [`map`] (from plain data to something
//! playable), [`seas`] (ways over the sea), [`state`], [`order`], then what happens: [`legal`] (what may be ordered now, in truth
//! and as far as a seat may know), [`resolve`] (what an order does), [`settle`] (the settlement of a round: start at
//! [`State::end_turn`](game::Game::end_turn)), [`event`] (what happens, and who may know of it), [`view`] (what a seat may see), [`reckon`] (calculators), [`practice`]
//! (the practice levels' judges), [`generate`] and [`fair`] (new maps, and whether a map treats both sides alike).
//!
//! Features: `formats` adds JSON for orders, events and views, map files, property tables, old replays, and the
//! registry entry `TITLE`.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;
#[cfg(feature = "formats")]
extern crate std;

pub mod chance;
pub mod event;
pub mod fair;
#[cfg(feature = "formats")]
pub mod formats;
pub mod generate;
pub mod kinds;
pub mod legal;
#[cfg(feature = "formats")]
mod loads;
pub mod map;
mod menu;
pub mod order;
pub mod place;
pub mod practice;
pub mod reckon;
pub mod resolve;
mod rules;
pub mod seas;
pub mod settle;
pub mod state;
pub mod view;

pub use chance::Chance;
pub use event::{Event, Fact, Stores};
#[cfg(feature = "formats")]
pub use formats::TITLE;
pub use kinds::{Kind, Level, Rules, Team};
pub use map::{Chart, Fault, Parts, Placed, Plan, Setup};
pub use order::{Amounts, Order, Refusal};
pub use place::{Area, Place};
pub use state::{Body, State, Winner};
pub use view::{Economy, Sighting, View};
