//! What a submission is worth under a policy.

use crate::policy::{Grading, Policy, StageKey};
use crate::results::{Results, StageResults};
use jiff::Timestamp;
use serde::Serialize;

/// The marks of one student.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Marks {
    /// Points of each stage that was graded.
    pub stages: Vec<StageMarks>,
    /// Whether it came after the deadline.
    pub late: bool,
    /// All points, those lost for coming late taken off.
    pub points: f64,
    /// The most points there are.
    pub out_of: f64,
}

/// The points of one stage.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct StageMarks {
    /// The stage.
    pub stage: StageKey,
    /// Points, before anything is taken off for coming late.
    pub points: f64,
    /// The most points there are.
    pub out_of: f64,
}

impl Marks {
    /// What these results are worth, handed in at this time if that is known.
    #[must_use]
    pub fn of(results: &Results, policy: &Policy, submitted: Option<Timestamp>) -> Self {
        let stages: Vec<StageMarks> = results.stages.iter().map(|stage| stage_marks(stage, policy)).collect();
        let late = policy.deadline.as_ref().filter(|deadline| submitted.is_some_and(|at| at > deadline.at));
        let factor = late.map_or(1.0, |deadline| deadline.late_factor);
        let points = all_of(stages.iter().map(|stage| stage.points));
        Self {
            late: late.is_some(),
            points: rounded(points * factor),
            out_of: all_of(stages.iter().map(|stage| stage.out_of)),
            stages,
        }
    }
}

/// A sum that begins at 0: the standard library's begins at -0, and would say so where there is no
/// stage.
fn all_of(points: impl Iterator<Item = f64>) -> f64 {
    points.fold(0.0, |sum, points| sum + points)
}

fn stage_marks(results: &StageResults, policy: &Policy) -> StageMarks {
    let stage = results.stage;
    let out_of = policy.points.stages.get(&stage).copied().unwrap_or(results.out_of);
    let share = match (policy.points.grading, weighed_share(results, policy)) {
        _ if results.not_built.is_some() => 0.0,
        (Grading::AllOrNothing, share) if share < 1.0 => 0.0,
        (_, share) => share,
    };
    StageMarks { stage, points: rounded(out_of * share), out_of }
}

/// The part of the weight of all cases that count which the correct ones have.
fn weighed_share(results: &StageResults, policy: &Policy) -> f64 {
    let weight = |name: &str| {
        let key = format!("{}/{name}", results.stage.name());
        policy.points.cases.get(&key).copied().unwrap_or(1.0)
    };
    let beyond = if policy.points.robust { &results.robustness[..] } else { &[] };
    let (mut all, mut correct) = (0.0, 0.0);
    for case in results.cases.iter().chain(beyond) {
        all += weight(&case.name);
        correct += if case.correct { weight(&case.name) } else { 0.0 };
    }
    if all > 0.0 { correct / all } else { 0.0 }
}

/// To the hundredth: marks are read by people.
fn rounded(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::CaseResults;

    fn case(name: &str, correct: bool) -> CaseResults {
        let verdict = if correct { "Correct" } else { "Wrong answer" };
        CaseResults {
            name: name.to_string(),
            correct,
            verdict: verdict.to_string(),
            cpu_seconds: 0.0,
            explanation: None,
            first_line: None,
            mistake: None,
        }
    }

    fn results() -> Results {
        let stage = |stage, cases| StageResults {
            stage,
            not_built: None,
            out_of: 6.0,
            cases,
            robustness: vec![case("r", false)],
        };
        let one = stage(StageKey::One, vec![case("1", true), case("2", true)]);
        let two = stage(StageKey::Two, vec![case("1", true), case("2", false), case("3", false)]);
        Results { unusable: None, stages: vec![one, two] }
    }

    #[test]
    fn the_course_gives_all_or_nothing() {
        let marks = Marks::of(&results(), &Policy::default(), None);
        assert_eq!((marks.points, marks.out_of, marks.late), (6.0, 12.0, false));
    }

    #[test]
    fn nothing_is_worth_nothing() {
        let none = Results { stages: Vec::new(), ..results() };
        let marks = Marks::of(&none, &Policy::default(), None);
        assert_eq!((marks.points.to_string(), marks.out_of.to_string()), ("0".into(), "0".into()));
    }

    #[test]
    fn cases_beyond_the_handout_count_if_asked_for() {
        let policy = Policy::parse("[points]\nrobust = true\n").unwrap();
        assert_eq!(Marks::of(&results(), &policy, None).points, 0.0);
    }

    #[test]
    fn a_policy_gives_parts_by_weight_and_takes_off_for_coming_late() {
        let policy = Policy::parse(
            "[points]\ngrading = \"partial\"\n[points.stages]\n2 = 10\n[points.cases]\n\"2/2\" = 4.0\n\
             [deadline]\nat = 2026-01-01T00:00:00Z\nlate-factor = 0.5\n",
        )
        .unwrap();
        let at = |text: &str| Some(text.parse().unwrap());
        assert_eq!(Marks::of(&results(), &policy, at("2025-12-31T00:00:00Z")).points, 7.67);
        let late = Marks::of(&results(), &policy, at("2026-01-01T00:00:01Z"));
        assert_eq!((late.points, late.out_of, late.late), (3.84, 16.0, true));
        assert_eq!(Marks::of(&results(), &policy, None).points, 7.67);
    }

    #[test]
    fn what_was_not_built_or_has_no_cases_has_no_points() {
        let mut results = results();
        results.stages[0].not_built = Some("error".to_string());
        results.stages[1].cases.clear();
        for grading in ["all-or-nothing", "partial"] {
            let policy = Policy::parse(&format!("[points]\ngrading = \"{grading}\"\n")).unwrap();
            assert_eq!(Marks::of(&results, &policy, None).points, 0.0);
        }
    }
}
