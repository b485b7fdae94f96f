//! Who is in the class, and whose a submission is.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use std::io::Read;
use thiserror::Error;

/// The students of a class, in the order of its file.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Roster {
    /// The students.
    pub students: Vec<Student>,
}

/// One student.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Student {
    /// The student number.
    pub number: String,
    /// The name; may be empty.
    pub name: String,
    /// When the submission was handed in, if the file says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted: Option<Timestamp>,
}

/// Why a file is no roster.
#[derive(Debug, Error)]
pub enum RosterError {
    /// It is no table, or no text.
    #[error("{0}")]
    NotCsv(#[from] csv::Error),
    /// No column holds student numbers.
    #[error(
        "line 1: no column is called `number`, `id` or `学号`; the first line names the columns, for example `number,name`"
    )]
    NoNumbers,
    /// A student without a number.
    #[error("line {0}: the student number is missing")]
    NoNumber(u64),
    /// Two students with one number.
    #[error("line {line}: student number {number} stands on line {first}, too")]
    Twice {
        /// The line.
        line: u64,
        /// The line before.
        first: u64,
        /// The number.
        number: String,
    },
    /// A time that is none.
    #[error("line {line}: `{text}` is no time; write it as 2026-11-01T23:59:00+08:00")]
    BadTime {
        /// The line.
        line: u64,
        /// What stands there.
        text: String,
    },
}

/// Names of columns that people use, lower case.
const NUMBER: [&str; 7] =
    ["number", "student number", "student_number", "id", "student id", "student_id", "学号"];
const NAME: [&str; 4] = ["name", "student name", "student_name", "姓名"];
const SUBMITTED: [&str; 3] = ["submitted", "submitted_at", "提交时间"];

impl Roster {
    /// Reads a table with a first line of column names, in whatever order; other columns are left
    /// alone.
    ///
    /// # Errors
    /// What is wrong, with its line.
    pub fn read(mut file: impl Read) -> Result<Self, RosterError> {
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(csv::Error::from)?;
        // Spreadsheets put a byte order mark before the first column's name.
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        let mut reader = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(text);
        let headers = reader.headers()?.clone();
        let column = |names: &[&str]| {
            headers.iter().position(|header| names.contains(&header.to_lowercase().as_str()))
        };
        let number = column(&NUMBER).ok_or(RosterError::NoNumbers)?;
        let (name, submitted) = (column(&NAME), column(&SUBMITTED));
        let mut students: Vec<(u64, Student)> = Vec::new();
        for record in reader.records() {
            let record = record?;
            let line = record.position().map_or(0, csv::Position::line);
            let cell = |column: Option<usize>| column.and_then(|at| record.get(at)).unwrap_or_default();
            if record.iter().all(str::is_empty) {
                continue;
            }
            let student = Student {
                number: cell(Some(number)).to_string(),
                name: cell(name).to_string(),
                submitted: time(cell(submitted), line)?,
            };
            if student.number.is_empty() {
                return Err(RosterError::NoNumber(line));
            }
            if let Some((first, _)) = students.iter().find(|(_, other)| other.number == student.number) {
                return Err(RosterError::Twice { line, first: *first, number: student.number });
            }
            students.push((line, student));
        }
        Ok(Self { students: students.into_iter().map(|(_, student)| student).collect() })
    }

    /// The student whose number or, failing that, name stands in the name of a submission.
    ///
    /// Nobody if none fits, or several do equally well.
    #[must_use]
    pub fn owner_of(&self, file_name: &str) -> Option<usize> {
        let only = |fits: &dyn Fn(&Student) -> bool| {
            let mut fitting = (0..self.students.len()).filter(|at| fits(&self.students[*at]));
            fitting.next().filter(|_| fitting.next().is_none())
        };
        let file_name = file_name.to_lowercase();
        let bare = without_separators(&file_name);
        only(&|student| has_number(&file_name, &student.number.to_lowercase())).or_else(|| {
            only(&|student| {
                let name = without_separators(&student.name.to_lowercase());
                name.chars().count() >= 2 && bare.contains(&name)
            })
        })
    }
}

fn time(text: &str, line: u64) -> Result<Option<Timestamp>, RosterError> {
    if text.is_empty() {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| RosterError::BadTime { line, text: text.to_string() })
}

/// Whether the number stands in the text and is no part of a longer one.
fn has_number(text: &str, number: &str) -> bool {
    let is_digit = |sign: Option<char>| sign.is_some_and(|sign| sign.is_ascii_digit());
    text.match_indices(number).any(|(at, _)| {
        let (before, behind) = (text[..at].chars().next_back(), text[at + number.len()..].chars().next());
        let (first, last) = (number.chars().next(), number.chars().next_back());
        let goes_on = is_digit(before) && is_digit(first) || is_digit(behind) && is_digit(last);
        !goes_on
    })
}

fn without_separators(text: &str) -> String {
    text.chars().filter(|sign| sign.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roster() -> Roster {
        let file = "\u{feff}姓名,学号,submitted\n张三,2019010001,\n\"Li, Si\",2019010002,2026-11-01T08:00:00+08:00\n王五,20190,\n";
        Roster::read(file.as_bytes()).unwrap()
    }

    #[test]
    fn submissions_find_their_owners() {
        let roster = roster();
        let owner = |name: &str| roster.owner_of(name).map(|at| roster.students[at].number.as_str());
        assert_eq!(owner("2019010001_homework.zip"), Some("2019010001"));
        assert_eq!(owner("hw2-2019010002"), Some("2019010002"));
        assert_eq!(owner("张三的作业"), Some("2019010001"));
        assert_eq!(owner("Li_Si-final"), Some("2019010002"));
        assert_eq!(owner("20190_x"), Some("20190"));
        assert_eq!(owner("120190"), None, "a part of a longer number");
        assert_eq!(owner("张三与王五"), None, "two fit");
        assert_eq!(owner("nobody"), None);
    }

    #[test]
    fn a_number_counts_before_a_name() {
        assert_eq!(roster().owner_of("王五 2019010001"), Some(0));
    }

    #[test]
    fn wrong_files_are_told_by_line() {
        let wrong = |text: &str| Roster::read(text.as_bytes()).unwrap_err().to_string();
        assert!(wrong("who,what\n1,2\n").starts_with("line 1: no column"));
        assert_eq!(wrong("id,name\n1,a\n,b\n"), "line 3: the student number is missing");
        assert_eq!(wrong("id\n1\n2\n1\n"), "line 4: student number 1 stands on line 2, too");
        assert!(wrong("id,submitted\n1,yesterday\n").starts_with("line 2: `yesterday` is no time"));
    }
}
