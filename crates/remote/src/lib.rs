//! A client of the arena's API: who one is there, what one sends, what it answers.
//!
//! The arena is a stranger as well: its answers are bounded before they are read, and nothing it says becomes a path.

mod answers;
mod client;
mod login;
mod pack;

pub use answers::{
    Bot, ChallengeResult, ChallengeStarted, Finding, LadderRow, Match, MatchPage, MatchSeat, Me,
    OpponentResult, Uploaded, Version,
};
pub use client::{Client, RemoteError};
pub use login::{Login, LoginFile};
pub use pack::{Package, packed};
