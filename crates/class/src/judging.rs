//! Submissions judged for real: copied, built and run in the sandbox by the crate `judge`.

use crate::collect::HandIn;
use crate::policy::{Policy, StageKey};
use crate::results::{CaseResults, Results, StageResults};
use crate::run::{OpenedSubmission, SubmissionGrader};
use crate::similarity::SourceFile;
use game::console::Stage;
use judge::diagnose::Certainty;
use judge::submission::SourceSizes;
use judge::{
    BuildReport, CaseReport, CaseSet, Exercise, GradingOptions, GradingWorkshop, Language, PointScheme,
    Recipes, StageReport, Submission, grade_submission, render,
};

/// The judge of a class.
#[derive(Debug)]
pub struct Judging<'a> {
    /// The game.
    pub exercise: &'static Exercise,
    /// Where submissions are built and run.
    pub workshop: GradingWorkshop<'a>,
    /// How each is graded.
    pub options: &'a GradingOptions,
}

/// Changes whenever results mean something else than before, so that kept ones are not taken for
/// new ones.
const RESULTS_VERSION: u32 = 6;

/// What is larger is not compared: nobody wrote it.
pub const COMPARED: SourceSizes = SourceSizes { file: 512 << 10, all: 2 << 20 };

impl SubmissionGrader for Judging<'_> {
    type Snapshot = Submission;

    fn open(&self, entry: &HandIn) -> Result<OpenedSubmission<Submission>, String> {
        let submission =
            Submission::open(&entry.path, None, self.workshop.sandbox).map_err(|error| error.to_string())?;
        let digest = submission.digest().map_err(|error| error.to_string())?;
        let sources = submission
            .sources(COMPARED)
            .map_err(|error| error.to_string())?
            .into_iter()
            .map(|(name, text)| SourceFile { name, text })
            .collect();
        Ok(OpenedSubmission { key: self.key(&digest), sources, snapshot: submission })
    }

    fn grade(&self, submission: &Submission) -> Result<Results, String> {
        let report = grade_submission(self.exercise, self.workshop, submission, self.options, &mut |_, _| {})
            .map_err(|error| error.to_string())?;
        let mut stages: Vec<StageResults> =
            report.stages.iter().map(|stage| self.stage(stage_key(stage.stage), stage)).collect();
        stages.extend(report.hidden.iter().map(|hidden| self.stage(StageKey::Hidden, hidden)));
        Ok(Results { unusable: None, stages })
    }
}

impl Judging<'_> {
    /// A hash of everything that results depend on. Points are not part of it: they are computed
    /// from results anew.
    fn key(&self, digest: &str) -> String {
        let mut hasher = blake3::Hasher::new();
        let mut add = |part: &[u8]| {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        };
        add(&RESULTS_VERSION.to_le_bytes());
        add(env!("CARGO_PKG_VERSION").as_bytes());
        add(self.exercise.name.as_bytes());
        add(digest.as_bytes());
        let options = self.options;
        add(format!("{:?} {:?} {:?}", options.stages, options.recipes, options.language).as_bytes());
        // How many runs there are at a time makes no difference.
        let limits = &options.allowance;
        add(format!("{:?} {:?} {} {}", limits.cpu, limits.wall, limits.output, limits.memory).as_bytes());
        for case in options.cases.stages.values().flatten().chain(&options.cases.hidden) {
            add(format!("{case:?}").as_bytes());
        }
        hasher.finalize().to_hex().to_string()
    }

    fn stage(&self, key: StageKey, report: &StageReport) -> StageResults {
        let cases = |list: &[CaseReport]| list.iter().map(|case| self.case(case, list)).collect();
        StageResults {
            stage: key,
            not_built: report.not_built.as_ref().map(whole_output),
            out_of: report.out_of,
            cases: cases(&report.cases),
            robustness: cases(&report.robustness),
        }
    }

    /// A case; one that failed as another did gets that one's explanation.
    fn case(&self, report: &CaseReport, all: &[CaseReport]) -> CaseResults {
        let named = |name: &String| all.iter().find(|case| case.case == *name)?.explanation.as_ref();
        let explanation = report.explanation.as_ref().or_else(|| report.same_as.as_ref().and_then(named));
        let first_line = explanation.and_then(|it| it.excerpt.iter().find(|row| row.differs));
        let mistake = explanation
            .and_then(|it| it.diagnosis.as_ref())
            .filter(|found| found.certainty == Certainty::Named);
        CaseResults {
            name: report.case.clone(),
            correct: report.is_correct(),
            verdict: report.verdict.to_string(),
            cpu_seconds: report.cpu_seconds,
            explanation: explanation.map(|it| render::explanation(it, self.options.language)),
            first_line: first_line.and_then(|row| row.got.clone()),
            mistake: mistake
                .and_then(|found| found.mistakes.first())
                .map(|first| first.behaves_as_if.clone()),
        }
    }
}

/// The first errors, then everything that the compiler said, unless that is all.
fn whole_output(report: &BuildReport) -> String {
    /// More than anybody reads.
    const MOST: usize = 64 << 10;
    if report.output.is_empty() || report.output.trim() == report.summary.trim() {
        return report.summary.clone();
    }
    let output: String = report.output.chars().take(MOST).collect();
    format!("{}\n\n{output}", report.summary)
}

fn stage_key(stage: Stage) -> StageKey {
    match stage {
        Stage::One => StageKey::One,
        Stage::Two => StageKey::Two,
        Stage::Three => StageKey::Three,
        Stage::Four => StageKey::Four,
    }
}

/// How the submissions of a class are graded under a policy.
#[must_use]
pub fn grading_options(
    exercise: &Exercise,
    stage: Option<Stage>,
    cases: CaseSet,
    policy: &Policy,
    language: Language,
) -> GradingOptions {
    GradingOptions {
        stages: stage.map(|stage| vec![stage]),
        only_case: None,
        cases,
        recipes: Recipes::default(),
        allowance: allowance(policy),
        scheme: PointScheme::of_course(exercise),
        language,
    }
}

/// The limits of a policy.
fn allowance(policy: &Policy) -> judge::Allowance {
    let cpu = std::time::Duration::from_secs_f64(policy.limits.cpu_seconds);
    judge::Allowance {
        cpu,
        wall: std::time::Duration::from_secs(9) + cpu,
        memory: policy.limits.memory_mib << 20,
        // Submissions run side by side; the cases of one run one after the other.
        jobs: 1,
        ..judge::Allowance::default()
    }
}
