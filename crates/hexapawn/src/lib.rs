//! Hexapawn: the smallest complete game, an example for people who add one.
//!
//! Pawns face each other on a small board. A pawn goes one cell ahead if that is empty, or takes a
//! pawn one cell ahead to the left or right. Whoever brings a pawn to the far edge wins, and so
//! does whoever leaves the other without a move. Ending a turn without a move loses.
//!
//! Reading order: [`map`] (text to setup), [`order`], [`event`], [`state`] (the rules),
//! [`learning`] (numbers, pictures, bytes), `entry` (JSON and the registry), [`face`] (how it is
//! shown). The book's chapter *Add a game* walks through it.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

mod entry;
pub mod event;
pub mod face;
pub mod learning;
pub mod map;
pub mod order;
pub mod state;

pub use entry::ENTRY;
pub use event::Event;
pub use map::Setup;
pub use order::{Order, Refusal};
pub use state::{Briefing, State, View};
