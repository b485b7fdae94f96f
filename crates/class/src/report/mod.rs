//! What a graded class comes to, as files.
//!
//! [`ClassReport`] holds everything in plain values; the other modules write it down: [`pages`] for
//! people, [`tables`] for programs. [`feedback`] is what a student may see of it.

pub mod feedback;
pub mod pages;
pub mod tables;
mod words;

use crate::collect::{Collection, LeftOut};
use crate::marks::Marks;
use crate::policy::{Policy, StageKey};
use crate::results::{CaseResults, Results, StageResults};
use crate::roster::{Roster, Student};
use crate::similarity::SimilarPair;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// A graded class.
#[derive(Clone, PartialEq, Debug)]
pub struct ClassReport {
    /// The game.
    pub game: String,
    /// How it was graded.
    pub policy: Policy,
    /// The stages that were graded, in order.
    pub stages: Vec<StageKey>,
    /// One row a student or submission.
    pub rows: Vec<MarksRow>,
    /// What was in the folder and was not graded.
    pub left_out: Vec<LeftOut>,
    /// Submissions that are alike, the most alike first; the places are those of
    /// [`rows`](Self::rows).
    pub pairs: Vec<SimilarPair>,
}

/// A student with their submission, a student without one, or a submission without a student.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MarksRow {
    /// What its files are called.
    pub slug: String,
    /// Who.
    pub student: Option<Student>,
    /// What was handed in.
    pub entry: Option<String>,
    /// What became of it.
    pub state: State,
    /// What it is worth.
    pub marks: Marks,
    /// What grading came to.
    pub results: Results,
}

/// What became of a student's work, in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum State {
    /// Everything is correct.
    Correct,
    /// Something is not correct.
    Incorrect,
    /// Something could not be built.
    NotBuilt,
    /// It could not be opened.
    Unusable,
    /// Nothing was handed in.
    Missing,
}

impl State {
    /// The word in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Correct => "correct",
            Self::Incorrect => "incorrect",
            Self::NotBuilt => "not-built",
            Self::Unusable => "unusable",
            Self::Missing => "missing",
        }
    }

    /// What became of work with these results.
    #[must_use]
    pub fn of(results: &Results) -> Self {
        if results.unusable.is_some() {
            Self::Unusable
        } else if results.stages.iter().any(|stage| stage.not_built.is_some()) {
            Self::NotBuilt
        } else if results.stages.iter().all(StageResults::is_correct) && !results.stages.is_empty() {
            Self::Correct
        } else {
            Self::Incorrect
        }
    }
}

/// A graded submission: its place in the collection's list gives the student.
pub type Graded = Vec<Results>;

impl ClassReport {
    /// Puts a report together. `graded` holds the results of every entry, in the same order.
    #[must_use]
    pub fn new(
        game: &str,
        policy: Policy,
        (collection, roster): (&Collection, Option<&Roster>),
        graded: Graded,
        pairs: Vec<SimilarPair>,
        use_file_times: bool,
    ) -> Self {
        let students = roster.map_or(&[][..], |roster| &roster.students[..]);
        let nothing = Results { unusable: None, stages: empty_stages(&graded) };
        let mut rows = Vec::new();
        for (entry, mut results) in collection.entries.iter().zip(graded) {
            if results.unusable.is_some() {
                results.stages.clone_from(&nothing.stages);
            }
            let student = entry.owner.and_then(|owner| students.get(owner)).cloned();
            let stated = student.as_ref().and_then(|student| student.submitted);
            let submitted = stated.or(entry.changed.filter(|_| use_file_times));
            rows.push(MarksRow {
                slug: entry.slug.clone(),
                student,
                entry: Some(entry.name.clone()),
                state: State::of(&results),
                marks: Marks::of(&results, &policy, submitted),
                results,
            });
        }
        let handed_in: BTreeSet<usize> = collection.entries.iter().filter_map(|entry| entry.owner).collect();
        for (_, student) in students.iter().enumerate().filter(|(at, _)| !handed_in.contains(at)) {
            rows.push(MarksRow {
                slug: String::new(),
                student: Some(student.clone()),
                entry: None,
                state: State::Missing,
                marks: Marks::of(&nothing, &policy, None),
                results: nothing.clone(),
            });
        }
        let stages: BTreeSet<StageKey> =
            rows.iter().flat_map(|row| row.results.stages.iter().map(|stage| stage.stage)).collect();
        Self {
            game: game.to_string(),
            policy,
            stages: stages.into_iter().collect(),
            rows,
            left_out: collection.left_out.clone(),
            pairs,
        }
    }

    /// The rows in the order of the roster, those of nobody last.
    #[must_use]
    pub fn by_student(&self, roster: Option<&Roster>) -> Vec<&MarksRow> {
        let place = |row: &MarksRow| {
            let number = row.student.as_ref().map(|student| &student.number)?;
            roster?.students.iter().position(|student| student.number == *number)
        };
        let mut rows: Vec<&MarksRow> = self.rows.iter().collect();
        rows.sort_by_key(|row| place(row).unwrap_or(usize::MAX));
        rows
    }

    /// The misunderstood rules, with the rows they show in, the commonest first.
    #[must_use]
    pub fn mistakes(&self) -> Vec<(String, Vec<usize>)> {
        let mut found: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for (number, row) in self.rows.iter().enumerate() {
            for mistake in row.results.graded_cases().filter_map(|(_, case)| case.mistake.as_deref()) {
                found.entry(mistake).or_default().insert(number);
            }
        }
        let mut list: Vec<_> = found
            .into_iter()
            .map(|(name, rows)| (name.to_string(), rows.into_iter().collect::<Vec<_>>()))
            .collect();
        list.sort_by_key(|(_, rows)| usize::MAX - rows.len());
        list
    }

    /// The cases that somebody failed, with how many did and how many ran it, the most failed
    /// first.
    #[must_use]
    pub fn hardest_cases(&self) -> Vec<(StageKey, String, usize, usize)> {
        let mut counts: BTreeMap<(StageKey, &str), (usize, usize)> = BTreeMap::new();
        for row in &self.rows {
            for (stage, case) in row.results.graded_cases() {
                let (failed, run) = counts.entry((stage, &case.name)).or_default();
                *failed += usize::from(!case.correct);
                *run += 1;
            }
        }
        let mut list: Vec<_> = counts
            .into_iter()
            .filter(|(_, (failed, _))| *failed > 0)
            .map(|((stage, name), (failed, run))| (stage, name.to_string(), failed, run))
            .collect();
        list.sort_by_key(|(_, _, failed, _)| usize::MAX - failed);
        list
    }

    /// The slowest run of each of the slowest submissions.
    #[must_use]
    pub fn slowest(&self, most: usize) -> Vec<(usize, StageKey, &CaseResults)> {
        let by_time = |one: &(StageKey, &CaseResults), two: &(StageKey, &CaseResults)| {
            one.1.cpu_seconds.total_cmp(&two.1.cpu_seconds)
        };
        let rows = self.rows.iter().enumerate();
        let mut list: Vec<_> = rows
            .filter_map(|(number, row)| {
                row.results.graded_cases().max_by(by_time).map(|(stage, case)| (number, stage, case))
            })
            .collect();
        list.sort_by(|one, two| two.2.cpu_seconds.total_cmp(&one.2.cpu_seconds));
        list.truncate(most);
        list
    }
}

impl Results {
    /// All graded cases with their stages.
    pub fn graded_cases(&self) -> impl Iterator<Item = (StageKey, &CaseResults)> {
        self.stages.iter().flat_map(|stage| stage.cases.iter().map(|case| (stage.stage, case)))
    }
}

/// The stages of the class without anything done: what is known of somebody who handed in nothing.
fn empty_stages(graded: &[Results]) -> Vec<StageResults> {
    let mut stages: BTreeMap<StageKey, f64> = BTreeMap::new();
    for stage in graded.iter().flat_map(|results| &results.stages) {
        stages.insert(stage.stage, stage.out_of);
    }
    stages
        .into_iter()
        .map(|(stage, out_of)| StageResults {
            stage,
            not_built: None,
            out_of,
            cases: Vec::new(),
            robustness: Vec::new(),
        })
        .collect()
}
