//! What a student may read of a submission, under a policy: as data, for whoever shows it.

use super::tables::{SeenCase, seen_cases};
use super::words::PageWords;
use crate::marks::Marks;
use crate::policy::{Policy, Shown, StageKey};
use crate::results::{CaseResults, Results, StageResults};
use judge::Language;
use schemars::JsonSchema;
use serde::Serialize;

/// What a student may read of a submission.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Feedback {
    /// All points, those lost for coming late taken off.
    pub points: f64,
    /// The most points there are.
    pub out_of: f64,
    /// Whether it came after the deadline.
    pub late: bool,
    /// How it was graded, in a sentence or two.
    pub policy: String,
    /// Why it could not be opened at all, if so.
    pub unusable: Option<String>,
    /// The stages, the hidden cases last.
    pub stages: Vec<FeedbackStage>,
}

/// What a student may read of a stage.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct FeedbackStage {
    /// Its name.
    pub name: String,
    /// Points, before anything is taken off for coming late.
    pub points: f64,
    /// The most points there are.
    pub out_of: f64,
    /// What the compiler said, if it could not be built.
    pub not_built: Option<String>,
    /// How many cases are correct; none where not even that is told.
    pub summary: Option<String>,
    /// The graded cases, those of which the same is to be said together.
    pub groups: Vec<CaseGroup>,
    /// Cases beyond the handout.
    pub robustness: Vec<CaseGroup>,
}

/// Cases of which the same is to be said.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct CaseGroup {
    /// Whether they are correct.
    pub correct: bool,
    /// The verdict in the course's words.
    pub verdict: String,
    /// Their names.
    pub names: String,
    /// Why they are not correct.
    pub detail: Option<String>,
    /// Whether it is the first failure, to be shown at once.
    #[serde(skip)]
    pub open: bool,
}

impl CaseGroup {
    /// The class of its verdict on pages.
    #[must_use]
    pub const fn tone(&self) -> &'static str {
        if self.correct { "good" } else { "bad" }
    }
}

impl Feedback {
    /// What a policy lets a student see of results that are worth these marks.
    #[must_use]
    pub fn of(policy: &Policy, results: &Results, marks: &Marks, language: Language) -> Self {
        let hidden = policy.feedback.hidden;
        let stages = results.stages.iter().zip(&marks.stages).map(|(results, marks)| FeedbackStage {
            name: language.stage(results.stage),
            points: marks.points,
            out_of: marks.out_of,
            not_built: results.not_built.clone(),
            summary: summary(results, hidden, language),
            groups: grouped(seen_cases(results, hidden)),
            robustness: grouped(results.robustness.iter().map(whole_case).collect()),
        });
        Self {
            points: marks.points,
            out_of: marks.out_of,
            late: marks.late,
            policy: language.policy(policy),
            unusable: results.unusable.clone(),
            stages: stages.collect(),
        }
    }
}

fn summary(results: &StageResults, hidden: Shown, language: Language) -> Option<String> {
    let is_secret = results.stage == StageKey::Hidden && hidden == Shown::Nothing;
    if is_secret || results.not_built.is_some() {
        return None;
    }
    let (correct, all) = (results.correct(), results.cases.len());
    Some(match language {
        Language::En => format!("{correct} of {all} cases correct"),
        Language::Zh => format!("{all} 个测试案例中 {correct} 个正确"),
    })
}

fn whole_case(case: &CaseResults) -> SeenCase {
    SeenCase {
        name: case.name.clone(),
        correct: case.correct,
        verdict: case.verdict.clone(),
        detail: case.explanation.clone(),
    }
}

/// Puts equal cases together, what is wrong first.
fn grouped(cases: Vec<SeenCase>) -> Vec<CaseGroup> {
    let mut groups: Vec<(SeenCase, Vec<String>)> = Vec::new();
    for case in cases {
        let same = |(first, _): &&mut (SeenCase, Vec<String>)| {
            (first.correct, &first.verdict, &first.detail) == (case.correct, &case.verdict, &case.detail)
        };
        match groups.iter_mut().find(same) {
            Some((_, names)) => names.push(case.name),
            None => groups.push((case.clone(), vec![case.name])),
        }
    }
    groups.sort_by_key(|(case, _)| case.correct);
    let first_failure = groups.iter().position(|(case, _)| !case.correct);
    groups
        .into_iter()
        .enumerate()
        .map(|(at, (case, names))| CaseGroup {
            correct: case.correct,
            verdict: case.verdict,
            names: names.join(", "),
            detail: case.detail,
            open: Some(at) == first_failure,
        })
        .collect()
}
