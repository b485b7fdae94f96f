//! What makes two failures the same.

use crate::case::Case;
use crate::compare::{DifferenceKind, same_lines};
use crate::context::end_of_part;
use crate::exercise::Exercise;
use crate::verdict::{CaseVerdict, Judged};
use game::conform::bare_lines;
use game::mistakes::MistakeSet;

/// How a program fails: a smaller case must make it fail in the same way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Failure {
    /// It crashes or is stopped: like this.
    Ends(String),
    /// It prints what a program with one of these mistakes prints.
    Mistaken(Vec<usize>),
    /// It prints something else, in such a place.
    Differs {
        /// What sort of difference it is.
        kind: &'static str,
        /// What should be there, digits aside.
        expected: String,
    },
}

impl Failure {
    /// How a program failed.
    #[must_use]
    pub fn of(exercise: &Exercise, case: &Case, judged: &Judged) -> Self {
        if let Some(ending) = ending(&judged.verdict) {
            return Self::Ends(ending);
        }
        let mistakes: Vec<usize> = exercise
            .mistakes_in(case.stage)
            .map(|(place, _)| place)
            .filter(|place| accounts_for(exercise, case, judged, *place))
            .collect();
        if mistakes.is_empty() { Self::difference(case, judged) } else { Self::Mistaken(mistakes) }
    }

    /// Whether another case fails in the same way.
    #[must_use]
    pub fn is_same(&self, exercise: &Exercise, case: &Case, judged: &Judged) -> bool {
        match self {
            Self::Ends(how) => ending(&judged.verdict).as_ref() == Some(how),
            Self::Mistaken(places) => places.iter().any(|place| accounts_for(exercise, case, judged, *place)),
            Self::Differs { .. } => judged.difference.is_some() && Self::difference(case, judged) == *self,
        }
    }

    fn difference(case: &Case, judged: &Judged) -> Self {
        let Some(difference) = &judged.difference else { return Self::Ends(format!("{}", judged.verdict)) };
        let kind = match difference.kind {
            DifferenceKind::LineEnds
            | DifferenceKind::LastNewline
            | DifferenceKind::Blanks
            | DifferenceKind::WhiteSpace => "white space",
            DifferenceKind::StopsEarly | DifferenceKind::TooFew(_) => "too little",
            DifferenceKind::GoesOn | DifferenceKind::TooMany(_) => "too much",
            DifferenceKind::Text => "text",
        };
        let lines = bare_lines(&case.expected);
        let line = lines.get(difference.line).copied().unwrap_or(b"");
        let is_drawing = line.first() == Some(&b' ');
        // Which row of a board differs does not matter; which message does.
        let expected = if is_drawing {
            "a board".to_string()
        } else {
            line.iter().map(|byte| if byte.is_ascii_digit() { '#' } else { char::from(*byte) }).collect()
        };
        Self::Differs { kind, expected }
    }
}

/// How a program ended that did not end by itself.
fn ending(verdict: &CaseVerdict) -> Option<String> {
    match verdict {
        CaseVerdict::Correct | CaseVerdict::WrongAnswer | CaseVerdict::RuntimeError { .. } => None,
        CaseVerdict::Crashed { name, .. } => Some(name.clone()),
        other => Some(other.to_string()),
    }
}

/// Whether the engine that makes a mistake prints what the program prints beyond its first
/// difference.
fn accounts_for(exercise: &Exercise, case: &Case, judged: &Judged, place: usize) -> bool {
    let got = bare_lines(&judged.output);
    let right = same_lines(&bare_lines(&case.expected), &got);
    if judged.difference.is_none()
        || right == got.len() && right < bare_lines(&case.expected).len() && got.is_empty()
    {
        return false;
    }
    let record = exercise.record(case.stage, &case.input, MistakeSet::NONE.with(place));
    let mistaken = bare_lines(record.output());
    let same = same_lines(&mistaken, &got);
    same > right && same >= end_of_part(&record, right).min(mistaken.len())
}
