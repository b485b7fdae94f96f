//! Grading of a whole class. An internal crate.
//!
//! A [`collection`](mod@collect) is a folder of what students handed in, each matched with the
//! [`Roster`]. [`grade_class`](run::grade_class) has each judged in the sandbox by the crate
//! `judge`, several at a time, and keeps the [`Results`] of each, so that a run that was killed
//! goes on where it was and what did not change is not graded again. Under a [`Policy`] results
//! become [`Marks`], and marks become [reports](mod@report). [`similarity`] finds submissions that
//! are alike.
//!
//! Everything a report says is a function of the kept results, the policy and the roster: the same
//! class gives the same files.

pub mod collect;
pub mod judging;
pub mod marks;
pub mod policy;
pub mod report;
pub mod results;
pub mod roster;
pub mod run;
pub mod similarity;

pub use marks::Marks;
pub use policy::Policy;
pub use results::Results;
pub use roster::Roster;
