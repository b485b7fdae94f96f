//! Why a case failed, for somebody who is to mend the program.

use crate::case::Case;
use crate::compare::{Difference, Kind};
use crate::context::{Context, context, remarks};
use crate::diagnose::Diagnosis;
use crate::exercise::Exercise;
use crate::text;
use crate::verdict::{Judged, Verdict, meaning_of};
use game::conform::Compare;
use serde::Serialize;

/// Why a case failed.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Explanation {
    /// What is wrong, in a sentence or two.
    pub summary: Vec<String>,
    /// The lines around the first difference, side by side.
    pub excerpt: Vec<Row>,
    /// What our engine remarks on the map and the answers.
    pub remarks: Vec<String>,
    /// What was going on in the game.
    pub context: Option<Context>,
    /// The rule that seems to be misunderstood.
    pub diagnosis: Option<Diagnosis>,
    /// The last lines on standard error, if the program was stopped.
    pub errors: Vec<String>,
}

/// A line of both outputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Row {
    /// Its number, from 1.
    pub number: usize,
    /// What was expected; nothing after the end of the output.
    pub expected: Option<String>,
    /// What was printed; nothing after the end of the output.
    pub got: Option<String>,
    /// Whether they differ.
    pub differs: bool,
    /// The column of the first difference, from 0, on the first line that differs.
    pub column: Option<usize>,
}

/// Lines shown before and after the first difference.
const AROUND: usize = 3;

/// Explains a run that is not correct.
#[must_use]
pub fn explain(
    exercise: &Exercise,
    case: &Case,
    judged: &Judged,
    diagnosis: Option<Diagnosis>,
) -> Explanation {
    let stopped = !matches!(judged.verdict, Verdict::Correct | Verdict::WrongAnswer);
    let mut summary = ending(&judged.verdict);
    let mut excerpt = Vec::new();
    let mut found = None;
    let mut remarked = Vec::new();
    match &judged.difference {
        None if stopped => summary.push("What it printed is correct.".to_string()),
        None => {}
        Some(difference) => {
            summary.push(where_it_differs(difference, case, judged));
            excerpt = rows(case, &judged.output, difference);
            let is_about_the_game =
                !matches!(difference.kind, Kind::LineEnds | Kind::LastNewline | Kind::Blanks);
            if is_about_the_game {
                remarked = remarks(exercise, case);
            }
            let has_begun = !judged.output.is_empty();
            found = (is_about_the_game && has_begun)
                .then(|| context(exercise, case, &judged.output, difference.line))
                .flatten();
            if is_about_the_game && has_begun && found.is_none() {
                summary.push(
                    "(This case's expected output is not what our engine prints, so nothing more is known about it.)"
                        .to_string(),
                );
            }
        }
    }
    let errors = if stopped { text::last_lines(&judged.errors, 5) } else { Vec::new() };
    Explanation {
        summary,
        excerpt,
        remarks: remarked,
        context: found,
        diagnosis,
        errors: errors.into_iter().filter(|line| !line.is_empty()).collect(),
    }
}

/// How the program ended, if that is what is wrong.
fn ending(verdict: &Verdict) -> Vec<String> {
    match verdict {
        Verdict::Correct | Verdict::WrongAnswer => Vec::new(),
        Verdict::RuntimeError { expected, status } => {
            let hint = if *expected == 0 { " (`main` should return 0)" } else { "" };
            vec![format!("Your program ended with exit status {status}; {expected} is required{hint}.")]
        }
        Verdict::Crashed { signal, name } => {
            vec![
                format!("Your program crashed with {name}: {}.", meaning_of(*signal)),
                "(What it printed last may be missing here: in a crash output that is not flushed is lost.)"
                    .to_string(),
            ]
        }
        Verdict::TimedOut { wall, idle: true, .. } => vec![format!(
            "Your program was still not done after {wall:.0} s, although it did next to nothing: it waits for something that does not come."
        )],
        Verdict::TimedOut { cpu, .. } => {
            vec![format!("Your program ran out of time ({cpu:.2} s CPU): look for a loop that does not end.")]
        }
        Verdict::Flooded { bytes } => vec![format!(
            "Your program was stopped after printing {} MB: look for a loop that does not end, for example one that goes on asking when the input is over.",
            bytes >> 20
        )],
        Verdict::OutOfMemory => {
            vec!["Your program ran out of memory: look for a container that never stops growing, or endless recursion.".to_string()]
        }
        Verdict::Stopped { why } => vec![format!("Your program did not run to its end: {why}.")],
    }
}

fn where_it_differs(difference: &Difference, case: &Case, judged: &Judged) -> String {
    let line = difference.line + 1;
    let stopped = !matches!(judged.verdict, Verdict::WrongAnswer | Verdict::RuntimeError { .. });
    match difference.kind {
        Kind::LineEnds => {
            "Only line ends differ: lines end with a carriage return and a line feed (\\r\\n) instead of a line feed (\\n).".to_string()
        }
        Kind::LastNewline => "Only the last newline is missing: the last line must end with a line feed, too.".to_string(),
        Kind::Blanks => format!("Only white space differs, at the end of line {line}."),
        Kind::StopsEarly if judged.output.is_empty() => "It printed nothing at all.".to_string(),
        Kind::StopsEarly if stopped => format!("It stopped here: all it printed is correct, up to line {}.", line - 1),
        Kind::StopsEarly => format!("All it printed is correct, but it ends after line {}.", line - 1),
        Kind::GoesOn if case.expected.is_empty() => "Nothing should be printed at all.".to_string(),
        Kind::GoesOn => format!("Everything up to line {} is correct, but nothing more should follow.", line - 1),
        Kind::Text => format!("Line {line} differs, from column {}.", difference.column + 1),
    }
}

fn rows(case: &Case, got: &[u8], difference: &Difference) -> Vec<Row> {
    let split =
        |text: &[u8]| -> Vec<Vec<u8>> { text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect() };
    let (expected, got) = (without_last_empty(split(&case.expected)), without_last_empty(split(got)));
    let first = difference.line.saturating_sub(AROUND);
    let last = (difference.line + AROUND).min(expected.len().max(got.len()).saturating_sub(1));
    (first..=last.max(difference.line))
        .map(|line| {
            let (wanted, found) = (expected.get(line), got.get(line));
            let differs = match case.compare {
                Compare::Exact => wanted != found || line == difference.line,
                Compare::Loose => {
                    wanted.map(|line| line.trim_ascii_end()) != found.map(|line| line.trim_ascii_end())
                }
            };
            let show = |line: &Vec<u8>| if differs { text::visible(line) } else { text::plain(line) };
            Row {
                number: line + 1,
                expected: wanted.map(show),
                got: found.map(show),
                differs,
                column: (differs && line == difference.line && wanted.is_some() && found.is_some())
                    .then_some(difference.column),
            }
        })
        .collect()
}

/// What follows the last line feed is a line only if there is something.
fn without_last_empty(mut lines: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    if lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}
