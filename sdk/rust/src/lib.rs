//! Bots for sandtable's games: the bot protocol, with types for what is seen and ordered. No dependencies.
//!
//! A bot is a function that is called each turn with what it sees and returns its orders:
//!
//! ```no_run
//! use sandtable_bot::breach::{self, Order, Table, View};
//!
//! fn turn(view: &View, table: &mut Table) -> Vec<Order> {
//!     table.note(format!("{} units are left", view.units.len()));
//!     Vec::new()
//! }
//!
//! fn main() -> std::process::ExitCode {
//!     breach::play(turn)
//! }
//! ```
//!
//! There is a module for each game: [`breach`], [`goblins`], [`deepblue`] and [`fc18`], with the same functions and with types made from the
//! game's schemas. [`Table`] is what a bot knows beside its view, and what it can ask for. A bot that remembers something from turn to turn, or wants
//! to know how the game ended, implements [`Player`].
//!
//! Standard output belongs to the protocol; log with `eprintln!`.
#![forbid(unsafe_code)]
#![warn(missing_docs, missing_debug_implementations, unreachable_pub, unused_qualifications)]

#[macro_use]
mod macros;

mod answer;
pub mod json;
mod messages;
mod play;
mod table;
mod wire;

pub mod breach;
pub mod deepblue;
pub mod fc18;
pub mod goblins;

pub use answer::Answer;
pub use messages::{ClockFigures, Standing, TimeLeft};
pub use play::{play, Game, Player};
pub use table::Table;
pub use wire::Failure;
