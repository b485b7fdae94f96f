//! Programs that play the right game and write it down wrongly.
//!
//! A guess is taken from the first difference in one case. It holds only if it makes of the right
//! output of every failed case what the program prints there, and leaves every other case as it is.

mod pieces;

use super::{Certainty, Diagnosis, Extent, Failed, Known, Misunderstanding, Observations};
use crate::case::Case;
use crate::compare::{DifferenceKind, difference, same_lines};
use crate::exercise::Exercise;
use crate::foreseen::Foreseen;
use crate::handout::Section;
use crate::language::{Language, say};
use crate::text;
use crate::wording::rule_in_words;
use game::conform::bare_lines;
use game::mistakes::{MistakeSet, Rule};
use pieces::{Key, Piece, Template, in_pieces};

/// A way to write down a game wrongly, as it shows in one case.
pub(super) struct Misprint {
    change: Change,
    /// What should be written there, and what is.
    sample: (String, String),
    rule: &'static Rule,
}

/// What a program makes of the right output.
#[derive(Debug)]
enum Change {
    /// These words are written for those, everywhere.
    Words { from: Vec<u8>, to: Vec<u8> },
    /// Lines of this form, whatever numbers are in them, have another form. Each number is one of
    /// the right line, with something added.
    Form { from: Template, to: Template, numbers: Vec<(usize, i64)> },
    /// The numbers at the top of the board, or those at its side, have something added.
    Labels { at_side: bool, by: i64 },
    /// The marks of fields on the board stand behind what is on them, and not in front of it.
    MarksBehind,
    /// Pieces of this sort are left out.
    LeftOut(Key),
    /// Pieces of this sort are written twice.
    Twice(Key),
    /// Pieces of this sort come after the next one.
    Late(Key),
    /// These lines follow pieces of this sort.
    Extra { after: Key, lines: Vec<Vec<u8>> },
    /// Nothing but white space is different.
    WhiteSpace,
}

/// Finds what is written wrongly if nothing else is wrong, and if no known mistake says as much.
pub(super) fn find(known: &Known<'_>, seen: &Observations<'_>) -> Option<Misprint> {
    let within = |case: &Case| case.section == Section::Handout;
    let seen = &Observations {
        failed: seen.failed.iter().filter(|failed| within(failed.case)).copied().collect(),
        correct: seen.correct.clone(),
    };
    let sample = seen.failed.iter().min_by_key(|failed| failed.case.expected.len())?;
    let is_known = || {
        known.places(sample.case.stage).any(|place| {
            let mistake = MistakeSet::NONE.with(place);
            seen.failed.iter().all(|failed| {
                let foreseen = Foreseen::of(known.exercise, failed.case);
                if foreseen.effect(known.exercise, failed.case, place).parts_at.is_none() {
                    return false;
                }
                let played = known.exercise.play(failed.case.stage, &failed.case.input, mistake);
                bare_lines(&played.output) == bare_lines(failed.output)
            })
        })
    };
    let found = guesses(known.exercise, sample)
        .into_iter()
        .find(|misprint| misprint.change.holds(known.exercise, seen))?;
    (!is_known()).then_some(found)
}

/// What the first difference of a case could come from.
fn guesses(exercise: &Exercise, failed: &Failed<'_>) -> Vec<Misprint> {
    let pieces = in_pieces(exercise, failed.case);
    let (expected, got) = (bare_lines(&failed.case.expected), bare_lines(failed.output));
    let line = same_lines(&expected, &got);
    let Some(at) = pieces.iter().position(|piece| line < piece.first + piece.lines.len()) else {
        return Vec::new();
    };
    let Some(rule) = pieces[at].topic else { return Vec::new() };
    let wanted = expected.get(line).copied().unwrap_or_default();
    let found = got.get(line).copied().unwrap_or_default();
    let kind = difference(failed.case.compare, &failed.case.expected, failed.output).map(|its| its.kind);
    let mut changes = Vec::new();
    if kind == Some(DifferenceKind::WhiteSpace) {
        changes.push(Change::WhiteSpace);
    }
    changes.extend(of_line(wanted, found));
    if let Some(DifferenceKind::TooMany(count)) = kind
        && at > 0
    {
        let lines: Vec<Vec<u8>> = got[line..line + count].iter().map(|line| line.to_vec()).collect();
        changes.extend(Key::of(&pieces, at - 1).into_iter().map(|after| {
            let lines = lines.clone();
            Change::Extra { after, lines }
        }));
    }
    changes.extend(
        Key::of(&pieces, at).into_iter().flat_map(|key| [Change::LeftOut(key.clone()), Change::Late(key)]),
    );
    if at > 0 {
        changes.extend(Key::of(&pieces, at - 1).into_iter().map(Change::Twice));
    }
    let shown = |line: &[u8]| text::plain(line.trim_ascii());
    let sample = (shown(wanted), shown(found));
    changes.into_iter().map(|change| Misprint { change, sample: sample.clone(), rule }).collect()
}

/// What could make one line of another.
fn of_line(wanted: &[u8], found: &[u8]) -> Vec<Change> {
    let mut changes = Vec::new();
    let before = wanted.iter().zip(found).take_while(|(a, b)| a == b).count();
    let rest = (&wanted[before..], &found[before..]);
    let after = rest.0.iter().rev().zip(rest.1.iter().rev()).take_while(|(a, b)| a == b).count();
    let ends = |byte: u8, at_bars: bool| byte == b'|' || !at_bars && byte == b' ';
    for at_bars in [false, true] {
        let left = wanted[..before].iter().rposition(|byte| ends(*byte, at_bars)).map_or(0, |at| at + 1);
        let tail = &wanted[wanted.len() - after..];
        let right = tail.iter().position(|byte| ends(*byte, at_bars)).unwrap_or(tail.len());
        let from = &wanted[left..wanted.len() - after + right];
        let to = &found[left..found.len() - after + right];
        let says_something = from.iter().any(|byte| *byte != b' ');
        if says_something && !from.iter().any(u8::is_ascii_digit) {
            changes.push(Change::Words { from: from.to_vec(), to: to.to_vec() });
        }
    }
    changes.extend(of_labels(wanted, found));
    changes.extend((marks_behind(wanted) == found).then_some(Change::MarksBehind));
    changes.extend(of_form(wanted, found));
    changes
}

/// Numbers at the top or at the side of a board that have something added.
fn of_labels(wanted: &[u8], found: &[u8]) -> Option<Change> {
    let (wanted, found) = (Template::of(wanted), Template::of(found));
    let by = found.numbers.first()? - wanted.numbers.first()?;
    let blank = |text: &Vec<u8>| text.iter().all(|byte| *byte == b' ');
    if wanted.texts.iter().all(blank) && wanted.numbers.len() > 1 {
        return Some(Change::Labels { at_side: false, by });
    }
    let at_side = blank(wanted.texts.first()?) && wanted.texts.get(1)?.first() == Some(&b'|');
    at_side.then_some(Change::Labels { at_side: true, by })
}

/// Another form for a line: its numbers are the same with something added, or change places.
fn of_form(wanted: &[u8], found: &[u8]) -> Vec<Change> {
    if wanted.is_empty() || found.is_empty() || wanted.contains(&b'|') {
        return Vec::new();
    }
    let (from, to) = (Template::of(wanted), Template::of(found));
    let form = |numbers| Change::Form { from: from.clone(), to: to.clone(), numbers };
    let mut changes = Vec::new();
    if from.numbers.len() == to.numbers.len() {
        let pairs = from.numbers.iter().zip(&to.numbers).enumerate();
        changes.push(form(pairs.map(|(at, (from, to))| (at, to - from)).collect()));
        if from.numbers.len() == 2 {
            changes.push(form(vec![(1, 0), (0, 0)]));
        }
    }
    changes
}

impl Change {
    /// Whether it accounts for everything that was seen.
    fn holds(&self, exercise: &Exercise, seen: &Observations<'_>) -> bool {
        if let Self::WhiteSpace = self {
            return seen.failed.iter().all(|failed| {
                let found = difference(failed.case.compare, &failed.case.expected, failed.output);
                found.is_some_and(|found| found.kind == DifferenceKind::WhiteSpace)
            });
        }
        let mut failed = seen.failed.iter();
        let is_right = |lines: Vec<Vec<u8>>, wanted: &[u8]| {
            let text: Vec<u8> = lines.join(&b'\n');
            bare_lines(&text) == bare_lines(wanted)
        };
        failed.all(|failed| is_right(self.made_of(&in_pieces(exercise, failed.case)), failed.output))
            && seen
                .correct
                .iter()
                .all(|case| is_right(self.made_of(&in_pieces(exercise, case)), &case.expected))
    }

    /// What it makes of a right output.
    fn made_of(&self, pieces: &[Piece<'_>]) -> Vec<Vec<u8>> {
        let own = |piece: &Piece<'_>| piece.lines.iter().map(|line| line.to_vec()).collect::<Vec<_>>();
        let is = |key: &Key, at: usize| key.is(pieces, at);
        let mut lines: Vec<Vec<u8>> = Vec::new();
        let mut at = 0;
        while let Some(piece) = pieces.get(at) {
            match self {
                Self::LeftOut(key) if is(key, at) => {}
                Self::Twice(key) if is(key, at) => lines.extend(own(piece).into_iter().chain(own(piece))),
                Self::Late(key) if is(key, at) && at + 1 < pieces.len() => {
                    at += 1;
                    lines.extend(own(&pieces[at]).into_iter().chain(own(piece)));
                }
                Self::Extra { after, lines: extra } if is(after, at) => {
                    lines.extend(own(piece));
                    lines.extend(extra.iter().cloned());
                }
                _ => lines.extend(piece.lines.iter().map(|line| self.line(line))),
            }
            at += 1;
        }
        lines
    }

    /// What it makes of a line.
    fn line(&self, line: &[u8]) -> Vec<u8> {
        match self {
            Self::Words { from, to } => replaced(line, from, to),
            Self::Form { from, to, numbers } => {
                let template = Template::of(line);
                if template.texts != from.texts {
                    return line.to_vec();
                }
                to.with(|at| {
                    numbers.get(at).map_or(0, |(place, by)| template.numbers[*place].saturating_add(*by))
                })
            }
            Self::Labels { at_side, by } => labelled(line, *at_side, *by),
            Self::MarksBehind => marks_behind(line),
            _ => line.to_vec(),
        }
    }
}

/// A text with words for others, everywhere.
fn replaced(line: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    let mut rest = line;
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix(from) {
            text.extend_from_slice(to);
            rest = after;
        } else {
            text.push(rest[0]);
            rest = &rest[1..];
        }
    }
    text
}

/// A line of a board in which every mark stands behind the symbol that it should stand in front of.
fn marks_behind(line: &[u8]) -> Vec<u8> {
    /// A mark and the narrowest symbol.
    const NARROWEST: usize = 3;
    let mut fields: Vec<Vec<u8>> = line.split(|byte| *byte == b'|').map(<[u8]>::to_vec).collect();
    let last = fields.len() - 1;
    for field in fields.iter_mut().take(last).skip(1) {
        if field.len() >= NARROWEST && field[0].is_ascii_punctuation() {
            field.rotate_left(1);
        }
    }
    fields.join(&b'|')
}

/// A line of a board with something added to the numbers at the top or to the one at its side. They
/// keep their right ends.
fn labelled(line: &[u8], at_side: bool, by: i64) -> Vec<u8> {
    let end = if at_side { line.iter().position(|byte| *byte == b'|').unwrap_or(0) } else { line.len() };
    let (labels, rest) = line.split_at(end);
    let template = Template::of(labels);
    let are_labels = template.texts.iter().all(|text| text.iter().all(|byte| *byte == b' '));
    if template.numbers.is_empty() || !are_labels {
        return line.to_vec();
    }
    let mut text = Vec::new();
    for (at, number) in template.numbers.iter().enumerate() {
        let width = template.texts[at].len() + number.to_string().len();
        text.extend(format!("{:>width$}", number.saturating_add(by)).bytes());
    }
    text.extend_from_slice(rest);
    text
}

impl Misprint {
    /// Whether it accounts for what the program prints in this case.
    pub(super) fn accounts_for(&self, exercise: &Exercise, failed: &Failed<'_>) -> bool {
        self.change.holds(exercise, &Observations { failed: vec![*failed], correct: Vec::new() })
    }

    /// What is said about it.
    pub(super) fn diagnosis(&self, exercise: &Exercise, language: Language) -> Diagnosis {
        let mistake = Misunderstanding {
            name: format!("text: {}", self.rule.title),
            behaves_as_if: self.in_words(language),
            rule: rule_in_words(exercise, self.rule, language),
        };
        Diagnosis {
            mistakes: vec![mistake],
            alternatives: Vec::new(),
            extent: Extent::Whole,
            certainty: Certainty::Named,
            unless: Vec::new(),
            unless_probes: 0,
        }
    }

    fn in_words(&self, language: Language) -> String {
        let (wanted, found) = &self.sample;
        match &self.change {
            Change::Words { from, to } => say!(
                language,
                "`{}` were to be written `{}`; nothing else is wrong",
                "`{}` 应写成 `{}`；其他都正确",
                text::plain(from),
                text::plain(to)
            ),
            Change::Form { .. } => say!(
                language,
                "a line like `{}` were to be written like `{}`; nothing else is wrong",
                "形如 `{}` 的行应写成 `{}`；其他都正确",
                wanted,
                found
            ),
            Change::Labels { at_side, .. } => {
                let (rows, columns) = language.pick(("rows", "columns"), ("行号", "列号"));
                say!(
                    language,
                    "the {} of the board were numbered otherwise; nothing else is wrong",
                    "棋盘的{}另行编号；其他都正确",
                    if *at_side { rows } else { columns }
                )
            }
            Change::MarksBehind => say!(
                language,
                "the mark of a field on the board stood behind its symbol; nothing else is wrong",
                "棋盘格子的标记应写在符号之后；其他都正确"
            ),
            Change::LeftOut(key) => {
                say!(
                    language,
                    "{} were not to be printed; nothing else is wrong",
                    "不应输出{}；其他都正确",
                    key.in_words(language)
                )
            }
            Change::Twice(key) => {
                say!(
                    language,
                    "{} were to be printed twice; nothing else is wrong",
                    "应输出两次{}；其他都正确",
                    key.in_words(language)
                )
            }
            Change::Late(key) => say!(
                language,
                "{} were to be printed after what should follow it; nothing else is wrong",
                "{}应在其后的内容之后输出；其他都正确",
                key.in_words(language)
            ),
            Change::Extra { after, lines } => {
                let line = lines
                    .iter()
                    .find(|line| !line.is_empty())
                    .map_or(String::new(), |line| text::plain(line));
                say!(
                    language,
                    "`{}` were to be printed after {}; nothing else is wrong",
                    "`{}` 应在{}之后输出；其他都正确",
                    line,
                    after.in_words(language)
                )
            }
            Change::WhiteSpace => say!(
                language,
                "white space did not matter: nothing else is wrong",
                "空白无关紧要：其他都正确"
            ),
        }
    }
}
