//! What lasts of a tournament: one SQLite database in a folder, with every game and its replay.
//!
//! Rows are the truth. A game is written in one transaction with its replay, when it is over; what
//! has no row is still to be played. So a run that is killed loses the games that were running and
//! nothing else, and nothing is played twice. Ratings and tables are computed from the rows; what
//! is kept of them ([`Store::save_ratings`]) only saves time.
//!
//! [`StoreFolder`] is the folder with its lock, [`Store`] the database; `check` refuses what
//! another program made. The crate knows no game and no statistics.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod check;
mod folder;
mod rows;
mod schema;
mod store;

pub use folder::{FolderError, StoreFolder};
pub use rows::{
    BlockRow, EntryRow, EntryTally, KeptRating, LostGame, MapRow, MatchRow, OnlineRating, SeatRow, Totals,
    TournamentRow,
};
pub use store::{Store, StoreError};
