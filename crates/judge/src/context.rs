//! What was going on in the game at a line of the output.

use crate::case::Case;
use crate::exercise::Exercise;
use crate::language::Language;
use crate::text;
use crate::wording::{RuleText, rule_in_words};
use board::Cell;
use game::conform::bare_lines;
use game::dialogue_trace::{BoardDrawing, BoardEvent, DialogueTrace, OutputPart};
use game::mistakes::{MistakeSet, Rule};
use serde::{Deserialize, Serialize};

/// What was going on in the game at a line of the output.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Context {
    /// The turn; 0 before the first.
    pub turn: u32,
    /// The last question that was answered, and how.
    pub answer: Option<Answer>,
    /// Orders given since the board was drawn before, in words.
    pub orders: Vec<String>,
    /// What has happened since, in words.
    pub happened: Vec<Happened>,
    /// The board at its last drawing before the difference.
    pub before: Option<Board>,
    /// The board that is wrong, if the difference is in a board.
    pub boards: Option<Boards>,
    /// The rules concerned.
    pub rules: Vec<RuleText>,
}

/// A line of the input, and what it answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The question, as it was printed.
    pub question: String,
    /// The line of the input, from 1.
    pub line: usize,
    /// What it says.
    pub text: String,
}

/// Something that happened on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Happened {
    /// One sentence.
    pub text: String,
    /// Whether it is about a square that is different.
    pub here: bool,
}

/// A drawing reduced to its squares: a header and a line for each row. Squares to look at stand in
/// brackets.
pub type Board = Vec<String>;

/// The board as it should be and as it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Boards {
    /// Ours.
    pub expected: Board,
    /// The program's, as far as it can be read as a board.
    pub got: Board,
    /// The squares that are different.
    pub squares: Vec<Cell>,
}

/// What was going on at this line of a case's output; nothing if the case does not follow our
/// rules, because then our engine knows nothing about it.
#[must_use]
pub fn context(
    exercise: &Exercise,
    case: &Case,
    got: &[u8],
    line: usize,
    language: Language,
) -> Option<Context> {
    let record = exercise.record(case.stage, &case.input, MistakeSet::NONE);
    if bare_lines(record.output()) != bare_lines(&case.expected) {
        return None;
    }
    let in_words = |rule: &'static Rule| rule_in_words(exercise, rule, language);
    Story::new(&record, &case.input).at(line, got, &in_words)
}

/// The rules that could be concerned at a line of the output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Concerned {
    /// Those of what should have happened on squares that are wrong.
    pub(crate) here: Vec<&'static Rule>,
    /// Those of all that should have happened since the board was drawn before.
    pub(crate) since: Vec<&'static Rule>,
    /// The one that decides what is written there.
    pub(crate) topic: Option<&'static Rule>,
    /// The one that decides what the program writes instead, if that should come next.
    pub(crate) instead: Option<&'static Rule>,
}

/// The rules that could be concerned at this line of a case's output; nothing if the case does not
/// follow our rules.
pub(crate) fn concerned(exercise: &Exercise, case: &Case, got: &[u8], line: usize) -> Option<Concerned> {
    let record = exercise.record(case.stage, &case.input, MistakeSet::NONE);
    if bare_lines(record.output()) != bare_lines(&case.expected) {
        return None;
    }
    Story::new(&record, &case.input).concerned(line, got)
}

/// The rules of all that happens in a case and of all that is written in it.
pub(crate) fn rules_at_work(exercise: &Exercise, case: &Case) -> Vec<&'static Rule> {
    let record = exercise.record(case.stage, &case.input, MistakeSet::NONE);
    let parts = record.parts.iter();
    without_doubles(parts.flat_map(|part| part.happened.iter().map(|event| event.rule).chain(part.topic)))
}

/// What our engine remarks on a case's map and answers: why a map does not load, what was repaired.
#[must_use]
pub fn remarks(exercise: &Exercise, case: &Case) -> Vec<String> {
    let record = exercise.record(case.stage, &case.input, MistakeSet::NONE);
    let applies = bare_lines(record.output()) == bare_lines(&case.expected);
    if applies { record.remarks().to_vec() } else { Vec::new() }
}

/// The line on which the piece of output ends that this line belongs to: counting lines from 0, the
/// first line after it.
#[must_use]
pub fn end_of_part(record: &DialogueTrace<'_>, line: usize) -> usize {
    let story = Story::new(record, &[]);
    story.part_at(line).map_or(line + 1, |at| story.first_line(at + 1).max(line + 1))
}

/// A recorded dialogue, by lines.
struct Story<'a> {
    output: &'a [u8],
    parts: &'a [OutputPart],
    input: &'a [u8],
}

impl<'a> Story<'a> {
    fn new(record: &'a DialogueTrace<'_>, input: &'a [u8]) -> Self {
        Self { output: record.output(), parts: &record.parts, input }
    }

    fn at(&self, line: usize, got: &[u8], in_words: &dyn Fn(&'static Rule) -> RuleText) -> Option<Context> {
        let at = self.part_at(line)?;
        let part = &self.parts[at];
        let drawn_before = self.drawn_before(at);
        let boards = part.drawing.map(|drawing| self.boards(at, drawing, got));
        let since = &self.parts[drawn_before.map_or(0, |before| before + 1)..=at];
        let squares = boards.as_ref().map_or(&[][..], |boards| &boards.squares);
        let before = drawn_before.and_then(|before| {
            let drawing = self.parts[before].drawing?;
            Some(compact(&self.lines(before), drawing, squares))
        });
        Some(Context {
            turn: part.turn,
            answer: self.answer(at),
            orders: since.iter().flat_map(|part| part.orders.clone()).collect(),
            happened: happened(since, squares),
            before,
            rules: rules(since, squares, part).into_iter().map(in_words).collect(),
            boards,
        })
    }

    fn concerned(&self, line: usize, got: &[u8]) -> Option<Concerned> {
        let at = self.part_at(line)?;
        let part = &self.parts[at];
        let instead = self.written_instead(at, line, got);
        if part.drawing.is_some_and(|drawing| !self.is_drawn(at, drawing, got)) {
            return Some(Concerned { here: Vec::new(), since: Vec::new(), topic: part.topic, instead });
        }
        let squares = part.drawing.map_or(Vec::new(), |drawing| self.boards(at, drawing, got).squares);
        let since = &self.parts[self.drawn_before(at).map_or(0, |before| before + 1)..=at];
        let events = || since.iter().flat_map(|part| &part.happened);
        let is_here = |event: &&BoardEvent| event.cells.iter().any(|cell| squares.contains(cell));
        // What decides about marks tells nothing of units that are not where they should be.
        let is_about_marks = events().next().is_some() || self.differs_in_marks(at, got);
        Some(Concerned {
            here: without_doubles(events().filter(is_here).map(|event| event.rule)),
            since: without_doubles(events().map(|event| event.rule)),
            topic: part.topic.filter(|_| is_about_marks),
            instead,
        })
    }

    /// Whether no symbol on a board is another one: all that may be different are marks in front of
    /// them. Boards whose fields have no room for marks are said to differ in those.
    fn differs_in_marks(&self, at: usize, got: &[u8]) -> bool {
        const SYMBOL: usize = 2;
        let found = got.split(|byte| *byte == b'\n').skip(self.first_line(at));
        let both =
            self.lines(at).into_iter().zip(found).flat_map(|(line, found)| fields(line).zip(fields(found)));
        both.filter(|(field, _)| field.len() > SYMBOL)
            .all(|(field, found)| field.len() == found.len() && field[1..] == found[1..])
    }

    /// The rule that decides what is written next, if an output has that in place of this piece.
    fn written_instead(&self, at: usize, line: usize, got: &[u8]) -> Option<&'static Rule> {
        let next = self.parts.get(at + 1)?;
        let found = *bare_lines(got).get(line)?;
        let wanted = *self.lines(at + 1).first()?;
        let is_next = !found.is_empty() && found == wanted.trim_ascii_end();
        next.topic.filter(|_| is_next)
    }

    /// Whether there is a board in an output where this piece draws one.
    fn is_drawn(&self, at: usize, drawing: BoardDrawing, got: &[u8]) -> bool {
        let bars = |line: &[u8]| line.iter().filter(|byte| **byte == b'|').count();
        let found: Vec<&[u8]> = got.split(|byte| *byte == b'\n').skip(self.first_line(at)).collect();
        let wanted = self.lines(at);
        let mut rows = (0..wanted.len()).filter(|number| drawing.row(*number).is_some());
        rows.all(|number| found.get(number).is_some_and(|line| bars(line) == bars(wanted[number])))
    }

    /// The last drawing before a piece.
    fn drawn_before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|before| self.parts[*before].drawing.is_some())
    }

    /// The piece of output that this line belongs to; the last one for lines after the end.
    fn part_at(&self, line: usize) -> Option<usize> {
        let mut starts = std::iter::once(0).chain(line_feeds(self.output).map(|at| at + 1));
        let offset = starts.nth(line).unwrap_or(self.output.len());
        self.parts.iter().rposition(|part| part.start <= offset)
    }

    fn first_line(&self, part: usize) -> usize {
        let start = self.parts.get(part).map_or(self.output.len(), |part| part.start);
        line_feeds(&self.output[..start]).count()
    }

    fn lines(&self, part: usize) -> Vec<&'a [u8]> {
        let end = self.parts.get(part + 1).map_or(self.output.len(), |next| next.start);
        let text = &self.output[self.parts[part].start..end];
        text.strip_suffix(b"\n").unwrap_or(text).split(|byte| *byte == b'\n').collect()
    }

    fn boards(&self, at: usize, drawing: BoardDrawing, got: &[u8]) -> Boards {
        let wanted = self.lines(at);
        let found: Vec<&[u8]> =
            got.split(|byte| *byte == b'\n').skip(self.first_line(at)).take(wanted.len()).collect();
        let squares = different_squares(&wanted, &found, drawing);
        Boards {
            expected: compact(&wanted, drawing, &squares),
            got: compact(&found, drawing, &squares),
            squares,
        }
    }

    /// The last line of the input that was read before this piece was written, unless it belongs to
    /// the map.
    fn answer(&self, at: usize) -> Option<Answer> {
        let (map_end, read) = (self.parts.first()?.read, self.parts[at].read);
        let read = self.input.get(..read)?.trim_ascii_end();
        if read.len() <= map_end {
            return None;
        }
        let asked = (0..at).rev().find(|before| self.parts[*before].read < self.parts[at].read)?;
        let question = text::plain(self.lines(asked).last()?.trim_ascii_end());
        let line = line_feeds(read).count();
        let words = read.rsplit(|byte| *byte == b'\n').next()?;
        Some(Answer { question, line: line + 1, text: text::plain(words.trim_ascii_end()) })
    }
}

fn line_feeds(text: &[u8]) -> impl Iterator<Item = usize> {
    text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at)
}

fn happened(since: &[OutputPart], squares: &[Cell]) -> Vec<Happened> {
    let events = since.iter().flat_map(|part| &part.happened);
    events
        .map(|event| Happened {
            text: event.text.clone(),
            here: event.cells.iter().any(|cell| squares.contains(cell)),
        })
        .collect()
}

/// The rules of what happened on the differing squares or, where nothing did, the rule that decides
/// what is written here.
fn rules(since: &[OutputPart], squares: &[Cell], part: &OutputPart) -> Vec<&'static Rule> {
    let events = since.iter().flat_map(|part| &part.happened);
    let here = events.filter(|event| event.cells.iter().any(|cell| squares.contains(cell)));
    let mut rules = without_doubles(here.map(|event| event.rule));
    if rules.is_empty() {
        rules.extend(part.topic);
    }
    rules
}

fn without_doubles(rules: impl Iterator<Item = &'static Rule>) -> Vec<&'static Rule> {
    let mut list: Vec<&'static Rule> = Vec::new();
    for rule in rules {
        if !list.contains(&rule) {
            list.push(rule);
        }
    }
    list
}

/// The fields of a line of a drawing.
fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(|byte| *byte == b'|').skip(1)
}

fn different_squares(expected: &[&[u8]], got: &[&[u8]], drawing: BoardDrawing) -> Vec<Cell> {
    let mut squares = Vec::new();
    for (number, wanted) in expected.iter().enumerate() {
        let Some(row) = drawing.row(number) else { continue };
        let found: Vec<&[u8]> = got.get(number).map_or(Vec::new(), |line| fields(line).collect());
        for (col, field) in (0..drawing.size.cols).zip(fields(wanted)) {
            if found.get(usize::from(col)) != Some(&field) {
                squares.push(Cell::new(row, col));
            }
        }
    }
    squares
}

/// The header and the rows of a drawing, without the rules between them. Marked squares get
/// brackets instead of bars.
fn compact(lines: &[&[u8]], drawing: BoardDrawing, marked: &[Cell]) -> Board {
    let header = drawing.top.checked_sub(2).and_then(|at| lines.get(at));
    let mut board: Board = header.map(|line| shorten(line.trim_ascii_end())).into_iter().collect();
    for (number, line) in lines.iter().enumerate() {
        if let Some(row) = drawing.row(number) {
            board.push(bracketed(line.trim_ascii_end(), row, marked));
        }
    }
    board
}

fn bracketed(line: &[u8], row: u8, marked: &[Cell]) -> String {
    let is_marked = |bar: usize| u8::try_from(bar).is_ok_and(|col| marked.contains(&Cell::new(row, col)));
    let mut text = Vec::new();
    let mut bars = 0;
    for byte in line {
        if *byte == b'|' {
            // The bar before square `bars` is the one after the square before it.
            let (opens, closes) = (is_marked(bars), bars > 0 && is_marked(bars - 1));
            text.push(if opens {
                b'['
            } else if closes {
                b']'
            } else {
                b'|'
            });
            bars += 1;
        } else {
            text.push(*byte);
        }
    }
    shorten(&text)
}

/// A board line of a program that prints something else entirely is cut to what is worth showing.
fn shorten(line: &[u8]) -> String {
    text::plain(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::Size;

    const DRAWING: BoardDrawing = BoardDrawing { size: Size::new(2, 3), top: 2 };

    fn lines(text: &str) -> Vec<&[u8]> {
        text.lines().map(str::as_bytes).collect()
    }

    #[test]
    fn differing_squares_are_found_and_marked() {
        let ours = lines("    0  1  2\n  +--+\n 0|@@|  |PG|\n  +--+\n 1|  |  |  |\n  +--+");
        let theirs = lines("    0  1  2\n  +--+\n 0|  |@@|PG|\n  +--+\n 1|  |  |");
        let squares = different_squares(&ours, &theirs, DRAWING);
        assert_eq!(squares, [Cell::new(0, 0), Cell::new(0, 1), Cell::new(1, 2)]);
        assert_eq!(compact(&ours, DRAWING, &squares), ["    0  1  2", " 0[@@[  ]PG|", " 1|  |  [  ]"]);
    }
}
