//! Grading of other people's console programs, with explanations. An internal crate.
//!
//! An [`Exercise`] is a graded game with its course's rules. A [`Submission`] is somebody's
//! program, found in whatever they handed in; [`grade_submission`] builds it, runs it on [`Case`]s
//! inside the sandbox and gives a [`CaseVerdict`] for each; what is not correct gets an
//! [`Explanation`]: where the outputs part, what was going on in the game, and, if one of the
//! engine's deliberate mistakes behaves like the program, which rule was misunderstood
//! ([`diagnose`](mod@diagnose)). [`generate`](mod@generate) makes new cases,
//! [`minimize`](mod@minimize) shrinks a failing one.
//!
//! Only the sandbox starts processes; nothing here prints.

mod build;
mod bundled;
pub mod case;
mod case_folder;
pub mod compare;
mod compiler_output;
pub mod context;
mod courses;
pub mod diagnose;
mod examine;
pub mod exercise;
pub mod explain;
mod foreseen;
pub mod generate;
pub mod grade;
pub mod handout;
pub mod language;
mod library;
mod map_text;
pub mod minimize;
mod precompiled;
mod probe;
mod refusal;
pub mod render;
mod sources;
pub mod submission;
pub mod submission_report;
pub mod text;
pub mod verdict;
mod verdict_store;
pub mod wording;

pub use build::{BuildError, BuildReport, Built, Recipes};
pub use bundled::bundled;
pub use case::Case;
pub use case_folder::Directory;
pub use diagnose::Diagnosis;
pub use exercise::Exercise;
pub use explain::Explanation;
pub use grade::{Allowance, CaseReport, ProgramGrader, StageReport};
pub use handout::Section;
pub use language::Language;
pub use submission::{Submission, SubmissionError};
pub use submission_report::{
    CaseSet, GradeError, GradingOptions, GradingWorkshop, PointScheme, SubmissionReport, grade_submission,
};
pub use verdict::CaseVerdict;
pub use verdict_store::VerdictStore;
