//! What the arena answers of courses, as far as a client reads it. Fields it does not know are left
//! alone.

use serde::Deserialize;

/// A course that one teaches or attends.
#[derive(Clone, Debug, Deserialize)]
pub struct Course {
    /// Its name.
    pub name: String,
    /// `teacher` or `student`.
    pub role: String,
    /// Its assignments.
    pub assignments: Vec<Assignment>,
}

impl Course {
    /// Whether one teaches it.
    #[must_use]
    pub fn is_taught(&self) -> bool {
        self.role == "teacher"
    }
}

/// What is to be handed in.
#[derive(Clone, Debug, Deserialize)]
pub struct Assignment {
    /// Its number.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// The game.
    pub game: String,
    /// The stage; none for all.
    pub stage: Option<i64>,
}

/// Something that was made.
#[derive(Clone, Debug, Deserialize)]
pub struct Made {
    /// Its number.
    pub id: i64,
}

/// Something handed in.
#[derive(Clone, Debug, Deserialize)]
pub struct Submission {
    /// Its number.
    pub id: i64,
    /// `waiting`, `grading`, `graded` or `failed`.
    pub state: String,
    /// The place in the queue, from 1, while it waits.
    pub place: Option<i64>,
    /// What it came to.
    pub feedback: Option<Feedback>,
}

impl Submission {
    /// Whether the arena is done with it.
    #[must_use]
    pub fn is_done(&self) -> bool {
        matches!(self.state.as_str(), "graded" | "failed")
    }
}

/// What a submission came to, as far as the teacher lets it be seen.
#[derive(Clone, Debug, Deserialize)]
pub struct Feedback {
    /// Points.
    pub points: f64,
    /// The most points there are.
    pub out_of: f64,
    /// Whether it came after the deadline.
    pub late: bool,
    /// Why it could not be opened at all.
    pub unusable: Option<String>,
    /// Its stages.
    pub stages: Vec<FeedbackStage>,
}

impl Feedback {
    /// Whether there was something to run.
    #[must_use]
    pub fn was_run(&self) -> bool {
        self.unusable.is_none() && self.stages.iter().all(|stage| stage.not_built.is_none())
    }
}

/// What a stage came to.
#[derive(Clone, Debug, Deserialize)]
pub struct FeedbackStage {
    /// Its name.
    pub name: String,
    /// Points.
    pub points: f64,
    /// The most points there are.
    pub out_of: f64,
    /// What the compiler said.
    pub not_built: Option<String>,
    /// How many cases are correct.
    pub summary: Option<String>,
    /// The cases.
    pub groups: Vec<CaseGroup>,
}

/// Cases of which the same is said.
#[derive(Clone, Debug, Deserialize)]
pub struct CaseGroup {
    /// Whether they are correct.
    pub correct: bool,
    /// The verdict.
    pub verdict: String,
    /// Their names.
    pub names: String,
    /// Why they are not correct.
    pub detail: Option<String>,
}
