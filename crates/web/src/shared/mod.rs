//! A table at which several people play one game, with bots in some seats and spectators around it.
//!
//! Reading order: [`TableSetup`] (what is fixed), [`Entry`] and [`Journal`] (what is written down,
//! and where), `open` (a table as it was left), `table` (what happens at it), `clock`,
//! `spectator`, `file` (a journal in a file of one's own machine).
//!
//! A table knows no network and no file. Whoever runs it hands in what people do, what time it is
//! and what bots have thought, and carries out what it says to whom.

mod clock;
mod entry;
mod file;
mod setup;
mod spectator;
mod table;
mod thinking;

pub use clock::PersonClock;
pub use entry::{Entry, Journal};
pub use file::{FileJournal, KeptTable, Links};
pub use setup::{Sight, Sitter, TableSetup, Watching, usual_lateness};
pub use table::OpenTable;
pub(crate) use table::open;
pub use thinking::{BotMaker, Thinking, Thought, built_in_bots};
