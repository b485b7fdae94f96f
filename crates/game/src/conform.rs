//! Our own engine against recorded cases.
//!
//! Files come through a [`Folder`], because rules crates read none. Each case is reported as it is
//! done.

use crate::console::{Console, DialogueOptions, Stage, Transcript};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// A folder of cases.
pub trait Folder {
    /// Names of the files in it, in no particular order.
    fn names(&self) -> Vec<String>;
    /// A file's contents.
    ///
    /// # Errors
    /// One sentence, if it cannot be read.
    fn read(&self, name: &str) -> Result<Vec<u8>, String>;
    /// A folder found by its path from this one (`../vectors`), if there is one.
    fn other(&self, path: &str) -> Option<Box<dyn Folder>>;
}

/// How the cases are to be run.
#[derive(Clone, Copy, Debug, Default)]
pub struct ConformRequest<'a> {
    /// The stage of a console game.
    pub stage: Option<Stage>,
    /// The rule profile, where the cases do not name one.
    pub rules: Option<&'a str>,
}

/// One case and what became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CaseResult {
    /// Its name in the folder.
    pub name: String,
    /// The first difference; none if it passed.
    pub difference: Option<FirstDifference>,
}

/// The first place where we and the record part.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstDifference {
    /// Line and column, or turn, order and field.
    pub place: String,
    /// What the record says.
    pub expected: String,
    /// What we say.
    pub got: String,
}

impl fmt::Display for FirstDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}, got {}", self.place, self.expected, self.got)
    }
}

/// Runs a folder of `NAME.in` and `NAME.out` files with an optional `manifest.tsv`.
///
/// # Errors
/// One sentence, if the folder is not such a folder: no cases, a file without its other half, a
/// manifest that cannot be read or names what is not there.
pub fn run_dialogues(
    console: &dyn Console,
    folder: &dyn Folder,
    request: ConformRequest<'_>,
    each: &mut dyn FnMut(CaseResult),
) -> Result<(), String> {
    for case in read_cases(folder)? {
        let mut port = Transcript::new(&case.input);
        let options =
            DialogueOptions { stage: request.stage.unwrap_or_default(), ..DialogueOptions::default() };
        let status = console.run(&mut port, options);
        let difference = case
            .compare
            .first_difference(&case.expected, &port.output)
            .or_else(|| different_status(case.exit_status, status));
        each(CaseResult { name: case.name, difference });
    }
    Ok(())
}

/// A recorded dialogue, and how an output is compared with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordedDialogue {
    /// Its name in the folder.
    pub name: String,
    /// What is read.
    pub input: Vec<u8>,
    /// What is to be written.
    pub expected: Vec<u8>,
    /// How the program is to end.
    pub exit_status: u8,
    /// How outputs are compared.
    pub compare: Compare,
}

/// Reads a folder of `NAME.in` and `NAME.out` files with an optional `manifest.tsv`, in the order a
/// person would list them.
///
/// # Errors
/// One sentence, if the folder is not such a folder.
pub fn read_cases(folder: &dyn Folder) -> Result<Vec<RecordedDialogue>, String> {
    let names = folder.names();
    let cases = pair_up(&names)?;
    let manifest = match names.iter().any(|name| name == MANIFEST) {
        true => Manifest::read(&folder.read(MANIFEST)?, &cases)?,
        false => Manifest::default(),
    };
    let read = |name: String| {
        let Expectation { exit_status, compare } = manifest.expectation(&name);
        let input = folder.read(&format!("{name}.in"))?;
        let expected = folder.read(&format!("{name}.out"))?;
        Ok(RecordedDialogue { name, input, expected, exit_status, compare })
    };
    cases.into_iter().map(read).collect()
}

const MANIFEST: &str = "manifest.tsv";

/// The names of the cases, in the order a person would list them.
fn pair_up(names: &[String]) -> Result<Vec<String>, String> {
    let has = |name: &str| names.iter().any(|other| other == name);
    let mut cases = Vec::new();
    for name in names {
        if let Some(case) = name.strip_suffix(".in") {
            if !has(&format!("{case}.out")) {
                return Err(format!("{case}.in has no {case}.out beside it"));
            }
            cases.push(case.to_string());
        } else if let Some(case) = name.strip_suffix(".out").filter(|case| !has(&format!("{case}.in"))) {
            return Err(format!("{case}.out has no {case}.in beside it"));
        }
    }
    if cases.is_empty() {
        return Err("there are no cases here (expected NAME.in and NAME.out)".to_string());
    }
    sort_naturally(&mut cases);
    Ok(cases)
}

/// Sorts names so that case 2 comes before case 10.
pub fn sort_naturally(names: &mut [String]) {
    names.sort_by(|a, b| (a.parse::<u64>().ok(), a).cmp(&(b.parse::<u64>().ok(), b)));
}

fn different_status(expected: u8, got: u8) -> Option<FirstDifference> {
    (expected != got).then(|| FirstDifference {
        place: "exit status".to_string(),
        expected: expected.to_string(),
        got: got.to_string(),
    })
}

/// What the manifest says about a case.
#[derive(Clone, Copy, Debug)]
struct Expectation {
    exit_status: u8,
    compare: Compare,
}

/// How outputs are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compare {
    /// Byte for byte.
    Exact,
    /// White space at line ends and empty lines at the end do not count.
    Loose,
}

#[derive(Debug, Default)]
struct Manifest {
    rows: Vec<(String, Expectation)>,
}

impl Manifest {
    fn read(bytes: &[u8], cases: &[String]) -> Result<Self, String> {
        let text = core::str::from_utf8(bytes).map_err(|_| format!("{MANIFEST} is not UTF-8"))?;
        let mut lines = text.lines();
        let header: Vec<&str> = lines.next().unwrap_or("").split('\t').collect();
        let column = |name: &str| header.iter().position(|title| *title == name);
        let case_column =
            column("case").ok_or_else(|| format!("{MANIFEST}: line 1: there is no column `case`"))?;
        let mut rows = Vec::new();
        for (number, line) in (2..).zip(lines).filter(|(_, line)| !line.trim().is_empty()) {
            let cells: Vec<&str> = line.split('\t').collect();
            let cell = |at: Option<usize>| at.and_then(|at| cells.get(at)).copied().unwrap_or("");
            let case = cell(Some(case_column));
            if !cases.iter().any(|known| known == case) {
                return Err(format!("{MANIFEST}: line {number}: there is no {case}.in and {case}.out"));
            }
            let expectation = Expectation::read(cell(column("exit_status")), cell(column("compare")))
                .map_err(|wrong| format!("{MANIFEST}: line {number}: {wrong}"))?;
            rows.push((case.to_string(), expectation));
        }
        Ok(Self { rows })
    }

    fn expectation(&self, case: &str) -> Expectation {
        let row = self.rows.iter().find(|(name, _)| name == case);
        row.map_or(Expectation { exit_status: 0, compare: Compare::Exact }, |(_, row)| *row)
    }
}

impl Expectation {
    fn read(exit_status: &str, compare: &str) -> Result<Self, String> {
        let exit_status = match exit_status {
            "" => 0,
            number => number.parse().map_err(|_| format!("`{number}` is not an exit status (0 to 255)"))?,
        };
        let compare = match compare {
            "" | "exact" => Compare::Exact,
            "loose" => Compare::Loose,
            other => return Err(format!("`{other}` is no way to compare (exact or loose)")),
        };
        Ok(Self { exit_status, compare })
    }
}

impl Compare {
    fn first_difference(self, expected: &[u8], got: &[u8]) -> Option<FirstDifference> {
        match self {
            Self::Exact => (expected != got).then(|| first_different_line(lines(expected), lines(got))),
            Self::Loose => {
                let (expected, got) = (bare_lines(expected), bare_lines(got));
                (expected != got).then(|| first_different_line(expected, got))
            }
        }
    }
}

/// The lines with their line feeds: a missing last one is a difference.
fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.split_inclusive(|byte| *byte == b'\n').collect()
}

/// The lines as a loose comparison sees them: without white space at their ends, and without empty
/// lines at the end of the text.
#[must_use]
pub fn bare_lines(text: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii_end).collect();
    while lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    lines
}

fn first_different_line(expected: Vec<&[u8]>, got: Vec<&[u8]>) -> FirstDifference {
    let same = expected.iter().zip(&got).take_while(|(a, b)| a == b).count();
    let (wanted, found) = (expected.get(same), got.get(same));
    let column = match (wanted, found) {
        (Some(a), Some(b)) => a.iter().zip(*b).take_while(|(a, b)| a == b).count(),
        _ => 0,
    };
    FirstDifference {
        place: format!("line {}, column {}", same + 1, column + 1),
        expected: shown(wanted),
        got: shown(found),
    }
}

fn shown(line: Option<&&[u8]>) -> String {
    line.map_or_else(|| "the end of the output".to_string(), |line| format!("\"{}\"", line.escape_ascii()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_sees_a_missing_line_feed_and_loose_does_not() {
        let difference = Compare::Exact.first_difference(b"a\nb\n", b"a\nb").unwrap();
        assert_eq!(difference.to_string(), r#"line 2, column 2: expected "b\n", got "b""#);
        assert_eq!(Compare::Loose.first_difference(b"a  \nb\n\n", b"a\nb"), None);
        assert!(Compare::Loose.first_difference(b"a\n\nb", b"a\nb").is_some());
    }

    #[test]
    fn a_missing_line_is_a_difference() {
        let difference = Compare::Exact.first_difference(b"a\nb\n", b"a\n").unwrap();
        assert_eq!(difference.to_string(), r#"line 2, column 1: expected "b\n", got the end of the output"#);
    }

    #[test]
    fn names_sort_as_people_count() {
        let mut names = ["10", "2", "b", "a"].map(String::from);
        sort_naturally(&mut names);
        assert_eq!(names, ["a", "b", "2", "10"]);
    }
}
