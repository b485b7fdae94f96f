//! What is wrong with a file.

use alloc::string::String;
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

/// All that was found while reading a file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Report {
    /// What makes the file unusable.
    pub problems: Vec<Problem>,
    /// What was repaired or ignored.
    pub warnings: Vec<Problem>,
}

impl Report {
    /// Notes a problem.
    pub fn problem(&mut self, line: u32, text: impl Into<String>) {
        self.problems.push(Problem { line, text: text.into() });
    }

    /// Notes something that was repaired or ignored.
    pub fn warning(&mut self, line: u32, text: impl Into<String>) {
        self.warnings.push(Problem { line, text: text.into() });
    }

    /// Whether the file can be used.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.problems.is_empty()
    }
}

/// How much a reader wants to know about a broken file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Patience {
    /// Stop at the first problem: the rest of the stream belongs to somebody else.
    FirstProblem,
    /// Go on and collect them all.
    AllProblems,
}
