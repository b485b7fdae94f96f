//! What grading one submission came to, as it is kept and reported.

use crate::policy::StageKey;
use serde::{Deserialize, Serialize};

/// What became of a submission.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Results {
    /// Why it could not be opened at all, if so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unusable: Option<String>,
    /// Its stages in order, the hidden cases last.
    pub stages: Vec<StageResults>,
}

/// What became of the program of one stage.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StageResults {
    /// The stage.
    pub stage: StageKey,
    /// Why there was nothing to run, if so: the compiler's messages, errors first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_built: Option<String>,
    /// Points that the course has for it.
    pub out_of: f64,
    /// The graded cases.
    pub cases: Vec<CaseResults>,
    /// Cases beyond the handout, which cost nothing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub robustness: Vec<CaseResults>,
}

/// What became of one case.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CaseResults {
    /// Its name.
    pub name: String,
    /// Whether it is correct.
    pub correct: bool,
    /// The verdict in the course's words.
    pub verdict: String,
    /// CPU time in seconds.
    pub cpu_seconds: f64,
    /// Why it is not correct, as text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub explanation: Option<String>,
    /// The first line that differs as the program printed it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_line: Option<String>,
    /// The rule that was misunderstood, if one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mistake: Option<String>,
}

impl StageResults {
    /// How many graded cases are correct.
    #[must_use]
    pub fn correct(&self) -> usize {
        self.cases.iter().filter(|case| case.correct).count()
    }

    /// Whether it was built and everything is correct.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.not_built.is_none() && !self.cases.is_empty() && self.correct() == self.cases.len()
    }
}
