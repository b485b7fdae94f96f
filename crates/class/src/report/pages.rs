//! A class for people: the teacher's page, a page a student, a page a pair of submissions that are
//! alike.

use super::feedback::Feedback;
use super::words::PageWords;
use super::{ClassReport, MarksRow, State};
use crate::policy::StageKey;
use crate::roster::Roster;
use crate::similarity::{Place, SimilarPair, SourceFile};
use askama::Template;
use judge::Language;

const STYLE: &str = include_str!("../../templates/style.css");

/// Pairs that are shown at most; further down the list nobody reads.
pub const MOST_PAIRS: usize = 50;

/// The name of a pair's page, relative to the report.
#[must_use]
pub fn pair_file(report: &ClassReport, pair: &SimilarPair) -> String {
    let slug = |number: usize| report.rows[number].slug.as_str();
    format!("similar/{}--{}.html", slug(pair.pair.0), slug(pair.pair.1))
}

/// The name of a submission's feedback, relative to the report.
#[must_use]
pub fn feedback_file(row: &MarksRow) -> String {
    format!("feedback/{}.html", row.slug)
}

/// `class.html`.
///
/// # Errors
/// Never in practice: it is written to memory.
pub fn class_page(
    report: &ClassReport,
    roster: Option<&Roster>,
    language: Language,
) -> Result<String, askama::Error> {
    let whose = |numbers: &[usize]| -> String {
        numbers.iter().map(|number| report.rows[*number].who()).collect::<Vec<_>>().join(", ")
    };
    ClassPage {
        style: STYLE,
        language,
        game: &report.game,
        policy: language.policy(&report.policy),
        figures: figures(report, language),
        stages: report.stages.iter().map(|stage| language.stage(*stage)).collect(),
        rows: report.by_student(roster).into_iter().map(|row| mark_row(report, row, language)).collect(),
        mistakes: report
            .mistakes()
            .into_iter()
            .map(|(name, rows)| MistakeRow { name, count: rows.len(), whose: whose(&rows) })
            .collect(),
        hardest: report.hardest_cases().into_iter().take(30).map(|case| case_row(case, language)).collect(),
        not_built: report.rows.iter().filter_map(|row| Some((row.who(), why_not_built(row)?))).collect(),
        pairs: report.pairs.iter().take(MOST_PAIRS).map(|pair| pair_row(report, pair)).collect(),
        slowest: report
            .slowest(10)
            .into_iter()
            .map(|(number, stage, case)| {
                let place = format!("{} · {}", language.stage(stage), case.name);
                (report.rows[number].who(), place, format!("{:.3}", case.cpu_seconds))
            })
            .collect(),
        left_out: report.left_out.iter().map(|left| language.left_out(left)).collect(),
    }
    .render()
}

#[derive(Template)]
#[template(path = "class.html")]
struct ClassPage<'a> {
    style: &'static str,
    language: Language,
    game: &'a str,
    policy: String,
    figures: Vec<(&'static str, String)>,
    stages: Vec<String>,
    rows: Vec<MarkRow>,
    mistakes: Vec<MistakeRow>,
    hardest: Vec<CaseRow>,
    not_built: Vec<(String, String)>,
    pairs: Vec<PairRow>,
    slowest: Vec<(String, String, String)>,
    left_out: Vec<String>,
}

struct MarkRow {
    number: String,
    name: String,
    entry: String,
    link: Option<String>,
    state: &'static str,
    tone: &'static str,
    late: bool,
    stages: Vec<String>,
    points: f64,
    out_of: f64,
}

struct MistakeRow {
    name: String,
    count: usize,
    whose: String,
}

struct CaseRow {
    name: String,
    failed: usize,
    run: usize,
    percent: usize,
}

struct PairRow {
    link: String,
    first: String,
    second: String,
    similarity: String,
    contained: String,
    longest: usize,
}

fn figures(report: &ClassReport, language: Language) -> Vec<(&'static str, String)> {
    let count = |state: State| report.rows.iter().filter(|row| row.state == state).count().to_string();
    let handed_in = report.rows.iter().filter(|row| row.entry.is_some());
    let points: f64 = handed_in.clone().map(|row| row.marks.points).sum();
    let number = handed_in.count();
    let mean = if number == 0 { 0.0 } else { points / number as f64 };
    vec![
        (language.of("handed in", "已提交"), number.to_string()),
        (language.of("all correct", "全部正确"), count(State::Correct)),
        (language.of("not built", "编译失败"), count(State::NotBuilt)),
        (language.of("nothing handed in", "未提交"), count(State::Missing)),
        (language.of("mean of those handed in", "已提交者平均分"), format!("{mean:.1}")),
    ]
}

fn mark_row(report: &ClassReport, row: &MarksRow, language: Language) -> MarkRow {
    let student = row.student.as_ref();
    let of_stage = |stage: &StageKey| {
        let results = row.results.stages.iter().find(|results| results.stage == *stage);
        let marks = row.marks.stages.iter().find(|marks| marks.stage == *stage);
        let (Some(results), Some(marks)) = (results, marks) else { return String::new() };
        if results.cases.is_empty() {
            return marks.points.to_string();
        }
        format!("{} ({}/{})", marks.points, results.correct(), results.cases.len())
    };
    MarkRow {
        number: student.map_or_else(String::new, |student| student.number.clone()),
        name: student.map_or_else(String::new, |student| student.name.clone()),
        entry: row.entry.clone().unwrap_or_default(),
        link: row.entry.as_ref().map(|_| feedback_file(row)),
        state: language.state(row.state),
        tone: if row.state == State::Correct { "good" } else { "bad" },
        late: row.marks.late,
        stages: report.stages.iter().map(of_stage).collect(),
        points: row.marks.points,
        out_of: row.marks.out_of,
    }
}

fn case_row((stage, name, failed, run): (StageKey, String, usize, usize), language: Language) -> CaseRow {
    let name = format!("{} · {name}", language.stage(stage));
    CaseRow { name, failed, run, percent: (200 * failed).checked_div(run).unwrap_or(0) }
}

fn pair_row(report: &ClassReport, pair: &SimilarPair) -> PairRow {
    PairRow {
        link: pair_file(report, pair),
        first: report.rows[pair.pair.0].who(),
        second: report.rows[pair.pair.1].who(),
        similarity: format!("{:.0}", 100.0 * pair.similarity),
        contained: format!("{:.0}", 100.0 * pair.contained),
        longest: pair.passages.first().map_or(0, |passage| passage.tokens),
    }
}

/// The first lines of why a submission was not built.
fn why_not_built(row: &MarksRow) -> Option<String> {
    let stages = row.results.stages.iter().filter_map(|stage| Some((stage.stage, stage.not_built.as_ref()?)));
    let why = |(stage, why): (StageKey, &String)| {
        format!("[{}] {}", stage.name(), why.lines().take(4).collect::<Vec<_>>().join("\n"))
    };
    let texts: Vec<String> = row.results.unusable.iter().cloned().chain(stages.map(why)).collect();
    (!texts.is_empty()).then(|| texts.join("\n"))
}

impl MarksRow {
    /// The student, or what was handed in.
    #[must_use]
    pub fn who(&self) -> String {
        match &self.student {
            Some(student) if student.name.is_empty() => student.number.clone(),
            Some(student) => format!("{} {}", student.number, student.name),
            None => self.entry.clone().unwrap_or_default(),
        }
    }
}

/// The page that a student may read.
///
/// # Errors
/// Never in practice: it is written to memory.
pub fn feedback_page(
    report: &ClassReport,
    row: &MarksRow,
    language: Language,
) -> Result<String, askama::Error> {
    FeedbackPage {
        style: STYLE,
        language,
        game: &report.game,
        who: row.who(),
        feedback: Feedback::of(&report.policy, &row.results, &row.marks, language),
    }
    .render()
}

#[derive(Template)]
#[template(path = "feedback.html")]
struct FeedbackPage<'a> {
    style: &'static str,
    language: Language,
    game: &'a str,
    who: String,
    feedback: Feedback,
}

/// The page of two submissions that are alike, with what they share side by side.
///
/// # Errors
/// Never in practice: it is written to memory.
pub fn pair_page(
    report: &ClassReport,
    pair: &SimilarPair,
    (first, second): (&[SourceFile], &[SourceFile]),
    language: Language,
) -> Result<String, askama::Error> {
    /// Passages shown at most.
    const MOST: usize = 40;
    let passages = pair.passages.iter().take(MOST).map(|passage| PassageRow {
        tokens: passage.tokens,
        first_place: place(first, &passage.first),
        first_text: lines(first, &passage.first),
        second_place: place(second, &passage.second),
        second_text: lines(second, &passage.second),
    });
    PairPage {
        style: STYLE,
        language,
        first: report.rows[pair.pair.0].who(),
        second: report.rows[pair.pair.1].who(),
        similarity: format!("{:.0}", 100.0 * pair.similarity),
        passages: passages.collect(),
    }
    .render()
}

#[derive(Template)]
#[template(path = "pair.html")]
struct PairPage {
    style: &'static str,
    language: Language,
    first: String,
    second: String,
    similarity: String,
    passages: Vec<PassageRow>,
}

struct PassageRow {
    tokens: usize,
    first_place: String,
    first_text: String,
    second_place: String,
    second_text: String,
}

fn place(files: &[SourceFile], place: &Place) -> String {
    let name = files.get(place.file).map_or("", |file| &file.name);
    format!("{name}, {}–{}", place.from, place.to)
}

fn lines(files: &[SourceFile], place: &Place) -> String {
    let text = files.get(place.file).map_or("", |file| &file.text);
    let count = (place.to - place.from + 1) as usize;
    text.lines().skip(place.from as usize - 1).take(count).collect::<Vec<_>>().join("\n")
}
