//! What is wrong with a file.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// One thing that is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Line in the file, from 1.
    pub line: u32,
    /// What was found and what was expected, as one sentence without a full stop.
    pub text: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.text)
    }
}

/// All that was found while reading a file, as far as anybody would read it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagnostics {
    /// What makes the file unusable, at most [`Self::MOST`].
    pub problems: Vec<Problem>,
    /// What was repaired or ignored, at most [`Self::MOST`].
    pub warnings: Vec<Problem>,
    /// How many problems and warnings more there are than listed.
    pub unlisted: u64,
}

impl Diagnostics {
    /// How many problems, and how many warnings, are listed. A file can have billions.
    pub const MOST: usize = 1000;

    /// Notes a problem.
    pub fn problem(&mut self, line: u32, text: impl Into<String>) {
        add(&mut self.problems, &mut self.unlisted, line, text.into());
    }

    /// Notes something that was repaired or ignored.
    pub fn warning(&mut self, line: u32, text: impl Into<String>) {
        add(&mut self.warnings, &mut self.unlisted, line, text.into());
    }

    /// The first problem in words; nothing if there is none.
    #[must_use]
    pub fn first(&self) -> String {
        self.problems.first().map(ToString::to_string).unwrap_or_default()
    }

    /// Whether the file can be used.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.problems.is_empty()
    }
}

fn add(list: &mut Vec<Problem>, unlisted: &mut u64, line: u32, text: String) {
    if list.len() < Diagnostics::MOST {
        list.push(Problem { line, text });
    } else {
        *unlisted = unlisted.saturating_add(1);
    }
}

/// How much a reader wants to know about a broken file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ProblemsWanted {
    /// Stop at the first problem: the rest of the stream belongs to somebody else.
    FirstProblem,
    /// Go on and collect them all.
    AllProblems,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_stays_readable() {
        let mut report = Diagnostics::default();
        for line in 0..1900 {
            report.warning(line, "odd");
        }
        assert!(report.is_usable());
        assert_eq!((report.warnings.len(), report.unlisted), (Diagnostics::MOST, 900));
        report.problem(1, "wrong");
        assert!(!report.is_usable());
    }
}
