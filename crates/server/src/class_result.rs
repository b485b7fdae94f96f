//! What a class comes to: the rows and files of an assignment, as `sandtable class` reports them.

use crate::database::courses::{Assignment, Handout, RosterRow};
use crate::database::submissions::{Grade, Submission, SubmissionState};
use crate::files::Files;
use class::collect::{Collection, HandIn};
use class::marks::Marks;
use class::policy::Policy;
use class::report::ClassReport;
use class::report::feedback::Feedback;
use class::roster::Student;
use class::similarity::{SimilarPair, SourceFile, WORTH_A_LOOK, similar_pairs};
use class::{Results, Roster};
use jiff::Timestamp;
use judge::Language;
use std::path::PathBuf;

/// The largest file of results or sources, in bytes: a worker wrote it.
const LARGEST: u64 = 64 << 20;

/// A class, as far as it is graded.
#[derive(Debug)]
pub(crate) struct ClassResult {
    pub(crate) report: ClassReport,
    pub(crate) roster: Roster,
    /// What the authors of the first rows of the report wrote; empty unless they were compared.
    pub(crate) sources: Vec<Vec<SourceFile>>,
    /// Submissions that count and are still being graded, or could not be.
    pub(crate) open: usize,
    pub(crate) failed: usize,
}

/// Whether programs are compared, which takes a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Similarity {
    Compared,
    LeftOut,
}

impl ClassResult {
    /// Puts a class together from what counts of it.
    pub(crate) fn gather(
        files: &Files,
        assignment: &Assignment,
        students: &[RosterRow],
        submissions: &[Submission],
        similarity: Similarity,
    ) -> Result<Self, String> {
        let roster =
            Roster { students: students.iter().map(|student| on_roster(student, submissions)).collect() };
        let graded: Vec<(&Submission, &Grade)> =
            submissions.iter().filter_map(|one| Some((one, one.grade.as_ref()?))).collect();
        let entry = |submission: &Submission| HandIn {
            name: submission.file_name(),
            path: PathBuf::new(),
            slug: String::new(),
            owner: students.iter().position(|student| student.id == submission.student_id),
            changed: None,
        };
        let collection = Collection::of(graded.iter().map(|(one, _)| entry(one)).collect(), &roster);
        let results: Result<Vec<Results>, String> =
            graded.iter().map(|(_, grade)| read_results(files, grade)).collect();
        let sources = match similarity {
            Similarity::Compared => graded.iter().map(|(_, grade)| read_sources(files, grade)).collect(),
            Similarity::LeftOut => Vec::new(),
        };
        let handed_out = match (&assignment.handout, similarity) {
            (Some(handout), Similarity::Compared) => read_handout(files, handout)?,
            _ => Vec::new(),
        };
        let mut pairs: Vec<SimilarPair> = similar_pairs(&sources, &handed_out);
        pairs.retain(|pair| pair.similarity.max(pair.contained) >= WORTH_A_LOOK);
        let policy = Policy::parse(&assignment.policy)?;
        let known = (&collection, Some(&roster));
        let report = ClassReport::new(&assignment.game, policy, known, results?, pairs, false);
        let count =
            |wanted: fn(SubmissionState) -> bool| submissions.iter().filter(|one| wanted(one.state)).count();
        let failed = count(|state| state == SubmissionState::Failed);
        Ok(Self { report, roster, sources, open: count(SubmissionState::is_open), failed })
    }
}

/// A student with the time of handing in what counts.
fn on_roster(student: &RosterRow, submissions: &[Submission]) -> Student {
    let counting = submissions.iter().find(|one| one.student_id == student.id);
    let submitted = counting.and_then(|one| Timestamp::from_millisecond(one.created).ok());
    Student { number: student.number.clone(), name: student.name.clone(), submitted }
}

/// What a policy lets its author see of a graded submission; its teacher sees the most that there
/// is to see.
pub(crate) fn feedback(
    files: &Files,
    assignment: &Assignment,
    submission: &Submission,
    for_teacher: bool,
    language: Language,
) -> Result<Option<Feedback>, String> {
    let Some(grade) = &submission.grade else { return Ok(None) };
    let mut policy = Policy::parse(&assignment.policy)?;
    let results = read_results(files, grade)?;
    let marks = Marks::of(&results, &policy, Timestamp::from_millisecond(submission.created).ok());
    if for_teacher {
        policy.feedback.hidden = class::policy::Shown::FirstLine;
    }
    Ok(Some(Feedback::of(&policy, &results, &marks, language)))
}

fn read_results(files: &Files, grade: &Grade) -> Result<Results, String> {
    let bytes = files.read(&grade.results, LARGEST).map_err(|error| error.to_string())?;
    serde_json::from_slice(&bytes).map_err(|error| error.to_string())
}

/// What an author wrote; nothing if it was deleted.
fn read_sources(files: &Files, grade: &Grade) -> Vec<SourceFile> {
    grade.sources.as_deref().and_then(|name| source_files(files, name).ok()).unwrap_or_default()
}

/// The sources of what was handed out.
pub(crate) fn read_handout(files: &Files, handout: &Handout) -> Result<Vec<SourceFile>, String> {
    source_files(files, &handout.sources)
}

fn source_files(files: &Files, name: &str) -> Result<Vec<SourceFile>, String> {
    let bytes = files.read(name, LARGEST).map_err(|error| error.to_string())?;
    let sources: Vec<(String, String)> = serde_json::from_slice(&bytes).map_err(|error| error.to_string())?;
    Ok(sources.into_iter().map(|(name, text)| SourceFile { name, text }).collect())
}
