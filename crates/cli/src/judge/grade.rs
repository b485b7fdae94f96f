//! `sandtable judge GAME SOURCE`.

use super::args::{Grade, HowToRun};
use super::{case_set, exercise, language, stage, watch, workshop};
use crate::failure::Failure;
use judge::case::Strictness;
use judge::compare::DifferenceKind;
use judge::{
    Allowance, CaseReport, CaseVerdict, Exercise, GradeError, GradingOptions, GradingWorkshop, Language,
    PointScheme, Recipes, StageReport, Submission, SubmissionReport, VerdictStore, grade_submission, render,
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
        let workshop = GradingWorkshop {
            sandbox: &self.sandbox,
            cache: &self.cache,
            verdicts: (!options.fresh).then(|| VerdictStore::new(&self.cache)),
        };
        let mut scheme = PointScheme::of_course(self.exercise);
        scheme.robust = options.robust;
        let grading = GradingOptions {
            stages: options.stage.map(|number| vec![stage(number)]),
            only_case: options.case.clone(),
            cases: case_set(
                self.exercise,
                options.cases.as_deref(),
                options.hidden.as_deref(),
                self.strictness(),
            )?,
            recipes: options.program.recipes(),
            allowance: options.program.allowance(),
            scheme,
            language: self.language(),
        };
        let report = grade_submission(self.exercise, workshop, &submission, &grading, &mut |tag, report| {
            self.print_stage(tag, report);
        })
        .map_err(|error| match error {
            GradeError::Start(_) => Failure::failed(error),
            GradeError::NoCases(_) | GradeError::NoSuchCase { .. } => Failure::usage(error),
        })?;
        self.print_summary(&report);
        Ok(if report.is_correct() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    fn language(&self) -> Language {
        language(self.options.lang.as_deref())
    }

    fn strictness(&self) -> Strictness {
        if self.options.exact { Strictness::Exact } else { Strictness::Course }
    }

    fn print_stage(&self, tag: &str, report: &StageReport) {
        if self.options.json {
            return;
        }
        let zh = self.language() == Language::Zh;
        if let Some(why) = &report.not_built {
            outln!("[{tag}] {}{}\n", if zh { "未能编译：" } else { "Not built: " }, why.summary);
        }
        if self.options.warnings && !report.build_output.trim().is_empty() {
            outln!(
                "[{tag}] {}\n{}",
                if zh { "编译警告：" } else { "Warnings of the build:" },
                report.build_output.trim_end()
            );
        }
        for note in &report.notes {
            outln!("[{tag}] {note}");
        }
        self.print_cases(tag, &report.cases);
        if report.robustness.iter().any(|case| !case.is_correct()) {
            outln!(
                "{}",
                match (zh, report.robust_counts) {
                    (false, true) =>
                        "Robustness, counted because of --robust (malformed input, end of input, odd maps):",
                    (false, false) =>
                        "Robustness, which costs no points (malformed input, end of input, odd maps):",
                    (true, true) => "健壮性，因 --robust 计分（错误输入、输入提前结束、奇怪的地图）：",
                    (true, false) => "健壮性，不计分（错误输入、输入提前结束、奇怪的地图）：",
                }
            );
            self.print_cases(tag, &report.robustness);
        }
        if let Some(note) = forgiven(&report.cases, zh).filter(|_| !self.options.exact) {
            outln!("[{tag}] {note}");
        }
    }

    fn print_cases(&self, tag: &str, cases: &[CaseReport]) {
        if !self.options.brief {
            out!("{}", render::cases(tag, cases, self.language()));
            return;
        }
        for case in cases {
            outln!("[{tag} c{}] {}", case.case, case.verdict);
        }
    }

    fn print_summary(&self, report: &SubmissionReport) {
        if self.options.json {
            let mut value = json!(report);
            value["sandbox"] = json!(self.sandbox.enforced());
            outln!("{value}");
            return;
        }
        let zh = self.language() == Language::Zh;
        let named = report.stages.iter().map(|report| {
            let number = report.stage as u8;
            (if zh { format!("任务 {number}") } else { format!("Task {number}") }, report)
        });
        let hidden =
            report.hidden.iter().map(|report| (if zh { "隐藏测试" } else { "Hidden" }.to_string(), report));
        for (name, report) in named.chain(hidden) {
            outln!("{name}{}", stage_in_a_line(report, zh));
        }
        let counts = report.stages.len() + usize::from(report.hidden.is_some());
        if let Some(points) = report.points.filter(|_| counts > 1) {
            let out_of = report.out_of;
            outln!(
                "{}",
                if zh {
                    format!("总分：{points} / {out_of}")
                } else {
                    format!("Total: {points} of {out_of} points")
                }
            );
        }
        if report.hidden.is_none() && report.stages.len() == 4 {
            let more = self.exercise.hidden_points;
            outln!(
                "{}",
                if zh {
                    format!("（另有 {more} 分属于这里没有的隐藏测试。）")
                } else {
                    format!("({more} more points are for cases that are not here.)")
                }
            );
        }
    }
}

/// What a stage comes to: its cases, its points, and how it does beyond the hand-out.
fn stage_in_a_line(report: &StageReport, zh: bool) -> String {
    let (all, correct) = (report.cases.len(), report.cases.len() - report.failures());
    let mut line = if zh {
        format!("：{all} 个案例中 {correct} 个正确")
    } else {
        format!(": {correct} of {all} cases correct")
    };
    if let Some(points) = report.points {
        let out_of = report.out_of;
        line += &if zh {
            format!("，得分 {points} / {out_of}")
        } else {
            format!(", {points} of {out_of} points")
        };
    }
    let beyond = report.robustness.len();
    if beyond > 0 {
        let right = report.robustness.iter().filter(|case| case.is_correct()).count();
        line += &match (zh, report.robust_counts) {
            (false, false) => format!(" (beyond the hand-out, for no points: {right} of {beyond})"),
            (false, true) => format!(" (beyond the hand-out, counted: {right} of {beyond})"),
            (true, false) => format!("（讲义之外，不计分：{right} / {beyond}）"),
            (true, true) => format!("（讲义之外，计分：{right} / {beyond}）"),
        };
    }
    line
}

/// What the course forgives, in one sentence.
fn forgiven(cases: &[CaseReport], zh: bool) -> Option<String> {
    let kinds: Vec<DifferenceKind> = cases
        .iter()
        .filter(|case| case.verdict == CaseVerdict::Correct)
        .filter_map(|case| case.forgiven)
        .collect();
    let what = match (kinds.first()?, zh) {
        (DifferenceKind::LineEnds, false) => "line ends are \\r\\n instead of \\n",
        (DifferenceKind::LastNewline, false) => "the last newline is missing",
        (_, false) => "white space at line ends or empty lines at the end are different",
        (DifferenceKind::LineEnds, true) => "行尾是 \\r\\n 而不是 \\n",
        (DifferenceKind::LastNewline, true) => "缺少最后的换行",
        (_, true) => "行尾空白或末尾空行不同",
    };
    let count = kinds.len();
    Some(if zh {
        format!("注意：逐字节比较时，正确的输出中有 {count} 个不同：{what}。课程不计较；--exact 计较。")
    } else {
        format!(
            "Note: byte for byte, {count} of the correct outputs would not be the same: {what}. The course forgives that; --exact does not."
        )
    })
}
