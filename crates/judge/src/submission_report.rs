//! Grading one submission: one call, one result that can be written down and read again.

use crate::bundled::bundled;
use crate::case::{Case, Strictness};
use crate::exercise::Exercise;
use crate::grade::{Allowance, CaseReport, ProgramGrader, StageReport};
use crate::handout::Section;
use crate::language::Language;
use crate::submission::Submission;
use crate::{Recipes, VerdictStore};
use game::console::Stage;
use sandbox::{Cache, Sandbox, StartError};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;

/// The workshop in which submissions are graded: shared by all of them.
#[derive(Clone, Copy, Debug)]
pub struct GradingWorkshop<'a> {
    /// The sandbox.
    pub sandbox: &'a Sandbox,
    /// Where compiled programs are kept.
    pub cache: &'a Cache,
    /// Where verdicts are kept; nowhere if every case is to be run again.
    pub verdicts: Option<VerdictStore<'a>>,
}

/// How a submission is graded.
#[derive(Clone, Debug)]
pub struct GradingOptions {
    /// The stages; those that the submission has if nobody says, and the last if it is one program.
    pub stages: Option<Vec<Stage>>,
    /// This case only; then there are no points.
    pub only_case: Option<String>,
    /// The cases.
    pub cases: CaseSet,
    /// How programs are built and run.
    pub recipes: Recipes,
    /// The limits of each run.
    pub allowance: Allowance,
    /// What a stage is worth.
    pub scheme: PointScheme,
    /// The language of the explanations.
    pub language: Language,
}

/// What is worth how much. A stage's points are given if everything that counts is correct, as in
/// the course; a class may grade by parts.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct PointScheme {
    /// Points for each stage.
    pub points: [f64; 4],
    /// Points for hidden cases.
    pub hidden_points: f64,
    /// Whether robustness cases count, too.
    pub robust: bool,
}

impl PointScheme {
    /// The course's.
    #[must_use]
    pub fn of_course(exercise: &Exercise) -> Self {
        Self {
            points: exercise.points.map(f64::from),
            hidden_points: f64::from(exercise.hidden_points),
            robust: false,
        }
    }

    /// The points for a stage worth this much.
    #[must_use]
    pub fn points(&self, report: &StageReport) -> f64 {
        let beyond = if self.robust { &report.robustness[..] } else { &[] };
        let mut counted = report.cases.iter().chain(beyond);
        let has_cases = !report.cases.is_empty() || !beyond.is_empty();
        let is_whole = report.not_built.is_none() && has_cases && counted.all(CaseReport::is_correct);
        if is_whole { report.out_of } else { 0.0 }
    }
}

/// The cases of each stage.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CaseSet {
    /// By stage, robustness cases among them.
    pub stages: BTreeMap<Stage, Vec<Case>>,
    /// Cases for the last points, run on the program of the last stage.
    pub hidden: Vec<Case>,
}

impl CaseSet {
    /// The cases that come with the program.
    ///
    /// # Errors
    /// One sentence, if there are none.
    pub fn bundled(exercise: &Exercise, strictness: Strictness) -> Result<Self, String> {
        let mut stages = BTreeMap::new();
        for stage in Stage::ALL {
            let mut cases = bundled(exercise, stage, Section::Handout, strictness)?;
            cases.extend(bundled(exercise, stage, Section::Robustness, strictness)?);
            stages.insert(stage, cases);
        }
        Ok(Self { stages, hidden: Vec::new() })
    }

    /// The same cases for every stage.
    #[must_use]
    pub fn of_stages(stages: impl IntoIterator<Item = (Stage, Vec<Case>)>) -> Self {
        Self { stages: stages.into_iter().collect(), hidden: Vec::new() }
    }
}

/// What a submission is worth, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct SubmissionReport {
    /// The game.
    pub game: String,
    /// The stages that were judged.
    pub stages: Vec<StageReport>,
    /// The hidden cases.
    pub hidden: Option<StageReport>,
    /// All points; none if only one case was run.
    pub points: Option<f64>,
    /// The most points there are for what was judged.
    pub out_of: f64,
}

impl SubmissionReport {
    /// Whether everything that counts is correct.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.stages.iter().chain(&self.hidden).all(StageReport::is_correct)
    }
}

/// Why a submission could not be graded; none of this is its fault.
#[derive(Debug, Error)]
pub enum GradeError {
    /// There are no cases to run.
    #[error("there are no cases for stage {0}")]
    NoCases(u8),
    /// There is no case of that name.
    #[error("stage {stage} has no case `{name}`; it has {others}")]
    NoSuchCase {
        /// The stage.
        stage: u8,
        /// The name.
        name: String,
        /// The names there are.
        others: String,
    },
    /// A run could not be started.
    #[error("the program cannot be run: {0}")]
    Start(#[from] StartError),
}

/// Grades a submission. Every stage is told as soon as it is done, with the tag it has in reports.
///
/// # Errors
/// If there is nothing to run it on, or nothing can be run.
pub fn grade_submission(
    exercise: &'static Exercise,
    workshop: GradingWorkshop<'_>,
    submission: &Submission,
    options: &GradingOptions,
    each_stage: &mut dyn FnMut(&str, &StageReport),
) -> Result<SubmissionReport, GradeError> {
    let stages = options.stages.clone().or_else(|| submission.stages()).unwrap_or_else(|| vec![Stage::Four]);
    let job = Job { exercise, workshop, submission, options };
    let mut reports = Vec::new();
    for stage in stages {
        let points = options.scheme.points[stage as usize - 1];
        let cases = job.cases(stage)?;
        let report = job.stage(stage, &cases, points)?;
        each_stage(&format!("T{}", stage as u8), &report);
        reports.push(report);
    }
    let hidden = if options.cases.hidden.is_empty() {
        None
    } else {
        let cases: Vec<&Case> = options.cases.hidden.iter().collect();
        let report = job.stage(Stage::Four, &cases, options.scheme.hidden_points)?;
        each_stage("hidden", &report);
        Some(report)
    };
    let total = |value: fn(&StageReport) -> f64| reports.iter().chain(&hidden).map(value).sum();
    Ok(SubmissionReport {
        game: exercise.name.to_string(),
        points: options.only_case.is_none().then(|| total(|report| report.points.unwrap_or(0.0))),
        out_of: total(|report| report.out_of),
        stages: reports,
        hidden,
    })
}

struct Job<'a> {
    exercise: &'static Exercise,
    workshop: GradingWorkshop<'a>,
    submission: &'a Submission,
    options: &'a GradingOptions,
}

impl Job<'_> {
    fn cases(&self, stage: Stage) -> Result<Vec<&Case>, GradeError> {
        let all = self.options.cases.stages.get(&stage).ok_or(GradeError::NoCases(stage as u8))?;
        let Some(name) = &self.options.only_case else { return Ok(all.iter().collect()) };
        let chosen: Vec<&Case> = all.iter().filter(|case| case.name == *name).collect();
        if chosen.is_empty() {
            let others = all.iter().map(|case| case.name.clone()).collect::<Vec<_>>().join(", ");
            return Err(GradeError::NoSuchCase { stage: stage as u8, name: name.clone(), others });
        }
        Ok(chosen)
    }

    /// Builds and runs the program of a stage.
    fn stage(&self, stage: Stage, cases: &[&Case], out_of: f64) -> Result<StageReport, GradeError> {
        let mut report = StageReport::new(stage, out_of);
        let Some(part) = self.submission.part(stage) else {
            report.not_built = Some(crate::build::BuildReport::missing(stage, self.options.language));
            report.points = Some(0.0);
            return Ok(report);
        };
        let GradingWorkshop { sandbox, cache, .. } = self.workshop;
        match self.options.recipes.build(sandbox, cache, part, stage) {
            Err(error) => report.not_built = Some(error.report(self.options.language)),
            Ok(built) => {
                report.build_output = built.messages.clone();
                let grader = ProgramGrader {
                    exercise: self.exercise,
                    workshop: self.workshop,
                    built: &built,
                    allowance: &self.options.allowance,
                    language: self.options.language,
                };
                let graded = grader.grade(cases)?;
                report.take(cases, graded.cases);
                report.notes = graded.notes;
            }
        }
        if self.options.only_case.is_none() {
            report.points = Some(self.options.scheme.points(&report));
            report.robust_counts = self.options.scheme.robust;
        }
        Ok(report)
    }
}

impl StageReport {
    /// Puts each case where it belongs.
    fn take(&mut self, cases: &[&Case], reports: Vec<CaseReport>) {
        for (case, report) in cases.iter().zip(reports) {
            match case.section {
                Section::Handout => self.cases.push(report),
                Section::Robustness => self.robustness.push(report),
            }
        }
    }
}
