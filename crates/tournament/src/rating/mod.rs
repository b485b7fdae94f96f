//! Many entrants: ratings from the places of games with any number of seats.
//!
//! The model is Plackett-Luce: the first place goes to each entrant in proportion to its strength,
//! the second likewise among the others, and so on. Ties follow Davidson and Luce: several entrants
//! share a place in proportion to the geometric mean of their strengths, times a factor that is
//! estimated, too. With two seats and no ties it is Bradley-Terry, the model behind Elo. A bot that
//! is always second is rated above one that is always last.

mod fit;
mod matrix;
mod model;
mod online;

pub use fit::{Fit, PRIOR_ELO, Rating, fit, fit_tallies};
pub use online::OnlineRatings;

use serde::{Deserialize, Serialize};

/// What a rating is given from: who came where in one game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GamePlaces {
    /// The block it belongs to: games of one block are not independent.
    pub block: u32,
    /// Entrant and place, from 1; equal places are ties.
    pub places: Vec<(usize, u8)>,
}

/// What a block says, and how many blocks say the same: all that a rating needs to know of them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockTally {
    /// For each game of the block, entrants and places as in [`GamePlaces`].
    pub games: Vec<Vec<(usize, u8)>>,
    /// How many such blocks there are.
    pub blocks: u64,
}

/// Elo points of one natural unit of strength.
pub const ELO_PER_UNIT: f64 = 400.0 / core::f64::consts::LN_10;
