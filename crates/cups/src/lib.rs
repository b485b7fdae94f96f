//! Tournaments that are really played. An internal crate: it prints nothing and knows no game.
//!
//! [`comparing`] plays two bots until it is clear which one is better. A [`cup`] is a tournament as
//! its organiser describes it; [`planner`] says which blocks are to be played next, [`run`] plays
//! them and writes each game into the [`store`] when it is over, [`table`] computes what the
//! finished blocks say, [`standings`] orders it as the format does, [`site`] writes it down as
//! pages. [`rate`] reads ratings from folders of replays. [`tuning`] looks for better values of a
//! bot's parameters.
//!
//! What is planned next is a function of finished blocks, never of the order in which games
//! happened to end: a tournament that is killed and resumed has the same games and the same table
//! as one that is not.
#![forbid(unsafe_code)]

pub mod blocks;
pub mod comparing;
pub mod cup;
pub mod entrants;
pub mod planner;
pub mod rate;
pub mod results_json;
pub mod run;
pub mod site;
pub mod standings;
pub mod table;
pub mod tuning;
mod words;

pub use blocks::{Block, BlockKey, PlayedBlock, PlayedGame, PlayedSeat};
pub use comparing::{Compared, Comparing, ComparisonVerdict};
pub use cup::{Cup, CupError, Format};
pub use standings::{PlayedCup, Standings};
