//! Running a program on cases, and what it comes to.

use crate::build::{BuildReport, Built};
use crate::case::Case;
use crate::compare::{DifferenceKind, difference};
use crate::diagnose::{Certainty, Diagnosis, Extent, Failed, Observations, Probed, diagnose};
use crate::examine::{self, OpenedFile};
use crate::exercise::Exercise;
use crate::explain::{Explanation, explain};
use crate::handout::Section;
use crate::language::Language;
use crate::submission_report::GradingWorkshop;
use crate::verdict::{CaseVerdict, Judged, SanitizerFinding, judge};
use crate::verdict_store::{Purpose, Trial};
use game::conform::Compare;
use game::console::Stage;
use sandbox::{Bounds, Finished, Input, Limits, Program, Sandbox, StartError};
use serde::{Deserialize, Serialize};
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct CaseReport {
    /// Its name.
    pub case: String,
    /// What became of it.
    #[serde(flatten)]
    pub verdict: CaseVerdict,
    /// Whether another run of the same case gave something else.
    pub unstable: bool,
    /// CPU time in seconds.
    pub cpu_seconds: f64,
    /// Time on the wall in seconds.
    pub wall_seconds: f64,
    /// Why it is not correct.
    pub explanation: Option<Explanation>,
    /// The case that failed in the same way and has the explanation.
    pub same_as: Option<String>,
    /// A difference that the course forgives.
    pub forgiven: Option<DifferenceKind>,
}

impl CaseReport {
    /// Whether it is correct, every time it was run.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        self.verdict == CaseVerdict::Correct && !self.unstable
    }
}

/// A stage and what its program is worth.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct StageReport {
    /// The stage.
    pub stage: Stage,
    /// Why there was nothing to run, if so.
    pub not_built: Option<BuildReport>,
    /// What the compiler said although it was content.
    pub build_output: String,
    /// The cases that are graded.
    pub cases: Vec<CaseReport>,
    /// The cases beyond the hand-out.
    pub robustness: Vec<CaseReport>,
    /// Whether the cases beyond the hand-out count.
    pub robust_counts: bool,
    /// What is to be said about the program as a whole.
    pub notes: Vec<String>,
    /// Points, if all cases of the stage were run.
    pub points: Option<f64>,
    /// The most points there are for it.
    pub out_of: f64,
}

impl StageReport {
    /// A stage of which nothing is known yet.
    #[must_use]
    pub fn new(stage: Stage, out_of: f64) -> Self {
        Self {
            stage,
            not_built: None,
            build_output: String::new(),
            cases: Vec::new(),
            robustness: Vec::new(),
            robust_counts: false,
            notes: Vec::new(),
            points: None,
            out_of,
        }
    }

    /// Whether everything that counts is correct.
    #[must_use]
    pub fn is_correct(&self) -> bool {
        let counted = if self.robust_counts { &self.robustness[..] } else { &[] };
        self.not_built.is_none() && self.cases.iter().chain(counted).all(CaseReport::is_correct)
    }

    /// How many graded cases are not correct.
    #[must_use]
    pub fn failures(&self) -> usize {
        self.cases.iter().filter(|case| !case.is_correct()).count()
    }
}

/// What came of running a program on cases.
#[derive(Clone, PartialEq, Debug)]
pub struct Graded {
    /// The cases, in their order.
    pub cases: Vec<CaseReport>,
    /// What is to be said about the program as a whole: that it opens files.
    pub notes: Vec<String>,
}

/// Grades one program.
#[derive(Clone, Copy, Debug)]
pub struct ProgramGrader<'a> {
    /// The exercise.
    pub exercise: &'static Exercise,
    /// The sandbox and what is kept.
    pub workshop: GradingWorkshop<'a>,
    /// The program.
    pub built: &'a Built,
    /// The limits of each run.
    pub allowance: &'a Allowance,
    /// The language of the explanations.
    pub language: Language,
}

impl ProgramGrader<'_> {
    /// Runs the program on cases and explains what goes wrong.
    ///
    /// # Errors
    /// If a run could not be started, which is not the program's fault.
    pub fn grade(&self, cases: &[&Case]) -> Result<Graded, StartError> {
        let mut judged = self.run_all(cases)?;
        // What sanitisers said earlier counts only where they are asked again, so that a report
        // does not depend on what was run before.
        let earlier: Vec<SanitizerFinding> = judged
            .iter_mut()
            .map(|judged| std::mem::replace(&mut judged.sanitizer, SanitizerFinding::NotAsked))
            .collect();
        let mut diagnoses = self.look_closer(cases, &mut judged)?;
        self.sanitize(cases, &mut judged, &diagnoses, &earlier)?;
        if judged.iter().any(|judged| judged.sanitizer.report().is_some()) {
            diagnoses = self.diagnose(cases, &judged)?;
        }
        let mut opened: Vec<OpenedFile> = Vec::new();
        for file in judged.iter().flat_map(|judged| &judged.opened) {
            if !opened.contains(file) {
                opened.push(file.clone());
            }
        }
        let notes = examine::remarks_on_files(&opened, self.language);
        Ok(Graded { cases: self.report(cases, judged, diagnoses), notes })
    }

    /// What becomes of one case.
    fn judge_case(&self, case: &Case) -> Result<Judged, StartError> {
        self.once(case, Purpose::Grading, || {
            run_case(self.workshop.sandbox, &self.built.program, case, self.allowance)
        })
    }

    /// Diagnoses the failures, and looks closer at those that no mistake accounts for: what a
    /// mistake reproduces to the last line is neither chance nor a matter of files. The first
    /// failures are looked at in any case.
    fn look_closer(
        &self,
        cases: &[&Case],
        judged: &mut [Judged],
    ) -> Result<Vec<Option<Diagnosis>>, StartError> {
        let failed = |at: &usize| is_failure(&judged[*at]);
        let mut wanted: Vec<usize> = (0..cases.len()).filter(failed).take(ALWAYS_LOOKED_AT).collect();
        let mut looked_at: Vec<usize> = Vec::new();
        loop {
            let diagnoses = self.diagnose(cases, judged)?;
            wanted.extend(self.riddles(cases, judged, &diagnoses));
            wanted.retain(|at| !looked_at.contains(at));
            wanted.sort_unstable();
            wanted.dedup();
            let look = |at: &usize| self.second_look(cases[*at], &judged[*at]);
            let looks = in_parallel(self.allowance.jobs, &wanted, look)?;
            let mut is_news = false;
            for (at, look) in wanted.iter().zip(looks) {
                is_news |= look.unstable;
                judged[*at].unstable = look.unstable;
                judged[*at].opened = look.opened;
                judged[*at].refusal = look.refusal;
            }
            if !is_news {
                return Ok(diagnoses);
            }
            looked_at.append(&mut wanted);
        }
    }

    /// The failures that nothing explains. Beyond the hand-out a wrong answer is none: few programs
    /// are written for such input, and looking for the reasons would cost more than all the rest.
    fn riddles(&self, cases: &[&Case], judged: &[Judged], diagnoses: &[Option<Diagnosis>]) -> Vec<usize> {
        let matters = |at: usize| {
            let crashed = matches!(judged[at].verdict, CaseVerdict::Crashed { .. });
            cases[at].section == Section::Handout || judged[at].unstable || crashed
        };
        let is_riddle = |at: &usize| matters(*at) && is_unexplained(&judged[*at], diagnoses[*at].as_ref());
        (0..cases.len()).filter(is_riddle).collect()
    }

    /// A second run of a case that failed, unless there was one before.
    fn second_look(&self, case: &Case, first: &Judged) -> Result<Judged, StartError> {
        self.once(case, Purpose::LookingCloser, || examine::look_again(self, case, first))
    }

    /// What becomes of a probe.
    fn judge_probe(&self, case: &Case) -> Result<Probed, StartError> {
        let judged = self.once(case, Purpose::Probing, || {
            run_case(self.workshop.sandbox, &self.built.program, case, self.allowance)
        })?;
        Ok(match judged.verdict {
            CaseVerdict::Correct => Probed::Right,
            _ if is_about_the_game(&judged) => Probed::Wrong(judged.output),
            _ => Probed::Silent,
        })
    }

    /// Runs a case unless it was run before for the same purpose.
    fn once(
        &self,
        case: &Case,
        purpose: Purpose,
        run: impl FnOnce() -> Result<Judged, StartError>,
    ) -> Result<Judged, StartError> {
        let trial = Trial { program: self.built.identity, case, allowance: self.allowance, purpose };
        if let Some(known) = self.workshop.verdicts.and_then(|store| store.get(&trial)) {
            return Ok(known);
        }
        let judged = run()?;
        if let Some(store) = self.workshop.verdicts {
            store.put(&trial, &judged);
        }
        Ok(judged)
    }

    /// Runs all cases. Those that are tried first tell whether there is any use in the others.
    fn run_all(&self, cases: &[&Case]) -> Result<Vec<Judged>, StartError> {
        let first = spread(cases.len(), TRIED_FIRST);
        let tried = in_parallel(self.allowance.jobs, &first, |at| self.judge_case(cases[*at]))?;
        let others: Vec<usize> = (0..cases.len()).filter(|at| !first.contains(at)).collect();
        let rest = if tried.iter().all(Judged::is_stopped) {
            others.iter().map(|_| Judged::not_run(first.len())).collect()
        } else {
            in_parallel(self.allowance.jobs, &others, |at| self.judge_case(cases[*at]))?
        };
        let mut judged: Vec<(usize, Judged)> =
            first.into_iter().zip(tried).chain(others.into_iter().zip(rest)).collect();
        judged.sort_by_key(|(at, _)| *at);
        Ok(judged.into_iter().map(|(_, judged)| judged).collect())
    }

    /// Asks sanitisers about the failures that nothing else explains: their build takes longer than
    /// all the rest together, and each run as long as several others. Where they have nothing to
    /// say of a few cases spread over all, they are asked no further, except about crashes and
    /// chance.
    fn sanitize(
        &self,
        cases: &[&Case],
        judged: &mut [Judged],
        diagnoses: &[Option<Diagnosis>],
        earlier: &[SanitizerFinding],
    ) -> Result<(), StartError> {
        let riddles = self.riddles(cases, judged, diagnoses);
        let ask = |at: &usize| match &earlier[*at] {
            SanitizerFinding::NotAsked => examine::ask_sanitizers(self, cases[*at]),
            known => Ok(known.clone()),
        };
        let is_urgent =
            |at: &usize| judged[*at].unstable || matches!(judged[*at].verdict, CaseVerdict::Crashed { .. });
        let (mut asked, others): (Vec<usize>, Vec<usize>) = riddles.iter().partition(|at| is_urgent(at));
        let sample = spread(others.len(), MOST_SANITIZED);
        let (some, rest): (Vec<usize>, Vec<usize>) =
            (0..others.len()).partition(|place| sample.contains(place));
        asked.extend(some.into_iter().map(|place| others[place]));
        let mut found = in_parallel(self.allowance.jobs, &asked, ask)?;
        if found.iter().any(|finding| finding.report().is_some()) {
            let rest: Vec<usize> = rest.into_iter().map(|place| others[place]).collect();
            found.extend(in_parallel(self.allowance.jobs, &rest, ask)?);
            asked.extend(rest);
        }
        for (at, finding) in asked.into_iter().zip(found) {
            judged[at].sanitizer = finding;
            if let Some(store) = self.workshop.verdicts.filter(|_| judged[at].sanitizer != earlier[at]) {
                let (program, case, allowance) = (self.built.identity, cases[at], self.allowance);
                store.put(&Trial { program, case, allowance, purpose: Purpose::Grading }, &judged[at]);
            }
        }
        Ok(())
    }

    /// What the program seems to have misunderstood, for each case.
    fn diagnose(&self, cases: &[&Case], judged: &[Judged]) -> Result<Vec<Option<Diagnosis>>, StartError> {
        let both = || cases.iter().copied().zip(judged);
        let correct = both().filter(|(_, judged)| judged.verdict == CaseVerdict::Correct);
        let failed = both().filter(|(_, judged)| is_about_the_game(judged));
        let seen = Observations {
            correct: correct.map(|(case, _)| case).collect(),
            failed: failed.map(|(case, judged)| Failed { case, output: &judged.output }).collect(),
        };
        let probe = |probes: &[Case]| in_parallel(self.allowance.jobs, probes, |case| self.judge_probe(case));
        let mut diagnoses = diagnose(self.exercise, &seen, self.language, probe)?.into_iter();
        let next = |judged: &Judged| is_about_the_game(judged).then(|| diagnoses.next().flatten()).flatten();
        Ok(judged.iter().map(next).collect())
    }

    fn report(
        &self,
        cases: &[&Case],
        judged: Vec<Judged>,
        diagnoses: Vec<Option<Diagnosis>>,
    ) -> Vec<CaseReport> {
        let is_correct = |judged: &Judged| judged.verdict == CaseVerdict::Correct;
        let mut reports: Vec<CaseReport> = Vec::new();
        for ((case, judged), diagnosis) in cases.iter().zip(&judged).zip(diagnoses) {
            let explanation = (!is_correct(judged) || judged.unstable)
                .then(|| explain(self.exercise, case, judged, diagnosis, self.language));
            let same_as = explanation.as_ref().and_then(|its| same_failure(&reports, &judged.verdict, its));
            reports.push(CaseReport {
                case: case.name.clone(),
                verdict: judged.verdict.clone(),
                unstable: judged.unstable,
                cpu_seconds: judged.cpu.as_secs_f64(),
                wall_seconds: judged.wall.as_secs_f64(),
                explanation,
                same_as,
                forgiven: is_correct(judged).then(|| forgiven(case, judged)).flatten(),
            });
        }
        reports
    }
}

/// Cases that are run before all others: whoever is stopped for using too much in each of these is
/// so in all.
const TRIED_FIRST: usize = 4;

/// Failures that are looked at more closely even if a mistake accounts for them: the program may
/// open files besides.
const ALWAYS_LOOKED_AT: usize = 2;

/// Failures that sanitisers are asked about before it is known whether they have anything to say.
const MOST_SANITIZED: usize = 6;

/// At most so many of the places below `count`, spread over all of them.
fn spread(count: usize, most: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..most).map(|nth| nth * count / most).filter(|at| *at < count).collect();
    places.dedup();
    places
}

/// Does something with each item, several at a time, and gives the results in the items' order.
fn in_parallel<T: Sync, R: Send>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> Result<R, StartError> + Sync,
) -> Result<Vec<R>, StartError> {
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Option<Result<R, StartError>>>> = items.iter().map(|_| Mutex::new(None)).collect();
    let all = || {
        while let Some((item, result)) = {
            let at = next.fetch_add(1, Ordering::Relaxed);
            items.get(at).zip(results.get(at))
        } {
            let done = work(item);
            if let Ok(mut place) = result.lock() {
                *place = Some(done);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, items.len().max(1)) {
            scope.spawn(all);
        }
    });
    results.into_iter().filter_map(|result| result.into_inner().ok().flatten()).collect()
}

/// Whether a failure is still a riddle: no mistake that is named accounts for where it begins, and
/// it is not a matter of blanks.
fn is_unexplained(judged: &Judged, diagnosis: Option<&Diagnosis>) -> bool {
    let is_named =
        diagnosis.is_some_and(|its| its.certainty == Certainty::Named && its.extent != Extent::Place);
    let only_blanks = judged.verdict == CaseVerdict::WrongAnswer
        && judged.difference.as_ref().is_some_and(|difference| is_about_blanks(difference.kind));
    is_failure(judged) && (judged.unstable || !is_named && !only_blanks)
}

/// Whether a case failed by what the program did, and not by how much it used.
fn is_failure(judged: &Judged) -> bool {
    judged.verdict != CaseVerdict::Correct && !judged.is_stopped()
}

const fn is_about_blanks(kind: DifferenceKind) -> bool {
    matches!(kind, DifferenceKind::LineEnds | DifferenceKind::LastNewline | DifferenceKind::Blanks)
}

/// The first case that failed in the same way.
fn same_failure(reports: &[CaseReport], verdict: &CaseVerdict, explanation: &Explanation) -> Option<String> {
    let same = |report: &&CaseReport| {
        let kind = std::mem::discriminant(&report.verdict) == std::mem::discriminant(verdict);
        report.same_as.is_none()
            && kind
            && report.explanation.as_ref().is_some_and(|known| known.fingerprint == explanation.fingerprint)
    };
    reports.iter().find(same).map(|report| report.case.clone())
}

/// Runs a program on one case.
///
/// # Errors
/// If the run could not be started.
pub fn run_case(
    sandbox: &Sandbox,
    program: &Program,
    case: &Case,
    allowance: &Allowance,
) -> Result<Judged, StartError> {
    let limits = Limits { memory: allowance.memory, ..Limits::default() };
    Ok(judge(case, run_under(sandbox, program, &case.input, &limits, allowance)?))
}

/// Runs a program on an input.
pub(crate) fn run_under(
    sandbox: &Sandbox,
    program: &Program,
    input: &[u8],
    limits: &Limits,
    allowance: &Allowance,
) -> Result<Finished, StartError> {
    let bounds =
        Bounds { cpu: allowance.cpu, wall: allowance.wall, stdout: allowance.output, stderr: 64 << 10 };
    sandbox.run(program, limits, Input::Bytes(input), &bounds)
}

/// Whether a program that misunderstands a rule could have printed this. A program that crashed has
/// another problem first.
fn is_about_the_game(judged: &Judged) -> bool {
    let ended_by_itself =
        matches!(judged.verdict, CaseVerdict::WrongAnswer | CaseVerdict::RuntimeError { .. });
    let differs = judged.difference.as_ref().is_some_and(|difference| !is_about_blanks(difference.kind));
    ended_by_itself
        && judged.sanitizer.report().is_none()
        && !judged.unstable
        && differs
        && !judged.output.is_empty()
}

/// What an exact comparison would find.
fn forgiven(case: &Case, judged: &Judged) -> Option<DifferenceKind> {
    difference(Compare::Exact, &case.expected, &judged.output).map(|difference| difference.kind)
}
