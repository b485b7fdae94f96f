//! The contract between a game and the platform.
//!
//! A game implements [`Game`]; everything else here is what that buys:
//!
//! - [`Session`] plays a game with people and bots: it answers *not your turn* and *the game is over*
//!   once for all games, and keeps the events.
//! - A [`Bot`] plays from a [`SeatHandle`], which lets it ask and do what its seat may, and nothing else.
//! - [`preview`] and [`preview_end_turn`] say what would happen.
//! - [`codec`] writes orders as bytes, for packed replays.
//! - [`perft`] counts lines of play: ports of the rules are verified with it.
//! - [`console`] holds what the graded dialogues share: reading answers byte by byte, writing, remarks; [`record`] keeps what was going on meanwhile,
//!   and [`mistakes`] lets an engine get a rule wrong on purpose, for judges.
//! - With the feature `formats`, [`DynGame`] is the object-safe face of a game with orders, views and events as
//!   JSON, [`replay`] is a game written down, and [`GameEntry`] is a game's entry in the registry ([`Course`] for games with a graded
//!   dialogue); [`schema`] describes that JSON.
//!
//! This crate does no input or output and knows no particular game.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

#[cfg(feature = "formats")]
pub mod bounded_json;
pub mod codec;
pub mod conform;
pub mod console;
mod contract;
#[cfg(feature = "formats")]
mod course;
mod diagnostics;
pub mod dialogue_trace;
#[cfg(feature = "formats")]
mod dyn_game;
#[cfg(feature = "formats")]
mod entry;
#[cfg(feature = "formats")]
mod json_text;
#[cfg(feature = "formats")]
mod load;
mod log;
pub mod mistakes;
mod outcome;
mod perft;
mod preview;
#[cfg(feature = "formats")]
pub mod replay;
mod row;
#[cfg(feature = "formats")]
pub mod schema;
mod seat_handle;
mod seats;
mod session;

pub use codec::OrderCodec;
pub use contract::{Game, Receipt};
#[cfg(feature = "formats")]
pub use course::Course;
pub use diagnostics::{Diagnostics, Patience, Problem};
#[cfg(feature = "formats")]
pub use dyn_game::{Drawn, DynGame, JsonGame};
#[cfg(feature = "formats")]
pub use entry::{ExportedFile, GameEntry, NewMap};
#[cfg(feature = "formats")]
pub use json_text::JsonText;
#[cfg(feature = "formats")]
pub use load::{Load, Work};
pub use log::{Log, Silent};
pub use outcome::{Outcome, Standing, most_turns};
pub use perft::{Perft, perft};
pub use preview::{preview, preview_end_turn};
pub use seat_handle::{Bot, Given, SeatHandle};
pub use seats::{MAX_SEATS, Seat, Seats, Viewer};
pub use session::{Answer, Session, Why};
