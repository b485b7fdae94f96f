//! Where two outputs part.

use game::conform::{Compare, bare_lines};
use serde::{Deserialize, Serialize};

/// The first difference between what was expected and what was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Difference {
    /// The line, counted from 0.
    pub line: usize,
    /// The first differing character of that line, counted from 0.
    pub column: usize,
    /// What sort of difference it is.
    pub kind: DifferenceKind,
}

/// What sort of difference it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DifferenceKind {
    /// Lines end with carriage return and line feed, and everything else is right.
    LineEnds,
    /// The last line feed is missing, and everything else is right.
    LastNewline,
    /// Only white space at line ends, or empty lines at the end, is different.
    Blanks,
    /// The output is right as far as it goes, and stops too early.
    StopsEarly,
    /// All that was expected is there, and more follows.
    GoesOn,
    /// Some lines are only different in their white space, and everything else is right.
    WhiteSpace,
    /// There are lines too many, and what follows them is right for a while.
    TooMany(usize),
    /// Lines are missing, and what follows them is right for a while.
    TooFew(usize),
    /// The texts are different.
    Text,
}

/// The first difference, if the outputs differ by this rule.
#[must_use]
pub fn difference(compare: Compare, expected: &[u8], got: &[u8]) -> Option<Difference> {
    let (wanted, found) = (bare_lines(expected), bare_lines(got));
    if wanted != found {
        return Some(different_text(&wanted, &found));
    }
    (compare == Compare::Exact && expected != got).then(|| different_blanks(expected, got))
}

/// How many lines from the start are the same.
#[must_use]
pub fn same_lines(a: &[&[u8]], b: &[&[u8]]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

fn different_text(expected: &[&[u8]], got: &[&[u8]]) -> Difference {
    let line = same_lines(expected, got);
    let (kind, column) = match (expected.get(line), got.get(line)) {
        (Some(wanted), Some(found)) => (kind_of_text(expected, got, line), same_bytes(wanted, found)),
        (Some(_), None) => (DifferenceKind::StopsEarly, 0),
        (None, _) => (DifferenceKind::GoesOn, 0),
    };
    Difference { line, column, kind }
}

/// The most lines too many or too few that are looked for.
const MOST_SHIFTED: usize = 60;

/// The lines that must be the same after a shift, if the outputs go on for so long.
const FEWEST_SAME: usize = 4;

/// Looks at two texts as sequences of lines: is something left out or put in, or is only white
/// space different?
fn kind_of_text(expected: &[&[u8]], got: &[&[u8]], line: usize) -> DifferenceKind {
    let (wanted, found) = (&expected[line..], &got[line..]);
    let bare = |line: &&[u8]| -> Vec<u8> {
        line.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect()
    };
    let bare_text = |lines: &[&[u8]]| -> Vec<Vec<u8>> {
        lines.iter().map(bare).filter(|line| !line.is_empty()).collect()
    };
    // A program that times out may have printed millions of lines.
    let comparable = found.len() <= wanted.len() * 2 + 1000;
    if comparable && bare_text(wanted) == bare_text(found) {
        return DifferenceKind::WhiteSpace;
    }
    for count in 1..=MOST_SHIFTED {
        if found.len() > count && goes_on(wanted, &found[count..]) {
            return DifferenceKind::TooMany(count);
        }
        if wanted.len() > count && goes_on(&wanted[count..], found) {
            return DifferenceKind::TooFew(count);
        }
    }
    DifferenceKind::Text
}

/// Whether two texts begin with the same lines, and those say something.
fn goes_on(a: &[&[u8]], b: &[&[u8]]) -> bool {
    let same = same_lines(a, b);
    let says_something = a[..same].iter().any(|line| line.iter().any(u8::is_ascii_alphanumeric));
    says_something && (same >= FEWEST_SAME || same == a.len() && same == b.len())
}

/// The difference between two texts that are the same but for white space at line ends.
fn different_blanks(expected: &[u8], got: &[u8]) -> Difference {
    let without_returns: Vec<u8> = got.iter().copied().filter(|byte| *byte != b'\r').collect();
    let kind = if without_returns == expected {
        DifferenceKind::LineEnds
    } else if expected.strip_suffix(b"\n") == Some(got) {
        DifferenceKind::LastNewline
    } else {
        DifferenceKind::Blanks
    };
    let lines =
        |text: &[u8]| text.split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let (wanted, found) = (lines(expected), lines(got));
    let line = wanted.iter().zip(&found).take_while(|(a, b)| a == b).count();
    let column = wanted.get(line).zip(found.get(line)).map_or(0, |(a, b)| same_bytes(a, b));
    Difference { line, column, kind }
}

fn same_bytes(a: &[u8], b: &[u8]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(compare: Compare, expected: &str, got: &str) -> Option<(DifferenceKind, usize, usize)> {
        difference(compare, expected.as_bytes(), got.as_bytes())
            .map(|found| (found.kind, found.line, found.column))
    }

    #[test]
    fn the_course_forgives_white_space_at_line_ends() {
        for got in ["a \nb", "a\r\nb\r\n", "a\nb\n\n \n", "a\t\nb \n"] {
            assert_eq!(kind(Compare::Loose, "a\nb\n", got), None, "{got:?}");
        }
        assert_eq!(kind(Compare::Loose, "a\nb\n", "a\n\nb\n"), Some((DifferenceKind::WhiteSpace, 1, 0)));
        assert_eq!(kind(Compare::Loose, "a\n b\n", "a\nb\n"), Some((DifferenceKind::WhiteSpace, 1, 0)));
    }

    #[test]
    fn exactly_means_every_byte() {
        assert_eq!(kind(Compare::Exact, "a\nb\n", "a\nb\n"), None);
        assert_eq!(kind(Compare::Exact, "a\nb\n", "a\r\nb\r\n"), Some((DifferenceKind::LineEnds, 0, 1)));
        assert_eq!(kind(Compare::Exact, "a\nb\n", "a\nb"), Some((DifferenceKind::LastNewline, 1, 1)));
        assert_eq!(kind(Compare::Exact, "a\nb \n", "a\nb\n"), Some((DifferenceKind::Blanks, 1, 1)));
        assert_eq!(kind(Compare::Exact, "a\nb\n", "a\nb\n\n"), Some((DifferenceKind::Blanks, 2, 0)));
    }

    #[test]
    fn outputs_are_aligned_as_sequences() {
        let expected = "a\nb\nc\nd\ne\nf\n";
        assert_eq!(
            kind(Compare::Loose, expected, "a\nx\nb\nc\nd\ne\nf\n"),
            Some((DifferenceKind::TooMany(1), 1, 0))
        );
        assert_eq!(
            kind(Compare::Loose, expected, "a\nc\nd\ne\nf\n"),
            Some((DifferenceKind::TooFew(1), 1, 0))
        );
        assert_eq!(kind(Compare::Loose, expected, "a\ny\nc\nd\ne\nf\n"), Some((DifferenceKind::Text, 1, 0)));
    }

    #[test]
    fn one_output_may_be_longer() {
        assert_eq!(kind(Compare::Loose, "a\nb\n", "a\n"), Some((DifferenceKind::StopsEarly, 1, 0)));
        assert_eq!(kind(Compare::Loose, "a\n", "a\nb\n"), Some((DifferenceKind::GoesOn, 1, 0)));
        assert_eq!(kind(Compare::Loose, "", "x"), Some((DifferenceKind::GoesOn, 0, 0)));
        assert_eq!(kind(Compare::Loose, "abc\n", "abd\n"), Some((DifferenceKind::Text, 0, 2)));
    }
}
