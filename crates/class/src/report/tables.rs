//! A class for programs: spreadsheets, continuous integration, Gradescope, and anything that reads JSON lines.

use super::{ClassReport, Row};
use crate::policy::{Shown, StageKey};
use crate::results::{CaseResults, StageResults};
use crate::roster::Roster;
use quick_junit::{NonSuccessKind, Report as JunitReport, TestCase, TestCaseStatus, TestSuite};
use serde::Serialize;
use serde_json::json;

/// `marks.csv`: one row a student.
///
/// Cells that a spreadsheet would take for a formula get an apostrophe before them.
///
/// # Errors
/// Never in practice: it is written to memory.
pub fn marks_csv(report: &ClassReport, roster: Option<&Roster>) -> Result<Vec<u8>, csv::Error> {
    let mut table = csv::Writer::from_writer(Vec::new());
    let stages: Vec<String> = report.stages.iter().map(|stage| column(*stage)).collect();
    let fixed = ["number", "name", "submission", "state", "late"];
    let points = ["points", "out_of"];
    table.write_record(fixed.iter().copied().chain(stages.iter().map(String::as_str)).chain(points))?;
    for row in report.by_student(roster) {
        let student = row.student.as_ref();
        let mut cells = vec![
            cell(student.map_or("", |student| &student.number)),
            cell(student.map_or("", |student| &student.name)),
            cell(row.entry.as_deref().unwrap_or_default()),
            row.state.name().to_string(),
            (if row.marks.late { "yes" } else { "no" }).to_string(),
        ];
        for stage in &report.stages {
            let marks = row.marks.stages.iter().find(|marks| marks.stage == *stage);
            cells.push(marks.map_or_else(String::new, |marks| marks.points.to_string()));
        }
        cells.extend([row.marks.points.to_string(), row.marks.out_of.to_string()]);
        table.write_record(&cells)?;
    }
    table.into_inner().map_err(|error| csv::Error::from(error.into_error()))
}

fn column(stage: StageKey) -> String {
    match stage {
        StageKey::Hidden => "hidden".to_string(),
        _ => format!("stage{}", stage.name()),
    }
}

fn cell(text: &str) -> String {
    // The wide ones, too: a spreadsheet in Chinese takes them for the others.
    const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
    let is_formula = text.starts_with(['\t', '\r', '\n']) || text.trim_start().starts_with(FORMULA);
    if is_formula { format!("'{text}") } else { text.to_string() }
}

/// JUnit XML: a suite a submission, a test a case.
///
/// # Errors
/// Never in practice: it is written to memory.
pub fn junit(report: &ClassReport) -> Result<String, quick_junit::SerializeError> {
    let mut document = JunitReport::new(format!("sandtable class {}", report.game));
    for row in report.rows.iter().filter(|row| row.entry.is_some()) {
        let mut suite = TestSuite::new(row.slug.as_str());
        for stage in &row.results.stages {
            if let Some(why) = &stage.not_built {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
                status.set_message(first_line(why));
                status.set_description(why.as_str());
                suite.add_test_case(TestCase::new(format!("stage {}: build", stage.stage.name()), status));
            }
            suite.add_test_cases(stage.cases.iter().map(|case| junit_case(stage, case)));
        }
        if let Some(why) = &row.results.unusable {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(why.as_str());
            suite.add_test_case(TestCase::new("open", status));
        }
        document.add_test_suite(suite);
    }
    document.to_string()
}

fn junit_case(stage: &StageResults, case: &CaseResults) -> TestCase {
    let name = format!("stage {}: case {}", stage.stage.name(), case.name);
    if case.correct {
        return TestCase::new(name, TestCaseStatus::success());
    }
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_message(case.verdict.as_str());
    if let Some(explanation) = &case.explanation {
        status.set_description(explanation.as_str());
    }
    TestCase::new(name, status)
}

/// The `results.json` that Gradescope's autograder reads, for one submission, with what the policy lets a student see.
#[must_use]
pub fn gradescope(report: &ClassReport, row: &Row) -> serde_json::Value {
    let mut tests = Vec::new();
    for (stage, marks) in row.results.stages.iter().zip(&row.marks.stages) {
        let seen = seen_cases(stage, report.policy.feedback.hidden);
        let mut output = stage.not_built.as_ref().map_or_else(
            || format!("{} of {} cases correct", stage.correct(), stage.cases.len()),
            |why| format!("not built:\n{why}"),
        );
        if stage.stage == StageKey::Hidden && report.policy.feedback.hidden == Shown::Nothing {
            output.clear();
        }
        tests.push(json!({
            "name": column(stage.stage),
            "score": marks.points,
            "max_score": marks.out_of,
            "output": output,
            "output_format": "text",
            "visibility": "visible",
        }));
        tests.extend(seen.into_iter().map(|case| {
            let said: Vec<String> = [Some(case.verdict), case.detail].into_iter().flatten().collect();
            json!({
                "name": format!("{}: case {}", column(stage.stage), case.name),
                "status": if case.correct { "passed" } else { "failed" },
                "output": said.join("\n"),
                "output_format": "text",
                "visibility": "visible",
            })
        }));
    }
    let output = row.results.unusable.clone().unwrap_or_default();
    json!({
        "score": row.marks.points,
        "output": output,
        "output_format": "text",
        "stdout_visibility": "hidden",
        "tests": tests,
    })
}

/// A case as a student may see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SeenCase {
    pub(crate) name: String,
    pub(crate) correct: bool,
    pub(crate) verdict: String,
    pub(crate) detail: Option<String>,
}

/// What a student may see of a stage's cases: one place decides it for all files.
pub(crate) fn seen_cases(stage: &StageResults, hidden: Shown) -> Vec<SeenCase> {
    let is_hidden = stage.stage == StageKey::Hidden;
    if is_hidden && hidden == Shown::Nothing {
        return Vec::new();
    }
    let seen = |(number, case): (usize, &CaseResults)| SeenCase {
        // The name of a hidden case may say what it is about.
        name: if is_hidden { (number + 1).to_string() } else { case.name.clone() },
        correct: case.correct,
        verdict: case.verdict.clone(),
        detail: match hidden {
            _ if !is_hidden => case.explanation.clone(),
            Shown::FirstLine => case.first_line.as_ref().map(|line| format!("printed: {line}")),
            Shown::Verdict | Shown::Nothing => None,
        },
    };
    stage.cases.iter().enumerate().map(seen).collect()
}

/// One JSON line a submission: everything that is known, for the teacher's own programs.
///
/// # Errors
/// Never in practice: all keys are text.
pub fn json_lines(report: &ClassReport) -> Result<String, serde_json::Error> {
    #[derive(Serialize)]
    struct Line<'a> {
        game: &'a str,
        #[serde(flatten)]
        row: &'a Row,
    }
    let mut text = String::new();
    for row in &report.rows {
        text.push_str(&serde_json::to_string(&Line { game: &report.game, row })?);
        text.push('\n');
    }
    Ok(text)
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}
