//! What a checkup found.

use crate::inbox::shown;
use serde::Serialize;
use std::time::Duration;

/// What was found in one respect.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Finding {
    /// What was looked at.
    pub check: Check,
    /// How bad it is.
    pub level: Level,
    /// What was seen.
    pub what: String,
    /// What to do about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub advice: Option<String>,
    /// More of what was seen, line by line.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<String>,
}

/// What is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Does it compile?
    Builds,
    /// Does it survive `start`?
    Starts,
    /// Does it play whole games without a fault?
    Protocol,
    /// How long does it think?
    Speed,
    /// What becomes of its orders?
    Orders,
    /// Does it leave after `end`?
    AfterEnd,
    /// Does it leave when its input stops?
    InputStops,
    /// Does it ignore fields that it does not know?
    UnknownFields,
    /// Does it play the same again?
    Repeatable,
}

impl Check {
    /// What it is called in a report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Builds => "builds",
            Self::Starts => "starts",
            Self::Protocol => "protocol",
            Self::Speed => "speed",
            Self::Orders => "orders",
            Self::AfterEnd => "after end",
            Self::InputStops => "input stops",
            Self::UnknownFields => "unknown fields",
            Self::Repeatable => "repeatable",
        }
    }
}

/// How bad a finding is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Level {
    /// As it should be.
    Ok,
    /// Neither good nor bad.
    Note,
    /// It costs nothing yet.
    Warning,
    /// It costs turns or games.
    Problem,
}

impl Level {
    /// What it is called in a report.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

impl Finding {
    /// That there is nothing to look at, because it does not compile.
    #[must_use]
    pub fn does_not_compile(why: &str) -> Self {
        let mut lines = why.lines().map(str::to_owned);
        let what = lines.next().unwrap_or_default();
        Self::problem(Check::Builds, what, "Mend what the compiler complains about.").with(lines)
    }

    pub(super) fn new(check: Check, level: Level, what: impl Into<String>) -> Self {
        Self { check, level, what: what.into(), advice: None, details: Vec::new() }
    }

    pub(super) fn ok(check: Check, what: impl Into<String>) -> Self {
        Self::new(check, Level::Ok, what)
    }

    pub(super) fn warning(check: Check, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { advice: Some(advice.into()), ..Self::new(check, Level::Warning, what) }
    }

    pub(super) fn problem(check: Check, what: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { advice: Some(advice.into()), ..Self::new(check, Level::Problem, what) }
    }

    /// Something that cannot be looked at while the bot has worse troubles.
    pub(super) fn unchecked(check: Check) -> Self {
        Self::new(check, Level::Note, "not checked: mend the problems first")
    }

    /// Adds lines to what was seen.
    pub(super) fn with(mut self, details: impl IntoIterator<Item = String>) -> Self {
        self.details.extend(details);
        self
    }

    /// Adds the last lines on standard error, if there are any.
    pub(super) fn with_stderr(self, lines: &[String]) -> Self {
        if lines.is_empty() {
            return self;
        }
        let head = std::iter::once("its last lines on standard error:".to_owned());
        self.with(head.chain(lines.iter().map(|line| format!("| {line}"))))
    }
}

/// Letters of what a bot wrote that a report shows.
pub(super) const LONGEST: usize = 160;

/// Quotes the first line of what a bot wrote.
pub(super) fn written(bytes: &[u8]) -> String {
    let first = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
    format!("it wrote: {}", shown(first, LONGEST))
}

/// A time for people.
pub(super) fn time(time: Duration) -> String {
    let millis = time.as_secs_f64() * 1000.0;
    match millis {
        ..10.0 => format!("{millis:.1} ms"),
        ..1000.0 => format!("{millis:.0} ms"),
        _ => format!("{:.1} s", millis / 1000.0),
    }
}

/// "1 turn", "2 turns".
pub(super) fn count(number: usize, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// A sentence with its numbers left out, so that sentences about different things of one kind are
/// alike.
pub(super) fn without_numbers(sentence: &str) -> String {
    let mut text = String::with_capacity(sentence.len());
    for letter in sentence.chars() {
        match letter {
            '0'..='9' if text.ends_with('#') => {}
            '0'..='9' => text.push('#'),
            other => text.push(other),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_written_for_people() {
        let shown = [400, 12_300, 450_000, 2_340_000].map(|micros| time(Duration::from_micros(micros)));
        assert_eq!(shown, ["0.4 ms", "12 ms", "450 ms", "2.3 s"]);
    }

    #[test]
    fn sentences_of_one_kind_are_alike() {
        let kind = without_numbers("corps 11 has no move points left");
        assert_eq!(kind, "corps # has no move points left");
        assert_eq!(kind, without_numbers("corps 7 has no move points left"));
    }
}
