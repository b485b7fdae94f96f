//! The contract between a game and the platform.
//!
//! A game implements [`Game`], which is what a search needs, and [`Told`], what its seats are told;
//! everything else here is what that buys:
//!
//! - [`Session`] plays a game with people and bots: it answers *not your turn* and *the game is
//!   over* once for all games, and keeps the events.
//! - A [`Bot`] plays from a [`SeatHandle`], which lets it ask and do what its seat may, and nothing
//!   else.
//! - [`preview`] and [`preview_end_turn`] say what would happen.
//! - [`codec`] writes orders as bytes, for packed replays.
//! - [`Actions`], [`Paint`] and [`Save`] are what learners need: orders as numbers, views as
//!   arrays, states as bytes. [`Imagine`] is what a search under fog needs. A game implements them
//!   beside [`Game`].
//! - [`perft`] counts lines of play: ports of the rules are verified with it.
//! - [`console`] holds what the graded dialogues share: reading answers byte by byte, writing,
//!   remarks; [`dialogue_trace`] keeps what was going on meanwhile, and [`mod@mistakes`] lets an
//!   engine get a rule wrong on purpose, for judges.
//! - With the feature `formats`, [`DynGame`] is the object-safe face of a game with orders, views
//!   and events as JSON, [`replay`] is a game written down, and [`GameEntry`] is a game's entry in
//!   the registry ([`SimpleEntry`] for games that need nothing special, [`CourseEntry`] for those
//!   with a graded dialogue); [`schema`] describes that JSON.
//!
//! This crate does no input or output and knows no particular game.
#![no_std]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

extern crate alloc;

pub mod actions;
#[cfg(feature = "formats")]
pub mod bounded_json;
#[cfg(feature = "formats")]
pub mod calculators;
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
mod guest;
mod imagine;
#[cfg(feature = "formats")]
mod json_text;
mod lang;
#[cfg(feature = "formats")]
mod load;
mod log;
pub mod mistakes;
mod outcome;
mod paint;
mod perft;
mod preview;
#[cfg(feature = "formats")]
pub mod replay;
#[cfg(feature = "formats")]
mod rollout;
mod row;
mod save;
#[cfg(feature = "formats")]
pub mod schema;
mod seat_handle;
mod seats;
pub mod sentence;
mod session;
#[cfg(feature = "formats")]
mod setup;
#[cfg(feature = "formats")]
mod simple_entry;
mod told;
#[cfg(feature = "formats")]
mod unreadable;

pub use actions::{Actions, Numbering};
#[cfg(feature = "formats")]
pub use calculators::Calculators;
pub use codec::OrderCodec;
pub use contract::{Game, Receipt};
#[cfg(feature = "formats")]
pub use course::CourseEntry;
pub use diagnostics::{Diagnostics, Problem, ProblemsWanted};
#[cfg(feature = "formats")]
pub use dyn_game::{DrawnAsText, DynGame, JsonGame};
#[cfg(feature = "formats")]
pub(crate) use entry::no_generator;
#[cfg(feature = "formats")]
pub use entry::{ExportedFile, GameEntry, NewMap};
#[cfg(feature = "formats")]
pub use guest::GuestProtocol;
pub use imagine::{Imagine, WithoutFog};
#[cfg(feature = "formats")]
pub use json_text::JsonText;
pub use lang::{Lang, Speak, Words};
#[cfg(feature = "formats")]
pub use load::{BenchLoad, BenchWork};
pub use log::{All, Log, Silent};
pub use outcome::{Outcome, Standing, most_turns};
pub use paint::{Layout, Paint, Picture, lose_track};
pub use perft::{Perft, perft};
pub use preview::{preview, preview_end_turn};
#[cfg(feature = "formats")]
pub use rollout::{Painting, Rollout, bench_keys};
pub use save::{Save, SavedBytes};
pub use seat_handle::{Bot, GivenCount, GivenOrder, SeatHandle};
pub use seats::{MAX_SEATS, Seat, Seats, Viewer};
pub use session::{Answer, RefusalReason, Session};
#[cfg(feature = "formats")]
pub use setup::{DynSetup, OpenSetup, SetupError, UnknownProfile};
#[cfg(feature = "formats")]
pub use simple_entry::SimpleEntry;
pub use told::Told;
