//! The rules of *breach*, a small relative of *Into the Breach*.
//!
//! An 8 × 8 board, a player against a fixed, deterministic enemy, no chance anywhere. Reading
//! order: [`kinds`] (units and terrain with their numbers), [`map`] (the map file), [`state`],
//! [`order`], then what happens: [`legal`] (what may be ordered now), [`resolve`] (what an order
//! does: start at [`State::play`](game::Game::play)), [`settle`] (the enemy, the forests, the end
//! of the game), [`position`] (a state as plain data: what a seat sees) and [`console`] (the graded
//! dialogue).
//!
//! ```
//! use breach::{Order, Setup, Stage, State};
//! use board::Cell;
//! use game::{Game, Seat, Silent, preview_end_turn};
//!
//! // A tank at (3, 1) and a bee at (3, 6).
//! let setup = Setup::parse(b"0 2  3 1 T  3 6 B", Stage::Four).unwrap();
//! let mut state = State::start(&setup, 0);
//! let shot = Order::Attack { unit: Cell::new(3, 1), target: Cell::new(3, 6) };
//! state.submit(Seat::ONLY, shot, &mut Silent).unwrap();
//! assert_eq!(state.hp(Cell::new(3, 7)), Some(1)); // hit, and pushed against the edge
//!
//! let (after, events) = preview_end_turn(&state, Seat::ONLY);
//! assert_eq!(after.hp(Cell::new(3, 4)), Some(1)); // the bee will come three cells nearer
//! assert!(!events.is_empty());
//! ```
//!
//! Features: `formats` adds JSON for orders, events and positions, and the registry entry `ENTRY`.
//! `face` adds how the game is shown.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod actions;
pub mod briefing;
mod codec;
pub mod console;
pub mod event;
#[cfg(feature = "face")]
pub mod face;
#[cfg(feature = "formats")]
mod formats;
pub mod kinds;
pub mod legal;
#[cfg(feature = "formats")]
mod loads;
pub mod map;
pub mod mistakes;
pub mod order;
mod paint;
pub mod position;
#[cfg(feature = "formats")]
mod puzzles;
pub mod resolve;
pub mod rulebook;
mod rules;
mod save;
pub mod settle;
pub mod state;

pub use briefing::Briefing;
pub use event::Event;
#[cfg(feature = "formats")]
pub use formats::ENTRY;
pub use kinds::{Kind, Side, Stage, Terrain};
pub use map::Setup;
pub use order::{Order, Refusal};
pub use position::{Position, Unit};
pub use state::{Phase, SIZE, State, StateOf};
