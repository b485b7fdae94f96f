//! A client of the arena's API: who one is there, what one sends, what it answers.
//!
//! The arena is a stranger as well: its answers are bounded before they are read, and nothing it
//! says becomes a path.

mod address;
mod answers;
mod client;
mod contests;
mod coursework;
mod login;
mod pack;

pub use address::encoded;
pub use answers::{
    Bot, ChallengeResult, ChallengeStarted, Finding, LadderPage, LadderRow, Match, MatchPage, MatchSeat, Me,
    OpponentResult, Standing, Uploaded, Version,
};
pub use client::{Client, RemoteError};
pub use contests::{Contest, Entry, StandingRow, Standings, Tournament};
pub use coursework::{Assignment, CaseGroup, Course, Feedback, FeedbackStage, Made, Submission};
pub use login::{Login, LoginFile};
pub use pack::{Package, packed};
