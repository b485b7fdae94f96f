//! Why a case failed, for somebody who is to mend the program.

use crate::case::Case;
use crate::compare::{Difference, DifferenceKind};
use crate::context::{Context, context, remarks};
use crate::diagnose::{Certainty, Diagnosis, is_refusal};
use crate::exercise::Exercise;
use crate::language::{Language, say};
use crate::text;
use crate::verdict::{CaseVerdict, Judged, meaning_of};
use game::conform::{Compare, bare_lines};
use game::console::Stage;
use game::mistakes::MistakeSet;
use serde::{Deserialize, Serialize};

/// Why a case failed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Explanation {
    /// What is wrong, in a sentence or two.
    pub summary: Vec<String>,
    /// The lines around the first difference, side by side.
    pub excerpt: Vec<ExcerptRow>,
    /// What our engine remarks on the map and the answers.
    pub remarks: Vec<String>,
    /// What was going on in the game.
    pub context: Option<Context>,
    /// The rule that seems to be misunderstood.
    pub diagnosis: Option<Diagnosis>,
    /// What a sanitiser reports.
    pub sanitizer: Option<String>,
    /// The last lines on standard error, if the program was stopped.
    pub errors: Vec<String>,
    /// What failures have in common that are shown once: the same words mean the same failure.
    pub fingerprint: String,
}

/// A line of both outputs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ExcerptRow {
    /// Its number, from 1.
    pub number: usize,
    /// What was expected; nothing after the end of the output.
    pub expected: Option<String>,
    /// What was printed; nothing after the end of the output.
    pub got: Option<String>,
    /// Whether they differ.
    pub differs: bool,
    /// The column of the first difference, from 0, on the first line that differs.
    pub column: Option<usize>,
}

/// Lines shown before and after the first difference.
const AROUND: usize = 3;

/// Explains a run that is not correct.
#[must_use]
pub fn explain(
    exercise: &Exercise,
    case: &Case,
    judged: &Judged,
    diagnosis: Option<Diagnosis>,
    language: Language,
) -> Explanation {
    let telling = Telling { exercise, case, judged, language };
    let mut summary = telling.ending();
    let excerpt = judged.difference.as_ref().map_or(Vec::new(), |found| rows(case, &judged.output, found));
    summary.extend(telling.difference());
    let stopped = !matches!(judged.verdict, CaseVerdict::Correct | CaseVerdict::WrongAnswer);
    let errors = if stopped { text::last_lines(&judged.errors, 8) } else { Vec::new() };
    let mut context = telling.context();
    let crashed =
        matches!(judged.verdict, CaseVerdict::Crashed { .. }) || judged.sanitizer.report().is_some();
    if let Some(context) = context.as_mut().filter(|_| crashed) {
        // What went wrong there is no matter of rules.
        context.rules.clear();
    }
    if telling.is_about_the_game() && !judged.output.is_empty() && context.is_none() {
        summary.push(say!(
            language,
            "(This case's expected output is not what our engine prints, so nothing more is known about it.)",
            "（本测试案例的期望输出与我们的引擎不一致，因此无法进一步说明。）"
        ));
    }
    Explanation {
        fingerprint: telling.fingerprint(diagnosis.as_ref(), context.as_ref()),
        summary,
        excerpt,
        remarks: if telling.is_about_the_game() { remarks(exercise, case) } else { Vec::new() },
        context,
        diagnosis,
        sanitizer: judged.sanitizer.report().map(str::to_string),
        errors: errors.into_iter().filter(|line| !line.is_empty()).collect(),
    }
}

/// A failed run, to be told in a language.
struct Telling<'a> {
    exercise: &'a Exercise,
    case: &'a Case,
    judged: &'a Judged,
    language: Language,
}

impl Telling<'_> {
    fn is_about_the_game(&self) -> bool {
        let kind = self.judged.difference.as_ref().map(|found| found.kind);
        kind.is_some_and(|kind| {
            !matches!(kind, DifferenceKind::LineEnds | DifferenceKind::LastNewline | DifferenceKind::Blanks)
        })
    }

    fn context(&self) -> Option<Context> {
        let difference = self.judged.difference.as_ref().filter(|_| self.is_about_the_game())?;
        let Self { exercise, case, judged, language } = self;
        let has_begun = !judged.output.is_empty() && !is_refusal(&judged.output);
        let got = aligned(&judged.output, difference);
        let mut found =
            has_begun.then(|| context(exercise, case, &got, difference.line, *language)).flatten()?;
        // A board that comes a line too late is no other board.
        if found.boards.as_ref().is_some_and(|boards| boards.squares.is_empty()) {
            found.boards = None;
        }
        Some(found)
    }

    /// How the program ended, if that is what is wrong.
    fn ending(&self) -> Vec<String> {
        let language = self.language;
        let mut told = if self.judged.unstable {
            vec![say!(
                language,
                "Two runs of this case gave different results: the program uses something it never set, such as a variable without a value.",
                "本案例两次运行结果不同：程序使用了从未赋值的内容，例如没有初始化的变量。"
            )]
        } else {
            Vec::new()
        };
        match &self.judged.verdict {
            CaseVerdict::Correct | CaseVerdict::WrongAnswer => {}
            CaseVerdict::RuntimeError { expected, status } => {
                let hint = if *expected == 0 { language.pick(" (`main` should return 0)", "（`main` 应返回 0）") } else { "" };
                told.push(say!(
                    language,
                    "Your program ended with exit status {}; {} is required{}.",
                    "你的程序以状态码 {} 结束；要求是 {}{}。",
                    status,
                    expected,
                    hint
                ));
            }
            CaseVerdict::Crashed { signal, name } => {
                told.push(say!(
                    language,
                    "Your program crashed with {}: {}.",
                    "你的程序因 {} 崩溃：{}。",
                    name,
                    meaning_of(*signal, language)
                ));
                told.push(say!(
                    language,
                    "(What it printed last may be missing here: in a crash output that is not flushed is lost.)",
                    "（最后的输出可能缺失：崩溃时未刷新的输出会丢失。）"
                ));
            }
            CaseVerdict::TimedOut { wall, idle: true, .. } => told.push(say!(
                language,
                "Your program was still not done after {:.0} s, although it did next to nothing: it waits for something that does not come.",
                "{:.0} 秒后程序仍未结束，却几乎没有运算：它在等待不会到来的输入。",
                wall
            )),
            CaseVerdict::TimedOut { cpu, .. } => told.push(say!(
                language,
                "Your program ran out of time ({:.2} s CPU): look for a loop that does not end.",
                "程序超时（{:.2} s CPU）：请检查没有结束的循环。",
                cpu
            )),
            CaseVerdict::Flooded { bytes } => told.push(say!(
                language,
                "Your program was stopped after printing {} MB: look for a loop that does not end, for example one that goes on asking when the input is over.",
                "程序输出 {} MB 后被终止：请检查没有结束的循环，例如输入结束后仍不断提问。",
                bytes >> 20
            )),
            CaseVerdict::OutOfMemory => told.push(say!(
                language,
                "Your program ran out of memory: look for a container that never stops growing, or endless recursion.",
                "程序内存用尽：请检查不断增长的容器或无穷递归。"
            )),
            CaseVerdict::Stopped { why } => told.push(say!(
                language,
                "Your program did not run to its end: {}.",
                "程序没有运行到结束：{}。",
                why
            )),
            CaseVerdict::NotRun { tried } => told.push(say!(
                language,
                "It was not run: your program was stopped for using too much time, memory or output in all {} cases that were tried first.",
                "没有运行：程序在最先尝试的 {} 个案例中都因时间、内存或输出过多而被终止。",
                tried
            )),
        }
        told
    }

    /// Where the output differs, and what it looks like.
    fn difference(&self) -> Vec<String> {
        let language = self.language;
        let Some(difference) = &self.judged.difference else {
            let right = say!(language, "What it printed is correct.", "它的输出是正确的。");
            let says_nothing =
                matches!(self.judged.verdict, CaseVerdict::WrongAnswer | CaseVerdict::NotRun { .. });
            return if says_nothing { Vec::new() } else { vec![right] };
        };
        let mut told = vec![self.where_it_differs(difference)];
        if is_refusal(&self.judged.output) {
            told.push(say!(
                language,
                "The program refuses a map that is in order.",
                "程序拒绝了一张正确的地图。"
            ));
            told.extend(self.judged.refusal.iter().map(|cause| cause.in_words(language)));
        } else if let Some(stage) = self.other_stage() {
            let number = stage as u8;
            told.push(say!(language, "This is what stage {} prints.", "这是第 {} 阶段的输出。", number));
        }
        told
    }

    /// The stage whose right output this is.
    fn other_stage(&self) -> Option<Stage> {
        let got = bare_lines(&self.judged.output);
        let prints = |stage: &Stage| {
            let played = self.exercise.play(*stage, &self.case.input, MistakeSet::NONE);
            bare_lines(&played.output) == got
        };
        let others = Stage::ALL.into_iter().filter(|stage| *stage != self.case.stage);
        others.filter(|_| !got.is_empty()).find(prints)
    }

    fn where_it_differs(&self, difference: &Difference) -> String {
        let Self { case, judged, language, .. } = *self;
        let line = difference.line + 1;
        let stopped = !matches!(judged.verdict, CaseVerdict::WrongAnswer | CaseVerdict::RuntimeError { .. });
        match difference.kind {
            DifferenceKind::LineEnds => say!(
                language,
                "Only line ends differ: lines end with a carriage return and a line feed (\\r\\n) instead of a line feed (\\n).",
                "只有行尾不同：行尾是回车加换行（\\r\\n），应为换行（\\n）。"
            ),
            DifferenceKind::LastNewline => say!(
                language,
                "Only the last newline is missing: the last line must end with a line feed, too.",
                "只缺最后一个换行：最后一行也要以换行结束。"
            ),
            DifferenceKind::Blanks => say!(
                language,
                "Only white space differs, at the end of line {}.",
                "只有空白不同，在第 {} 行末尾。",
                line
            ),
            DifferenceKind::WhiteSpace => say!(
                language,
                "Only white space differs, first in line {}.",
                "只有空白不同，从第 {} 行开始。",
                line
            ),
            DifferenceKind::TooMany(1) => {
                say!(language, "There is one line too many: line {}.", "多了一行：第 {} 行。", line)
            }
            DifferenceKind::TooMany(count) => say!(
                language,
                "There are {} lines too many, from line {} on.",
                "多了 {} 行，从第 {} 行开始。",
                count,
                line
            ),
            DifferenceKind::TooFew(1) => {
                say!(language, "One line is missing: line {}.", "缺少一行：第 {} 行。", line)
            }
            DifferenceKind::TooFew(count) => say!(
                language,
                "{} lines are missing, from line {} on.",
                "缺少 {} 行，从第 {} 行开始。",
                count,
                line
            ),
            DifferenceKind::StopsEarly if judged.output.is_empty() => {
                say!(language, "It printed nothing at all.", "程序没有任何输出。")
            }
            DifferenceKind::StopsEarly if stopped => say!(
                language,
                "It stopped here: all it printed is correct, up to line {}.",
                "程序停在这里：到第 {} 行为止的输出都正确。",
                line - 1
            ),
            DifferenceKind::StopsEarly => say!(
                language,
                "All it printed is correct, but it ends after line {}.",
                "输出都正确，但在第 {} 行后就结束了。",
                line - 1
            ),
            DifferenceKind::GoesOn if case.expected.is_empty() => {
                say!(language, "Nothing should be printed at all.", "不应有任何输出。")
            }
            DifferenceKind::GoesOn => say!(
                language,
                "Everything up to line {} is correct, but nothing more should follow.",
                "到第 {} 行为止都正确，但后面不应再有输出。",
                line - 1
            ),
            DifferenceKind::Text => say!(
                language,
                "Line {} differs, from column {}.",
                "第 {} 行不同，从第 {} 列开始。",
                line,
                difference.column + 1
            ),
        }
    }

    /// What this failure has in common with others that need no telling of their own.
    fn fingerprint(&self, diagnosis: Option<&Diagnosis>, context: Option<&Context>) -> String {
        if let Some(report) = self.judged.sanitizer.report() {
            return report.lines().take(2).collect::<Vec<_>>().join(" ");
        }
        if let Some(diagnosis) = diagnosis.filter(|its| its.certainty == Certainty::Named) {
            let names: Vec<&str> = diagnosis.mistakes.iter().map(|mistake| mistake.name.as_str()).collect();
            return names.join(" ");
        }
        let Some(difference) = &self.judged.difference else { return String::from("ending") };
        let rules: Vec<&str> =
            context.iter().flat_map(|its| &its.rules).map(|rule| rule.title.as_str()).collect();
        let lines = |text: &[u8]| bare_lines(text).get(difference.line).map(|line| without_digits(line));
        let (wanted, found) = (lines(&self.case.expected), lines(&self.judged.output));
        format!("{:?} {rules:?} {wanted:?} {found:?}", std::mem::discriminant(&difference.kind))
    }
}

/// An output without the lines that it has too many, and with empty ones where it has too few.
fn aligned(got: &[u8], difference: &Difference) -> Vec<u8> {
    let mut lines: Vec<&[u8]> = got.split(|byte| *byte == b'\n').collect();
    let at = difference.line.min(lines.len());
    match difference.kind {
        DifferenceKind::TooMany(count) => drop(lines.drain(at..(at + count).min(lines.len()))),
        DifferenceKind::TooFew(count) => drop(lines.splice(at..at, std::iter::repeat_n(&b""[..], count))),
        _ => {}
    }
    lines.join(&b'\n')
}

fn without_digits(line: &[u8]) -> String {
    line.iter().map(|byte| if byte.is_ascii_digit() { '#' } else { char::from(*byte) }).collect()
}

fn rows(case: &Case, got: &[u8], difference: &Difference) -> Vec<ExcerptRow> {
    let split =
        |text: &[u8]| -> Vec<Vec<u8>> { text.split(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect() };
    let (expected, got) = (without_last_empty(split(&case.expected)), without_last_empty(split(got)));
    let first = difference.line.saturating_sub(AROUND);
    let (extra, missing) = match difference.kind {
        DifferenceKind::TooMany(count) => (count, 0),
        DifferenceKind::TooFew(count) => (0, count),
        _ => (0, 0),
    };
    let mut pairs: Vec<(Option<usize>, Option<usize>)> =
        (first..difference.line).map(|line| (Some(line), Some(line))).collect();
    let odd = extra.max(missing).min(MOST_ODD);
    pairs.extend((0..odd).map(|at| {
        let line = difference.line + at;
        if extra > 0 { (None, Some(line)) } else { (Some(line), None) }
    }));
    let last = if odd > 0 { AROUND } else { AROUND + 1 };
    pairs.extend(
        (0..last).map(|at| (Some(difference.line + missing + at), Some(difference.line + extra + at))),
    );
    pairs.retain(|(wanted, found)| {
        wanted.is_some_and(|line| line < expected.len()) || found.is_some_and(|line| line < got.len())
    });
    pairs.into_iter().map(|pair| row(case, &expected, &got, difference, pair)).collect()
}

/// More lines too many or too few than this are not all shown.
const MOST_ODD: usize = 6;

fn row(
    case: &Case,
    expected: &[Vec<u8>],
    got: &[Vec<u8>],
    difference: &Difference,
    (wanted_at, found_at): (Option<usize>, Option<usize>),
) -> ExcerptRow {
    let wanted = wanted_at.and_then(|line| expected.get(line));
    let found = found_at.and_then(|line| got.get(line));
    let is_first = found_at.or(wanted_at) == Some(difference.line);
    let differs = match case.compare {
        Compare::Exact => wanted != found || is_first,
        Compare::Loose => wanted.map(|line| line.trim_ascii_end()) != found.map(|line| line.trim_ascii_end()),
    };
    let show = |line: &Vec<u8>| if differs { text::visible(line) } else { text::plain(line) };
    let gap = |at: Option<usize>| at.is_none().then(|| "(no line)".to_string());
    ExcerptRow {
        number: found_at.or(wanted_at).unwrap_or(0) + 1,
        expected: wanted.map(show).or_else(|| gap(wanted_at)),
        got: found.map(show).or_else(|| gap(found_at)),
        differs,
        column: (differs && is_first && wanted.is_some() && found.is_some()).then_some(difference.column),
    }
}

/// What follows the last line feed is a line only if there is something.
fn without_last_empty(mut lines: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    if lines.last().is_some_and(Vec::is_empty) {
        lines.pop();
    }
    lines
}
