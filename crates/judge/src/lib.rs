//! Grading of other people's console programs, with explanations. An internal crate.
//!
//! An [`Exercise`] is a graded game with its course's rules. A [`Submission`] is somebody's program, found in whatever they
//! handed in and built; [`grade`](fn@grade) runs it on [`Case`]s inside the sandbox and gives a [`Verdict`] for each; what is not correct gets an
//! [`Explanation`]: where the outputs part, what was going on in the game, and, if one of the engine's deliberate mistakes behaves like the
//! program, which rule was misunderstood ([`diagnose`](mod@diagnose)). [`generate`](mod@generate) makes new cases, [`minimize`](mod@minimize) shrinks a failing one.
//!
//! Only the sandbox starts processes; nothing here prints.

mod archive;
mod build;
mod bundled;
pub mod case;
pub mod compare;
pub mod context;
pub mod diagnose;
pub mod exercise;
pub mod explain;
pub mod generate;
pub mod grade;
pub mod minimize;
pub mod render;
pub mod submission;
pub mod text;
pub mod verdict;

pub use archive::{ArchiveError, asked_to_unpack};
pub use build::{BuildError, Built, Recipes};
pub use bundled::bundled;
pub use case::Case;
pub use diagnose::Diagnosis;
pub use exercise::Exercise;
pub use explain::Explanation;
pub use grade::{Allowance, CaseReport, StageReport, grade};
pub use submission::{Submission, SubmissionError};
pub use verdict::Verdict;
