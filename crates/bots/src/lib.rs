//! The first opponents: `idle`, `random` and `greedy`, for every game.
//!
//! A bot implements [`Bot`](game::Bot) for one game or for all; [`Player`] is a bot at a table whose game is not known when the
//! program is compiled. On the way from one to the other nothing becomes JSON, unless a [`Script`] is wanted.
//!
//! Bots draw chance from the seed they are made with and count their thinking in nodes, so a game repeats exactly.
//!
//! Reading order: `player` (the face), `catalogue` (which bots there are), `idle`, `random`, then the greedy ones: `ahead` (a search to
//! the end of the turn, for the two games against fixed rules) with [`breach`] and [`goblins`], [`deepblue`] and [`fc18`].
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod ahead;
pub mod breach;
mod catalogue;
pub mod deepblue;
pub mod fc18;
pub mod goblins;
mod idle;
mod player;
mod playout;
mod random;

pub use ahead::{Ahead, Judge};
pub use catalogue::{about, built_in, names};
pub use idle::Idle;
pub use player::{Player, Script, Seated};
pub use playout::{Playout, Unplayable, is_sole_first};
pub use random::Random;
