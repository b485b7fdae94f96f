//! The rules of *Mages & Goblins*.
//!
//! A board of up to 20 × 20, a player's mages against goblins that follow fixed rules, no chance
//! anywhere. Reading order: [`kinds`] (units and terrain), [`map`] (the map file), [`state`],
//! [`order`], then what happens: [`legal`] (what may be ordered now), [`resolve`] (what an order
//! does: start at [`State::play`](game::Game::play)), [`settle`] (the goblins, the end of the
//! game), [`track`] (whom a tracking goblin goes for), [`position`] (a state as plain data: what a
//! seat sees) and [`console`] (the graded dialogue).
//!
//! ```
//! use board::{Cell, Direction};
//! use game::{Game, Seat, Silent, preview_end_turn};
//! use goblins::{Order, Setup, Stage, State};
//!
//! // A mage at (0, 0), a patrol goblin at (2, 3) facing left with 2 steps a turn.
//! let setup = Setup::parse(b"3 4 0 1 1\n0 0\n2 3 PG A 2\n", Stage::Four).unwrap();
//! let mut state = State::start(&setup, 0);
//! state.submit(Seat::ONLY, Order::Step(Direction::Down), &mut Silent).unwrap();
//! assert_eq!(state.mage_to_move(), Some(Cell::new(1, 0)));
//!
//! let (after, events) = preview_end_turn(&state, Seat::ONLY);
//! assert!(after.goblins().has(Cell::new(2, 1))); // two steps nearer, and not beside the mage
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
pub mod generate;
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
pub mod track;

pub use briefing::Briefing;
pub use event::Event;
#[cfg(feature = "formats")]
pub use formats::ENTRY;
pub use kinds::{Kind, Stage, Terrain};
pub use map::Setup;
pub use order::{Order, Refusal};
pub use paint::Shown;
pub use position::{Position, Unit};
pub use state::{MAX_SIDE, Phase, State, StateOf};
