//! Reports as text for people.

use crate::context::{Board, Context};
use crate::diagnose::{Certainty, Diagnosis, Extent};
use crate::explain::{ExcerptRow, Explanation};
use crate::grade::CaseReport;
use crate::language::{Language, say};
use crate::wording::RuleText;
use std::fmt::Write;

/// The widest line of text.
const WIDTH: usize = 110;

/// The most room for boards side by side: three of 8 x 8 fit.
const WIDEST_BOARDS: usize = 120;

/// Events listed at most.
const MOST_EVENTS: usize = 14;

/// Cases in the course's form, explanations below; what failed in the same way is explained once.
#[must_use]
pub fn cases(tag: &str, reports: &[CaseReport], language: Language) -> String {
    let mut text = String::new();
    for report in reports {
        let verdict = if report.unstable { "Unstable".to_string() } else { report.verdict.to_string() };
        let _ = write!(text, "[{tag} c{}] {verdict}", report.case);
        if let Some(other) = &report.same_as {
            let _ = write!(text, "{}", say!(language, " (as c{})", "（同 c{}）", other));
        }
        text.push('\n');
        if let Some(explanation) = report.explanation.as_ref().filter(|_| report.same_as.is_none()) {
            text.push_str(&self::explanation(explanation, language));
            let same: Vec<String> = reports
                .iter()
                .filter(|other| other.same_as.as_deref() == Some(report.case.as_str()))
                .map(|other| format!("c{}", other.case))
                .collect();
            if !same.is_empty() {
                let mut page = Page { text: String::new(), language };
                page.paragraph(4, &say!(language, "The same in {}.", "以下案例相同：{}。", same.join(", ")));
                text.push_str(&page.text);
            }
            text.push('\n');
        }
    }
    text
}

/// An explanation, indented below its case.
#[must_use]
pub fn explanation(explanation: &Explanation, language: Language) -> String {
    let mut page = Page { text: String::new(), language };
    for sentence in &explanation.summary {
        page.paragraph(4, sentence);
    }
    if let Some(report) = &explanation.sanitizer {
        page.line(4, &say!(language, "A sanitiser reports:", "检测工具报告："));
        report.lines().for_each(|line| page.line(6, line));
    }
    if !explanation.errors.is_empty() {
        page.line(4, &say!(language, "Its last words on standard error:", "标准错误的最后几行："));
        explanation.errors.iter().for_each(|line| page.line(6, line));
    }
    page.excerpt(&explanation.excerpt);
    if !explanation.remarks.is_empty() {
        page.blank();
        page.line(4, &say!(language, "Our engine says about this input:", "我们的引擎对本输入的说明："));
        explanation.remarks.iter().take(3).for_each(|remark| page.paragraph(6, remark));
    }
    if let Some(context) = &explanation.context {
        page.context(context);
    }
    if let Some(diagnosis) = &explanation.diagnosis {
        page.diagnosis(diagnosis);
    } else if let Some(context) = &explanation.context {
        page.blank();
        let lead = language.pick("The rule concerned", "相关规则");
        context.rules.iter().take(3).for_each(|rule| page.rule(lead, rule));
    }
    page.text
}

struct Page {
    text: String,
    language: Language,
}

impl Page {
    fn blank(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
        }
    }

    fn line(&mut self, indent: usize, line: &str) {
        let _ = writeln!(self.text, "{:indent$}{}", "", line.trim_end());
    }

    /// Words, broken into lines.
    fn paragraph(&mut self, indent: usize, words: &str) {
        let mut line = String::new();
        for word in words.split(' ').flat_map(|word| pieces(word, WIDTH - indent)) {
            if !line.is_empty() && indent + width(&line) + 1 + width(&word) > WIDTH {
                self.line(indent, &line);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(&word);
        }
        self.line(indent, &line);
    }

    fn rule(&mut self, lead: &str, rule: &RuleText) {
        let text = say!(self.language, "{} ({}): {}", "{}（{}）：{}", lead, rule.title, rule.text);
        self.paragraph(4, &text);
    }

    /// Both outputs side by side, or one below the other where lines are long.
    fn excerpt(&mut self, rows: &[ExcerptRow]) {
        let Some(widest) = rows.iter().filter_map(|row| row.expected.as_deref()).map(width).max() else {
            return self.only_got(rows);
        };
        self.blank();
        let column = widest.max(8);
        let (wanted, found) = self.language.pick(("expected", "your program"), ("期望", "你的程序"));
        self.line(4, &format!("        {}   {found}", pad(wanted, column)));
        for row in rows {
            let mark = if row.differs { '>' } else { ' ' };
            let expected = row.expected.as_deref().unwrap_or(self.end());
            let got = row.got.as_deref().unwrap_or(self.end());
            let column_of_got = column.max(width(expected));
            self.line(4, &format!("{mark} {:>5} {} | {got}", row.number, pad(expected, column_of_got)));
            if let Some(at) = row.column {
                self.line(
                    4,
                    &format!(
                        "        {}   {}^",
                        pad(&format!("{}^", " ".repeat(at)), column_of_got),
                        " ".repeat(at)
                    ),
                );
            }
        }
    }

    /// What stands where an output has ended.
    fn end(&self) -> &'static str {
        self.language.pick("(end of output)", "（输出结束）")
    }

    /// What was printed where nothing was expected.
    fn only_got(&mut self, rows: &[ExcerptRow]) {
        if rows.is_empty() {
            return;
        }
        self.blank();
        let found = self.language.pick("your program", "你的程序");
        self.line(4, &format!("        {found}"));
        for row in rows {
            self.line(4, &format!("> {:>5} {}", row.number, row.got.as_deref().unwrap_or(self.end())));
        }
    }

    fn context(&mut self, context: &Context) {
        self.blank();
        let language = self.language;
        let turn = if context.turn > 0 {
            say!(language, "Turn {}. ", "第 {} 回合。", context.turn)
        } else {
            String::new()
        };
        match &context.answer {
            Some(answer) => self.paragraph(
                4,
                &say!(
                    language,
                    "{}To `{}` the answer was `{}` (line {} of the input).",
                    "{}对 `{}` 的回答是 `{}`（输入第 {} 行）。",
                    turn,
                    answer.question,
                    answer.text,
                    answer.line
                ),
            ),
            None if context.turn > 0 => {
                self.line(4, &say!(language, "{}Nothing has been answered yet.", "{}还没有任何回答。", turn));
            }
            None => {}
        }
        self.events(context);
        let title = |en: &'static str, zh: &'static str| language.pick(en, zh);
        let boards: Vec<(&str, &Board)> = match (&context.before, &context.boards) {
            (Some(before), Some(boards)) => vec![
                (title("before", "之前"), before),
                (title("expected now", "期望"), &boards.expected),
                (title("your program", "你的程序"), &boards.got),
            ],
            (None, Some(boards)) => vec![
                (title("expected", "期望"), &boards.expected),
                (title("your program", "你的程序"), &boards.got),
            ],
            (Some(before), None) => vec![(title("the board", "棋盘"), before)],
            (None, None) => Vec::new(),
        };
        self.boards(&boards);
    }

    fn events(&mut self, context: &Context) {
        if context.orders.is_empty() && context.happened.is_empty() {
            return;
        }
        let language = self.language;
        self.line(4, &say!(language, "Since the board before:", "上次画出棋盘之后："));
        for order in &context.orders {
            self.line(6, &say!(language, "order: {}", "命令：{}", order));
        }
        // What is about differing squares is listed whatever else has to go.
        let spare = MOST_EVENTS.saturating_sub(context.happened.iter().filter(|event| event.here).count());
        let mut others = 0;
        for event in &context.happened {
            others += usize::from(!event.here);
            if event.here || others <= spare {
                self.line(6, &format!("{} {}", if event.here { '*' } else { '-' }, event.text));
            }
        }
        if others > spare {
            self.line(
                6,
                &say!(language, "  and {} more events elsewhere", "  以及别处的 {} 个事件", others - spare),
            );
        }
    }

    fn boards(&mut self, boards: &[(&str, &Board)]) {
        let Some(widest) = boards.iter().flat_map(|(_, board)| board.iter()).map(|line| width(line)).max()
        else {
            return;
        };
        self.blank();
        if boards.len() * (widest + 3) + 4 > WIDEST_BOARDS {
            return boards.iter().for_each(|(title, board)| {
                self.line(4, &format!("{title}:"));
                board.iter().for_each(|line| self.line(4, line));
            });
        }
        let height = boards.iter().map(|(_, board)| board.len()).max().unwrap_or(0);
        let join = |cells: Vec<String>| cells.join("   ");
        self.line(4, &join(boards.iter().map(|(title, _)| pad(title, widest)).collect()));
        for number in 0..height {
            let cell = |board: &Board| pad(board.get(number).map_or("", String::as_str), widest);
            self.line(4, &join(boards.iter().map(|(_, board)| cell(board)).collect()));
        }
    }

    fn diagnosis(&mut self, diagnosis: &Diagnosis) {
        self.blank();
        let language = self.language;
        let named = diagnosis.certainty == Certainty::Named;
        for (number, mistake) in diagnosis.mistakes.iter().enumerate() {
            let what = &mistake.behaves_as_if;
            let text = match (number, named) {
                (0, true) => say!(language, "Your program behaves as if {}.", "你的程序表现得好像{}。", what),
                (0, false) => {
                    say!(
                        language,
                        "Possibly, your program behaves as if {}.",
                        "可能：你的程序表现得好像{}。",
                        what
                    )
                }
                _ => say!(language, "And later on as if {}.", "之后又好像{}。", what),
            };
            self.paragraph(4, &text);
            self.rule(language.pick("The rule", "规则"), &mistake.rule);
            if number == 0 {
                self.alternatives(diagnosis);
            }
        }
        match diagnosis.extent {
            Extent::Whole => {}
            Extent::Lines(lines) => self.paragraph(4, &say!(
                language,
                "This accounts for what it prints up to line {}; after that it differs in another way, too.",
                "这可以解释到第 {} 行为止的输出；之后还有别的不同。",
                lines
            )),
            Extent::Place => self.paragraph(4, &say!(
                language,
                "No mistake that we know of accounts for what it prints; this is what its failures have in common.",
                "没有已知的错误能解释它的输出；这是各次失败的共同之处。"
            )),
        }
        if !diagnosis.unless.is_empty() {
            let cases =
                diagnosis.unless.iter().take(5).map(|case| format!("c{case}")).collect::<Vec<_>>().join(", ");
            self.paragraph(4, &say!(
                language,
                "But a program that does this every time would do something else in {}. Look for a condition under which it goes wrong.",
                "但总是这样做的程序在 {} 中会有不同的表现。请检查在什么条件下会出错。",
                cases
            ));
        } else if diagnosis.unless_probes > 0 {
            self.paragraph(4, &say!(
                language,
                "But a program that does this every time would do something else on {} of the other inputs that were tried. Look for a condition under which it goes wrong.",
                "但总是这样做的程序在另外试过的 {} 个输入上会有不同的表现。请检查在什么条件下会出错。",
                diagnosis.unless_probes
            ));
        }
    }

    /// What would explain the same just as well.
    fn alternatives(&mut self, diagnosis: &Diagnosis) {
        let language = self.language;
        for other in &diagnosis.alternatives {
            let what = &other.behaves_as_if;
            self.paragraph(
                4,
                &say!(language, "It could also be that it behaves as if {}.", "也可能好像{}。", what),
            );
            if other.rule != diagnosis.mistakes[0].rule {
                self.rule(language.pick("The rule for that", "相应规则"), &other.rule);
            }
        }
    }
}

/// A word in pieces that fit on a line: Chinese has no blanks to break at.
fn pieces(word: &str, most: usize) -> Vec<String> {
    let mut pieces = vec![String::new()];
    let mut room = most;
    for letter in word.chars() {
        let its = width(letter.encode_utf8(&mut [0; 4]));
        if its > room {
            pieces.push(String::new());
            room = most;
        }
        room -= its;
        if let Some(piece) = pieces.last_mut() {
            piece.push(letter);
        }
    }
    pieces
}

/// The room that a text takes on a screen: Chinese characters take two columns.
fn width(text: &str) -> usize {
    text.chars().map(|letter| if ('\u{2e80}'..='\u{ffef}').contains(&letter) { 2 } else { 1 }).sum()
}

fn pad(text: &str, to: usize) -> String {
    let missing = to.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}
