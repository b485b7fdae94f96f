//! Reports as text for people.

use crate::context::{Board, Context};
use crate::diagnose::{Diagnosis, Extent};
use crate::explain::{Explanation, Row};
use crate::grade::CaseReport;
use game::mistakes::Rule;
use std::fmt::Write;

/// The widest line of text.
const WIDTH: usize = 110;

/// The most room for boards side by side: three of breach fit.
const WIDEST_BOARDS: usize = 120;

/// Events listed at most.
const MOST_EVENTS: usize = 14;

/// A case in the course's form, with its explanation below.
#[must_use]
pub fn case(tag: &str, report: &CaseReport) -> String {
    let mut text = format!("[{tag} c{}] {}\n", report.case, report.verdict);
    if let Some(explanation) = &report.explanation {
        text.push_str(&self::explanation(explanation));
        text.push('\n');
    }
    text
}

/// An explanation, indented below its case.
#[must_use]
pub fn explanation(explanation: &Explanation) -> String {
    let mut page = Page::default();
    for sentence in &explanation.summary {
        page.paragraph(4, sentence);
    }
    if !explanation.errors.is_empty() {
        page.paragraph(4, "Its last words on standard error:");
        explanation.errors.iter().for_each(|line| page.line(6, line));
    }
    page.excerpt(&explanation.excerpt);
    if !explanation.remarks.is_empty() {
        page.blank();
        page.line(4, "Our engine says about this input:");
        explanation.remarks.iter().take(3).for_each(|remark| page.paragraph(6, remark));
    }
    if let Some(context) = &explanation.context {
        page.context(context);
    }
    if let Some(diagnosis) = &explanation.diagnosis {
        page.diagnosis(diagnosis);
    } else if let Some(context) = &explanation.context {
        page.blank();
        context.rules.iter().take(3).for_each(|rule| page.rule("The rule concerned", rule));
    }
    page.text
}

#[derive(Default)]
struct Page {
    text: String,
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
        for word in words.split(' ') {
            if !line.is_empty() && indent + width(&line) + 1 + width(word) > WIDTH {
                self.line(indent, &line);
                line.clear();
            }
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
        self.line(indent, &line);
    }

    fn rule(&mut self, lead: &str, rule: &Rule) {
        self.paragraph(4, &format!("{lead} ({}): {}", rule.title, rule.text));
    }

    /// Both outputs side by side, or one below the other where lines are long.
    fn excerpt(&mut self, rows: &[Row]) {
        let Some(widest) = rows.iter().filter_map(|row| row.expected.as_deref()).map(width).max() else {
            return self.only_got(rows);
        };
        self.blank();
        let column = widest.max(8);
        self.line(4, &format!("        {}   your program", pad("expected", column)));
        for row in rows {
            let mark = if row.differs { '>' } else { ' ' };
            let expected = row.expected.as_deref().unwrap_or("(end of output)");
            let got = row.got.as_deref().unwrap_or("(end of output)");
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

    /// What was printed where nothing was expected.
    fn only_got(&mut self, rows: &[Row]) {
        if rows.is_empty() {
            return;
        }
        self.blank();
        self.line(4, "        your program");
        for row in rows {
            self.line(4, &format!("> {:>5} {}", row.number, row.got.as_deref().unwrap_or("(end of output)")));
        }
    }

    fn context(&mut self, context: &Context) {
        self.blank();
        let turn = if context.turn > 0 { format!("Turn {}. ", context.turn) } else { String::new() };
        match &context.answer {
            Some(answer) => self.paragraph(
                4,
                &format!(
                    "{turn}To `{}` the answer was `{}` (line {} of the input).",
                    answer.question, answer.text, answer.line
                ),
            ),
            None if context.turn > 0 => self.line(4, &format!("{turn}Nothing has been answered yet.")),
            None => {}
        }
        self.events(context);
        let boards: Vec<(&str, &Board)> = match (&context.before, &context.boards) {
            (Some(before), Some(boards)) => {
                vec![("before", before), ("expected now", &boards.expected), ("your program", &boards.got)]
            }
            (None, Some(boards)) => vec![("expected", &boards.expected), ("your program", &boards.got)],
            (Some(before), None) => vec![("the board", before)],
            (None, None) => Vec::new(),
        };
        self.boards(&boards);
    }

    fn events(&mut self, context: &Context) {
        if context.orders.is_empty() && context.happened.is_empty() {
            return;
        }
        self.line(4, "Since the board before:");
        for order in &context.orders {
            self.line(6, &format!("order: {order}"));
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
            self.line(6, &format!("  and {} more events elsewhere", others - spare));
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

    /// What would explain the same just as well.
    fn alternatives(&mut self, diagnosis: &Diagnosis) {
        for other in &diagnosis.alternatives {
            self.paragraph(4, &format!("It could also be that it behaves as if {}.", other.behaves_as_if));
            if other.rule != diagnosis.mistakes[0].rule {
                self.rule("The rule for that", other.rule);
            }
        }
    }

    fn diagnosis(&mut self, diagnosis: &Diagnosis) {
        self.blank();
        for (number, mistake) in diagnosis.mistakes.iter().enumerate() {
            let lead = if number == 0 { "Your program behaves as if" } else { "And later on as if" };
            self.paragraph(4, &format!("{lead} {}.", mistake.behaves_as_if));
            self.rule("The rule", mistake.rule);
            if number == 0 {
                self.alternatives(diagnosis);
            }
        }
        if let Extent::Lines(lines) = diagnosis.extent {
            self.paragraph(4, &format!("This accounts for what it prints up to line {lines}; after that it differs in another way, too."));
        }
        if !diagnosis.unless.is_empty() {
            let cases =
                diagnosis.unless.iter().take(5).map(|case| format!("c{case}")).collect::<Vec<_>>().join(", ");
            self.paragraph(4, &format!("But not always: a program that does this every time would also fail {cases}. Look for a condition under which it goes wrong."));
        }
    }
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn pad(text: &str, to: usize) -> String {
    let missing = to.saturating_sub(width(text));
    format!("{text}{}", " ".repeat(missing))
}
