//! What the course may grade, and what it never tries.
//!
//! The hand-out settles which input a graded case may hold. Everything else (malformed answers, end
//! of input in odd places, damaged maps) is *robustness*: worth knowing, and worth no points unless
//! somebody asks for it.

use crate::case::Case;
use crate::exercise::Exercise;
use serde::{Deserialize, Serialize};

/// Whether a case stays within the hand-out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Section {
    /// The hand-out settles it: it is graded.
    #[default]
    Handout,
    /// The course never tries it.
    Robustness,
}

impl Section {
    /// The section that a case belongs to by its input.
    #[must_use]
    pub fn of(exercise: &Exercise, case: &Case) -> Self {
        if (exercise.is_within_handout)(case) { Self::Handout } else { Self::Robustness }
    }
}

/// The lines of an input; a line feed at the end is not followed by another, empty line.
pub(crate) fn lines(input: &[u8]) -> Vec<&[u8]> {
    let input = input.strip_suffix(b"\n").unwrap_or(input);
    if input.is_empty() { Vec::new() } else { input.split(|byte| *byte == b'\n').collect() }
}

/// The words of a line, if it holds nothing but printable ASCII with blanks between.
pub(crate) fn words(line: &[u8]) -> Option<Vec<&str>> {
    let line = std::str::from_utf8(line).ok()?;
    let printable = line.bytes().all(|byte| (b' '..=b'~').contains(&byte));
    printable.then(|| line.split(' ').filter(|word| !word.is_empty()).collect())
}

/// A number written with digits alone, and no more of them than it needs.
pub(crate) fn digits(word: &str) -> Option<i32> {
    let plain = word.bytes().all(|byte| byte.is_ascii_digit()) && (word == "0" || !word.starts_with('0'));
    plain.then(|| word.parse().ok()).flatten()
}
