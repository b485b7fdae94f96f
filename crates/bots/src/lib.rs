//! The built-in opponents, for every game: `idle`, `random`, `greedy`, and the levels `easy`,
//! `medium`, `hard` and `strong`.
//!
//! A bot implements [`Bot`](game::Bot) for one game or for all; [`Player`] is a bot at a table
//! whose game is not known when the program is compiled. On the way from one to the other nothing
//! becomes JSON, unless a [`Script`] is wanted.
//!
//! Bots draw chance from the seed they are made with and count their thinking in nodes, so a game
//! repeats exactly.
//!
//! Reading order: `player` (the face), `catalogue` (which bots there are), `playout` (whole games
//! in memory), `idle`, `random`, `opportunist`, then [`greedy`], one module per game, [`strong`] in
//! the games for one, and `levels` in the others.
#![forbid(unsafe_code)]
#![deny(missing_docs)]

// The scripts that the league plays against are written as guests of this crate.
#[cfg(test)]
extern crate self as bots;

mod catalogue;
pub mod greedy;
mod idle;
mod levels;
mod loads;
mod opportunist;
mod player;
mod playout;
mod random;
pub mod strong;

pub use catalogue::{about, built_in, is_built_in, misnamed, names};
pub use idle::Idle;
pub use loads::LOADS;
pub use opportunist::Opportunist;
pub use player::{Player, Script, Seated};
pub use playout::{Playout, Unplayable, is_sole_first};
pub use random::Random;
