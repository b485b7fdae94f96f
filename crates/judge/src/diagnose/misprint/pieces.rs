//! Right outputs in pieces: boards, questions, messages.

use crate::case::Case;
use crate::exercise::Exercise;
use crate::language::{Language, say};
use crate::text;
use game::mistakes::{MistakeSet, Rule};

/// A piece of output that is written at one go.
pub(super) struct Piece<'a> {
    /// The number of its first line.
    pub(super) first: usize,
    pub(super) lines: Vec<&'a [u8]>,
    is_board: bool,
    /// The rule that decides what is written there.
    pub(super) topic: Option<&'static Rule>,
}

/// The right output of a case in pieces; in one if it does not follow our rules.
pub(super) fn in_pieces<'a>(exercise: &Exercise, case: &'a Case) -> Vec<Piece<'a>> {
    let record = exercise.record(case.stage, &case.input, MistakeSet::NONE);
    let mut pieces = Vec::new();
    let written = record.output().strip_suffix(b"\n").unwrap_or(record.output());
    if case.expected.strip_suffix(b"\n").unwrap_or(&case.expected) != written {
        let lines = case.expected.split(|byte| *byte == b'\n').collect();
        return vec![Piece { first: 0, lines, is_board: false, topic: None }];
    }
    let expected = case.expected.as_slice();
    let starts = record.parts.iter().skip(1).map(|part| part.start.min(expected.len()));
    let ends = starts.chain([expected.len()]);
    let mut first = 0;
    for (part, end) in record.parts.iter().zip(ends) {
        let text = &expected[part.start.min(end)..end];
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        let lines: Vec<&[u8]> = text.split(|byte| *byte == b'\n').collect();
        let count = lines.len();
        pieces.push(Piece { first, lines, is_board: part.drawing.is_some(), topic: part.topic });
        first += count;
    }
    pieces
}

/// A line with its numbers taken out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Template {
    /// What stands before, between and after the numbers.
    pub(super) texts: Vec<Vec<u8>>,
    pub(super) numbers: Vec<i64>,
}

impl Template {
    pub(super) fn of(line: &[u8]) -> Self {
        let mut template = Self { texts: vec![Vec::new()], numbers: Vec::new() };
        let mut rest = line.trim_ascii_end();
        while let Some(first) = rest.first() {
            let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
            let number = str::from_utf8(&rest[..digits]).ok().and_then(|digits| digits.parse().ok());
            if let Some(number) = number {
                template.numbers.push(number);
                template.texts.push(Vec::new());
                rest = &rest[digits..];
            } else {
                template.texts.last_mut().expect("there is a text from the start").push(*first);
                rest = &rest[1..];
            }
        }
        template
    }

    /// The line with other numbers in it.
    pub(super) fn with(&self, number: impl Fn(usize) -> i64) -> Vec<u8> {
        let mut line = self.texts[0].clone();
        for (at, text) in self.texts[1..].iter().enumerate() {
            line.extend(number(at).to_string().bytes());
            line.extend_from_slice(text);
        }
        line
    }
}

/// A sort of pieces.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Key {
    /// Those of one line of this form.
    Text(Vec<u8>, Vec<Vec<u8>>),
    /// Boards after a line of this form.
    BoardAfter(Vec<u8>, Vec<Vec<u8>>),
    /// Boards before a line of this form.
    BoardBefore(Vec<u8>, Vec<Vec<u8>>),
}

impl Key {
    /// The sorts that a piece is of.
    pub(super) fn of(pieces: &[Piece<'_>], at: usize) -> Vec<Self> {
        let own = (pieces[at].lines.len() == 1 && !pieces[at].is_board).then(|| pieces[at].lines[0]);
        let is_text = |line: &&[u8]| !line.contains(&b'|') && !line.is_empty();
        let before =
            at.checked_sub(1).and_then(|before| pieces[before].lines.last().copied()).filter(is_text);
        let after = pieces.get(at + 1).map(|piece| piece.lines[0]).filter(is_text);
        let texts = |line: &[u8]| Template::of(line).texts;
        let mut keys: Vec<Self> =
            own.map(|line| Self::Text(line.to_vec(), texts(line))).into_iter().collect();
        if pieces[at].is_board {
            keys.extend(before.map(|line| Self::BoardAfter(line.to_vec(), texts(line))));
            keys.extend(after.map(|line| Self::BoardBefore(line.to_vec(), texts(line))));
        }
        keys
    }

    /// Whether a piece is of this sort.
    pub(super) fn is(&self, pieces: &[Piece<'_>], at: usize) -> bool {
        Self::of(pieces, at).iter().any(|key| match (key, self) {
            (Self::Text(_, its), Self::Text(_, form))
            | (Self::BoardAfter(_, its), Self::BoardAfter(_, form))
            | (Self::BoardBefore(_, its), Self::BoardBefore(_, form)) => its == form,
            _ => false,
        })
    }

    pub(super) fn in_words(&self, language: Language) -> String {
        match self {
            Self::Text(line, _) => format!("`{}`", text::plain(line.trim_ascii_end())),
            Self::BoardAfter(line, _) => {
                say!(language, "the board after `{}`", "`{}` 之后的棋盘", text::plain(line.trim_ascii_end()))
            }
            Self::BoardBefore(line, _) => {
                say!(language, "the board before `{}`", "`{}` 之前的棋盘", text::plain(line.trim_ascii_end()))
            }
        }
    }
}
