//! Who plays next, in each format.

mod knockout;
mod ladder;
mod round_robin;
mod swiss;

pub use knockout::{Bracket, Elimination, Match as BracketMatch, Slot};
pub use ladder::{Candidate, next_block};
pub use round_robin::{gauntlet, groups, round_robin};
pub use swiss::{Player, Round, swiss_round};
