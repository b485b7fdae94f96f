//! The first game once more, with a difference and without.

use super::finding::{Check, Finding, Level};
use super::trial::Trial;

/// Whether a field that it does not know breaks it.
pub(super) fn unknown_fields(trial: &Trial) -> Finding {
    match trial.report.faults.first() {
        None => Finding::ok(Check::UnknownFields, "ignores a field that it does not know"),
        Some(fault) => Finding::problem(
            Check::UnknownFields,
            format!("when messages had one more field, in turn {}: {}", fault.turn, fault.what),
            "Later versions may add fields. Take from a message what you know, and ignore the rest.",
        )
        .with_stderr(&trial.report.stderr),
    }
}

/// Whether it gives the same orders again.
pub(super) fn repeated(first: &Trial, again: &Trial) -> Finding {
    let differing = first.turns.iter().zip(&again.turns).find(|(one, other)| one.orders != other.orders);
    let what = match differing {
        None if first.turns.len() == again.turns.len() => {
            "the same game gave the same orders again".to_owned()
        }
        None => "the same game again ended at another turn".to_owned(),
        Some((one, _)) => format!(
            "the same game again gave other orders from turn {} on: it draws random numbers of its own, or looks at a clock",
            one.turn
        ),
    };
    Finding::new(Check::Repeatable, Level::Note, what)
}
