//! `sandtable judge GAME SOURCE`.

use super::args::{Grade, HowToRun};
use super::{exercise, stage, watch, workshop};
use crate::conform::Directory;
use crate::failure::Failure;
use game::console::Stage;
use judge::case::{Case, Strictness, read_folder};
use judge::compare::Kind;
use judge::{
    Allowance, CaseReport, Exercise, Recipes, StageReport, Submission, Verdict, bundled, grade, render,
};
use sandbox::{Cache, Sandbox};
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

pub(crate) fn run(options: &Grade) -> Result<ExitCode, Failure> {
    let (Some(game), Some(source)) = (&options.game, &options.source) else {
        return Err(Failure::usage("what is to be judged? See `sandtable judge --help`"));
    };
    let (sandbox, cache) = workshop(options.program.containment)?;
    let judge = Judging { options, source, exercise: exercise(game)?, sandbox, cache };
    if options.watch {
        return watch::repeat(source, || judge.once());
    }
    judge.once()
}

impl HowToRun {
    fn recipes(&self) -> Recipes {
        Recipes {
            build: self.build.clone(),
            run: self.run.clone(),
            include: self.include.clone(),
            link: self.link.clone(),
        }
    }

    fn allowance(&self) -> Allowance {
        let cpu = Duration::from_secs_f64(self.time);
        Allowance { cpu, wall: Duration::from_secs(9) + cpu, ..Allowance::default() }
    }
}

struct Judging<'a> {
    options: &'a Grade,
    source: &'a Path,
    exercise: &'static Exercise,
    sandbox: Sandbox,
    cache: Cache,
}

impl Judging<'_> {
    fn once(&self) -> Result<ExitCode, Failure> {
        let options = self.options;
        let submission =
            Submission::open(self.source, options.cases.as_deref(), &self.sandbox).map_err(Failure::usage)?;
        for sentence in submission.left_out() {
            errln!("{sentence}");
        }
        let stages = match (options.stage, submission.stages()) {
            (Some(number), _) => vec![stage(number)],
            (None, Some(stages)) => stages,
            (None, None) => vec![Stage::Four],
        };
        let mut reports = Vec::new();
        for stage in stages {
            let cases = self.cases(stage)?;
            let points = self.exercise.points_for(stage);
            let report = self.stage(&submission, stage, &cases, points)?;
            self.print_stage(&format!("T{}", stage as u8), &report);
            reports.push(report);
        }
        let hidden = options.hidden.as_deref().map(|folder| self.hidden(&submission, folder)).transpose()?;
        self.print_summary(&reports, hidden.as_ref());
        let all_correct = reports.iter().chain(&hidden).all(StageReport::is_correct);
        Ok(if all_correct { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    fn strictness(&self) -> Strictness {
        if self.options.exact { Strictness::Exact } else { Strictness::Course }
    }

    /// The cases of a stage: those of the folder named, or our own.
    fn cases(&self, stage: Stage) -> Result<Vec<Case>, Failure> {
        let mut cases = match &self.options.cases {
            None => bundled(self.exercise, stage, self.strictness()).map_err(Failure::failed)?,
            Some(folder) => {
                let of_stage = folder.join(format!("stage{}", stage as u8));
                self.read(if of_stage.is_dir() { &of_stage } else { folder }, stage)?
            }
        };
        if let Some(name) = &self.options.case {
            let names: Vec<String> = cases.iter().map(|case| case.name.clone()).collect();
            cases.retain(|case| case.name == *name);
            if cases.is_empty() {
                let names = names.join(", ");
                return Err(Failure::usage(format!(
                    "stage {} has no case `{name}`; it has {names}",
                    stage as u8
                )));
            }
        }
        Ok(cases)
    }

    fn read(&self, folder: &Path, stage: Stage) -> Result<Vec<Case>, Failure> {
        read_folder(&Directory::open(folder.to_path_buf())?, stage, self.strictness())
            .map_err(|wrong| Failure::usage(format!("{}: {wrong}", folder.display())))
    }

    fn hidden(&self, submission: &Submission, folder: &Path) -> Result<StageReport, Failure> {
        let cases = self.read(folder, Stage::Four)?;
        let report = self.stage(submission, Stage::Four, &cases, self.exercise.hidden_points)?;
        self.print_stage("hidden", &report);
        Ok(report)
    }

    /// Builds and runs the program of a stage.
    fn stage(
        &self,
        submission: &Submission,
        stage: Stage,
        cases: &[Case],
        out_of: u32,
    ) -> Result<StageReport, Failure> {
        let mut report = StageReport { stage, not_built: None, cases: Vec::new(), points: None, out_of };
        let Some(part) = submission.part(stage) else {
            report.not_built = Some(format!("there is no folder {0}_task{0}", stage as u8));
            report.points = Some(0);
            return Ok(report);
        };
        let how = &self.options.program;
        match how.recipes().build(&self.sandbox, &self.cache, part, stage) {
            Err(error) => report.not_built = Some(error.to_string()),
            Ok(built) => {
                report.cases = grade(self.exercise, &self.sandbox, &built, cases, &how.allowance())
                    .map_err(|error| Failure::failed(format!("the program cannot be run: {error}")))?;
            }
        }
        if self.options.case.is_none() {
            report.points = Some(if report.is_correct() { out_of } else { 0 });
        }
        Ok(report)
    }

    fn print_stage(&self, tag: &str, report: &StageReport) {
        if self.options.json {
            return;
        }
        if let Some(why) = &report.not_built {
            outln!("[{tag}] Not built: {}\n", shortened(why));
        }
        for case in &report.cases {
            if self.options.brief {
                outln!("[{tag} c{}] {}", case.case, case.verdict);
            } else {
                out!("{}", render::case(tag, case));
            }
        }
        if let Some(note) = forgiven(&report.cases).filter(|_| !self.options.exact) {
            outln!("[{tag}] Note: {note}");
        }
    }

    fn print_summary(&self, reports: &[StageReport], hidden: Option<&StageReport>) {
        let points = |report: &StageReport| report.points.unwrap_or(0);
        let total: u32 = reports.iter().chain(hidden).map(points).sum();
        let out_of: u32 = reports.iter().chain(hidden).map(|report| report.out_of).sum();
        if self.options.json {
            outln!(
                "{}",
                json!({
                    "game": self.exercise.name,
                    "stages": reports,
                    "hidden": hidden,
                    "points": self.options.case.is_none().then_some(total),
                    "out_of": out_of,
                    "sandbox": self.sandbox.enforced(),
                })
            );
            return;
        }
        for (name, report) in reports
            .iter()
            .map(|report| (format!("Task {}", report.stage as u8), report))
            .chain(hidden.map(|report| ("Hidden".to_string(), report)))
        {
            let correct = report.cases.len() - report.failures();
            let cases = format!("{correct} of {} cases correct", report.cases.len());
            match report.points {
                Some(points) => outln!("{name}: {cases}, {points} of {} points", report.out_of),
                None => outln!("{name}: {cases}"),
            }
        }
        if self.options.case.is_none() && (reports.len() > 1 || hidden.is_some()) {
            outln!("Total: {total} of {out_of} points");
        }
        if hidden.is_none() && reports.len() == 4 {
            let more = self.exercise.hidden_points;
            outln!("({more} more points are for cases that are not here.)");
        }
    }
}

/// Messages of a compiler go on for pages; the first are what matters.
fn shortened(messages: &str) -> String {
    const MOST_LINES: usize = 40;
    let count = messages.lines().count();
    let mut text: Vec<&str> = messages.lines().take(MOST_LINES).collect();
    let rest = format!("... and {} more lines", count.saturating_sub(MOST_LINES));
    if count > MOST_LINES {
        text.push(&rest);
    }
    text.join("\n")
}

/// What the course forgives, in one sentence.
fn forgiven(cases: &[CaseReport]) -> Option<String> {
    let kinds: Vec<Kind> = cases
        .iter()
        .filter(|case| case.verdict == Verdict::Correct)
        .filter_map(|case| case.forgiven)
        .collect();
    let what = match kinds.first()? {
        Kind::LineEnds => "line ends are \\r\\n instead of \\n",
        Kind::LastNewline => "the last newline is missing",
        _ => "white space at line ends or empty lines at the end are different",
    };
    let count = kinds.len();
    Some(format!(
        "byte for byte, {count} of the correct outputs would not be the same: {what}. The course forgives that; --exact does not."
    ))
}
