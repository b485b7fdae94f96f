//! Running a program on cases, and what it comes to.

use crate::build::Built;
use crate::case::Case;
use crate::compare::{Kind, difference};
use crate::diagnose::{Failed, diagnose};
use crate::exercise::Exercise;
use crate::explain::{Explanation, explain};
use crate::verdict::{Judged, Verdict, judge};
use game::conform::Compare;
use game::console::Stage;
use sandbox::{Bounds, Input, Limits, Sandbox, StartError};
use serde::Serialize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// The limits of one run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Allowance {
    /// CPU time.
    pub cpu: Duration,
    /// Time on the wall, far larger: for programs that wait.
    pub wall: Duration,
    /// Bytes on standard output.
    pub output: usize,
    /// Bytes of memory.
    pub memory: u64,
    /// Runs at the same time.
    pub jobs: usize,
}

impl Default for Allowance {
    /// The course's second, and bounds that no honest program meets.
    fn default() -> Self {
        Self {
            cpu: Duration::from_secs(1),
            wall: Duration::from_secs(30),
            output: 32 << 20,
            memory: 512 << 20,
            jobs: std::thread::available_parallelism().map_or(1, usize::from),
        }
    }
}

/// A case and what became of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CaseReport {
    /// Its name.
    pub case: String,
    /// What became of it.
    #[serde(flatten)]
    pub verdict: Verdict,
    /// CPU time in seconds.
    pub cpu_seconds: f64,
    /// Time on the wall in seconds.
    pub wall_seconds: f64,
    /// Why it is not correct.
    pub explanation: Option<Explanation>,
    /// A difference that the course forgives.
    pub forgiven: Option<Kind>,
}

/// A stage and what its program is worth.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StageReport {
    /// The stage.
    pub stage: Stage,
    /// Why there was nothing to run, if so.
    pub not_built: Option<String>,
    /// The cases.
    pub cases: Vec<CaseReport>,
    /// Points, if all cases of the stage were run.
    pub points: Option<u32>,
    /// The most points there are for it.
    pub out_of: u32,
}

impl StageReport {
    /// Whether everything is correct.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.not_built.is_none() && self.failures() == 0
    }

    /// How many cases are not correct.
    #[must_use]
    pub fn failures(&self) -> usize {
        self.cases.iter().filter(|case| case.verdict != Verdict::Correct).count()
    }
}

/// Runs a program on cases and explains what goes wrong.
///
/// # Errors
/// If a run could not be started, which is not the program's fault.
pub fn grade(
    exercise: &Exercise,
    sandbox: &Sandbox,
    built: &Built,
    cases: &[Case],
    allowance: &Allowance,
) -> Result<Vec<CaseReport>, StartError> {
    let judged = run_all(sandbox, built, cases, allowance)?;
    Ok(report(exercise, cases, judged))
}

/// Runs one case.
///
/// # Errors
/// If the run could not be started.
pub fn run_case(
    sandbox: &Sandbox,
    built: &Built,
    case: &Case,
    allowance: &Allowance,
) -> Result<Judged, StartError> {
    let limits = Limits { memory: allowance.memory, ..Limits::default() };
    let bounds =
        Bounds { cpu: allowance.cpu, wall: allowance.wall, stdout: allowance.output, stderr: 16 << 10 };
    let finished = sandbox.run(&built.program, &limits, Input::Bytes(&case.input), &bounds)?;
    Ok(judge(case, finished))
}

/// Runs all cases, several at a time.
fn run_all(
    sandbox: &Sandbox,
    built: &Built,
    cases: &[Case],
    allowance: &Allowance,
) -> Result<Vec<Judged>, StartError> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<Judged, StartError>>>> =
        cases.iter().map(|_| Mutex::new(None)).collect();
    let work = || {
        while let Some((case, result)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            cases.get(at).zip(results.get(at))
        } {
            let judged = run_case(sandbox, built, case, allowance);
            if let Ok(mut place) = result.lock() {
                *place = Some(judged);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..allowance.jobs.clamp(1, cases.len().max(1)) {
            scope.spawn(work);
        }
    });
    let done = results.into_iter().filter_map(|result| result.into_inner().ok().flatten());
    done.collect()
}

fn report(exercise: &Exercise, cases: &[Case], judged: Vec<Judged>) -> Vec<CaseReport> {
    let is_correct = |judged: &Judged| judged.verdict == Verdict::Correct;
    let correct: Vec<&Case> =
        cases.iter().zip(&judged).filter(|(_, judged)| is_correct(judged)).map(|(case, _)| case).collect();
    let failed: Vec<Failed<'_>> = cases
        .iter()
        .zip(&judged)
        .filter(|(_, judged)| is_about_the_game(judged))
        .map(|(case, judged)| Failed { case, output: &judged.output })
        .collect();
    let mut diagnoses = diagnose(exercise, &failed, &correct).into_iter();
    cases
        .iter()
        .zip(&judged)
        .map(|(case, judged)| {
            let diagnosis = is_about_the_game(judged).then(|| diagnoses.next().flatten()).flatten();
            CaseReport {
                case: case.name.clone(),
                verdict: judged.verdict.clone(),
                cpu_seconds: judged.cpu.as_secs_f64(),
                wall_seconds: judged.wall.as_secs_f64(),
                explanation: (!is_correct(judged)).then(|| explain(exercise, case, judged, diagnosis)),
                forgiven: is_correct(judged).then(|| forgiven(case, judged)).flatten(),
            }
        })
        .collect()
}

/// Whether a program that misunderstands a rule could have printed this.
fn is_about_the_game(judged: &Judged) -> bool {
    let ended_by_itself = matches!(judged.verdict, Verdict::WrongAnswer | Verdict::RuntimeError { .. });
    let differs = judged.difference.as_ref().is_some_and(|difference| match difference.kind {
        Kind::Text | Kind::GoesOn => true,
        // Where a program was stopped says nothing about what it would have printed.
        Kind::StopsEarly => ended_by_itself,
        Kind::LineEnds | Kind::LastNewline | Kind::Blanks => false,
    });
    differs && !judged.output.is_empty()
}

/// What an exact comparison would find.
fn forgiven(case: &Case, judged: &Judged) -> Option<Kind> {
    difference(Compare::Exact, &case.expected, &judged.output).map(|difference| difference.kind)
}
